package wire

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestCasesOfBugReports scans the stdout of servers with known faults, where such
// cases are present: a fault of layers 1 to 3 must be found in its line, and a
// stream without one must have none. What no single line can show (a revision, a
// message spread over lines) is the engine's to judge and passes here.
func TestCasesOfBugReports(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedDir(), "cases", "R*", "stdout.bin"))
	if len(files) == 0 {
		t.Skip("no cases beside the repository")
	}
	for _, file := range files {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			stream, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var expect struct {
				Layer  *uint8 `json:"layer"`
				Line   int    `json:"first_bad_line"`
				Layers []*int `json:"accept_layers"`
				Why    string `json:"why"`
				Hint   string `json:"issue_hint"`
			}
			raw, err := os.ReadFile(filepath.Join(dir, "expect.json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(raw, &expect); err != nil {
				t.Fatal(err)
			}
			line, fault := firstFault(stream)
			t.Logf("line %d, layer %d: %s %s at %d+%d (%s)", line, fault.Layer, fault.Code.Code(), fault.Code.Detail(), fault.Column, fault.Length, expect.Why)
			byLine := expect.Layer != nil && *expect.Layer >= 1 && *expect.Layer <= 3 && !slices.Contains([]string{"BATCH_NOT_ALLOWED", "LONE_SURROGATE_ESCAPE", "TRUNCATED_AT_64K"}, expect.Hint)
			if !byLine {
				if fault.Code != NoFault {
					t.Errorf("a fault where no line has one")
				}
				return
			}
			accepted := *expect.Layer == fault.Layer || slices.ContainsFunc(expect.Layers, func(l *int) bool { return l != nil && *l == int(fault.Layer) })
			if line != expect.Line || !accepted {
				t.Errorf("want line %d, layer %d", expect.Line, *expect.Layer)
			}
		})
	}
}

// firstFault is the first whole line with a fault, from 1, and the fault.
func firstFault(stream []byte) (int, Fault) {
	var s Splitter
	var m Message
	var first Fault
	n, bad := 0, 0
	s.Write(stream, func(line []byte, _ int64) {
		n++
		if bad > 0 {
			return
		}
		if Scan(line, &m); m.Fault.Code != NoFault {
			bad, first = n, m.Fault
		}
	})
	return bad, first
}
