//go:build linux

package launch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stdioscope/engine/transcript"

	"github.com/google/go-cmp/cmp"
)

func start(t *testing.T, spec Spec) (*Process, *recorder) {
	t.Helper()
	r := newRecorder()
	p, err := Start(spec, r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Reap(context.Background())
		if r.clash {
			t.Error("two calls of the sink at once")
		}
	})
	return p, r
}

func reap(t *testing.T, p *Process, want Cleanup) {
	t.Helper()
	if diff := cmp.Diff(want, p.Reap(context.Background())); diff != "" {
		t.Error("cleanup (-want +got)\n" + diff)
	}
}

var tidy = Cleanup{Reaped: true, ReadersJoined: true, GroupEmpty: true}

func TestEchoAndOrder(t *testing.T) {
	p, r := start(t, childSpec("echo"))
	if err := p.Write([]byte("ping\n")); err != nil {
		t.Fatal(err)
	}
	r.untilText(t, transcript.Stdout, "ping\n")
	if err := p.CloseStdin(); err != nil {
		t.Fatal(err)
	}
	<-p.Wait()
	// What the child does because its stdin ended comes after that end.
	if got := slices.Index(r.order, "eof stdin"); got != 1 || r.order[0] != "stdout" {
		t.Errorf("order %v", r.order)
	}
	for _, e := range []string{"eof stdout", "eof stderr", "exit"} {
		if slices.Index(r.order, e) < 2 {
			t.Errorf("%s is missing or early in %v", e, r.order)
		}
	}
	if r.code == nil || *r.code != 0 || r.signal != "" {
		t.Errorf("exit %v %q", r.code, r.signal)
	}
	if err := p.Write([]byte("late")); !errors.Is(err, ErrStdinClosed) {
		t.Errorf("a write after the end: %v", err)
	}
	reap(t, p, tidy)
}

func TestExit(t *testing.T) {
	for _, tt := range []struct {
		name, role string
		args       []string
		code       int // -1 = none
		signal     string
	}{
		{"code 0", "exit-code", []string{"0"}, 0, ""},
		{"code 7", "exit-code", []string{"7"}, 7, ""},
		{"a signal", "kill-self", nil, -1, "SIGKILL"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, r := start(t, childSpec(tt.role, tt.args...))
			<-p.Wait()
			code := -1
			if r.code != nil {
				code = *r.code
			}
			if code != tt.code || r.signal != tt.signal {
				t.Errorf("exit %d %q, want %d %q", code, r.signal, tt.code, tt.signal)
			}
			reap(t, p, tidy)
		})
	}
}

// What a child wrote before it exited is there before its exit, however short the
// time between.
func TestLastWordsComeBeforeTheExit(t *testing.T) {
	for range 50 {
		p, r := start(t, childSpec("exit-code", "1"))
		<-p.Wait()
		out, exit := slices.Index(r.order, "stdout"), slices.Index(r.order, "exit")
		if out < 0 || exit < out || r.bytes[transcript.Stdout].String() != "last words" {
			t.Fatalf("order %v, stdout %q", r.order, r.bytes[transcript.Stdout])
		}
		reap(t, p, tidy)
	}
}

func TestStderrFloodDoesNotBlock(t *testing.T) {
	p, r := start(t, childSpec("flood"))
	r.untilText(t, transcript.Stdout, "answered")
	_ = p.CloseStdin()
	<-p.Wait()
	if got := r.bytes[transcript.Stderr].Len(); got != 8<<20 {
		t.Errorf("%d bytes of stderr, want %d", got, 8<<20)
	}
	reap(t, p, tidy)
}

func TestEveryFrameArrives(t *testing.T) {
	const n = 400_000
	p, r := start(t, childSpec("frames", strconv.Itoa(n)))
	<-p.Wait()
	if got := r.bytes[transcript.Stdout]; got.Len() != n*len(smallFrame) || bytes.Count(got.Bytes(), []byte(smallFrame)) != n {
		t.Errorf("%d bytes, want %d", got.Len(), n*len(smallFrame))
	}
	reap(t, p, tidy)
}

