package schema

import (
	"strconv"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// equal reports whether two values are one by JSON Schema's measure: numbers by
// value, objects whatever the order of their members. inDoubt is the answer for
// values nested beyond the bound and numbers beyond exact comparison.
func equal(a, b []byte, inDoubt bool, depth int) bool {
	if string(a) == string(b) {
		return true
	}
	if depth > maxDepth {
		return inDoubt
	}
	t := wire.TypeOf(a)
	if t != wire.TypeOf(b) {
		return false
	}
	switch t {
	case wire.Number:
		order, ok := compare(a, b)
		if !ok {
			return inDoubt
		}
		return order == 0
	case wire.Str:
		return len(a) > 1 && len(b) > 1 && string(place.Decode(a[1:len(a)-1])) == string(place.Decode(b[1:len(b)-1]))
	case wire.Array:
		return equalArrays(a, b, inDoubt, depth)
	case wire.Object:
		if count(a) != count(b) {
			return false
		}
		same := true
		wire.Members(a, func(key, x []byte) bool {
			y, ok := wire.Get(b, string(key))
			same = ok && equal(x, y, inDoubt, depth+1)
			return same
		})
		return same
	}
	return false
}

func equalArrays(a, b []byte, inDoubt bool, depth int) bool {
	if count(a) != count(b) {
		return false
	}
	c := wire.Cursor{Data: b}
	more := c.Open()
	same := true
	wire.Elements(a, func(x []byte) bool {
		same = more && equal(x, c.Skip(), inDoubt, depth+1)
		more = c.Next()
		return same
	})
	return same
}

// compare orders two numbers: -1, 0, 1. ok is false when they cannot be told
// apart safely, being beyond what a float64 holds exactly.
func compare(a, b []byte) (order int, ok bool) {
	if x, isInt := wire.Int(a); isInt {
		if y, isInt := wire.Int(b); isInt {
			switch {
			case x < y:
				return -1, true
			case x > y:
				return 1, true
			}
			return 0, true
		}
	}
	x, err := strconv.ParseFloat(string(a), 64)
	if err != nil {
		return 0, false
	}
	y, err := strconv.ParseFloat(string(b), 64)
	if err != nil {
		return 0, false
	}
	switch {
	case x < y:
		return -1, true
	case x > y:
		return 1, true
	}
	return 0, string(a) == string(b) || len(a) < 15 && len(b) < 15
}

// count is the number of members or elements of a value, 0 for others.
func count(value []byte) (n int) {
	c := wire.Cursor{Data: value}
	c.Space()
	switch c.Peek() {
	case '{':
		for more := c.Open(); more; more = c.Next() {
			c.Key()
			c.Skip()
			n++
		}
	case '[':
		for more := c.Open(); more; more = c.Next() {
			c.Skip()
			n++
		}
	}
	return n
}

// first is the first member's value or element; nil when there is none.
func first(value []byte) (v []byte) {
	c := wire.Cursor{Data: value}
	c.Space()
	switch b := c.Peek(); {
	case b == '{' && c.Open():
		c.Key()
		return c.Skip()
	case b == '[' && c.Open():
		return c.Skip()
	}
	return nil
}
