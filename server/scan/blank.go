package scan

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// syntax is as much of a language as tells code from text: how comments and
// strings begin and end. A complete lexer would know more and cost every run of
// this program its start-up time.
type syntax struct {
	line   string  // begins a comment that ends with the line
	block  bool    // there are /* comments */
	nested bool    // and they nest
	quotes []quote // longer openings before shorter ones
	regexp bool    // /literals/ of JavaScript
	chars  bool    // 'x' is one character, not a string
}

// quote is one kind of string.
type quote struct {
	open, close string
	raw         bool   // a backslash is a backslash
	doubled     bool   // the closing mark written twice is text
	multiline   bool   // may hold newlines
	interpolate string // begins code inside the string, up to the matching }
}

func syntaxOf(lexer string) (syntax, bool) {
	double, single := quote{open: `"`, close: `"`}, quote{open: `'`, close: `'`}
	switch lexer {
	case "javascript", "typescript":
		return syntax{
			line: "//", block: true, regexp: true,
			quotes: []quote{double, single, {open: "`", close: "`", multiline: true, interpolate: "${"}},
		}, true
	case "python3":
		return syntax{line: "#", quotes: []quote{
			{open: `"""`, close: `"""`, multiline: true}, {open: `'''`, close: `'''`, multiline: true}, double, single,
		}}, true
	case "rust":
		multi := double
		multi.multiline = true
		return syntax{line: "//", block: true, nested: true, chars: true, quotes: []quote{
			{open: `r###"`, close: `"###`, raw: true, multiline: true}, {open: `r##"`, close: `"##`, raw: true, multiline: true},
			{open: `r#"`, close: `"#`, raw: true, multiline: true}, {open: `r"`, close: `"`, raw: true, multiline: true}, multi,
		}}, true
	case "java":
		return syntax{line: "//", block: true, chars: true, quotes: []quote{{open: `"""`, close: `"""`, multiline: true}, double}}, true
	case "kotlin":
		template := double
		template.interpolate = "${"
		return syntax{line: "//", block: true, nested: true, chars: true, quotes: []quote{
			{open: `"""`, close: `"""`, raw: true, multiline: true, interpolate: "${"}, template,
		}}, true
	case "c#":
		verbatim := quote{close: `"`, raw: true, doubled: true, multiline: true}
		at, atDollar, dollarAt := verbatim, verbatim, verbatim
		at.open, atDollar.open, dollarAt.open = `@"`, `@$"`, `$@"`
		return syntax{line: "//", block: true, chars: true, quotes: []quote{
			{open: `"""`, close: `"""`, raw: true, multiline: true}, atDollar, dollarAt, at, double,
		}}, true
	}
	return syntax{}, false
}

// blank gives the source with comments and strings replaced by spaces, byte for
// byte, so that offsets stay and newlines too. Code inside template strings stays
// code. A string that does not end is blank to the end of its line, or of the file
// where it may hold newlines.
func blank(lexer string, src []byte) ([]byte, error) {
	s, ok := syntaxOf(lexer)
	if !ok {
		return nil, errSyntax
	}
	b := blanker{syntax: s, src: src, out: bytes.Clone(src)}
	if bytes.HasPrefix(src, []byte("#!")) {
		b.text(lineEnd(src, 0))
	}
	b.code(false)
	return b.out, nil
}

type blanker struct {
	syntax
	src, out []byte
	at       int
}

// text blanks up to end.
func (b *blanker) text(end int) {
	for ; b.at < end; b.at++ {
		if c := b.src[b.at]; c != '\n' && c != '\r' {
			b.out[b.at] = ' '
		}
	}
}

func (b *blanker) has(prefix string) bool {
	return prefix != "" && bytes.HasPrefix(b.src[b.at:], []byte(prefix))
}

