package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
)

// scoreMarks gives a scorer that counts lines which hold one of the marks.
func scoreMarks(marks ...string) func([]byte) int {
	return func(line []byte) int {
		if hasAny(line, marks...) {
			return surely
		}
		return 0
	}
}

var (
	scoreInspector = scoreMarks("New STDIO connection request", "New SSE connection", "STDIO transport: command=", "Stdio transport: command=",
		"Created server transport", "Created client transport", "Spawned stdio transport", "Connected MCP client to backing server transport",
		"Created web app transport", "Set up MCP proxy", "Error from MCP server: ", "Received POST message for sessionId", "Received message for sessionId")
	scoreGemini = scoreMarks("MCP ERROR (", "MCP STDERR (", "Error during discovery for MCP server '", "Error during discovery for server '", "Error discovering tools from ")
	scoreCline  = scoreMarks(`Transport error for "`, `" stderr: `)
	scorePython = scoreMarks("Failed to parse JSONRPC message from", "validation error for JSONRPCMessage", "validation errors for JSONRPCMessage", "[type=json_invalid,")
	scoreJava   = scoreMarks("Error processing inbound message for line: ", "STDERR Message received: ", "client.transport.StdioClientTransport")
)

// scoreCodex knows its sentences, and the lines of its tracing: a time with
// microseconds, a level, a path of modules.
func scoreCodex(line []byte) int {
	if hasAny(line, "MCP client for `", "MCP startup failed", "serde error expected value", "codex_core::", "codex_rmcp_client", "rmcp::") {
		return surely
	}
	_, rest, ok := timestamp(line)
	if ok && line[10] == 'T' && len(line) > 27 && line[26] == 'Z' && hasPrefix(rest, " ") && has(rest, "::") {
		return 1
	}
	return 0
}

// scoreOpencode knows "LEVEL YYYY-MM-DDTHH:MM:SS +Nms key=value …".
func scoreOpencode(line []byte) int {
	if hasAny(line, "service=mcp ", "server unavailable { key:", "mcp stderr: ") {
		return surely
	}
	_, text, ok := opencodeRecord(line)
	if ok && has(text, "service=") {
		return 1
	}
	return 0
}

func opencodeRecord(line []byte) (micros int64, text []byte, ok bool) {
	for _, level := range []string{"INFO", "DEBUG", "ERROR", "WARN"} {
		if rest, ok := bytes.CutPrefix(line, []byte(level)); ok && hasPrefix(rest, " ") {
			micros, rest, ok := timestamp(bytes.TrimLeft(rest, " "))
			return micros, rest, ok && hasPrefix(rest, " +")
		}
	}
	return 0, line, false
}

// console reads logs that are free text: a few marks, and error strings.
type console struct {
	s       *sink
	starts  []string
	errors  []string // what an error's line holds
	stderrs []string // what stands before the server's stderr
	named   func(line []byte) (string, bool)
	once    bool // old errors are repeated

	server string
	micros int64
	gather *gather
	said   sentence
	told   map[string]bool
}

func (c *console) line(n int, line []byte) {
	server := ""
	if c.named != nil {
		server, _ = c.named(line)
	}
	if t, _, ok := timestamp(line); ok {
		c.micros = t
	}
	if c.gather != nil {
		if c.gather.add(line); c.gather.whole {
			c.flush()
		}
		return
	}
	c.server = server
	switch {
	case hasAny(line, c.starts...):
		c.s.start(server, n, c.micros)
	case c.stderr(n, line):
	case c.said.text != nil, hasAny(line, c.errors...) && !hasPrefix(bytes.TrimLeft(line, " \t"), "at "):
		c.failure(n, line)
	}
}

func (c *console) stderr(n int, line []byte) bool {
	for _, m := range c.stderrs {
		text, ok := after(line, m)
		if !ok {
			continue
		}
		if m[len(m)-1] == '(' {
			if _, rest, ok := bytes.Cut(text, []byte(": ")); ok {
				text = rest // behind "name): " or, in debug mode, "name)]: "
			}
		}
		c.s.stderr(c.server, n, c.micros, text)
		return true
	}
	return false
}

func (c *console) failure(n int, line []byte) {
	if value, ok := frameIn(line); ok {
		c.s.frame(c.server, transcript.Stdout, n, c.micros, value)
	}
	if list, ok := issueList(line); ok {
		if c.gather = newGather(n, list); c.gather.whole {
			c.flush()
		}
		return
	}
	if ev, at, ok := c.said.read(n, line); ok {
		c.prove(at, ev)
	}
}

