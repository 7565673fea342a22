//go:build unix

package run

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock marks the file as being written by this process until it is closed or the
// process dies. It is false when another one has marked it.
func lock(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOLCK) {
		return true, nil // a file system without locks: two writers cannot be told apart
	}
	return err == nil, err
}
