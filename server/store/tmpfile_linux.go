package store

import (
	"os"

	"golang.org/x/sys/unix"
)

// openNameless makes a file that never had a name, so that not even a kill -9
// leaves it behind. Not every file system can.
func openNameless() (*os.File, error) {
	return os.OpenFile(os.TempDir(), os.O_RDWR|unix.O_TMPFILE, 0o600)
}