func TestALargeLinePassesBothWays(t *testing.T) {
	p, r := start(t, childSpec("echo"))
	const size = 64 << 20
	line := append(bytes.Repeat([]byte("a"), size), '\n')
	if err := p.Write(line); err != nil {
		t.Fatal(err)
	}
	line[0] = 'b' // Write has taken a copy
	_ = p.CloseStdin()
	<-p.Wait()
	got := r.bytes[transcript.Stdout].Bytes()
	if len(got) != size+1 || got[0] != 'a' || got[size] != '\n' {
		t.Errorf("%d bytes came back", len(got))
	}
	reap(t, p, tidy)
}

func TestWriteNeverBlocks(t *testing.T) {
	p, r := start(t, childSpec("never-reads"))
	r.untilText(t, transcript.Stdout, "ready")
	block := make([]byte, 64<<20)
	var err error
	for range 8 {
		if err = p.Write(block); err != nil {
			break
		}
	}
	if !errors.Is(err, ErrQueueFull) {
		t.Errorf("the queue takes everything: %v", err)
	}
	_ = p.CloseStdin()
	_ = p.Signal("SIGKILL")
	<-p.Wait()
	if slices.Contains(r.order, "eof stdin") {
		t.Error("stdin was said to have ended although what was queued was never read")
	}
	reap(t, p, tidy)
}

func TestStdinClosedByTheChild(t *testing.T) {
	p, r := start(t, childSpec("closes-stdin"))
	r.untilText(t, transcript.Stdout, "ready")
	_ = p.Write([]byte("into the void\n"))
	<-p.stdin.done
	if err := p.Write([]byte("more\n")); !errors.Is(err, ErrStdinClosed) {
		t.Errorf("error %v", err)
	}
	reap(t, p, tidy)
	if slices.Contains(r.order, "eof stdin") {
		t.Errorf("the child's doing was taken for ours: %v", r.order)
	}
}

// The write that meets a dying child is not told before its exit is.
func TestBrokenPipeOfADeath(t *testing.T) {
	for range 50 {
		p, r := start(t, childSpec("exit-code", "1"))
		for p.Write([]byte("hello\n")) == nil && !closed(p.Exited()) {
			runtime.Gosched()
		}
		if err := p.Write([]byte("hello\n")); err != nil && !slices.Contains(r.kinds(), "exit") {
			t.Fatalf("%v before the exit: %v", err, r.kinds())
		}
		<-p.Wait()
		reap(t, p, tidy)
	}
}

func TestSignals(t *testing.T) {
	p, r := start(t, childSpec("polite"))
	r.untilText(t, transcript.Stdout, "ready")
	if err := p.Signal("SIGTERM"); err != nil {
		t.Fatal(err)
	}
	<-p.Wait()
	if !strings.HasSuffix(r.bytes[transcript.Stdout].String(), "goodbye\n") || r.code == nil {
		t.Errorf("stdout %q, code %v", r.bytes[transcript.Stdout], r.code)
	}
	reap(t, p, tidy)
	if err := p.Signal("SIGTERM"); err != nil {
		t.Errorf("a signal to one that has gone: %v", err)
	}
	if err := p.Signal("SIGWINCH"); err == nil {
		t.Error("an unknown signal was taken")
	}
}

func TestSigtermIgnored(t *testing.T) {
	p, r := start(t, childSpec("stubborn"))
	r.untilText(t, transcript.Stdout, "ready")
	_ = p.Signal("SIGTERM")
	_ = p.Signal("SIGKILL")
	<-p.Wait()
	if r.signal != "SIGKILL" {
		t.Errorf("signal %q", r.signal)
	}
	reap(t, p, tidy)
}

