package run

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"stdioscope/engine/transcript"
	"stdioscope/server/launch"
)

// Recording is what a recorder in the real path needs: the server's command, and
// the client's ends of the three pipes.
type Recording struct {
	Argv    []string
	Version string // of the tool; "" = the engine's
	Shield  bool   // let only well-formed messages through to the client

	// What the client writes and reads. In and Out are closed, if they can be,
	// when the server closes its end, so that the client sees that too.
	In       io.Reader
	Out, Err io.Writer
	Signals  <-chan os.Signal // handed on to the server; may be nil
}

// Ending is how a recorded server ended.
type Ending struct {
	Code   int
	Signal string // "SIGTERM", …; "" when it exited by itself
}

// How long a server gets to end by itself when nobody reads its answers any
// more, before each next step.
const recordGrace = 2 * time.Second

// Record runs the server between its client and itself and writes a transcript
// to w as it goes. Every byte passes on as it came, in both directions; an event
// is recorded before its bytes are handed on, so that what a side does because of
// them stands behind them. It returns when the server is gone. A transcript that
// cannot be written any more never disturbs the traffic.
func Record(ctx context.Context, r Recording, w io.Writer) (Ending, error) {
	if len(r.Argv) == 0 {
		return Ending{}, errors.New("record a server: there is no command")
	}
	dir, err := os.Getwd()
	if err != nil {
		return Ending{}, err
	}
	secrets := secretsOf(nil, os.Environ())
	rec := &recorder{
		Recording: r, start: time.Now(), out: newWriter(w), secrets: newFinders(secrets),
		gone: make(chan struct{}), hungUp: make(chan struct{}),
	}
	rec.out.header(&transcript.Header{
		Version: transcript.Version,
		Source:  transcript.Source{Format: "record"},
		Started: rec.start.Format(time.RFC3339Nano),
		Command: maskedArgv(Spec{Argv: r.Argv, Secrets: secrets}),
		Cwd:     dir,
		Tool:    transcript.Tool{Name: "stdioscope", Version: toolVersion(Spec{Version: r.Version})},
	})
	ending, err := rec.run(ctx)
	return ending, errors.Join(err, rec.out.close())
}

// recorder is a Recording under way. It is the launcher's sink.
type recorder struct {
	Recording
	start  time.Time
	out    *writer
	shield shield
	// The client gave the secrets, to us and by us to the server.
	secrets finders
	ending  Ending
	gone    chan struct{} // the server has exited
	hungUp  chan struct{} // the client reads no more
	once    sync.Once
	begun   sync.Mutex // held until the spawn is recorded: nothing stands before it
	last    int64      // newest time given; events of one moment must not go back
	lastMu  sync.Mutex
}

func (r *recorder) run(ctx context.Context) (Ending, error) {
	r.begun.Lock()
	p, err := launch.Start(launch.Spec{Argv: r.Argv, Env: os.Environ(), RunID: newID(r.start), Apart: true}, r)
	if err != nil {
		spawn := transcript.Event{Kind: transcript.KindSpawn, Error: err.Error()}
		var failed *launch.StartError
		if errors.As(err, &failed) {
			spawn.ErrorCode = failed.Code
		}
		r.record(&spawn)
		r.record(&transcript.Event{Kind: transcript.KindEnd, State: "exited"})
		return Ending{Code: 127}, err
	}
	r.record(&transcript.Event{Kind: transcript.KindSpawn, Pid: p.Pid()})
	r.begun.Unlock()
	go r.fromClient(p)
	r.follow(ctx, p)
	cleanup := p.Reap(context.Background())
	r.shield.close(r.Err)
	r.record(&transcript.Event{Kind: transcript.KindReap, ReadersJoined: cleanup.ReadersJoined, GroupEmpty: cleanup.GroupEmpty, OrphansEnded: cleanup.OrphansEnded})
	r.record(&transcript.Event{Kind: transcript.KindEnd, State: "exited"})
	return r.ending, nil
}

