package filter

import "stdioscope/engine/wire"

// Field is what a term with a colon compares.
type Field struct {
	Name    string
	Help    string
	Example string
	Words   []string // that it takes; nil for any
	values  values
}

// values are what stands behind a field's colon.
type values uint8

const (
	words values = iota
	patterns
	numbers
	sizes
	durations
)

// Lanes are the pipes by their number in a row; the last is none.
var lanes = [...]string{"stdin", "stdout", "stderr", "event"}

var severities = [...]string{"none", "note", "warning", "error"}

// kinds are the kinds of rows by their number; 0 is none.
var kinds = [...]string{
	"", "request", "notification", "result", "error", "batch", "text", "stderr", "spawn", "eof", "phase", "deadline",
	"limit", "signal", "exit", "reap", "end", "evidence", "opaque", "partial", "other",
}

const (
	kindRequest      = 1
	kindNotification = 2
	kindResult       = 3
	kindError        = 4
	kindBatch        = 5
)

// kindWords are the kinds as people ask for them; one word may stand for several.
var kindWords = []struct {
	word  string
	kinds []string
}{
	{"request", []string{"request"}},
	{"notification", []string{"notification"}},
	{"response", []string{"result", "error"}},
	{"result", []string{"result"}},
	{"error", []string{"error"}},
	{"batch", []string{"batch"}},
	{"message", []string{"request", "notification", "result", "error", "batch"}},
	{"text", []string{"text", "partial"}},
	{"stderr", []string{"stderr"}},
	{"partial", []string{"partial"}},
	{"opaque", []string{"opaque"}},
	{"event", []string{"spawn", "eof", "phase", "deadline", "limit", "signal", "exit", "reap", "end", "evidence", "other"}},
	{"spawn", []string{"spawn"}},
	{"eof", []string{"eof"}},
	{"phase", []string{"phase"}},
	{"deadline", []string{"deadline"}},
	{"limit", []string{"limit"}},
	{"signal", []string{"signal"}},
	{"exit", []string{"exit"}},
}

func kindNames() []string {
	names := make([]string, len(kindWords))
	for i, k := range kindWords {
		names[i] = k.word
	}
	return names
}

var fields = []Field{
	{"stream", "the pipe: stdin, stdout, stderr, or event for what happened to the process", "stream:stdout", lanes[:], words},
	{"kind", "what the frame is; response is result or error, text is no message at all", "kind:request,response", kindNames(), words},
	{"method", "the method, of a response too; a star stands for any rest", "method:tools/*", nil, patterns},
	{"tool", "the tool that tools/call names", "tool:search", nil, patterns},
	{"id", `the request id as written: 7, or "7" for a string`, "id:7", nil, patterns},
	{"layer", "the layer at which the frame failed", "layer:2", nil, numbers},
	{"reached", "the highest layer that the frame reached", "reached:<4", nil, numbers},
	{"severity", "the worst finding on the frame", "severity:error,warning", []string{"error", "warning", "note", "none"}, words},
	{"code", "the code of a finding on the frame", "code:stdout-non-json", nil, patterns},
	{"status", "of a request and its answer: ok, error, or open while unanswered", "status:error", []string{"ok", "error", "open"}, words},
	{"is", "the first violation, any finding, after the first violation, or paired with another frame", "is:first", []string{"first", "finding", "after", "paired"}, words},
	{"size", "bytes of the frame", "size:>64k", nil, sizes},
	{"dur", "time from request to response", "dur:>500ms", nil, durations},
	{"t", "time since start", "t:1s..2.5s", nil, durations},
	{"no", "the number of the frame in its stream", "no:12", nil, numbers},
	{"run", "the run, when a recording holds several", "run:2", nil, numbers},
}

// Fields lists the fields, in the order that help shows them.
func Fields() []Field { return fields }

func fieldNamed(name string) *Field {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	return nil
}

// toolOf is the tool that a tools/call request names.
func toolOf(m *wire.Message, line []byte) string {
	raw, ok := wire.Get(m.Params.Of(line), "name")
	if !ok {
		return ""
	}
	name, _ := wire.String(raw)
	return name
}
