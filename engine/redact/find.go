package redact

import (
	"bytes"
	"unicode/utf8"
)

// Find gives the spans of text that should be masked, in order, none
// overlapping. It works on any bytes: JSON, JSON inside JSON, logs, argv.
func Find(text []byte) []Span { return merged(find(text, nil), text) }

// find looks at a text as it is written, and line by line as it is read. The
// spans stand in no order.
func find(text []byte, o *others) []Span {
	spans := o.selected(written(text, nil), text)
	var v view
	at := 0
	for line := range bytes.Lines(text) {
		var found []Span
		if v.read(line) {
			found = o.selected(written(v.text, v.cuts), v.text)
			found = append(o.named(found, v.text), findPacked(v.text, o)...)
			for _, s := range found {
				spans = v.places(spans, s, at)
			}
		} else {
			found = append(o.named(found, line), findPacked(line, o)...)
			for _, s := range found {
				spans = append(spans, Span{at + s.Start, at + s.End, s.Kind})
			}
		}
		at += len(line)
	}
	return spans
}

// written looks at a text as it stands there. A word may begin at a cut.
func written(text []byte, cuts []int) []Span {
	f := finder{text: text, cuts: cuts}
	for f.at < len(f.text) {
		if !f.step() {
			f.at++
		}
	}
	return f.spans
}

type finder struct {
	text  []byte
	cuts  []int
	at    int
	spans []Span
}

