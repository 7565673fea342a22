package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/intake"
	"stdioscope/engine/report"
)

// logSample is what a sample log says of itself.
type logSample struct {
	Layer        *int
	AcceptLayers []*int   `json:"accept_layers"`
	FirstBadLine *int     `json:"first_bad_log_line"`
	Recovered    []string `json:"recovered_stdout"`
}

// Pasted logs beside the project come out as they say: the first bad line of the
// log, its layer and what can be recovered of it.
func TestLogs(t *testing.T) {
	dir := sharedDir(t, "cases/logs")
	files, _ := filepath.Glob(filepath.Join(dir, "*.txt"))
	if len(files) == 0 {
		t.Skip("no sample logs beside the project")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			var want logSample
			data, err := os.ReadFile(strings.TrimSuffix(file, ".txt") + ".expect.json")
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(data, &want); err != nil {
				t.Fatal(err)
			}
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkLog(t, firstOfLog(t, src), want)
		})
	}
}

// firstOfLog is the first violation of the sessions in a log.
func firstOfLog(t *testing.T, src []byte) *report.FirstViolation {
	t.Helper()
	sessions := map[int]*engine.Analyzer{}
	var order []int
	r := intake.New(intake.Options{}, func(n int, p []byte) {
		if sessions[n] == nil {
			sessions[n] = engine.New()
			order = append(order, n)
		}
		if _, err := sessions[n].Write(p); err != nil {
			t.Fatal(err)
		}
	})
	_, _ = r.Write(src)
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for _, n := range order {
		sessions[n].Close()
		if v := sessions[n].Report().FirstViolation; v != nil {
			return v
		}
	}
	return nil
}

func checkLog(t *testing.T, first *report.FirstViolation, want logSample) {
	t.Helper()
	if want.Layer == nil || slices.ContainsFunc(want.AcceptLayers, func(l *int) bool { return l == nil }) && first == nil {
		if first != nil {
			t.Errorf("clean, yet %s at line %d: %s", first.Code, first.Line, first.Message)
		}
		return
	}
	if first == nil {
		t.Fatal("no violation")
	}
	if first.Layer != *want.Layer && !slices.ContainsFunc(want.AcceptLayers, func(l *int) bool { return l != nil && *l == first.Layer }) {
		t.Errorf("layer %d (%s), want %d", first.Layer, first.Code, *want.Layer)
	}
	if first.Line != *want.FirstBadLine {
		t.Errorf("log line %d (%s), want %d", first.Line, first.Code, *want.FirstBadLine)
	}
	if len(want.Recovered) > 0 && want.Layer != nil && !strings.HasPrefix(first.Recovered, want.Recovered[0]) {
		t.Errorf("recovered %q, want %q", first.Recovered, want.Recovered[0])
	}
}
