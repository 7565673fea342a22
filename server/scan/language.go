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
	prints          string // the way to print that is used, like log of console.log
	redirects       string // no finding: the ways to print that are sent elsewhere here
}

// pattern is one way to write to stdout. at is matched against the blanked
// source; where the match ends with an opening parenthesis, unless is asked
// about the arguments, else about the match.
type pattern struct {
	at       *regexp.Regexp
	unless   *regexp.Regexp // blanked: not a stdout write after all
	relays   *regexp.Regexp // as written: likely a message, in a file that speaks of JSON-RPC
	raw      *regexp.Regexp // must match the whole call as written, strings included
	reason   string
	message  string
	redirect string // no stdout write, but what stops some: byGroup, ofConsole, ofStdout
}

// What a redirection sends elsewhere. A group in a pattern names the way to print.
const (
	byGroup   = "$1"
	ofConsole = "console"
	ofStdout  = "stdout"
)

type language struct {
	name       string
	family     string // what shares its ways to print
	follow     bool   // JavaScript: asked whether a server on stdio comes to a place
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

// look finds the places of a file.
func (f *file) look() (err error) {
	if f.lang.parse != nil {
		f.hits, err = f.lang.parse(f.src)
		return err
	}
	if f.code, err = blank(f.lang.lexer, f.src); err != nil {
		return err
	}
	if f.lang.mayWrite(f.src) {
		f.hits = f.lang.places(f.src, f.code)
		if f.lang.follow {
			f.hits = sortHits(append(f.hits, namedDotenv(f.src, f.code)...))
		}
	}
	return nil
}

func (l *language) places(src, code []byte) []hit {
	var hits []hit
	for _, p := range l.patterns {
		for _, m := range p.at.FindAllSubmatchIndex(code, -1) {
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
			if p.relays != nil && p.relays.Match(src[args.start:args.end]) && jsonRPC().Match(src) {
				continue
			}
			if p.raw != nil && !p.raw.Match(src[first:max(end, args.end)]) {
				continue
			}
			h := hit{offset: first, reason: p.reason, message: p.message}
			if len(m) > 2 {
				h.prints = string(code[m[2]:m[3]])
			}
			if h.redirects = p.redirect; p.redirect == byGroup {
				h.redirects = h.prints
			}
			hits = append(hits, h)
		}
	}
	return sortHits(hits)
}

// Bounds against code that was written to hold a scan up.
const (
	maxBlock  = 256 << 10 // bytes of a block
	maxBranch = 30_000    // branches of a file
	maxSwitch = 300       // switches of a file
	maxNested = 20        // branches without braces within another
	maxJudged = 2000      // bytes of a condition
	maxUses   = 1000      // of a name
	maxNamed  = 200       // uses of a name that is looked up
	maxLoose  = 20 << 10  // bytes of a statement without braces
	lastWords = 400       // bytes that tell how a block ends
)

var jsonRPC = lazy(`(?i)json-?rpc`)

type span struct{ start, end int }

// arguments is what stands between the parenthesis that ends before `from` and
// its partner; empty when the match did not end with one.
func arguments(code []byte, from int) span {
	if from == 0 || code[from-1] != '(' {
		return span{from, from}
	}
	return span{from, closing(code, from)}
}

// closing is the place of the bracket that ends what an opening one right before
// `from` began, or the end of the code where that is further than maxBlock.
func closing(code []byte, from int) int {
	depth := 1
	for i := from; i < min(len(code), from+maxBlock); i++ {
		switch code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(code)
}

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c >= 0x80
}