// step looks at one place; true when it moved on by itself.
func (f *finder) step() bool {
	c := f.text[f.at]
	for len(f.cuts) > 0 && f.cuts[0] < f.at {
		f.cuts = f.cuts[1:]
	}
	switch {
	case c == '-' && bytes.HasPrefix(f.text[f.at:], []byte("-----BEGIN ")):
		return f.pem()
	case c == '/' || c == '\\' || c == ':':
		return f.home() || f.credentials()
	case c == '@':
		return f.email()
	case isWord(c) && (f.at == 0 || !isWord(f.text[f.at-1]) || len(f.cuts) > 0 && f.cuts[0] == f.at):
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

// atCut is how far a token is followed that begins within a word.
const atCut = 1024

// word judges the name or token that begins here.
func (f *finder) word() bool {
	text := f.text
	if f.at > 0 && isWord(text[f.at-1]) { // at a cut, of which a word may have many
		text = text[:min(len(text), f.at+atCut)]
	}
	end := f.at
	for end < len(text) && isWord(text[end]) {
		end++
	}
	word := text[f.at:end]
	if n := tokenLength(text[f.at:]); n > 0 {
		return f.add(f.at, f.at+n, Token)
	}
	if isScheme(word) {
		if start, stop := f.tokenAfterSpace(end); stop-start >= 8 {
			return f.add(start, stop, Header)
		}
	}
	several := len(word) > 1 && word[len(word)-1]|0x20 == 's' && secretName(word[:len(word)-1])
	if several || secretName(word) {
		if start, stop, ok := f.valueOf(end); ok && (!several || isQuote(f.text[start-1])) {
			if isScheme(f.text[start:stop]) { // NAME: Bearer TOKEN, judged at the next word
				f.at = start
				return true
			}
			return f.add(skipScheme(f.text, start, stop), stop, Named)
		}
	}
	for len(f.cuts) > 0 && f.cuts[0] <= f.at {
		f.cuts = f.cuts[1:]
	}
	if len(f.cuts) > 0 {
		end = min(end, f.cuts[0])
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

// skipScheme leaves the scheme of an Authorization value readable.
func skipScheme(text []byte, start, end int) int {
	i := bytes.IndexByte(text[start:end], ' ')
	if i <= 0 || i+1 == end-start {
		return start
	}
	word := text[start : start+i]
	if isScheme(word) || equalFold(word, "token") || equalFold(word, "apikey") || equalFold(word, "digest") {
		return start + i + 1
	}
	return start
}

// valueOf finds the value behind a name: NAME=V, NAME: V, "NAME":"V", also in
// an array, NAME => V, --NAME V, <NAME>V< and "name":"NAME","value":"V".
func (f *finder) valueOf(at int) (start, end int, ok bool) {
	i := skipQuote(f.text, at)
	spaces := skipSpaces(f.text, i)
	var sign byte
	if spaces < len(f.text) {
		sign = f.text[spaces]
	}
	lineLong := i == at && isHeader(f.text[f.at:at])
	switch {
	case sign == ':' || sign == '=':
		i = spaces + 1
		if next := f.text[i:]; len(next) > 0 && (next[0] == '=' || next[0] == '>') {
			i++
		}
	case sign == '-' && bytes.HasPrefix(f.text[spaces:], []byte("->")):
		i = spaces + 2
	case sign == '>' && f.at > 0 && f.text[f.at-1] == '<':
		for end = at + 1; end < len(f.text) && f.text[end] != '<' && f.text[end] != '\n'; end++ {
		}
		return at + 1, end, end > at+1 && bytes.HasPrefix(f.text[end:], []byte("</"))
	case sign == ',' && i > at:
		if i = f.valueMember(spaces + 1); i < 0 {
			return 0, 0, false
		}
	case f.text[f.at] == '-' && spaces > i:
		i = spaces
	default:
		return 0, 0, false
	}
	i = skipSpaces(f.text, i)
	if i < len(f.text) && f.text[i] == '[' {
		if q := skipSpaces(f.text, i+1); skipQuote(f.text, q) > q {
			return f.elements(q)
		}
	}
	start = skipQuote(f.text, i)
	if start > i {
		end = closingQuote(f.text, start, f.text[i:start])
		return start, end, end > start
	}
	if noValue(f.text[start:]) {
		return 0, 0, false
	}
	end = start
	for end < len(f.text) && (!isDelimiter(f.text[end]) || lineLong && !endsHeader(f.text[end])) {
		end++
	}
	return start, end, end > start && !isLiteral(f.text[start:end])
}

// valueMember passes "value": behind a name that is itself a value.
func (f *finder) valueMember(at int) int {
	i := skipSpaces(f.text, at)
	name := skipQuote(f.text, i)
	if name == i || !bytes.HasPrefix(f.text[name:], []byte("value")) {
		return -1
	}
	i = name + len("value")
	closing := skipQuote(f.text, i)
	if i = skipSpaces(f.text, closing); i < len(f.text) && f.text[i] == ':' {
		return i + 1
	}
	return -1
}

// elements masks the strings of an array, and gives the last one.
func (f *finder) elements(at int) (start, end int, ok bool) {
	for {
		if start = skipQuote(f.text, at); start == at {
			return 0, 0, false
		}
		end = closingQuote(f.text, start, f.text[at:start])
		i := skipSpaces(f.text, skipQuote(f.text, end))
		if i < len(f.text) && f.text[i] == ',' {
			if next := skipSpaces(f.text, i+1); skipQuote(f.text, next) > next {
				f.add(start, end, Named)
				at = next
				continue
			}
		}
		return start, end, end > start
	}
}

func skipSpaces(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

// isHeader says whether the value of a name goes on to the end of its line.
func isHeader(name []byte) bool {
	for _, end := range [...]string{"authorization", "cookie"} {
		if n := len(name) - len(end); n >= 0 && equalFold(name[n:], end) {
			return true
		}
	}
	return false
}

func endsHeader(c byte) bool { return c < ' ' || c == '"' || c == '\'' || c == '\\' }

// noValue says that what begins behind a name is not one: a nested object, a
// variable, <redacted>.
func noValue(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	switch b[0] {
	case '{', '[', '<':
		return true
	case '$':
		return len(b) == 1 || isDelimiter(b[1]) || b[1] == '{' || b[1] == '(' || b[1] == '_' || b[1] >= 'A' && b[1] <= 'Z'
	}
	return false
}

// skipQuote passes one quote, which may be escaped by any number of backslashes.
func skipQuote(text []byte, at int) int {
	i := at
	for i < len(text) && text[i] == '\\' {
		i++
	}
	if i < len(text) && isQuote(text[i]) {
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
	if colon < 0 || colon > at {
		return f.add(start, at, URL)
	}
	return f.add(colon+1, at, URL)
}

// home masks the name of a folder that is named after a person: /home/ann,
// /Users/ann, C:\Users\Ann Smith. Where there is a drive, no case counts.
func (f *finder) home() bool {
	i := f.at
	if i > 0 && isSlash(f.text[i]) && isSlash(f.text[i-1]) {
		return false // looked at where they begin
	}
	drive := f.text[i] == ':' && i > 0 && isLetter(f.text[i-1]) && (i == 1 || !isAlnum(f.text[i-2]))
	if f.text[i] == ':' {
		i++
	}
	root := skipSlashes(f.text, i)
	if root == i {
		return false
	}
	if rest := f.text[root:]; len(rest) > 2 && rest[0]|0x20 == 'c' && isSlash(rest[1]) {
		root, drive = skipSlashes(f.text, root+1), true // /c/Users
	}
	end := root
	for end < len(f.text) && isLetter(f.text[end]) {
		end++
	}
	start := skipSlashes(f.text, end)
	folder := f.text[root:end]
	switch {
	case start == end:
		return false
	case string(folder) == "home" || string(folder) == "Users" || string(folder) == "HOME":
	case drive && (equalFold(folder, "users") || equalFold(folder, "home")):
	default:
		return false
	}
	for end = start; end < len(f.text) && inFolderName(f.text[end]); end++ {
	}
	if f.text[start-1] == '\\' && end < len(f.text) && f.text[end] == ' ' { // Ann Smith
		to := end
		for to < len(f.text) && to-start < 64 && (inFolderName(f.text[to]) || f.text[to] == ' ') {
			to++
		}
		if to < len(f.text) && f.text[to] == '\\' {
			end = to
		}
	}
	return f.add(start, end, Home)
}

func inFolderName(c byte) bool { return c != '/' && c != ':' && !isDelimiter(c) }

// skipSlashes passes the separators of a path, which JSON may have escaped.
func skipSlashes(text []byte, at int) int {
	for at < len(text) && isSlash(text[at]) {
		at++
	}
	return at
}

func isSlash(c byte) bool { return c == '/' || c == '\\' }

// An address is at most this long on either side.
const (
	maxLocalPart = 64
	maxDomain    = 255
)

// email masks both sides of an address around the @ that stands here.
func (f *finder) email() bool {
	start := f.at
	for start > 0 {
		c, size := utf8.DecodeLastRune(f.text[:start])
		if !isMail(c) || f.at-start+size > maxLocalPart {
			break
		}
		start -= size
	}
	end := f.at + 1
	for end < len(f.text) {
		c, size := utf8.DecodeRune(f.text[end:])
		if !isMail(c) || end-f.at+size > maxDomain {
			break
		}
		end += size
	}
	for end > f.at && f.text[end-1] < utf8.RuneSelf && !isAlnum(f.text[end-1]) {
		end-- // the end of a sentence is no part of an address
	}
	dot := f.at + bytes.LastIndexByte(f.text[f.at:end], '.')
	if start == f.at || dot < f.at+2 || end-dot < 3 || isDigit(f.text[dot+1]) {
		return false
	}
	return f.add(start, end, Person)
}

func isQuote(c byte) bool  { return c == '"' || c == '\'' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }
func isWord(c byte) bool   { return isAlnum(c) || c == '_' || c == '-' }

// isMail takes letters of all scripts, without the tables that would tell them
// from rare signs.
func isMail(c rune) bool {
	if c < utf8.RuneSelf {
		return isAlnum(byte(c)) || c == '.' || c == '_' || c == '-' || c == '+'
	}
	return c != utf8.RuneError && c >= 0xc0 && (c < 0x2000 || c > 0x303f) && (c < 0xff00 || c > 0xff20)
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
