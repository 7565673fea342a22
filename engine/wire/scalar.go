package wire

import "unicode/utf8"

// scalar checks the string, number or literal at column i.
func (s *scanner) scalar(why reason, i int) int {
	t := textOf(s.data)
	if i >= t.len() {
		return s.fail(why, i)
	}
	switch c := t.at(i); {
	case c == '-' || isDigit(c):
		return s.number(i)
	case c == 't':
		if t.padded(i)&(1<<32-1) == wordTrue {
			return i + 4
		}
		return s.literal(i, "true")
	case c == 'f':
		if t.padded(i)&(1<<40-1) == wordFalse {
			return i + 5
		}
		return s.literal(i, "false")
	case c == 'n':
		return s.literal(i, "null")
	case c == '"':
		return s.str(i + 1)
	}
	return s.fail(why, i)
}

// paddedSlowly is padded for lines of any length.
func (t text) paddedSlowly(i int) (w uint64) {
	for n := 0; n < 8 && i+n < t.len(); n++ {
		w |= uint64(t.at(i+n)) << (8 * n)
	}
	return w
}

// str checks the string whose first byte, behind the quote, stands at column i.
func (s *scanner) str(i int) int {
	t := textOf(s.data)
	n := t.len()
	long := i + 128
	for {
		var m uint64
		for i+16 <= n {
			if m = special(t.word(i)); m != 0 {
				break
			}
			i += 8
			if m = special(t.word(i)); m != 0 {
				break
			}
			i += 8
			if i >= long && i+64 <= n {
				break
			}
		}
		if i >= long && i+64 <= n {
			closed := false
			if i, closed = s.longStr(i); closed || i < 0 {
				return i
			}
			m = 0
		}
		for m == 0 { // the last bytes of the line
			if i >= n {
				return s.fail(badControl, i)
			}
			if m = special(t.padded(i)); m == 0 {
				i += 8
			}
		}
		if i += lowest(m); i >= n {
			return s.fail(badControl, i)
		}
		switch c := t.at(i); {
		case c == '"':
			return i + 1
		case c >= utf8.RuneSelf:
			i = s.wide(i)
		default:
			i = s.escape(i)
		}
		if i < 0 {
			return -1
		}
	}
}

// wide checks the non-ASCII characters at column i of a string and returns the
// column of an ASCII byte behind them, or the line's end. It works on whole words
// and so takes ASCII text between them along.
func (s *scanner) wide(i int) int {
	t := textOf(s.data)
	n := t.len()
	start := i
	state := uint64(accept)
	for i+8 <= n {
		w := t.word(i)
		if inString(w)&^w&highs != 0 {
			break // a quote, backslash or control character is near
		}
		if w&highs == 0 && state&63 == accept {
			return i
		}
		state = transitions[byte(w)] >> (state & 63)
		state = transitions[byte(w>>8)] >> (state & 63)
		state = transitions[byte(w>>16)] >> (state & 63)
		state = transitions[byte(w>>24)] >> (state & 63)
		state = transitions[byte(w>>32)] >> (state & 63)
		state = transitions[byte(w>>40)] >> (state & 63)
		state = transitions[byte(w>>48)] >> (state & 63)
		state = transitions[byte(w>>56)] >> (state & 63)
		i += 8
	}
	for i < n {
		c := t.at(i)
		if c < utf8.RuneSelf && state&63 == accept {
			return i
		}
		if state = transitions[c] >> (state & 63); state&63 == reject {
			break
		}
		i++
	}
	if i >= n && state&63 == accept {
		return i
	}
	return s.badUTF8(start)
}

// badUTF8 fails at the first malformed sequence behind column i.
func (s *scanner) badUTF8(i int) int {
	d := s.data
	for i < len(d) {
		r, size := utf8.DecodeRune(d[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return s.fail(badUTF8, i)
}

// escape checks the escape at column i, where a control character may stand
// instead. Both halves of a surrogate pair are one escape.
func (s *scanner) escape(i int) int {
	d := s.data
	if d[i] != '\\' {
		return s.fail(badControl, i)
	}
	s.escapes++
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

// digitsIn is how many of a word's bytes are digits, up to the first that is none.
func digitsIn(w uint64) int {
	x := w ^ '0'*ones // digits become 0 to 9
	return lowest((x + (0x80-10)*ones | x) & highs)
}

// number checks the number at column i.
func (s *scanner) number(i int) int {
	t := textOf(s.data)
	n := t.len()
	if t.at(i) == '-' {
		i++
	}
	if i >= n || !isDigit(t.at(i)) {
		return s.fail(badNumber, i)
	}
	if t.at(i) == '0' {
		i++
		if i < n && isDigit(t.at(i)) {
			return s.fail(badNumber, i)
		}
	} else {
		i = t.digits(i)
	}
	if i >= n || t.at(i) != '.' && t.at(i)|0x20 != 'e' {
		return i
	}
	if t.at(i) == '.' {
		i++
		if i >= n || !isDigit(t.at(i)) {
			return s.fail(badNumber, i)
		}
		i = t.digits(i)
	}
	if i < n && t.at(i)|0x20 == 'e' {
		i++
		if i < n && (t.at(i) == '+' || t.at(i) == '-') {
			i++
		}
		if i >= n || !isDigit(t.at(i)) {
			return s.fail(badNumber, i)
		}
		i = t.digits(i)
	}
	return i
}

func isDigit(c byte) bool { return c-'0' < 10 }

// digits is the column behind the digits at column i, of which there is one.
func (t text) digits(i int) int {
	for {
		n := digitsIn(t.padded(i))
		if i += n; n < 8 {
			return i
		}
	}
}

// literal checks that the word stands at column i, where its first byte does.
func (s *scanner) literal(i int, word string) int {
	d := s.data
	for n := 1; n < len(word); n++ {
		if i+n >= len(d) || d[i+n] != word[n] {
			return s.fail(badLiteral, i+n)
		}
	}
	return i + len(word)
}
