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
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '\\':
			i += escapeLength(b[i:])
			continue
		case c < utf8.RuneSelf:
			b[i] = plain(c)
			i++
		default:
			i += fillRune(b[i:])
		}
	}
	count(b, n)
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
// same length.
func fillRune(b []byte) int {
	_, size := utf8.DecodeRune(b)
	copy(b[:size], map[int]string{2: "ä", 3: "中", 4: "🔑"}[size])
	return size
}

// escapeLength is the length of the JSON escape that b begins with.
func escapeLength(b []byte) int {
	if len(b) > 1 && b[1] == 'u' {
		return min(6, len(b))
	}
	return min(2, len(b))
}

// count writes n into the masked letters, last place first, as a number of
// mixed base: 26 values a letter, 9 a digit (never 0, which may not lead a
// JSON number).
func count(b []byte, n int) {
	for i := len(b) - 1; i >= 0 && n > 0; i-- {
		if i > 0 && insideEscape(b, i) {
			continue
		}
		switch b[i] {
		case 'x':
			b[i], n = 'a'+byte((int('x'-'a')+n)%26), n/26
		case 'X':
			b[i], n = 'A'+byte((int('X'-'A')+n)%26), n/26
		case '1':
			b[i], n = '1'+byte(n%9), n/9
		}
	}
}

// insideEscape says whether byte i belongs to a JSON escape.
func insideEscape(b []byte, i int) bool {
	for back := 1; back <= 5 && back <= i; back++ {
		if b[i-back] != '\\' {
			continue
		}
		slashes := 0
		for j := i - back; j >= 0 && b[j] == '\\'; j-- {
			slashes++
		}
		return slashes%2 == 1 && back < escapeLength(b[i-back:])
	}
	return false
}
