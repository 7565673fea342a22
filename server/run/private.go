package run

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// othersMay is what nobody but the owner should be allowed in the data directory.
const othersMay fs.FileMode = 0o077

// ClaimDir makes the data directory, for its owner alone, and closes one to others
// that was made with wider permissions before: the usual one, and one that is
// empty. Another one may be shared for a reason, so it stays as it is, and open
// says that others can see what lies in it.
func ClaimDir(dir string) (open bool, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return false, fmt.Errorf("make the data directory: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return false, fmt.Errorf("look at the data directory: %w", err)
	}
	if runtime.GOOS == "windows" || info.Mode()&othersMay == 0 { // Windows has no such permissions
		return false, nil
	}
	if usual, err := DataDir(); err == nil && usual == dir || isEmpty(dir) {
		if os.Chmod(dir, info.Mode().Perm()&^othersMay) == nil {
			return false, nil
		}
	}
	return true, nil
}

func isEmpty(dir string) bool {
	f, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer f.Close()
	_, err = f.Readdirnames(1)
	return errors.Is(err, io.EOF)
}
