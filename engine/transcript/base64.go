package transcript

// The standard alphabet of RFC 4648, written with padding; read with or without.
// encoding/base64 would bring reflect into the WebAssembly module.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// sextet is the value of a byte of the alphabet, 0xFF for any other.
func sextet(c byte) byte {
	switch {
	case c >= 'A' && c <= 'Z':
		return c - 'A'
	case c >= 'a' && c <= 'z':
		return c - 'a' + 26
	case c >= '0' && c <= '9':
		return c - '0' + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return 0xFF
}

func appendBase64(dst, b []byte) []byte {
	for ; len(b) >= 3; b = b[3:] {
		n := uint(b[0])<<16 | uint(b[1])<<8 | uint(b[2])
		dst = append(dst, alphabet[n>>18], alphabet[n>>12&63], alphabet[n>>6&63], alphabet[n&63])
	}
	switch len(b) {
	case 1:
		n := uint(b[0]) << 16
		dst = append(dst, alphabet[n>>18], alphabet[n>>12&63], '=', '=')
	case 2:
		n := uint(b[0])<<16 | uint(b[1])<<8
		dst = append(dst, alphabet[n>>18], alphabet[n>>12&63], alphabet[n>>6&63], '=')
	}
	return dst
}

// DecodeBase64 appends what the text stands for to dst, with or without padding.
func DecodeBase64(dst, text []byte) (_ []byte, ok bool) {
	for n := 0; n < 2 && len(text) > 0 && text[len(text)-1] == '='; n++ {
		text = text[:len(text)-1]
	}
	for ; len(text) >= 4; text = text[4:] {
		a, b, c, d := sextet(text[0]), sextet(text[1]), sextet(text[2]), sextet(text[3])
		if a|b|c|d > 63 {
			return dst, false
		}
		dst = append(dst, a<<2|b>>4, b<<4|c>>2, c<<6|d)
	}
	var left [3]byte
	for i, c := range text {
		if left[i] = sextet(c); left[i] > 63 {
			return dst, false
		}
	}
	switch len(text) {
	case 1:
		return dst, false
	case 2:
		dst = append(dst, left[0]<<2|left[1]>>4)
	case 3:
		dst = append(dst, left[0]<<2|left[1]>>4, left[1]<<4|left[2]>>2)
	}
	return dst, true
}
