//go:build unix && !linux

package launch

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

func setup() error { return nil }

func spawn(path string, spec Spec, env []string, stdin, stdout, stderr *os.File) (*child, error) {
	return forkExec(path, spec, env, &syscall.SysProcAttr{}, stdin, stdout, stderr)
}

// await waits for the child. There is no waiting without reaping here.
func (c *child) await() (code *int, signal string) {
	var status syscall.WaitStatus
	for {
		_, err := syscall.Wait4(c.pid, &status, 0, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return nil, ""
		}
		break
	}
	if status.Signaled() {
		return nil, signalName(status.Signal())
	}
	n := status.ExitStatus()
	return &n, ""
}

// end kills what is left of the group. Orphans go to init here, so they are not
// ours to wait for: the group is asked until it is empty.
func (c *child) end(ctx context.Context, _ string) Cleanup {
	out := Cleanup{Reaped: true}
	grace, cancel := context.WithTimeout(ctx, orphanGrace)
	defer cancel()
	if !untilEmpty(grace, c.pid) {
		// The group's members cannot be counted; that there was one is known.
		if syscall.Kill(-c.pid, syscall.SIGKILL) == nil {
			out.OrphansEnded = 1
		}
		untilEmpty(ctx, c.pid)
	}
	out.GroupEmpty = groupEmpty(c.pid)
	return out
}

func untilEmpty(ctx context.Context, pgid int) bool {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !groupEmpty(pgid) {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
