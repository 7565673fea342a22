package wire

import "unicode/utf8"

// reason says why the grammar stopped; the cold path turns it into a FaultCode.
type reason uint8

const (
	fine         reason = iota
	ended               // the line ends between two tokens
	endedInToken        // the line ends inside a string, number or literal
	wantValue           // a value must stand here
	wantItem            // a value must stand here: a comma came before
	wantFirstKey        // a member name or } must stand here
	wantKey             // a member name must stand here: a comma came before
	wantColon           // a colon must stand here
	wantComma           // a comma or the container's end must stand here
	badLiteral          // t, f or n began a word that is not true, false or null
	badNumber           // the number cannot go on like this
	badEscape           // \ is followed by what is no escape
	badControl          // a control character in a string
	badUTF8             // a malformed UTF-8 sequence in a string
	trailing            // something follows the line's value
)

// scanner is the state of one pass; the slices are kept from line to line.
type scanner struct {
	data  []byte
	why   reason
	at    int // column at which the grammar stopped
	lone  int // column+1 of the first lone surrogate escape
	deep  int // column+1 of the bracket that went beyond MaxDepth
	depth int // deepest nesting seen
	dup   Span

	names nameTable
}

func (s *scanner) fail(why reason, at int) int {
	if at >= len(s.data) {
		switch why {
		case wantValue, wantItem, wantFirstKey, wantKey, wantColon, wantComma:
			why = ended
		default:
			why = endedInToken
		}
		at = len(s.data)
	}
	s.why, s.at = why, at
	return -1
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func skipSpace(d []byte, i int) int {
	for i < len(d) && isSpace(d[i]) {
		i++
	}
	return i
}

// value checks the JSON value at column i, which is nested in base containers,
// and returns the column after it, or -1.
func (s *scanner) value(i, base int) int {
	d := s.data
	depth := base
	// One bit a level: 1 = object. Levels beyond the array go to the heap; such
	// lines are faulted anyway.
	var levels [MaxDepth/64 + 1]uint64
	stack := levels[:]
	why := wantValue

value:
	i = skipSpace(d, i)
	if i >= len(d) {
		return s.fail(why, i)
	}
	switch c := d[i]; c {
	case '"':
		if i = s.str(i); i < 0 {
			return -1
		}
	case '{', '[':
		depth++
		if depth > s.depth {
			s.depth = depth
			if depth == MaxDepth+1 {
				s.deep = i + 1
			}
		}
		word, bit := depth>>6, uint64(1)<<(depth&63)
		if word >= len(stack) {
			stack = append(stack, 0)
		}
		if c == '{' {
			stack[word] |= bit
			s.names.open()
			i = skipSpace(d, i+1)
			if i < len(d) && d[i] == '}' {
				goto closed
			}
			why = wantFirstKey
			goto key
		}
		stack[word] &^= bit
		i = skipSpace(d, i+1)
		if i < len(d) && d[i] == ']' {
			goto closed
		}
		why = wantValue
		goto value
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if i = s.number(i); i < 0 {
			return -1
		}
	case 't':
		i = s.literal(i, "true")
	case 'f':
		i = s.literal(i, "false")
	case 'n':
		i = s.literal(i, "null")
	default:
		return s.fail(why, i)
	}
	if i < 0 {
		return -1
	}

after:
	if depth == base {
		return i
	}
	i = skipSpace(d, i)
	if i >= len(d) {
		return s.fail(wantComma, i)
	}
	if stack[depth>>6]>>(depth&63)&1 != 0 {
		switch d[i] {
		case ',':
			i = skipSpace(d, i+1)
			why = wantKey
			goto key
		case '}':
			goto closed
		}
		return s.fail(wantComma, i)
	}
	switch d[i] {
	case ',':
		i++
		why = wantItem
		goto value
	case ']':
		goto closed
	}
	return s.fail(wantComma, i)

closed:
	if d[i] == '}' {
		s.names.close()
	}
	i++
	depth--
	goto after

key:
	if i >= len(d) || d[i] != '"' {
		return s.fail(why, i)
	}
	{
		start := i
		if i = s.str(i); i < 0 {
			return -1
		}
		if s.names.add(d, start+1, i-1) && s.dup.End == 0 {
			s.dup = Span{start, i}
		}
	}
	i = skipSpace(d, i)
	if i >= len(d) || d[i] != ':' {
		return s.fail(wantColon, i)
	}
	i++
	why = wantValue
	goto value
}

// str checks the string whose opening quote stands at column i and returns the
// column after its closing quote, or -1.
func (s *scanner) str(i int) int {
	d := s.data
	i++
	for i < len(d) {
		c := d[i]
		switch {
		case c == '"':
			return i + 1
		case c == '\\':
			if i = s.escape(i); i < 0 {
				return -1
			}
		case c < ' ':
			return s.fail(badControl, i)
		case c < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRune(d[i:])
			if r == utf8.RuneError && n == 1 {
				return s.fail(badUTF8, i)
			}
			i += n
		}
	}
	return s.fail(badControl, i)
}

// escape checks the escape whose backslash stands at column i and returns the
// column after it, or -1. Both halves of a surrogate pair are one escape.
func (s *scanner) escape(i int) int {
	d := s.data
	if i+1 >= len(d) {
		return s.fail(badEscape, len(d))
	}
	switch d[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
	default:
		return s.fail(badEscape, i+1)
	}
	r, bad := hex4(d, i+2)
	if bad >= 0 {
		return s.fail(badEscape, bad)
	}
	if r < 0xD800 || r > 0xDFFF {
		return i + 6
	}
	if r < 0xDC00 && i+7 < len(d) && d[i+6] == '\\' && d[i+7] == 'u' {
		if low, bad := hex4(d, i+8); bad < 0 && low >= 0xDC00 && low <= 0xDFFF {
			return i + 12
		}
	}
	if s.lone == 0 {
		s.lone = i + 1
	}
	return i + 6
}

// hex4 reads four hexadecimal digits at column i; bad is the column of the first
// that is none (at most len(d)), or -1.
func hex4(d []byte, i int) (r rune, bad int) {
	for n := i; n < i+4; n++ {
		if n >= len(d) {
			return 0, len(d)
		}
		c := d[n]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, n
		}
		r = r<<4 | rune(c)
	}
	return r, -1
}

