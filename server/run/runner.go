package run

import (
	"context"
	"errors"
	"sync"
	"time"

	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
	"stdioscope/server/launch"
)

// runner lives through all runs of one transcript, one child after the other.
// Whatever happens (bytes, an exit, a timer, a person's request) takes the lock,
// is recorded with the time of that moment, and is fed to the session; what the
// session wants is done before the lock is given back. So the order of the
// transcript is the order in which the session saw things.
type runner struct {
	spec  Spec
	id    string
	start time.Time
	out   *writer

	mu       sync.Mutex
	run      int // number of the current run
	machine  *session.Machine
	process  *launch.Process
	meter    meter
	secrets  finders
	timer    *time.Timer
	armed    int // which arming of the timer is the valid one
	closing  bool
	relaunch bool
	over     chan struct{} // closed when the session is done
	byHand   bool          // a person answers what the server asks
	stopped  bool          // no further run is started
	alive    bool          // the last process could not be ended
	// interrupted: the run was stopped before the server could answer its opening,
	// which says nothing about the server.
	interrupted bool
	ended       chan struct{} // closed when the last run is over
	asides      sync.WaitGroup
}

func newRunner(id string, spec Spec, out *writer) *runner {
	return &runner{id: id, spec: spec, out: out, start: time.Now(), byHand: spec.Session.ByHand, ended: make(chan struct{})}
}

// do records the whole transcript: every run, one after the other, then the end.
// A done ctx takes the running server down in order and starts no other one.
func (r *runner) do(ctx context.Context, version string) error {
	header := r.header(version)
	r.out.header(header)
	if r.spec.Begin != nil {
		r.spec.Begin(header)
	}
	r.record(&transcript.Event{Kind: transcript.KindFingerprint, JSON: fingerprintOf(r.spec)})
	for _, finding := range r.spec.Findings {
		r.record(&transcript.Event{Kind: transcript.KindFinding, JSON: finding})
	}
	unstop := context.AfterFunc(ctx, r.stop)
	defer unstop()
	skipProbe := false
	for _, cfg := range r.spec.legs() {
		cfg.SkipProbe = cfg.SkipProbe || skipProbe
		if r.one(cfg) {
			// It does not survive the probe; that is known now.
			skipProbe = true
			cfg.SkipProbe = true
			r.one(cfg)
		}
		if r.isStopped() {
			break
		}
	}
	close(r.ended)
	r.asides.Wait()
	r.end()
	return r.out.close()
}

// legs is one session for each run that was asked for.
func (s Spec) legs() []session.Config {
	eras := []session.Config{s.Session}
	if s.Options.Eras == "both" {
		modern, legacy := s.Session, s.Session
		modern.Protocol, legacy.Protocol = session.ModernRevision, session.LegacyRevision
		eras = []session.Config{modern, legacy}
	}
	var legs []session.Config
	for range max(1, s.Options.Repeat) {
		legs = append(legs, eras...)
	}
	return legs
}

// one lives through one child. It tells whether the run is to be done again
// without the probe.
func (r *runner) one(cfg session.Config) (again bool) {
	if !r.launch(cfg) {
		return false
	}
	<-r.over
	r.mu.Lock()
	process := r.process
	r.mu.Unlock()
	if process == nil {
		return false
	}
	// Whatever the server left behind may still write until it is ended, so the
	// lock is not held.
	found := process.Reap(context.Background())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.happen(&transcript.Event{
		Kind: transcript.KindReap, ReadersJoined: found.ReadersJoined,
		GroupEmpty: found.GroupEmpty, OrphansEnded: found.OrphansEnded,
	})
	r.alive = !found.Reaped
	r.process = nil
	return r.relaunch && !r.stopped
}

// launch starts the child and the session. It is false when the runs were
// stopped in between.
func (r *runner) launch(cfg session.Config) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped {
		return false
	}
	r.run++
	cfg.ByHand = r.byHand
	r.machine = session.New(cfg)
	r.meter = newMeter(r.spec.Options)
	r.secrets = newFinders(r.spec.Secrets)
	r.over = make(chan struct{})
	r.relaunch = false
	r.closing = false
	r.process = nil
	spawn := &transcript.Event{Kind: transcript.KindSpawn}
	process, err := launch.Start(launch.Spec{Argv: r.spec.Argv, Dir: r.spec.Dir, Env: r.spec.Env, RunID: r.id}, &sink{r: r, run: r.run})
	var failure *launch.StartError
	switch {
	case err == nil:
		r.process = process
		spawn.Pid = process.Pid()
	case errors.As(err, &failure):
		spawn.ErrorCode, spawn.Error = failure.Code, failure.Message
		if failure.Hint != "" {
			spawn.Error += "; " + failure.Hint
		}
	default:
		spawn.Error = err.Error()
	}
	r.happen(spawn)
	if process != nil && r.run == 1 {
		r.askRuntimes()
	}
	return true
}

