package mcp

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// everyday is a list of tools as servers write them, of n tools.
func everyday(n int) string {
	var tools []string
	for i := range n {
		tools = append(tools, `{"name":"tool_`+strconv.Itoa(i)+`","title":"A tool","description":"Does a thing \"well\", é.",`+
			`"inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"path":{"type":"string","minLength":1,"description":"where"},`+
			`"depth":{"anyOf":[{"type":"integer","minimum":0,"exclusiveMaximum":9.5},{"type":"null"}],"default":null},"tags":{"type":"array","items":{"type":"string","enum":["a","b"]},"maxItems":3},`+
			`"more":{"type":"object","properties":{"x":{"const":1}},"required":["x"],"additionalProperties":{"type":"string"}}},"required":["path","tags"],"additionalProperties":false},`+
			`"outputSchema":{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]},"annotations":{"title":"T","readOnlyHint":true,"openWorldHint":false}}`)
	}
	return "[" + strings.Join(tools, ",") + "]"
}

// judged is all that is said of a page of tools, in words.
func judged(l *ToolLists, sum ToolSummary, problems []Problem) string {
	out := fmt.Sprintln(sum.Count, sum.Valid, sum.Errors, sum.Warnings, sum.Notes, sum.Duplicates, l.Len())
	for _, t := range sum.Tools {
		out += fmt.Sprintf("%q %s %s %d %d %d, results by %s\n", t.Name, t.InputSchema, t.OutputSchema, t.Errors, t.Warnings, t.Notes,
			l.OutputSchema(wire.AppendQuote(nil, []byte(t.Name))))
	}
	for _, p := range problems {
		out += fmt.Sprintf("%+v\n", p)
	}
	return out
}

func judgePage(l *ToolLists, rev, tools string) string {
	sum, problems := l.Page(rev, []byte(tools))
	return judged(l, sum, problems)
}

// agreeOn holds what is remembered and what is told at a glance against the rules:
// the same page twice in one listing and again in the next, and the whole result.
func agreeOn(t *testing.T, rev, tools string) {
	t.Helper()
	quick, slow := ToolLists{}, ToolLists{slow: true}
	for range 2 {
		for range 2 {
			if got, want := judgePage(&quick, rev, tools), judgePage(&slow, rev, tools); got != want {
				t.Fatalf("%s: %s\nby the rules:\n%s\nat a glance:\n%s", rev, tools, want, got)
			}
		}
		quick.Begin()
		slow.Begin()
	}
	result := `{"tools":` + tools + `}`
	sum, ok := quick.Again(rev, []byte(result))
	if !ok {
		if quick.Len() > 0 {
			t.Fatalf("%s: %s: refused, and yet listed", rev, tools)
		}
		return
	}
	got, want := judged(&quick, sum, nil), judgePage(&slow, rev, tools)
	if problems := CheckResult(rev, "tools/list", nil, []byte(result), ResultContext{}); got != want || len(problems) > 0 {
		t.Fatalf("%s: %s\nby the rules:\n%s%v\nagain:\n%s", rev, tools, want, problems, got)
	}
	if _, ok := quick.Again(rev, []byte(result)); ok && sum.Count > 0 {
		t.Fatalf("%s: %s: the same tools twice in one listing", rev, tools)
	}
}

func TestEverydayToolsAreToldAtAGlance(t *testing.T) {
	for _, rev := range Revisions[2:] {
		tools := []byte(everyday(1))
		g := glance{c: wire.Cursor{Data: tools, At: 1}, rev: judgedBy(rev)}
		if !g.tool() || g.c.At != len(tools)-1 || string(g.name) != "tool_0" {
			t.Errorf("%s: not told, at %d of %d", rev, g.c.At, len(tools))
		}
	}
	var lists ToolLists
	tools := []byte(everyday(40))
	lists.Page(rule.R4, tools)
	result := []byte(`{"tools":` + everyday(40) + `}`)
	if n := testing.AllocsPerRun(20, func() {
		lists.Begin()
		lists.Page(rule.R4, tools)
		lists.Begin()
		if sum, ok := lists.Again(rule.R4, result); !ok || sum.Valid != 40 {
			t.Error("not known again")
		}
	}); n > 0 {
		t.Errorf("a list that was judged before allocates %v times", n)
	}
}

// Whatever a tool is changed into, the short ways find what the rules find.
func TestShortWaysAgreeWithTheRules(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{`"type"`, `"array"`, `"object"`, `"string"`, `"required"`, `"properties"`, `"items"`, `"description"`, `"name"`, `"title"`, `"inputSchema"`,
		`"outputSchema"`, `"annotations"`, `"anyOf"`, `"allOf"`, `"enum"`, `"default"`, `"const"`, `"minimum"`, `"maxItems"`, `"exclusiveMaximum"`, `"additionalProperties"`, `"$schema"`,
		`"$ref"`, `"$defs"`, `"format"`, `"readOnlyHint"`, `"path"`, `"tags"`, `"x"`, `"_meta"`, `"http://json-schema.org/draft-04/schema#"`, `"https://json-schema.org/draft/2020-12/schema"`,
		`"tool_0"`, `"tool_1"`, `"a b"`, `""`, `"\u0074ype"`, `true`, `false`, `null`, `0`, `-1`, `1.5`, `2.0`, `[]`, `{}`, `{"type":"string"}`, `["path"]`, `[{"type":"null"}]`}
	for range 3000 {
		tools := everyday(2)
		for range 1 + r.IntN(3) {
			tokens := tokensOf(tools)
			at := tokens[r.IntN(len(tokens))]
			with := words[r.IntN(len(words))]
			if r.IntN(4) == 0 {
				other := tokens[r.IntN(len(tokens))]
				with = tools[other[0]:other[1]]
			}
			if changed := tools[:at[0]] + with + tools[at[1]:]; wire.Valid([]byte(changed)) {
				tools = changed
			}
		}
		agreeOn(t, Revisions[r.IntN(len(Revisions))], tools)
	}
}

// tokensOf is where the strings, numbers and literals of a text stand.
func tokensOf(text string) (at [][2]int) {
	c := wire.Cursor{Data: []byte(text)}
	for i := 0; i < len(text); i++ {
		c.At = i
		switch text[i] {
		case '{', '}', '[', ']', ',', ':':
		default:
			c.Skip()
			at = append(at, [2]int{i, c.At})
			i = c.At - 1
		}
	}
	return at
}

func FuzzToolLists(f *testing.F) {
	f.Add([]byte(everyday(2)), uint8(3))
	f.Add([]byte(everyday(1)), uint8(4))
	f.Add([]byte(`[7,{"name":"t"}]`), uint8(0))
	f.Fuzz(func(t *testing.T, tools []byte, revision uint8) {
		if wire.Valid(tools) && wire.TypeOf(tools) == wire.Array {
			agreeOn(t, Revisions[int(revision)%len(Revisions)], string(tools))
		}
	})
}
