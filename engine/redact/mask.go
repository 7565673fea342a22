package redact

import "unicode/utf8"

// maxKnown bounds the table that keeps equal secrets equal.
const maxKnown = 100_000

// Masker gives masks and keeps equal ones equal. The zero value is ready.
type Masker struct{ numbers map[string]int }

// Mask overwrites secret in place. Escapes of a JSON string stay as they are,
// so that text inside JSON stays valid.
func (m *Masker) Mask(secret []byte) {
	n, ok := m.numbers[string(secret)]
	if !ok {
		n = len(m.numbers)
		if m.numbers == nil {
			m.numbers = map[string]int{}
		}
		if n < maxKnown {
			m.numbers[string(secret)] = n
		}
	}
	fill(secret, n)
}

// fill writes mask number n: every letter becomes x, X or 1, and the number is
// counted up in the last places, each in its own class.
func fill(b []byte, n int) {
	var last letters
	number := mayBeNumber(b)
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case number && isLetter(c): // the e of 12e5
			i++
		case c == '\\':
			i += fillEscape(b[i:])
			continue
		case c == '%' && hexValue(b[i+1:], 2) >= 0:
			fillPercent(b[i+1 : i+3])
			i += 3
		case c < utf8.RuneSelf:
			if b[i] = plain(c); isAlnum(c) {
				last.add(i)
			}
			i++
		default:
			i += fillRune(b[i:])
		}
	}
	last.count(b, n)
}

// mayBeNumber says whether all of b may be a number of JSON, which it stays then.
func mayBeNumber(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) && c != '-' && c != '+' && c != '.' && c|0x20 != 'e' {
			return false
		}
	}
	return len(b) > 0 && (b[0] == '-' || isDigit(b[0]))
}

func plain(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z':
		return 'x'
	case c >= 'A' && c <= 'Z':
		return 'X'
	case c >= '0' && c <= '9':
		return '1'
	}
	return c
}

// fillRune replaces one rune, or one invalid byte by itself, by another of the
// same length. A byte order mark is a fault that stays.
func fillRune(b []byte) int {
	c, size := utf8.DecodeRune(b)
	if c == '\ufeff' {
		return size
	}
	switch size {
	case 2:
		copy(b, "ä")
	case 3:
		copy(b, "中")
	case 4:
		copy(b, "🔑")
	}
	return size
}

// fillEscape masks what an escape of JSON stands for, so that it stays one, and
// gives its length. What stands for no letter stays.
func fillEscape(b []byte) int {
	n := 1
	for n < len(b) && b[n] == '\\' {
		n++
	}
	if n == len(b) {
		return n
	}
	if b[n] != 'u' {
		return n + 1
	}
	c := hexValue(b[n+1:], 4)
	if c < 0 {
		return min(n+5, len(b))
	}
	digits := ""
	switch {
	case c < utf8.RuneSelf:
		c = rune(plain(byte(c)))
		digits = string([]byte{'0', '0', '0' + byte(c>>4), hexDigit(byte(c & 15))})
	case c < 0x800:
		digits = "00e4"
	case c>>10 == 0xd800>>10:
		digits = "d83d"
	case c>>10 == 0xdc00>>10:
		digits = "dd11"
	default:
		digits = "4e2d"
	}
	copy(b[n+1:], digits)
	return n + 5
}

// fillPercent masks the byte that two hex digits of a URL stand for.
func fillPercent(digits []byte) {
	c := byte(hexValue(digits, 2))
	switch {
	case c < utf8.RuneSelf:
		c = plain(c)
	case c < 0xc0:
		c = 0xa4 // goes on with a rune
	case c < 0xe0:
		c = 0xc3
	case c < 0xf0:
		c = 0xe4
	}
	digits[0], digits[1] = hexDigit(c>>4), hexDigit(c&15)
}

func hexDigit(c byte) byte { return "0123456789ABCDEF"[c] }

// letters are the last masked ones of a text, where its number is written.
type letters struct {
	at [8]int
	n  int
}

func (p *letters) add(i int) {
	p.at[p.n%len(p.at)] = i
	p.n++
}

// count writes n, last place first, as a number of mixed base: 26 values a
// letter, 9 a digit (never 0, which may not lead a JSON number).
func (p *letters) count(b []byte, n int) {
	for i := p.n - 1; i >= 0 && i >= p.n-len(p.at) && n > 0; i-- {
		c := &b[p.at[i%len(p.at)]]
		switch *c {
		case 'x':
			*c, n = 'a'+byte((int('x'-'a')+n)%26), n/26
		case 'X':
			*c, n = 'A'+byte((int('X'-'A')+n)%26), n/26
		case '1':
			*c, n = '1'+byte(n%9), n/9
		}
	}
}

// insideEscape says how many bytes of a JSON escape follow at byte i, which
// stands within it.
func insideEscape(b []byte, i int) int {
	for back := 1; back <= 5 && back <= i; back++ {
		if b[i-back] != '\\' {
			continue
		}
		slashes := 0
		for j := i - back; j >= 0 && b[j] == '\\'; j-- {
			slashes++
		}
		length := 2
		if b[i-back+1] == 'u' {
			length = 6
		}
		if slashes%2 == 1 && back < length {
			return min(length-back, len(b)-i)
		}
		return 0
	}
	return 0
}
