package run

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock marks the file as being written by this process until it is closed or the
// process dies. It is false when another one has marked it. Locks of Windows keep
// readers away from the bytes that they cover, so a byte is taken that no
// transcript has.
func lock(f *os.File) (bool, error) {
	at := windows.Overlapped{Offset: 0, OffsetHigh: 0x7fffffff}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}
