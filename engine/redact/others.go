package redact

import (
	"bytes"

	"stdioscope/engine/wire"
)

// others are the texts to mask wherever they stand. Nil is none.
type others struct {
	texts  [][]byte // what a person selected, as it is
	names  [][]byte // of users and machines; no case counts
	people [][]byte // names of home directories; no case counts, and only where a home directory may be named
	lower  []byte
}

// newOthers leaves out what is so short that it would hit everything.
func newOthers(o Options, people []string) *others {
	all := &others{}
	for _, t := range o.Literals {
		if len(t) >= 3 {
			quoted := wire.AppendQuote(nil, []byte(t))
			all.texts = append(all.texts, []byte(t), quoted[1:len(quoted)-1])
		}
	}
	for _, t := range o.Names {
		if len(t) >= 3 {
			all.names = append(all.names, appendLower(nil, []byte(t)))
		}
	}
	for _, t := range people {
		all.people = append(all.people, appendLower(nil, []byte(t)))
	}
	return all
}

// selected finds the texts that a person selected, which may go over lines.
func (o *others) selected(spans []Span, text []byte) []Span {
	if o == nil {
		return spans
	}
	for _, t := range o.texts {
		spans = places(spans, text, t, Person)
	}
	return spans
}

// named finds the names in a line.
func (o *others) named(spans []Span, line []byte) []Span {
	if o == nil || len(o.names)+len(o.people) == 0 {
		return spans
	}
	o.lower = appendLower(o.lower[:0], line)
	for _, t := range o.names {
		spans = places(spans, o.lower, t, Person)
	}
	for _, t := range o.people {
		for _, s := range places(nil, o.lower, t, Home) {
			if namesHome(o.lower[:s.Start]) && (s.End == len(line) || !isAlnum(line[s.End])) {
				spans = append(spans, s)
			}
		}
	}
	return spans
}

// namesHome says whether a home directory may be named behind text: ~ann,
// /users/ann, -home-ann-src, /run/user/ann.
func namesHome(text []byte) bool {
	if bytes.HasSuffix(text, []byte("~")) {
		return true
	}
	end := len(text)
	for end > 0 && (text[end-1] == '/' || text[end-1] == '\\' || text[end-1] == '-') {
		end--
	}
	if end == len(text) {
		return false
	}
	start := end
	for start > 0 && isAlnum(text[start-1]) {
		start--
	}
	folder := string(text[start:end])
	return folder == "home" || folder == "users" || folder == "user"
}

// places finds a text wherever it stands.
func places(spans []Span, in, text []byte, kind Kind) []Span {
	for at := 0; ; at += len(text) {
		i := bytes.Index(in[at:], text)
		if i < 0 {
			return spans
		}
		at += i
		spans = append(spans, Span{at, at + len(text), kind})
	}
}

// appendLower copies text, with small letters of ASCII.
func appendLower(dst, text []byte) []byte {
	for _, c := range text {
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return dst
}
