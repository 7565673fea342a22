package diff

import (
	"stdioscope/engine"
	"stdioscope/engine/digest"
	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// Facts is what a recording holds that can be compared. With several runs it is
// the last one's, but for the frames.
type Facts struct {
	Report    *report.Report
	tools     map[string][]byte // by name, the whole entry
	exchanges []exchange
	frames    []frame
	says      []string     // what frames say, each once
	texts     map[int]text // of the frames that are no message
	analyzer  *engine.Analyzer
}

// frame is one line of a pipe, small: there may be millions.
type frame struct {
	row, no, says uint32
	run           uint16
	stream        uint8
	kind          uint8
}

// text is the beginning of a line.
type text struct {
	head   []byte
	offset int64
	cut    bool
}

// exchange is a request of the client with its answer.
type exchange struct {
	key     string // method and params: the same question
	method  string
	asked   string // the params, shortened
	sent    int64  // microseconds
	latency int64  // -1: no answer
	answer  []byte // nil when it was too much to keep
	failed  bool
}

// maxAnswers bounds the bytes of answers that are kept to be compared.
const maxAnswers = 64 << 20

// Read takes the facts of a recording.
func Read(src []byte) (*Facts, error) {
	r := NewReader()
	if _, err := r.Write(src); err != nil {
		return nil, err
	}
	return r.Close()
}

// Reader takes the facts of a recording that comes in pieces.
type Reader struct {
	facts *Facts
	run   int
	open  map[string]int // by id: the exchange
	known map[string]uint32
	kept  int
}

// NewReader gives a reader that has seen nothing.
func NewReader() *Reader {
	r := &Reader{facts: &Facts{analyzer: engine.New(), texts: map[int]text{}}, known: map[string]uint32{}}
	r.facts.analyzer.EnableIndex()
	r.facts.analyzer.OnFrame(r.frame)
	r.reset()
	return r
}

// Write takes the next bytes of a transcript.
func (r *Reader) Write(p []byte) (int, error) {
	a := r.facts.analyzer
	n, err := a.Write(p)
	a.TakeRows() // a row's number is all that is needed of it
	a.TakePatches()
	a.TakeStrings()
	return n, err
}

// Close gives the facts once all bytes are there.
func (r *Reader) Close() (*Facts, error) {
	r.facts.analyzer.Close()
	r.facts.Report = r.facts.analyzer.Report()
	return r.facts, r.facts.analyzer.Err()
}

func (r *Reader) reset() {
	r.facts.tools, r.facts.exchanges = map[string][]byte{}, nil
	r.open, r.kept = map[string]int{}, 0
}

var (
	streams = []transcript.Stream{transcript.Stdin, transcript.Stdout, transcript.Stderr}
	kinds   = []string{"request", "notification", "result", "error", "batch", "text", "stderr", "partial"}
)

func indexOf[T comparable](all []T, one T) uint8 {
	for i, each := range all {
		if each == one {
			return uint8(i)
		}
	}
	return 0
}

func (r *Reader) frame(f *engine.Frame) {
	if f.Run != r.run {
		r.run = f.Run
		r.reset()
	}
	said := f.Method
	if said == "" {
		head := f.Line[:min(len(f.Line), headBytes)]
		said = plain(head)
		r.facts.texts[len(r.facts.frames)] = text{append([]byte(nil), head...), f.Offset, len(head) < len(f.Line)}
	}
	stream, kind := indexOf(streams, f.Stream), indexOf(kinds, f.Kind)
	r.facts.frames = append(r.facts.frames, frame{
		row: uint32(f.Row), no: uint32(f.No), says: r.says(string([]byte{'0' + stream, '0' + kind}) + said), run: uint16(f.Run), stream: stream, kind: kind,
	})
	switch {
	case f.Stream == transcript.Stdin && f.Kind == "request":
		r.asked(f)
	case f.Stream == transcript.Stdout && (f.Kind == "result" || f.Kind == "error"):
		if i, ok := r.open[string(f.Message.ID.Of(f.Line))]; ok {
			r.answered(i, f)
		}
	}
}

// headBytes is how much of a line tells what it says.
const headBytes = 96

// plain is a text without its numbers: times, ids and sizes differ in every run.
func plain(text []byte) string {
	out := make([]byte, 0, len(text))
	for i, c := range text {
		switch {
		case c < '0' || c > '9':
			out = append(out, c)
		case i == 0 || text[i-1] < '0' || text[i-1] > '9':
			out = append(out, '#')
		}
	}
	return string(out)
}

// says numbers what a frame says, the same for equal ones.
func (r *Reader) says(said string) uint32 {
	n, ok := r.known[said]
	if !ok {
		n = uint32(len(r.facts.says))
		r.known[said] = n
		r.facts.says = append(r.facts.says, said)
	}
	return n
}

func (r *Reader) asked(f *engine.Frame) {
	params := f.Message.Params.Of(f.Line)
	if f.Method == "initialize" || f.Method == "server/discover" {
		params = nil // who asks is not what is asked
	}
	asked := withoutMeta(params)
	key := f.Method + " " + asked
	if len(key) > maxKey {
		key = digest.Sum([]byte(key))
	}
	r.open[string(f.Message.ID.Of(f.Line))] = len(r.facts.exchanges)
	r.facts.exchanges = append(r.facts.exchanges, exchange{key: key, method: f.Method, asked: asked[:min(len(asked), maxAsked)], sent: f.T, latency: -1})
}

const (
	maxKey   = 1024 // a longer question is known by its digest
	maxAsked = 160
)

// withoutMeta leaves the metadata of a request out of what it asks.
func withoutMeta(params []byte) string {
	var out []byte
	wire.Members(params, func(k, v []byte) bool {
		if string(k) != "_meta" {
			out = append(append(append(append(out, k...), '='), v...), ';')
		}
		return true
	})
	return string(out)
}

func (r *Reader) answered(i int, f *engine.Frame) {
	x := &r.facts.exchanges[i]
	x.latency = f.T - x.sent
	x.failed = f.Kind == "error"
	body := f.Message.Result.Of(f.Line)
	if x.failed {
		body = f.Message.Error.Of(f.Line)
	}
	delete(r.open, string(f.Message.ID.Of(f.Line)))
	if r.kept += len(body); r.kept > maxAnswers {
		return
	}
	x.answer = append([]byte{}, body...)
	if x.method != "tools/list" || x.failed {
		return
	}
	list, _ := wire.Get(x.answer, "tools")
	wire.Elements(list, func(tool []byte) bool {
		if raw, ok := wire.Get(tool, "name"); ok {
			if name, ok := wire.String(raw); ok {
				r.facts.tools[name] = tool
			}
		}
		return true
	})
}
