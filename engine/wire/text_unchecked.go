//go:build !wirechecked && (amd64 || arm64 || wasm)

package wire

import "unsafe"

// Word is the first eight bytes, the first one lowest. For the browser the compiler
// would not make one load of eight.
func Word(b []byte) uint64 {
	_ = b[7]
	return *(*uint64)(unsafe.Pointer(unsafe.SliceData(b)))
}

// store writes the eight bytes of a word to b, the lowest one first.
func store(b []byte, w uint64) {
	_ = b[7]
	*(*uint64)(unsafe.Pointer(unsafe.SliceData(b))) = w
}

// text is the line under the scan, read without bounds checks: they cost a fifth
// of the pass. This file is the only one that reads memory so; every use of at
// and word stands behind a comparison with len. Its checked twin is
// text_checked.go (build tag wirechecked), and the two are fuzzed against each
// other.
type text struct {
	p unsafe.Pointer
	n int
}

func textOf(d []byte) text { return text{unsafe.Pointer(unsafe.SliceData(d)), len(d)} }

func (t text) len() int { return t.n }

// at is the byte at column i; the caller knows that i < t.len().
func (t text) at(i int) byte { return *(*byte)(unsafe.Add(t.p, i)) }

// pair is the two bytes from column i on, the first one lowest; the caller knows
// that i+2 <= t.len().
func (t text) pair(i int) uint16 { return *(*uint16)(unsafe.Add(t.p, i)) }

// word is the eight bytes from column i on, the first one lowest; the caller
// knows that i+8 <= t.len().
func (t text) word(i int) uint64 { return *(*uint64)(unsafe.Add(t.p, i)) }

// put writes eight bytes from column i on; the caller knows that i+8 <= t.len(),
// and that the text is its own.
func (t text) put(i int, w uint64) { *(*uint64)(unsafe.Add(t.p, i)) = w }

// padded is word for the last bytes of the line: bytes behind its end are 0.
func (t text) padded(i int) uint64 {
	if i+8 <= t.n {
		return *(*uint64)(unsafe.Add(t.p, i))
	}
	if t.n >= 8 && i < t.n {
		return *(*uint64)(unsafe.Add(t.p, t.n-8)) >> (8 * (i + 8 - t.n) & 63)
	}
	return t.paddedSlowly(i)
}

// block is the 64 bytes from column i on; the caller knows that i+64 <= t.len().
func (t text) block(i int) *[64]byte { return (*[64]byte)(unsafe.Add(t.p, i)) }
