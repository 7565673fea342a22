package intake

import "bytes"

var scoreLMStudio = scoreMarks("[Plugin(mcp/", "LM Studio MCP bridge", "[LMSAuthenticator]", "[LM STUDIO SERVER]")

// LM Studio writes a header line, then the text on the lines after it; stdout
// and stderr there are those of its bridge process.
type lmStudio struct {
	s      *sink
	micros int64
	server string
	stderr bool
	gather *gather
}

func newLMStudio(s *sink) parser { return &lmStudio{s: s} }

func (l *lmStudio) line(n int, line []byte) {
	if t, rest, ok := timestamp(line); ok && hasPrefix(bytes.TrimLeft(rest, " "), "[") {
		l.flush()
		l.micros, l.stderr = t, false
		inside, body, _ := bracketed(bytes.TrimLeft(rest, " "))
		if len(bytes.TrimSpace(body)) == 0 || len(inside) > 5 {
			return
		}
		line = body // somebody joined the header with its text
	}
	if l.gather != nil {
		if l.gather.add(line); l.gather.whole {
			l.flush()
		}
		return
	}
	text := line
	if name, ok := between(line, "[Plugin(mcp/", ")]"); ok {
		l.server, l.stderr = string(name), false
		text, _ = after(line, ")] ")
	}
	switch {
	case hasAny(text, "Error in LM Studio MCP bridge process: ", "Bridge process failed: ", "Failed to load plugin tools: ", "[McpError]: MCP error "):
		l.failure(n, text)
	case hasPrefix(text, "stderr: "):
		l.stderr = true
		l.s.stderr(l.server, n, l.micros, text[len("stderr: "):])
	case l.stderr && len(bytes.TrimSpace(line)) > 0 && !hasPrefix(line, " ["):
		l.s.stderr(l.server, n, l.micros, line)
	}
}

func (l *lmStudio) failure(n int, text []byte) {
	if list, ok := issueList(text); ok {
		if l.gather = newGather(n, list); l.gather.whole {
			l.flush()
		}
		return
	}
	if ev, ok := fromError(text); ok {
		l.s.evidence(l.server, n, l.micros, ev)
	}
}

func (l *lmStudio) flush() {
	if l.gather != nil {
		issues(l.s, l.server, l.gather, l.micros)
		l.gather = nil
	}
}

func (l *lmStudio) close() { l.flush() }
