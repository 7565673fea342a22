package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestCheck(t *testing.T) {
	tests := []struct {
		name, schema string
		dialect      Dialect
		want         []string // kind, path and message of each fault
	}{
		{"empty", `{}`, Draft2020, nil},
		{"true", `true`, Draft2020, nil},
		{"boolean in draft 4", `{"properties":{"a":true}}`, Draft4, []string{`0 /properties/a s.properties.a is true, expected an object`}},
		{"no schema", `[]`, Draft2020, []string{`0  s is an array, expected a schema: an object, true or false`}},
		{"property is a string", `{"properties":{"a":"string"}}`, Draft2020, []string{`0 /properties/a s.properties.a is "string", expected a schema: an object, true or false`}},
		{"unknown type", `{"type":"str"}`, Draft2020, []string{`0 /type s.type is "str", expected "array", "boolean", "integer", "null", "number", "object" or "string"`}},
		{"types", `{"type":["string","null"]}`, Draft2020, nil},
		{"no types", `{"type":[]}`, Draft2020, []string{`0 /type s.type is an empty array, expected at least one type`}},
		{"type twice", `{"type":["null","null"]}`, Draft7, []string{`0 /type s.type holds "null" twice`}},
		{"required of draft 3", `{"properties":{"a":{"type":"string","required":true}}}`, Draft7, []string{`0 /properties/a/required s.properties.a.required is true, expected an array of strings`}},
		{"required twice", `{"required":["a","b","a"]}`, Draft2020, []string{`0 /required s.required holds "a" twice`}},
		{"tuple in draft 7", `{"items":[{"type":"string"}]}`, Draft7, nil},
		{"tuple in 2020-12", `{"items":[{"type":"string"}]}`, Draft2020, []string{`0 /items s.items is an array, expected a schema: an object, true or false`}},
		{"tuple, no dialect stated", `{"items":[{"type":"string"}]}`, Unstated, nil},
		{"tuple, dialect unknown", `{"items":[{"type":7}]}`, Unknown, nil},
		{"empty anyOf", `{"anyOf":[]}`, Draft7, []string{`0 /anyOf s.anyOf is empty, expected a non-empty array of schemas`}},
		{"negative length", `{"minLength":-1}`, Draft7, []string{`0 /minLength s.minLength is -1, expected an integer of 0 or more`}},
		{"length with a fraction of none", `{"minLength":1.0}`, Draft7, nil},
		{"exclusive bound of draft 4", `{"minimum":1,"exclusiveMinimum":true}`, Draft4, nil},
		{"exclusive bound of draft 4 in draft 7", `{"minimum":1,"exclusiveMinimum":true}`, Draft7, []string{`0 /exclusiveMinimum s.exclusiveMinimum is true, expected a number`}},
		{"multiple of nothing", `{"multipleOf":0}`, Draft2020, []string{`0 /multipleOf s.multipleOf is 0, expected a number above 0`}},
		{"unknown keywords", `{"nullable":true,"example":1,"x-y":{"type":7}}`, Draft2020, nil},
		{"values are no schemas", `{"default":{"type":7},"enum":[{"$ref":"#/no"}],"const":{"$ref":"#/no"}}`, Draft2020, nil},
		{"a property named $ref", `{"properties":{"$ref":{"type":"string"}}}`, Draft2020, nil},
		{"ref", `{"$defs":{"a":{"type":"string"}},"properties":{"x":{"$ref":"#/$defs/a"}}}`, Draft2020, nil},
		{"ref to the root", `{"properties":{"x":{"$ref":"#"}}}`, Draft2020, nil},
		{"ref to another property", `{"properties":{"x":{},"y":{"$ref":"#/properties/x"}}}`, Draft7, nil},
		{"ref into an array", `{"anyOf":[{},{"$ref":"#/anyOf/0"}]}`, Draft7, nil},
		{"ref with escapes", `{"$defs":{"a/b~c d":{}},"$ref":"#/$defs/a~1b~0c%20d"}`, Draft2020, nil},
		{"ref leads nowhere", `{"$defs":{"a":{}},"properties":{"x":{"$ref":"#/$defs/b"}}}`, Draft2020, []string{`1 /properties/x/$ref s.properties.x.$ref is "#/$defs/b", which leads to no part of this schema`}},
		{"ref past an array", `{"anyOf":[{}],"$ref":"#/anyOf/1"}`, Draft2020, []string{`1 /$ref s.$ref is "#/anyOf/1", which leads to no part of this schema`}},
		{"ref to an anchor", `{"$defs":{"a":{"$anchor":"here"}},"$ref":"#here"}`, Draft2020, nil},
		{"ref to an anchor of draft 7", `{"definitions":{"a":{"$id":"#here"}},"$ref":"#here"}`, Draft7, nil},
		{"ref to no anchor", `{"$ref":"#here"}`, Draft2020, []string{`1 /$ref s.$ref is "#here", which leads to no part of this schema`}},
		{"ref to an embedded schema", `{"$defs":{"a":{"$id":"https://a.example/b.json","$defs":{"c":{}}}},"properties":{"x":{"$ref":"https://a.example/b.json#/$defs/c"},"y":{"$ref":"b.json"}}}`, Draft2020, nil},
		{"ref from an embedded schema", `{"$defs":{"a":{"$id":"https://a.example/b.json","$defs":{"c":{}},"$ref":"#/$defs/c"}}}`, Draft2020, nil},
		{"ref to its own address", `{"$id":"https://a.example/s","properties":{"x":{"$ref":"https://a.example/s#/properties/x"}}}`, Draft2020, nil},
		{"ref to a meta-schema", `{"$ref":"http://json-schema.org/draft-07/schema#"}`, Draft7, nil},
		{"remote ref", `{"properties":{"x":{"$ref":"https://a.example/s.json#/x"}}}`, Draft2020, []string{`2 /properties/x/$ref s.properties.x.$ref is "https://a.example/s.json#/x", which leads to another document`}},
		{"relative ref", `{"$ref":"other.json"}`, Draft2020, []string{`2 /$ref s.$ref is "other.json", which leads to another document`}},
		{"ref is no string", `{"$ref":{}}`, Draft2020, []string{`0 /$ref s.$ref is an object, expected a string`}},
		{"anchor with a space", `{"$anchor":"a b"}`, Draft2020, []string{`0 /$anchor s.$anchor is "a b", expected a name that begins with a letter or underscore`}},
		{"new words are none in draft 7", `{"prefixItems":7,"dependentRequired":7,"$defs":7}`, Draft7, nil},
		{"new words in 2020-12", `{"prefixItems":7}`, Draft2020, []string{`0 /prefixItems s.prefixItems is 7, expected a non-empty array of schemas`}},
		{"array without items", `{"properties":{"a":{"type":"array"},"b":{"type":"array","items":{}},"c":{"type":["array","null"]}}}`, Draft2020, []string{`3 /properties/a s.properties.a is an array of no stated items, which some clients refuse`}},
		{"names demanded", `{"dependentRequired":{"a":["b"],"c":"d"}}`, Draft2020, []string{`0 /dependentRequired/c s.dependentRequired.c is "d", expected an array of strings`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range Check([]byte(tt.schema), tt.dialect) {
				got = append(got, string('0'+rune(f.Kind))+" "+f.Path+" s"+f.Message)
				if f.Column < 0 || f.Column+f.Length > len(tt.schema) {
					t.Errorf("fault lies outside: %+v", f)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDialectOf(t *testing.T) {
	for in, want := range map[string]Dialect{
		`{}`: Unstated, `true`: Unstated, `{"$schema":7}`: Unknown, `{"$schema":"https://example.com/mine"}`: Unknown,
		`{"$schema":"http://json-schema.org/draft-04/schema#"}`: Draft4, `{"$schema":"http://json-schema.org/draft-07/schema"}`: Draft7,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema"}`: Draft2020, `{"$schema":"https://json-schema.org/draft/2019-09/schema#"}`: Draft2019,
	} {
		if got := DialectOf([]byte(in), Unstated); got != want {
			t.Errorf("DialectOf(%s) = %v, want %v", in, got, want)
		}
	}
}

// Schemas and values that are held against each other, each with each.
var (
	schemaCorpus = []string{
		`true`, `false`, `{}`, `{"type":"object"}`, `{"type":"integer"}`, `{"type":"number"}`, `{"type":["string","null"]}`,
		`{"enum":[1,"a",null,{"a":[1.0]}]}`, `{"const":{"b":2,"a":1}}`, `{"const":1.0}`,
		`{"minimum":1}`, `{"exclusiveMinimum":1}`, `{"maximum":1.5}`, `{"exclusiveMaximum":2}`, `{"multipleOf":2}`, `{"multipleOf":0.5}`,
		`{"minLength":2}`, `{"maxLength":1}`, `{"pattern":"^a"}`, `{"format":"email"}`,
		`{"items":{"type":"string"}}`, `{"items":[{"type":"string"},{"type":"integer"}]}`, `{"items":[{"type":"integer"}],"additionalItems":false}`,
		`{"prefixItems":[{"type":"integer"},{"type":"string"}]}`, `{"prefixItems":[{"type":"integer"}],"items":{"type":"string"}}`, `{"prefixItems":[{}],"items":false}`,
		`{"minItems":2}`, `{"maxItems":1}`, `{"uniqueItems":true}`, `{"contains":{"type":"string"}}`, `{"contains":{"type":"integer"},"minContains":2}`, `{"contains":{"type":"integer"},"maxContains":1}`, `{"contains":{"const":9},"minContains":0}`,
		`{"properties":{"a":{"type":"string"}}}`, `{"properties":{"a":{}},"additionalProperties":false}`, `{"additionalProperties":{"type":"integer"}}`,
		`{"patternProperties":{"^a":{"type":"string"}},"additionalProperties":false}`, `{"required":["a"]}`, `{"required":["a","b"]}`, `{"minProperties":2}`, `{"maxProperties":1}`,
		`{"propertyNames":{"maxLength":1}}`, `{"propertyNames":{"pattern":"^[ab]$"}}`, `{"dependentRequired":{"a":["b"]}}`, `{"dependentSchemas":{"a":{"required":["b"]}}}`, `{"dependencies":{"a":["b"],"b":{"minProperties":3}}}`,
		`{"allOf":[{"type":"object"},{"required":["a"]}]}`, `{"anyOf":[{"type":"string"},{"minimum":2}]}`, `{"oneOf":[{"type":"integer"},{"minimum":2}]}`, `{"oneOf":[{"type":"string","pattern":"x"},{"type":"string"}]}`,
		`{"not":{"type":"string"}}`, `{"not":{"pattern":"a"}}`, `{"if":{"type":"string"},"then":{"minLength":2},"else":{"type":"integer"}}`, `{"if":{"pattern":"a"},"then":false}`,
		`{"$defs":{"s":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/s"}}}`, `{"definitions":{"s":{"type":"string"}},"properties":{"a":{"$ref":"#/definitions/s","maxLength":1}}}`,
		`{"properties":{"a":{"$ref":"#"}},"additionalProperties":false}`, `{"anyOf":[{"$ref":"#/$defs/x"},{"type":"null"}],"$defs":{"x":{"type":"array","items":{"$ref":"#"}}}}`,
		`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","required":["b"],"properties":{"b":{"type":"number"}}}}}}`,
		`{"unevaluatedProperties":false,"properties":{"a":true}}`, `{"$ref":"#/$defs/o","type":"string","$defs":{"o":{}}}`,
	}
	valueCorpus = []string{
		`null`, `true`, `0`, `1`, `1.0`, `1.5`, `2`, `3`, `-4`, `1e2`, `0.25`, `""`, `"a"`, `"b"`, `"aa"`, `"ä"`, `"\u00e4b"`, `"x@y.z"`,
		`[]`, `["a"]`, `["a","b"]`, `["a","a"]`, `[1]`, `[1,2]`, `[1,"a"]`, `[1,"a","b"]`, `[1,"a",2]`, `[1,1.0]`, `[[],[]]`, `[null,[null]]`, `["a",1,true]`,
		`{}`, `{"a":1}`, `{"a":"x"}`, `{"a":"xy"}`, `{"b":1}`, `{"a":1,"b":2}`, `{"b":2.0,"a":1}`, `{"a":{}}`, `{"a":{"a":{}}}`, `{"a":{"b":1}}`, `{"aa":"x"}`, `{"a":[1.0]}`,
		`{"a":[{"b":1},{"b":0.5}]}`, `{"a":[{"b":1},{}]}`, `{"a":[{"b":"1"}]}`, `{"a":1,"b":2,"c":3}`,
	}
)

// What we decide, a full validator must not contradict; and we must decide
// nearly everything.
func TestFitsAgreesWithValidator(t *testing.T) {
	drafts := map[Dialect]*jsonschema.Draft{Draft6: jsonschema.Draft6, Draft7: jsonschema.Draft7, Draft2019: jsonschema.Draft2019, Draft2020: jsonschema.Draft2020}
	for d, draft := range drafts {
		t.Run(d.String(), func(t *testing.T) {
			decided, open := 0, 0
			for _, s := range schemaCorpus {
				compiled, ok := compile(t, s, draft)
				if faults := problems(Check([]byte(s), d)); ok != (len(faults) == 0) {
					t.Errorf("Check(%s) = %v, the validator compiles it: %v", s, faults, ok)
				}
				if !ok {
					continue
				}
				for _, v := range valueCorpus {
					doc, err := jsonschema.UnmarshalJSON(strings.NewReader(v))
					if err != nil {
						t.Fatal(err)
					}
					want := compiled.Validate(doc) == nil
					got, m := Fits([]byte(s), []byte(v), d, "v")
					if got == May {
						open++
						continue
					}
					decided++
					if (got == Yes) != want {
						t.Errorf("%s against %s: %v %v, the validator says %v", v, s, got, m, want)
					}
					if got == No && (m.Message == "" || m.Column+m.Length > len(v)) {
						t.Errorf("%s against %s: bad mismatch %+v", v, s, m)
					}
				}
			}
			if open > decided/20 {
				t.Errorf("%d undecided, %d decided", open, decided)
			}
		})
	}
}

// problems leaves out what no dialect forbids.
func problems(faults []Fault) (out []Fault) {
	for _, f := range faults {
		if f.Kind != ClientLimit {
			out = append(out, f)
		}
	}
	return out
}

func compile(t *testing.T, schema string, draft *jsonschema.Draft) (*jsonschema.Schema, bool) {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(draft)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource("s.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("s.json")
	return s, err == nil
}

func TestMismatch(t *testing.T) {
	tests := []struct{ name, schema, value, path, at, message string }{
		{"type", `{"type":"object"}`, ` [1] `, "", "[1]", "v is an array, expected type object"},
		{"deep", `{"properties":{"a":{"items":{"properties":{"b":{"type":"integer"}}}}}}`, `{"a":[{"b":1},{"b":"x"}]}`, "/a/1/b", `"x"`, `v.a[1].b is "x", expected type integer`},
		{"required", `{"required":["a","b"]}`, `{"a":1}`, "", `{"a":1}`, `v has no "b", which the schema requires`},
		{"extra", `{"additionalProperties":false}`, `{"a/b":1}`, "/a~1b", "1", `v.a/b is a member that the schema does not allow`},
		{"alternatives", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `7`, "", "7", "v fits none of the schema's 2 alternatives"},
		{"element", `{"items":{"maximum":3}}`, `[1,9]`, "/1", "9", "v[1] is 9, beyond the schema's maximum of 3"},
		{"through a reference", `{"$defs":{"x":{"minLength":2}},"properties":{"a":{"$ref":"#/$defs/x"}}}`, `{"a":"q"}`, "/a", `"q"`, `v.a has 1 characters, expected at least 2`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			value := []byte(strings.TrimSpace(tt.value))
			v, m := Fits([]byte(tt.schema), value, Draft2020, "v")
			if v != No {
				t.Fatalf("verdict %v", v)
			}
			if m.Path != tt.path || string(value[m.Column:m.Column+m.Length]) != tt.at || m.Message != tt.message {
				t.Errorf("got %+v at %s", m, value[m.Column:m.Column+m.Length])
			}
		})
	}
}

// Schemas made to cost much must end soon, undecided.
func TestBounds(t *testing.T) {
	loop := `{"$ref":"#"}`
	wide := `{"anyOf":[{"$ref":"#"},{"$ref":"#"},{"$ref":"#"}]}`
	doubling := `{"$defs":{"a0":{"type":"string"}`
	for i := 1; i < 60; i++ {
		n, m := string(rune('0'+i/10))+string(rune('0'+i%10)), i-1
		p := string(rune('0'+m/10)) + string(rune('0'+m%10))
		if m == 0 {
			p = "0"
		}
		doubling += `,"a` + n + `":{"oneOf":[{"$ref":"#/$defs/a` + p + `"},{"$ref":"#/$defs/a` + p + `"}]}`
	}
	doubling += `},"$ref":"#/$defs/a59"}`
	deep := strings.Repeat(`{"not":`, 5000) + `{}` + strings.Repeat(`}`, 5000)
	for _, s := range []string{loop, wide, doubling, deep} {
		Check([]byte(s), Draft2020)
		if v, _ := Fits([]byte(s), []byte(`"x"`), Draft2020, "v"); v == No {
			t.Errorf("a complaint about %.60s", s)
		}
	}
	refs := `{"properties":{` + strings.Repeat(`"a":{"$ref":"#/properties/zz"},`, 20000) + `"zz":{}}}`
	if faults := Check([]byte(refs), Draft2020); len(faults) > 0 {
		t.Errorf("%d faults: %v", len(faults), faults[0])
	}
}

// Nothing that is no JSON may panic.
func FuzzCheckAndFits(f *testing.F) {
	for _, s := range schemaCorpus {
		f.Add([]byte(s), []byte(`{"a":[1,"x",{"b":null}]}`), uint8(Draft2020))
	}
	f.Add([]byte(`{"properties":{"a`), []byte(`{"a`), uint8(Draft7))
	f.Fuzz(func(t *testing.T, schema, value []byte, d uint8) {
		dialect := Dialect(d % 7)
		for _, fault := range Check(schema, dialect) {
			if fault.Column < 0 || fault.Length < 0 || fault.Column+fault.Length > len(schema) {
				t.Fatalf("fault outside the schema: %+v", fault)
			}
		}
		if v, m := Fits(schema, value, dialect, "v"); v == No && (m.Column < 0 || m.Column+m.Length > len(value)) {
			t.Fatalf("mismatch outside the value: %+v", m)
		}
	})
}

// Schemas on both sides of what a dialect allows.
var shapeCorpus = []string{
	`{"type":"Object"}`, `{"type":null}`, `{"type":["string","string"]}`, `{"type":[]}`, `{"type":[["string"]]}`, `{"type":"any"}`,
	`{"properties":null}`, `{"properties":{"a":null}}`, `{"properties":{"a":[]}}`, `{"properties":{"a":true}}`, `{"properties":{"type":{"type":"string"}}}`,
	`{"required":null}`, `{"required":"a"}`, `{"required":[1]}`, `{"required":[]}`, `{"required":["a","a"]}`,
	`{"items":null}`, `{"items":[]}`, `{"items":[{}]}`, `{"items":true}`, `{"items":{"type":1}}`, `{"additionalItems":7}`, `{"prefixItems":[]}`, `{"prefixItems":{}}`,
	`{"enum":null}`, `{"enum":"a"}`, `{"const":null}`, `{"default":null}`, `{"examples":{}}`, `{"examples":[]}`,
	`{"minimum":"1"}`, `{"maximum":null}`, `{"exclusiveMinimum":true}`, `{"exclusiveMaximum":1}`, `{"multipleOf":0}`, `{"multipleOf":-1}`, `{"multipleOf":0.1}`,
	`{"minLength":-1}`, `{"minLength":1.5}`, `{"minLength":2.0}`, `{"maxItems":"1"}`, `{"minProperties":null}`, `{"uniqueItems":"true"}`, `{"minContains":-1}`,
	`{"pattern":1}`, `{"format":1}`, `{"format":"no-such"}`, `{"title":1}`, `{"description":null}`, `{"$comment":1}`, `{"readOnly":"yes"}`, `{"deprecated":1}`, `{"contentEncoding":1}`,
	`{"allOf":[]}`, `{"anyOf":{}}`, `{"oneOf":[1]}`, `{"oneOf":[true]}`, `{"not":[]}`, `{"not":false}`, `{"if":1}`, `{"then":[]}`, `{"contains":1}`, `{"propertyNames":"a"}`,
	`{"additionalProperties":"no"}`, `{"additionalProperties":{}}`, `{"unevaluatedProperties":1}`, `{"unevaluatedItems":false}`, `{"contentSchema":1}`,
	`{"definitions":[]}`, `{"definitions":{"a":1}}`, `{"$defs":{"a":1}}`, `{"$defs":{"a":{}}}`, `{"dependentRequired":{"a":["b","b"]}}`, `{"dependentRequired":{"a":"b"}}`,
	`{"dependentSchemas":{"a":1}}`, `{"dependencies":{"a":["b"]}}`, `{"dependencies":{"a":{}}}`, `{"dependencies":{"a":"b"}}`, `{"patternProperties":{"a":1}}`,
	`{"nullable":true,"example":1,"x":{"type":7}}`, `{"$ref":7}`, `{"$anchor":"1a"}`, `{"$anchor":7}`, `{"$id":7}`, `{"type":"object","required":["a"]}`,
	`null`, `7`, `"string"`, `[]`, `false`,
}

// We complain of a schema exactly where its dialect's meta-schema does.
func TestCheckAgreesWithMetaSchemas(t *testing.T) {
	drafts := map[Dialect]*jsonschema.Draft{Draft4: jsonschema.Draft4, Draft6: jsonschema.Draft6, Draft7: jsonschema.Draft7, Draft2019: jsonschema.Draft2019, Draft2020: jsonschema.Draft2020}
	lenient := map[string]string{ // where we say nothing
		`{"required":[]}`:           "draft-04 wants at least one name; nobody else does",
		`{"items":[]}`:              "draft-04 to 2019-09 want at least one schema, which readers do not",
		`{"exclusiveMinimum":true}`: "draft-04 wants minimum beside it",
		`{"not":false}`:             "draft-04 has no boolean schemas; here one does no harm",
	}
	for d, draft := range drafts {
		for _, s := range shapeCorpus {
			_, ok := compile(t, s, draft)
			faults := problems(Check([]byte(s), d))
			switch {
			case ok && len(faults) > 0:
				t.Errorf("%v: false alarm: %s: %v", d, s, faults)
			case !ok && len(faults) == 0 && lenient[s] == "":
				t.Errorf("%v: nothing said of %s", d, s)
			}
		}
	}
}
