// Package launch runs one child process the way an MCP client does and leaves
// nothing of it behind.
//
// Call [Setup] once in main (and in TestMain), then [Start]; every byte of the
// child's pipes goes to the [Sink] as it happens, and [Process.Reap] ends
// whatever is left. In between: [Process.Write], [Process.CloseStdin] and
// [Process.Signal].
//
//	Write -> queue -> stdin   (never blocks the caller)
//	stdout, stderr -> 64 KiB reads -> Sink (two readers, drained at once)
//	exit -> what is still in the pipes -> Sink.Exit -> Reap
//
// The package judges nothing, parses nothing, never uses a shell and never waits
// for a process that it did not start or inherit from one that it did.
package launch

import (
	"context"
	"os"
	"sync"
	"time"

	"stdioscope/engine/transcript"
)

// RunVariable is the environment variable that marks a child and all that it
// starts with the id of its run.
const RunVariable = "STDIOSCOPE_RUN"

const (
	readSize = 64 << 10
	// What a leftover process gets to end on its own before it is killed and
	// counted: the workers of a good server end a moment after it. A watchdog in
	// Node that sends its last words takes a third of a second on an idle machine.
	orphanGrace = time.Second
	// How long a failed write to stdin waits for news of the child's exit, which
	// explains it; without any, the child has closed its stdin.
	deathGrace = 500 * time.Millisecond
	// How long readers may wait for the end of their pipes when every process
	// that could be found is gone; then the pipes are closed under them.
	readerGrace = 500 * time.Millisecond
	// The bound on a whole Reap whose context has none of its own.
	reapBound = 10 * time.Second
)

// Spec says what to start. Nothing is interpreted: no shell, no variables.
type Spec struct {
	Argv  []string
	Dir   string   // "" = the current directory
	Env   []string // the full environment, NAME=VALUE
	RunID string   // "" = the child is not marked
	// Apart lets the sink's calls for stdout and for stderr overlap, so that a
	// sink that waits in one does not hold up the other.
	Apart bool
}

// Sink receives what happens. The calls of one Process never overlap (but see
// Spec.Apart); p is valid during the call alone. Write, CloseStdin and Signal may be called from within,
// Reap may not.
type Sink interface {
	Bytes(s transcript.Stream, p []byte)
	// EOF is called when stdout or stderr ended, and for stdin immediately
	// before the CloseStdin of ours takes effect: whatever the child does
	// because of it comes later.
	EOF(s transcript.Stream)
	// Exit is called once, after all that the child itself had written. code is
	// nil when a signal ended it. Bytes may still follow when a process that it
	// left behind holds the pipes.
	Exit(code *int, signal string)
}

// Cleanup is what Reap found and did.
type Cleanup struct {
	Reaped        bool // the child itself was waited for
	ReadersJoined bool // no goroutine of this Process is left
	GroupEmpty    bool // no process of its group is left
	OrphansEnded  int  // processes that outlived it and had to be killed
}

// Process is one child. Its methods may be called from any goroutine.
type Process struct {
	child  *child
	runID  string
	sink   Sink
	emit   sync.Mutex // one sink call at a time
	apart  bool
	stdin  *input
	stdout *pump
	stderr *pump
	exited chan struct{}
	done   chan struct{}

	reap    sync.Once
	cleanup Cleanup
}

// Setup prepares this program for children that leave children behind. On Linux
// it becomes their reaper; elsewhere nothing is needed. It changes the whole
// program, so only main and TestMain call it.
func Setup() error { return setup() }

// Start starts the child. The error is always a *StartError; the sink has then
// not been called. Otherwise its calls may begin before Start has returned: a
// caller for whom that is too early holds them up by a lock of its own.
func Start(spec Spec, sink Sink) (*Process, error) {
	path, failure := locate(spec)
	if failure != nil {
		return nil, failure
	}
	pipes, err := openPipes()
	if err != nil {
		return nil, &StartError{Code: errorCode(err), Message: "no pipes could be made for the server: " + err.Error()}
	}
	c, err := spawn(path, spec, markedEnv(spec), pipes.childIn, pipes.childOut, pipes.childErr)
	pipes.closeChildEnds()
	if err != nil {
		pipes.closeOurEnds()
		return nil, explain(err, path, spec)
	}
	p := &Process{child: c, runID: spec.RunID, sink: sink, apart: spec.Apart, exited: make(chan struct{}), done: make(chan struct{})}
	p.stdin = newInput(pipes.in, p.exited, p.stdinEOF)
	p.stdout = newPump(pipes.out, transcript.Stdout, p)
	p.stderr = newPump(pipes.err, transcript.Stderr, p)
	go p.stdin.run()
	go p.stdout.run()
	go p.stderr.run()
	go p.watch()
	return p, nil
}

