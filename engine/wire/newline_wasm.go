package wire

const wideSearch = false

// newline is the column of the first newline in b, -1 when there is none. A call
// into the runtime's search costs more here than most lines take.
func newline(b []byte) int {
	t := textOf(b)
	i := 0
	for i+32 <= len(b) {
		x, y := t.word(i)^'\n'*ones, t.word(i+8)^'\n'*ones
		v, w := t.word(i+16)^'\n'*ones, t.word(i+24)^'\n'*ones
		if ((x-ones)&^x|(y-ones)&^y|(v-ones)&^v|(w-ones)&^w)&highs != 0 {
			break
		}
		i += 32
	}
	for ; i+8 <= len(b); i += 8 {
		x := t.word(i) ^ '\n'*ones
		if m := (x - ones) &^ x & highs; m != 0 {
			return i + lowest(m)
		}
	}
	for ; i < len(b); i++ {
		if b[i] == '\n' {
			return i
		}
	}
	return -1
}
