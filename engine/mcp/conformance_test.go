package mcp

import (
	"strings"
	"testing"

	"stdioscope/engine/rule"
)

// correction is a place where the shapes differ from the published schema on
// purpose. The schema files are generated from TypeScript types, which are the
// source of truth; the generator narrowed some of them.
type correction struct {
	since, until string // revisions
	at           string // pointer below the definitions
	becomes      string // the corrected part
	reason       string
	// A value of a definition that the published schema refuses and we accept.
	def, example string
}

const numberBecameInteger = "the type is number; the generator wrote integer"

var corrections = []correction{
	{since: rule.R5, at: "JSONValue", becomes: `{}`, reason: "the type has null and every number; the generator wrote neither null nor fractions",
		def: "ServerCapabilities", example: `{"experimental":{"x":{"y":null,"z":0.5}}}`},
	{since: rule.R3, until: rule.R3, at: "ElicitResult/properties/content/additionalProperties/type", becomes: `["string","number","boolean"]`, reason: numberBecameInteger,
		def: "ElicitResult", example: `{"action":"accept","content":{"x":0.5}}`},
	{since: rule.R4, at: "ElicitResult/properties/content/additionalProperties/anyOf/1/type", becomes: `["string","number","boolean"]`, reason: numberBecameInteger,
		def: "ElicitResult", example: `{"action":"accept","content":{"x":0.5}}`},
	{until: rule.R3, at: "CreateMessageRequest/properties/params/properties/maxTokens/type", becomes: `"number"`, reason: numberBecameInteger,
		def: "CreateMessageRequest", example: `{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":0.5}}`},
	{since: rule.R4, at: "CreateMessageRequestParams/properties/maxTokens/type", becomes: `"number"`, reason: numberBecameInteger,
		def: "CreateMessageRequestParams", example: `{"messages":[],"maxTokens":0.5}`},
	{at: "CompleteResult/properties/completion/properties/total/type", becomes: `"number"`, reason: numberBecameInteger,
		def: "CompleteResult", example: `{"resultType":"complete","completion":{"values":[],"total":0.5}}`},
	{at: "Resource/properties/size/type", becomes: `"number"`, reason: numberBecameInteger,
		def: "Resource", example: `{"uri":"u","name":"n","size":0.5}`},
	{since: rule.R3, at: "ResourceLink/properties/size/type", becomes: `"number"`, reason: numberBecameInteger,
		def: "ResourceLink", example: `{"type":"resource_link","uri":"u","name":"n","size":0.5}`},
	{since: rule.R4, until: rule.R4, at: "TaskMetadata/properties/ttl/type", becomes: `"number"`, reason: numberBecameInteger,
		def: "TaskMetadata", example: `{"ttl":0.5}`},
	{since: rule.R4, until: rule.R4, at: "Task/properties/ttl/type", becomes: `["number","null"]`, reason: numberBecameInteger,
		def: "Task", example: `{"taskId":"t","status":"working","createdAt":"c","lastUpdatedAt":"u","ttl":0.5}`},
	{since: rule.R4, until: rule.R4, at: "Task/properties/pollInterval/type", becomes: `"number"`, reason: numberBecameInteger,
		def: "Task", example: `{"taskId":"t","status":"working","createdAt":"c","lastUpdatedAt":"u","ttl":null,"pollInterval":0.5}`},
}

// correct makes the corrections of a revision to its definitions.
func correct(t *testing.T, rev string, defs map[string]any) {
	t.Helper()
	for _, c := range corrections {
		if !within(rev, c.since, c.until) {
			continue
		}
		var at any = defs
		path := strings.Split(c.at, "/")
		for _, name := range path[:len(path)-1] {
			at = step1(at, name)
		}
		last := path[len(path)-1]
		if step1(at, last) == nil {
			t.Fatalf("%s has no %s", rev, c.at)
		}
		at.(map[string]any)[last] = parseJSON(c.becomes)
	}
}

func step1(v any, name string) any {
	switch v := v.(type) {
	case map[string]any:
		return v[name]
	case []any:
		return v[int(name[0]-'0')]
	}
	return nil
}

// Each correction must be needed: what the published schema refuses, we accept.
func TestCorrectionsAreNeeded(t *testing.T) {
	for _, rev := range Revisions {
		p := readPublished(t, rev, false)
		for _, c := range corrections {
			if !within(rev, c.since, c.until) {
				continue
			}
			if p.accepts(c.def, parseJSON(c.example)) {
				t.Errorf("%s accepts %s %s: correction %s is not needed", rev, c.def, c.example, c.at)
			}
			if problems, ok := CheckShape(rev, c.def, []byte(c.example)); !ok || len(problems) > 0 {
				t.Errorf("%s: our %s refuses %s: %v", rev, c.def, c.example, problems)
			}
		}
	}
}

// editDepth is how deep the edits go: what lies deeper is a definition of its
// own, save for few.
const editDepth = 2

// Every definition of every published schema, with the listed corrections: what
// it refuses, our shape refuses; what it accepts, we accept.
func TestShapesAgreeWithPublishedSchemas(t *testing.T) {
	for _, rev := range Revisions {
		t.Run(rev, func(t *testing.T) {
			p := readPublished(t, rev, true)
			tried, differ := 0, 0
			for _, name := range sortedKeys(p.defs) {
				for _, base := range p.bases(name) {
					if !p.accepts(name, base) {
						t.Fatalf("%s: built a value that the schema refuses: %s", name, encode(base))
					}
					for _, e := range editsOf(base, "", editDepth) {
						v := e.apply(base)
						tried++
						want := p.accepts(name, v)
						problems, ok := CheckShape(rev, name, []byte(encode(v)))
						if !ok {
							t.Fatalf("%s: our shapes have no such definition", name)
						}
						if got := len(problems) == 0; got != want {
							if differ++; differ < 20 {
								t.Errorf("%s %s: schema accepts: %v, shape accepts: %v: %s %v", name, e, want, got, encode(v), problems)
							}
						}
					}
				}
			}
			if differ > 0 {
				t.Errorf("%d of %d values differ", differ, tried)
			}
		})
	}
}

// Shapes must have no definition that the published schemas lack.
func TestShapesHaveNoDefinitionOfTheirOwn(t *testing.T) {
	for i, rev := range Revisions {
		p := readPublished(t, rev, false)
		for _, shapes := range topics {
			for _, s := range shapes {
				if s.name == "" || !holds(uint8(i+1), s.from, s.to) {
					continue
				}
				if _, ok := p.defs[s.name]; !ok {
					t.Errorf("%s has no definition %s", rev, s.name)
				}
			}
		}
	}
}
