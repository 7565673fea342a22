package transcript

import (
	"bytes"

	"stdioscope/engine/wire"
)

// parsePipe reads a line in the form in which AppendEvent writes the bytes of a
// pipe; false for every other line, which the general reader then takes. The two
// agree on every line that this one takes.
func (r *Reader) parsePipe(line []byte) bool {
	l := cursor{line}
	t, ok := l.number(`{"t":`)
	if !ok {
		return false
	}
	run := int64(1)
	if n, ok := l.number(`,"run":`); ok && n > 0 {
		run = n
	}
	kind := l.pipe()
	if kind == "" {
		return false
	}
	source, _ := l.number(`,"line":`)
	switch {
	case l.word(`,"text":"`):
		text, n, ok := wire.DecodeString(r.data[:0], l.rest)
		if r.data = text; !ok {
			return false
		}
		l.rest = l.rest[n:]
	case l.word(`,"b64":"`):
		n := bytes.IndexByte(l.rest, '"')
		if n < 0 {
			return false
		}
		if r.data, ok = DecodeBase64(r.data[:0], l.rest[:n]); !ok {
			return false
		}
		l.rest = l.rest[n+1:]
	default:
		return false
	}
	if string(l.rest) != "}" {
		return false
	}
	r.ev.T, r.ev.Run, r.ev.Kind, r.ev.Line, r.ev.Data = t, int(run), kind, int(source), r.data
	return true
}

// cursor is the rest of a line.
type cursor struct{ rest []byte }

// word passes the text, if it comes next.
func (l *cursor) word(text string) bool {
	if len(l.rest) < len(text) || string(l.rest[:len(text)]) != text {
		return false
	}
	l.rest = l.rest[len(text):]
	return true
}

// number passes a key and the whole number behind it, if they come next; it
// leaves numbers that JSON would not allow and those above 10^18 to others.
func (l *cursor) number(key string) (n int64, ok bool) {
	before := l.rest
	if !l.word(key) {
		return 0, false
	}
	digits := 0
	for digits < len(l.rest) && l.rest[digits]-'0' < 10 {
		n = n*10 + int64(l.rest[digits]-'0')
		digits++
	}
	if digits == 0 || digits > 18 || digits > 1 && l.rest[0] == '0' {
		l.rest = before
		return 0, false
	}
	l.rest = l.rest[digits:]
	return n, true
}

// pipe passes the kind of an event that carries bytes, if it comes next.
func (l *cursor) pipe() Kind {
	switch {
	case l.word(`,"k":"stdout"`):
		return KindStdout
	case l.word(`,"k":"stdin"`):
		return KindStdin
	case l.word(`,"k":"stderr"`):
		return KindStderr
	}
	return ""
}