// code goes over code up to the end of the source, or to the brace that closes the
// interpolation that it stands in.
func (b *blanker) code(inside bool) {
	depth := 0
	for b.at < len(b.src) {
		switch {
		case b.has(b.line):
			b.text(lineEnd(b.src, b.at))
		case b.block && b.has("/*"):
			b.text(b.blockEnd())
		case b.regexp && b.src[b.at] == '/' && b.regexpMayBegin():
			b.text(b.regexpEnd())
		case b.chars && b.src[b.at] == '\'' && b.charEnd() > 0:
			b.text(b.charEnd())
		case b.string():
		case inside && b.src[b.at] == '}' && depth == 0:
			return
		default:
			switch b.src[b.at] {
			case '{':
				depth++
			case '}':
				depth--
			}
			b.at++
		}
	}
}

// string goes over a string, when one begins here.
func (b *blanker) string() bool {
	for _, q := range b.quotes {
		if !b.has(q.open) || isLetter(q.open[0]) && b.at > 0 && isName(b.src[b.at-1]) {
			continue
		}
		b.text(b.at + len(q.open))
		b.inString(q)
		return true
	}
	return false
}

func (b *blanker) inString(q quote) {
	for b.at < len(b.src) {
		switch {
		case !q.raw && b.src[b.at] == '\\':
			b.text(min(b.at+2, len(b.src)))
		case q.doubled && b.has(q.close+q.close):
			b.text(b.at + 2*len(q.close))
		case b.has(q.close):
			b.text(b.at + len(q.close))
			return
		case b.has(q.interpolate):
			b.at += len(q.interpolate)
			b.code(true)
			if b.at < len(b.src) {
				b.at++ // the brace
			}
		case b.src[b.at] == '\n' && !q.multiline:
			return
		default:
			b.text(b.at + 1)
		}
	}
}

func (b *blanker) blockEnd() int {
	depth := 0
	for i := b.at; i < len(b.src); {
		switch {
		case bytes.HasPrefix(b.src[i:], []byte("*/")):
			i += 2
			if depth--; depth == 0 || !b.nested {
				return i
			}
		case bytes.HasPrefix(b.src[i:], []byte("/*")):
			depth++
			i += 2
		default:
			i++
		}
	}
	return len(b.src)
}

// charEnd is the end of a character literal; 0 when the apostrophe begins none, as
// in a lifetime of Rust.
func (b *blanker) charEnd() int {
	rest := b.src[b.at+1:]
	if len(rest) > 2 && rest[0] == '\\' {
		// The longest escape is \u{10ffff}.
		if n := bytes.IndexByte(rest[2:min(len(rest), 14)], '\''); n >= 0 {
			return b.at + 1 + 2 + n + 1
		}
	}
	if _, size := utf8.DecodeRune(rest); size < len(rest) && rest[size] == '\'' {
		return b.at + 1 + size + 1
	}
	return 0
}

// regexpMayBegin tells a regular expression from a division by what stands before
// it: a value is divided, anything else cannot be.
func (b *blanker) regexpMayBegin() bool {
	i := b.at - 1
	for i >= 0 && (b.out[i] == ' ' || b.out[i] == '\t' || b.out[i] == '\n' || b.out[i] == '\r') {
		i--
	}
	if b.endsString(i) {
		return false
	}
	if i < 0 {
		return true
	}
	if c := b.out[i]; !isName(c) {
		return c != ')' && c != ']' && c != '}'
	}
	end := i + 1
	for i >= 0 && isName(b.out[i]) {
		i--
	}
	switch string(b.out[i+1 : end]) {
	case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "do", "else", "yield", "await", "instanceof":
		return true
	}
	return false
}

// endsString: what is blank right before this place was a string, so a value.
func (b *blanker) endsString(i int) bool {
	for j := b.at - 1; j > i; j-- {
		if b.src[j] != b.out[j] && strings.IndexByte("\"'`", b.src[j]) >= 0 {
			return true
		}
	}
	return false
}

func (b *blanker) regexpEnd() int {
	class := false
	for i := b.at + 1; i < len(b.src); i++ {
		switch c := b.src[i]; {
		case c == '\n':
			return b.at + 1 // none after all
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1
		}
	}
	return b.at + 1
}

func lineEnd(src []byte, from int) int {
	if n := bytes.IndexByte(src[from:], '\n'); n >= 0 {
		return from + n
	}
	return len(src)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
