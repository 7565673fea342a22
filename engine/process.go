package engine

import (
	"strconv"

	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
)

// The phases of a run.
const (
	phaseStartup     = "startup"
	phaseDiscover    = "discover"
	phaseInitialize  = "initialize"
	phaseOperation   = "operation"
	phaseAdversarial = "adversarial"
	phaseAfter       = "post-initialize"
	phaseShutdown    = "shutdown"
)

// formatLaunch and formatRecord are the sources that record every event
// themselves.
const (
	formatLaunch = "launch"
	formatRecord = "record"
)

// formatRaw is stdout alone, byte for byte: its lines are the frames.
const formatRaw = "raw"

// process is the observed life of the child.
type process struct {
	seen       bool // a spawn event or any byte
	spawned    bool
	spawnT     int64
	pid        int
	spawnError *report.SpawnError
	lastT      int64

	phase    string // where the run stands, as the contract names it
	named    string // the recorder's own name for it
	terminal string // the phase in which it ended or timed out

	timedOutNow  bool // a deadline is being judged
	deadlineMs   int64
	timedOut     bool
	timeoutCode  string
	timeoutPhase string
	timeoutMs    int64

	stdinEOF    bool
	stdinEOFt   int64
	stdinEOFseq int64
	exited      bool
	exitT       int64
	exitCode    *int
	exitSignal  string
	terminated  bool // SIGTERM was sent
	killed      bool // SIGKILL was sent
	lastSignal  string
	signalWhy   string
	limit       string // the code of the limit that stopped the run
	stderrCut   bool
	slow        bool
	done        bool
	state       string // of the end event

	cleanup      *report.Cleanup
	discoverExit bool
	pending      *finding
	boundNoted   bool
}

func (r *run) alive() { r.process.seen = true }

func (r *run) onSpawn(ev *transcript.Event) {
	p := &r.process
	p.seen, p.spawned, p.spawnT = true, true, ev.T
	p.pid = ev.Pid
	if ev.Error == "" && ev.ErrorCode == "" {
		return
	}
	p.spawnError = &report.SpawnError{Code: ev.ErrorCode, Message: ev.Error}
	f := r.newFinding("spawn-failed", "spawn-failed-before-startup", "", ev.Error)
	if f != nil {
		code := ev.ErrorCode
		f.spawnCode = &code
		f.phase = phaseStartup
		f.hint = spawnHint(ev.ErrorCode)
	}
	r.add(f)
}

// spawnHint says what to look at when a command cannot be started; "" for what
// holds of any command.
func spawnHint(code string) string {
	switch code {
	case "EACCES", "EPERM":
		return "The file is not executable for this user: chmod +x it, or start it through its interpreter."
	case "ENOEXEC":
		return "The file is no program for this machine: a script needs a #! line, a binary the right architecture."
	case "ENOTDIR":
		return "A part of the path is no directory: check the working directory and the path."
	}
	return ""
}

// enter follows the session's own phases, as far as the contract has a name for
// them.
func (p *process) enter(name string) {
	p.named = name
	switch name {
	case phaseStartup, phaseInitialize, phaseOperation, phaseAdversarial, phaseAfter:
		p.phase = name
	case phaseDiscover:
		p.phase = phaseInitialize
	}
}

// requestSent derives the phase where the recorder names none.
func (p *process) requestSent(x *exchange) {
	switch {
	case x.verb.opens():
		p.phase = phaseInitialize
	case x.purpose == purposeAdversarial:
		p.phase = phaseAdversarial
	default:
		p.phase = phaseOperation
	}
}

// name is the phase as the recorder names it, else as it can be told.
func (p *process) name() string {
	if p.named != "" {
		return p.named
	}
	return p.phase
}

func (p *process) answered(x *exchange) {
	if p.phase == phaseInitialize || p.phase == phaseOperation {
		p.phase = phaseAfter
	}
}

// timeout notes the first thing that was waited for in vain.
func (p *process) timeout(code string, ms int64, phase string) {
	if p.timedOut {
		return
	}
	p.timedOut, p.timeoutCode, p.timeoutMs = true, code, ms
	p.timeoutPhase = phase
	if phase == "" {
		p.timeoutPhase = p.phase
	}
	p.terminal = p.phase
}

// ended notes in which phase the process ended.
func (p *process) ended(r *run) {
	if p.terminal == "" {
		p.terminal = p.phase
	}
}

