package engine

import (
	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// Version is the engine's own version. Two reports are comparable byte for byte
// only when it is the same.
const Version = "1.0.0"

// Analyzer folds one transcript into a report. It is for one goroutine at a
// time.
type Analyzer struct {
	reader  transcript.Reader
	readErr error
	header  transcript.Header
	sight   sight
	begun   bool // a header or event was taken

	now  chunk // the event at hand
	runs []*run
	last *run

	// The run numbers of a file that numbers none are made up, one a spawn.
	shift int

	keptAll   int
	keptCodes []keptCode
	names     names
	idx       *index

	requests     []report.FingerprintOperation // from the header
	static       []report.StaticFinding
	staticCount  int64
	clientErrors []report.ClientError
	facts        facts

	ended       bool // an end event was seen
	interrupted bool
	closed      bool
	lastT       int64
}

// New gives an analyzer that has seen nothing.
func New() *Analyzer { return &Analyzer{} }

// Write takes the next bytes of a transcript file, in chunks of any size. The
// error says that the file cannot be read as a transcript; it stays.
func (a *Analyzer) Write(p []byte) (int, error) {
	if a.reader.OnEvent == nil {
		a.reader.OnHeader = func(h *transcript.Header) error { a.Header(h); return nil }
		a.reader.OnEvent = func(ev *transcript.Event, fileStart, fileEnd int64) error {
			a.event(ev, fileStart, fileEnd)
			return nil
		}
	}
	return a.reader.Write(p)
}

// Header takes the first line of a transcript; it comes before every event.
func (a *Analyzer) Header(h *transcript.Header) {
	a.begun = true
	a.header = *h
	a.sight = sightOf(h)
	o := &a.header.Options
	o.Config = append([]byte(nil), o.Config...)
	o.Requests = append([]byte(nil), o.Requests...)
	a.requests = parseRequests(o.Requests)
}

// Event takes the next event. It keeps nothing of ev after it returns.
func (a *Analyzer) Event(ev *transcript.Event) { a.event(ev, 0, 0) }

// maxRuns bounds the runs of one file; what comes after them is not judged.
const maxRuns = 1000

func (a *Analyzer) event(ev *transcript.Event, fileStart, fileEnd int64) {
	if a.closed {
		return
	}
	a.begun = true
	a.lastT = max(a.lastT, ev.T)
	r := a.runFor(ev)
	if r == nil {
		return
	}
	now := &a.now // one field after the other, which costs a third of a copy
	now.offset, now.t, now.fileStart, now.fileEnd, now.line = 0, ev.T, fileStart, fileEnd, ev.Line
	now.seq++
	r.process.lastT = max(r.process.lastT, ev.T)
	if s := streamOf(transcript.Stream(ev.Kind)); s != noStream {
		if a.idx != nil {
			a.idx.eventRow = noRow
		}
		r.bytes(s, ev.Data)
		return
	}
	if a.idx != nil {
		a.idx.event(r, ev)
	}
	switch ev.Kind {
	case transcript.KindFingerprint:
		a.facts.merge(ev.JSON)
	case transcript.KindFinding:
		a.outside(r, ev)
	case transcript.KindEnd:
		a.ended = true
		r.event(ev)
	default:
		r.event(ev)
	}
}

// runFor finds the run of an event. Each spawn opens one.
func (a *Analyzer) runFor(ev *transcript.Event) *run {
	no := max(ev.Run, 1) + a.shift
	if ev.Kind == transcript.KindSpawn && a.last != nil && no <= a.last.no && a.last.process.spawned {
		a.shift += a.last.no + 1 - no
		no = a.last.no + 1
	}
	if a.last != nil && a.last.no == no {
		return a.last
	}
	for _, r := range a.runs {
		if r.no == no {
			a.last = r
			return r
		}
	}
	if len(a.runs) >= maxRuns {
		return nil
	}
	r := newRun(a, no)
	a.runs = append(a.runs, r)
	a.last = r
	return r
}

// Close says that there is no more input: what is still open is judged.
func (a *Analyzer) Close() {
	if a.closed {
		return
	}
	if a.reader.OnEvent != nil {
		if err := a.reader.Close(); err != nil && a.readErr == nil {
			a.readErr = err
		}
		a.interrupted = a.interrupted || a.reader.Interrupted()
	}
	if len(a.runs) == 0 {
		a.last = newRun(a, 1)
		a.runs = append(a.runs, a.last)
	}
	a.now = chunk{seq: a.now.seq + 1, t: a.lastT}
	if a.idx != nil {
		a.idx.eventRow = noRow
	}
	recorded := a.header.Source.Format == formatLaunch || a.header.Source.Format == formatRecord
	if recorded && !a.ended {
		a.interrupted = true
	}
	for i, r := range a.runs {
		r.finish()
		later := i+1 < len(a.runs)
		r.settleDiscover(later, later && a.runs[i+1].life.opened)
	}
	if a.interrupted && recorded {
		r := a.runs[len(a.runs)-1]
		r.add(r.newFinding("recording-interrupted", "", "", "the recording was cut short; what came after is not known"))
	}
	a.closed = true
}

// Held is how many bytes of unfinished lines are in memory: of the file, and of
// what the recorded pipes carried.
func (a *Analyzer) Held() int {
	n := a.reader.Held()
	for _, r := range a.runs {
		for _, s := range []*stream{&r.in, &r.out, &r.err} {
			rest, _ := s.split.Rest()
			n += len(rest)
		}
	}
	return n
}

// Err is the error that made the file unreadable, also one that only its end
// showed.
func (a *Analyzer) Err() error { return a.readErr }

// Check judges a whole transcript: the report's canonical JSON. The error says
// that the bytes are no transcript.
func Check(transcriptBytes []byte) ([]byte, error) {
	a := New()
	if _, err := a.Write(transcriptBytes); err != nil {
		return nil, err
	}
	a.Close()
	if a.readErr != nil {
		return nil, a.readErr
	}
	return a.Report().JSON(), nil
}

// outside takes in a finding made elsewhere: by the static scan.
func (a *Analyzer) outside(r *run, ev *transcript.Event) {
	if !wire.Valid(ev.JSON) || wire.TypeOf(ev.JSON) != wire.Object {
		return
	}
	var s report.StaticFinding
	code := ""
	wire.Members(ev.JSON, func(key, value []byte) bool {
		switch string(key) {
		case "code":
			code, _ = wire.String(value)
		case "language":
			s.Language, _ = wire.String(value)
		case "file":
			s.File, _ = wire.String(value)
		case "line":
			n, _ := wire.Int(value)
			s.Line = int(n)
		case "column":
			n, _ := wire.Int(value)
			s.Column = int(n)
		case "reason":
			s.Reason, _ = wire.String(value)
		case "message":
			s.Message, _ = wire.String(value)
		}
		return true
	})
	if code != "" && code != "static-stdout-write" {
		if ruleOf(code) != nil {
			r.add(r.newFinding(code, "", "", s.Message))
		}
		return
	}
	a.staticCount++
	if len(a.static) < keptInAll {
		a.static = append(a.static, s)
	}
	f := r.newFinding("static-stdout-write", "", "", s.File+":"+itoa(s.Line)+" "+s.Message)
	if f != nil && a.header.Options.FailOnStatic {
		f.severity = "error"
	}
	r.add(f)
}
