package wire

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// hard is a line that no strict reader accepts.
type hard struct {
	Name  string `json:"name"`
	B64   string `json:"b64"`
	Layer uint8  `json:"layer"`
}

func readHard(t *testing.T, path string) []hard {
	t.Helper()
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skipf("no %s: only this repository's own lines are checked", filepath.Base(path))
	}
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Inputs []hard }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Inputs
}

func refuseAll(t *testing.T, inputs []hard, least int) {
	t.Helper()
	if len(inputs) < least {
		t.Fatalf("%d inputs, want at least %d", len(inputs), least)
	}
	for _, in := range inputs {
		t.Run(in.Name, func(t *testing.T) {
			line, err := base64.StdEncoding.DecodeString(in.B64)
			if err != nil {
				t.Fatal(err)
			}
			var m Message
			Scan(line, &m)
			if m.Fault.Layer != in.Layer {
				t.Errorf("%q: layer %d (%s %s), want %d", line, m.Fault.Layer, m.Fault.Code.Code(), m.Fault.Code.Detail(), in.Layer)
			}
		})
	}
}

func TestHardLinesAreRefused(t *testing.T) {
	refuseAll(t, readHard(t, "testdata/hard.json"), 25)
}

func TestHardLinesElsewhereAreRefused(t *testing.T) {
	refuseAll(t, readHard(t, filepath.Join(sharedDir(), "cases", "strict-json.json")), 25)
}

// sharedDir is the folder of cases beside the repository.
func sharedDir() string {
	if dir := os.Getenv("STDIOSCOPE_SHARED"); dir != "" {
		return dir
	}
	for dir := "."; ; dir = filepath.Join(dir, "..") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "..", "shared")
		}
		if len(dir) > 64 {
			return ""
		}
	}
}
