package transcript

import (
	"bytes"

	"stdioscope/engine/wire"
)

// Words of the form in which AppendEvent writes, eight bytes each, the first one
// lowest: compared as numbers they cost next to nothing, also in the browser.
const (
	wordTime   = '{' | '"'<<8 | 't'<<16 | '"'<<24 | ':'<<32
	wordRun    = ',' | '"'<<8 | 'r'<<16 | 'u'<<24 | 'n'<<32 | '"'<<40 | ':'<<48
	wordKind   = ',' | '"'<<8 | 'k'<<16 | '"'<<24 | ':'<<32 | '"'<<40 | 's'<<48 | 't'<<56
	wordStdout = 'd' | 'o'<<8 | 'u'<<16 | 't'<<24 | '"'<<32
	wordStdin  = 'd' | 'i'<<8 | 'n'<<16 | '"'<<24
	wordStderr = 'd' | 'e'<<8 | 'r'<<16 | 'r'<<24 | '"'<<32
	wordLine   = ',' | '"'<<8 | 'l'<<16 | 'i'<<24 | 'n'<<32 | 'e'<<40 | '"'<<48 | ':'<<56
	wordText   = ',' | '"'<<8 | 't'<<16 | 'e'<<24 | 'x'<<32 | 't'<<40 | '"'<<48 | ':'<<56
	wordBase64 = ',' | '"'<<8 | 'b'<<16 | '6'<<24 | '4'<<32 | '"'<<40 | ':'<<48 | '"'<<56
)

// parsePipe reads a line in the form in which AppendEvent writes the bytes of a
// pipe; false for every other line, which the general reader then takes. The two
// agree on every line that this one takes.
func (r *Reader) parsePipe(line []byte) bool {
	l := cursor{line, 0}
	t, ok := l.number(wordTime, 5)
	if !ok {
		return false
	}
	run := int64(1)
	if n, ok := l.number(wordRun, 7); ok && n > 0 {
		run = n
	}
	if !l.word(wordKind, 8) {
		return false
	}
	kind := KindStdout
	switch {
	case l.word(wordStdout, 5):
	case l.word(wordStdin, 4):
		kind = KindStdin
	case l.word(wordStderr, 5):
		kind = KindStderr
	default:
		return false
	}
	source, _ := l.number(wordLine, 8)
	switch {
	case l.word(wordText, 8):
		if l.at >= len(line) || line[l.at] != '"' {
			return false
		}
		text, n, ok := wire.DecodeString(r.data[:0], line[l.at+1:])
		if r.data = text; !ok {
			return false
		}
		l.at += 1 + n
	case l.word(wordBase64, 8):
		n := bytes.IndexByte(line[l.at:], '"')
		if n < 0 {
			return false
		}
		if r.data, ok = DecodeBase64(r.data[:0], line[l.at:l.at+n]); !ok {
			return false
		}
		l.at += n + 1
	default:
		return false
	}
	if l.at != len(line)-1 || line[l.at] != '}' {
		return false
	}
	r.ev.T, r.ev.Run, r.ev.Kind, r.ev.Line, r.ev.Data = t, int(run), kind, int(source), r.data
	return true
}

// cursor is a place in a line.
type cursor struct {
	line []byte
	at   int
}

// word passes the first n bytes of a word, if they come next. A line that this file
// reads never ends within eight bytes of one.
func (l *cursor) word(word uint64, n int) bool {
	if len(l.line)-l.at < 8 {
		return false
	}
	if (wire.Word(l.line[l.at:])^word)<<(64-8*n) != 0 {
		return false
	}
	l.at += n
	return true
}

// number passes a key and the whole number behind it, if they come next; it
// leaves numbers that JSON would not allow and those above 10^18 to others.
func (l *cursor) number(key uint64, length int) (n int64, ok bool) {
	before := l.at
	if !l.word(key, length) {
		return 0, false
	}
	start := l.at
	for l.at < len(l.line) && l.line[l.at]-'0' < 10 {
		n = n*10 + int64(l.line[l.at]-'0')
		l.at++
	}
	digits := l.at - start
	if digits == 0 || digits > 18 || digits > 1 && l.line[start] == '0' {
		l.at = before
		return 0, false
	}
	return n, true
}
