package redact

import (
	"bytes"
	"slices"

	"stdioscope/engine/order"
	"stdioscope/engine/transcript"
)

// Options says what is masked beyond what is found.
type Options struct {
	Literals []string            // texts to mask wherever they stand
	Names    []string            // of users and machines, to mask without regard to case
	Spans    []StreamSpan        // places to mask
	Hide     []transcript.Stream // pipes of which only the length and the lines are kept
	Payloads bool                // mask arguments, contents and structured results
	Paths    []Path              // values inside of messages to mask
}

// StreamSpan is a place in a pipe.
type StreamSpan struct {
	Run    int               `json:"run"` // 1-based
	Stream transcript.Stream `json:"stream"`
	Offset int64             `json:"offset"`
	Length int64             `json:"length"`
	Kind   Kind              `json:"kind"`
}

// listed bounds Summary.Spans.
const listed = 1000

// Summary is what was masked.
type Summary struct {
	Count int          `json:"count"` // places
	Bytes int64        `json:"bytes"`
	Kinds []KindCount  `json:"kinds"` // in the order of the kinds
	Spans []StreamSpan `json:"spans"` // the first 1000 in the pipes
}

// KindCount is how many places of a kind were masked.
type KindCount struct {
	Kind  Kind `json:"kind"`
	Count int  `json:"count"`
}

// Transcript gives a masked copy of a recording. The pipes are looked at as the
// streams they are, so that a secret over several chunks is found. An error
// means that src is no transcript.
func Transcript(src []byte, o Options) ([]byte, Summary, error) {
	m := maskedCopy{opts: o, pipes: map[pipe]*stream{}}
	first := transcript.Reader{OnHeader: m.meet, OnEvent: m.collect}
	if err := readAll(&first, src); err != nil {
		return nil, Summary{}, err
	}
	m.mask()
	second := transcript.Reader{OnHeader: m.header, OnEvent: m.rewrite}
	if err := readAll(&second, src); err != nil {
		return nil, Summary{}, err
	}
	return m.out, m.summary, nil
}

func readAll(r *transcript.Reader, src []byte) error {
	if _, err := r.Write(src); err != nil {
		return err
	}
	return r.Close()
}

type pipe struct {
	run    int
	stream transcript.Stream
}

// stream is all that crossed one pipe, and how far it was written out again.
type stream struct {
	data  []byte
	spans []Span
	at    int
}

type maskedCopy struct {
	opts    Options
	others  *others
	pipes   map[pipe]*stream
	order   []pipe
	masker  Masker
	out     []byte
	summary Summary
}

func (m *maskedCopy) pipe(run int, s transcript.Stream) *stream {
	key := pipe{max(run, 1), s}
	p := m.pipes[key]
	if p == nil {
		p = &stream{}
		m.pipes[key] = p
		m.order = append(m.order, key)
	}
	return p
}

// meet takes the names of home directories from the header: the rest may write
// them otherwise.
func (m *maskedCopy) meet(h *transcript.Header) error {
	var people []string
	for _, text := range append([]string{h.Cwd}, h.Command...) {
		for _, s := range Find([]byte(text)) {
			if s.Kind == Home {
				people = append(people, text[s.Start:s.End])
			}
		}
	}
	m.others = newOthers(m.opts, people)
	return nil
}

func (m *maskedCopy) collect(ev *transcript.Event, _, _ int64) error {
	switch ev.Kind {
	case transcript.KindStdin, transcript.KindStdout, transcript.KindStderr:
		p := m.pipe(ev.Run, transcript.Stream(ev.Kind))
		p.data = append(p.data, ev.Data...)
	case transcript.KindSecret:
		p := m.pipe(ev.Run, ev.Stream)
		p.spans = append(p.spans, Span{int(ev.Offset), int(ev.Offset + ev.Length), Known})
	}
	return nil
}

// mask finds what is to be masked in every pipe and overwrites it.
func (m *maskedCopy) mask() {
	for _, given := range m.opts.Spans {
		p := m.pipe(given.Run, given.Stream)
		p.spans = append(p.spans, Span{int(given.Offset), int(given.Offset + given.Length), Known})
	}
	for _, key := range m.order {
		p := m.pipes[key]
		p.spans = append(p.spans, m.spansOf(key.stream, p.data)...)
		for _, s := range merged(p.spans, p.data) {
			m.masker.Mask(p.data[s.Start:s.End])
			m.note(s.Kind, int64(s.End-s.Start))
			if len(m.summary.Spans) < listed {
				m.summary.Spans = append(m.summary.Spans, StreamSpan{key.run, key.stream, int64(s.Start), int64(s.End - s.Start), s.Kind})
			}
		}
	}
}

