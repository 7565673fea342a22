package run

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
	"stdioscope/server/launch"
)

// Replaying drives a recorded client side against a server.
type Replaying struct {
	Script  *Script
	Argv    []string
	Dir     string
	Env     []string
	Timeout time.Duration // for each answer that was there in the recording
	Version string
}

// Replay sends what the script holds, in its order, and waits before each line
// for what the client had been told before it; an answer that does not come
// within the timeout is recorded as a deadline, and the script goes on. Then
// stdin is closed and the server gets its time to end. The transcript of the new
// run goes to w.
func Replay(ctx context.Context, r Replaying, w io.Writer) error {
	start := time.Now()
	secrets := secretsOf(nil, r.env())
	p := &replayer{Replaying: r, start: start, out: newWriter(w), changed: make(chan struct{}), exited: make(chan struct{}),
		answered: map[string]bool{}, secrets: newFinders(secrets)}
	p.out.header(&transcript.Header{
		Version: transcript.Version, Source: transcript.Source{Format: "launch"}, Started: start.Format(time.RFC3339Nano),
		Command: maskedArgv(Spec{Argv: r.Argv, Secrets: secrets}), Cwd: r.Dir,
		Options: transcript.Options{Profile: "custom", TimeoutMs: int(r.Timeout.Milliseconds())},
		Tool:    transcript.Tool{Name: "stdioscope", Version: toolVersion(Spec{Version: r.Version})},
	})
	p.run(ctx)
	return p.out.close()
}

type replayer struct {
	Replaying
	start   time.Time
	out     *writer
	secrets finders

	mu       sync.Mutex
	split    wire.Splitter
	message  wire.Message
	answered map[string]bool
	asked    [][]byte // ids of the server's requests, in order
	changed  chan struct{}
	exited   chan struct{}
	closed   bool // stdout has ended
	last     int64
}

func (r *replayer) run(ctx context.Context) {
	r.mu.Lock()
	p, err := launch.Start(launch.Spec{Argv: r.Argv, Dir: r.Dir, Env: r.env(), RunID: newID(r.start)}, r)
	if err != nil {
		spawn := transcript.Event{Kind: transcript.KindSpawn, Error: err.Error()}
		var failed *launch.StartError
		if errors.As(err, &failed) {
			spawn.ErrorCode = failed.Code
		}
		r.record(&spawn)
		r.record(&transcript.Event{Kind: transcript.KindEnd})
		r.mu.Unlock()
		return
	}
	r.record(&transcript.Event{Kind: transcript.KindSpawn, Pid: p.Pid()})
	r.mu.Unlock()
	for i := range r.Script.steps {
		if !r.send(ctx, p, &r.Script.steps[i]) {
			break
		}
	}
	r.await(ctx, "operation", func() bool { return r.all(r.Script.awaited) })
	r.end(p)
}

func (r Replaying) env() []string {
	if r.Env != nil {
		return r.Env
	}
	return os.Environ()
}

// send waits for what the client knew, then writes its line; false when the
// server is gone or nobody waits any more.
func (r *replayer) send(ctx context.Context, p *launch.Process, s *step) bool {
	phase := "operation"
	if s.method == "notifications/initialized" {
		phase = "initialize"
	}
	r.await(ctx, phase, func() bool { return r.all(s.answers) && len(r.asked) >= max(s.asked, s.reply) })
	r.mu.Lock()
	line := s.line
	if s.reply > 0 && s.reply <= len(r.asked) {
		line = withID(line, r.asked[s.reply-1])
	}
	if s.id != "" {
		r.record(&transcript.Event{Kind: transcript.KindPlan, ID: []byte(s.id), Method: s.method, Purpose: "replay"})
	}
	r.record(&transcript.Event{Kind: transcript.KindStdin, Data: line})
	r.mu.Unlock()
	return p.Write(line) == nil && ctx.Err() == nil
}