func (c *console) prove(n int, ev evidence) {
	if c.once {
		same := c.server + ev.code + ev.detail + ev.text
		if c.told[same] {
			return
		}
		if c.told == nil {
			c.told = map[string]bool{}
		}
		c.told[same] = true
	}
	c.s.evidence(c.server, n, c.micros, ev)
}

func (c *console) flush() {
	if c.gather == nil {
		return
	}
	if ev, ok := fromSchemaIssues(c.gather.value()); ok {
		c.prove(c.gather.n, ev)
	}
	c.gather = nil
}

func (c *console) close() { c.flush() }

// errorNames begin the line of an error that JavaScript prints.
var errorNames = []string{"SyntaxError: ", "McpError: ", "MCP error -", "ZodError: ", "ZodError: ["}

func newInspector(s *sink) parser {
	return &inspector{console: console{s: s, starts: []string{"New STDIO connection request", "New SSE connection"},
		errors: append([]string{"Error from MCP server: ", "Error: spawn ", "Error in /"}, errorNames...)}}
}

// inspector lets the server's stderr through without a mark.
type inspector struct {
	console
	begun bool // a server was started
	block bool // the parameters go on
}

func (i *inspector) line(n int, line []byte) {
	t := bytes.TrimSpace(line)
	switch {
	case i.block:
		i.block = !hasPrefix(line, "}")
		return
	case hasPrefix(t, "Query parameters: "):
		i.block = opensMeta(line)
		return
	case hasAny(line, "transport: command="):
		i.begun = true
	case i.begun && i.gather == nil && len(t) > 0 && scoreInspector(line) == 0 && !hasAny(line, i.errors...) && !hasPrefix(t, "at ") && !hasPrefix(t, "}"):
		i.s.stderr("", n, 0, line)
		return
	}
	i.console.line(n, line)
}

// lastNamed gives the server that a line names by one of the pairs of marks; a
// line that names none goes on about the last one.
func lastNamed(pairs ...[2]string) func([]byte) (string, bool) {
	last := ""
	return func(line []byte) (string, bool) {
		for _, m := range pairs {
			if name, ok := between(line, m[0], m[1]); ok && len(name) < 100 {
				last = string(name)
				break
			}
		}
		return last, last != ""
	}
}

func newGemini(s *sink) parser {
	return &console{s: s, errors: append([]string{"MCP ERROR (", "Error during discovery for ", "Error discovering tools from "}, errorNames...), stderrs: []string{"MCP STDERR ("},
		named: lastNamed([2]string{"MCP ERROR (", ")"}, [2]string{"MCP STDERR (", ")"}, [2]string{"for MCP server '", "'"}, [2]string{"for server '", "'"}, [2]string{"tools from ", ": "})}
}

func newCline(s *sink) parser {
	return &console{s: s, once: true, errors: append([]string{"Transport error for ", " is not valid JSON", "JSON at position ", "JSON input"}, errorNames...), stderrs: []string{`" stderr: `},
		named: lastNamed([2]string{`Transport error for "`, `"`}, [2]string{`Server "`, `"`})}
}

func newCodex(s *sink) parser {
	return &console{s: s, errors: []string{"MCP", "mcp", "serde error"}, named: lastNamed([2]string{"MCP client for `", "`"}, [2]string{"MCP server stderr (", ")"}),
		stderrs: []string{"MCP server stderr ("}}
}

// newClientErrors reads errors that stand without a client's log around them.
func newClientErrors(s *sink) parser { return &console{s: s, errors: []string{""}, once: true} }

// opencode names the server in a member of each record.
type opencode struct{ console }

func newOpencode(s *sink) parser {
	return &opencode{console{s: s, errors: []string{"mcp", "MCP"}, stderrs: []string{"mcp stderr: "},
		named: lastNamed([2]string{" key=", " "}, [2]string{`key: "`, `"`})}}
}

func (o *opencode) line(n int, line []byte) {
	if t, _, ok := opencodeRecord(line); ok {
		o.micros = t
	}
	name, _ := o.named(line)
	if has(line, `server unavailable { key: "`) && !has(line, `status: "disabled"`) {
		o.s.evidence(name, n, o.micros, evidence{code: "initialize-timeout", layer: 5, sure: likely, words: string(firstBytes(bytes.TrimSpace(line), maxWords)), stream: transcript.Stdout})
		return
	}
	o.console.line(n, line)
}
