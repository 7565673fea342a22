package render_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/server/render"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "write the schema anew from the types")

// TestSchemaIsGenerated: the embedded schema is what the types say.
func TestSchemaIsGenerated(t *testing.T) {
	want := generate(t)
	if *update {
		if err := os.WriteFile("report.schema.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), string(render.Schema())); diff != "" {
		t.Errorf("go test ./server/render -run Schema -update (-types +file):\n%s", diff)
	}
}

// TestGoldenReportsFitTheSchema: every report of the project is valid by it.
func TestGoldenReportsFitTheSchema(t *testing.T) {
	sch := compile(t, render.Schema())
	files, err := filepath.Glob("../../fixtures/transcripts/*.report.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden reports: %v", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := validator.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if err := sch.Validate(doc); err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
		}
	}
}

// TestSchemaRefuses: the schema is no yes to everything.
func TestSchemaRefuses(t *testing.T) {
	sch := compile(t, render.Schema())
	good := (&report.Report{}).JSON()
	for name, change := range map[string]func(m map[string]any){
		"a missing member":   func(m map[string]any) { delete(m, "summary") },
		"another type":       func(m map[string]any) { m["ok"] = "yes" },
		"an unknown word":    func(m map[string]any) { m["classification"] = "broken" },
		"a number of layers": func(m map[string]any) { m["layers"] = 5 },
	} {
		var doc map[string]any
		if err := json.Unmarshal(good, &doc); err != nil {
			t.Fatal(err)
		}
		change(doc)
		raw, _ := json.Marshal(doc)
		value, err := validator.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if sch.Validate(value) == nil {
			t.Errorf("accepts %s", name)
		}
	}
}

func compile(t *testing.T, raw []byte) *validator.Schema {
	t.Helper()
	doc, err := validator.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	c := validator.NewCompiler()
	if err := c.AddResource("report.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	sch, err := c.Compile("report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return sch
}

// words are the types that hold one of a few words.
var words = map[reflect.Type][]any{
	reflect.TypeFor[report.Status](): {report.Pass, report.Fail, report.Warning, report.Skipped},
	reflect.TypeFor[report.Classification](): {report.ValidStdout, report.EmptyFrame, report.DecodeError, report.InvalidJSON,
		report.SplitMessage, report.InvalidJSONRPC, report.InvalidMCP, report.CorrelationFailure, report.PartialFrameAtExit,
		report.TimeoutWithPartialFrame, report.ExitBeforeFrame, report.Timeout, report.SpawnFailed, report.Limit},
	reflect.TypeFor[rule.Class]():    {rule.InstallRuntime, rule.StdioTransport, rule.MCPProtocol},
	reflect.TypeFor[rule.Severity](): {rule.Error, rule.Warning, rule.Note},
}

func generate(t *testing.T) []byte {
	t.Helper()
	// New fields keep the contract's version, so a reader must let them pass.
	r := &jsonschema.Reflector{AllowAdditionalProperties: true, Mapper: func(typ reflect.Type) *jsonschema.Schema {
		if list, ok := words[typ]; ok {
			return &jsonschema.Schema{Type: "string", Enum: list}
		}
		switch typ {
		case reflect.TypeFor[report.Raw]():
			return &jsonschema.Schema{}
		case reflect.TypeFor[report.Number]():
			return &jsonschema.Schema{Type: "number"}
		}
		return nil
	}}
	describe(t, r)
	s := r.Reflect(&report.Report{})
	s.ID = ""
	s.Title = "stdioscope report, schema version 1"
	nullable(s, reflect.TypeFor[report.Report](), map[reflect.Type]bool{})
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// describe takes the descriptions over from the types' comments. The reflector
// looks for them below the module's root.
func describe(t *testing.T, r *jsonschema.Reflector) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chdir("../.."); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := os.Chdir(here); err != nil {
			t.Fatal(err)
		}
	}()
	if err := r.AddGoComments("stdioscope", "./engine/report", jsonschema.WithFullComment()); err != nil {
		t.Fatal(err)
	}
}

// nullable lets a pointer that is always written be null: the generator does not
// know that.
func nullable(s *jsonschema.Schema, typ reflect.Type, seen map[reflect.Type]bool) {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || seen[typ] {
		return
	}
	seen[typ] = true
	def := s.Definitions[typ.Name()]
	for i := range typ.NumField() {
		f := typ.Field(i)
		tag := f.Tag.Get("json")
		if def != nil && f.Type.Kind() == reflect.Pointer && !strings.Contains(tag, "omitempty") {
			name, _, _ := strings.Cut(tag, ",")
			if p, ok := def.Properties.Get(name); ok {
				inner := *p
				def.Properties.Set(name, &jsonschema.Schema{
					Description: inner.Description,
					AnyOf:       []*jsonschema.Schema{without(inner), {Type: "null"}},
				})
			}
		}
		nullable(s, f.Type, seen)
	}
}

func without(s jsonschema.Schema) *jsonschema.Schema {
	s.Description = ""
	return &s
}
