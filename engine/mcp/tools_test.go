package mcp

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/rule"
)

func TestCheckTools(t *testing.T) {
	const in = `"inputSchema":{"type":"object"}`
	tool := func(rest string) string { return `[{"name":"t","description":"d",` + rest + `}]` }
	name := func(n string) string { return `[{"name":` + n + `,"description":"d",` + in + `}]` }
	long := func(n int) string { return `"` + strings.Repeat("a", n) + `"` }
	tests := []struct {
		name, rev, tools string
		want             []string
	}{
		{"none", rule.R1, `[]`, nil},
		{"sound", rule.R4, tool(in + `,"title":"T","annotations":{"readOnlyHint":true},"_meta":{"a":1},"icons":[{"src":"data:"}]`), nil},
		{"no object", rule.R4, `[7]`, []string{"tools-list-invalid-result /0 7"}},

		// Names.
		{"name absent", rule.R4, `[{"description":"d",` + in + `}]`, []string{`tool-name-invalid/absent /0 {"description":"d","inpu…`}},
		{"name empty", rule.R4, name(`""`), []string{`tool-name-invalid/empty /0/name ""`}},
		{"name is a number", rule.R4, name(`5`), []string{`tool-name-invalid/not-a-string /0/name 5`}},
		{"name is null", rule.R4, name(`null`), []string{`tool-name-invalid/not-a-string /0/name null`}},
		{"name of every allowed character but the dot", rule.R4, name(`"aZ09_-"`), nil},
		{"name with a dot", rule.R4, name(`"a.b"`), []string{`tool-schema-client-limit/name-characters /0/name "a.b"`}},
		{"name with a space", rule.R4, name(`"a b"`), []string{`tool-name-charset/characters /0/name "a b"`}},
		{"name in umlauts", rule.R1, name(`"ä"`), []string{`tool-name-charset/characters /0/name "ä"`}},
		{"name with a slash", rule.R5, name(`"a/b"`), []string{`tool-name-charset/characters /0/name "a/b"`}},
		{"name of 64", rule.R4, name(long(64)), nil},
		{"name of 65", rule.R4, name(long(65)), []string{`tool-schema-client-limit/name-length /0/name "aaaaaaaaaaaaaaaaaaaaaaa…`}},
		{"name of 128", rule.R4, name(long(128)), []string{`tool-schema-client-limit/name-length /0/name "aaaaaaaaaaaaaaaaaaaaaaa…`}},
		{"name of 129", rule.R4, name(long(129)), []string{`tool-name-charset/length /0/name "aaaaaaaaaaaaaaaaaaaaaaa…`}},
		{"name twice", rule.R4, `[{"name":"t","description":"d",` + in + `},{"name":"t","description":"d",` + in + `}]`, []string{`tool-name-duplicate /1/name "t"`}},
		{"names that differ in case", rule.R4, `[{"name":"t","description":"d",` + in + `},{"name":"T","description":"d",` + in + `}]`, nil},
		{"name of an earlier page", rule.R4, name(`"earlier"`), []string{`tool-name-duplicate /0/name "earlier"`}},

		// Description and other metadata.
		{"description absent", rule.R4, `[{"name":"t",` + in + `}]`, []string{`tool-description-missing /0 {"name":"t","inputSchema…`}},
		{"description empty", rule.R4, `[{"name":"t","description":"",` + in + `}]`, []string{`tool-description-missing /0/description ""`}},
		{"description null", rule.R4, `[{"name":"t","description":null,` + in + `}]`, []string{`tool-metadata-invalid /0/description null`}},
		{"title null", rule.R3, tool(in + `,"title":null`), []string{`tool-metadata-invalid /0/title null`}},
		{"title before titles", rule.R2, tool(in + `,"title":null`), nil},
		{"hint in words", rule.R2, tool(in + `,"annotations":{"readOnlyHint":"yes"}`), []string{`tool-metadata-invalid /0/annotations/readOnlyHint "yes"`}},
		{"hints before hints", rule.R1, tool(in + `,"annotations":7`), nil},
		{"task support", rule.R4, tool(in + `,"execution":{"taskSupport":"maybe"}`), []string{`tool-metadata-invalid /0/execution/taskSupport "maybe"`}},
		{"task support after tasks", rule.R5, tool(in + `,"execution":{"taskSupport":"maybe"}`), nil},
		{"_meta key", rule.R3, tool(in + `,"_meta":{"_x":{}}`), []string{`meta-invalid/key /0/_meta "_x"`}},

		// inputSchema by the protocol's own rules.
		{"schema absent", rule.R1, `[{"name":"t","description":"d"}]`, []string{`tool-input-schema-invalid/missing /0 {"name":"t","description…`}},
		{"schema null", rule.R1, tool(`"inputSchema":null`), []string{`tool-input-schema-invalid/null /0/inputSchema null`}},
		{"schema true", rule.R5, tool(`"inputSchema":true`), []string{`tool-input-schema-invalid/not-an-object /0/inputSchema true`}},
		{"schema empty", rule.R1, tool(`"inputSchema":{}`), []string{`tool-input-schema-invalid/type-missing /0/inputSchema {}`}},
		{"schema of a string", rule.R5, tool(`"inputSchema":{"type":"string"}`), []string{`tool-input-schema-invalid/type-not-object /0/inputSchema/type "string"`}},
		{"schema of types", rule.R5, tool(`"inputSchema":{"type":["object"]}`), []string{`tool-input-schema-invalid/type-not-object /0/inputSchema/type ["object"]`}},
		{"properties in an array", rule.R2, tool(`"inputSchema":{"type":"object","properties":[]}`), []string{`tool-input-schema-invalid/properties-type /0/inputSchema/properties []`}},
		{"property true before 2026-07-28", rule.R4, tool(`"inputSchema":{"type":"object","properties":{"x":true}}`), []string{`tool-input-schema-invalid/property-not-an-object /0/inputSchema/properties/x true`}},
		{"property true in 2026-07-28", rule.R5, tool(`"inputSchema":{"type":"object","properties":{"x":true}}`), nil},
		{"property is a word", rule.R4, tool(`"inputSchema":{"type":"object","properties":{"x":"string"}}`), []string{`tool-input-schema-invalid/property-not-an-object /0/inputSchema/properties/x "string"`}},
		{"property is a word in 2026-07-28", rule.R5, tool(`"inputSchema":{"type":"object","properties":{"x":"string"}}`), []string{`tool-schema-invalid-in-dialect /0/inputSchema/properties/x "string"`}},
		{"required true", rule.R4, tool(`"inputSchema":{"type":"object","required":true}`), []string{`tool-input-schema-invalid/required-type /0/inputSchema/required true`}},
		{"required in 2026-07-28", rule.R5, tool(`"inputSchema":{"type":"object","required":true}`), []string{`tool-schema-invalid-in-dialect /0/inputSchema/required true`}},
		{"required undefined", rule.R1, tool(`"inputSchema":{"type":"object","properties":{"a":{}},"required":["a","b"]}`), []string{`tool-input-schema-required-missing /0/inputSchema/required/1 "b"`}},
		{"required without properties", rule.R4, tool(`"inputSchema":{"type":"object","required":["b"]}`), []string{`tool-input-schema-required-missing /0/inputSchema/required/0 "b"`}},
		{"required defined by a reference", rule.R4, tool(`"inputSchema":{"type":"object","$ref":"#/$defs/a","required":["b"],"$defs":{"a":{"properties":{"b":{}}}}}`), nil},
		{"no properties", rule.R1, tool(`"inputSchema":{"type":"object","additionalProperties":false}`), nil},
		{"$schema null", rule.R4, tool(`"inputSchema":{"type":"object","$schema":null}`), []string{`tool-input-schema-invalid/dialect /0/inputSchema/$schema null`}},

		// inputSchema by its dialect.
		{"tuple in the default dialect", rule.R4, tool(`"inputSchema":{"type":"object","properties":{"x":{"type":"array","items":[{}]}}}`), []string{`tool-schema-invalid-in-dialect /0/inputSchema/properties/x/items [{}]`}},
		{"tuple in draft 7", rule.R4, tool(`"inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"x":{"type":"array","items":[{}]}}}`), nil},
		{"tuple without a default", rule.R3, tool(`"inputSchema":{"type":"object","properties":{"x":{"type":"array","items":[{}]}}}`), nil},
		{"required in a property", rule.R3, tool(`"inputSchema":{"type":"object","properties":{"x":{"type":"string","required":true}}}`), []string{`tool-schema-invalid-in-dialect /0/inputSchema/properties/x/required true`}},
		{"unknown dialect", rule.R4, tool(`"inputSchema":{"$schema":"https://a.example/","type":"object","properties":{"x":{"type":7}}}`), nil},
		{"unknown keywords", rule.R4, tool(`"inputSchema":{"type":"object","x-mcp-header":"a","properties":{"x":{"nullable":true}}}`), nil},
		{"reference", rule.R3, tool(`"inputSchema":{"type":"object","properties":{"x":{"$ref":"#/definitions/x"}},"definitions":{"x":{"type":"string"}}}`), nil},
		{"reference to nowhere", rule.R3, tool(`"inputSchema":{"type":"object","properties":{"x":{"$ref":"#/definitions/y"}}}`), []string{`tool-schema-ref-unresolved /0/inputSchema/properties/x/$ref "#/definitions/y"`}},
		{"reference outside", rule.R3, tool(`"inputSchema":{"type":"object","properties":{"x":{"$ref":"https://a.example/b.json"}}}`), []string{`tool-schema-ref-remote /0/inputSchema/properties/x/$ref "https://a.example/b.jso…`}},
		{"reference counts from the schema, not from the tool", rule.R3, tool(`"inputSchema":{"type":"object","properties":{"x":{"$ref":"#/inputSchema/properties/x"}}}`), []string{`tool-schema-ref-unresolved /0/inputSchema/properties/x/$ref "#/inputSchema/propertie…`}},
		{"alternatives at the root", rule.R5, tool(`"inputSchema":{"type":"object","anyOf":[{"required":["a"]}]}`), []string{`tool-schema-client-limit/top-level-combination /0/inputSchema/anyOf [{"required":["a"]}]`}},
		{"alternatives deeper", rule.R5, tool(`"inputSchema":{"type":"object","properties":{"x":{"anyOf":[{"type":"null"}]}}}`), nil},
		{"array of nothing", rule.R5, tool(`"inputSchema":{"type":"object","properties":{"x":{"type":"array"}}}`), []string{`tool-schema-client-limit/array-without-items /0/inputSchema/properties/x {"type":"array"}`}},

		// outputSchema.
		{"output before outputs", rule.R2, tool(in + `,"outputSchema":7`), nil},
		{"output null", rule.R3, tool(in + `,"outputSchema":null`), []string{`tool-output-schema-invalid/null /0/outputSchema null`}},
		{"output of an array", rule.R4, tool(in + `,"outputSchema":{"type":"array","items":{}}`), []string{`tool-output-schema-invalid/type-not-object /0/outputSchema/type "array"`}},
		{"output of an array in 2026-07-28", rule.R5, tool(in + `,"outputSchema":{"type":"array","items":{}}`), nil},
		{"output of anything in 2026-07-28", rule.R5, tool(in + `,"outputSchema":{}`), nil},
		{"output without a type", rule.R4, tool(in + `,"outputSchema":{"anyOf":[{}]}`), []string{`tool-output-schema-invalid/type-missing /0/outputSchema {"anyOf":[{}]}`}},
		{"output requires what it leaves open", rule.R4, tool(in + `,"outputSchema":{"type":"object","required":["a"]}`), nil},
		{"output with a bad type", rule.R5, tool(in + `,"outputSchema":{"type":"strin"}`), []string{`tool-schema-invalid-in-dialect /0/outputSchema/type "strin"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var lists ToolLists
			lists.Page(tt.rev, []byte(`[{"name":"earlier"}]`))
			_, problems := lists.Page(tt.rev, []byte(tt.tools))
			if diff := cmp.Diff(tt.want, brief(t, tt.tools, problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestToolSummary(t *testing.T) {
	tools := `[{"name":"a","description":"d","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}},` +
		`{"name":"a b","inputSchema":{"type":"object","anyOf":[{}]}},{"name":"a","description":"d"},{"name":"a","description":"d","inputSchema":{"type":"object"}},7]`
	var lists ToolLists
	got, problems := lists.Page(rule.R4, []byte(tools))
	want := ToolSummary{
		Count: 5, Valid: 2, Errors: 4, Warnings: 2, Notes: 1,
		Tools: []ToolFact{
			{Name: "a", InputSchema: []byte(`{"type":"object"}`), OutputSchema: []byte(`{"type":"object"}`)},
			{Name: "a b", InputSchema: []byte(`{"type":"object","anyOf":[{}]}`), Warnings: 2, Notes: 1},
			{Name: "a", Errors: 2},
			{Name: "a", InputSchema: []byte(`{"type":"object"}`), Errors: 1},
			{Errors: 1},
		},
		Duplicates: []string{"a"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(problems) != 7 {
		t.Errorf("%d problems, want 7: %v", len(problems), brief(t, tools, problems))
	}
	if !lists.Has([]byte(`"a"`)) || !lists.Has([]byte(`"a\u0020b"`)) || lists.Has([]byte(`"c"`)) || lists.Len() != 2 {
		t.Error("the listing does not have its names")
	}
	if sum, problems := new(ToolLists).Page(rule.R4, []byte(`{"a":1}`)); len(sum.Tools)+len(problems) > 0 {
		t.Error("what is no array has no tools; the result's shape says so")
	}
}

func TestToolMessages(t *testing.T) {
	tools := `[{"name":"read_file","description":"d","inputSchema":{"type":"object","properties":{"p":{"type":"str"}},"required":["p","q"]}}]`
	_, problems := new(ToolLists).Page(rule.R4, []byte(tools))
	var got []string
	for _, p := range problems {
		got = append(got, p.Message)
	}
	want := []string{
		`tools[0].inputSchema.properties.p.type is "str", expected "array", "boolean", "integer", "null", "number", "object" or "string" in 2020-12 (tool "read_file")`,
		`tools[0].inputSchema.required[1] is "q", which properties does not define (tool "read_file")`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// manyTools is a list of n sound tools.
func manyTools(n int) []byte {
	out := []byte{'['}
	for i := range n {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"name":"tool_`+strconv.Itoa(i)+`","description":"does a thing","inputSchema":{"type":"object","properties":{"path":{"type":"string","description":"where"},"depth":{"type":"integer","minimum":0}},"required":["path"],"additionalProperties":false}}`...)
	}
	return append(out, ']')
}

func BenchmarkCheckTools(b *testing.B) {
	tools := manyTools(100)
	b.SetBytes(int64(len(tools)))
	b.ReportAllocs()
	for b.Loop() {
		new(ToolLists).Page(rule.R4, tools)
	}
}

// However much is wrong, the list stays short and the count exact.
func TestProblemsAreBounded(t *testing.T) {
	const n = 20_000
	numbers := []byte("[" + strings.Repeat("7,", n-1) + "7]")
	sum, problems := new(ToolLists).Page(rule.R4, numbers)
	if len(problems) != MaxListed || problems[MaxListed-1].More != n-MaxListed || sum.Errors != n || sum.Count != n || sum.Valid != 0 {
		t.Errorf("%d listed, %d more, %+v counted", len(problems), problems[len(problems)-1].More, sum.Errors)
	}
	schema := []byte(`[{"name":"t","description":"d","inputSchema":{"type":"object","properties":{` + strings.Repeat(`"a":{"type":7},`, n) + `"b":{}}}}]`)
	if sum, problems := new(ToolLists).Page(rule.R5, schema); len(problems) != MaxListed || sum.Errors != n {
		t.Errorf("%d listed, %d counted", len(problems), sum.Errors)
	}
	entries := []byte(`{"resources":[` + strings.Repeat(`{},`, n-1) + `{}]}`)
	problems = CheckResult(rule.R4, "resources/list", nil, entries, ResultContext{})
	total := 0
	for _, p := range problems {
		total += 1 + p.More
	}
	if len(problems) != MaxListed || total != 2*n {
		t.Errorf("%d listed, %d in all", len(problems), total)
	}
}
