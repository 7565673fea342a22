package intake

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// The Python SDK's client keeps the bad line as a Python literal behind
// input_value=; long ones are cut in the middle.
type python struct {
	s     *sink
	value []byte // a literal that goes on over wrapped lines
	at    int
	issue string // the block's own title: a shape fault
}

func newPython(s *sink) parser { return &python{s: s} }

func (p *python) line(n int, line []byte) {
	if has(line, "validation error") && has(line, "for JSONRPCMessage") {
		p.issue = ""
		return
	}
	rest, ok := after(line, "input_value=")
	if !ok {
		if t := bytes.TrimSpace(line); hasPrefix(t, "JSONRPC") && p.issue == "" {
			p.issue = string(t)
		}
		return
	}
	literal := rest
	if end := bytes.LastIndex(rest, []byte(", input_type=")); end >= 0 {
		literal = rest[:end]
	}
	if !has(line, "json_invalid") {
		p.shape(n, line)
		return
	}
	text, cut := pythonString(literal)
	ev, known := fromError(line)
	switch {
	case cut && known:
		ev.text, ev.known = text, true
		p.s.evidence("", n, 0, ev)
	default:
		p.s.stdout("", n, 0, []byte(text))
	}
}

// shape judges a message that parsed but has the wrong members; only the first
// block of a record counts.
func (p *python) shape(n int, line []byte) {
	if p.issue == "done" {
		return
	}
	p.issue = "done"
	ev := evidence{code: "stdout-invalid-json-rpc", layer: 3, certain: true, stream: "stdout"}
	if has(line, "input_value={") && !has(line, "'jsonrpc'") {
		ev.code = "stdout-json-log"
	}
	p.s.evidence("", n, 0, ev)
}

func (p *python) close() {}

// pythonString reads a Python string literal; cut says that the middle is
// missing.
func pythonString(literal []byte) (text string, cut bool) {
	if len(literal) > 1 && literal[0] == 'b' {
		literal = literal[1:]
	}
	if len(literal) < 2 || literal[0] != '\'' && literal[0] != '"' {
		return string(literal), false
	}
	quote := literal[0]
	body := literal[1:]
	// pydantic cuts long values as 'begin...end'.
	if at := bytes.Index(body, append([]byte{quote}, "..."...)); at >= 0 {
		return unescapePython(body[:at]), true
	}
	if end := bytes.LastIndexByte(body, quote); end >= 0 {
		body = body[:end]
	}
	text = unescapePython(body)
	if len(body) >= 45 && has(body, "...") {
		head, _, _ := bytes.Cut(body, []byte("..."))
		return unescapePython(head), true
	}
	return text, false
}

func unescapePython(b []byte) string {
	var out []byte
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' || i+1 == len(b) {
			out = append(out, b[i])
			continue
		}
		i++
		digits := 0
		switch b[i] {
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'x':
			digits = 2
		case 'u':
			digits = 4
		case 'U':
			digits = 8
		default:
			out = append(out, b[i])
		}
		if digits > 0 && i+digits < len(b)+0 {
			v, err := strconv.ParseUint(string(b[i+1:min(i+1+digits, len(b))]), 16, 32)
			if err == nil {
				out = utf8.AppendRune(out, rune(v))
				i += digits
			}
		}
	}
	return string(bytes.TrimSuffix(out, []byte("\n")))
}

// The Java SDK's client keeps the whole line.
type java struct {
	s      *sink
	seen   bool
	micros int64
}

func newJava(s *sink) parser { return &java{s: s} }

func (j *java) line(n int, line []byte) {
	if t, _, ok := timestamp(line); ok {
		j.micros = t
	}
	if text, ok := after(line, "STDERR Message received: "); ok {
		j.s.stderr("", n, j.micros, text)
		return
	}
	if text, ok := after(line, "Error processing inbound message for line: "); ok {
		j.seen = true
		j.s.stdout("", n, j.micros, text)
		return
	}
	if !j.seen && has(line, "JsonParseException") { // the line itself was not pasted
		if ev, ok := fromError(line); ok {
			j.s.evidence("", n, j.micros, ev)
		}
	}
	if has(line, "TimeoutException") {
		j.s.evidence("", n, j.micros, evidence{code: "operation-timeout", detail: "request-timeout", layer: 5, certain: true, stream: "stdout"})
	}
}

func (j *java) close() {}
