package engine

// joiner reads a JSON text that was spread over several lines, for the
// diagnosis alone. It takes the lines one by one and never looks back, so a
// message of many lines costs no more than its bytes.
type joiner struct {
	stack   []byte // '{' or '[' for each open container
	expect  expectation
	inside  bool // a string is open
	escaped bool
	hex     int    // digits of a \u escape still to come
	word    []byte // the number or literal being read
	joined  []byte // the text on one line, while it is short enough
	over    bool   // it is not
	broken  bool   // the lines are no JSON text
	done    bool   // the text is complete
	broke   bool   // a line break fell into a string
}

type expectation uint8

const (
	anyValue expectation = iota
	firstItem
	firstName
	memberName
	colon
	commaOrEnd
	nothing
)

// maxJoined bounds the text that is kept to be read when it is complete.
const maxJoined = 1 << 20

// line takes one line; it reports whether the lines can still be, or already
// are, one JSON text.
func (j *joiner) line(line []byte) bool {
	if j.broken || j.done {
		j.broken = true
		return false
	}
	if len(line) > 0 && line[len(line)-1] == '\r' {
		line = line[:len(line)-1]
	}
	if j.inside {
		if j.escaped || j.hex > 0 {
			return j.fail()
		}
		j.broke = true
		j.keep('\\')
		j.keep('n')
	} else if len(j.joined) > 0 {
		j.keep(' ')
	}
	for _, c := range line {
		j.keep(c)
		if !j.step(c) {
			return j.fail()
		}
	}
	if !j.inside && !j.endWord() {
		return j.fail()
	}
	if len(j.stack) == 0 && j.expect == nothing {
		j.done = true
	}
	return true
}

func (j *joiner) fail() bool {
	j.broken = true
	return false
}

//go:noinline
func (j *joiner) keep(c byte) {
	if len(j.joined) < maxJoined {
		j.joined = append(j.joined, c)
		return
	}
	j.over = true
}

func (j *joiner) step(c byte) bool {
	if j.inside {
		return j.inString(c)
	}
	if len(j.word) > 0 {
		if isWordByte(c) {
			if len(j.word) < 64 {
				j.word = append(j.word, c)
			}
			return true
		}
		if !j.endWord() {
			return false
		}
	}
	switch c {
	case ' ', '\t', '\r':
		return true
	case '"':
		if j.expect == colon || j.expect == commaOrEnd || j.expect == nothing {
			return false
		}
		j.inside = true
		return true
	case '{', '[':
		if !j.mayValue() || len(j.stack) > 1000 {
			return false
		}
		j.stack = append(j.stack, c)
		j.expect = firstItem
		if c == '{' {
			j.expect = firstName
		}
		return true
	case '}', ']':
		return j.close(c)
	case ',':
		if j.expect != commaOrEnd || len(j.stack) == 0 {
			return false
		}
		j.expect = anyValue
		if j.stack[len(j.stack)-1] == '{' {
			j.expect = memberName
		}
		return true
	case ':':
		if j.expect != colon {
			return false
		}
		j.expect = anyValue
		return true
	}
	if !isWordByte(c) || !j.mayValue() {
		return false
	}
	j.word = append(j.word[:0], c)
	return true
}

func (j *joiner) mayValue() bool { return j.expect == anyValue || j.expect == firstItem }

func (j *joiner) close(c byte) bool {
	n := len(j.stack)
	if n == 0 || j.stack[n-1] != c-2 { // '{' is '}'-2 and '[' is ']'-2
		return false
	}
	if j.expect != commaOrEnd && j.expect != firstItem && j.expect != firstName {
		return false
	}
	j.stack = j.stack[:n-1]
	j.valueRead()
	return true
}

//go:noinline
func (j *joiner) valueRead() {
	j.expect = commaOrEnd
	if len(j.stack) == 0 {
		j.expect = nothing
	}
}

func (j *joiner) inString(c byte) bool {
	switch {
	case j.hex > 0:
		j.hex--
		return isHex(c)
	case j.escaped:
		j.escaped = false
		if c == 'u' {
			j.hex = 4
			return true
		}
		switch c {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			return true
		}
		return false
	case c == '\\':
		j.escaped = true
	case c == '"':
		j.inside = false
		if j.expect == firstName || j.expect == memberName {
			j.expect = colon
		} else {
			j.valueRead()
		}
	case c < ' ':
		return false
	}
	return true
}

// endWord ends a number or literal, if one is being read.
func (j *joiner) endWord() bool {
	if len(j.word) == 0 {
		return true
	}
	w := j.word
	j.word = j.word[:0]
	switch string(w) {
	case "true", "false", "null":
	default:
		if c := w[0]; c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	j.valueRead()
	return true
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '+' || c == '.'
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}
