package mcp

import (
	"strconv"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// walker holds one value against a shape, front to back, in one pass. It
// allocates only for what is wrong.
type walker struct {
	c      wire.Cursor
	rev    uint8
	strict bool   // also judge what the schemas leave to the text: base64, keys of _meta
	leave  [2]typ // shapes whose values are judged elsewhere; 0 = none
	noun   string // names the value in messages
	method string // names it instead, as its result

	marked [marks][]byte // values of the marked members, as written; nil = not met

	trial  int // >0: count faults, list none (a choice of a union is tried)
	faults int
	path   place.Path
	ledger
}

// value judges the value at hand and passes it. optional says that the member
// that holds it could have been left out, which a null then needs to be told.
func (w *walker) value(t typ, code string, optional bool) {
	if t != 0 && (t == w.leave[0] || t == w.leave[1]) {
		w.c.Skip()
		return
	}
	s := t.shape()
	if s.code != "" {
		code = s.code
	}
	first := w.c.Peek()
	switch s.kind {
	case anything:
		w.c.Skip()
	case text:
		if first != '"' {
			w.wrongType(t, plain, code, optional)
			return
		}
		if len(s.words) == 0 {
			w.c.PassText()
			return
		}
		w.word(s.words, code)
	case object:
		w.object(t, s, code, optional)
	case array:
		w.elements(s.rest, 0, code, optional)
	case union:
		w.union(t, s, code, optional)
	case boolean:
		if first != 't' && first != 'f' {
			w.wrongType(t, plain, code, optional)
			return
		}
		w.c.Skip()
	default:
		w.number(t, s, code, optional)
	}
}

// number judges the kinds that may be a number.
func (w *walker) number(t typ, s *shape, code string, optional bool) {
	first := w.c.Peek()
	isNumber := first == '-' || first >= '0' && first <= '9'
	switch {
	case s.kind == textOrInteger && first == '"', s.kind == numberOrNull && first == 'n',
		s.kind == scalar && (first == '"' || first == 't' || first == 'f'):
		w.c.Skip()
		return
	case !isNumber:
		w.wrongType(t, plain, code, optional)
		return
	}
	start := w.c.At
	raw := w.c.Skip()
	whole := s.kind == integer || s.kind == textOrInteger
	switch {
	case whole && !isInteger(raw), s.natural && isNegative(raw), s.unit && !isUnit(raw):
		if w.wanted(code) {
			want := expected(t, plain)
			if s.natural && isInteger(raw) {
				want = "0 or more"
			}
			w.report(code, "", start, " is "+place.Describe(raw)+", expected "+want)
		}
	}
}

// word judges a string that must be one of a few.
func (w *walker) word(words []string, code string) {
	start := w.c.At
	raw, escaped := w.c.Text()
	if escaped {
		raw = place.Decode(raw)
	}
	for _, word := range words {
		if string(raw) == word {
			return
		}
	}
	if w.wanted(code) {
		w.report(code, "", start, " is "+place.Describe(w.c.Data[start:w.c.At])+", expected "+anyOf(words))
	}
}

// elements judges an array; most bounds its length, 0 = no bound.
func (w *walker) elements(t typ, most int, code string, optional bool) {
	if w.c.Peek() != '[' {
		w.wrongType(t, list, code, optional)
		return
	}
	start, n := w.c.At, 0
	for more := w.c.Open(); more; more = w.c.Next() {
		w.path.PushIndex(n)
		w.value(t, code, false)
		w.path.Pop()
		n++
	}
	if w.strict { // completion values: the one list with a bound
		code = "completion-too-many-values"
	}
	if most > 0 && n > most && w.wanted(code) {
		w.report(code, "", start, " has "+strconv.Itoa(n)+" elements, expected at most "+strconv.Itoa(most))
	}
}

// entries judges an object whose every member is one shape.
func (w *walker) entries(t typ, code string, optional bool) {
	if w.c.Peek() != '{' {
		w.wrongType(t, dict, code, optional)
		return
	}
	for more := w.c.Open(); more; more = w.c.Next() {
		at := w.c.At + 1
		key, _ := w.c.Key()
		w.path.Push(at, at+len(key))
		w.value(t, code, false)
		w.path.Pop()
	}
}

func (w *walker) object(t typ, s *shape, code string, optional bool) {
	start := w.c.At
	if w.c.Peek() != '{' {
		w.wrongType(t, plain, code, optional)
		return
	}
	w.membersFrom(s, start, w.c.Open(), 0, code)
}

// membersFrom judges the members of an object from one on; more says that there
// is one. seen has the bits of the shape's members that were judged before.
func (w *walker) membersFrom(s *shape, start int, more bool, seen uint64, code string) {
	for ; more; more = w.c.Next() {
		at := w.c.At
		key, escaped := w.c.Key()
		name := key
		if escaped {
			name = place.Decode(key)
		}
		if s.meta && w.strict {
			w.metaKey(at, name, code)
		}
		i := s.memberNamed(w.rev, name)
		if i < 0 && s.rest == tAny && !(s.meta && w.strict) {
			w.c.Skip()
			continue
		}
		w.path.Push(at+1, at+1+len(key))
		switch {
		case i < 0 && s.meta && w.strict && w.traceKey(name, code):
		case i < 0:
			w.value(s.rest, code, false)
		default:
			seen |= 1 << i
			m, start := &s.members[i], w.c.At
			w.member(m, code)
			if m.mark != noMark {
				w.marked[m.mark] = w.c.Data[start:min(w.c.At, len(w.c.Data))]
			}
		}
		w.path.Pop()
	}
	for i := range s.members {
		m := &s.members[i]
		if m.must && seen&(1<<i) == 0 && holds(w.rev, m.from, m.to) {
			w.missing(m, start, code)
		}
	}
}

// memberNamed is the place of a member that the revision has, -1 without one.
func (s *shape) memberNamed(rev uint8, name []byte) int {
	for i := range s.members {
		m := &s.members[i]
		if string(name) == m.key && holds(rev, m.from, m.to) {
			return i
		}
	}
	return -1
}

func (w *walker) member(m *member, code string) {
	if m.code != "" {
		code = m.code
	}
	switch {
	case m.only != "":
		w.only(m, code)
	case m.as == list:
		w.elements(m.is, m.most, code, !m.must)
	case m.as == dict:
		w.entries(m.is, code, !m.must)
	case m.base64 && w.strict && w.c.Peek() == '"':
		w.base64(code)
	default:
		w.value(m.is, code, !m.must)
	}
}

// only judges a member that has one value.
func (w *walker) only(m *member, code string) {
	start := w.c.At
	raw := w.c.Skip()
	fits := false
	if m.is == tText {
		fits = place.IsText(raw, m.only)
	} else if n, ok := wire.Int(raw); ok {
		fits = strconv.FormatInt(n, 10) == m.only
	}
	if !fits && w.wanted(code) {
		want := m.only
		if m.is == tText {
			want = `"` + want + `"`
		}
		w.report(code, "", start, " is "+place.Describe(raw)+", expected "+want)
	}
}

// base64 judges a string of bytes. Line breaks, missing padding and the URL
// alphabet pass, since decoders differ on them; other characters do not.
func (w *walker) base64(code string) {
	start := w.c.At
	raw, escaped := w.c.Text()
	if escaped {
		raw = place.Decode(raw)
	}
	for i, c := range raw {
		if !isBase64Byte(c) {
			if w.wanted(code) {
				w.report(code, "", start, " is not base64: byte "+strconv.Itoa(i)+" of the text")
			}
			return
		}
	}
}

// isBase64Byte reports whether a byte may stand in base64.
func isBase64Byte(c byte) bool {
	return isAlphanumeric(c) || c == '+' || c == '/' || c == '=' || c == '-' || c == '_' || c == '\r' || c == '\n'
}

// wanted counts a fault and reports whether it is to be listed.
func (w *walker) wanted(code string) bool {
	if w.trial > 0 {
		w.faults++
		return false
	}
	return w.room(code)
}

// wrongType reports that the value at hand has another JSON type, and passes it.
func (w *walker) wrongType(t typ, as wrap, code string, optional bool) {
	start := w.c.At
	raw := w.c.Skip()
	if len(raw) == 0 { // no JSON: do not stand still
		w.c.At++
	}
	if !w.wanted(code) {
		return
	}
	message := " is " + place.Describe(raw) + ", expected " + expected(t, as)
	if optional && string(raw) == "null" {
		message += " or no member at all"
	}
	w.report(code, "", start, message)
}

// missing reports a required member that is not there. Of two choices it tells
// the wrong one more surely than a bad value does, so it counts twice.
func (w *walker) missing(m *member, start int, code string) {
	if w.trial > 0 {
		w.faults += 2
		return
	}
	if m.absent != "" {
		code = m.absent
	}
	if !w.room(code) {
		return
	}
	want := expected(m.is, m.as)
	switch {
	case m.only != "":
		want = `"` + m.only + `"`
	case m.key == "resultType":
		want = `"complete" or "input_required"`
	}
	w.report(code, "", start, ` has no "`+m.key+`", expected `+want)
}

// report lists a problem, counted before, that begins at a column and ends at
// the cursor. The message goes on from the name of the place.
func (w *walker) report(code, detail string, start int, message string) {
	end := min(w.c.At, len(w.c.Data))
	start = min(start, end)
	w.problems = append(w.problems, Problem{
		Code: code, Detail: detail, Column: start, Length: end - start,
		Path: w.path.Pointer(w.c.Data), Message: w.path.Name(w.c.Data, w.subject()) + message,
	})
}

// subject names the value that is judged.
func (w *walker) subject() string {
	if w.method != "" {
		return "the result of " + w.method
	}
	return w.noun
}
