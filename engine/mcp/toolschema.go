package mcp

import (
	"strconv"
	"strings"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/mcp/schema"
	"stdioscope/engine/wire"
)

// The schemas of a tool: first what the protocol demands of them, then what
// their own dialect does.

// inputSchema judges a tool's inputSchema. That it is there at all is judged
// with the shape.
func (l *toolList) inputSchema() {
	raw := l.marked[markInput]
	if raw == nil {
		return
	}
	l.fact.InputSchema = raw
	s := schemaCheck{l: l, code: "tool-input-schema-invalid", member: "inputSchema", schema: raw}
	if !s.isObject() {
		return
	}
	s.read()
	s.rootType()
	if l.rev <= 4 {
		s.legacyMembers()
	}
	s.requiredDefined()
	s.dialect()
	s.combination()
}

// outputSchema judges a tool's outputSchema, which 2025-06-18 brought: of an
// object until 2025-11-25, any schema since.
func (l *toolList) outputSchema() {
	raw := l.marked[markOutput]
	if raw == nil {
		return
	}
	l.fact.OutputSchema = raw
	s := schemaCheck{l: l, code: "tool-output-schema-invalid", member: "outputSchema", schema: raw}
	if !s.isObject() {
		return
	}
	s.read()
	if l.rev <= 4 {
		s.rootType()
		s.legacyMembers()
	}
	s.dialect()
}

// schemaCheck is the judgement of one schema of one tool.
type schemaCheck struct {
	l            *toolList
	code, member string
	schema       []byte

	// Members of the root, as written; nil = absent.
	typ, properties, required, stated, combined []byte

	elsewhere    bool // properties may be defined by other keywords too
	saidType     bool // type, properties and their values were judged already
	saidLegacy   bool
	saidRequired bool
}

// read finds the members of the root that the protocol speaks of.
func (s *schemaCheck) read() {
	c := wire.Cursor{Data: s.schema}
	for more := c.Open(); more; more = c.Next() {
		key, escaped := c.Key()
		value := c.Skip()
		if escaped {
			key = place.Decode(key)
		}
		switch string(key) {
		case "type":
			s.typ = value
		case "properties":
			s.properties = value
		case "required":
			s.required = value
		case "$schema":
			s.stated = value
		case "oneOf", "anyOf", "allOf":
			s.combined = value
			s.elsewhere = true
		case "$ref", "$dynamicRef", "patternProperties", "if", "then", "else", "dependentSchemas", "dependencies":
			s.elsewhere = true
		}
	}
}

// problem adds a problem at a part of the schema. path and what go on from the
// schema.
func (s *schemaCheck) problem(code, detail string, part []byte, path, what string) {
	index := strconv.Itoa(s.l.index)
	s.l.add(code, detail, part, "/"+index+"/"+s.member+path, "tools["+index+"]."+s.member+what+s.l.named())
}

func (s *schemaCheck) isObject() bool {
	switch wire.TypeOf(s.schema) {
	case wire.Object:
		return true
	case wire.Null:
		s.problem(s.code, "null", s.schema, "", " is null, expected a JSON Schema object")
	default:
		s.problem(s.code, "not-an-object", s.schema, "", " is "+place.Describe(s.schema)+", expected a JSON Schema object")
	}
	return false
}

// rootType judges type at the root, which must be the string "object".
func (s *schemaCheck) rootType() {
	s.saidType = true
	switch {
	case s.typ == nil:
		s.problem(s.code, "type-missing", s.schema, "", ` has no type, expected "object"`)
	case !place.IsText(s.typ, "object"):
		s.problem(s.code, "type-not-object", s.typ, "/type", ".type is "+place.Describe(s.typ)+`, expected "object"`)
	}
}

