package wire

import "unicode/utf8"

// str checks the string whose opening quote stood before b.
func (s *scanner) str(b []byte) (rest []byte, ok bool) {
next:
	for len(b) >= 16 {
		m := special(load(b))
		if m == 0 {
			if m = special(load(b[8:])); m == 0 {
				b = b[16:]
				continue
			}
			b = b[8:]
		}
		b = b[lowest(m):]
		switch c := b[0]; {
		case c == '"':
			return b[1:], true
		case c >= utf8.RuneSelf:
			b, ok = s.wide(b)
		default:
			b, ok = s.escape(b)
		}
		if !ok {
			return nil, false
		}
	}
	for len(b) > 0 {
		switch c := b[0]; {
		case c == '"':
			return b[1:], true
		case c >= utf8.RuneSelf:
			b, ok = s.wide(b)
		case c < ' ' || c == '\\':
			b, ok = s.escape(b)
		default:
			b = b[1:]
			continue
		}
		if !ok {
			return nil, false
		}
		if len(b) >= 16 {
			goto next
		}
	}
	return s.fail(badControl, b)
}

// escape checks the escape at the start of b, which may also be a control
// character. Both halves of a surrogate pair are one escape.
func (s *scanner) escape(b []byte) (rest []byte, ok bool) {
	if b[0] != '\\' {
		return s.fail(badControl, b)
	}
	s.escapes++
	if len(b) < 2 {
		return s.fail(badEscape, nil)
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return b[2:], true
	case 'u':
	default:
		return s.fail(badEscape, b[1:])
	}
	r, bad := hex4(b, 2)
	if bad >= 0 {
		return s.fail(badEscape, b[bad:])
	}
	if r < 0xD800 || r > 0xDFFF {
		return b[6:], true
	}
	if r < 0xDC00 && len(b) > 7 && b[6] == '\\' && b[7] == 'u' {
		if low, bad := hex4(b, 8); bad < 0 && low >= 0xDC00 && low <= 0xDFFF {
			return b[12:], true
		}
	}
	if s.lone == 0 {
		s.lone = s.column(b) + 1
	}
	return b[6:], true
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

// number checks the number at the start of b.
func (s *scanner) number(b []byte) (rest []byte, ok bool) {
	if b[0] == '-' {
		b = b[1:]
	}
	if len(b) == 0 || !isDigit(b[0]) {
		return s.fail(badNumber, b)
	}
	if b[0] == '0' {
		b = b[1:]
		if len(b) > 0 && isDigit(b[0]) {
			return s.fail(badNumber, b)
		}
	} else {
		b = digits(b)
	}
	if len(b) > 0 && b[0] == '.' {
		b = b[1:]
		if len(b) == 0 || !isDigit(b[0]) {
			return s.fail(badNumber, b)
		}
		b = digits(b)
	}
	if len(b) > 0 && b[0]|0x20 == 'e' {
		b = b[1:]
		if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
			b = b[1:]
		}
		if len(b) == 0 || !isDigit(b[0]) {
			return s.fail(badNumber, b)
		}
		b = digits(b)
	}
	return b, true
}

func isDigit(c byte) bool { return c-'0' < 10 }

// digits is what follows the digits at the start of b.
func digits(b []byte) []byte {
	for len(b) > 0 && isDigit(b[0]) {
		b = b[1:]
	}
	return b
}

// literal checks that b starts with the word.
func (s *scanner) literal(b []byte, word string) (rest []byte, ok bool) {
	if len(b) >= len(word) && string(b[:len(word)]) == word {
		return b[len(word):], true
	}
	for n := 0; ; n++ {
		if n >= len(b) || b[n] != word[n] {
			return s.fail(badLiteral, b[n:])
		}
	}
}