// Reap alone ends a child that was told nothing.
func TestReapEndsALivingChild(t *testing.T) {
	p, r := start(t, childSpec("stubborn"))
	r.untilText(t, transcript.Stdout, "ready")
	reap(t, p, tidy)
	if r.signal != "SIGKILL" {
		t.Errorf("signal %q", r.signal)
	}
}

func TestRunVariable(t *testing.T) {
	spec := childSpec("env")
	p, r := start(t, spec)
	<-p.Wait()
	if got := r.bytes[transcript.Stdout].String(); got != spec.RunID {
		t.Errorf("the child sees %q, want %q", got, spec.RunID)
	}
	reap(t, p, tidy)
}

func TestLeftovers(t *testing.T) {
	one := tidy
	one.OrphansEnded = 1
	two := tidy
	two.OrphansEnded = 2
	for _, tt := range []struct {
		role string
		want Cleanup
	}{
		{"leave-in-group", one},
		{"leave-session", one},
		{"leave-two", one}, // the one between has ended by then
		{"leave-brief", tidy},
	} {
		t.Run(tt.role, func(t *testing.T) {
			p, r := start(t, childSpec(tt.role))
			<-p.Exited()
			// The pipes are held open: the exit was told nevertheless.
			reap(t, p, tt.want)
			for _, line := range strings.Fields(r.bytes[transcript.Stdout].String()) {
				mustBeGone(t, line)
			}
		})
	}
}

// A process that left the group, the session and the environment cannot be found;
// the readers are joined all the same, within a bound.
func TestReadersJoinBehindAnUnknownHolder(t *testing.T) {
	p, r := start(t, childSpec("leave-unmarked"))
	<-p.Exited()
	begun := time.Now()
	reap(t, p, tidy)
	if took := time.Since(begun); took > reapBound {
		t.Errorf("took %v", took)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(r.bytes[transcript.Stdout].String()))
	if err != nil {
		t.Fatal(err)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil {
		t.Errorf("the test's own clean-up: %v", err)
	}
}

// Our death is the children's death (Linux).
func TestChildrenDieWithUs(t *testing.T) {
	self, _ := os.Executable()
	c := exec.Command(self)
	c.Env = append(os.Environ(), roleEnv+"=launcher")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 32)
	n, err := io.ReadAtLeast(out, line, 2)
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	pid, err := strconv.Atoi(strings.TrimSpace(string(line[:n])))
	if err != nil {
		t.Fatal(err)
	}
	// It is an orphan of ours now; it must end by itself.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if !waitGone(ctx, pid) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
		t.Error("the child outlived its launcher")
	}
}

// Many at once, of every kind: nothing is left of any of them.
func TestNothingIsLeft(t *testing.T) {
	files, family := openFiles(t), len(children())
	kinds := []string{"echo", "polite", "stubborn", "leave-in-group", "leave-session", "leave-brief", "flood", "kill-self"}
	for round := range 2 {
		for _, role := range kinds {
			t.Run(role+strconv.Itoa(round), func(t *testing.T) {
				t.Parallel()
				p, _ := start(t, childSpec(role))
				_ = p.Write([]byte("hello\n"))
				_ = p.CloseStdin()
				if c := p.Reap(context.Background()); !c.Reaped || !c.ReadersJoined || !c.GroupEmpty {
					t.Errorf("cleanup %+v", c)
				}
			})
		}
	}
	t.Cleanup(func() {
		if got := openFiles(t); got != files {
			t.Errorf("%d open files, before %d", got, files)
		}
		if got := children(); len(got) != family {
			t.Errorf("children left: %v", got)
		}
	})
}

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func mustBeGone(t *testing.T, pid string) {
	t.Helper()
	n, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatalf("not a process id: %q", pid)
	}
	if s, ok := readStat(n); ok {
		t.Errorf("process %d is left: %+v", n, s)
	}
}
