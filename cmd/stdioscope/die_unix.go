//go:build unix

package main

import (
	"os/signal"

	"golang.org/x/sys/unix"
)

// dieOf ends this program by the signal that ended the server, so that a client
// sees what it would have seen without us. It returns only if that fails.
func dieOf(name string) {
	n := unix.SignalNum(name)
	if n == 0 {
		return
	}
	signal.Reset(n)
	_ = unix.Kill(unix.Getpid(), n)
	if n != unix.SIGKILL {
		return
	}
	select {} // SIGKILL is on its way
}
