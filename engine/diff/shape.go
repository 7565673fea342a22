package diff

import (
	"slices"

	"stdioscope/engine/order"
	"stdioscope/engine/wire"
)

// maxChanges bounds the list for one pair of values.
const maxChanges = 50

// shapeChanges compares the shape of two values: which members there are and of
// what type. Elements of an array are taken together.
func shapeChanges(a, b []byte) []PathChange {
	before, after := shape{}, shape{}
	before.add("", a, 0)
	after.add("", b, 0)
	return before.changes(after)
}

// shape is the types seen at each path.
type shape map[string][]string

const maxDepth = 64

func (s shape) add(path string, value []byte, depth int) {
	t := wire.TypeOf(value)
	name := t.String()
	if !slices.Contains(s[path], name) {
		s[path] = append(s[path], name)
	}
	if depth == maxDepth || len(s) > 10_000 {
		return
	}
	switch t {
	case wire.Array:
		wire.Elements(value, func(v []byte) bool { s.add(path+"/*", v, depth+1); return true })
	case wire.Object:
		wire.Members(value, func(k, v []byte) bool { s.add(path+"/"+escape(string(k)), v, depth+1); return true })
	}
}

func (s shape) changes(other shape) []PathChange {
	var changes []PathChange
	for _, p := range namesOf(s, other) {
		before, after := joined(s[p]), joined(other[p])
		if before == after || emptied(s, other, p) {
			continue
		}
		if changes = append(changes, PathChange{p, before, after}); len(changes) == maxChanges {
			break
		}
	}
	return changes
}

// emptied says whether a path is only missing because an array has no elements
// on one side: that is a value, not a shape.
func emptied(a, b shape, path string) bool {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] != '*' || i == 0 || path[i-1] != '/' {
			continue
		}
		elements := path[:i+1]
		_, inA := a[elements]
		_, inB := b[elements]
		if inA != inB {
			return true
		}
	}
	return false
}

func joined(types []string) string {
	order.Strings(types)
	out := ""
	for i, t := range types {
		if i > 0 {
			out += "|"
		}
		out += t
	}
	return out
}

// escape writes a member's name as a part of a JSON pointer.
func escape(name string) string {
	out := make([]byte, 0, len(name))
	for i := range len(name) {
		switch name[i] {
		case '~':
			out = append(out, "~0"...)
		case '/':
			out = append(out, "~1"...)
		default:
			out = append(out, name[i])
		}
	}
	return string(out)
}
