package engine_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
)

// sharedDir is a folder with recordings of public servers and of public bug
// reports, which are no part of the project. Tests that use it are skipped where
// it is absent.
func sharedDir(t *testing.T, sub string) string {
	t.Helper()
	dir := os.Getenv("STDIOSCOPE_SHARED")
	if dir == "" {
		at, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
				break
			}
			up := filepath.Dir(at)
			if up == at {
				t.Skip("no go.mod above the working directory")
			}
			at = up
		}
		dir = filepath.Join(at, "../shared")
	}
	dir = filepath.Join(dir, sub)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the recordings are not here: %v", err)
	}
	return dir
}

// judged folds events into a report.
func judged(h transcript.Header, events []transcript.Event) *report.Report {
	a := engine.New()
	a.Header(&h)
	for i := range events {
		a.Event(&events[i])
	}
	a.Close()
	return a.Report()
}

// rawStdout is what is known of a paste of stdout alone.
func rawStdout(b []byte) *report.Report {
	h := transcript.Header{Version: 1, Source: transcript.Source{Format: "raw", Confidence: "high", Hides: []string{"stdin", "stderr", "timing", "exit"}}}
	return judged(h, []transcript.Event{
		{Run: 1, Kind: transcript.KindStdout, Data: b},
		{Run: 1, Kind: transcript.KindEOF, Stream: transcript.Stdout},
		{Run: 1, Kind: transcript.KindEnd},
	})
}

// caseEvents reads the {"t","stream","data_b64"} form.
func caseEvents(t *testing.T, file string) []transcript.Event {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []transcript.Event
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var rec struct {
			T      float64 `json:"t"`
			Stream string  `json:"stream"`
			Data   []byte  `json:"data_b64"`
			Event  string  `json:"event"`
			Code   *int    `json:"code"`
		}
		if err := json.Unmarshal(lines.Bytes(), &rec); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		ev := transcript.Event{Run: 1, T: int64(rec.T*1e6 + 0.5), Kind: transcript.Kind(rec.Stream), Data: rec.Data}
		if rec.Event != "" {
			ev.Kind, ev.Stream, ev.Code = transcript.Kind(rec.Event), transcript.Stream(rec.Stream), rec.Code
		}
		out = append(out, ev)
	}
	return out
}
