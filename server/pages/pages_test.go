package pages

import (
	"encoding/json"
	"io/fs"
	"strings"
	"testing"

	"stdioscope/engine/rule"
)

// Every code has a page with everything on it, and every page a code.
func TestEveryCodeHasItsPage(t *testing.T) {
	list, err := All()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != len(rule.Catalogue) {
		t.Fatalf("%d pages for %d codes", len(list), len(rule.Catalogue))
	}
	for _, p := range list {
		if len(p.Meaning) < 40 || p.Ignore == "" || len(p.Fixes) == 0 {
			t.Errorf("%s: meaning %q, %d fixes, ignore %q", p.Code, p.Meaning, len(p.Fixes), p.Ignore)
		}
		for _, f := range p.Fixes {
			if f.Text == "" || strings.Contains(f.For, "*") || strings.Contains(f.Text, "@include") {
				t.Errorf("%s: fix %+v", p.Code, f)
			}
		}
		if p.Good != "" && !json.Valid([]byte(p.Good)) {
			t.Errorf("%s: the good example is no JSON: %s", p.Code, p.Good)
		}
	}
	entries, err := fs.ReadDir(files, "codes")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		code := strings.TrimSuffix(e.Name(), ".md")
		if _, ok := rule.Lookup(code); !ok {
			t.Errorf("a page for %q, which is no code", code)
		}
	}
}

func TestLookupAndText(t *testing.T) {
	p, ok := Lookup("stdout-non-json")
	if !ok {
		t.Fatal("no page for stdout-non-json")
	}
	text := p.Text()
	for _, want := range []string{"stdout-non-json\n", "layer     2, JSON syntax", "Python: ", "When to ignore it: "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if _, ok := Lookup("no-such-code"); ok {
		t.Error("a page for a code that does not exist")
	}
	if p, _ := Lookup("tool-name-charset"); !strings.Contains(p.Text(), "warning from 2025-11-25 on, note before") {
		t.Errorf("revisions are not said:\n%s", p.Text())
	}
}

func TestParseRefuses(t *testing.T) {
	if _, err := parse("# x\n\nm\n\n## Nonsense\n\ny\n"); err == nil {
		t.Error("an unknown section is no error")
	}
	if _, err := parse("# x\n\nm\n\n## Fix\n\n@include nothing\n"); err == nil {
		t.Error("a missing shared text is no error")
	}
}
