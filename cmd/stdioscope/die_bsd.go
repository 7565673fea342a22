//go:build unix && !linux

package main

import "golang.org/x/sys/unix"

// silence says whether the signal ends us without a word: for a crash the runtime
// would print a traceback of ours, and it ignores SIGPIPE.
func silence(n unix.Signal) bool {
	switch n {
	case unix.SIGKILL, unix.SIGTERM, unix.SIGINT, unix.SIGHUP:
		return true
	}
	return false
}