// stop ends the running session and starts no other.
func (r *runner) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped {
		return
	}
	r.stopped = true
	if r.machine != nil {
		r.interrupted = r.machine.Handshaking()
		r.carryOut(r.machine.Stop())
	}
}

// kill goes to the last rung of the ladder at once.
func (r *runner) kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped = true
	if r.machine != nil {
		r.carryOut(r.machine.Kill())
	}
}

func (r *runner) isStopped() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stopped
}

// answerByHand says who answers what the server asks from now on.
func (r *runner) answerByHand(on bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.ended:
		return ErrNotRunning
	default:
	}
	r.byHand = on
	if r.machine != nil {
		r.carryOut(r.machine.AnswerByHand(on))
	}
	return nil
}

// send writes a person's bytes to an open interactive session, or to one that
// waits for an answer.
func (r *runner) send(data []byte, plan *transcript.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.machine == nil || r.process == nil || r.closing || r.stopped:
		return ErrNotRunning
	case !r.spec.Session.Interactive && !r.byHand:
		return ErrNotInteractive
	case !r.machine.Takes():
		return ErrNotYet
	}
	if plan != nil {
		p := *plan
		p.Kind = transcript.KindPlan
		r.put(&p)
	}
	if err := r.write(data); err != nil {
		return err
	}
	r.carryOut(r.machine.Said(data))
	return nil
}

func (r *runner) end() {
	state := "exited"
	if r.alive {
		state = "running"
	}
	r.record(&transcript.Event{Kind: transcript.KindEnd, State: state, Interrupted: r.interrupted})
}

// record takes the lock for events that no session needs to see.
func (r *runner) record(ev *transcript.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.put(ev)
}

func (r *runner) put(ev *transcript.Event) {
	ev.T = time.Since(r.start).Microseconds()
	ev.Run = max(1, r.run)
	r.out.event(ev)
	if r.spec.Watch != nil {
		r.spec.Watch(ev)
	}
}

// happen records an event and does what the session wants because of it.
func (r *runner) happen(ev *transcript.Event) {
	r.put(ev)
	r.carryOut(r.machine.Next(ev))
}

func (r *runner) carryOut(actions []session.Action) {
	stdinGone := false
	for i := range actions {
		a := &actions[i]
		switch a.Kind {
		case session.Record:
			ev := a.Event
			r.put(&ev)
		case session.Send:
			stdinGone = stdinGone || r.write(a.Data) != nil
		case session.Arm:
			r.arm(a.Name, a.After, a.Quiet)
		case session.Disarm:
			r.disarm()
		case session.CloseStdin:
			r.closing = true
			_ = r.process.CloseStdin()
		case session.Signal:
			r.put(&transcript.Event{Kind: transcript.KindSignal, Name: a.Name, Why: a.Why})
			_ = r.process.Signal(a.Name)
		case session.Relaunch:
			r.relaunch = true
		case session.Done:
			close(r.over)
		}
	}
	if stdinGone && !r.closing {
		// The server has closed its end: the session must stop asking.
		r.closing = true
		r.happen(&transcript.Event{Kind: transcript.KindEOF, Stream: transcript.Stdin})
	}
}

// write queues bytes for stdin. They are recorded first: what the server does
// because of them must come later in the transcript.
func (r *runner) write(data []byte) error {
	r.bytes(transcript.Stdin, data)
	return r.process.Write(data)
}

// arm starts the one timer. A timer that was armed before and fires late finds
// that its number is no longer the valid one.
func (r *runner) arm(name string, after time.Duration, quiet bool) {
	r.disarm()
	number, run := r.armed, r.run
	r.timer = time.AfterFunc(after, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if number != r.armed || run != r.run {
			return
		}
		ev := &transcript.Event{Kind: transcript.KindDeadline, Phase: name, Ms: after.Milliseconds()}
		if quiet {
			r.carryOut(r.machine.Next(ev))
			return
		}
		r.happen(ev)
	})
}

func (r *runner) disarm() {
	r.armed++
	if r.timer != nil {
		r.timer.Stop()
	}
}
