package schema

import (
	"strconv"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// Verdict says whether a value fits a schema.
type Verdict uint8

const (
	No  Verdict = iota
	May         // it could not be decided
	Yes
)

// Mismatch is the first place where a value does not fit.
type Mismatch struct {
	Column, Length int    // within the value, in bytes from 0
	Path           string // JSON pointer to it
	Message        string // one line
}

// Fits holds a value against a schema in a dialect. noun names the value in
// messages. The mismatch says something only when the verdict is No.
func Fits(schema, value []byte, d Dialect, noun string) (Verdict, Mismatch) {
	if d == Unknown {
		return May, Mismatch{}
	}
	f := fitter{document: schema, value: value, d: d, noun: noun, budget: maxWork(schema) + maxWork(value)}
	v := f.fit(schema, value)
	return v, f.first
}

// fitter holds one value against one schema. Both are finite, but references
// may loop and alternatives may multiply, so depth and work are bounded.
type fitter struct {
	document, value []byte
	d               Dialect
	noun            string
	budget          int
	depth           int
	trial           int // >0: inside an alternative, where a mismatch proves nothing yet
	first           Mismatch
	found           bool
	path            place.Path
	refs            resolver
}

const maxDepth = 100

// fit holds one value against one schema.
func (f *fitter) fit(schema, value []byte) Verdict {
	f.budget -= len(schema) + 16
	if f.budget < 0 || f.depth >= maxDepth {
		return May
	}
	f.depth++
	defer func() { f.depth-- }()
	switch wire.TypeOf(schema) {
	case wire.Bool:
		if schema[0] == 't' {
			return Yes
		}
		return f.no(value, " is not allowed by the schema")
	case wire.Object:
	default:
		return May
	}
	if ref, ok := wire.Get(schema, "$ref"); ok && (f.d <= Draft7 || f.d == Unstated) {
		return f.reference(ref, value) // its neighbours do not count
	}
	all := Yes
	wire.Members(schema, func(key, arg []byte) bool {
		all = min(all, f.keyword(schema, string(key), arg, value))
		return all != No
	})
	return all
}

// keyword holds a value against one keyword. Keywords that say nothing about a
// value of this type hold.
func (f *fitter) keyword(schema []byte, key string, arg, value []byte) Verdict {
	if keywordForm([]byte(key), f.d) == free && !(key == "const" && f.d >= Draft6) {
		if key == "$recursiveRef" {
			return May
		}
		return Yes
	}
	switch key {
	case "type":
		return f.typed(arg, value)
	case "enum":
		return f.oneOfValues(arg, value)
	case "const":
		if !equal(arg, value, true, 0) {
			return f.no(value, " is "+place.Describe(value)+", expected "+place.Describe(arg))
		}
	case "$ref":
		return f.reference(arg, value)
	case "$dynamicRef", "unevaluatedProperties", "unevaluatedItems":
		return May
	case "allOf", "anyOf", "oneOf":
		return f.combined(key, arg, value)
	case "not":
		return f.negated(arg, value)
	case "if":
		return f.conditional(schema, arg, value)
	}
	switch wire.TypeOf(value) {
	case wire.Object:
		return f.objectKeyword(schema, key, arg, value)
	case wire.Array:
		return f.arrayKeyword(schema, key, arg, value)
	case wire.Str:
		return f.stringKeyword(key, arg, value)
	case wire.Number:
		return f.numberKeyword(schema, key, arg, value)
	}
	return Yes
}

func (f *fitter) typed(arg, value []byte) Verdict {
	fits, known := false, true
	if wire.TypeOf(arg) == wire.Array {
		wire.Elements(arg, func(name []byte) bool {
			known = known && isTypeName(name)
			fits = fits || hasType(name, value)
			return true
		})
	} else {
		known = isTypeName(arg)
		fits = hasType(arg, value)
	}
	switch {
	case fits:
		return Yes
	case !known:
		return May
	}
	return f.no(value, " is "+place.Describe(value)+", expected "+typeWords(arg))
}

// hasType reports whether a value is of the type with a name.
func hasType(name, value []byte) bool {
	switch t := wire.TypeOf(value); {
	case place.IsText(name, "integer"):
		return t == wire.Number && wire.IsInteger(value)
	default:
		return place.IsText(name, t.String())
	}
}

// typeWords names the types that a schema allows.
func typeWords(arg []byte) string {
	if len(arg) < 60 {
		out := make([]byte, 0, len(arg))
		for _, c := range arg {
			if c != '"' && c != '[' && c != ']' {
				out = append(out, c)
			}
		}
		return "type " + string(out)
	}
	return "another type"
}

func (f *fitter) oneOfValues(arg, value []byte) Verdict {
	if wire.TypeOf(arg) != wire.Array {
		return May
	}
	found := false
	wire.Elements(arg, func(v []byte) bool {
		found = equal(v, value, true, 0)
		return !found
	})
	if found {
		return Yes
	}
	return f.no(value, " is "+place.Describe(value)+", which is none of the values that the schema lists")
}

func (f *fitter) reference(ref, value []byte) Verdict {
	s, ok := wire.String(ref)
	if !ok {
		return May
	}
	if s != "#" && (len(s) < 2 || s[:2] != "#/") {
		return May
	}
	target, d := f.refs.follow(f.document, s)
	if d != leadsInside {
		return May
	}
	return f.fit(target, value)
}

func (f *fitter) combined(key string, arg, value []byte) Verdict {
	if wire.TypeOf(arg) != wire.Array {
		return May
	}
	n, yes, no, may := 0, 0, 0, 0
	all := Yes
	try := func(s []byte) bool {
		n++
		v := f.fit(s, value)
		all = min(all, v)
		switch v {
		case Yes:
			yes++
		case No:
			no++
		default:
			may++
		}
		switch key {
		case "allOf":
			return v != No
		case "anyOf":
			return v != Yes
		}
		return yes < 2
	}
	if key != "allOf" {
		f.trial++
	}
	wire.Elements(arg, try)
	if key == "allOf" {
		return all
	}
	f.trial--
	switch {
	case key == "oneOf" && yes > 1:
		return f.no(value, " fits more than one of the schema's alternatives, expected exactly one")
	case key == "anyOf" && yes > 0, key == "oneOf" && yes == 1 && may == 0, n == 0:
		return Yes
	case no == n:
		return f.no(value, " fits none of the schema's "+strconv.Itoa(n)+" alternatives")
	}
	return May
}

func (f *fitter) negated(arg, value []byte) Verdict {
	f.trial++
	v := f.fit(arg, value)
	f.trial--
	switch v {
	case Yes:
		return f.no(value, " is what the schema excludes")
	case No:
		return Yes
	}
	return May
}

func (f *fitter) conditional(schema, arg, value []byte) Verdict {
	f.trial++
	v := f.fit(arg, value)
	f.trial--
	branch := "then"
	switch v {
	case May:
		return May
	case No:
		branch = "else"
	}
	if s, ok := wire.Get(schema, branch); ok {
		return f.fit(s, value)
	}
	return Yes
}

// no notes a mismatch, the first one outside any alternative, and says No.
func (f *fitter) no(at []byte, message string) Verdict {
	if f.trial == 0 && !f.found {
		f.found = true
		f.first = Mismatch{
			Column: max(wire.Offset(f.value, at), 0), Length: len(at),
			Path: f.path.Pointer(f.value), Message: f.name() + message,
		}
	}
	return No
}

// name is the place at hand for people.
func (f *fitter) name() string {
	switch n := f.path.Name(f.value, ""); {
	case n == "":
		return f.noun
	case n[0] == '[':
		return f.noun + n
	default:
		return f.noun + "." + n
	}
}
