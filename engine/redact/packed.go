package redact

import "unicode/utf8"

// shortest is the shortest text in base64 that is opened: what is shorter holds
// no secret that would be known.
const shortest = 16

// findPacked looks into what is written in base64, in either alphabet, and gives
// the groups of four that hold what is to be masked.
func findPacked(text []byte, o *others) []Span {
	var spans []Span
	for at := 0; at < len(text); {
		if sextet(text[at]) < 0 {
			at++
			continue
		}
		start, other := at, byte(0)
		for at < len(text) && sextet(text[at]) >= 0 && !mixed(text[at], &other) {
			at++
		}
		if at-start >= shortest {
			spans = unpack(spans, text[start:at], start, o)
		}
	}
	return spans
}

// mixed says whether c is of one alphabet and what was seen before of the other.
func mixed(c byte, seen *byte) bool {
	kind := byte(0)
	switch c {
	case '+', '/':
		kind = 'p'
	case '-', '_':
		kind = 'u'
	default:
		return false
	}
	before := *seen
	*seen = kind
	return before != 0 && before != kind
}

// unpack looks into one text in base64.
func unpack(spans []Span, packed []byte, offset int, o *others) []Span {
	plain := make([]byte, 0, len(packed)/4*3+3)
	for at := 0; at < len(packed); at += 4 {
		n, x := 0, 0
		for ; n < 4 && at+n < len(packed); n++ {
			x |= sextet(packed[at+n]) << (18 - 6*n)
		}
		plain = append(plain, byte(x>>16), byte(x>>8), byte(x))[:len(plain)+max(n-1, 0)]
	}
	if !isText(plain) {
		return spans
	}
	for _, s := range find(plain, o) {
		spans = append(spans, Span{offset + s.Start/3*4, offset + min((s.End+2)/3*4, len(packed)), s.Kind})
	}
	return spans
}

func isText(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\x1b' || c == 0x7f {
			return false
		}
	}
	return utf8.Valid(b)
}

// sextet is what a letter of base64 stands for, -1 for what is none.
func sextet(c byte) int {
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c - 'A')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 26
	case isDigit(c):
		return int(c-'0') + 52
	case c == '+' || c == '-':
		return 62
	case c == '/' || c == '_':
		return 63
	}
	return -1
}
