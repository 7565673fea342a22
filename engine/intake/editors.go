package intake

import (
	"bytes"
	"strconv"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// VS Code, Cursor and Windsurf write "YYYY-MM-DD HH:MM:SS.mmm [level] text".

func editorRecord(line []byte) (micros int64, level string, text []byte, ok bool) {
	micros, rest, ok := timestamp(line)
	if !ok || line[10] != ' ' || !hasPrefix(rest, " [") {
		return 0, "", nil, false
	}
	l, text, ok := bracketed(rest[1:])
	return micros, string(l), text, ok
}

func scoreVSCode(line []byte) int {
	_, _, text, ok := editorRecord(line)
	if !ok {
		return 0
	}
	for _, mark := range []string{"[editor -> server] ", "[server -> editor] ", "Failed to parse message: ", "[server stderr] ", "Connection state: ",
		"Starting server ", "Waiting for server to respond", "Server exited before responding", "Server command line: "} {
		if hasPrefix(text, mark) {
			return 5
		}
	}
	return 1
}

type vscode struct {
	s      *sink
	micros int64
}

func newVSCode(s *sink) parser { return &vscode{s: s} }

func (v *vscode) line(n int, line []byte) {
	micros, _, text, ok := editorRecord(line)
	if !ok {
		return
	}
	v.micros = micros
	switch {
	case hasPrefix(text, "[editor -> server] "):
		v.frame(n, transcript.Stdin, text[len("[editor -> server] "):])
	case hasPrefix(text, "[server -> editor] "):
		v.frame(n, transcript.Stdout, text[len("[server -> editor] "):])
	case hasPrefix(text, "Failed to parse message: "):
		v.bad(n, text[len("Failed to parse message: "):])
	case hasPrefix(text, "[server stderr] "):
		v.s.stderr("", n, micros, text[len("[server stderr] "):])
	case hasPrefix(text, "Starting server ") && !has(text, "Starting server from"):
		v.s.start("", n)
	case hasPrefix(text, "Process exited with code "):
		code, digits := number(text[len("Process exited with code "):])
		if digits > 0 {
			c := int(code)
			v.s.exited("", n, micros, &c, "")
		}
	default:
		if ev, ok := fromClient(text); ok {
			ev.stream = transcript.Stdout
			v.s.evidence("", n, micros, ev)
		}
	}
}

func (v *vscode) frame(n int, stream transcript.Stream, text []byte) {
	v.s.frame("", stream, n, v.micros, text)
}

// bad is a line that the editor could not parse, kept whole as a JSON string,
// newline and all.
func (v *vscode) bad(n int, text []byte) {
	if wire.TypeOf(text) != wire.Str || !wire.Valid(text) {
		v.s.evidence("", n, v.micros, bad("text", string(firstBytes(text, 160))))
		return
	}
	s, _ := wire.String(text)
	v.s.stdout("", n, v.micros, bytes.TrimSuffix([]byte(s), []byte("\n")))
}

func (v *vscode) close() {}

// Windsurf puts the log line of its Go process behind the editor's prefix.

func scoreWindsurf(line []byte) int {
	_, _, text, ok := editorRecord(line)
	if ok && isGlog(text) {
		return 5
	}
	if hasPrefix(line, "Error: failed to initialize server: <truncated") {
		return 5
	}
	return 0
}

// isGlog says whether text begins like "E0120 13:46:20.643517 40117 file.go:317] ".
func isGlog(text []byte) bool {
	if len(text) < 22 || text[0] != 'I' && text[0] != 'W' && text[0] != 'E' && text[0] != 'F' {
		return false
	}
	_, digits := number(text[1:])
	return digits == 4 && text[5] == ' ' && has(text, "] ")
}

type windsurf struct{ s *sink }

func newWindsurf(s *sink) parser { return windsurf{s} }

func (w windsurf) line(n int, line []byte) {
	micros, _, text, ok := editorRecord(line)
	if ok && isGlog(text) {
		text, _ = after(text, "] ")
	} else if !hasPrefix(line, "Error: ") {
		return
	} else {
		text = line
	}
	switch {
	case has(text, "Establishing connection to MCP server"):
		w.s.start("", n)
	case has(text, "transport error: ") || has(text, "failed to initialize"):
		if ev, ok := fromError(text); ok {
			w.s.evidence("", n, micros, ev)
		}
	}
}

func (w windsurf) close() {}

// Cursor logs no frames; a server's stderr stands there as an error without any
// mark, so only the client's own sentences count.

func scoreCursor(line []byte) int {
	_, _, text, ok := editorRecord(line)
	if !ok {
		return 0
	}
	for _, mark := range []string{"Handling CreateClient action", "Client error", "Error in MCP: ", "Starting new stdio process with command: ",
		"Handling ListOfferings action", "Successfully connected to stdio server", "CreateClient completed", "connection:transport_error", "connection:connect_start"} {
		if has(text, mark) {
			return 5
		}
	}
	return 1
}

type cursor struct {
	s      *sink
	server string
	micros int64
	last   string // the last error's text: the same one is logged twice
	gather *gather
	stderr bool
}

func newCursor(s *sink) parser { return &cursor{s: s} }

func (c *cursor) line(n int, line []byte) {
	micros, level, text, ok := editorRecord(line)
	if !ok {
		c.continued(n, line)
		return
	}
	c.flush()
	c.stderr = false
	c.micros = micros
	text = c.prefix(text)
	switch {
	case has(text, "Handling CreateClient action"), has(text, "connection:connect_start"):
		c.s.start(c.server, n)
		c.last = ""
	case has(text, "Client error"), has(text, "Error in MCP: "), has(text, "connection:transport_error"):
		c.failure(n, text)
	case level == "error" && c.server != "":
		c.stderr = true
		c.s.stderr(c.server, n, micros, text)
	case level == "info":
		c.last = "" // the pair of records of one error stands together
	}
}

// prefix takes the server's name, or its tail, off a record.
func (c *cursor) prefix(text []byte) []byte {
	for _, tag := range []string{"[V2] ", "[V2 FSM] "} {
		text = bytes.TrimPrefix(text, []byte(tag))
	}
	name, rest, ok := bytes.Cut(text, []byte(": "))
	if !ok || len(name) > 80 || bytes.ContainsAny(name, " \t") || has(name, "connection:") {
		return text
	}
	c.server = string(name)
	return rest
}

func (c *cursor) failure(n int, text []byte) {
	body := text
	for _, mark := range []string{"Client error for command ", "Error in MCP: ", "Client error: ", "connection:transport_error: "} {
		if rest, ok := after(text, mark); ok {
			body = rest
			break
		}
	}
	if t := bytes.TrimSpace(body); hasPrefix(t, "[") && !has(t, "is not valid JSON") {
		c.gather = newGather(n, t)
		if c.gather.whole {
			c.flush()
		}
		return
	}
	ev, ok := fromError(body)
	if !ok {
		return
	}
	same := strconv.Itoa(ev.layer) + ev.code + ev.text
	if same == c.last {
		return
	}
	c.last = same
	c.s.evidence(c.server, n, c.micros, ev)
}

func (c *cursor) continued(n int, line []byte) {
	switch {
	case c.gather != nil:
		c.gather.add(line)
		if c.gather.whole {
			c.flush()
		}
	case c.stderr && len(line) > 0:
		c.s.stderr(c.server, n, c.micros, line)
	}
}

func (c *cursor) flush() {
	if c.gather == nil {
		return
	}
	if ev, ok := fromSchemaIssues(c.gather.value()); ok && c.last != ev.code {
		c.s.evidence(c.server, c.gather.n, c.micros, ev)
		c.last = ev.code
	}
	c.gather = nil
}

func (c *cursor) close() { c.flush() }

// Warp pretty-prints every frame.

func scoreWarp(line []byte) int {
	_, rest, ok := timestamp(line)
	if ok && hasPrefix(rest, " | [") && has(rest, "] MCP: ") {
		return 5
	}
	return 0
}

type warp struct {
	s      *sink
	micros int64
	stream transcript.Stream
	gather *gather
}

func newWarp(s *sink) parser { return &warp{s: s} }

func (w *warp) line(n int, line []byte) {
	micros, rest, ok := timestamp(line)
	text, marked := after(rest, "] MCP: ")
	if !ok || !marked {
		if w.gather != nil {
			w.gather.add(line)
			w.finish()
		}
		return
	}
	w.flush()
	w.micros = micros
	at := bytes.IndexByte(text, '{')
	switch {
	case at >= 0 && hasPrefix(text, "Sending"):
		w.stream = transcript.Stdin
	case at >= 0 && hasPrefix(text, "Received"):
		w.stream = transcript.Stdout
	default:
		if hasPrefix(text, "Starting") || hasPrefix(text, "Spawning") {
			w.s.start("", n)
		} else if ev, ok := fromError(text); ok {
			w.s.evidence("", n, micros, ev)
		}
		return
	}
	w.gather = newGather(n, text[at:])
	w.finish()
}

func (w *warp) finish() {
	if w.gather != nil && w.gather.whole {
		w.flush()
	}
}

func (w *warp) flush() {
	if w.gather == nil {
		return
	}
	w.s.frame("", w.stream, w.gather.n, w.micros, w.gather.text)
	w.gather = nil
}

func (w *warp) close() { w.flush() }
