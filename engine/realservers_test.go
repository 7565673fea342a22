package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

type truth struct {
	Rows []struct {
		File       string `json:"file"`
		Negotiated string `json:"negotiated"`
		Era        string `json:"era"`
		Clean      bool   `json:"clean"`
		MustClean  bool   `json:"must_clean"`
		First      *struct {
			Line  int    `json:"line"`
			Layer int    `json:"layer"`
			Level string `json:"level"`
			Code  string `json:"code"`
		} `json:"first_violation"`
		Violations []struct {
			Line         int    `json:"line"`
			Layer        int    `json:"layer"`
			AcceptLayers []int  `json:"accept_layers"`
			Level        string `json:"level"`
			Code         string `json:"code"`
		} `json:"violations"`
		Warnings []struct {
			Line int    `json:"line"`
			Code string `json:"code"`
		} `json:"warning_allowed"`
	} `json:"rows"`
}

// TestRealServers judges recordings of published servers: no error where a
// server is clean, and every fault that was found by other means.
func TestRealServers(t *testing.T) {
	dir := sharedDir(t, "realservers")
	raw, err := os.ReadFile(filepath.Join(dir, "truth.json"))
	if err != nil {
		t.Skip(err)
	}
	var want truth
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	for _, row := range want.Rows {
		t.Run(row.File, func(t *testing.T) {
			file, err := os.ReadFile(filepath.Join(dir, row.File))
			if err != nil {
				t.Skip(err)
			}
			a := engine.New()
			if _, err := a.Write(file); err != nil {
				t.Fatal(err)
			}
			a.Close()
			got := a.Report()
			for _, i := range got.Issues {
				t.Logf("%s/%s %s %s: %s", i.Code, i.DetailCode, i.Severity, i.Address, i.Message)
			}
			if row.MustClean && !got.OK {
				t.Errorf("an error where the server breaks no rule: %+v", got.Summary)
			}
			if got.NegotiatedProtocol != row.Negotiated {
				t.Errorf("negotiated %q, want %q", got.NegotiatedProtocol, row.Negotiated)
			}
			for _, v := range row.Violations {
				if !holds(got.Issues, v.Line, append(v.AcceptLayers, v.Layer), v.Level) {
					t.Errorf("missing: %s on layer %d at line %d (%s)", v.Code, v.Layer, v.Line, v.Level)
				}
			}
			for _, i := range got.Issues {
				if i.Severity != rule.Warning || i.Party != "server" {
					continue
				}
				known := false
				for _, v := range row.Violations {
					known = known || v.Line == i.Frame
				}
				for _, v := range row.Warnings {
					known = known || v.Line == i.Frame
				}
				if !known {
					t.Errorf("a warning that nobody else has: %s at %s: %s", i.Code, i.Address, i.Message)
				}
			}
		})
	}
}

func holds(issues []report.Issue, line int, layers []int, level string) bool {
	for _, i := range issues {
		if i.Severity == rule.Note || level == "MUST" && i.Severity != rule.Error {
			continue
		}
		for _, l := range layers {
			// A silence has no line.
			if i.Layer == l && (i.Frame == line || i.Frame == 0) {
				return true
			}
		}
	}
	return false
}
