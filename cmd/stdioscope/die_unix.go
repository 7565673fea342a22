//go:build unix

package main

import (
	"os/signal"

	"golang.org/x/sys/unix"
)

// dieOf ends this program by the signal that ended the server, so that a client
// sees what it would have seen without us. It returns only if that cannot be done,
// with the exit code that shells give for the signal.
func dieOf(name string) (code int) {
	n := unix.SignalNum(name)
	if n == 0 {
		return 1
	}
	signal.Reset(n)
	if !silence(n) {
		return 128 + int(n)
	}
	// The crash is the server's, not ours: it leaves the core.
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	if unix.Kill(unix.Getpid(), n) != nil {
		return 128 + int(n)
	}
	select {} // it is on its way
}
