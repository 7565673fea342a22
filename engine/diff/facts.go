package diff

import (
	"strconv"

	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// Facts is what a recording holds that can be compared. With several runs it is
// the last one's.
type Facts struct {
	Report    *report.Report
	tools     map[string][]byte // by name, the whole entry
	exchanges []exchange
	frames    []Frame
}

// Frame is one message or line, as the alignment shows it.
type Frame struct {
	Address string `json:"address"` // "stdout:12"
	Kind    string `json:"kind"`
	What    string `json:"what"` // method, or the first characters
}

// exchange is a request of the client with its answer.
type exchange struct {
	key     string // method and params: the same question
	method  string
	asked   int64 // microseconds
	latency int64 // -1: no answer
	answer  []byte
	failed  bool
}

// maxFrames bounds what is laid side by side.
const maxFrames = 20_000

// Read takes the facts of a recording; r is the engine's report on it.
func Read(src []byte, r *report.Report) (*Facts, error) {
	f := reader{facts: &Facts{Report: r}}
	f.reset()
	in := transcript.Reader{OnEvent: f.event}
	if _, err := in.Write(src); err != nil {
		return nil, err
	}
	if err := in.Close(); err != nil {
		return nil, err
	}
	return f.facts, nil
}

type reader struct {
	facts   *Facts
	run     int
	stdin   side
	stdout  side
	message wire.Message
	open    map[string]int // by id: the exchange
	lists   map[string]bool
	now     int64
}

type side struct {
	stream transcript.Stream
	split  wire.Splitter
	n      int
}

func (f *reader) reset() {
	f.facts.tools = map[string][]byte{}
	f.facts.exchanges, f.facts.frames = nil, nil
	f.open, f.lists = map[string]int{}, map[string]bool{}
	f.stdin, f.stdout = side{stream: transcript.Stdin}, side{stream: transcript.Stdout}
}

func (f *reader) event(ev *transcript.Event, _, _ int64) error {
	if run := max(ev.Run, 1); run != f.run {
		f.run = run
		f.reset()
	}
	f.now = ev.T
	switch ev.Kind {
	case transcript.KindStdin:
		f.stdin.split.Write(ev.Data, func(line []byte, _ int64) { f.line(&f.stdin, line) })
	case transcript.KindStdout:
		f.stdout.split.Write(ev.Data, func(line []byte, _ int64) { f.line(&f.stdout, line) })
	}
	return nil
}

func (f *reader) line(s *side, line []byte) {
	s.n++
	wire.Scan(line, &f.message)
	m := &f.message
	method, _ := wire.String(m.Method.Of(line))
	what := method
	switch m.Kind {
	case wire.Result, wire.Error:
		if i, ok := f.open[string(m.ID.Of(line))]; ok && s.stream == transcript.Stdout {
			what = f.facts.exchanges[i].method
			f.answered(i, m, line)
		}
	case wire.None, wire.Value:
		what = string(line[:min(len(line), 80)])
	}
	if m.Kind == wire.Request && s.stream == transcript.Stdin {
		f.asked(method, m, line)
	}
	if len(f.facts.frames) < maxFrames {
		f.facts.frames = append(f.facts.frames, Frame{string(s.stream) + ":" + strconv.Itoa(s.n), m.Kind.String(), what})
	}
}

func (f *reader) asked(method string, m *wire.Message, line []byte) {
	params := m.Params.Of(line)
	if method == "initialize" || method == "server/discover" {
		params = nil // who asks is not what is asked
	}
	f.open[string(m.ID.Of(line))] = len(f.facts.exchanges)
	f.facts.exchanges = append(f.facts.exchanges, exchange{key: method + " " + withoutMeta(params), method: method, asked: f.now, latency: -1})
}

// withoutMeta leaves the metadata of a request out of what it asks.
func withoutMeta(params []byte) string {
	out := ""
	wire.Members(params, func(k, v []byte) bool {
		if string(k) != "_meta" {
			out += string(k) + "=" + string(v) + ";"
		}
		return true
	})
	return out
}

func (f *reader) answered(i int, m *wire.Message, line []byte) {
	x := &f.facts.exchanges[i]
	x.latency = f.now - x.asked
	x.failed = m.Kind == wire.Error
	body := m.Result.Of(line)
	if x.failed {
		body = m.Error.Of(line)
	}
	x.answer = append([]byte(nil), body...)
	delete(f.open, string(m.ID.Of(line)))
	if x.method != "tools/list" || x.failed {
		return
	}
	list, _ := wire.Get(x.answer, "tools")
	wire.Elements(list, func(tool []byte) bool {
		if raw, ok := wire.Get(tool, "name"); ok {
			if name, ok := wire.String(raw); ok {
				f.facts.tools[name] = tool
			}
		}
		return true
	})
}

func itoa(n int) string { return strconv.Itoa(n) }