// number checks the number at column i and returns the column after it, or -1.
func (s *scanner) number(i int) int {
	d := s.data
	if d[i] == '-' {
		i++
	}
	if i >= len(d) || !isDigit(d[i]) {
		return s.fail(badNumber, i)
	}
	if d[i] == '0' {
		i++
		if i < len(d) && isDigit(d[i]) {
			return s.fail(badNumber, i)
		}
	} else {
		i = skipDigits(d, i)
	}
	if i < len(d) && d[i] == '.' {
		i++
		if i >= len(d) || !isDigit(d[i]) {
			return s.fail(badNumber, i)
		}
		i = skipDigits(d, i)
	}
	if i < len(d) && d[i]|0x20 == 'e' {
		i++
		if i < len(d) && (d[i] == '+' || d[i] == '-') {
			i++
		}
		if i >= len(d) || !isDigit(d[i]) {
			return s.fail(badNumber, i)
		}
		i = skipDigits(d, i)
	}
	return i
}

func isDigit(c byte) bool { return c-'0' < 10 }

func skipDigits(d []byte, i int) int {
	for i < len(d) && isDigit(d[i]) {
		i++
	}
	return i
}

// literal checks that the word at column i is the one given.
func (s *scanner) literal(i int, word string) int {
	d := s.data
	for n := 0; n < len(word); n++ {
		if i+n >= len(d) || d[i+n] != word[n] {
			return s.fail(badLiteral, i+n)
		}
	}
	return i + len(word)
}
