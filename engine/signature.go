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

	prefix []string // the line begins with one of these
	form   []string // or with one of these, in which d is a digit
	has    []string // and holds all of these
	any    []string // and one of these
	look   func(line []byte) bool

	first [256 / 64]uint64 // the bytes that a line may begin with
}

const (
	certain  = "certain"
	likely   = "likely"
	possible = "possible"
)

// httpFraming is the name of the signature of a status line; headers follow it.
const httpFraming = "HTTP framing"

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
		s := &textTable[i]
		if len(s.has)+len(s.any) > 0 || s.look != nil {
			continue
		}
		for _, p := range s.prefix {
			if strings.HasPrefix(p, string(begin)) {
				return s
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
type table []signature

func tableOf(list []string) table {
	t := make(table, len(list))
	for i, text := range list {
		t[i].read(text)
	}
	return t
}

// read takes a line of the table apart.
func (s *signature) read(text string) {
	fields := cut(text, "‖")
	s.name, s.change = fields[0], fields[2]
	for _, word := range cut(fields[1], " ") {
		switch word {
		case certain, likely, possible:
			s.certainty = word
		case "starts":
			s.starts = true
		case "vague":
			s.vague = true
		default:
			s.detail = word
		}
	}
	for _, f := range fields[3:] {
		parts := cut(f[1:], "¦")
		switch f[0] {
		case '^':
			s.prefix = parts
		case '~':
			s.form = parts
		case '&':
			s.has = parts
		case '?':
			s.any = parts
		default:
			s.look = lookOf(f[1:])
		}
	}
	for c := range 256 {
		if s.begins(byte(c)) {
			s.first[c/64] |= 1 << (c % 64)
		}
	}
}

func lookOf(name string) func(line []byte) bool {
	for _, l := range looks {
		if l.name == name {
			return l.look
		}
	}
	return nil
}

func cut(list, sep string) (out []string) {
	for list != "" {
		part, rest, _ := strings.Cut(list, sep)
		out, list = append(out, part), rest
	}
	return out
}

// begins reports whether a line that begins with a byte may match.
func (s *signature) begins(c byte) bool {
	for _, p := range s.prefix {
		if p[0] == c {
			return true
		}
	}
	for _, p := range s.form {
		if p[0] == c || p[0] == 'd' && c >= '0' && c <= '9' {
			return true
		}
	}
	return len(s.prefix)+len(s.form) == 0
}

// match is the first signature of the table that a line has.
func (t table) match(line []byte) *signature {
	if len(line) == 0 {
		return nil
	}
	line = line[:min(len(line), maxSignature)]
	word, bit := line[0]/64, line[0]%64
	for i := range t {
		if s := &t[i]; s.first[word]>>bit&1 == 1 && s.matches(line) {
			return s
		}
	}
	return nil
}

func (s *signature) matches(line []byte) bool {
	if len(s.prefix)+len(s.form) > 0 && !startsAny(line, s.prefix...) && !formed(line, s.form) {
		return false
	}
	for _, h := range s.has {
		if !bytes.Contains(line, []byte(h)) {
			return false
		}
	}
	return (len(s.any) == 0 || holdsAny(line, s.any)) && (s.look == nil || s.look(line))
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

//go:noinline
func startsAny(line []byte, prefixes ...string) bool {
	for _, p := range prefixes {
		if len(line) >= len(p) && string(line[:len(p)]) == p {
			return true
		}
	}
	return false
}
