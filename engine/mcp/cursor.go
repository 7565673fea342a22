package mcp

import "bytes"

// cursor reads a JSON value that wire.Scan has accepted, once, from front to
// back, without allocating. Package wire's Members and Elements hand out whole
// values and so pass over nested ones once for each level; a shape that is ten
// levels deep is judged here in one pass. Bytes that are no JSON make it read
// nonsense, but it always moves on and never leaves the slice.
type cursor struct {
	b []byte
	i int // of the next byte, from 0
}

// peek is the first byte of the value at hand, 0 at the end.
func (c *cursor) peek() byte {
	if c.i < len(c.b) {
		return c.b[c.i]
	}
	return 0
}

func (c *cursor) space() {
	for c.i < len(c.b) && c.b[c.i] <= ' ' {
		c.i++
	}
}

// open steps into an object or array; false when it is empty, and then it has
// been passed.
func (c *cursor) open() bool {
	c.i++
	c.space()
	if b := c.peek(); b == '}' || b == ']' || b == 0 {
		c.i++
		return false
	}
	return true
}

// next steps from a member or element to the one after it; false when there is
// none, and then the closing bracket has been passed.
func (c *cursor) next() bool {
	c.space()
	more := c.peek() == ','
	c.i++
	if more {
		c.space()
	}
	return more && c.i < len(c.b)
}

// key reads a member's name, without its quotes, and steps to the value.
// escaped says that the name is written with escapes.
func (c *cursor) key() (raw []byte, escaped bool) {
	raw, escaped = c.text()
	c.space()
	if c.peek() == ':' {
		c.i++
	}
	c.space()
	return raw, escaped
}

// text reads the string at hand, without its quotes.
func (c *cursor) text() (raw []byte, escaped bool) {
	start := c.i + 1
	i := start
	for i < len(c.b) {
		n := bytes.IndexByte(c.b[i:], '"')
		if n < 0 {
			break
		}
		if bytes.IndexByte(c.b[i:i+n], '\\') < 0 {
			c.i = i + n + 1
			return c.b[start : i+n], escaped
		}
		// Escapes: walk them, since one may hide the quote that was found.
		escaped = true
		end := i + n
		for i <= end && i < len(c.b) {
			if c.b[i] == '\\' {
				i += 2
				continue
			}
			if i == end {
				c.i = i + 1
				return c.b[start:i], true
			}
			i++
		}
	}
	c.i = len(c.b)
	return c.b[min(start, len(c.b)):], escaped
}

// skip passes the value at hand and returns it.
func (c *cursor) skip() []byte {
	start := c.i
	switch c.peek() {
	case '"':
		c.text()
	case '{', '[':
		c.skipNested()
	default:
		c.i++
		for c.i < len(c.b) && !endsScalar[c.b[c.i]] {
			c.i++
		}
	}
	c.i = min(c.i, len(c.b))
	return c.b[min(start, c.i):c.i]
}

func (c *cursor) skipNested() {
	depth := 0
	for c.i < len(c.b) {
		switch c.b[c.i] {
		case '"':
			c.text()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth == 0 {
				c.i++
				return
			}
		}
		c.i++
	}
}

var endsScalar = [256]bool{',': true, '}': true, ']': true, ' ': true, '\t': true, '\n': true, '\r': true}
