package mcp

import (
	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// glance reads a tool in one pass and says whether it is sound beyond doubt, as
// nearly all are: of plain names and descriptions, with schemas of the everyday
// keywords. Whatever else a tool has is no fault; it is left to the rules
// (tools.go, toolschema.go), which find nothing wrong with what passes here.
type glance struct {
	c   wire.Cursor
	rev uint8

	name          []byte
	input, output []byte // the schemas

	// Of the root of a schema.
	properties, required names
	inner                names // the required names of a schema within
}

// names are a few names of an object, by their columns.
type names struct {
	n  int
	at [32]struct{ from, to int }
}

func (n *names) add(from, to int) (room bool) {
	if n.n == len(n.at) {
		return false
	}
	n.at[n.n].from, n.at[n.n].to = from, to
	n.n++
	return true
}

func (n *names) has(data, name []byte) bool {
	for _, k := range n.at[:n.n] {
		if k.to-k.from == len(name) && string(data[k.from:k.to]) == string(name) {
			return true
		}
	}
	return false
}

// tool judges the tool at hand and passes it.
func (g *glance) tool() bool {
	if g.c.Peek() != '{' {
		return false
	}
	described := false
	g.name, g.input, g.output = nil, nil, nil
	for more := g.c.Open(); more; more = g.c.Next() {
		key, escaped := g.c.Key()
		if escaped {
			return false
		}
		fine := false
		switch string(key) {
		case "name":
			g.name, fine = g.plainText()
			fine = fine && isEverydayName(g.name)
		case "title":
			fine = g.text()
		case "description":
			before := g.c.At
			fine = g.text() && g.c.At > before+2
			described = true
		case "inputSchema":
			g.input, fine = g.root()
		case "outputSchema":
			g.output, fine = g.root()
			fine = fine && g.rev >= 3
		case "annotations":
			fine = g.rev >= 2 && g.annotations()
		}
		if !fine {
			return false
		}
	}
	return g.name != nil && described && g.input != nil
}

// isEverydayName reports whether neither the protocol nor a known client minds a
// tool's name.
func isEverydayName(name []byte) bool {
	for _, c := range name {
		if !isAlphanumeric(c) && c != '_' && c != '-' {
			return false
		}
	}
	return len(name) > 0 && len(name) <= 64
}

// text passes a string.
func (g *glance) text() bool {
	if g.c.Peek() != '"' {
		return false
	}
	g.c.PassText()
	return true
}

// plainText reads a string without escapes.
func (g *glance) plainText() ([]byte, bool) {
	if g.c.Peek() != '"' {
		return nil, false
	}
	body, escaped := g.c.Text()
	return body, !escaped
}

func (g *glance) boolean() bool {
	if c := g.c.Peek(); c != 't' && c != 'f' {
		return false
	}
	g.c.Skip()
	return true
}

func (g *glance) annotations() bool {
	if g.c.Peek() != '{' {
		return false
	}
	for more := g.c.Open(); more; more = g.c.Next() {
		key, escaped := g.c.Key()
		fine := false
		switch string(key) {
		case "title":
			fine = g.text()
		case "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint":
			fine = g.boolean()
		}
		if !fine || escaped {
			return false
		}
	}
	return true
}

// root judges the root of a schema, which describes an object, and passes it.
func (g *glance) root() (schema []byte, fine bool) {
	start := g.c.At
	g.properties.n, g.required.n = 0, 0
	if !g.schema(0) {
		return nil, false
	}
	for _, k := range g.required.at[:g.required.n] {
		if !g.properties.has(g.c.Data, g.c.Data[k.from:k.to]) {
			return nil, false
		}
	}
	return g.c.Data[start:g.c.At], true
}

// schema judges the schema at hand by what all of its dialects share; depth 0 is
// the root.
func (g *glance) schema(depth int) bool {
	if g.c.Peek() != '{' || depth >= place.MaxSteps/2-1 {
		return false
	}
	isObject, isArray, hasItems := false, false, false
	for more := g.c.Open(); more; more = g.c.Next() {
		key, escaped := g.c.Key()
		fine := false
		switch string(key) {
		case "type":
			name, plain := g.plainText()
			switch string(name) {
			case "object":
				isObject = true
			case "array":
				isArray = true
			case "string", "integer", "number", "boolean", "null":
			default:
				plain = false
			}
			fine = plain
		case "description", "title", "format", "pattern":
			fine = g.text()
		case "properties":
			fine = g.propertiesOf(depth)
		case "required":
			fine = g.requiredOf(depth)
		case "items":
			fine, hasItems = g.schema(depth+1), true
		case "additionalProperties":
			fine = g.boolean() || g.schema(depth+1)
		case "anyOf", "oneOf", "allOf":
			fine, hasItems = depth > 0 && g.schemas(depth), true
		case "enum":
			fine = g.c.Peek() == '['
			g.c.Skip()
		case "default", "const":
			g.c.Skip()
			fine = true
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
			c := g.c.Peek()
			fine = c == '-' || c >= '0' && c <= '9'
			g.c.Skip()
		case "minLength", "maxLength", "minItems", "maxItems":
			c := g.c.Peek()
			fine = c >= '0' && c <= '9' && isInteger(g.c.Skip())
		case "$schema":
			var uri []byte
			uri, fine = g.plainText()
			fine = fine && (string(uri) == "http://json-schema.org/draft-07/schema#" || string(uri) == "https://json-schema.org/draft/2020-12/schema")
		}
		if !fine || escaped {
			return false
		}
	}
	return (depth > 0 || isObject) && (!isArray || hasItems)
}

// propertiesOf judges the properties of a schema.
func (g *glance) propertiesOf(depth int) bool {
	if g.c.Peek() != '{' {
		return false
	}
	for more := g.c.Open(); more; more = g.c.Next() {
		at := g.c.At + 1
		key, escaped := g.c.Key()
		if depth == 0 && (escaped || !g.properties.add(at, at+len(key))) {
			return false
		}
		if !g.schema(depth + 1) {
			return false
		}
	}
	return true
}

// requiredOf judges the names that a schema demands: strings, each once.
func (g *glance) requiredOf(depth int) bool {
	if g.c.Peek() != '[' {
		return false
	}
	demanded := &g.required
	if depth > 0 {
		demanded = &g.inner
		demanded.n = 0
	}
	for more := g.c.Open(); more; more = g.c.Next() {
		at := g.c.At + 1
		name, plain := g.plainText()
		if !plain || demanded.has(g.c.Data, name) || !demanded.add(at, at+len(name)) {
			return false
		}
	}
	return true
}

// schemas judges a non-empty array of schemas.
func (g *glance) schemas(depth int) bool {
	if g.c.Peek() != '[' {
		return false
	}
	n := 0
	for more := g.c.Open(); more; more = g.c.Next() {
		if !g.schema(depth + 1) {
			return false
		}
		n++
	}
	return n > 0
}
