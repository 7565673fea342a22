package schema

import (
	"strconv"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// Kind says what is wrong with a schema.
type Kind uint8

const (
	Malformed     Kind = iota // its dialect forbids it
	RefUnresolved             // a reference to a part of it that is not there
	RefRemote                 // a reference to another document
	ClientLimit               // no dialect forbids it, yet some clients refuse it
)

// MaxListed bounds the faults of one kind that are listed.
const MaxListed = 10_000

// Fault is one thing that is wrong with a schema.
type Fault struct {
	Kind           Kind
	Column, Length int    // of the part at fault within the schema, in bytes from 0
	Path           string // JSON pointer to it
	Message        string // goes on from the schema's name: ".type is 7, expected …"
	More           int    // further faults of this kind that are not listed
}

// Check says what is wrong with a schema in a dialect: what the dialect forbids
// and references astray, roughly in the order of their places. nil means that
// nothing is, as far as it was judged: below [place.MaxSteps] levels it is not.
func Check(schema []byte, d Dialect) []Fault {
	if d == Unknown {
		return nil
	}
	k := checker{c: wire.Cursor{Data: schema}, d: d}
	k.c.Space()
	k.schema()
	for kind, n := range k.found {
		for i := len(k.faults) - 1; n > MaxListed && i >= 0; i-- {
			if k.faults[i].Kind == Kind(kind) {
				k.faults[i].More = n - MaxListed
				break
			}
		}
	}
	return k.faults
}

// checker walks a schema once, front to back.
type checker struct {
	c      wire.Cursor
	d      Dialect
	path   place.Path
	faults []Fault
	found  [ClientLimit + 1]int // by kind
	refs   resolver
}

// schema judges the schema at hand and passes it.
func (k *checker) schema() {
	switch k.c.Peek() {
	case '{':
	case 't', 'f':
		if k.d != Draft4 {
			k.c.Skip()
			return
		}
		k.wrong("an object")
		return
	default:
		k.wrong("a schema: an object, true or false")
		return
	}
	if k.path.Depth() >= place.MaxSteps {
		k.c.Skip()
		return
	}
	start, isArray, hasItems := k.c.At, false, false
	for more := k.c.Open(); more; more = k.c.Next() {
		at := k.c.At + 1
		key, escaped := k.c.Key()
		k.path.Push(at, at+len(key))
		if escaped {
			key = place.Decode(key)
		}
		f := keywordForm(key, k.d)
		switch f {
		case aType:
			isArray = place.IsText(k.value(), "array")
		case items, aReference, schemas:
			hasItems = true
		}
		k.keyword(f)
		k.path.Pop()
	}
	if isArray && !hasItems {
		k.add(ClientLimit, start, " is an array of no stated items, which some clients refuse")
	}
}

// value is the value at hand, which stays at hand.
func (k *checker) value() []byte {
	c := k.c
	return c.Skip()
}

// keyword judges the value at hand by the form that its keyword demands.
func (k *checker) keyword(f form) {
	switch f {
	case free:
		k.c.Skip()
	case oneSchema:
		k.additional()
	case schemas:
		k.array("a non-empty array of schemas", false)
	case schemaMap:
		k.members("an object of schemas", k.schema)
	case items:
		if k.c.Peek() == '[' && k.d != Draft2020 {
			k.array("a schema or an array of schemas", true)
			return
		}
		k.schema()
	case aText, anID:
		k.scalar(wire.Str, "a string", nil)
	case aBool:
		k.scalar(wire.Bool, "true or false", nil)
	case aNumber:
		k.scalar(wire.Number, "a number", nil)
	case aPositive:
		k.scalar(wire.Number, "a number above 0", func(raw []byte) bool { return isPositive(raw) })
	case aCount:
		k.scalar(wire.Number, "an integer of 0 or more", isCount)
	case anArray:
		k.scalar(wire.Array, "an array", nil)
	case aType:
		k.typeNames()
	case names:
		k.names()
	case nameMap:
		k.members("an object of arrays of strings", k.names)
	case depends:
		k.members("an object of schemas and arrays of strings", k.dependency)
	case bound:
		k.bound()
	case anAnchor:
		k.scalar(wire.Str, "a name that begins with a letter or underscore", isAnchor)
	case aReference:
		k.reference()
	}
}

// additional judges a single schema; draft 4 has booleans in two places alone.
func (k *checker) additional() {
	if first := k.c.Peek(); k.d == Draft4 && (first == 't' || first == 'f') {
		k.c.Skip()
		return
	}
	k.schema()
}

func (k *checker) bound() {
	want := wire.Number
	if k.d == Draft4 {
		want = wire.Bool
	}
	k.scalar(want, "a "+want.String(), nil)
}

// scalar judges a value by its type and, where fits is given, by that.
func (k *checker) scalar(t wire.JSONType, want string, fits func([]byte) bool) {
	start := k.c.At
	raw := k.c.Skip()
	if wire.TypeOf(raw) != t || fits != nil && !fits(raw) {
		k.add(Malformed, start, " is "+place.Describe(raw)+", expected "+want)
	}
}

// array judges an array of schemas.
func (k *checker) array(want string, emptyIsFine bool) {
	start := k.c.At
	if k.c.Peek() != '[' {
		k.wrong(want)
		return
	}
	n := 0
	for more := k.c.Open(); more; more = k.c.Next() {
		k.path.PushIndex(n)
		k.schema()
		k.path.Pop()
		n++
	}
	if n == 0 && !emptyIsFine {
		k.add(Malformed, start, " is empty, expected "+want)
	}
}

// members judges each member of an object.
func (k *checker) members(want string, each func()) {
	if k.c.Peek() != '{' {
		k.wrong(want)
		return
	}
	for more := k.c.Open(); more; more = k.c.Next() {
		at := k.c.At + 1
		key, _ := k.c.Key()
		k.path.Push(at, at+len(key))
		each()
		k.path.Pop()
	}
}

func (k *checker) dependency() {
	if k.c.Peek() == '[' {
		k.names()
		return
	}
	k.schema()
}

// names judges an array of strings, no two equal.
func (k *checker) names() {
	start := k.c.At
	if k.c.Peek() != '[' {
		k.wrong("an array of strings")
		return
	}
	bad := []byte(nil)
	for more := k.c.Open(); more; more = k.c.Next() {
		if raw := k.c.Skip(); wire.TypeOf(raw) != wire.Str && bad == nil {
			bad = raw
		}
	}
	list := k.c.Data[start:min(k.c.At, len(k.c.Data))]
	if bad != nil {
		k.add(Malformed, start, " holds "+place.Describe(bad)+", expected strings alone")
	} else if twice := firstRepeated(list); twice != nil {
		k.add(Malformed, start, " holds "+place.Describe(twice)+" twice")
	}
}

// firstRepeated is the first string of an array that an earlier element equals
// as written; nil without one. Long arrays are not compared.
func firstRepeated(list []byte) (twice []byte) {
	const most = 32
	var seen [most][]byte
	n := 0
	wire.Elements(list, func(v []byte) bool {
		if n == most {
			return false
		}
		for _, s := range seen[:n] {
			if string(s) == string(v) {
				twice = v
				return false
			}
		}
		seen[n] = v
		n++
		return true
	})
	return twice
}

// typeNames judges type: one of seven names, or several in an array.
func (k *checker) typeNames() {
	const want = `"array", "boolean", "integer", "null", "number", "object" or "string"`
	start := k.c.At
	raw := k.c.Skip()
	switch wire.TypeOf(raw) {
	case wire.Str:
		if !isTypeName(raw) {
			k.add(Malformed, start, " is "+place.Describe(raw)+", expected "+want)
		}
	case wire.Array:
		bad, n := []byte(nil), 0
		wire.Elements(raw, func(v []byte) bool {
			n++
			if !isTypeName(v) {
				bad = v
			}
			return bad == nil
		})
		switch twice := firstRepeated(raw); {
		case bad != nil:
			k.add(Malformed, start, " holds "+place.Describe(bad)+", expected "+want)
		case n == 0:
			k.add(Malformed, start, " is an empty array, expected at least one type")
		case twice != nil:
			k.add(Malformed, start, " holds "+place.Describe(twice)+" twice")
		}
	default:
		k.add(Malformed, start, " is "+place.Describe(raw)+", expected a type's name or an array of them")
	}
}

func isTypeName(raw []byte) bool {
	if len(raw) < 2 || raw[0] != '"' {
		return false
	}
	switch string(raw[1 : len(raw)-1]) {
	case "array", "boolean", "integer", "null", "number", "object", "string":
		return true
	}
	return false
}

// reference judges a $ref: a string that leads somewhere.
func (k *checker) reference() {
	start := k.c.At
	raw := k.c.Skip()
	ref, ok := wire.String(raw)
	if !ok {
		k.add(Malformed, start, " is "+place.Describe(raw)+", expected a string")
		return
	}
	switch k.refs.leadsTo(k.c.Data, ref) {
	case leadsNowhere:
		k.add(RefUnresolved, start, " is "+place.Quoted(ref)+", which leads to no part of this schema")
	case leadsOutside:
		k.add(RefRemote, start, " is "+place.Quoted(ref)+", which leads to another document")
	}
}

// wrong reports that the value at hand has another type, and passes it.
func (k *checker) wrong(want string) {
	start := k.c.At
	raw := k.c.Skip()
	if len(raw) == 0 {
		k.c.At++
	}
	k.add(Malformed, start, " is "+place.Describe(raw)+", expected "+want)
}

func (k *checker) add(kind Kind, start int, message string) {
	if k.found[kind]++; k.found[kind] > MaxListed {
		return
	}
	name := k.path.Name(k.c.Data, "")
	if name != "" && name[0] != '[' {
		name = "." + name
	}
	k.faults = append(k.faults, Fault{
		Kind: kind, Column: start, Length: max(min(k.c.At, len(k.c.Data))-start, 0),
		Path: k.path.Pointer(k.c.Data), Message: name + message,
	})
}

func isPositive(raw []byte) bool {
	f, err := strconv.ParseFloat(string(raw), 64)
	return err != nil || f > 0
}

// isCount reports whether a number is an integer of 0 or more.
func isCount(raw []byte) bool {
	for _, c := range raw {
		if c < '0' || c > '9' {
			return raw[0] != '-' && wire.IsInteger(raw) || string(raw) == "-0"
		}
	}
	return true
}

// isAnchor reports whether a string is a plain name for a fragment.
func isAnchor(raw []byte) bool {
	if len(raw) < 3 {
		return false
	}
	for i, c := range raw[1 : len(raw)-1] {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '-' && c != '.') {
			return false
		}
	}
	return true
}
