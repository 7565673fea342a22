package diff

import (
	"slices"
	"strconv"

	"stdioscope/engine/wire"
)

// valueChanges lists the places at which two values differ, contents and all: what
// a schema's change is. What one side alone has is said once, whole.
func valueChanges(a, b []byte) []PathChange {
	var c changes
	c.compare("", a, b, 0)
	return c
}

type changes []PathChange

func (c *changes) compare(path string, a, b []byte, depth int) {
	if len(*c) == maxChanges {
		return
	}
	of := wire.TypeOf(a)
	switch {
	case a == nil || b == nil || of != wire.TypeOf(b) || depth == maxDepth:
		if string(a) != string(b) {
			*c = append(*c, PathChange{path, written(a), written(b)})
		}
	case of == wire.Object:
		before, after := members(a), members(b)
		for _, m := range before {
			c.compare(path+"/"+escape(m.name), m.value, valueOf(after, m.name), depth+1)
		}
		for _, m := range after {
			if valueOf(before, m.name) == nil {
				c.compare(path+"/"+escape(m.name), nil, m.value, depth+1)
			}
		}
	case of == wire.Array:
		before, after := elements(a), elements(b)
		for i := range max(len(before), len(after)) {
			c.compare(path+"/"+strconv.Itoa(i), at(before, i), at(after, i), depth+1)
		}
	case !sameScalar(of, a, b):
		*c = append(*c, PathChange{path, written(a), written(b)})
	}
}

func sameScalar(of wire.JSONType, a, b []byte) bool {
	switch {
	case string(a) == string(b):
		return true
	case of == wire.Str: // however it is escaped
		before, _ := wire.String(a)
		after, _ := wire.String(b)
		return before == after
	case of == wire.Number:
		before, errA := strconv.ParseFloat(string(a), 64)
		after, errB := strconv.ParseFloat(string(b), 64)
		return errA == nil && errB == nil && before == after
	}
	return false
}

// written is a value as it stands in the message, shortened.
func written(value []byte) string {
	const most = 400
	if len(value) <= most {
		return string(value)
	}
	return string(value[:most]) + "…"
}

type member struct {
	name  string
	value []byte
}

// members are those of an object; of one name the last.
func members(object []byte) []member {
	var all []member
	wire.Members(object, func(k, v []byte) bool {
		i := slices.IndexFunc(all, func(m member) bool { return m.name == string(k) })
		if i < 0 || len(all) > 1000 {
			all = append(all, member{string(k), v})
		} else {
			all[i].value = v
		}
		return true
	})
	return all
}

func valueOf(all []member, name string) []byte {
	for _, m := range all {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func elements(array []byte) [][]byte {
	var all [][]byte
	wire.Elements(array, func(v []byte) bool {
		all = append(all, v)
		return true
	})
	return all
}

func at(all [][]byte, i int) []byte {
	if i < len(all) {
		return all[i]
	}
	return nil
}
