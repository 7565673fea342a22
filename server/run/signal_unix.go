//go:build unix

package run

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// nameOfSignal is a signal as POSIX names it; "" for one that is not handed on.
func nameOfSignal(s os.Signal) string {
	if n, ok := s.(syscall.Signal); ok {
		return unix.SignalName(n)
	}
	return ""
}

// parent is the process that started us; another one when that is gone.
func parent() int { return os.Getppid() }