//go:noinline
func (p *process) exitKind() string {
	switch {
	case p.exitSignal != "":
		return "signal"
	case p.exitCode != nil && *p.exitCode != 0:
		return "nonzero"
	}
	return "clean"
}

func (p *process) exitText() string {
	switch {
	case p.exitSignal != "":
		return "signal " + p.exitSignal
	case p.exitCode != nil:
		return "code " + strconv.Itoa(*p.exitCode)
	}
	return "how is not known"
}

// abnormal reports whether the exit was by a signal or with a code other than 0.
//
//go:noinline
func (p *process) abnormal() bool { return p.exitKind() != "clean" }

// stopped reports whether we ended the process.
//
//go:noinline
func (p *process) stopped() bool { return p.terminated || p.killed || p.limit != "" }

func (r *run) onSignal(ev *transcript.Event) {
	p := &r.process
	if p.exited {
		return // to what the server left behind
	}
	p.lastSignal = ev.Name
	if ev.Why != "" {
		p.signalWhy = ev.Why
	}
	switch ev.Name {
	case "SIGTERM":
		if !p.terminated && p.stdinEOF {
			f := r.newFinding("shutdown-sigterm-needed", "", r.sessionRev(),
				"the server did not exit "+since(ev.T-p.stdinEOFt)+" after stdin was closed; SIGTERM was sent")
			r.add(f)
		}
		p.terminated = true
	case "SIGKILL":
		if !p.killed && p.stdinEOF && p.terminated {
			r.add(r.newFinding("shutdown-sigkill-needed", "", r.sessionRev(),
				"the server exited neither when stdin was closed nor on SIGTERM; it was killed "+since(ev.T-p.stdinEOFt)+" after stdin's end"))
		}
		p.killed = true
	}
}

func since(us int64) string { return strconv.FormatInt(max(us, 0)/1000, 10) + " ms" }

func (r *run) onReap(ev *transcript.Event) {
	p := &r.process
	p.cleanup = &report.Cleanup{Reaped: true, ReadersJoined: ev.ReadersJoined, GroupEmpty: ev.GroupEmpty, OrphansEnded: ev.OrphansEnded}
	if ev.OrphansEnded > 0 {
		n := strconv.Itoa(ev.OrphansEnded)
		r.add(r.newFinding("orphan-left", "", r.sessionRev(), "the server left "+n+" child process(es) behind, which had to be ended"))
	}
}

// The names of limits in a limit event.
const (
	limitStdout = "stdout"
	limitLine   = "stdout-line"
	limitStderr = "stderr"
)

func (r *run) onLimit(ev *transcript.Event) {
	p := &r.process
	code := ""
	switch ev.Name {
	case limitStdout:
		code = "stdout-output-limit-exceeded"
		r.out.stopped = true
	case limitLine:
		code = "stdout-line-too-large"
		r.out.stopped = true
	case limitStderr:
		code = "stderr-output-limit-exceeded"
		p.stderrCut = true
	default:
		return // of the recording, such as a full disk
	}
	if p.limit == "" {
		p.limit = code
	}
	message := "more than the limit of " + strconv.FormatInt(ev.Bytes, 10) + " bytes on "
	switch code {
	case "stdout-line-too-large":
		message = "a line on stdout is longer than the limit of " + strconv.FormatInt(ev.Bytes, 10) + " bytes"
	case "stderr-output-limit-exceeded":
		message += "stderr"
	default:
		message += "stdout"
	}
	f := r.newFinding(code, "", r.sessionRev(), message)
	if f != nil && code == "stdout-line-too-large" {
		if rest, offset := r.out.split.Rest(); len(rest) > 0 {
			fr := &r.frame
			*fr = frame{st: &r.out, no: r.out.frames + 1, line: rest, text: rest, offset: offset, row: noRow, partial: true}
			f.onBytes(fr, 0, len(rest))
			f.at.seq = r.a.now.seq
		}
	}
	r.add(f)
}

// outcome is the process's outcome as the contract names it.
func (p *process) outcome() string {
	switch {
	case p.spawnError != nil:
		return "spawn-failed"
	case p.timedOut:
		return "timeout"
	case p.terminated || p.killed:
		return "guard-terminated"
	case p.exited:
		return "exited"
	case p.seen:
		return "running"
	}
	return "starting"
}