// await waits until the condition holds, the timeout passes, or the server can
// say nothing more.
func (r *replayer) await(ctx context.Context, phase string, holds func() bool) {
	timer := time.NewTimer(r.Timeout)
	defer timer.Stop()
	for {
		r.mu.Lock()
		met, changed, closed := holds(), r.changed, r.closed
		r.mu.Unlock()
		if met || closed {
			return
		}
		select {
		case <-changed:
		case <-r.exited:
			return
		case <-ctx.Done():
			return
		case <-timer.C:
			r.mu.Lock()
			r.record(&transcript.Event{Kind: transcript.KindDeadline, Phase: phase, Ms: r.Timeout.Milliseconds()})
			r.mu.Unlock()
			return
		}
	}
}

// all is called with the lock held.
func (r *replayer) all(ids []string) bool {
	for _, id := range ids {
		if !r.answered[id] {
			return false
		}
	}
	return true
}

// end closes stdin and gives the server its time, as the specification says.
func (r *replayer) end(p *launch.Process) {
	_ = p.CloseStdin()
	for _, name := range []string{"SIGTERM", "SIGKILL", ""} {
		timer := time.NewTimer(recordGrace)
		select {
		case <-r.exited:
			timer.Stop()
			name = ""
		case <-timer.C:
		}
		if name == "" {
			break
		}
		r.mu.Lock()
		r.record(&transcript.Event{Kind: transcript.KindDeadline, Phase: "shutdown", Ms: recordGrace.Milliseconds()})
		r.record(&transcript.Event{Kind: transcript.KindSignal, Name: name, Why: "shutdown"})
		r.mu.Unlock()
		_ = p.Signal(name)
	}
	c := p.Reap(context.Background())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.record(&transcript.Event{Kind: transcript.KindReap, ReadersJoined: c.ReadersJoined, GroupEmpty: c.GroupEmpty, OrphansEnded: c.OrphansEnded})
	r.record(&transcript.Event{Kind: transcript.KindEnd})
}

// Bytes implements launch.Sink.
func (r *replayer) Bytes(s transcript.Stream, p []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.record(&transcript.Event{Kind: transcript.Kind(s), Data: p})
	if s == transcript.Stdout {
		r.split.Write(p, func(line []byte, _ int64) { r.line(line) })
	}
}

func (r *replayer) line(line []byte) {
	wire.Scan(line, &r.message)
	id := r.message.ID.Of(line)
	switch r.message.Kind {
	case wire.Request:
		r.asked = append(r.asked, append([]byte(nil), id...))
	case wire.Result, wire.Error:
		r.answered[string(id)] = true
	default:
		return
	}
	close(r.changed)
	r.changed = make(chan struct{})
}

// EOF implements launch.Sink.
func (r *replayer) EOF(s transcript.Stream) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.record(&transcript.Event{Kind: transcript.KindEOF, Stream: s})
	if s == transcript.Stdout {
		r.closed = true
		close(r.changed)
		r.changed = make(chan struct{})
	}
}

// Exit implements launch.Sink.
func (r *replayer) Exit(code *int, signal string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.record(&transcript.Event{Kind: transcript.KindExit, Code: code, Signal: signal})
	close(r.exited)
}

// record is called with the lock held.
func (r *replayer) record(ev *transcript.Event) {
	r.last = max(r.last, time.Since(r.start).Microseconds())
	ev.T, ev.Run = r.last, 1
	r.out.event(ev)
	r.secrets.mark(ev, r.out.event)
}

// withID gives a response another id.
func withID(line, id []byte) []byte {
	var m wire.Message
	body := bytes.TrimSuffix(line, []byte("\n"))
	wire.Scan(body, &m)
	if !m.ID.Present() {
		return line
	}
	out := append([]byte(nil), body[:m.ID.Start]...)
	out = append(out, id...)
	out = append(out, body[m.ID.End:]...)
	return append(out, '\n')
}
