package schema

import (
	"strconv"
	"unicode/utf8"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// The keywords that speak about one type of value alone.

func (f *fitter) objectKeyword(schema []byte, key string, arg, value []byte) Verdict {
	switch key {
	case "properties":
		return f.properties(arg, value)
	case "additionalProperties":
		return f.additionalProperties(schema, arg, value)
	case "patternProperties":
		if first(arg) != nil && first(value) != nil {
			return May
		}
	case "required":
		return f.required(arg, value)
	case "minProperties":
		return f.atLeast(count(value), arg, value, "members")
	case "maxProperties":
		return f.atMost(count(value), arg, value, "members")
	case "propertyNames":
		return f.propertyNames(arg, value)
	case "dependentRequired", "dependentSchemas", "dependencies":
		return f.dependent(arg, value)
	}
	return Yes
}

func (f *fitter) properties(arg, value []byte) Verdict {
	all := Yes
	f.eachMember(value, func(name string, v []byte) bool {
		if s, ok := wire.Get(arg, name); ok {
			all = min(all, f.fit(s, v))
		}
		return all != No
	})
	return all
}

// eachMember visits the members of a value with the path set to each.
func (f *fitter) eachMember(value []byte, visit func(name string, v []byte) bool) {
	c := wire.Cursor{Data: f.value, At: max(wire.Offset(f.value, value), 0)}
	for more := c.Open(); more; more = c.Next() {
		at := c.At + 1
		key, escaped := c.Key()
		f.path.Push(at, at+len(key))
		if escaped {
			key = place.Decode(key)
		}
		f.budget -= 8
		goOn := visit(string(key), c.Skip())
		f.path.Pop()
		if !goOn {
			return
		}
	}
}

func (f *fitter) additionalProperties(schema, arg, value []byte) Verdict {
	known, _ := wire.Get(schema, "properties")
	patterns, _ := wire.Get(schema, "patternProperties")
	decidable := first(patterns) == nil
	all := Yes
	f.eachMember(value, func(name string, v []byte) bool {
		f.budget -= len(known)
		if _, ok := wire.Get(known, name); ok {
			return true
		}
		if !decidable {
			all = min(all, May)
			return true
		}
		if len(arg) > 0 && arg[0] == 'f' {
			all = f.no(v, " is a member that the schema does not allow")
		} else {
			all = min(all, f.fit(arg, v))
		}
		return all != No
	})
	return all
}

func (f *fitter) required(arg, value []byte) Verdict {
	all := Yes
	wire.Elements(arg, func(name []byte) bool {
		s, ok := wire.String(name)
		if !ok {
			all = min(all, May)
			return true
		}
		f.budget -= len(value)
		if _, ok := wire.Get(value, s); !ok {
			all = f.no(value, " has no "+place.Quoted(s)+", which the schema requires")
		}
		return all != No && f.budget > 0
	})
	return all
}

func (f *fitter) propertyNames(arg, value []byte) Verdict {
	all := Yes
	f.trial++ // a name is no value of its own to point at
	f.eachMember(value, func(name string, _ []byte) bool {
		all = min(all, f.fit(arg, wire.AppendQuote(nil, []byte(name))))
		return all != No
	})
	f.trial--
	if all == No {
		return f.no(value, " has a member whose name the schema does not allow")
	}
	return all
}

// dependent holds a value against what the presence of a member demands: other
// members, or a schema.
func (f *fitter) dependent(arg, value []byte) Verdict {
	all := Yes
	wire.Members(arg, func(name, demand []byte) bool {
		f.budget -= len(value)
		if _, ok := wire.Get(value, string(name)); ok && f.budget > 0 {
			if wire.TypeOf(demand) == wire.Array {
				all = min(all, f.required(demand, value))
			} else {
				all = min(all, f.fit(demand, value))
			}
		}
		return all != No
	})
	return all
}

func (f *fitter) arrayKeyword(schema []byte, key string, arg, value []byte) Verdict {
	switch key {
	case "prefixItems":
		return f.tuple(arg, value)
	case "items":
		if wire.TypeOf(arg) == wire.Array {
			return f.tuple(arg, value)
		}
		from := 0
		if f.d == Draft2020 || f.d == Unstated {
			prefix, _ := wire.Get(schema, "prefixItems")
			from = count(prefix)
		}
		return f.eachFrom(from, arg, value)
	case "additionalItems":
		tuple, _ := wire.Get(schema, "items")
		if wire.TypeOf(tuple) != wire.Array {
			return Yes
		}
		return f.eachFrom(count(tuple), arg, value)
	case "contains":
		return f.contains(schema, arg, value)
	case "minItems":
		return f.atLeast(count(value), arg, value, "elements")
	case "maxItems":
		return f.atMost(count(value), arg, value, "elements")
	case "uniqueItems":
		if len(arg) > 0 && arg[0] == 't' {
			return f.unique(value)
		}
	}
	return Yes
}

// eachElement visits the elements of a value with the path set to each.
func (f *fitter) eachElement(value []byte, visit func(i int, v []byte) bool) {
	i := 0
	wire.Elements(value, func(v []byte) bool {
		f.path.PushIndex(i)
		f.budget -= 8
		goOn := visit(i, v)
		f.path.Pop()
		i++
		return goOn
	})
}

// eachFrom holds the elements from a place on against one schema.
func (f *fitter) eachFrom(from int, schema, value []byte) Verdict {
	all := Yes
	f.eachElement(value, func(i int, v []byte) bool {
		if i >= from {
			all = min(all, f.fit(schema, v))
		}
		return all != No
	})
	return all
}

// tuple holds each element against the schema at its own place.
func (f *fitter) tuple(schemas, value []byte) Verdict {
	c := wire.Cursor{Data: schemas}
	more := c.Peek() == '[' && c.Open()
	all := Yes
	f.eachElement(value, func(_ int, v []byte) bool {
		if !more {
			return false
		}
		all = min(all, f.fit(c.Skip(), v))
		more = c.Next()
		return all != No
	})
	return all
}

func (f *fitter) contains(schema, arg, value []byte) Verdict {
	least := int64(1)
	most, bounded := int64(0), false
	if f.d == Draft2019 || f.d == Draft2020 {
		if raw, ok := wire.Get(schema, "minContains"); ok {
			if least, ok = wire.Int(raw); !ok {
				return May
			}
		}
		raw, _ := wire.Get(schema, "maxContains")
		most, bounded = wire.Int(raw)
	} else if _, newer := wire.Get(schema, "minContains"); newer && f.d == Unstated {
		least = 0
	}
	var yes, may int64
	f.trial++
	f.eachElement(value, func(_ int, v []byte) bool {
		switch f.fit(arg, v) {
		case Yes:
			yes++
		case May:
			may++
		}
		return true
	})
	f.trial--
	switch {
	case yes+may < least:
		return f.no(value, " holds too few elements of the kind that the schema wants it to contain")
	case bounded && yes > most:
		return f.no(value, " holds too many elements of the kind that the schema bounds")
	case may > 0:
		return May
	}
	return Yes
}

// unique compares all pairs of a short array; a long one is left undecided.
func (f *fitter) unique(value []byte) Verdict {
	const most = 64
	var seen [][]byte
	verdict := Yes
	f.eachElement(value, func(_ int, v []byte) bool {
		if len(seen) == most {
			verdict = May
			return false
		}
		for _, s := range seen {
			f.budget -= len(v)
			if equal(s, v, false, 0) {
				verdict = f.no(v, " equals an earlier element, expected each once")
				return false
			}
		}
		seen = append(seen, v)
		return f.budget > 0
	})
	return verdict
}

func (f *fitter) stringKeyword(key string, arg, value []byte) Verdict {
	switch key {
	case "pattern", "format":
		return May // no regular expressions here; whether a format counts, validators differ
	case "minLength":
		return f.atLeast(characters(value), arg, value, "characters")
	case "maxLength":
		return f.atMost(characters(value), arg, value, "characters")
	}
	return Yes
}

// characters is the length of a string in code points.
func characters(raw []byte) int {
	if len(raw) < 2 {
		return 0
	}
	return utf8.RuneCount(place.Decode(raw[1 : len(raw)-1]))
}

func (f *fitter) numberKeyword(schema []byte, key string, arg, value []byte) Verdict {
	exclusive := false
	switch key {
	case "exclusiveMinimum", "exclusiveMaximum":
		if f.d == Draft4 {
			return Yes // says only what minimum and maximum mean
		}
		exclusive = true
	case "minimum", "maximum":
		if f.d == Draft4 {
			raw, _ := wire.Get(schema, "exclusiveM"+key[1:])
			exclusive = len(raw) > 0 && raw[0] == 't'
		}
	case "multipleOf":
		return f.multiple(arg, value)
	default:
		return Yes
	}
	order, ok := compare(value, arg)
	if !ok {
		return May
	}
	if key == "maximum" || key == "exclusiveMaximum" {
		order = -order
	}
	if order > 0 || order == 0 && !exclusive {
		return Yes
	}
	return f.no(value, " is "+place.Describe(value)+", beyond the schema's "+key+" of "+place.Describe(arg))
}

func (f *fitter) multiple(arg, value []byte) Verdict {
	a, ok := wire.Int(arg)
	v, whole := wire.Int(value)
	if !ok || !whole || a <= 0 {
		return May // fractions do not divide exactly in binary
	}
	if v%a == 0 {
		return Yes
	}
	return f.no(value, " is "+place.Describe(value)+", expected a multiple of "+place.Describe(arg))
}

// atLeast holds a count against a lower bound.
func (f *fitter) atLeast(n int, bound, value []byte, things string) Verdict {
	b, ok := wire.Int(bound)
	if !ok {
		return May
	}
	if int64(n) >= b {
		return Yes
	}
	return f.no(value, " has "+strconv.Itoa(n)+" "+things+", expected at least "+strconv.FormatInt(b, 10))
}

// atMost holds a count against an upper bound.
func (f *fitter) atMost(n int, bound, value []byte, things string) Verdict {
	b, ok := wire.Int(bound)
	if !ok {
		return May
	}
	if int64(n) <= b {
		return Yes
	}
	return f.no(value, " has "+strconv.Itoa(n)+" "+things+", expected at most "+strconv.FormatInt(b, 10))
}
