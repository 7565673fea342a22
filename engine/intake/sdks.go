package intake

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"stdioscope/engine/transcript"
)

// The Python SDK's client keeps the bad line as a Python literal behind
// input_value=; long ones are cut in the middle, and a console may wrap the
// report at its width.
type python struct {
	s      *sink
	micros int64
	title  []byte // of the block at hand: the member that it is about
	report []byte // the issue at hand, which goes on over wrapped lines
	at     int    // its first line
	lines  int
	shaped bool              // a shape fault of this record was told
	reader transcript.Stream // of what the SDK could not read
}

func newPython(s *sink) parser { return &python{s: s, reader: transcript.Stdout} }

// maxWrapped bounds the lines of one issue.
const maxWrapped = 12

func (p *python) line(n int, line []byte) {
	if t, _, ok := timestamp(line); ok {
		p.micros = t
	}
	text := bytes.Trim(line, " \t│|")
	switch {
	case has(line, "Received exception from stream"): // of a server: what it could not read came from its client
		p.flush()
		p.reader = transcript.Stdin
		return
	case hasAny(line, "Failed to parse JSONRPC message", "for JSONRPCMessage"):
		if has(line, "Failed to parse JSONRPC message from server") {
			p.reader = transcript.Stdout
		}
		p.flush()
		p.shaped = false
		return
	case p.report != nil:
		p.report = append(append(p.report, ' '), text...)
		p.lines++
	case hasAny(line, "Invalid JSON: ", "[type="):
		p.report, p.at, p.lines = append([]byte{}, text...), n, 1
	default:
		p.title = append(p.title[:0], text...)
		return
	}
	if has(p.report, "input_type=") || p.lines >= maxWrapped {
		p.flush()
	}
}

func (p *python) flush() {
	report := p.report
	p.report = nil
	if report == nil {
		return
	}
	rest, shown := after(report, "input_value=")
	literal := rest
	if end := bytes.LastIndex(rest, []byte(", input_type=")); end >= 0 {
		literal = rest[:end]
	}
	if !has(report, "json_invalid") && !has(report, "Invalid JSON: ") {
		p.shape(report, literal)
		return
	}
	ev, known := fromError(report)
	if !shown {
		if known {
			ev.stream = p.reader
			p.s.evidence("", p.at, p.micros, ev)
		}
		return
	}
	text, cut := pythonString(literal)
	if !cut && p.reader == transcript.Stdout {
		p.s.stdout("", p.at, p.micros, []byte(text))
		return
	}
	byText := named("", text)
	if !known || byText.code != "stdout-non-json" {
		ev = byText
	}
	ev.text, ev.words, ev.stream = text, string(firstBytes(report, maxWords)), p.reader
	p.s.evidence("", p.at, p.micros, ev)
}

// shape judges a message that parsed but has the wrong members; only the first
// block of a record counts, the others speak of the same line.
func (p *python) shape(report, literal []byte) {
	if p.shaped {
		return
	}
	p.shaped = true
	ev := evidence{code: "stdout-invalid-json-rpc", layer: 3, sure: certain, words: string(firstBytes(report, maxWords)), stream: p.reader}
	switch {
	case has(p.title, ".id") && string(literal) == "None":
		ev.detail = "id-null"
	case has(report, "valid dictionary or instance"):
		ev.detail = "not-an-object"
	case hasPrefix(literal, "{") && !hasAny(literal, "'jsonrpc'", "..."):
		ev.code = "stdout-json-log"
		if hasAny(literal, "'result'", "'id'", "'method'") {
			ev.code, ev.detail = "stdout-invalid-json-rpc", "missing-jsonrpc"
		}
	case hasPrefix(literal, "{'level'"), hasPrefix(literal, "{'time"), hasPrefix(literal, "{'msg'"), hasPrefix(literal, "{'severity'"), hasPrefix(literal, "{'ts'"):
		ev.code = "stdout-json-log"
	}
	p.s.evidence("", p.at, p.micros, ev)
}

func (p *python) close() { p.flush() }

// maxRepr is the length from which pydantic cuts a literal in the middle.
const maxRepr = 50

// pythonString reads a Python string literal; cut says that the middle is
// missing, and text is what stands before it.
func pythonString(literal []byte) (text string, cut bool) {
	if len(literal) > 1 && literal[0] == 'b' {
		literal = literal[1:]
	}
	if len(literal) < 2 || literal[0] != '\'' && literal[0] != '"' {
		return string(literal), false
	}
	quote, body := literal[0], literal[1:]
	if at := bytes.Index(body, append([]byte{quote}, "..."...)); at >= 0 { // 'begin'...'end'
		return unescapePython(body[:at]), true
	}
	if utf8.RuneCount(literal) > maxRepr {
		if head, _, ok := bytes.Cut(body, []byte("...")); ok {
			return unescapePython(head), true
		}
	}
	if end := bytes.LastIndexByte(body, quote); end >= 0 {
		body = body[:end]
	}
	return unescapePython(body), false
}

// pythonEscapes are pairs: the letter behind a backslash, and what it means.
const pythonEscapes = "n\nr\rt\ta\ab\bf\fv\v0\x00"

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
		case 'x':
			digits = 2
		case 'u':
			digits = 4
		case 'U':
			digits = 8
		default:
			c := b[i]
			for at := 0; at < len(pythonEscapes); at += 2 {
				if pythonEscapes[at] == b[i] {
					c = pythonEscapes[at+1]
				}
			}
			out = append(out, c)
			continue
		}
		if v, err := strconv.ParseUint(string(b[i+1:min(i+1+digits, len(b))]), 16, 32); err == nil {
			out = utf8.AppendRune(out, rune(v))
			i = min(i+digits, len(b)-1)
		}
	}
	return string(bytes.TrimSuffix(out, []byte("\n")))
}

// The Java SDK's client keeps the whole line.
type java struct {
	s      *sink
	seen   bool // the line of the exception at hand was shown
	late   bool // a time-out was told, and its cause repeats it
	micros int64
}

func newJava(s *sink) parser { return &java{s: s} }

func (j *java) line(n int, line []byte) {
	if t, _, ok := timestamp(line); ok {
		j.micros, j.late = t, false
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
	switch {
	case hasPrefix(bytes.TrimLeft(line, " \t"), "at "):
	case hasAny(line, "JsonParseException", "JsonEOFException", "MismatchedInputException"):
		if ev, ok := fromJackson(line); ok && !j.seen { // the line itself was not pasted
			ev.stream, ev.words = transcript.Stdout, string(firstBytes(line, maxWords))
			j.s.evidence("", n, j.micros, ev)
		}
		j.seen = false
	case has(line, "TimeoutException") && !j.late:
		j.late = true
		j.s.evidence("", n, j.micros, evidence{code: "operation-timeout", detail: "request-timeout", layer: 5, sure: certain,
			words: string(firstBytes(line, maxWords)), stream: transcript.Stdout})
	}
}

func (j *java) close() {}
