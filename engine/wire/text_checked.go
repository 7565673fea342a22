//go:build wirechecked || !(amd64 || arm64 || wasm)

package wire

// Word is the first eight bytes, the first one lowest.
func Word(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// store writes the eight bytes of a word to b, the lowest one first.
func store(b []byte, w uint64) {
	_ = b[7]
	b[0], b[1], b[2], b[3] = byte(w), byte(w>>8), byte(w>>16), byte(w>>24)
	b[4], b[5], b[6], b[7] = byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56)
}

// text is the line under the scan. This is the checked twin of the type in
// text_unchecked.go: the same methods, with the bounds checks of plain Go, for
// machines of other byte order or alignment and for tests of the other one.
type text struct{ d []byte }

func textOf(d []byte) text { return text{d} }

func (t text) len() int { return len(t.d) }

// at is the byte at column i; the caller knows that i < t.len().
func (t text) at(i int) byte { return t.d[i] }

// pair is the two bytes from column i on, the first one lowest; the caller knows
// that i+2 <= t.len().
func (t text) pair(i int) uint16 { return uint16(t.d[i]) | uint16(t.d[i+1])<<8 }

// word is the eight bytes from column i on, the first one lowest; the caller
// knows that i+8 <= t.len().
func (t text) word(i int) uint64 { return Word(t.d[i:]) }

// put writes eight bytes from column i on; the caller knows that i+8 <= t.len(),
// and that the text is its own.
func (t text) put(i int, w uint64) { store(t.d[i:], w) }

// padded is word for the last bytes of the line: bytes behind its end are 0.
func (t text) padded(i int) uint64 { return t.paddedSlowly(i) }

// block is the 64 bytes from column i on; the caller knows that i+64 <= t.len().
func (t text) block(i int) *[64]byte { return (*[64]byte)(t.d[i : i+64]) }
