package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// score gives a scorer that counts lines which hold one of the marks.
func scoreMarks(marks ...string) func([]byte) int {
	return func(line []byte) int {
		for _, m := range marks {
			if has(line, m) {
				return 3
			}
		}
		return 0
	}
}

var (
	scoreInspector = scoreMarks("New STDIO connection request", "New SSE connection", "STDIO transport: command=", "Stdio transport: command=",
		"Created server transport", "Created client transport", "Spawned stdio transport", "Connected MCP client to backing server transport",
		"Created web app transport", "Set up MCP proxy", "Error from MCP server: ", "Received POST message for sessionId", "Received message for sessionId")
	scoreGemini   = scoreMarks("MCP ERROR (", "MCP STDERR (", "Error during discovery for MCP server '")
	scoreCline    = scoreMarks(`Transport error for "`, `" stderr: `)
	scoreCodex    = scoreMarks("MCP client for `", "MCP startup failed", "serde error expected value")
	scoreOpencode = scoreMarks("service=mcp ", "server unavailable { key:")
	scoreLMStudio = scoreMarks("[Plugin(mcp/", "LM Studio MCP bridge")
	scorePython   = scoreMarks("Failed to parse JSONRPC message from server", "validation error for JSONRPCMessage", "validation errors for JSONRPCMessage", "[type=json_invalid, input_value=")
	scoreJava     = scoreMarks("Error processing inbound message for line: ", "STDERR Message received: ", "StdioClientTransport")
)

// console reads logs that are free text: a few marks, and error strings.
type console struct {
	s       *sink
	starts  []string
	errors  []string // what stands before an error string; its own line alone counts
	stderrs []string // what stands before the server's stderr
	named   func(line []byte) (string, bool)
	bare    bool // an error string counts without a mark, too
	inTrace bool
}

func (c *console) line(n int, line []byte) {
	server := ""
	if c.named != nil {
		server, _ = c.named(line)
	}
	var micros int64
	if t, _, ok := timestamp(line); ok {
		micros = t
	}
	for _, m := range c.starts {
		if has(line, m) {
			c.s.start(server, n)
			return
		}
	}
	for _, m := range c.stderrs {
		if text, ok := after(line, m); ok {
			if at := bytes.Index(text, []byte("): ")); m[len(m)-1] == '(' && at >= 0 {
				text = text[at+3:]
			}
			c.s.stderr(server, n, micros, text)
			return
		}
	}
	marked := c.bare
	for _, m := range c.errors {
		marked = marked || has(line, m)
	}
	if !marked || hasPrefix(bytes.TrimLeft(line, " \t"), "at ") {
		return
	}
	if value, ok := frameIn(line); ok {
		c.s.frame(server, transcript.Stdout, n, micros, value)
	}
	if ev, ok := fromError(line); ok {
		c.s.evidence(server, n, micros, ev)
	}
}

func (c *console) close() {}

func newInspector(s *sink) parser {
	return &console{s: s, starts: []string{"New STDIO connection request", "New SSE connection"}, errors: []string{"Error from MCP server: ", "SyntaxError: "}}
}

func newGemini(s *sink) parser {
	return &console{s: s, errors: []string{"MCP ERROR (", "Error during discovery for MCP server '"}, stderrs: []string{"MCP STDERR ("}, named: func(line []byte) (string, bool) {
		for _, m := range [...][2]string{{"MCP ERROR (", ")"}, {"MCP STDERR (", ")"}, {"for MCP server '", "'"}} {
			if name, ok := between(line, m[0], m[1]); ok {
				return string(name), true
			}
		}
		return "", false
	}}
}

func newCline(s *sink) parser {
	c := &console{s: s, errors: []string{"Transport error for ", "MCP error -", "SyntaxError: "}, stderrs: []string{`" stderr: `}}
	last := ""
	c.named = func(line []byte) (string, bool) {
		for _, m := range [...][2]string{{`Transport error for "`, `"`}, {`Server "`, `"`}} {
			if name, ok := between(line, m[0], m[1]); ok {
				last = string(name)
				break
			}
		}
		return last, last != "" // a line without a name goes on about the last one
	}
	return c
}

func newCodex(s *sink) parser {
	return &console{s: s, bare: true, named: func(line []byte) (string, bool) {
		name, ok := between(line, "MCP client for `", "`")
		return string(name), ok
	}}
}

func newOpencode(s *sink) parser {
	return &console{s: s, bare: true, stderrs: []string{"mcp stderr: "}, named: func(line []byte) (string, bool) {
		if rest, ok := after(line, " key="); ok {
			name, _, _ := bytes.Cut(rest, []byte(" "))
			return string(name), true
		}
		name, ok := between(line, `key: "`, `"`)
		return string(name), ok
	}}
}

