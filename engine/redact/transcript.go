package redact

import (
	"bytes"
	"slices"

	"stdioscope/engine/transcript"
)

// Options says what is masked beyond what is found.
type Options struct {
	Literals []string            // texts to mask wherever they stand: user and host names, what a person selected
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
	first := transcript.Reader{OnEvent: m.collect}
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
		if slices.Contains(m.opts.Hide, key.stream) {
			p.spans = append(p.spans, wholeLines(p.data)...)
		} else {
			p.spans = append(p.spans, Find(p.data)...)
			p.spans = append(p.spans, literals(p.data, m.opts.Literals)...)
			if m.opts.Payloads {
				p.spans = append(p.spans, payloads(p.data)...)
			}
			p.spans = append(p.spans, below(p.data, m.opts.Paths)...)
		}
		for _, s := range merged(p.spans, len(p.data)) {
			m.masker.Mask(p.data[s.Start:s.End])
			m.note(s.Kind, int64(s.End-s.Start))
			if len(m.summary.Spans) < listed {
				m.summary.Spans = append(m.summary.Spans, StreamSpan{key.run, key.stream, int64(s.Start), int64(s.End - s.Start), s.Kind})
			}
		}
	}
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
		masked.Data = []byte(m.text(string(ev.Data)))
		masked.Why = m.text(ev.Why)
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
	out := slices.Clone(b)
	for _, s := range merged(append(Find(out), literals(out, m.opts.Literals)...), len(out)) {
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
	hide := false
	for i, a := range argv {
		if hide {
			b := []byte(a)
			m.masker.Mask(b)
			m.note(Named, int64(len(b)))
			out[i] = string(b)
		} else {
			out[i] = m.text(a)
		}
		hide = i > 0 && secretFlag(a)
	}
	return out
}

// merged sorts spans, joins those that overlap and cuts them to the text.
func merged(spans []Span, length int) []Span {
	slices.SortStableFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	out := spans[:0:0]
	for _, s := range spans {
		s.Start, s.End = max(s.Start, 0), min(s.End, length)
		if s.End <= s.Start {
			continue
		}
		if n := len(out); n > 0 && s.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// literals finds given texts, as they are and as JSON writes them.
func literals(data []byte, texts []string) []Span {
	var spans []Span
	for _, t := range texts {
		for _, form := range forms(t) {
			for at := 0; ; {
				i := bytes.Index(data[at:], form)
				if i < 0 {
					break
				}
				spans = append(spans, Span{at + i, at + i + len(form), Person})
				at += i + len(form)
			}
		}
	}
	return spans
}

// forms are the ways in which a text may stand in a pipe; very short ones would
// hit everything and are left alone.
func forms(t string) [][]byte {
	if len(t) < 3 {
		return nil
	}
	plain := []byte(t)
	quoted := bytes.ReplaceAll(bytes.ReplaceAll(plain, []byte(`\`), []byte(`\\`)), []byte(`"`), []byte(`\"`))
	if bytes.Equal(plain, quoted) {
		return [][]byte{plain}
	}
	return [][]byte{quoted, plain}
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
