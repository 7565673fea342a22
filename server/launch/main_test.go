//go:build linux

package launch

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"stdioscope/engine/transcript"

	"go.uber.org/goleak"
)

// The test program is also every child that the tests start: roleEnv says which.
const roleEnv = "STDIOSCOPE_LAUNCH_TEST"

func TestMain(m *testing.M) {
	if role := os.Getenv(roleEnv); role != "" {
		roles[role]()
		os.Exit(0)
	}
	if err := Setup(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("stdioscope/server/launch.spawnLoop"))
}

// roles are the children. Each ends by itself in the end, whatever a test forgets.
var roles = map[string]func(){
	"echo": func() { _, _ = io.Copy(os.Stdout, os.Stdin) },
	"exit-code": func() {
		code, _ := strconv.Atoi(os.Args[1])
		fmt.Print("last words")
		os.Exit(code)
	},
	"kill-self": func() {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Minute)
	},
	// Fills stderr far beyond a pipe before it answers on stdout.
	"flood": func() {
		block := bytes.Repeat([]byte("x"), 1<<20)
		for range 8 {
			_, _ = os.Stderr.Write(block)
		}
		fmt.Println("answered")
		_, _ = io.Copy(io.Discard, os.Stdin)
	},
	"frames": func() {
		n, _ := strconv.Atoi(os.Args[1])
		w := bufio.NewWriterSize(os.Stdout, 32<<10)
		for range n {
			_, _ = w.WriteString(smallFrame)
		}
		_ = w.Flush()
	},
	"never-reads": func() { fmt.Println("ready"); time.Sleep(time.Minute) },
	"closes-stdin": func() {
		_ = os.Stdin.Close()
		fmt.Println("ready")
		time.Sleep(time.Minute)
	},
	"stubborn": func() {
		signal.Ignore(syscall.SIGTERM)
		fmt.Println("ready")
		time.Sleep(time.Minute)
	},
	"polite": func() {
		asked := make(chan os.Signal, 1)
		signal.Notify(asked, syscall.SIGTERM)
		fmt.Println("ready")
		<-asked
		fmt.Println("goodbye")
	},
	"sleep": func() { time.Sleep(time.Minute) },
	"env":   func() { fmt.Print(os.Getenv(RunVariable)) },
	// Leave something behind and exit; the child holds all three pipes.
	"leave-in-group": func() { leave(false, false) },
	"leave-session":  func() { leave(true, false) },
	"leave-unmarked": func() { leave(true, true) },
	// A child that has a child that is left too.
	"leave-two": func() { leaveRole("leave-session", true, false) },
	// A short-lived orphan that nobody asked to end.
	"leave-brief": func() { leaveCommand(exec.Command("true"), true) },
	// A launcher of its own, which the test kills.
	"launcher": launcher,
}

const smallFrame = `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"

func leave(session, unmarked bool) { leaveRole("sleep", session, unmarked) }

func leaveRole(role string, session, unmarked bool) {
	self, _ := os.Executable()
	c := exec.Command(self)
	if unmarked {
		c.Env = []string{roleEnv + "=" + role}
	} else {
		c.Env = append(os.Environ(), roleEnv+"="+role)
	}
	leaveCommand(c, session)
}

func leaveCommand(c *exec.Cmd, session bool) {
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: session}
	if err := c.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(c.Process.Pid)
}

func launcher() {
	p, err := Start(childSpec("sleep"), newRecorder())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(p.Pid())
	time.Sleep(time.Minute)
}

func childSpec(role string, args ...string) Spec {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return Spec{
		Argv: append([]string{self}, args...),
		// The race detector makes a program linger for a second after its end.
		Env:   []string{roleEnv + "=" + role, "PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"},
		RunID: fmt.Sprintf("test-%s-%d", role, time.Now().UnixNano()),
	}
}

// recorder is a sink that keeps everything, in order.
type recorder struct {
	mu     sync.Mutex
	order  []string // "stdout", "eof stdout", "exit", …, repeats folded
	bytes  map[transcript.Stream]*bytes.Buffer
	code   *int
	signal string
	change chan struct{} // replaced and closed at each call
	busy   bool
	clash  bool // two calls at once
}

func newRecorder() *recorder {
	return &recorder{bytes: map[transcript.Stream]*bytes.Buffer{
		transcript.Stdout: {}, transcript.Stderr: {},
	}, change: make(chan struct{})}
}

func (r *recorder) record(what string, then func()) {
	r.mu.Lock()
	r.clash = r.clash || r.busy
	r.busy = true
	r.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	then()
	if n := len(r.order); n == 0 || r.order[n-1] != what {
		r.order = append(r.order, what)
	}
	r.busy = false
	close(r.change)
	r.change = make(chan struct{})
}

func (r *recorder) Spawn(int) { r.record("spawn", func() {}) }
func (r *recorder) Bytes(s transcript.Stream, p []byte) {
	r.record(string(s), func() { r.bytes[s].Write(p) })
}
func (r *recorder) EOF(s transcript.Stream) { r.record("eof "+string(s), func() {}) }
func (r *recorder) Exit(code *int, signal string) {
	r.record("exit", func() { r.code, r.signal = code, signal })
}

// kinds is what has happened so far.
func (r *recorder) kinds() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.order)
}

// until waits for a condition on what was recorded.
func (r *recorder) until(t *testing.T, what string, cond func() bool) {
	t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		r.mu.Lock()
		ok, change := cond(), r.change
		r.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-change:
		case <-timeout:
			t.Fatalf("waited 20 s for %s; recorded %v", what, r.order)
		}
	}
}

func (r *recorder) untilText(t *testing.T, s transcript.Stream, text string) {
	t.Helper()
	r.until(t, fmt.Sprintf("%q on %s", text, s), func() bool { return bytes.Contains(r.bytes[s].Bytes(), []byte(text)) })
}
