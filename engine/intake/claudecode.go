package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// Claude Code logs no frames: what there is stands in the errors and in the
// stderr of the servers.

func scoreClaudeCode(line []byte) int {
	_, rest, ok := timestamp(line)
	if !ok {
		// On a terminal the time is left out.
		if level, text, ok := bracketed(line); ok && isUpper(level) && hasPrefix(text, `MCP server "`) {
			return 5
		}
		return 0
	}
	if line[10] != 'T' {
		return 0
	}
	level, text, ok := bracketed(bytes.TrimPrefix(rest, []byte(" ")))
	if !ok || !isUpper(level) {
		return 0
	}
	if hasPrefix(text, `MCP server "`) {
		return 5
	}
	return 1
}

func isUpper(b []byte) bool {
	for _, c := range b {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return len(b) > 0
}

type claudeCode struct {
	s      *sink
	server string
	micros int64
	stderr bool // lines without a time continue a stderr block
	gather *gather
}

func newClaudeCode(s *sink) parser { return &claudeCode{s: s} }

func (c *claudeCode) line(n int, text []byte) {
	micros, rest, ok := timestamp(text)
	if !ok && scoreClaudeCode(text) == 0 {
		c.continued(n, text)
		return
	}
	c.flush()
	c.stderr = false
	_, body, ok := bracketed(bytes.TrimPrefix(rest, []byte(" ")))
	quoted, ok2 := bytes.CutPrefix(body, []byte(`MCP server "`))
	if !ok || !ok2 {
		return
	}
	name, said, ok := bytes.Cut(quoted, []byte(`"`))
	if !ok {
		return
	}
	c.server, c.micros = string(name), micros
	said = bytes.TrimPrefix(bytes.TrimPrefix(said, []byte(":")), []byte(" "))
	if out, ok := bytes.CutPrefix(said, []byte("Server stderr: ")); ok {
		c.stderr = true
		c.s.stderr(c.server, n, micros, out)
		return
	}
	c.gather = claudeSays(c.s, c.server, n, micros, said)
}

func (c *claudeCode) continued(n int, text []byte) {
	switch {
	case c.gather != nil:
		if c.gather.add(text); c.gather.whole {
			c.flush()
		}
	case c.stderr && len(bytes.TrimSpace(text)) > 0:
		c.s.stderr(c.server, n, c.micros, text)
	}
}

func (c *claudeCode) flush() {
	if c.gather != nil {
		issues(c.s, c.server, c.gather, c.micros)
		c.gather = nil
	}
}

// issues judges a gathered issue list.
func issues(s *sink, server string, g *gather, micros int64) {
	if ev, ok := fromSchemaIssues(g.value()); ok {
		s.evidence(server, g.n, micros, ev)
	}
}

func (c *claudeCode) close() { c.flush() }

// claudeSays reads one message of Claude Code about a server; it returns the
// start of an issue list that goes on over the next lines.
func claudeSays(s *sink, server string, n int, micros int64, said []byte) *gather {
	switch {
	case hasPrefix(said, "Starting connection"):
		s.start(server, n, micros)
		return nil
	case has(said, "Connection established with capabilities"), has(said, "Successfully connected"):
		return nil
	}
	if value, ok := frameIn(said); ok {
		s.frame(server, transcript.Stdout, n, micros, value)
	}
	if list, ok := issueList(said); ok {
		g := newGather(n, list)
		if !g.whole {
			return g
		}
		issues(s, server, g, micros)
		return nil
	}
	if ev, ok := fromError(said); ok {
		s.evidence(server, n, micros, ev)
	}
	return nil
}

// The cached log: a JSON array of records, one member a line (2025).

func scoreClaudeCache(line []byte) int {
	t := bytes.TrimSpace(line)
	switch {
	case hasPrefix(t, `"debug": "`), hasPrefix(t, `"error": "`), hasPrefix(t, "[{") && has(t, `"sessionId"`):
		return 3
	case hasPrefix(t, `"sessionId": "`), hasPrefix(t, `"timestamp": "`), hasPrefix(t, `"cwd": "`):
		return 2
	}
	return 0
}

type claudeCache struct {
	s      *sink
	object *gather
	said   int // line of the record's text
}

func newClaudeCache(s *sink) parser { return &claudeCache{s: s} }

func (c *claudeCache) line(n int, text []byte) {
	t := bytes.TrimSpace(text)
	for len(t) > 0 {
		if c.object == nil {
			at := bytes.IndexByte(t, '{')
			if at < 0 {
				return
			}
			c.object, c.said = newGather(n, t[at:]), n
		} else {
			if hasPrefix(t, `"debug":`) || hasPrefix(t, `"error":`) {
				c.said = n
			}
			c.object.add(t)
		}
		if !c.object.whole {
			return
		}
		claudeRecord(c.s, c.said, c.object.value())
		t = bytes.TrimSpace(c.object.rest())
		c.object = nil
	}
}

func (c *claudeCache) close() {}

// The cached log, one record a line (2026).

func scoreClaudeJSONL(line []byte) int {
	if !hasPrefix(line, "{") || !has(line, `"sessionId"`) || !has(line, `"timestamp"`) {
		return 0
	}
	if has(line, `"debug"`) || has(line, `"error"`) {
		return 5
	}
	return 0
}

type claudeJSONL struct{ s *sink }

func newClaudeJSONL(s *sink) parser { return claudeJSONL{s} }

func (c claudeJSONL) line(n int, text []byte) { claudeRecord(c.s, n, bytes.TrimSpace(text)) }
func (c claudeJSONL) close()                  {}

// claudeRecord reads {"debug"|"error": text, "timestamp": …}.
func claudeRecord(s *sink, n int, value []byte) {
	if !wire.Valid(value) {
		return
	}
	var micros int64
	if raw, ok := wire.Get(value, "timestamp"); ok {
		if when, ok := wire.String(raw); ok {
			micros, _, _ = timestamp([]byte(when))
		}
	}
	for _, key := range []string{"debug", "error"} {
		raw, ok := wire.Get(value, key)
		if !ok {
			continue
		}
		text, _ := wire.String(raw)
		said := []byte(text)
		if out, ok := bytes.CutPrefix(said, []byte("Server stderr: ")); ok {
			for line := range bytes.Lines(out) {
				s.stderr("", n, micros, bytes.TrimRight(line, "\r\n"))
			}
			continue
		}
		if open := claudeSays(s, "", n, micros, said); open != nil {
			issues(s, "", open, micros)
		}
	}
}