// legacyMembers judges what the revisions to 2025-11-25 say of properties and
// required: objects and strings, no boolean schemas.
func (s *schemaCheck) legacyMembers() {
	s.saidLegacy = true
	if raw := s.properties; raw != nil {
		if wire.TypeOf(raw) != wire.Object {
			s.problem(s.code, "properties-type", raw, "/properties", ".properties is "+place.Describe(raw)+", expected an object")
		}
		wire.Members(raw, func(key, value []byte) bool {
			if wire.TypeOf(value) != wire.Object {
				s.problem(s.code, "property-not-an-object", value, "/properties/"+string(place.AppendToken(nil, key)),
					".properties."+place.Shortened(key)+" is "+place.Describe(value)+", expected an object")
			}
			return true
		})
	}
	if raw := s.required; raw != nil {
		bad := wire.TypeOf(raw) != wire.Array
		wire.Elements(raw, func(v []byte) bool {
			bad = wire.TypeOf(v) != wire.Str
			return !bad
		})
		if s.saidRequired = bad; bad {
			s.problem(s.code, "required-type", raw, "/required", ".required is no array of strings alone")
		}
	}
	if raw := s.stated; raw != nil && s.l.rev == 4 && wire.TypeOf(raw) != wire.Str {
		s.problem(s.code, "dialect", raw, "/$schema", ".$schema is "+place.Describe(raw)+", expected a string")
	}
}

// requiredDefined judges whether each required property is one that the schema
// defines. Where it may be defined elsewhere (a reference, an alternative, a
// pattern) nothing is said.
func (s *schemaCheck) requiredDefined() {
	if s.elsewhere || wire.TypeOf(s.required) != wire.Array || s.properties != nil && wire.TypeOf(s.properties) != wire.Object {
		return
	}
	i, work := 0, 1<<20+64*len(s.schema) // many names times many properties: not without end
	wire.Elements(s.required, func(v []byte) bool {
		if work -= len(s.properties); work < 0 {
			return false
		}
		if wire.TypeOf(v) == wire.Str && !hasMember(s.properties, v) {
			name, _ := wire.String(v)
			s.problem("tool-input-schema-required-missing", "", v, "/required/"+strconv.Itoa(i),
				".required["+strconv.Itoa(i)+"] is "+place.Quoted(name)+", which properties does not define")
		}
		i++
		return true
	})
}

// hasMember reports whether an object has a member whose name a raw string says.
func hasMember(object, name []byte) bool {
	if wire.TypeOf(object) != wire.Object || len(name) < 2 {
		return false
	}
	body := place.Decode(name[1 : len(name)-1])
	c := wire.Cursor{Data: object}
	for more := c.Open(); more; more = c.Next() {
		key, escaped := c.Key()
		if string(key) == string(body) || escaped && string(place.Decode(key)) == string(body) {
			return true
		}
		c.Skip()
	}
	return false
}

// dialect judges the schema by its own dialect. What the protocol's rules said
// already is not said twice.
func (s *schemaCheck) dialect() {
	d := schema.Named(s.stated, defaultDialect(s.l.rev))
	for _, f := range schema.Check(s.schema, d) {
		code, detail, message := "", "", f.Message
		switch f.Kind {
		case schema.Malformed:
			if s.said(f.Path) {
				continue
			}
			code, message = "tool-schema-invalid-in-dialect", message+" in "+d.String()
		case schema.RefUnresolved:
			code = "tool-schema-ref-unresolved"
		case schema.RefRemote:
			code = "tool-schema-ref-remote"
		case schema.ClientLimit:
			code, detail = "tool-schema-client-limit", "array-without-items"
		}
		s.problem(code, detail, s.schema[f.Column:f.Column+f.Length], f.Path, message)
		s.l.unlisted(code, f.More)
	}
}

// said reports whether the protocol's rules spoke of a part of this schema.
func (s *schemaCheck) said(path string) bool {
	switch {
	case path == "/type":
		return s.saidType
	case path == "/required":
		return s.saidRequired
	case path == "/properties" || strings.HasPrefix(path, "/properties/") && countByte(path, '/') == 2:
		return s.saidLegacy
	}
	return false
}

// combination notes what sits at the root of a schema and some clients refuse.
func (s *schemaCheck) combination() {
	if s.combined == nil {
		return
	}
	wire.Members(s.schema, func(key, value []byte) bool {
		switch string(key) {
		case "oneOf", "anyOf", "allOf":
			s.problem("tool-schema-client-limit", "top-level-combination", value, "/"+string(key),
				" has "+string(key)+" at its root, which some clients refuse")
		}
		return true
	})
}
