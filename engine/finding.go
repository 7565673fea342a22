package engine

import (
	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

// The parties a finding can be held against.
const (
	byServer = "server"
	byClient = "client"
	byTool   = "tool"
)

// silence is the event that a missing byte or answer was judged on.
type silence uint8

const (
	noSilence silence = iota
	atDeadline
	atEOF
	atExit
	atEnd
)

func (s silence) detail() string {
	return [...]string{"", "at-deadline", "at-eof", "at-exit", "at-end"}[s]
}

// place orders findings within a run: the event that holds the first offending
// byte, then the byte in it, then the order of discovery.
type place struct {
	seq    int64
	offset int64
	order  int64
}

//go:noinline
func (p place) before(q place) bool {
	if p.seq != q.seq {
		return p.seq < q.seq
	}
	if p.offset != q.offset {
		return p.offset < q.offset
	}
	return p.order < q.order
}

// finding is one thing wrong. Its bytes stay raw until the report is made, since
// a secret in them may become known later.
type finding struct {
	rule     *rule.Rule
	severity rule.Severity
	detail   string
	message  string
	party    string
	run      int
	rev      string
	section  string

	at    place
	t     int64
	phase string
	line  int

	stream           streamID // noStream: it has no bytes
	frame, lastFrame int
	offset           int64
	column, length   int
	excerpt          []byte // from the frame, around the column
	excerptAt        int64  // offset of excerpt[0] in the stream
	begin            []byte // the beginning of a frame that a pasted log shows
	cutLeft, cutEnd  bool
	hex              []byte // from the offending byte on
	sha              string
	frameEnd         int64 // offset of the byte after the frame

	id, method, path string
	culprit          *report.Culprit
	hint             string
	open             bool
	silence          silence

	spawnCode *string
	exitCode  *int
	signal    string
	timeoutMs int64

	row     int32      // of the index
	flags   uint8      // of that row, as far as the finding set them
	counted *codeCount // nil until it was added
	kept    bool
}

// rules indexes the catalogue once; the catalogue is never written to.
//
//go:noinline
func ruleOf(code string) *rule.Rule {
	for i := range rule.Catalogue {
		if rule.Catalogue[i].Code == code {
			return &rule.Catalogue[i]
		}
	}
	return nil
}

// findings keeps what was found: the first of each code, the first of all, and
// exact counts of the rest.
type findings struct {
	kept   []*finding
	counts []*codeCount
	order  int64
	// The earliest that counts against the server; kept here too when the bounds
	// let no more in.
	firstError, firstWarning *finding
}

type codeCount struct {
	code     string
	severity rule.Severity
	party    string
	check    rule.Check
	class    rule.Class
	layer    rule.Layer
	n        int64
	kept     int
}

// The bounds of what is kept of a file.
const (
	keptPerCode = 100
	keptInAll   = 1000
)

//go:noinline
func (fs *findings) count(f *finding) *codeCount {
	for _, c := range fs.counts {
		if c.code == f.rule.Code && c.severity == f.severity && c.party == f.party {
			return c
		}
	}
	c := &codeCount{code: f.rule.Code, severity: f.severity, party: f.party, check: f.rule.Check, class: f.rule.Class, layer: f.rule.Layer}
	fs.counts = append(fs.counts, c)
	return c
}

// add takes a finding in; a nil one, of a rule that does not apply, is dropped.
func (r *run) add(f *finding) {
	if f == nil {
		return
	}
	fs := &r.found
	fs.order++
	f.at.order = fs.order
	f.counted = fs.count(f)
	f.counted.n++
	if r.a.mayKeep(f.rule.Code) {
		f.kept = true
		f.counted.kept++
		fs.kept = append(fs.kept, f)
	}
	fs.rank(f)
	if r.a.idx != nil {
		r.a.idx.found(r, f)
	}
}

// rank remembers the finding when it is the earliest of its severity. Static
// findings have no place and are never first.
//
//go:noinline
func (fs *findings) rank(f *finding) {
	if f.party != byServer || f.rule.Check == rule.CheckStaticScan {
		return
	}
	first := &fs.firstWarning
	switch f.severity {
	case rule.Error:
		first = &fs.firstError
	case rule.Note:
		return
	}
	if *first == nil || f.at.before((*first).at) {
		*first = f
	}
}

// mayKeep asks for room in the bounds that hold over all runs of the file.
//
//go:noinline
func (a *Analyzer) mayKeep(code string) bool {
	if a.keptAll >= keptInAll {
		return false
	}
	for i := range a.keptCodes {
		if a.keptCodes[i].code == code {
			if a.keptCodes[i].n >= keptPerCode {
				return false
			}
			a.keptCodes[i].n++
			a.keptAll++
			return true
		}
	}
	a.keptCodes = append(a.keptCodes, keptCode{code, 1})
	a.keptAll++
	return true
}

type keptCode struct {
	code string
	n    int
}

// recode refines what a finding is while its own lines arrive. Its place stays.
// Both codes must have the same severity.
func (r *run) recode(f *finding, code, detail string) {
	to := ruleOf(code)
	if to == nil {
		return
	}
	f.detail = detail
	if to == f.rule {
		return
	}
	f.rule = to
	f.section = to.Spec
	if f.counted == nil {
		return
	}
	f.counted.n--
	if f.kept {
		f.counted.kept--
	}
	f.counted = r.found.count(f)
	f.counted.n++
	if f.kept {
		f.counted.kept++
	}
	if r.a.idx != nil {
		r.a.idx.recoded(f)
	}
}

// newFinding makes a finding without bytes, at the current event. It is nil when
// the rule does not apply under the revision.
func (r *run) newFinding(code, detail, rev, message string) *finding {
	ru := ruleOf(code)
	if ru == nil {
		return nil
	}
	severity := ru.SeverityAt(rev)
	if severity == "" {
		return nil
	}
	c := r.a.now
	return &finding{
		rule: ru, severity: severity, detail: detail, message: message, party: byServer,
		run: r.no, rev: rev, section: ru.Spec,
		at: place{seq: c.seq}, t: c.t, phase: r.process.name(), line: c.line,
		stream: noStream, row: r.a.eventRow(),
	}
}

// eventRow is the index row of the event at hand.
func (a *Analyzer) eventRow() int32 {
	if a.idx == nil {
		return noRow
	}
	return a.idx.eventRow
}

// against holds a finding against somebody else than the server: it is then a
// note, whatever the rule says.
//
//go:noinline
func (f *finding) against(party string) *finding {
	if f != nil && party != byServer {
		f.party, f.severity = party, rule.Note
	}
	return f
}

// newAt makes a finding about bytes of a frame; column counts within the message
// that is judged.
func (r *run) newAt(fr *frame, code, detail, rev string, column, length int, message string) *finding {
	f := r.newFinding(code, detail, rev, message)
	if f == nil {
		return nil
	}
	column = min(max(column+fr.base, 0), len(fr.line))
	f.onBytes(fr, column, length)
	r.inLog(f, fr)
	return f
}

// inLog keeps what a pasted log still shows of a frame: its line, and how it
// begins. The lines of raw stdout are the frames.
func (r *run) inLog(f *finding, fr *frame) {
	if r.a.header.Source.Format == formatRaw && fr.st.id == stdoutStream {
		f.line = fr.no
	}
	if f.line > 0 {
		f.begin = append([]byte(nil), fr.line[:min(len(fr.line), 4*excerptRunes)]...)
	}
}

func (f *finding) onBytes(fr *frame, column, length int) {
	offset := fr.offset + int64(column)
	c := fr.st.chunkAt(offset)
	f.at.seq, f.at.offset = c.seq, offset
	f.t, f.line = c.t, c.line
	f.stream, f.frame = fr.st.id, fr.no
	f.offset, f.column, f.length = offset, column, length
	f.row = fr.row
	f.capture(fr)
}
