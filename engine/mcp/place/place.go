// Package place says where a part of a JSON value stands and what is there, in
// the words of a finding: a JSON pointer for machines, tools[2].name for people,
// a short description of the value seen.
//
// Start with [Path]: push a step on the way down, pop it on the way up; only
// [Path.Pointer] and [Path.Name] allocate. The package judges nothing.
package place

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"stdioscope/engine/wire"
)

// MaxSteps is how many steps a Path keeps. Deeper ones are counted and left out
// of what it says.
const MaxSteps = 32

// Path is the way from a value to a part of it. The zero Path is the value
// itself. It notes columns alone, so that a path costs little where nothing is
// wrong; what it says is read from the data then.
type Path struct {
	depth int
	steps [MaxSteps]step
}

// step is one step down: into the member whose name lies between two columns,
// or into an element.
type step struct{ from, to uint32 }

const element = ^uint32(0) // as to: from is an index

// Push steps into a member, by the columns of its name without quotes.
func (p *Path) Push(from, to int) {
	if p.depth < MaxSteps {
		p.steps[p.depth] = step{uint32(from), uint32(to)}
	}
	p.depth++
}

// PushIndex steps into an element, counted from 0.
func (p *Path) PushIndex(i int) {
	if p.depth < MaxSteps {
		p.steps[p.depth] = step{uint32(i), element}
	}
	p.depth++
}

// Pop takes back the last step.
func (p *Path) Pop() { p.depth-- }

// Depth is the number of steps.
func (p *Path) Depth() int { return p.depth }

// Pointer is the JSON pointer (RFC 6901) of the place in the data.
func (p *Path) Pointer(data []byte) string {
	if p.depth == 0 {
		return ""
	}
	var out []byte
	for _, s := range p.steps[:min(p.depth, MaxSteps)] {
		out = append(out, '/')
		if s.to == element {
			out = strconv.AppendInt(out, int64(s.from), 10)
			continue
		}
		out = AppendToken(out, Decode(data[s.from:s.to]))
	}
	return string(out)
}

// AppendToken appends one token of a JSON pointer.
func AppendToken(dst, name []byte) []byte {
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

// Name is the place for people. noun names the value that the path begins at.
func (p *Path) Name(data []byte, noun string) string {
	out := ""
	for _, s := range p.steps[:min(p.depth, MaxSteps)] {
		switch {
		case s.to == element:
			out += "[" + strconv.Itoa(int(s.from)) + "]"
		case out == "":
			out = Shortened(data[s.from:s.to])
		default:
			out += "." + Shortened(data[s.from:s.to])
		}
	}
	switch {
	case out == "":
		return noun
	case out[0] == '[':
		return noun + out
	}
	return out
}

// Shortened cuts a name that would fill the line.
func Shortened(name []byte) string {
	const most = 48
	if len(name) <= most {
		return string(name)
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(name[cut]) {
		cut--
	}
	return string(name[:cut]) + "…"
}

// Quoted is a name that the other side chose, as a JSON string on one line,
// cut when it is long.
func Quoted(name string) string {
	const most = 64
	if len(name) > most {
		name = strings.ToValidUTF8(name[:most], "") + "…"
	}
	return string(wire.AppendQuote(nil, []byte(strings.ToValidUTF8(name, "\uFFFD"))))
}

// Describe names a raw value as it was seen: short ones as written.
func Describe(raw []byte) string {
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

// Decode is what the inside of a JSON string says; it aliases body when that
// holds no escape.
func Decode(body []byte) []byte {
	if bytes.IndexByte(body, '\\') < 0 {
		return body
	}
	quoted := make([]byte, 0, len(body)+2)
	quoted = append(append(append(quoted, '"'), body...), '"')
	out, _ := wire.AppendString(nil, quoted)
	return out
}

// IsText reports whether a raw value is a string that says word.
func IsText(raw []byte, word string) bool {
	if len(raw) < 2 || raw[0] != '"' {
		return false
	}
	body := raw[1 : len(raw)-1]
	if bytes.IndexByte(body, '\\') < 0 {
		return string(body) == word
	}
	return string(Decode(body)) == word
}