// fromClient hands on what the client writes until it closes its end. It may
// outlive the recording, as a read from a terminal cannot be called back; then
// it ends with the program.
func (r *recorder) fromClient(p *launch.Process) {
	buf := make([]byte, 64<<10)
	for {
		n, err := r.In.Read(buf)
		if n > 0 {
			r.record(&transcript.Event{Kind: transcript.KindStdin, Data: buf[:n]})
			if p.WriteThrough(buf[:n]) != nil {
				closeEnd(r.In)
				return
			}
		}
		if err != nil {
			_ = p.CloseStdin()
			return
		}
	}
}

// follow hands on signals until the server has exited, and ends it when nobody
// is there any more to use it.
func (r *recorder) follow(ctx context.Context, p *launch.Process) {
	client := parent()
	watch := time.NewTicker(time.Second)
	defer watch.Stop()
	done, hungUp := ctx.Done(), r.hungUp
	var step <-chan time.Time
	next := []string{"SIGTERM", "SIGKILL"}
	leave := func() {
		if step == nil {
			_ = p.CloseStdin()
			step = time.After(recordGrace)
		}
	}
	for {
		select {
		case <-r.gone:
			return
		case s := <-r.Signals:
			r.signal(p, nameOfSignal(s), "handed on")
			if step == nil {
				step = time.After(5 * recordGrace)
				next = next[1:]
			}
		case <-done:
			done = nil
			leave()
		case <-hungUp:
			hungUp = nil
			leave()
			p.HangUp() // its next write fails, as it would have without us
		case <-watch.C:
			if parent() != client {
				leave()
			}
		case <-step:
			if len(next) == 0 {
				continue
			}
			r.signal(p, next[0], "the client is gone")
			next = next[1:]
			step = time.After(recordGrace)
		}
	}
}

func (r *recorder) signal(p *launch.Process, name, why string) {
	if name == "" {
		return
	}
	r.record(&transcript.Event{Kind: transcript.KindSignal, Name: name, Why: why})
	_ = p.Signal(name) // a server that has gone needs none
}

// Bytes implements launch.Sink. Each stream waits for its own reader alone.
func (r *recorder) Bytes(s transcript.Stream, p []byte) {
	r.afterSpawn()
	r.record(&transcript.Event{Kind: transcript.Kind(s), Data: p})
	var err error
	switch {
	case s == transcript.Stderr:
		_, _ = r.Err.Write(p) // nobody need read a log
		return
	case r.Shield:
		err = r.shield.pass(p, r.Out, r.Err)
	default:
		_, err = r.Out.Write(p)
	}
	if err != nil {
		r.once.Do(func() { close(r.hungUp) })
	}
}

// EOF implements launch.Sink.
func (r *recorder) EOF(s transcript.Stream) {
	r.afterSpawn()
	r.record(&transcript.Event{Kind: transcript.KindEOF, Stream: s})
	if s == transcript.Stdout {
		closeEnd(r.Out)
	}
}

// closeEnd lets the client see that the server's end of a pipe is closed.
func closeEnd(end any) {
	if c, ok := end.(io.Closer); ok {
		_ = c.Close()
	}
}

// Exit implements launch.Sink.
func (r *recorder) Exit(code *int, signal string) {
	r.afterSpawn()
	r.record(&transcript.Event{Kind: transcript.KindExit, Code: code, Signal: signal})
	r.ending.Signal = signal
	if code != nil {
		r.ending.Code = *code
	}
	close(r.gone)
}

func (r *recorder) afterSpawn() {
	r.begun.Lock()
	defer r.begun.Unlock()
}

func (r *recorder) record(ev *transcript.Event) {
	r.lastMu.Lock()
	defer r.lastMu.Unlock()
	r.last = max(r.last, time.Since(r.start).Microseconds())
	ev.T, ev.Run = r.last, 1
	r.out.event(ev)
	r.secrets.mark(ev, r.out.event)
}

// NewRecording makes the file of a recording in the data directory, where a
// running workbench sees it, and tells its path. Closing it lets the workbench
// know that the recorder is done.
func NewRecording(dir string) (*os.File, error) {
	if _, err := ClaimDir(dir); err != nil {
		return nil, err
	}
	return createTranscript(filepath.Join(dir, newID(time.Now())+transcriptSuffix))
}

// Prune drops from the data directory what retention says, as Open does.
func Prune(dir string) error {
	_, err := Open(dir, Settings{})
	return err
}
