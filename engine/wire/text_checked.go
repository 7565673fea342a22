//go:build wirechecked || !(amd64 || arm64 || wasm)

package wire

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
func (t text) word(i int) uint64 { return load(t.d[i:]) }

// put writes eight bytes from column i on; the caller knows that i+8 <= t.len(),
// and that the text is its own.
func (t text) put(i int, w uint64) { store(t.d[i:], w) }

// padded is word for the last bytes of the line: bytes behind its end are 0.
func (t text) padded(i int) uint64 { return t.paddedSlowly(i) }

// block is the 64 bytes from column i on; the caller knows that i+64 <= t.len().
func (t text) block(i int) *[64]byte { return (*[64]byte)(t.d[i : i+64]) }
