package engine

import (
	"bytes"
	"strings"
)

// signature is how the output of one program looks, and how to stop it where it
// is printed. A line has the first signature of the table that matches it.
type signature struct {
	name      string
	certainty string // certain: nothing else prints this; likely; possible
	change    string
	detail    string // detail code of stdout-non-json that it refines; "" = leave
	starts    bool   // a line that matches begins a record of its own
	vague     bool   // how a line looks, whoever printed it: a later line may name that

	// Lists, in one string each for the guest's size: their parts stand between
	// broken bars.
	prefix string // the line begins with one of these
	form   string // or with one of these, in which d is a digit
	has    string // and holds all of these
	any    string // and one of these
	look   func(line []byte) bool
}

const (
	certain  = "certain"
	likely   = "likely"
	possible = "possible"
)

// lspSignature is named apart: header framing is found by the wire, not by text.
var lspSignature = &signature{name: "LSP header framing", certainty: certain,
	change: "Use an MCP stdio transport: one JSON message a line, no Content-Length header."}

// recognise finds what printed a line of text; nil when nothing is known of it.
func recognise(line []byte) *signature {
	if plain := uncoloured(line); len(plain) < len(line) {
		if s := textTable.match(plain); s != nil {
			return s
		}
	}
	return textTable.match(line)
}

// recogniseBegin finds what printed a line of which only the beginning is known.
func recogniseBegin(begin []byte) *signature {
	if s := recognise(begin); s != nil || len(begin) < minBegin {
		return s
	}
	for i := range textTable {
		e := &textTable[i]
		if len(e.has)+len(e.any) > 0 || e.look != nil {
			continue
		}
		for _, p := range e.prefix {
			if strings.HasPrefix(p, string(begin)) {
				return e.signature
			}
		}
	}
	return nil
}

// minBegin is how much of a line names its program when the rest is not known: V8
// shows as much.
const minBegin = 10

// recogniseJSON finds what wrote a JSON record.
func recogniseJSON(line []byte) *signature { return recordTable.match(line) }

// maxSignature bounds how far into a line anybody signs.
const maxSignature = 4096

var textTable, recordTable = tableOf(signatures), tableOf(jsonSignatures)

// table is a list of signatures, ready for lines that come by the million.
type table []entry

// entry is a signature with its lists taken apart.
type entry struct {
	*signature
	first                  [256 / 64]uint64 // the bytes that a line may begin with
	prefix, form, has, any []string
}

func tableOf(list []signature) table {
	t := make(table, len(list))
	for i := range list {
		s, e := &list[i], &t[i]
		e.signature, e.prefix, e.form, e.has, e.any = s, parts(s.prefix), parts(s.form), parts(s.has), parts(s.any)
		for c := range 256 {
			if e.begins(byte(c)) {
				e.first[c/64] |= 1 << (c % 64)
			}
		}
	}
	return t
}

func parts(list string) (out []string) {
	for list != "" {
		part, rest, _ := strings.Cut(list, "¦")
		out, list = append(out, part), rest
	}
	return out
}

// begins reports whether a line that begins with a byte may match.
func (e *entry) begins(c byte) bool {
	for _, p := range e.prefix {
		if p[0] == c {
			return true
		}
	}
	for _, p := range e.form {
		if p[0] == c || p[0] == 'd' && c >= '0' && c <= '9' {
			return true
		}
	}
	return len(e.prefix)+len(e.form) == 0
}

// match is the first signature of the table that a line has.
func (t table) match(line []byte) *signature {
	if len(line) == 0 {
		return nil
	}
	line = line[:min(len(line), maxSignature)]
	word, bit := line[0]/64, line[0]%64
	for i := range t {
		if e := &t[i]; e.first[word]>>bit&1 == 1 && e.matches(line) {
			return e.signature
		}
	}
	return nil
}

func (e *entry) matches(line []byte) bool {
	if len(e.prefix)+len(e.form) > 0 && !startsAny(line, e.prefix...) && !formed(line, e.form) {
		return false
	}
	for _, h := range e.has {
		if !bytes.Contains(line, []byte(h)) {
			return false
		}
	}
	if len(e.any) > 0 && !holdsAny(line, e.any) {
		return false
	}
	return e.look == nil || e.look(line)
}

func formed(line []byte, forms []string) bool {
	for _, f := range forms {
		if _, ok := pattern(line, f); ok {
			return true
		}
	}
	return false
}

func holdsAny(line []byte, parts []string) bool {
	for _, p := range parts {
		if bytes.Contains(line, []byte(p)) {
			return true
		}
	}
	return false
}

func startsAny(line []byte, prefixes ...string) bool {
	for _, p := range prefixes {
		if len(line) >= len(p) && string(line[:len(p)]) == p {
			return true
		}
	}
	return false
}
