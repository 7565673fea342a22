package redact

import (
	"bytes"
	"unicode/utf8"
)

// view is a text as a reader of it sees it: without the escapes of JSON at any
// depth, of URLs and of HTML, and without the colours of a terminal. Each byte
// knows where it stands in the text.
//
//	text  {"a":"\u001b[32mx\nkey=ab%3Dc"}
//	view  {"a":"x↵key=ab=c"}
type view struct {
	text  []byte
	seams []seam
	cuts  []int // where a colour was taken out
}

// seam says that from a byte of the view on text follows at an offset. Two at
// the same byte enclose what was taken out; the first is a cut.
type seam struct {
	view, text int
	cut        bool
}

// hides says whether an escape may begin with c.
func hides(c byte) bool { return c == '\\' || c == '\x1b' || c == '%' || c == '&' }

// read makes the view of a text. It is false when the text hides nothing.
func (v *view) read(text []byte) bool {
	first := 0
	for first < len(text) && !hides(text[first]) {
		first++
	}
	if first == len(text) {
		return false
	}
	v.text = append(v.text[:0], text[:first]...)
	v.seams = append(v.seams[:0], seam{})
	v.cuts = v.cuts[:0]
	for i := first; i < len(text); {
		c, length := escaped(text[i:])
		if c == '\x1b' {
			v.cut(i)
			i += length + colour(text[i+length:])
			continue
		}
		v.expect(i)
		v.text = append(v.text, byte(c))
		if c >= utf8.RuneSelf && length > 3 { // \u00e9
			v.text = utf8.AppendRune(v.text[:len(v.text)-1], c)
		}
		i += length
	}
	v.expect(len(text))
	return true
}

// expect tells that the next byte of the view stands at an offset.
func (v *view) expect(offset int) {
	last := v.seams[len(v.seams)-1]
	if last.text+len(v.text)-last.view != offset {
		v.seams = append(v.seams, seam{len(v.text), offset, false})
	}
}

func (v *view) cut(offset int) {
	v.seams = append(v.seams, seam{len(v.text), offset, true})
	v.cuts = append(v.cuts, len(v.text))
}

// places gives the parts of the text that a span of the view is made of, without
// what was taken out between them.
func (v *view) places(dst []Span, s Span, offset int) []Span {
	for n := v.firstAt(s.Start + 1); n < len(v.seams) && v.seams[n].view < s.End; n++ {
		if cut := v.seams[n].view; v.seams[n].cut && cut > s.Start {
			dst = append(dst, Span{offset + v.start(s.Start), offset + v.end(cut), s.Kind})
			s.Start = cut
		}
	}
	return append(dst, Span{offset + v.start(s.Start), offset + v.end(s.End), s.Kind})
}

// start is where byte i of the view begins.
func (v *view) start(i int) int {
	last := v.seams[v.firstAt(i+1)-1]
	return last.text + i - last.view
}

// end is where the byte before i ends.
func (v *view) end(i int) int {
	n := v.firstAt(i)
	if n < len(v.seams) && v.seams[n].view == i {
		return v.seams[n].text
	}
	last := v.seams[n-1]
	return last.text + i - last.view
}

// firstAt is the first seam at byte i of the view or behind it.
func (v *view) firstAt(i int) int {
	low, high := 0, len(v.seams)
	for low < high {
		if middle := (low + high) / 2; v.seams[middle].view < i {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// escaped is what text begins with, and in how many bytes it is written. A byte
// that is written out, or by %XX, is given as it is; a rune only by \uXXXX.
func escaped(text []byte) (rune, int) {
	c := text[0]
	switch c {
	case '\\':
		return backslashed(text)
	case '%':
		i := 1
		for bytes.HasPrefix(text[i:], []byte("25")) && hexValue(text[i+2:], 2) >= 0 {
			i += 2 // escaped more than once
		}
		if x := hexValue(text[i:], 2); x >= 0 {
			return x, i + 2
		}
	case '&':
		for _, entity := range [...]string{`"&quot;`, `"&#34;`, `'&#39;`, `=&#61;`, `=&#x3D;`, `&&amp;`} {
			if bytes.HasPrefix(text, []byte(entity[1:])) {
				return rune(entity[0]), len(entity) - 1
			}
		}
	}
	return rune(c), 1
}

// backslashed reads an escape of JSON or of a program's text, behind any number
// of backslashes: text in JSON in JSON has many.
func backslashed(text []byte) (rune, int) {
	n := 1
	for n < len(text) && text[n] == '\\' {
		n++
	}
	if n == len(text) {
		return '\\', n
	}
	switch text[n] {
	case '"', '\'', '/':
		return rune(text[n]), n + 1
	case 'n', 'r':
		return '\n', n + 1
	case 't', 'b', 'f', 'v':
		return '\t', n + 1
	case 'u':
		if x := hexValue(text[n+1:], 4); x >= 0 {
			return x, n + 5
		}
	case 'x':
		if x := hexValue(text[n+1:], 2); x >= 0 {
			return x, n + 3
		}
	case '0':
		if bytes.HasPrefix(text[n:], []byte("033")) {
			return '\x1b', n + 3
		}
	case 'e':
		if bytes.HasPrefix(text[n:], []byte("e[")) {
			return '\x1b', n + 1
		}
	}
	return '\\', n
}

// hexValue reads the first digits of text, -1 when they are none.
func hexValue(text []byte, digits int) rune {
	if len(text) < digits {
		return -1
	}
	var x rune
	for _, c := range text[:digits] {
		switch {
		case isDigit(c):
			x = x<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			x = x<<4 | rune(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return x
}

// colour is the length of the rest of a control sequence, "[32m".
func colour(text []byte) int {
	if len(text) == 0 || text[0] != '[' {
		return 0
	}
	for i, c := range text[1:] {
		if c >= '@' && c <= '~' {
			return i + 2
		}
		if c < ' ' || c > '?' {
			break
		}
	}
	return 0
}
