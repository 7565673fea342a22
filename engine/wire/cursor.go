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
	start := min(c.At+1, len(d))
	end, escaped := closingQuote(d, start)
	c.At = min(end+1, len(d))
	return d[start:end], escaped
}

// PassText passes the string at hand.
func (c *Cursor) PassText() {
	end := stringEnd(c.Data, min(c.At+1, len(c.Data)))
	c.At = min(end+1, len(c.Data))
}

// stringEnd is closingQuote for whoever does not ask for escapes.
func stringEnd(d []byte, i int) int {
	if !wideSearch {
		end, _ := closingQuote(d, i)
		return end
	}
	t := textOf(d)
	start, n := i, t.len()
	for near := i + 16; i < near && i < n; i += 8 {
		w := t.padded(i)
		quote, slash := w^'"'*ones, w^'\\'*ones
		if m := ((quote-ones)&^quote | (slash-ones)&^slash) & highs; m != 0 {
			if i += lowest(m); t.at(i) == '"' {
				return i
			}
			break
		}
	}
	for i < n {
		k := bytes.IndexByte(d[i:], '"')
		if k < 0 {
			break
		}
		i += k
		before := i
		for before > start && d[before-1] == '\\' {
			before--
		}
		if (i-before)&1 == 0 {
			return i
		}
		i++
	}
	return n
}

// closingQuote is the column of the quote that ends the string whose first byte
// stands at column i, or the end of the data.
func closingQuote(d []byte, i int) (end int, escaped bool) {
	t := textOf(d)
	n := t.len()
	for near := i + 64; i < n; {
		if wideSearch && i >= near {
			return farQuote(d, i, escaped)
		}
		w := t.padded(i)
		quote, slash := w^'"'*ones, w^'\\'*ones
		m := ((quote-ones)&^quote | (slash-ones)&^slash) & highs
		if m == 0 {
			i += 8
			continue
		}
		if i += lowest(m); t.at(i) == '"' {
			return i, escaped
		}
		escaped = true
		i += 2
	}
	return n, escaped
}

// farQuote is closingQuote for long strings, with the runtime's search. It looks
// for backslashes only before the next quote, so a line of many strings is not
// searched to its end for each.
func farQuote(d []byte, i int, escaped bool) (int, bool) {
	for i < len(d) {
		n := bytes.IndexByte(d[i:], '"')
		if n < 0 {
			break
		}
		quote := i + n
		for i <= quote {
			s := bytes.IndexByte(d[i:quote], '\\')
			if s < 0 {
				return quote, escaped
			}
			escaped = true
			i += s + 2
		}
	}
	return len(d), escaped
}

// Skip passes the value at hand and returns it as written.
func (c *Cursor) Skip() []byte {
	start := c.At
	switch c.Peek() {
	case '"':
		c.At = stringEnd(c.Data, start+1) + 1
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
			i = stringEnd(d, i+1)
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
