package scan

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
)

// hit is a place in a source file, before it has a line.
type hit struct {
	offset          int
	reason, message string
	redirect        bool // no finding: the source sends its print function to stderr here
}

// pattern is one way to write to stdout. at is matched against the blanked
// source; where the match ends with an opening parenthesis, unless is asked
// about the arguments, else about the match.
type pattern struct {
	at       *regexp.Regexp
	unless   *regexp.Regexp // blanked: not a stdout write after all
	raw      *regexp.Regexp // must match the whole call as written, strings included
	reason   string
	message  string
	redirect bool
}

type language struct {
	name       string
	extensions []string
	lexer      string
	hints      []string // none of them in the file: nothing to look for
	patterns   []pattern
	parse      func(src []byte) ([]hit, error) // instead of patterns
}

func languageOf(path string) *language {
	if strings.HasSuffix(path, ".min.js") {
		return nil
	}
	ext := strings.ToLower(filepath.Ext(path))
	all := languages()
	for i := range all {
		for _, e := range all[i].extensions {
			if e == ext {
				return &all[i]
			}
		}
	}
	return nil
}

func (l *language) mayWrite(src []byte) bool {
	for _, h := range l.hints {
		if bytes.Contains(src, []byte(h)) {
			return true
		}
	}
	return false
}

func (l *language) places(src []byte) ([]hit, error) {
	if l.parse != nil {
		return l.parse(src)
	}
	code, err := blank(l.lexer, src)
	if err != nil {
		return nil, err
	}
	var hits []hit
	for _, p := range l.patterns {
		for _, m := range p.at.FindAllIndex(code, -1) {
			first, end := m[0], m[1]
			for first < end && !isName(code[first]) {
				first++
			}
			args := arguments(code, end)
			if args == (span{end, end}) && code[end-1] != '(' {
				args = span{first, end} // no call: the match itself is asked about
			}
			if p.unless != nil && p.unless.Match(code[args.start:args.end]) {
				continue
			}
			if p.raw != nil && !p.raw.Match(src[first:max(end, args.end)]) {
				continue
			}
			hits = append(hits, hit{first, p.reason, p.message, p.redirect})
		}
	}
	return sortHits(hits), nil
}

type span struct{ start, end int }

// arguments is what stands between the parenthesis that ends before `from` and
// its partner; empty when the match did not end with one.
func arguments(code []byte, from int) span {
	if from == 0 || code[from-1] != '(' {
		return span{from, from}
	}
	depth := 1
	for i := from; i < len(code); i++ {
		switch code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			if depth == 0 {
				return span{from, i}
			}
		}
	}
	return span{from, len(code)}
}

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c >= 0x80
}
