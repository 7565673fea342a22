package mcp

import (
	"strconv"
	"unicode/utf8"

	"stdioscope/engine/wire"
)

// How problems speak: places, values seen, values expected. One line each, no
// blame, no long text of the server's own.

// describe names a value as it was seen: short ones as written.
func describe(raw []byte) string {
	switch wire.TypeOf(raw) {
	case wire.Object:
		return "an object"
	case wire.Array:
		return "an array"
	case wire.Str:
		if len(raw) > 42 {
			return "a string of " + strconv.Itoa(len(raw)-2) + " bytes"
		}
		return string(raw)
	case wire.Number:
		if len(raw) > 24 {
			return "a number of " + strconv.Itoa(len(raw)) + " digits"
		}
		return string(raw)
	case wire.Bool, wire.Null:
		return string(raw)
	}
	return "nothing"
}

// expected names what a shape wants.
func expected(t typ, as wrap) string {
	s := t.shape()
	switch as {
	case list:
		return "an array" + ofKind(s)
	case dict:
		return "an object" + ofKind(s)
	}
	switch s.kind {
	case text:
		if len(s.words) > 0 {
			return anyOf(s.words)
		}
		return "a string"
	case integer:
		if s.natural {
			return "an integer of 0 or more"
		}
		return "an integer"
	case number:
		if s.unit {
			return "a number from 0 to 1"
		}
		return "a number"
	case boolean:
		return "true or false"
	case textOrInteger:
		return "a string or an integer"
	case numberOrNull:
		return "a number or null"
	case scalar:
		return "a string, a number or a boolean"
	case object:
		return "an object"
	case array:
		return "an array"
	case union:
		if len(s.of) > 0 && s.of[0].as == plain && s.of[0].is.shape().kind == object {
			return "an object"
		}
	}
	return "a value"
}

func ofKind(s *shape) string {
	switch s.kind {
	case text:
		return " of strings"
	case object, union:
		return " of objects"
	}
	return ""
}

// anyOf lists the words that would have done.
func anyOf(words []string) string {
	out := ""
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			out += " or "
		case i > 0:
			out += ", "
		}
		out += `"` + w + `"`
	}
	return out
}

// place names where the walker stands, for people: tools[2].inputSchema.
func (w *walker) place() string {
	out := ""
	for _, s := range w.path[:min(w.depth, len(w.path))] {
		switch {
		case s.key == nil:
			out += "[" + strconv.Itoa(s.index) + "]"
		case out == "":
			out = shortened(s.key)
		default:
			out += "." + shortened(s.key)
		}
	}
	switch {
	case out == "":
		return w.noun
	case out[0] == '[':
		return w.noun + out
	}
	return out
}

// shortened cuts a name that would fill the line.
func shortened(key []byte) string {
	const most = 48
	if len(key) <= most {
		return string(key)
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(key[cut]) {
		cut--
	}
	return string(key[:cut]) + "…"
}

// pointer is the JSON pointer (RFC 6901) to where the walker stands.
func (w *walker) pointer() string {
	if w.depth == 0 {
		return ""
	}
	var out []byte
	for _, s := range w.path[:min(w.depth, len(w.path))] {
		out = append(out, '/')
		if s.key == nil {
			out = strconv.AppendInt(out, int64(s.index), 10)
			continue
		}
		out = appendToken(out, decode(s.key))
	}
	return string(out)
}

// appendToken appends one token of a JSON pointer.
func appendToken(dst, name []byte) []byte {
	for _, c := range name {
		switch c {
		case '~':
			dst = append(dst, '~', '0')
		case '/':
			dst = append(dst, '~', '1')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
