//go:build unix

package launch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// child is one started process, the leader of its own group.
type child struct{ pid int }

// forkExec starts the program in a process group of its own.
func forkExec(path string, spec Spec, env []string, attr *syscall.SysProcAttr, stdin, stdout, stderr *os.File) (*child, error) {
	attr.Setpgid = true
	pid, err := syscall.ForkExec(path, spec.Argv, &syscall.ProcAttr{
		Dir:   spec.Dir,
		Env:   env,
		Files: []uintptr{stdin.Fd(), stdout.Fd(), stderr.Fd()},
		Sys:   attr,
	})
	if err != nil {
		return nil, err
	}
	return &child{pid: pid}, nil
}

var signals = map[string]syscall.Signal{
	"SIGTERM": syscall.SIGTERM,
	"SIGKILL": syscall.SIGKILL,
	"SIGINT":  syscall.SIGINT,
	"SIGHUP":  syscall.SIGHUP,
}

func (c *child) signal(name string) error {
	s, ok := signals[name]
	if !ok {
		return fmt.Errorf("signal the server: unknown signal %q", name)
	}
	if err := syscall.Kill(-c.pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("signal the server with %s: %w", name, err)
	}
	return nil
}

// groupEmpty asks the kernel whether any process of the group is left, dead ones
// that nobody has waited for included.
func groupEmpty(pgid int) bool {
	return errors.Is(syscall.Kill(-pgid, 0), syscall.ESRCH)
}

func signalName(s syscall.Signal) string {
	if name := unix.SignalName(s); name != "" {
		return name
	}
	return fmt.Sprintf("signal %d", int(s))
}

// readNow reads without waiting: empty means that nothing is there at present.
func readNow(raw syscall.RawConn, buf []byte) (n int, empty bool, err error) {
	failed := raw.Read(func(fd uintptr) bool {
		for {
			n, err = syscall.Read(int(fd), buf)
			if !errors.Is(err, syscall.EINTR) {
				return true
			}
		}
	})
	if failed != nil {
		return 0, false, failed
	}
	if errors.Is(err, syscall.EAGAIN) {
		return 0, true, nil
	}
	if err == nil && n == 0 {
		err = io.EOF
	}
	return max(n, 0), false, err
}

func errorCode(err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return unix.ErrnoName(errno)
	}
	return ""
}

// executable says whether the file at path may be run, by its mode alone.
func executable(info os.FileInfo) bool { return info.Mode()&0o111 != 0 }

// candidates are the file names that a command name may stand for.
func candidates(name string, _ []string) []string { return []string{name} }