// spansOf finds what to mask in what a pipe carried.
func (m *maskedCopy) spansOf(s transcript.Stream, data []byte) []Span {
	if slices.Contains(m.opts.Hide, s) {
		return wholeLines(data)
	}
	spans := find(data, m.others)
	if m.opts.Payloads {
		spans = append(spans, payloads(data)...)
	}
	return append(spans, below(data, m.opts.Paths)...)
}

func (m *maskedCopy) note(kind Kind, length int64) {
	m.summary.Count++
	m.summary.Bytes += length
	for i := range m.summary.Kinds {
		if m.summary.Kinds[i].Kind == kind {
			m.summary.Kinds[i].Count++
			return
		}
	}
	m.summary.Kinds = append(m.summary.Kinds, KindCount{kind, 1})
}

func (m *maskedCopy) header(h *transcript.Header) error {
	masked := *h
	masked.Command = m.argv(h.Command)
	masked.Cwd = m.text(h.Cwd)
	masked.Options.ScanPath = m.text(h.Options.ScanPath)
	masked.Options.ExpectStderr = m.text(h.Options.ExpectStderr)
	masked.Options.Config = m.json(h.Options.Config)
	masked.Options.Requests = m.json(h.Options.Requests)
	m.out = transcript.AppendHeader(m.out, &masked)
	return nil
}

func (m *maskedCopy) rewrite(ev *transcript.Event, _, _ int64) error {
	masked := *ev
	switch ev.Kind {
	case transcript.KindStdin, transcript.KindStdout, transcript.KindStderr:
		p := m.pipe(ev.Run, transcript.Stream(ev.Kind))
		masked.Data = p.data[p.at : p.at+len(ev.Data)]
		p.at += len(ev.Data)
	case transcript.KindEvidence, transcript.KindOpaque:
		masked.Data = m.apply(m.spansOf(ev.Stream, ev.Data), ev.Data)
		masked.Why = m.text(ev.Why)
		masked.ID, masked.Method = m.json(ev.ID), m.text(ev.Method)
	case transcript.KindPlan:
		masked.ID, masked.Method, masked.Label = m.json(ev.ID), m.text(ev.Method), m.text(ev.Label)
	case transcript.KindPhase, transcript.KindLimit, transcript.KindSignal:
		masked.Name, masked.Why = m.text(ev.Name), m.text(ev.Why)
	case transcript.KindFingerprint, transcript.KindFinding:
		masked.JSON = m.json(ev.JSON)
	case transcript.KindSpawn:
		masked.Error = m.text(ev.Error)
	}
	m.out = transcript.AppendEvent(m.out, &masked)
	return nil
}

// text masks a text that stands outside the pipes, with the same masks.
func (m *maskedCopy) text(s string) string { return string(m.json([]byte(s))) }

// json masks any bytes; JSON stays JSON, as masks keep quotes and escapes.
func (m *maskedCopy) json(b []byte) []byte {
	if len(b) == 0 {
		return b
	}
	return m.apply(find(b, m.others), b)
}

func (m *maskedCopy) apply(spans []Span, b []byte) []byte {
	out := slices.Clone(b)
	for _, s := range merged(spans, out) {
		m.masker.Mask(out[s.Start:s.End])
		m.note(s.Kind, int64(s.End-s.Start))
	}
	return out
}

// argv masks a command line argument by argument, as [Argv] does.
func (m *maskedCopy) argv(argv []string) []string {
	if argv == nil {
		return nil
	}
	out := make([]string, len(argv))
	for i, argument := range argv {
		out[i] = string(m.apply(findArgument(argv, i, m.others), []byte(argument)))
	}
	return out
}

// merged sorts spans, joins those that overlap and cuts them to the text. None
// begins within an escape of JSON, which would be none any more: of a\nb@c.de the
// address is b@c.de at most. A folder of Windows may begin like an escape.
func merged(spans []Span, text []byte) []Span {
	out := spans[:0:0]
	for _, n := range order.Stable(len(spans), func(i, j int) bool { return spans[i].Start < spans[j].Start }) {
		s := spans[n]
		s.Start, s.End = max(s.Start, 0), min(s.End, len(text))
		if n := len(out); n > 0 && s.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		if s.Start < len(text) && s.Kind != Home {
			s.Start += insideEscape(text, s.Start)
		}
		if s.End > s.Start {
			out = append(out, s)
		}
	}
	return out
}

// wholeLines covers everything but the line ends.
func wholeLines(data []byte) []Span {
	var spans []Span
	at := 0
	for line := range bytes.Lines(data) {
		end := at + len(bytes.TrimRight(line, "\r\n"))
		spans = append(spans, Span{at, end, Known})
		at += len(line)
	}
	return spans
}
