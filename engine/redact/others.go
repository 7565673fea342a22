package redact

import "bytes"

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
			all.texts = append(all.texts, forms(t)...)
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

// forms are a text as it is and as JSON writes it.
func forms(t string) [][]byte {
	plain := []byte(t)
	quoted := bytes.ReplaceAll(bytes.ReplaceAll(plain, []byte(`\`), []byte(`\\`)), []byte(`"`), []byte(`\"`))
	if bytes.Equal(plain, quoted) {
		return [][]byte{plain}
	}
	return [][]byte{quoted, plain}
}

// selected finds the texts that a person selected, which may go over lines.
func (o *others) selected(spans []Span, text []byte) []Span {
	if o == nil {
		return spans
	}
	for _, t := range o.texts {
		for at := range all(text, t) {
			spans = append(spans, Span{at, at + len(t), Person})
		}
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
		for at := range all(o.lower, t) {
			spans = append(spans, Span{at, at + len(t), Person})
		}
	}
	for _, t := range o.people {
		for at := range all(o.lower, t) {
			if end := at + len(t); namesHome(o.lower[:at]) && (end == len(line) || !isAlnum(line[end])) {
				spans = append(spans, Span{at, end, Home})
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
	folder := bytes.TrimRight(text, `/\-`)
	if len(folder) == len(text) {
		return false
	}
	for _, name := range [...]string{"home", "users", "user"} {
		if before, ok := bytes.CutSuffix(folder, []byte(name)); ok && (len(before) == 0 || !isAlnum(before[len(before)-1])) {
			return true
		}
	}
	return false
}

// all gives the places of part in text.
func all(text, part []byte) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for at := 0; ; at += len(part) {
			i := bytes.Index(text[at:], part)
			if i < 0 || !yield(at+i) {
				return
			}
			at += i
		}
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
