package wire

import (
	"slices"
)

// AppendQuote appends s as a JSON string. s must be valid UTF-8; only what JSON
// demands is escaped: the quote, the backslash and control characters.
func AppendQuote(dst, s []byte) []byte {
	dst = append(slices.Grow(dst, len(s)+len(s)/8+16), '"')
	for len(s) >= 8 {
		// Copy a whole word, then keep of it what comes before the first byte that
		// must be escaped.
		n := len(dst)
		if cap(dst)-n < 16 {
			dst = slices.Grow(dst, len(s)+len(s)/8+16)
		}
		w := Word(s)
		store(dst[n:n+8], w)
		m := inString(w) &^ w & highs
		if m == 0 {
			dst, s = dst[:n+8], s[8:]
			continue
		}
		k := lowest(m)
		dst, s = appendEscape(dst[:n+k], s[k]), s[k+1:]
	}
	for _, c := range s {
		if c >= ' ' && c != '"' && c != '\\' {
			dst = append(dst, c)
		} else {
			dst = appendEscape(dst, c)
		}
	}
	return append(dst, '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// DecodeString reads the JSON string whose opening quote stands before b, which
// need not have been scanned: it appends what the string says to dst and returns
// how many bytes of b it took, its closing quote included. ok is false for
// anything that Scan would refuse; dst is then of no use. Half a surrogate pair
// becomes U+FFFD.
func DecodeString(dst, b []byte) (_ []byte, taken int, ok bool) {
	start, i := len(dst), 0
	wide := uint64(0)
	// A text is never longer than its JSON string, so words may be written ahead.
	dst = slices.Grow(dst, len(b)+8)
	in := textOf(b)
	for {
		out, n := textOf(dst[:cap(dst)]), len(dst)
		for i+8 <= in.len() && n+8 <= out.len() {
			w := in.word(i)
			out.put(n, w)
			wide |= w
			m := inString(w) &^ w & highs
			if m == 0 {
				i += 8
				n += 8
				continue
			}
			k := lowest(m)
			i += k
			n += k
			c := in.at(i)
			if c != '\\' || i+1 >= in.len() {
				break
			}
			e := simpleEscapes[in.at(i+1)]
			if e == 0 || n+8 > out.len() {
				break
			}
			out.put(n, uint64(e))
			i += 2
			n++
		}
		dst = dst[:n]
		if i >= len(b) {
			return dst, 0, false
		}
		switch c := b[i]; {
		case c == '"':
			return dst, i + 1, wide&highs == 0 || ValidUTF8(dst[start:])
		case c == '\\' && i+1 < len(b) && simpleEscapes[b[i+1]] != 0:
			dst = append(dst, simpleEscapes[b[i+1]])
			i += 2
		case c == '\\':
			n := 2
			if i+6 <= len(b) && b[i+1] == 'u' {
				n = 6
				if i+12 <= len(b) && b[i+6] == '\\' && b[i+7] == 'u' {
					if low, bad := hex4(b, i+8); bad < 0 && low >= 0xDC00 && low <= 0xDFFF {
						if high, bad := hex4(b, i+2); bad < 0 && high >= 0xD800 && high <= 0xDBFF {
							n = 12
						}
					}
				}
			}
			if i+n > len(b) {
				return dst, 0, false
			}
			if dst, ok = appendUnescaped(dst, b[i:i+n], false); !ok {
				return dst, 0, false
			}
			i += n
		case c < ' ':
			return dst, 0, false
		default:
			wide |= uint64(c)
			dst = append(dst, c)
			i++
		}
	}
}

// simpleEscapes is what the escapes of two bytes stand for.
var simpleEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
