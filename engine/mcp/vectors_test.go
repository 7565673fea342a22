package mcp

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the vectors anew from the published schemas")

// vector is one line of testdata/vectors: a value that a definition accepts and
// the edits that keep it good ("-/a" takes a member away, "/a=1" sets one). All
// other edits that editsOf lists for the value spoil it.
type vector struct {
	Def   string          `json:"def"`
	Value json.RawMessage `json:"value"`
	Keep  []string        `json:"keep"`
}

func vectorFile(rev string) string { return filepath.Join("testdata", "vectors", rev+".jsonl") }

// The vectors hold the shapes to the published schemas where those are absent.
func TestShapesAgreeWithVectors(t *testing.T) {
	for _, rev := range Revisions {
		t.Run(rev, func(t *testing.T) {
			if *update {
				writeVectors(t, rev)
			}
			f, err := os.Open(vectorFile(rev))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			lines := bufio.NewScanner(f)
			lines.Buffer(nil, 1<<20)
			n := 0
			for lines.Scan() {
				var v vector
				if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
					t.Fatal(err)
				}
				n += checkVector(t, rev, v)
			}
			if n < 2000 {
				t.Errorf("only %d values: the vectors are cut", n)
			}
		})
	}
}

func checkVector(t *testing.T, rev string, v vector) (tried int) {
	t.Helper()
	base := parseJSON(string(v.Value))
	keep := map[string]bool{}
	for _, e := range v.Keep {
		keep[e] = true
	}
	for _, e := range editsOf(base, "", editDepth) {
		tried++
		text := encode(e.apply(base))
		problems, ok := CheckShape(rev, v.Def, []byte(text))
		if want := keep[e.String()]; !ok || (len(problems) == 0) != want {
			t.Errorf("%s %s: accepts = %v, want %v: %s %v", v.Def, e, !want, want, text, problems)
		}
	}
	if problems, ok := CheckShape(rev, v.Def, v.Value); !ok || len(problems) > 0 {
		t.Errorf("%s refuses %s: %v", v.Def, v.Value, problems)
	}
	return tried + 1
}

// writeVectors asks the published schema, with the listed corrections, about
// every definition.
func writeVectors(t *testing.T, rev string) {
	t.Helper()
	p := readPublished(t, rev, true)
	var out []byte
	for _, name := range sortedKeys(p.defs) {
		for _, base := range p.bases(name) {
			v := vector{Def: name, Value: json.RawMessage(encode(base))}
			for _, e := range editsOf(base, "", editDepth) {
				if p.accepts(name, e.apply(base)) {
					v.Keep = append(v.Keep, e.String())
				}
			}
			line, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			out = append(append(out, line...), '\n')
		}
	}
	if err := os.MkdirAll(filepath.Dir(vectorFile(rev)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(vectorFile(rev), out, 0o644); err != nil {
		t.Fatal(err)
	}
}
