package wire

import "math/bits"

// UTF-8 is checked by an automaton in which the transitions for a byte are one
// number: the low six bits of (number >> state) are the next state, when states
// are multiples of six. A byte costs one load and one shift, and no branch. The
// idea is Per Vognsen's.

// The states. Reject is 0, so that the numbers name only what is legal.
const (
	reject = 6 * iota
	accept // between two characters
	need1  // continuation bytes are missing
	need2
	need3
	afterE0 // A0..BF, then one more: anything below would be overlong
	afterED // 80..9F, then one more: anything above would be a surrogate
	afterF0 // 90..BF, then two more
	afterF4 // 80..8F, then two more: U+10FFFF is the last
)

// The transitions of the kinds of bytes.
const (
	xx uint64 = 0
	aa uint64 = accept << accept
	c8 uint64 = accept<<need1 | need1<<need2 | need2<<need3 | need1<<afterED | need2<<afterF4
	c9 uint64 = accept<<need1 | need1<<need2 | need2<<need3 | need1<<afterED | need2<<afterF0
	cA uint64 = accept<<need1 | need1<<need2 | need2<<need3 | need1<<afterE0 | need2<<afterF0
	l2 uint64 = need1 << accept
	l3 uint64 = need2 << accept
	l4 uint64 = need3 << accept
	e0 uint64 = afterE0 << accept
	ed uint64 = afterED << accept
	f0 uint64 = afterF0 << accept
	f4 uint64 = afterF4 << accept
)

var transitions = [256]uint64{
	aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, // 0x
	aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, // 1x
	aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, // 2x
	aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, // 3x
	aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, // 4x
	aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, // 5x
	aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, // 6x
	aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, aa, // 7x
	c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, // 8x
	c9, c9, c9, c9, c9, c9, c9, c9, c9, c9, c9, c9, c9, c9, c9, c9, // 9x
	cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, // Ax
	cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, cA, // Bx
	xx, xx, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, // Cx
	l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, l2, // Dx
	e0, l3, l3, l3, l3, l3, l3, l3, l3, l3, l3, l3, l3, ed, l3, l3, // Ex
	f0, l4, l4, l4, f4, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, xx, // Fx
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// inString sets the high bit of the bytes that end a run of plain characters in
// a string: control characters and the quote (both are below 0x21 once bit 1 is
// flipped, which swaps the quote with the blank), and the backslash. The lowest
// bit that is set is right; a borrow may set others above it. The high bits of
// non-ASCII bytes are to be taken from w.
func inString(w uint64) uint64 {
	return ((w ^ 0x02*ones) - 0x21*ones) | ((w ^ '\\'*ones) - ones)
}

// special is the mask of the bytes of w that are not plain ASCII of a string.
func special(w uint64) uint64 { return (inString(w) | w) & highs }

// lowest is the number of the lowest byte whose high bit is set.
func lowest(mask uint64) int { return bits.TrailingZeros64(mask) >> 3 }

// lowestBit is the number of the lowest bit that is set; there is one.
func lowestBit(w uint64) int { return bits.TrailingZeros64(w) }
