package launch

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// reaping says that orphans of our children become ours (PR_SET_CHILD_SUBREAPER).
var reaping atomic.Bool

func setup() error {
	startSpawner()
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return err
	}
	reaping.Store(true)
	return nil
}

// The kernel sends Pdeathsig when the thread that forked ends, not the process.
// So one goroutine, locked to its thread for as long as the program lives, starts
// every child; if we are killed, so are they.
var (
	spawnJobs    = make(chan func())
	startSpawner = sync.OnceFunc(func() { go spawnLoop() })
)

func spawnLoop() {
	runtime.LockOSThread()
	for job := range spawnJobs {
		job()
	}
}

func spawn(path string, spec Spec, env []string, stdin, stdout, stderr *os.File) (*child, error) {
	startSpawner()
	var c *child
	var err error
	finished := make(chan struct{})
	spawnJobs <- func() {
		defer close(finished)
		leaders.Lock()
		defer leaders.Unlock()
		c, err = forkExec(path, spec, env, &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}, stdin, stdout, stderr)
		if err == nil {
			leaders.pids[c.pid] = true
		}
	}
	<-finished
	return c, err
}

// leaders are the children that we started and have not waited for. The lock is
// held from the fork on, so that no new child is taken for a stray.
var leaders = struct {
	sync.Mutex
	pids map[int]bool
}{pids: map[int]bool{}}

func isLeader(pid int) bool {
	leaders.Lock()
	defer leaders.Unlock()
	return leaders.pids[pid]
}

// await returns when the child has ended and leaves it unreaped.
func (c *child) await() (code *int, signal string) {
	var info unix.Siginfo
	for {
		err := unix.Waitid(unix.P_PID, c.pid, &info, unix.WEXITED|unix.WNOWAIT, nil)
		if err == nil {
			return exitOf(&info)
		}
		if !errors.Is(err, unix.EINTR) {
			return nil, ""
		}
	}
}

// The reasons in si_code for a SIGCHLD.
const (
	cldExited = 1
	cldKilled = 2
	cldDumped = 3
)

// exitOf reads si_status, which x/sys/unix does not name: after three ints comes
// a union, aligned to a word, of pid, uid and status.
func exitOf(info *unix.Siginfo) (code *int, signal string) {
	offset := 12 + 8
	if unsafe.Sizeof(uintptr(0)) == 8 {
		offset = 16 + 8
	}
	status := int(*(*int32)(unsafe.Add(unsafe.Pointer(info), offset)))
	switch info.Code {
	case cldExited:
		return &status, ""
	case cldKilled, cldDumped:
		return nil, signalName(syscall.Signal(status))
	}
	return nil, ""
}

// end ends the group and everything marked with the run's id, and waits for each
// by its number. The child must have exited.
func (c *child) end(ctx context.Context, runID string) Cleanup {
	left := func() []int { return leftovers(c.pid, runID) }
	grace, cancel := context.WithTimeout(ctx, orphanGrace)
	for pids := left(); len(pids) > 0 && grace.Err() == nil; pids = left() {
		for _, pid := range pids {
			waitGone(grace, pid)
		}
	}
	cancel()
	var out Cleanup
	// Killing a process makes its children ours: look again until there are none.
	for ctx.Err() == nil {
		pids := left()
		if len(pids) == 0 {
			break
		}
		_ = syscall.Kill(-c.pid, syscall.SIGKILL)
		for _, pid := range pids {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		for _, pid := range pids {
			if waitGone(ctx, pid) {
				out.OrphansEnded++
			}
		}
	}
	leaders.Lock()
	out.Reaped = reapPid(c.pid)
	delete(leaders.pids, c.pid)
	leaders.Unlock()
	out.GroupEmpty = groupEmpty(c.pid)
	return out
}

// leftovers lists the living processes of the group and of the run, the child
// itself excepted. The dead ones it meets are waited for.
func leftovers(pgid int, runID string) []int {
	pids := children()
	if !reaping.Load() {
		pids = allProcesses()
	}
	self := os.Getpid()
	own, _ := readStat(self)
	var out []int
	for _, pid := range pids {
		s, ok := readStat(pid)
		if !ok || pid == self || isLeader(pid) {
			continue
		}
		if !s.dead && (s.group == pgid || runID != "" && carries(pid, runID)) {
			out = append(out, pid)
			continue
		}
		// A dead process shows no environment, and it may have died since it was
		// looked at. Nothing but a descendant of some run stands in a group other
		// than our own without being one of our leaders, so it is ours to wait for.
		if s.parent == self && s.group != own.group {
			reapPid(pid)
		}
	}
	return out
}

// waitGone waits until the process has ended and, where it is our child, reaps
// it. It says whether that happened in time.
func waitGone(ctx context.Context, pid int) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return errors.Is(err, unix.ESRCH)
	}
	defer unix.Close(fd)
	for {
		ms := 1000
		if d, ok := ctx.Deadline(); ok {
			ms = max(0, min(ms, int(time.Until(d).Milliseconds())+1))
		}
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, ms)
		if n > 0 {
			reapPid(pid)
			return true
		}
		if err != nil && !errors.Is(err, unix.EINTR) || ctx.Err() != nil {
			return false
		}
	}
}

// reapPid waits for one dead child, never for a living one.
func reapPid(pid int) bool {
	for {
		got, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		if !errors.Is(err, syscall.EINTR) {
			return err == nil && got == pid
		}
	}
}
