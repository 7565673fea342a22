package redact

import "bytes"

// Find gives the spans of text that should be masked, in order, none
// overlapping. It works on any bytes: JSON, JSON inside JSON, logs, argv.
func Find(text []byte) []Span {
	f := finder{text: text}
	for f.at < len(text) {
		if !f.step() {
			f.at++
		}
	}
	return f.spans
}

type finder struct {
	text  []byte
	at    int
	spans []Span
}

// step looks at one place; true when it moved on by itself.
func (f *finder) step() bool {
	c := f.text[f.at]
	switch {
	case c == '-' && bytes.HasPrefix(f.text[f.at:], []byte("-----BEGIN ")):
		return f.pem()
	case c == '/' || c == '\\' || c == ':':
		return f.home() || f.credentials()
	case c == '@':
		return f.email()
	case isWord(c) && (f.at == 0 || !isWord(f.text[f.at-1])):
		return f.word()
	}
	return false
}

func (f *finder) add(start, end int, kind Kind) bool {
	if n := len(f.spans); end <= start || n > 0 && start < f.spans[n-1].End {
		return false
	}
	f.spans = append(f.spans, Span{start, end, kind})
	f.at = end
	return true
}

// word judges the name or token that begins here.
func (f *finder) word() bool {
	end := f.at
	for end < len(f.text) && isWord(f.text[end]) {
		end++
	}
	word := f.text[f.at:end]
	if n := tokenLength(f.text[f.at:]); n > 0 {
		return f.add(f.at, f.at+n, Token)
	}
	if isScheme(word) {
		if start, stop := f.tokenAfterSpace(end); stop-start >= 8 {
			return f.add(start, stop, Header)
		}
	}
	if secretName(word) {
		if start, stop, ok := f.valueOf(end); ok {
			if isScheme(f.text[start:stop]) { // NAME: Bearer TOKEN, judged at the next word
				f.at = start
				return true
			}
			return f.add(skipScheme(f.text, start, stop), stop, Named)
		}
	}
	f.at = end
	return true
}

// tokenAfterSpace is the token behind "Bearer ".
func (f *finder) tokenAfterSpace(at int) (start, end int) {
	start = at
	for start < len(f.text) && f.text[start] == ' ' {
		start++
	}
	end = start
	if start == at {
		return start, end
	}
	for end < len(f.text) && isTokenByte(f.text[end]) {
		end++
	}
	return start, end
}

func isScheme(word []byte) bool { return equalFold(word, "bearer") || equalFold(word, "basic") }

// skipScheme leaves the scheme of a quoted Authorization value readable.
func skipScheme(text []byte, start, end int) int {
	if i := bytes.IndexByte(text[start:end], ' '); i > 0 && i+1 < end-start && isScheme(text[start:start+i]) {
		return start + i + 1
	}
	return start
}

// valueOf finds the value behind a name: NAME=V, NAME: V, "NAME":"V", also with
// the quotes escaped, and --NAME V.
func (f *finder) valueOf(at int) (start, end int, ok bool) {
	flag := f.text[f.at] == '-'
	i := skipQuote(f.text, at)
	spaces := i
	for spaces < len(f.text) && (f.text[spaces] == ' ' || f.text[spaces] == '\t') {
		spaces++
	}
	switch {
	case spaces < len(f.text) && (f.text[spaces] == ':' || f.text[spaces] == '='):
		i = spaces + 1
	case flag && spaces > i:
		i = spaces
	default:
		return 0, 0, false
	}
	for i < len(f.text) && (f.text[i] == ' ' || f.text[i] == '\t') {
		i++
	}
	start = skipQuote(f.text, i)
	if start > i {
		end = closingQuote(f.text, start, f.text[i:start])
		return start, end, end > start
	}
	end = start
	for end < len(f.text) && !isDelimiter(f.text[end]) {
		end++
	}
	if end == start || isLiteral(f.text[start:end]) || f.text[start] == '{' || f.text[start] == '[' || f.text[start] == '$' || f.text[start] == '<' {
		return 0, 0, false
	}
	return start, end, true
}

