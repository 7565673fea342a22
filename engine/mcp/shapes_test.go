package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// edit is one change to an instance: the value at a pointer replaced, or, when
// To is nil, taken away.
type edit struct {
	At string
	To *string
}

func (e edit) String() string {
	if e.To == nil {
		return "-" + e.At
	}
	return e.At + "=" + *e.To
}

// apply gives the edited instance; the instance itself is left alone.
func (e edit) apply(instance any) any {
	if e.At == "" {
		return parseJSON(*e.To)
	}
	return change(instance, strings.Split(e.At[1:], "/"), e.To)
}

func change(v any, path []string, to *string) any {
	name := strings.NewReplacer("~1", "/", "~0", "~").Replace(path[0])
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v)+1)
		for k, x := range v {
			out[k] = x
		}
		switch {
		case len(path) > 1:
			out[name] = change(v[name], path[1:], to)
		case to == nil:
			delete(out, name)
		default:
			out[name] = parseJSON(*to)
		}
		return out
	case []any:
		i, _ := strconv.Atoi(name)
		out := append([]any{}, v...)
		switch {
		case len(path) > 1:
			out[i] = change(v[i], path[1:], to)
		case to == nil:
			out = append(out[:i], out[i+1:]...)
		default:
			out[i] = parseJSON(*to)
		}
		return out
	}
	return v
}

func parseJSON(s string) any {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(s))
	if err != nil {
		panic(s + ": " + err.Error())
	}
	return v
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// withoutFormats takes format away, which the specification leaves an
// annotation and which the validator would assert in draft-07.
func withoutFormats(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["format"].(string); ok {
			delete(v, "format")
		}
		for _, x := range v {
			withoutFormats(x)
		}
	case []any:
		for _, x := range v {
			withoutFormats(x)
		}
	}
	return v
}

// probes are what every part of an instance is replaced with in turn.
var probes = []string{`null`, `"zz"`, `7`, `-1`, `0.5`, `true`, `[]`, `["zz"]`, `{}`, `{"zz":1}`}