// LM Studio writes a header line, then the text on the lines after it; stdout
// and stderr there are those of its bridge process.
type lmStudio struct {
	s      *sink
	micros int64
	server string
	stderr bool
}

func newLMStudio(s *sink) parser { return &lmStudio{s: s} }

func (l *lmStudio) line(n int, line []byte) {
	if t, rest, ok := timestamp(line); ok && has(rest, "[") {
		l.micros, l.stderr = t, false
		return
	}
	text := line
	if name, ok := between(line, "[Plugin(mcp/", ")]"); ok {
		l.server = string(name)
		text, _ = after(line, ")] ")
	}
	switch {
	case has(text, "Error in LM Studio MCP bridge process: "), has(text, "Failed to load plugin tools: "):
		l.failure(n, text)
	case hasPrefix(text, "stderr: "):
		l.stderr = true
		l.s.stderr(l.server, n, l.micros, text[len("stderr: "):])
	case l.stderr && len(line) > 0 && line[0] != ' ':
		l.s.stderr(l.server, n, l.micros, line)
	}
}

func (l *lmStudio) failure(n int, text []byte) {
	if at := bytes.IndexByte(text, '['); has(text, "Failed to load plugin tools: ") && at >= 0 {
		if value, _, whole := jsonValue(text[at:]); whole && wire.Valid(value) {
			if ev, ok := fromSchemaIssues(value); ok {
				l.s.evidence(l.server, n, l.micros, ev)
				return
			}
		}
	}
	if ev, ok := fromError(text); ok {
		l.s.evidence(l.server, n, l.micros, ev)
	}
}

func (l *lmStudio) close() {}

// supergateway shows the client's frames as JSON and the server's as Node
// prints objects: of those the id and the kind can be read.
func scoreSupergateway(line []byte) int {
	if hasPrefix(line, "[supergateway] ") {
		return 4
	}
	return 0
}

type supergateway struct {
	s    *sink
	open *inspected
}

type inspected struct {
	n     int
	text  []byte
	depth int
}

func newSupergateway(s *sink) parser { return &supergateway{s: s} }

func (g *supergateway) line(n int, line []byte) {
	text, ok := bytes.CutPrefix(line, []byte("[supergateway] "))
	if !ok {
		if g.open != nil {
			g.open.add(line)
			g.finish()
		}
		return
	}
	g.flush()
	switch {
	case hasPrefix(text, "Starting"):
		g.s.start("", n)
	case has(text, " → Child"):
		if at := bytes.Index(text, []byte(": {")); at >= 0 {
			g.s.frame("", transcript.Stdin, n, 0, text[at+2:])
		}
	case hasPrefix(text, "Child → "):
		if _, rest, ok := bytes.Cut(text, []byte(": ")); ok {
			g.open = &inspected{n: n}
			g.open.add(rest)
			g.finish()
		}
	case hasPrefix(text, "Child non-JSON"):
		if _, rest, ok := bytes.Cut(text, []byte(": ")); ok {
			g.s.stdout("", n, 0, rest)
		}
	case hasPrefix(text, "Child stderr: "):
		g.s.stderr("", n, 0, text[len("Child stderr: "):])
	case hasPrefix(text, "Child exited: code="):
		g.exit(n, text[len("Child exited: code="):])
	}
}

func (g *supergateway) exit(n int, text []byte) {
	var code *int
	if v, digits := number(text); digits > 0 {
		c := int(v)
		code = &c
	}
	signal, _ := after(text, "signal=")
	if string(signal) == "null" {
		signal = nil
	}
	g.s.exited("", n, 0, code, string(signal))
}

func (i *inspected) add(line []byte) {
	if len(i.text) < maxGather {
		i.text = append(append(i.text, line...), '\n')
	}
	i.depth += bytes.Count(line, []byte("{")) + bytes.Count(line, []byte("[")) - bytes.Count(line, []byte("}")) - bytes.Count(line, []byte("]"))
}

func (g *supergateway) finish() {
	if g.open != nil && g.open.depth <= 0 {
		g.flush()
	}
}

func (g *supergateway) flush() {
	if g.open == nil {
		return
	}
	text := oneLine(bytes.TrimSpace(g.open.text))
	if wire.Valid(text) {
		g.s.frame("", transcript.Stdout, g.open.n, 0, text)
	} else {
		g.s.opaque("", transcript.Stdout, g.open.n, 0, text)
	}
	g.open = nil
}

func (g *supergateway) close() { g.flush() }
