package intake

import (
	"bytes"
	"strconv"

	"stdioscope/engine/transcript"
)

// Cursor logs no frames; a server's stderr stands there as an error without any
// mark, so only the client's own sentences count.

var cursorMarks = []string{
	"Handling CreateClient action", "Client error", "Error in MCP: ", "Starting new stdio process with command: ", "Handling ListOfferings action",
	"Successfully connected to stdio server", "Storing stdio client", "CreateClient completed", "connection:transport_error", "connection:connect_start",
	"[V2] ", "[V2 FSM] ", "conn=", "Handling DeleteClient action", "Handling ReloadClient action", "Client closed for command", "No server info found",
}

// cursorFailures are the client's sentences; what stands behind one is the error.
var cursorFailures = []string{"Client error for command ", "Error in MCP: ", "Client error: ", "connection:transport_error: ", "Failed to reload client: ", "Failed to create client: "}

func scoreCursor(line []byte) int {
	_, _, text, ok := editorRecord(line)
	if !ok {
		return 0
	}
	for _, mark := range cursorMarks {
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
	last   string   // the last error
	told   []string // in which words it was told: the same one is logged twice
	gather *gather
	listIn string // the words before the list that is gathered
	stderr bool

	starting map[string]bool // servers whose process runs and that did not connect yet
}

func newCursor(s *sink) parser { return &cursor{s: s, starting: map[string]bool{}} }

// cursorsOwn begin errors that are the client's words, and no fault of the server.
var cursorsOwn = []string{"Error calling tool ", "Error listing "}

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
		c.s.start(c.server, n, micros)
		c.last = ""
	case len(c.starting) < maxOwn && hasAny(text, "Starting new stdio process", "No server info found"):
		c.starting[c.server] = true
	case has(text, "Successfully connected to stdio server"):
		delete(c.starting, c.server)
	case has(text, "Handling DeleteClient action"):
		delete(c.starting, c.server)
		c.s.closing(c.server)
	case has(text, "Client closed for command"):
		c.s.closing(c.server)
	case hasPrefix(text, "Error in MCP: Client closed") && c.starting[c.server]:
		delete(c.starting, c.server)
		c.prove(n, "", evidence{code: "server-exited", layer: 5, sure: likely, words: "Client closed", stream: transcript.Stdout})
	case hasAny(text, cursorsOwn...):
	case spokenIn(text) != "":
		c.failure(n, text)
	case level == "error":
		c.stderr = true
		c.s.stderr(c.server, n, micros, text)
	default:
		c.last = "" // the records of one error stand together
	}
}

// prefix takes the server's name, or its tail, off a record.
func (c *cursor) prefix(text []byte) []byte {
	for _, tag := range []string{"[V2 FSM] ", "[V2] "} {
		text = bytes.TrimPrefix(text, []byte(tag))
	}
	name, rest, ok := bytes.Cut(bytes.TrimLeft(text, " "), []byte(": ")) // the tail of a name may begin with a space
	if !ok || len(name) == 0 || len(name) > 80 || bytes.ContainsAny(name, "[]{}\"'") || has(name, "connection:") || !c.names(string(name), rest) {
		return text
	}
	c.server = string(name)
	return rest
}

// names says whether a word before a colon is a server's: the one of the records
// before, or one that stands before the client's own sentences.
func (c *cursor) names(word string, rest []byte) bool {
	return word == c.server || hasPrefix([]byte(word), "user-") || hasPrefix([]byte(word), "project-") ||
		!has([]byte(word), " ") && (spokenIn(rest) != "" || hasAny(rest, cursorMarks...))
}

// spokenIn is the client's sentence that a record begins with; "" for others.
func spokenIn(text []byte) string {
	for _, mark := range cursorFailures {
		if hasPrefix(text, mark) {
			return mark
		}
	}
	return ""
}

func (c *cursor) failure(n int, text []byte) {
	spoken := spokenIn(text)
	body := text[len(spoken):]
	if list, ok := issueList(body); ok {
		c.listIn = spoken
		if c.gather = newGather(n, list); c.gather.whole {
			c.flush()
		}
		return
	}
	if ev, ok := fromError(body); ok {
		c.prove(n, spoken, ev)
	}
}

// prove takes an error in, unless the client says in other words what it said in
// the record before.
func (c *cursor) prove(n int, spoken string, ev evidence) {
	same := strconv.Itoa(ev.layer) + ev.code + ev.detail + ev.text
	if same == c.last && !contains(c.told, spoken) {
		c.told = append(c.told, spoken)
		return
	}
	c.last, c.told = same, []string{spoken}
	c.s.evidence(c.server, n, c.micros, ev)
}

func (c *cursor) continued(n int, line []byte) {
	switch {
	case c.gather != nil:
		if c.gather.add(line); c.gather.whole {
			c.flush()
		}
	case c.stderr && len(bytes.TrimSpace(line)) > 0:
		c.s.stderr(c.server, n, c.micros, line)
	}
}

func (c *cursor) flush() {
	if c.gather == nil {
		return
	}
	g := c.gather
	c.gather = nil
	if ev, ok := fromSchemaIssues(g.value()); ok {
		c.prove(g.n, c.listIn, ev)
	}
}

func (c *cursor) close() { c.flush() }
