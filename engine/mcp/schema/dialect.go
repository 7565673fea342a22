package schema

import (
	"strings"

	"stdioscope/engine/wire"
)

// Dialect is the vocabulary that a schema is written in.
type Dialect uint8

// The dialects, oldest first. Unknown is one that a schema names and that is
// not known here; nothing is held against such a schema. Unstated is that of a
// schema which names none where none is the default: only what both draft 7 and
// 2020-12 forbid is held against it.
const (
	Unknown Dialect = iota
	Draft4
	Draft6
	Draft7
	Draft2019
	Draft2020
	Unstated
)

// String names the dialect for people.
func (d Dialect) String() string {
	return [...]string{"an unknown dialect", "draft-04", "draft-06", "draft-07", "2019-09", "2020-12", "no stated dialect"}[d]
}

// DialectOf is the dialect that a schema names with $schema, or def when it
// names none.
func DialectOf(schema []byte, def Dialect) Dialect {
	if wire.TypeOf(schema) != wire.Object {
		return def
	}
	raw, _ := wire.Get(schema, "$schema")
	return Named(raw, def)
}

// Named is the dialect that the raw value of $schema names; def when it is nil,
// the member being absent.
func Named(raw []byte, def Dialect) Dialect {
	if raw == nil {
		return def
	}
	uri, ok := wire.String(raw)
	if !ok {
		return Unknown
	}
	return dialectNamed(uri)
}

func dialectNamed(uri string) Dialect {
	uri = strings.TrimSuffix(uri, "#")
	uri = strings.TrimPrefix(strings.TrimPrefix(uri, "http://"), "https://")
	switch uri {
	case "json-schema.org/draft-04/schema":
		return Draft4
	case "json-schema.org/draft-06/schema":
		return Draft6
	case "json-schema.org/draft-07/schema":
		return Draft7
	case "json-schema.org/draft/2019-09/schema":
		return Draft2019
	case "json-schema.org/draft/2020-12/schema":
		return Draft2020
	}
	return Unknown
}

// isMetaSchema reports whether a URI, without its fragment, is that of a
// published dialect or of a part of one, which every validator has at hand.
func isMetaSchema(uri string) bool {
	uri = strings.TrimPrefix(strings.TrimPrefix(uri, "http://"), "https://")
	return strings.HasPrefix(uri, "json-schema.org/")
}

// form is what the value of a keyword must look like.
type form uint8

const (
	free      form = iota // any value, or no keyword of the dialect
	oneSchema             // a schema
	schemas               // a non-empty array of schemas
	schemaMap             // an object of schemas
	items                 // a schema, or in older dialects an array of schemas
	aText
	aBool
	aNumber
	aPositive // a number above 0
	aCount    // an integer of 0 or more
	anArray   // any array
	aType     // a type or several
	names     // an array of strings, no two equal
	nameMap   // an object of names
	depends   // an object of schemas or names
	bound     // exclusiveMinimum: a number, in draft 4 a boolean
	aReference
	anAnchor
	anID
)

// keywordForm is the form of a keyword in a dialect. Only what every reading of
// the dialect makes a keyword has one.
func keywordForm(key []byte, d Dialect) form {
	switch string(key) {
	case "type":
		return aType
	case "properties", "patternProperties", "definitions":
		return schemaMap
	case "required":
		return names
	case "items":
		return items
	case "enum":
		return anArray
	case "description", "title", "format", "pattern", "$schema":
		return aText
	case "additionalProperties":
		return oneSchema // a boolean is one, in draft 4 too
	case "not":
		return oneSchema
	case "allOf", "anyOf", "oneOf":
		return schemas
	case "minimum", "maximum":
		return aNumber
	case "exclusiveMinimum", "exclusiveMaximum":
		return bound
	case "multipleOf":
		return aPositive
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return aCount
	case "uniqueItems":
		return aBool
	case "$ref":
		return aReference
	case "dependencies":
		return depends
	}
	if d >= Draft6 {
		switch string(key) {
		case "contains", "propertyNames":
			return oneSchema
		case "$id":
			return anID
		}
	}
	if d >= Draft7 {
		switch string(key) {
		case "if", "then", "else":
			return oneSchema
		case "readOnly", "writeOnly":
			return aBool
		case "$comment", "contentEncoding", "contentMediaType":
			return aText
		case "examples":
			return anArray
		}
	}
	if d <= Draft2019 && string(key) == "additionalItems" {
		return oneSchema
	}
	if d == Draft2020 {
		switch string(key) {
		case "prefixItems":
			return schemas
		case "$dynamicRef":
			return aReference
		case "$dynamicAnchor":
			return anAnchor
		}
	}
	if d == Draft2019 || d == Draft2020 {
		return newerForm(key)
	}
	return free
}

// newerForm is the form of the keywords that came with 2019-09.
func newerForm(key []byte) form {
	switch string(key) {
	case "$defs", "dependentSchemas":
		return schemaMap
	case "dependentRequired":
		return nameMap
	case "unevaluatedProperties", "unevaluatedItems", "contentSchema":
		return oneSchema
	case "minContains", "maxContains":
		return aCount
	case "deprecated":
		return aBool
	case "$anchor":
		return anAnchor
	}
	return free
}