// skipQuote passes one quote, which may be escaped by any number of backslashes.
func skipQuote(text []byte, at int) int {
	i := at
	for i < len(text) && text[i] == '\\' {
		i++
	}
	if i < len(text) && (text[i] == '"' || text[i] == '\'') {
		return i + 1
	}
	return at
}

// closingQuote is where the value ends that the given quote opened.
func closingQuote(text []byte, from int, quote []byte) int {
	for i := from; i < len(text); {
		if bytes.HasPrefix(text[i:], quote) {
			return i
		}
		if text[i] == '\n' {
			return i
		}
		if text[i] == '\\' && len(quote) == 1 {
			i++
		}
		i++
	}
	return len(text)
}

// pem masks the body of a private key, in one line of JSON or over many lines.
func (f *finder) pem() bool {
	rest := f.text[f.at:]
	head := bytes.Index(rest[11:], []byte("-----"))
	if head < 0 || head > 60 || !bytes.Contains(rest[:11+head], []byte("PRIVATE KEY")) {
		return false
	}
	start := f.at + 11 + head + 5
	end := len(f.text)
	if tail := bytes.Index(f.text[start:], []byte("-----END ")); tail >= 0 {
		end = start + tail
	}
	return f.add(start, end, PrivateKey)
}

// credentials masks the password of scheme://user:password@host.
func (f *finder) credentials() bool {
	if !bytes.HasPrefix(f.text[f.at:], []byte("://")) {
		return false
	}
	start := f.at + 3
	colon, at := -1, -1
	for i := start; i < len(f.text) && i < start+512; i++ {
		c := f.text[i]
		if c == '@' {
			at = i
			break
		}
		if c == '/' || c == '?' || c == '#' || isDelimiter(c) {
			break
		}
		if c == ':' && colon < 0 {
			colon = i
		}
	}
	if at < 0 {
		f.at = start
		return true
	}
	if colon < 0 {
		return f.add(start, at, URL)
	}
	return f.add(colon+1, at, URL)
}

// homes are the folders under which a folder is named after a person.
var homes = []string{"/home/", "/Users/", `:\Users\`, `:\\Users\\`, `:\\\\Users\\\\`, "/c/Users/", ":/Users/"}

func (f *finder) home() bool {
	for _, h := range homes {
		if !bytes.HasPrefix(f.text[f.at:], []byte(h)) {
			continue
		}
		start := f.at + len(h)
		end := start
		for end < len(f.text) && f.text[end] != '/' && f.text[end] != '\\' && !isDelimiter(f.text[end]) && f.text[end] != ':' {
			end++
		}
		return f.add(start, end, Home)
	}
	return false
}

// email masks both sides of an address around the @ that stands here.
func (f *finder) email() bool {
	start := f.at
	for start > 0 && isMailByte(f.text[start-1]) {
		start--
	}
	end := f.at + 1
	for end < len(f.text) && isMailByte(f.text[end]) {
		end++
	}
	for end > f.at && !isAlnum(f.text[end-1]) {
		end-- // the end of a sentence is no part of an address
	}
	dot := f.at + bytes.LastIndexByte(f.text[f.at:end], '.')
	if start == f.at || dot < f.at+2 || end-dot < 3 || !isLetter(f.text[dot+1]) {
		return false
	}
	return f.add(start, end, Person)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }
func isWord(c byte) bool   { return isAlnum(c) || c == '_' || c == '-' }

func isMailByte(c byte) bool {
	return isAlnum(c) || c == '.' || c == '_' || c == '-' || c == '+'
}

func isTokenByte(c byte) bool {
	return isAlnum(c) || c == '.' || c == '_' || c == '-' || c == '+' || c == '/' || c == '=' || c == '~'
}

func isDelimiter(c byte) bool {
	return c <= ' ' || c == '"' || c == '\'' || c == ',' || c == ';' || c == '&' || c == ')' || c == '}' || c == ']' || c == '>' || c == '|' || c == '\\'
}

func isLiteral(b []byte) bool {
	s := string(b)
	return s == "true" || s == "false" || s == "null" || s == "undefined" || s == "None" || s == "nil"
}

func equalFold(b []byte, lower string) bool {
	if len(b) != len(lower) {
		return false
	}
	for i := range b {
		c := b[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}