// editsOf lists the changes to try: every part down to a depth taken away and
// replaced by each probe.
func editsOf(v any, at string, depth int) []edit {
	var out []edit
	for i, p := range probes {
		if depth > 0 || i < 3 {
			out = append(out, edit{At: at, To: &p})
		}
	}
	if at != "" {
		out = append(out, edit{At: at})
	}
	if depth == 0 {
		return out
	}
	switch v := v.(type) {
	case map[string]any:
		for _, k := range sortedKeys(v) {
			out = append(out, editsOf(v[k], at+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(k), depth-1)...)
		}
		p := `{"zz":[null]}`
		out = append(out, edit{At: at + "/zz", To: &p})
	case []any:
		for i := range v {
			out = append(out, editsOf(v[i], at+"/"+strconv.Itoa(i), depth-1)...)
		}
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// published is one revision's schema, read and compiled.
type published struct {
	rev      string
	defs     map[string]any
	compiled map[string]*jsonschema.Schema
}

// sharedFolder is where the published schemas lie, "" with the reason when
// they are not at hand.
func sharedFolder() (dir, reason string) {
	if dir := os.Getenv("STDIOSCOPE_SHARED"); dir != "" {
		return dir, ""
	}
	root, err := filepath.Abs(".")
	for err == nil {
		if _, e := os.Stat(filepath.Join(root, "go.mod")); e == nil {
			break
		}
		if filepath.Dir(root) == root {
			return "", "no go.mod above this package"
		}
		root = filepath.Dir(root)
	}
	dir = filepath.Join(root, "..", "shared")
	if _, err := os.Stat(filepath.Join(dir, "reference", "schemas")); err != nil {
		return "", "the published schemas are not here: set STDIOSCOPE_SHARED"
	}
	return dir, ""
}

// readPublished reads a revision's schema; corrected says whether the listed
// corrections are made to it.
func readPublished(t *testing.T, rev string, corrected bool) *published {
	t.Helper()
	dir, reason := sharedFolder()
	if dir == "" {
		t.Skip(reason)
	}
	file := filepath.Join(dir, "reference", "schemas", rev+".json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc := withoutFormats(parseJSON(string(data))).(map[string]any)
	p := &published{rev: rev, compiled: map[string]*jsonschema.Schema{}}
	word := "$defs"
	if _, ok := doc[word]; !ok {
		word = "definitions"
	}
	p.defs = doc[word].(map[string]any)
	if corrected {
		correct(t, rev, p.defs)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mcp.json", doc); err != nil {
		t.Fatal(err)
	}
	for name := range p.defs {
		s, err := c.Compile("mcp.json#/" + word + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		p.compiled[name] = s
	}
	return p
}

// bases are the values that a definition's edits start from: for each of its
// alternatives the least and the fullest.
func (p *published) bases(name string) []any {
	var out []any
	seen := map[string]bool{}
	for _, full := range []bool{false, true} {
		for _, v := range p.instances(p.defs[name], full, 0) {
			if text := encode(v); !seen[text] {
				seen[text] = true
				out = append(out, v)
			}
		}
	}
	return out
}

// instances builds values that a schema accepts: for each of its alternatives
// one with the required members alone and one with all.
func (p *published) instances(schema any, full bool, depth int) []any {
	s, _ := schema.(map[string]any)
	if ref, ok := s["$ref"].(string); ok {
		return p.instances(p.defs[ref[strings.LastIndex(ref, "/")+1:]], full && depth < 3, depth)
	}
	if v, ok := s["const"]; ok {
		return []any{v}
	}
	if v, ok := s["enum"].([]any); ok {
		return v[:1]
	}
	if alts, ok := s["anyOf"].([]any); ok {
		var out []any
		for _, a := range alts {
			out = append(out, p.instances(a, full, depth)...)
		}
		return out
	}
	if all, ok := s["allOf"].([]any); ok {
		out := map[string]any{}
		for _, a := range all {
			for k, v := range p.instances(a, full, depth)[0].(map[string]any) {
				out[k] = v
			}
		}
		return []any{out}
	}
	kind := s["type"]
	if kinds, ok := kind.([]any); ok {
		kind = kinds[0]
	}
	switch kind {
	case "string":
		return []any{"s"}
	case "integer", "number":
		return []any{json.Number("1")}
	case "boolean":
		return []any{true}
	case "array":
		if depth > 4 { // JSONValue holds itself
			return []any{[]any{}}
		}
		return []any{append([]any{}, p.instances(s["items"], full && depth < 3, depth+1)...)}
	case "object":
		return p.objects(s, full, depth)
	}
	return []any{json.Number("1")}
}

// objects builds one object for each way to fill its members: the n-th
// alternative of every member goes into the n-th object.
func (p *published) objects(s map[string]any, full bool, depth int) []any {
	required := map[string]bool{}
	for _, r := range anySlice(s["required"]) {
		required[r.(string)] = true
	}
	props, _ := s["properties"].(map[string]any)
	alts, most := map[string][]any{}, 1
	for name, schema := range props {
		if full && depth < 4 || required[name] {
			alts[name] = p.instances(schema, full && depth < 3, depth+1)
			most = max(most, len(alts[name]))
		}
	}
	if rest, ok := s["additionalProperties"].(map[string]any); ok && full {
		for i, v := range p.instances(rest, false, depth+1) {
			alts["x"+strconv.Itoa(i)] = []any{v}
		}
	}
	if most > 6 {
		most = 6
	}
	var out []any
	for i := range most {
		o := map[string]any{}
		for name, values := range alts {
			o[name] = values[i%len(values)]
		}
		out = append(out, o)
	}
	return out
}

func anySlice(v any) []any {
	s, _ := v.([]any)
	return s
}

func (p *published) accepts(def string, v any) bool { return p.compiled[def].Validate(v) == nil }
