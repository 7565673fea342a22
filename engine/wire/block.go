package wire

// A long string is read in blocks of 64 bytes: one word says which bytes of a
// block are special, and a block with non-ASCII bytes goes through the UTF-8
// automaton as a whole. Text in many scripts has no pattern that branch
// prediction could learn; so there is no branch on where a character begins.

// longStr goes on with a string at column i, where a character begins, as far as
// whole blocks reach. It returns the column behind the closing quote and true, or
// a column from which the rest is to be checked and false; -1 as ever.
func (s *scanner) longStr(i int) (_ int, closed bool) {
	t := textOf(s.data)
	n := t.len()
	start, from := i, i // before from, special bytes belong to an escape
	state := uint64(accept)
	for ; i+64 <= n; i += 64 {
		b := t.block(i)
		special, wide := specials(b)
		if wide || state != accept {
			if state = automaton(b, state); state == reject {
				return s.badUTF8(start), false
			}
		}
		if from > i {
			if from >= i+64 {
				continue
			}
			special &= ^uint64(0) << (from - i)
		}
		for special != 0 {
			k := lowestBit(special)
			at := i + k
			switch c := t.at(at); {
			case c == '\\':
				if from = at + 2; from > n || simpleEscapes[t.at(at+1)] == 0 {
					if from = s.escape(at); from < 0 {
						return -1, false
					}
				}
				special &^= (1<<(from-at) - 1) << k
			case c == '"':
				return at + 1, true
			case c < ' ':
				return s.fail(badControl, at), false
			default:
				special &= special - 1
			}
		}
	}
	for back := i; state != accept && back > start; {
		// A character goes on behind the last block: begin again at its first byte.
		if back--; t.at(back) >= 0xC0 {
			i = back
			break
		}
	}
	return max(i, from), false
}

// automaton goes on with the bytes of a block from a state.
func automaton(b *[64]byte, state uint64) uint64 {
	for i := 0; i < 64; i += 8 {
		c := (*[8]byte)(b[i : i+8])
		state = transitions[c[0]] >> (state & 63)
		state = transitions[c[1]] >> (state & 63)
		state = transitions[c[2]] >> (state & 63)
		state = transitions[c[3]] >> (state & 63)
		state = transitions[c[4]] >> (state & 63)
		state = transitions[c[5]] >> (state & 63)
		state = transitions[c[6]] >> (state & 63)
		state = transitions[c[7]] >> (state & 63)
	}
	return state & 63
}

// specials has a bit for each byte of a block that does not stand for itself in a
// string: control characters, the quote and the backslash; and now and then one
// for the byte above such a byte. wide says that there are non-ASCII bytes, too.
func specials(b *[64]byte) (_ uint64, wide bool) {
	w0, w1, w2, w3 := Word(b[0:8]), Word(b[8:16]), Word(b[16:24]), Word(b[24:32])
	w4, w5, w6, w7 := Word(b[32:40]), Word(b[40:48]), Word(b[48:56]), Word(b[56:64])
	wide = (w0|w1|w2|w3|w4|w5|w6|w7)&highs != 0
	return specialBits(w0) | specialBits(w1)<<8 | specialBits(w2)<<16 | specialBits(w3)<<24 |
		specialBits(w4)<<32 | specialBits(w5)<<40 | specialBits(w6)<<48 | specialBits(w7)<<56, wide
}

// specialBits has a bit for each byte of a word; see inString. The multiplication
// brings the eight high bits together.
func specialBits(w uint64) uint64 {
	return (inString(w) &^ w & highs) * 0x0002040810204081 >> 56
}

// ValidUTF8 is utf8.Valid, but does not slow down in text of many scripts.
func ValidUTF8(p []byte) bool {
	state := uint64(accept)
	for ; len(p) >= 64; p = p[64:] {
		b := (*[64]byte)(p)
		if state != accept || !isASCII(b) {
			if state = automaton(b, state); state == reject {
				return false
			}
		}
	}
	for _, c := range p {
		state = transitions[c] >> (state & 63)
	}
	return state&63 == accept
}

func isASCII(b *[64]byte) bool {
	return (Word(b[0:8])|Word(b[8:16])|Word(b[16:24])|Word(b[24:32])|
		Word(b[32:40])|Word(b[40:48])|Word(b[48:56])|Word(b[56:64]))&highs == 0
}
