package server

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"stdioscope/fixtures"
	"stdioscope/server/pages"
)

func TestWriteSite(t *testing.T) {
	built := fstest.MapFS{
		"index.html":      {Data: []byte(`<!doctype html><html><head><script src="./assets/a.js"></script></head></html>`)},
		"assets/a.js":     {Data: []byte("1")},
		"assets/a.js.br":  {Data: []byte("packed")},
		"sw.js":           {Data: []byte("2")},
		".gitkeep":        {},
		"assets/.hidden":  {Data: []byte("3")},
		"assets/e.wasm":   {Data: []byte("4")},
		"assets/e.wasm.b": {Data: []byte("5")},
	}
	dir := filepath.Join(t.TempDir(), "site")
	if err := WriteSite(dir, built, fixtures.Transcripts()); err != nil {
		t.Fatal(err)
	}
	shell, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"connect-src 'self'", `name="stdioscope-server" content="none"`, `src="./assets/a.js"`} {
		if !strings.Contains(string(shell), part) {
			t.Errorf("no %s in %s", part, shell)
		}
	}
	if strings.Contains(string(shell), "frame-ancestors") {
		t.Error("a meta element cannot say frame-ancestors")
	}
	for name, there := range map[string]bool{"assets/a.js": true, "sw.js": true, "assets/e.wasm": true, "assets/a.js.br": false, ".gitkeep": false, "assets/.hidden": false} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != there {
			t.Errorf("%s: %v", name, err)
		}
	}
	var catalogue struct{ Rules []pages.Page }
	content, err := os.ReadFile(filepath.Join(dir, "rules.json"))
	if err == nil {
		err = json.Unmarshal(content, &catalogue)
	}
	if err != nil || len(catalogue.Rules) < 50 {
		t.Fatalf("%d rules, %v", len(catalogue.Rules), err)
	}
	examples := 0
	for _, page := range catalogue.Rules {
		if _, err := os.Stat(filepath.Join(dir, "examples", page.Code+".stdioscope.jsonl")); err == nil {
			examples++
		} else if page.Fires != "" {
			t.Errorf("no example of %s: %v", page.Code, err)
		}
	}
	if examples < 10 {
		t.Errorf("only %d examples", examples)
	}
}

func TestWriteSiteNeedsThePage(t *testing.T) {
	for name, built := range map[string]fstest.MapFS{"not built": {}, "no head": {"index.html": {Data: []byte("<p>")}}} {
		dir := filepath.Join(t.TempDir(), "site")
		if err := WriteSite(dir, built, fstest.MapFS{}); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: something was written", name)
		}
	}
}
