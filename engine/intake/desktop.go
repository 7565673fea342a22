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

func isLevel(b []byte) bool { return contains(desktopLevels, string(b)) }

// desktopRecord reads one record; first says which bracket comes first.
func desktopRecord(line []byte, first string) (micros int64, name, level string, text []byte, ok bool) {
	line = bytes.TrimLeft(line, " ") // of a paste
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
		if !hasTwo || len(bytes.TrimSpace(two)) == 0 || has(two, `"`) { // the oldest form has no name
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
			if has(text, "Message from") || has(text, "Initializing server") || has(text, "transport closed") || has(text, "MCP server") {
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
	gather *gather // an issue list over several lines
	meta   bool    // an inspected block goes on
	failed bool    // an error record stands directly before
	again  bool    // so does a record that the server's own file has as well

	own []string // servers whose own file is in it, too
}

func newDesktopServer(s *sink) parser { return &desktop{s: s, first: "name"} }
func newDesktopMain(s *sink) parser   { return &desktop{s: s, first: "level"} }

func (d *desktop) line(n int, text []byte) {
	if hasPrefix(text, "==> ") {
		d.file(text)
		return
	}
	micros, name, level, rest, ok := desktopRecord(text, d.first)
	if !ok {
		if !d.again {
			d.continued(n, text)
		}
		return
	}
	d.flush()
	d.meta, d.failed = false, false
	if d.again = d.first == "level" && contains(d.own, name); d.again {
		return
	}
	if name == "" && d.first == "level" {
		name = namedInText(rest)
	}
	if name != "" {
		d.server = name
	}
	d.micros = micros
	d.record(n, level, rest)
}

// maxOwn bounds the servers that a reader remembers something of.
const maxOwn = 100

// file takes what tail puts before the lines of each of several files: the file
// that all servers share repeats what stands in their own.
func (d *desktop) file(text []byte) {
	d.flush()
	d.meta, d.failed, d.again, d.first = false, false, false, "level"
	if name, ok := between(text, "mcp-server-", ".log"); ok {
		d.first, d.server = "name", string(name)
		if len(d.own) < maxOwn {
			d.own = append(d.own, d.server)
		}
	}
}

// namedInText is the server that a record of the oldest form speaks of.
func namedInText(text []byte) string {
	for _, mark := range []string{"MCP connection to server ", "to MCP server ", "MCP server "} {
		rest, ok := after(text, mark)
		if !ok {
			continue
		}
		end := bytes.IndexAny(rest, " :!,")
		if dots := bytes.Index(rest, []byte("...")); dots >= 0 && (end < 0 || dots < end) {
			end = dots
		}
		if end < 0 {
			end = len(rest)
		}
		if name := bytes.Trim(rest[:end], `"'.`); len(name) > 0 {
			return string(name)
		}
	}
	return ""
}

func (d *desktop) record(n int, level string, text []byte) {
	switch {
	case hasPrefix(text, "Message from client: "):
		d.message(n, transcript.Stdin, text[len("Message from client: "):])
		return
	case hasPrefix(text, "Message from server: "):
		d.message(n, transcript.Stdout, text[len("Message from server: "):])
		return
	case hasPrefix(text, "Initializing server"), hasPrefix(text, "Attempting to connect to MCP server"):
		d.s.start(d.server, n, d.micros)
	case hasPrefix(text, "Client transport closed"), hasPrefix(text, "Shutting down"):
		d.s.closing(d.server)
	case hasPrefix(text, "Server transport closed unexpectedly"), hasPrefix(text, "Server disconnected"):
		d.s.closed(d.server, n, d.micros, true)
		d.s.unused(d.server, n, d.micros, text)
	case hasPrefix(text, "Server transport closed"):
		d.s.closed(d.server, n, d.micros, false)
	case level == "error" || has(text, "Error in MCP connection") || has(text, "Failed to connect to MCP server"):
		d.failure(n, text)
		return
	}
	d.meta = opensMeta(text)
}

// message takes a frame, whole or cut in the middle by the log.
func (d *desktop) message(n int, stream transcript.Stream, text []byte) {
	value, rest, whole := jsonValue(text)
	if !whole {
		value, rest = cutMeta(value)
	}
	d.s.frame(d.server, stream, n, d.micros, value)
	d.meta = opensMeta(rest)
}

// cutMeta takes the writer's suffix off a text: an inspected object, or in the
// older form a JSON object.
func cutMeta(text []byte) (payload, meta []byte) {
	if at := bytes.LastIndex(text, []byte(" { metadata:")); at >= 0 {
		return text[:at], text[at:]
	}
	if opensMeta(text) {
		at := bytes.LastIndex(text, []byte(" {"))
		return text[:at], text[at:]
	}
	for at, tries := 0, 0; tries < maxSuffixes; at, tries = at+1, tries+1 {
		next := bytes.Index(text[at:], []byte(` {"`))
		if next < 0 {
			break
		}
		at += next
		if value, rest, whole := jsonValue(text[at:]); whole && len(bytes.TrimSpace(rest)) == 0 && wire.Valid(value) {
			return text[:at], text[at:]
		}
	}
	return text, nil
}

// maxSuffixes bounds the places in a text that are tried as the older suffix.
const maxSuffixes = 32

// opensMeta says whether the writer's suffix goes on over the next lines.
func opensMeta(text []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(text, " "), []byte(" {"))
}

func (d *desktop) failure(n int, text []byte) {
	d.failed, d.meta = true, opensMeta(text)
	if list, ok := issueList(text); ok {
		if d.gather = newGather(n, list); d.gather.whole {
			d.flush()
		} else {
			d.meta = false
		}
		return
	}
	body, _ := cutMeta(text)
	d.said(n, body)
}

func (d *desktop) said(n int, body []byte) {
	if value, ok := frameIn(body); ok {
		d.s.frame(d.server, transcript.Stdout, n, d.micros, value)
	}
	if ev, ok := fromError(body); ok {
		d.s.evidence(d.server, n, d.micros, ev)
	}
}

// continued is a line without a time: the rest of a record, or stderr.
func (d *desktop) continued(n int, text []byte) {
	switch {
	case d.gather != nil:
		if d.gather.add(text); d.gather.whole {
			d.meta = opensMeta(bytes.TrimRight(d.gather.rest(), "\n"))
			d.flush()
		}
	case d.meta:
		d.meta = !hasPrefix(text, "}") // the block ends where it began
	case d.failed && hasPrefix(bytes.TrimLeft(text, " \t"), "at "):
	case len(bytes.TrimSpace(text)) > 0 && (d.server != "" || d.first == "name"):
		d.s.stderr(d.server, n, d.micros, text)
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
