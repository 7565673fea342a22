package wire

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

// TestValidUTF8 puts every sequence of up to three bytes that could matter at
// every place around the end of a block.
func TestValidUTF8(t *testing.T) {
	odd := []byte{0x00, 'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
		0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF}
	check := func(seq []byte) {
		for _, at := range []int{0, 60, 61, 62, 63, 64} {
			p := append(bytes.Repeat([]byte("x"), at), seq...)
			for _, tail := range []string{"", "\x80", "y", "é and sixty-four bytes that come behind it, so that another block ends"} {
				q := append(bytes.Clone(p), tail...)
				if got, want := ValidUTF8(q), utf8.Valid(q); got != want {
					t.Fatalf("%q: %v, want %v", q, got, want)
				}
			}
		}
	}
	for _, a := range odd {
		check([]byte{a})
		for _, b := range odd {
			check([]byte{a, b})
			for _, c := range odd {
				check([]byte{a, b, c})
			}
		}
	}
}
