package redact

import (
	"bytes"
	"strings"

	"stdioscope/engine/wire"
)

// Path is a place inside of messages: member names and array indexes, "*" for
// any. It matches the value there and all below it.
type Path []string

// ParsePath reads "params.arguments.apiKey", "$.result.content.*.text" and the
// JSON pointer "/params/arguments/apiKey". It is nil for a text that names no
// place.
func ParsePath(text string) Path {
	if pointer, ok := strings.CutPrefix(text, "/"); ok {
		path := strings.Split(pointer, "/")
		for i, step := range path {
			path[i] = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		}
		return path
	}
	text = strings.TrimPrefix(strings.TrimPrefix(text, "$"), ".")
	if text == "" {
		return nil
	}
	return strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "[", "."), "]", ""), ".")
}

// below finds the values at the paths in the messages of a pipe. Of a batch each
// message is looked at.
func below(data []byte, paths []Path) []Span {
	if len(paths) == 0 {
		return nil
	}
	f := pathFinder{}
	at := 0
	for line := range bytes.Lines(data) {
		f.line, f.at = bytes.TrimRight(line, "\r\n"), at
		at += len(line)
		if !wire.Valid(f.line) {
			continue
		}
		for _, path := range paths {
			f.walk(f.line, path)
			if wire.TypeOf(f.line) == wire.Array {
				wire.Elements(f.line, func(message []byte) bool { f.walk(message, path); return true })
			}
		}
	}
	return f.spans
}

type pathFinder struct {
	line  []byte
	at    int // of the line in its pipe
	spans []Span
}

// walk goes down one step a call; at the path's end it takes what is there.
func (f *pathFinder) walk(value []byte, path Path) {
	if len(path) == 0 {
		f.take(value)
		return
	}
	switch wire.TypeOf(value) {
	case wire.Object:
		wire.Members(value, func(key, member []byte) bool {
			if path[0] == "*" || path[0] == string(key) {
				f.walk(member, path[1:])
			}
			return true
		})
	case wire.Array:
		n := 0
		wire.Elements(value, func(element []byte) bool {
			if path[0] == "*" || isNumber(path[0], n) {
				f.walk(element, path[1:])
			}
			n++
			return true
		})
	}
}

func isNumber(step string, n int) bool {
	got, ok := wire.Int([]byte(step))
	return ok && got == int64(n)
}

// take covers the strings and the digits of numbers in a value. An exponent's
// letter stays, or the number would be none any more.
func (f *pathFinder) take(value []byte) {
	start := f.at + wire.Offset(f.line, value)
	switch wire.TypeOf(value) {
	case wire.Str:
		f.spans = append(f.spans, Span{start + 1, start + len(value) - 1, Known})
	case wire.Number:
		for i := 0; i < len(value); i++ {
			from := i
			for i < len(value) && isDigit(value[i]) {
				i++
			}
			if i > from {
				f.spans = append(f.spans, Span{start + from, start + i, Known})
			}
		}
	case wire.Array:
		wire.Elements(value, func(v []byte) bool { f.take(v); return true })
	case wire.Object:
		wire.Members(value, func(_, v []byte) bool { f.take(v); return true })
	}
}
