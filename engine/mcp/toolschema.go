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
func (l *toolList) inputSchema(t *listed) {
	const code, member = "tool-input-schema-invalid", "inputSchema"
	if t.input == nil {
		return
	}
	l.summary.Tools[t.index].InputSchema = t.input
	s := schemaCheck{l: l, t: t, code: code, member: member, schema: t.input}
	if !s.isObject() {
		return
	}
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
func (l *toolList) outputSchema(t *listed) {
	const code, member = "tool-output-schema-invalid", "outputSchema"
	if t.output == nil || l.rev < 3 {
		return
	}
	l.summary.Tools[t.index].OutputSchema = t.output
	s := schemaCheck{l: l, t: t, code: code, member: member, schema: t.output}
	if !s.isObject() {
		return
	}
	if l.rev <= 4 {
		s.rootType()
		s.legacyMembers()
	}
	s.dialect()
}

// schemaCheck is the judgement of one schema of one tool.
type schemaCheck struct {
	l            *toolList
	t            *listed
	code, member string
	schema       []byte
	saidType     bool // type, properties and their values were judged already
	saidLegacy   bool
	saidRequired bool
}

// problem adds a problem at a part of the schema. path and what go on from the
// schema.
func (s *schemaCheck) problem(code, detail string, part []byte, path, what string) {
	index := strconv.Itoa(s.t.index)
	s.l.add(code, detail, part, "/"+index+"/"+s.member+path, "tools["+index+"]."+s.member+what+s.l.named(s.t))
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
	raw, ok := wire.Get(s.schema, "type")
	switch {
	case !ok:
		s.problem(s.code, "type-missing", s.schema, "", ` has no type, expected "object"`)
	case !place.IsText(raw, "object"):
		s.problem(s.code, "type-not-object", raw, "/type", ".type is "+place.Describe(raw)+`, expected "object"`)
	}
}

// legacyMembers judges what the revisions to 2025-11-25 say of properties and
// required: objects and strings, no boolean schemas.
func (s *schemaCheck) legacyMembers() {
	s.saidLegacy = true
	if raw, ok := wire.Get(s.schema, "properties"); ok {
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
	if raw, ok := wire.Get(s.schema, "required"); ok {
		bad := wire.TypeOf(raw) != wire.Array
		wire.Elements(raw, func(v []byte) bool {
			bad = wire.TypeOf(v) != wire.Str
			return !bad
		})
		if s.saidRequired = bad; bad {
			s.problem(s.code, "required-type", raw, "/required", ".required is no array of strings alone")
		}
	}
	if raw, ok := wire.Get(s.schema, "$schema"); ok && s.l.rev == 4 && wire.TypeOf(raw) != wire.Str {
		s.problem(s.code, "dialect", raw, "/$schema", ".$schema is "+place.Describe(raw)+", expected a string")
	}
}

// requiredDefined judges whether each required property is one that the schema
// defines. Where it may be defined elsewhere (a reference, an alternative, a
// pattern) nothing is said.
func (s *schemaCheck) requiredDefined() {
	required, ok := wire.Get(s.schema, "required")
	if !ok || wire.TypeOf(required) != wire.Array {
		return
	}
	var properties []byte
	elsewhere := false
	wire.Members(s.schema, func(key, value []byte) bool {
		switch string(key) {
		case "properties":
			properties = value
		case "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "patternProperties", "if", "then", "else", "dependentSchemas", "dependencies":
			elsewhere = true
		}
		return !elsewhere
	})
	if elsewhere || properties != nil && wire.TypeOf(properties) != wire.Object {
		return
	}
	i, work := 0, 1<<20+64*len(s.schema) // many names times many properties: not without end
	wire.Elements(required, func(v []byte) bool {
		if work -= len(properties); work < 0 {
			return false
		}
		if name, ok := wire.String(v); ok && !hasMember(properties, name) {
			s.problem("tool-input-schema-required-missing", "", v, "/required/"+strconv.Itoa(i),
				".required["+strconv.Itoa(i)+"] is "+place.Quoted(name)+", which properties does not define")
		}
		i++
		return true
	})
}

func hasMember(object []byte, name string) bool {
	_, ok := wire.Get(object, name)
	return ok
}

// dialect judges the schema by its own dialect. What the protocol's rules said
// already is not said twice.
func (s *schemaCheck) dialect() {
	d := schema.DialectOf(s.schema, defaultDialect(s.l.rev))
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
	wire.Members(s.schema, func(key, value []byte) bool {
		switch string(key) {
		case "oneOf", "anyOf", "allOf":
			s.problem("tool-schema-client-limit", "top-level-combination", value, "/"+string(key),
				" has "+string(key)+" at its root, which some clients refuse")
		}
		return true
	})
}
