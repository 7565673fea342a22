package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// Claude Desktop writes "TIME [name] [level] text" into a server's own file and
// "TIME [level] [name] text" into the file that all share. A line without a time
// is the server's stderr.

var desktopLevels = []string{"info", "error", "warn", "debug"}

func isLevel(b []byte) bool {
	for _, l := range desktopLevels {
		if string(b) == l {
			return true
		}
	}
	return false
}

// desktopRecord reads one record; first says which bracket comes first.
func desktopRecord(line []byte, first string) (micros int64, name, level string, text []byte, ok bool) {
	micros, rest, ok := timestamp(line)
	if !ok || len(line) < 20 || line[10] != 'T' || !hasPrefix(rest, " [") {
		return 0, "", "", nil, false
	}
	one, rest, ok := bracketed(rest[1:])
	if !ok {
		return 0, "", "", nil, false
	}
	two, text, hasTwo := bracketed(rest)
	switch {
	case first == "level" && isLevel(one):
		if !hasTwo { // the oldest form has no name
			return micros, "", string(one), rest, true
		}
		return micros, string(two), string(one), text, true
	case first == "name" && hasTwo && isLevel(two) && !isLevel(one):
		return micros, string(one), string(two), text, true
	}
	return 0, "", "", nil, false
}

func scoreDesktop(first string) func([]byte) int {
	return func(line []byte) int {
		if _, _, _, text, ok := desktopRecord(line, first); ok {
			if has(text, "Message from") || has(text, "Initializing server") || has(text, "transport closed") {
				return 4
			}
			return 3
		}
		return 0
	}
}

type desktop struct {
	s      *sink
	first  string
	server string // of the last record: stderr follows it
	micros int64
	gather *gather // a message or an issue list over several lines
	meta   int     // open braces of an inspected metadata block
	failed bool    // an error record stands directly before
}

func newDesktopServer(s *sink) parser { return &desktop{s: s, first: "name"} }
func newDesktopMain(s *sink) parser   { return &desktop{s: s, first: "level"} }

func (d *desktop) line(n int, text []byte) {
	micros, name, level, rest, ok := desktopRecord(text, d.first)
	if !ok {
		d.continued(n, text)
		return
	}
	d.flush()
	d.meta, d.failed = 0, false
	d.server, d.micros = name, micros
	d.record(n, level, rest)
}

func (d *desktop) record(n int, level string, text []byte) {
	switch {
	case hasPrefix(text, "Message from client: "):
		d.message(n, transcript.Stdin, text[len("Message from client: "):])
	case hasPrefix(text, "Message from server: "):
		d.message(n, transcript.Stdout, text[len("Message from server: "):])
	case hasPrefix(text, "Initializing server"), hasPrefix(text, "Attempting to connect to MCP server"):
		d.s.start(d.server, n)
		d.metaBlock(text)
	case hasPrefix(text, "Server transport closed"), hasPrefix(text, "Server disconnected"):
		d.s.closed(d.server, n, d.micros)
		d.metaBlock(text)
	case level == "error" || hasPrefix(text, "Error in MCP connection"):
		d.failure(n, text)
	default:
		d.metaBlock(text)
	}
}

// message takes a frame that may go on over the next lines.
func (d *desktop) message(n int, stream transcript.Stream, text []byte) {
	value, rest, whole := jsonValue(text)
	if whole {
		d.s.frame(d.server, stream, n, d.micros, value)
		d.metaBlock(rest)
		return
	}
	value, _ = cutMeta(value)
	d.s.frame(d.server, stream, n, d.micros, value) // cut by the log: opaque
}

// cutMeta takes the writer's suffix off a payload that ends in the middle.
func cutMeta(text []byte) (payload, meta []byte) {
	if at := bytes.LastIndex(text, []byte(" { metadata:")); at >= 0 {
		return text[:at], text[at:]
	}
	return text, nil
}

func (d *desktop) failure(n int, text []byte) {
	body := text
	if at := bytes.Index(text, []byte(` {"`)); at >= 0 { // the older suffix repeats the error with a stack
		body = text[:at]
	} else {
		body, _ = cutMeta(text)
	}
	d.failed = true
	if hasPrefix(bytes.TrimSpace(body), "[") && !has(body, "is not valid JSON") {
		d.gather = newGather(n, body)
		if d.gather.whole {
			d.flush()
		}
		return
	}
	if ev, ok := fromError(body); ok {
		d.s.evidence(d.server, n, d.micros, ev)
	}
	d.metaBlock(text)
}

// metaBlock notices that the writer's suffix goes on over the next lines.
func (d *desktop) metaBlock(text []byte) {
	if _, meta := cutMeta(text); meta != nil || bytes.HasSuffix(bytes.TrimRight(text, " "), []byte(" {")) {
		if meta == nil {
			meta = []byte("{")
		}
		d.meta = bytes.Count(meta, []byte("{")) - bytes.Count(meta, []byte("}"))
	}
}

// continued is a line without a time: the rest of a record, or stderr.
func (d *desktop) continued(n int, text []byte) {
	switch {
	case d.gather != nil:
		d.gather.add(text)
		if d.gather.whole {
			d.flush()
		}
	case d.meta > 0:
		d.meta += bytes.Count(text, []byte("{")) - bytes.Count(text, []byte("}"))
	case d.failed && hasPrefix(bytes.TrimLeft(text, " \t"), "at "):
	case len(bytes.TrimSpace(text)) > 0 && d.server != "":
		d.s.stderr(d.server, n, d.micros, text)
	case len(bytes.TrimSpace(text)) > 0 && d.first == "name":
		d.s.stderr("", n, d.micros, text)
	}
}

// flush judges a gathered issue list.
func (d *desktop) flush() {
	if d.gather == nil {
		return
	}
	if ev, ok := fromSchemaIssues(d.gather.value()); ok {
		d.s.evidence(d.server, d.gather.n, d.micros, ev)
	}
	d.gather = nil
}

func (d *desktop) close() { d.flush() }

// maxGather bounds a value that a log spreads over lines.
const maxGather = 16 << 20

// gather collects a JSON value over several lines.
type gather struct {
	n     int
	text  []byte
	whole bool
}

func newGather(n int, text []byte) *gather {
	g := &gather{n: n}
	g.add(text)
	return g
}

func (g *gather) add(text []byte) {
	if len(g.text)+len(text) > maxGather {
		g.whole = true // it will not be JSON, and is given up
		return
	}
	g.text = append(append(g.text, text...), '\n')
	_, _, g.whole = jsonValue(g.text)
}

// value is what was collected; nil when it is no JSON.
func (g *gather) value() []byte {
	value, _, whole := jsonValue(g.text)
	if !whole || !wire.Valid(oneLine(value)) {
		return nil
	}
	return oneLine(value)
}
