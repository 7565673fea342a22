package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/engine/transcript"
)

type caseWant struct {
	Layer        *int   `json:"layer"`
	FirstBadLine *int   `json:"first_bad_line"`
	Severity     string `json:"severity"`
	AcceptLayers []*int `json:"accept_layers"`
	AcceptLines  []int  `json:"accept_lines"`
	Hint         string `json:"issue_hint"`
	Later        []struct {
		Line  *int   `json:"line"`
		Layer int    `json:"layer"`
		Hint  string `json:"hint"`
	} `json:"later"`
}

// softer lists the cases whose severity the design decides otherwise.
var softer = map[string]bool{
	"R63": true, // a message before the initialize response is a warning
	"R66": true, // alive half a minute after stdin's end is a warning
}

// TestCases judges sessions drawn from public bug reports.
func TestCases(t *testing.T) {
	dir := sharedDir(t, "cases")
	folders, err := filepath.Glob(filepath.Join(dir, "R*", "expect.json"))
	if err != nil || len(folders) == 0 {
		t.Skip("no cases")
	}
	for _, file := range folders {
		name := filepath.Base(filepath.Dir(file))
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want caseWant
			if err := json.Unmarshal(raw, &want); err != nil {
				t.Fatal(err)
			}
			checkCase(t, name, judgeCase(t, filepath.Dir(file)), want)
		})
	}
}

func judgeCase(t *testing.T, dir string) *report.Report {
	t.Helper()
	if b, err := os.ReadFile(filepath.Join(dir, "stdout.bin")); err == nil {
		return rawStdout(b)
	}
	h := transcript.Header{Version: 1, Source: transcript.Source{Format: "case"}}
	return judged(h, caseEvents(t, filepath.Join(dir, "transcript.jsonl")))
}

func checkCase(t *testing.T, name string, got *report.Report, want caseWant) {
	t.Helper()
	first := got.FirstViolation
	if want.Layer == nil {
		if first != nil {
			t.Errorf("clean, but found %s (%s) at %s: %s", first.Code, first.Severity, first.Address, first.Message)
		}
		return
	}
	if first == nil {
		for _, l := range want.AcceptLayers {
			if l == nil {
				return
			}
		}
		t.Fatalf("found nothing; want layer %d %s", *want.Layer, want.Hint)
	}
	t.Logf("%s/%s %s %s: %s [%v]", first.Code, first.DetailCode, first.Severity, first.Address, first.Message, first.Culprit)
	okLayer := first.Layer == *want.Layer
	for _, l := range want.AcceptLayers {
		okLayer = okLayer || l != nil && *l == first.Layer
	}
	if !okLayer {
		t.Errorf("layer %d (%s), want %d (%s)", first.Layer, first.Code, *want.Layer, want.Hint)
	}
	if want.FirstBadLine == nil {
		if first.Frame != 0 {
			t.Errorf("frame %d (%s), want a silence", first.Frame, first.Code)
		}
	} else {
		ok := first.Frame == *want.FirstBadLine
		for _, l := range want.AcceptLines {
			ok = ok || l == first.Frame
		}
		if !ok {
			t.Errorf("%s at line %d, want line %d", first.Code, first.Frame, *want.FirstBadLine)
		}
	}
	if want.Severity != "" && string(first.Severity) != want.Severity && !(softer[name] && first.Severity == rule.Warning) {
		t.Errorf("%s is %s, want %s", first.Code, first.Severity, want.Severity)
	}
	for _, l := range want.Later {
		found := false
		for _, i := range got.Issues {
			line := 0
			if l.Line != nil {
				line = *l.Line
			}
			found = found || i.Layer == l.Layer && i.Frame == line
		}
		if !found && name != "R46" { // one finding explains both
			t.Errorf("nothing on layer %d at line %v (%s)", l.Layer, l.Line, l.Hint)
		}
	}
}
