package mcp

import "stdioscope/engine/mcp/place"

// Values that may be one of several shapes.

// union judges a value by the choice that it means to be.
func (w *walker) union(t typ, s *shape, code string, optional bool) {
	if s.by != "" && w.c.Peek() == '{' {
		w.told(s, code)
		return
	}
	first := jsonTypes(w.c.Peek())
	fitting, only := 0, -1
	for i := range s.of {
		if c := &s.of[i]; holds(w.rev, c.from, c.to) && w.types(c.is, c.as)&first != 0 {
			fitting++
			only = i
		}
	}
	switch fitting {
	case 0:
		w.wrongType(t, plain, code, optional)
	case 1:
		w.choice(&s.of[only], code)
	default:
		w.tryEach(s, first, code)
	}
}

func (w *walker) choice(c *choice, code string) {
	switch c.as {
	case list:
		w.elements(c.is, 0, code, false)
	case dict:
		w.entries(c.is, code, false)
	default:
		w.value(c.is, code, false)
	}
}

// told judges an object whose choice one of its members tells.
func (w *walker) told(s *shape, code string) {
	start := w.c.At
	if w.toldFirst(s, start, code) {
		return
	}
	key, at, raw := w.lookAhead(s.by)
	for i := range s.of {
		c := &s.of[i]
		if c.as == plain && holds(w.rev, c.from, c.to) && (raw == nil && c.orAbsent || raw != nil && place.IsText(raw, c.when)) {
			w.value(c.is, code, false)
			return
		}
	}
	w.c.Skip()
	if !w.wanted(code) {
		return
	}
	var words []string
	for i := range s.of {
		if c := &s.of[i]; c.as == plain && holds(w.rev, c.from, c.to) {
			words = append(words, c.when)
		}
	}
	if raw == nil {
		w.report(code, "", start, ` has no "`+s.by+`", expected `+anyOf(words))
		return
	}
	end := w.c.At
	w.path.Push(key+1, key+1+len(s.by))
	w.c.At = at + len(raw)
	w.report(code, "", at, " is "+place.Describe(raw)+", expected "+anyOf(words))
	w.c.At = end
	w.path.Pop()
}

// toldFirst judges an object whose first member is the telling one, as most
// write it, without reading that member again. done is false when it is not, or
// tells nothing; then nothing was passed.
func (w *walker) toldFirst(s *shape, start int, code string) (done bool) {
	c := w.c
	if !c.Open() {
		return false
	}
	if key, escaped := c.Key(); escaped || string(key) != s.by {
		return false
	}
	raw := c.Skip()
	for i := range s.of {
		of := &s.of[i]
		if of.as != plain || !holds(w.rev, of.from, of.to) || !place.IsText(raw, of.when) {
			continue
		}
		chosen := of.is.shape()
		member := chosen.memberNamed(w.rev, []byte(s.by))
		if chosen.kind != object || member < 0 {
			return false
		}
		if chosen.code != "" {
			code = chosen.code
		}
		w.c = c
		w.membersFrom(chosen, start, w.c.Next(), 1<<member, code)
		return true
	}
	return false
}

// lookAhead finds a member of the object at hand without passing anything: the
// columns of its name and its value, and the value, nil when there is none.
func (w *walker) lookAhead(name string) (key, at int, raw []byte) {
	c := w.c
	for more := c.Open(); more; more = c.Next() {
		key = c.At
		read, escaped := c.Key()
		if string(read) == name || escaped && string(place.Decode(read)) == name {
			at = c.At
			return key, at, c.Skip()
		}
		c.Skip()
	}
	return 0, 0, nil
}

// tryEach takes the first choice that fits; when none does, it reports what is
// wrong with the nearest one.
func (w *walker) tryEach(s *shape, first uint8, code string) {
	start, before := w.c.At, w.faults
	best, fewest := -1, 0
	for i := range s.of {
		c := &s.of[i]
		if !holds(w.rev, c.from, c.to) || w.types(c.is, c.as)&first == 0 {
			continue
		}
		w.c.At, w.faults = start, 0
		w.trial++
		w.choice(c, code)
		w.trial--
		n := w.faults
		w.faults = before
		if n == 0 {
			return
		}
		if best < 0 || n < fewest {
			best, fewest = i, n
		}
	}
	w.c.At = start
	w.choice(&s.of[best], code)
}

// types is the set of JSON types that a shape takes at its surface.
func (w *walker) types(t typ, as wrap) uint8 {
	switch as {
	case list:
		return isArray
	case dict:
		return isObject
	}
	s := t.shape()
	switch s.kind {
	case text:
		return isString
	case integer, number:
		return isNumber
	case boolean:
		return isBool
	case textOrInteger:
		return isString | isNumber
	case numberOrNull:
		return isNumber | isNull
	case scalar:
		return isString | isNumber | isBool
	case object:
		return isObject
	case array:
		return isArray
	case union:
		var set uint8
		for i := range s.of {
			if c := &s.of[i]; holds(w.rev, c.from, c.to) {
				set |= w.types(c.is, c.as)
			}
		}
		return set
	}
	return isString | isNumber | isBool | isNull | isObject | isArray
}

// Sets of JSON types.
const (
	isString uint8 = 1 << iota
	isNumber
	isBool
	isNull
	isObject
	isArray
)

// jsonTypes is the type that a value with this first byte has.
func jsonTypes(first byte) uint8 {
	switch {
	case first == '"':
		return isString
	case first == '{':
		return isObject
	case first == '[':
		return isArray
	case first == 't' || first == 'f':
		return isBool
	case first == 'n':
		return isNull
	case first == '-' || first >= '0' && first <= '9':
		return isNumber
	}
	return 0
}
