package session

import (
	"time"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// state is where the session stands. It only ever moves down this list, but for
// working and observing, which take turns.
type state uint8

const (
	unborn       state = iota
	discovering        // server/discover is out
	initializing       // initialize is out
	working            // one planned request is out
	observing          // a message that wants no answer is out; listening for a while
	open               // interactive: all planned work is done
	settling           // listening for late output
	draining           // stdout is closed; the exit should follow
	closing            // stdin is closed
	terminating        // SIGTERM was sent
	killing            // SIGKILL was sent
	gone               // the process has ended, or nothing can end it
)

// The names of phases and deadlines.
const (
	phaseStartup     = "startup"
	phaseDiscover    = "discover"
	phaseInitialize  = "initialize"
	phaseOperation   = "operation"
	phaseAdversarial = "adversarial"
	phaseAfter       = "post-initialize"
	phaseShutdown    = "shutdown"
	phaseTerminate   = "terminate"
	phaseKill        = "kill"
)

// Machine is one run's session. It is for one goroutine at a time.
type Machine struct {
	cfg      Config
	state    state
	phase    string
	modern   bool   // the era that is spoken
	revision string // the revision that requests carry or initialize asks for

	queue   []step
	pending *exchange
	nextID  int64
	split   wire.Splitter

	hand byHand

	stdinOver bool // closed by us or by the server: nothing can be sent
	lines     int  // of stdout so far
	windows   int  // how often the settle window was begun again
	answered  bool // something answered initialize or discover in a way we went on with
	why       string

	out []Action
	msg wire.Message
}

// exchange is the one request that is out.
type exchange struct {
	id   []byte // as written
	step step
}

// New gives a machine that waits for its spawn event.
func New(cfg Config) *Machine {
	return &Machine{cfg: cfg.withDefaults(), nextID: 1}
}

// Next folds one event in and returns what is to be done about it; the slice is
// valid until the next call. Feed events that the runner recorded (stdin, eof,
// signal, limit, exit) and fired timers alike; unknown kinds are ignored.
func (m *Machine) Next(ev *transcript.Event) []Action {
	m.out = m.out[:0]
	if m.state == gone {
		return nil
	}
	switch ev.Kind {
	case transcript.KindSpawn:
		m.onSpawn(ev)
	case transcript.KindStdout:
		m.listenOn()
		m.split.Write(ev.Data, m.onLine)
	case transcript.KindStderr:
		m.listenOn()
	case transcript.KindEOF:
		m.onEOF(ev.Stream)
	case transcript.KindDeadline:
		m.onDeadline(ev.Phase)
	case transcript.KindLimit:
		m.onLimit(ev.Name)
	case transcript.KindExit:
		// Everything that the process itself wrote was fed before this.
		if m.diedOfProbe() {
			m.act(Action{Kind: Relaunch})
		}
		m.state = gone
		m.forget()
		m.disarm()
		m.act(Action{Kind: Done})
	}
	return m.out
}

// Stop ends the session from outside: it cancels what is out, closes stdin and
// goes down the shutdown ladder. Stopping twice is stopping once.
func (m *Machine) Stop() []Action {
	m.out = m.out[:0]
	if m.state >= closing || m.state == unborn {
		return nil
	}
	m.cancelPending("the check was stopped")
	m.shutDown("stopped")
	return m.out
}

// Kill goes straight to the last rung of the ladder.
func (m *Machine) Kill() []Action {
	m.out = m.out[:0]
	if m.state >= killing || m.state == unborn {
		return nil
	}
	m.why = "stopped"
	m.kill()
	return m.out
}

// Handshaking tells whether the server has yet to answer its first request.
func (m *Machine) Handshaking() bool { return !m.answered && m.state < working }

// TakeID gives an id that the session has not used and will not use.
func (m *Machine) TakeID() int64 {
	id := m.nextID
	m.nextID++
	return id
}

func (m *Machine) act(actions ...Action) { m.out = append(m.out, actions...) }

func (m *Machine) enter(name string) {
	if m.phase != name {
		m.phase = name
		m.act(phase(name))
	}
}

func (m *Machine) onSpawn(ev *transcript.Event) {
	if ev.Error != "" || ev.ErrorCode != "" {
		m.state = gone
		m.act(Action{Kind: Done})
		return
	}
	m.enter(phaseStartup)
	switch {
	case isModern(m.cfg.Protocol):
		m.discover(m.cfg.Protocol, m.cfg.StartTimeout)
	case m.cfg.Protocol == Auto && !m.cfg.SkipProbe:
		m.discover(ModernRevision, min(maxProbeWait, m.cfg.StartTimeout))
	case m.cfg.Protocol == Auto:
		m.initialize(LegacyRevision)
	default:
		m.initialize(m.cfg.Protocol)
	}
}

// isModern says whether a revision is spoken without a handshake. Names that no
// published revision bears are asked for in initialize: the handshake is the
// place where versions are negotiated.
func isModern(revision string) bool { return revision == ModernRevision || revision == "draft" }

func (m *Machine) discover(revision string, wait time.Duration) {
	if revision == "draft" {
		revision = ModernRevision // the draft adds nothing yet and has no name on the wire
	}
	m.state, m.modern, m.revision = discovering, true, revision
	m.enter(phaseDiscover)
	m.request(step{method: "server/discover", purpose: "handshake"})
	m.arm(deadline(phaseDiscover, wait))
}

func (m *Machine) initialize(revision string) {
	m.state, m.modern, m.revision = initializing, false, revision
	m.enter(phaseInitialize)
	m.request(step{method: "initialize", purpose: "handshake", params: m.initializeParams()})
	m.arm(deadline(phaseInitialize, m.cfg.StartTimeout))
}

// diedOfProbe: the process ended by itself before initialize was answered, and
// wrote nothing but, perhaps, that it refuses the probe.
func (m *Machine) diedOfProbe() bool {
	rest, _ := m.split.Rest()
	return m.cfg.Protocol == Auto && !m.cfg.SkipProbe && !m.answered && m.why == "" && m.lines <= 1 && len(rest) == 0
}

// next sends the next planned step, or ends the session when there is none.
func (m *Machine) next() {
	m.pending = nil
	if m.stdinOver {
		m.finish()
		return
	}
	if len(m.queue) == 0 {
		m.finish()
		return
	}
	s := m.queue[0]
	m.queue = m.queue[1:]
	if s.purpose == "adversarial" {
		m.enter(phaseAdversarial)
	} else {
		m.enter(phaseOperation)
	}
	if s.silent {
		m.state = observing
		m.sendSilent(s)
		m.arm(pause("observe", silence))
		return
	}
	m.state = working
	m.request(s)
	m.arm(deadline(m.phase, m.cfg.Timeout))
}

// finish is reached when all planned work is done or cannot be done.
func (m *Machine) finish() {
	m.disarm()
	m.pending = nil
	if m.cfg.Interactive && !m.stdinOver {
		m.state = open
		m.enter(phaseAfter)
		return
	}
	if m.cfg.Settle < 0 {
		m.shutDown("guard-finished")
		return
	}
	m.state = settling
	m.enter(phaseAfter)
	m.arm(pause("settle", m.cfg.Settle))
}

// listenOn begins the settle window again when something comes in it: a server
// that is just saying why it crashes gets to crash before stdin is closed, and the
// exit is then known for one of its own. One that never stops talking is not
// listened to for ever.
func (m *Machine) listenOn() {
	if m.state == settling && m.windows < maxWindows {
		m.windows++
		m.arm(pause("settle", m.cfg.Settle))
	}
}

func (m *Machine) onDeadline(name string) {
	m.hand.clock = Action{}
	switch m.state {
	case discovering:
		m.pending = nil
		if m.cfg.Protocol == Auto {
			// "No answer" is a legacy server's right. Its answer may still come
			// and is then known by its id.
			m.initialize(LegacyRevision)
			return
		}
		m.giveUp("timeout")
	case initializing:
		m.giveUp("timeout")
	case working:
		m.cancelPending("no response in time")
		m.next()
	case observing:
		m.next()
	case settling:
		m.shutDown("guard-finished")
	case draining:
		m.shutDown("stdout-closed")
	case closing:
		m.terminate()
	case terminating:
		m.kill()
	case killing:
		// Nothing more can be done: the kernel has not let go of it.
		m.state = gone
		m.act(Action{Kind: Done})
	}
}

// giveUp ends a session whose opening failed: there is nobody to talk to. A
// person in an interactive session may still try.
func (m *Machine) giveUp(why string) {
	if m.cfg.Interactive && !m.stdinOver {
		m.finish()
		return
	}
	m.shutDown(why)
}

func (m *Machine) onEOF(stream transcript.Stream) {
	switch stream {
	case transcript.Stdin:
		m.stdinOver = true // by us, or by a server that will not listen any more
		m.unheard()
	case transcript.Stdout:
		// No answer can come any more. The exit usually follows at once, and closing
		// stdin before it would make a crash look like an answer to our close.
		if m.state < draining {
			m.state, m.pending = draining, nil
			m.forget()
			m.arm(pause("drain", exitFollows))
		}
	}
}

func (m *Machine) onLimit(name string) {
	if name == LimitDisk || m.state >= closing {
		return
	}
	m.shutDown("limit")
}

// LimitDisk names the limit that ends a recording but not its run.
const LimitDisk = "disk"