// Pid is the child's process id.
func (p *Process) Pid() int { return p.child.pid }

// Write queues a copy of b for the child's stdin and returns at once. It fails
// with ErrStdinClosed when stdin is closed from either side, and with
// ErrQueueFull when the child has left too much unread.
func (p *Process) Write(b []byte) error { return p.stdin.write(b) }

// WriteThrough is Write for a caller that is to be held up as at the pipe itself:
// it returns when b is in the pipe, and b may then be used again.
func (p *Process) WriteThrough(b []byte) error { return p.stdin.writeThrough(b) }

// CloseStdin closes the child's stdin when everything queued has been written.
// Closing it again does nothing.
func (p *Process) CloseStdin() error { return p.stdin.finish() }

// HangUp closes our end of the child's stdout: what it writes from now on fails,
// and its end is not reported.
func (p *Process) HangUp() { p.stdout.abandon() }

// Signal sends SIGTERM, SIGKILL, SIGINT or SIGHUP to the child's whole group.
// The child that has gone is no error.
func (p *Process) Signal(name string) error { return p.child.signal(name) }

// Wait returns a channel that is closed when the child has exited and its pipes
// have ended, so that the sink will not be called again. A process that the child
// left behind can hold the pipes open for ever: only Reap bounds that.
func (p *Process) Wait() <-chan struct{} { return p.done }

// Exited returns a channel that is closed when Sink.Exit has returned.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Reap ends what is left of the child, its group and the processes marked with
// its run, waits for each and joins the readers. It returns within the context's
// time, ten seconds at most, and gives every caller the same answer.
func (p *Process) Reap(ctx context.Context) Cleanup {
	p.reap.Do(func() { p.cleanup = p.clean(ctx) })
	return p.cleanup
}

func (p *Process) clean(ctx context.Context) Cleanup {
	ctx, cancel := context.WithTimeout(ctx, reapBound)
	defer cancel()
	if !closed(p.exited) {
		_ = p.child.signal("SIGKILL")
	}
	var c Cleanup
	select {
	case <-p.exited:
		c = p.child.end(ctx, p.runID)
	case <-ctx.Done():
	}
	select {
	case <-p.done:
	case <-time.After(readerGrace):
		p.stdin.abandon()
		p.stdout.abandon()
		p.stderr.abandon()
		select {
		case <-p.done:
		case <-ctx.Done():
		}
	}
	c.ReadersJoined = closed(p.done)
	return c
}

// watch reports the exit behind everything that the child itself wrote, then
// waits for the pumps. The child stays unreaped until Reap: its number, and so
// its group's, cannot be given to another process before that.
func (p *Process) watch() {
	code, signal := p.child.await()
	p.stdout.settle()
	p.stderr.settle()
	p.emit.Lock()
	p.sink.Exit(code, signal)
	p.emit.Unlock()
	close(p.exited)
	p.stdin.abandon()
	<-p.stdin.done
	<-p.stdout.done
	<-p.stderr.done
	close(p.done)
}

func (p *Process) bytes(s transcript.Stream, b []byte) {
	if p.apart {
		p.sink.Bytes(s, b)
		return
	}
	p.emit.Lock()
	p.sink.Bytes(s, b)
	p.emit.Unlock()
}

func (p *Process) eof(s transcript.Stream) {
	p.emit.Lock()
	p.sink.EOF(s)
	p.emit.Unlock()
}

func (p *Process) stdinEOF() {
	p.emit.Lock()
	defer p.emit.Unlock()
	if !closed(p.exited) {
		p.sink.EOF(transcript.Stdin)
	}
}

// pipes holds both ends of the three pipes until each side has its own.
type pipes struct{ childIn, in, out, childOut, err, childErr *os.File }

func openPipes() (p pipes, err error) {
	if p.childIn, p.in, err = os.Pipe(); err != nil {
		return p, err
	}
	if p.out, p.childOut, err = os.Pipe(); err == nil {
		p.err, p.childErr, err = os.Pipe()
	}
	if err != nil {
		p.closeChildEnds()
		p.closeOurEnds()
	}
	return p, err
}

func (p *pipes) closeChildEnds() { closeAll(p.childIn, p.childOut, p.childErr) }
func (p *pipes) closeOurEnds()   { closeAll(p.in, p.out, p.err) }

func closeAll(files ...*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close()
		}
	}
}

func markedEnv(spec Spec) []string {
	if spec.RunID == "" {
		return spec.Env
	}
	env := make([]string, 0, len(spec.Env)+1)
	return append(append(env, spec.Env...), RunVariable+"="+spec.RunID)
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
