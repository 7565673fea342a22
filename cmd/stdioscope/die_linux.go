package main

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// silence takes the signal away from the runtime, which would print a traceback of
// ours for a crash and ignore SIGPIPE. It says whether the signal now ends us.
func silence(n unix.Signal) bool {
	if n == unix.SIGKILL {
		return true
	}
	// All zero is the default action in the kernel's struct, whose last member is a
	// set of 64 signals.
	var action [4]uint64
	const size = 8
	_, _, failed := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(n), uintptr(unsafe.Pointer(&action)), 0, size, 0, 0)
	return failed == 0
}
