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
	if !ok || line[10] != 'T' {
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
	if !ok {
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
	if out, ok := bytes.CutPrefix(said, []byte(" Server stderr: ")); ok {
		c.stderr = true
		c.s.stderr(c.server, n, micros, out)
		return
	}
	c.gather = claudeSays(c.s, c.server, n, micros, bytes.TrimPrefix(said, []byte(": ")))
}

func (c *claudeCode) continued(n int, text []byte) {
	switch {
	case c.gather != nil:
		c.gather.add(text)
		if c.gather.whole {
			c.flush()
		}
	case c.stderr:
		c.s.stderr(c.server, n, c.micros, text)
	}
}

func (c *claudeCode) flush() {
	if c.gather == nil {
		return
	}
	if ev, ok := fromSchemaIssues(c.gather.value()); ok {
		c.s.evidence(c.server, c.gather.n, c.micros, ev)
	}
	c.gather = nil
}

func (c *claudeCode) close() { c.flush() }

// claudeSays reads one message of Claude Code about a server; it returns the
// start of an issue list that goes on over the next lines.
func claudeSays(s *sink, server string, n int, micros int64, said []byte) *gather {
	switch {
	case hasPrefix(said, "Starting connection"):
		s.start(server, n)
		return nil
	case has(said, "Connection established with capabilities"), has(said, "Successfully connected"):
		return nil
	}
	if value, ok := frameIn(said); ok {
		s.frame(server, transcript.Stdout, n, micros, value)
	}
	if at := bytes.Index(said, []byte(": [")); at >= 0 && has(said, "Failed to fetch") {
		g := newGather(n, said[at+2:])
		if g.whole {
			if ev, ok := fromSchemaIssues(g.value()); ok {
				s.evidence(server, n, micros, ev)
			}
			return nil
		}
		return g
	}
	if ev, ok := fromError(said); ok {
		s.evidence(server, n, micros, ev)
	}
	return nil
}

// The cached log: a JSON array of records, one member a line (2025).

func scoreClaudeCache(line []byte) int {
	t := bytes.TrimSpace(line)
	if hasPrefix(line, "    \"debug\": ") || hasPrefix(line, "    \"error\": ") {
		return 3
	}
	if hasPrefix(line, "    \"sessionId\": ") || hasPrefix(line, "    \"timestamp\": ") {
		return 2
	}
	_ = t
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
	switch {
	case c.object == nil && hasPrefix(t, "{"):
		c.object, c.said = newGather(n, t), n
	case c.object != nil:
		if hasPrefix(t, `"debug":`) || hasPrefix(t, `"error":`) {
			c.said = n
		}
		c.object.add(text)
	}
	if c.object != nil && c.object.whole {
		claudeRecord(c.s, c.said, c.object.value())
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
		said, _ := wire.String(raw)
		if out, ok := bytes.CutPrefix([]byte(said), []byte("Server stderr: ")); ok {
			s.stderr("", n, micros, out)
			continue
		}
		claudeSays(s, "", n, micros, []byte(said))
	}
}
