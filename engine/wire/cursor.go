package wire

import "bytes"

// Cursor reads a JSON value that Scan or Valid accepted, once, from front to
// back, without allocating. Members and Elements hand out whole values and so
// pass over what is nested once for each level; a reader that knows what it
// expects goes through ten levels with a Cursor in one pass. Bytes that are no
// JSON make it read nonsense, but every call moves on and none leaves the data.
//
//	for more := c.Open(); more; more = c.Next() {
//		name, escaped := c.Key()
//		value := c.Skip()
//	}
type Cursor struct {
	Data []byte
	At   int // of the next byte, from 0
}

// Peek is the first byte of the value at hand, 0 at the end.
func (c *Cursor) Peek() byte {
	if uint(c.At) < uint(len(c.Data)) {
		return c.Data[c.At]
	}
	return 0
}

// Space passes white space.
func (c *Cursor) Space() {
	for uint(c.At) < uint(len(c.Data)) && c.Data[c.At] <= ' ' {
		c.At++
	}
}

// Open steps into the object or array at hand; false when it is empty, and then
// it has been passed.
func (c *Cursor) Open() bool {
	c.At++
	c.Space()
	if b := c.Peek(); b == '}' || b == ']' || b == 0 {
		c.At++
		return false
	}
	return true
}

// Next steps from a member or element that was read to the one after it; false
// when there is none, and then the closing bracket has been passed.
func (c *Cursor) Next() bool {
	c.Space()
	more := c.Peek() == ','
	c.At++
	if more {
		c.Space()
	}
	return more && c.At < len(c.Data)
}

// Key reads a member's name, without its quotes and as written, and steps to
// the value. escaped says that the name holds escapes.
func (c *Cursor) Key() (name []byte, escaped bool) {
	name, escaped = c.Text()
	c.Space()
	if c.Peek() == ':' {
		c.At++
	}
	c.Space()
	return name, escaped
}

// Text reads the string at hand, without its quotes and as written.
func (c *Cursor) Text() (body []byte, escaped bool) {
	d := c.Data
	start := c.At + 1
	i := start
	// Most strings are short: a plain loop beats two searches.
	for near := start + 12; i < near && i < len(d); i++ {
		switch d[i] {
		case '"':
			c.At = i + 1
			return d[start:i], false
		case '\\':
			return c.longText(start, i)
		}
	}
	return c.longText(start, i)
}

// longText goes on at column i in a string that began at start. It looks for
// backslashes only before the next quote, so a line of many strings is not
// searched to its end for each.
func (c *Cursor) longText(start, i int) (body []byte, escaped bool) {
	d := c.Data
	for i < len(d) {
		n := bytes.IndexByte(d[i:], '"')
		if n < 0 {
			break
		}
		quote := i + n
		for i <= quote {
			s := bytes.IndexByte(d[i:quote], '\\')
			if s < 0 {
				c.At = quote + 1
				return d[start:quote], escaped
			}
			escaped = true
			i += s + 2
		}
	}
	c.At = len(d)
	return d[min(start, len(d)):], escaped
}

// Skip passes the value at hand and returns it as written.
func (c *Cursor) Skip() []byte {
	start := c.At
	switch c.Peek() {
	case '"':
		c.Text()
	case '{', '[':
		c.skipNested()
	default:
		c.At++
		for c.At < len(c.Data) && !endsScalar[c.Data[c.At]] {
			c.At++
		}
	}
	c.At = min(c.At, len(c.Data))
	return c.Data[min(start, c.At):c.At]
}

// skipNested passes an object or array. A loop over an index of its own keeps
// the column in a register.
func (c *Cursor) skipNested() {
	d, depth := c.Data, 0
	for i := c.At; i < len(d); i++ {
		switch nesting[d[i]] {
		case 0:
		case stringByte:
			c.At = i
			c.Text()
			i = c.At - 1
		case openByte:
			depth++
		case closeByte:
			if depth--; depth == 0 {
				c.At = i + 1
				return
			}
		}
	}
	c.At = len(d)
}

const (
	stringByte = 1 + iota
	openByte
	closeByte
)

var nesting = [256]uint8{'"': stringByte, '{': openByte, '[': openByte, '}': closeByte, ']': closeByte}

var endsScalar = [256]bool{',': true, '}': true, ']': true, ' ': true, '\t': true, '\n': true, '\r': true}
