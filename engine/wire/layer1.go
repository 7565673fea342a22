package wire

import "unicode/utf8"

// This file and diagnose.go are the cold path: they run once a line that is no
// JSON text and may take their time, but stay linear.

// byteFault is the first fault of layer 1 of a line that is no JSON text; at is
// where the grammar stopped. What stands before at has been accepted.
func byteFault(d []byte, at int) Fault {
	if f := utf16Fault(d); f.Code != NoFault {
		return f
	}
	if len(d) == 0 {
		return faultAt(FaultEmptyLine, 0, 0)
	}
	if skipSpace(d, 0) == len(d) {
		return faultAt(FaultBlankLine, 0, len(d))
	}
	for i := 0; i < len(d); {
		c := d[i]
		if c == 0 {
			return faultAt(FaultNUL, i, 1)
		}
		if c < utf8.RuneSelf {
			if f := headerFault(d, i, at); f.Code != NoFault {
				return f
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(d[i:])
		if r == utf8.RuneError && n == 1 {
			return utf8Fault(d, i)
		}
		if r == '\uFEFF' && i >= at {
			if skipSpace(d, 0) == i {
				return faultAt(FaultBOMAtStart, i, 3)
			}
			return faultAt(FaultBOMInside, i, 3)
		}
		i += n
	}
	return Fault{}
}

// headerFault recognises header framing at the line's start and right after the
// value that the grammar accepted.
func headerFault(d []byte, i, at int) Fault {
	if i != 0 && i != at {
		return Fault{}
	}
	for _, h := range [...]struct {
		name string
		code FaultCode
	}{{"content-length:", FaultHeaderContentLength}, {"content-type:", FaultHeaderContentType},
		{"content-encoding:", FaultHeaderOther}, {"transfer-encoding:", FaultHeaderOther}} {
		if hasPrefixFold(d[i:], h.name) {
			return faultAt(h.code, i, len(d)-i)
		}
	}
	return Fault{}
}

// hasPrefixFold reports whether d begins with the ASCII text, given in lower
// case, in any case.
func hasPrefixFold(d []byte, lower string) bool {
	if len(d) < len(lower) {
		return false
	}
	for i := 0; i < len(lower); i++ {
		c := d[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// utf16Fault recognises a line of UTF-16. The newline of UTF-16LE is 0A 00, so
// its second half stands at the start of the next line, which therefore looks
// like UTF-16BE: only a stream's first line tells the two apart.
func utf16Fault(d []byte) Fault {
	code := NoFault
	body := d
	switch {
	case len(d) >= 2 && d[0] == 0xFF && d[1] == 0xFE:
		code, body = FaultUTF16LE, d[2:]
	case len(d) >= 2 && d[0] == 0xFE && d[1] == 0xFF:
		code, body = FaultUTF16BE, d[2:]
	}
	body = body[:min(len(body), 64)]
	even, odd := 0, 0 // NUL bytes at even and odd places
	for i, c := range body {
		if c == 0 {
			if i&1 == 0 {
				even++
			} else {
				odd++
			}
		}
	}
	pairs := (len(body) + 1) / 2
	switch {
	case code != NoFault && even+odd > 0:
		return faultAt(code, 0, 2)
	case code != NoFault:
		return Fault{}
	case len(body) < 4:
		return Fault{}
	case odd*4 >= pairs*3 && even*4 <= pairs:
		return faultAt(FaultUTF16LE, 0, len(d))
	case even*4 >= pairs*3 && odd*4 <= pairs:
		return faultAt(FaultUTF16BE, 0, len(d))
	}
	return Fault{}
}

// utf8Fault says how the sequence at column i is malformed. Its length is that
// of the bytes that belong together.
func utf8Fault(d []byte, i int) Fault {
	c := d[i]
	want := 0 // continuation bytes that the first byte announces
	switch {
	case c >= 0xF0 && c <= 0xF4:
		want = 3
	case c >= 0xE0 && c < 0xF0:
		want = 2
	case c >= 0xC0 && c < 0xE0:
		want = 1
	}
	have := 0
	for have < want && i+1+have < len(d) && d[i+1+have]&0xC0 == 0x80 {
		have++
	}
	second := byte(0)
	if have > 0 {
		second = d[i+1]
	}
	switch {
	case have > 0 && (c == 0xC0 || c == 0xC1 || c == 0xE0 && second < 0xA0 || c == 0xF0 && second < 0x90):
		return faultAt(FaultUTF8Overlong, i, 1+have)
	case have > 0 && c == 0xED && second >= 0xA0:
		return faultAt(FaultUTF8Surrogate, i, 1+have)
	case have > 0 && c == 0xF4 && second >= 0x90:
		return faultAt(FaultUTF8Invalid, i, 1+have)
	case have > 0 && have < want, want > 0 && i+1 == len(d):
		return faultAt(FaultUTF8Truncated, i, 1+have)
	case latin1Letter(d, i):
		return faultAt(FaultUTF8Latin1, i, 1)
	}
	return faultAt(FaultUTF8Invalid, i, 1)
}

// latin1Letter reports whether the byte at column i is what Latin-1 or
// Windows-1252 writes between ASCII text: a letter, a quote, a dash.
func latin1Letter(d []byte, i int) bool {
	c := d[i]
	if c == 0xFF || c == 0x81 || c == 0x8D || c == 0x8F || c == 0x90 || c == 0x9D {
		return false
	}
	return (i == 0 || isPrintable(d[i-1])) && (i+1 >= len(d) || isPrintable(d[i+1]))
}

func isPrintable(c byte) bool { return c >= ' ' && c < 0x7F }
