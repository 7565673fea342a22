package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stdioscope/engine/report"
)

// The contract's codes, detail codes, checks and statuses, as published. Each is
// made to happen by a server that is really launched.
var (
	contractCodes = map[string][]string{
		"installRuntime": {
			"initialize-timeout", "operation-missing-response", "operation-timeout", "python-buffered-stdio",
			"server-crashed", "server-exited", "spawn-failed", "stderr-output-limit-exceeded",
		},
		"stdioTransport": {
			"static-stdout-write", "stdout-content-length-framing", "stdout-empty-line", "stdout-line-too-large",
			"stdout-non-json", "stdout-output-limit-exceeded", "stdout-without-newline",
		},
		"mcpProtocol": {
			"adversarial-invalid-method-result", "adversarial-invalid-params-result", "adversarial-malformed-json-result",
			"adversarial-notification-response", "adversarial-probe-crash", "adversarial-probe-invalid-stdout",
			"adversarial-probe-timeout", "adversarial-tool-call-result", "capability-list-error",
			"capability-list-missing-response", "capability-list-timeout", "capability-list-unsupported", "initialize-error",
			"initialize-invalid-capabilities", "initialize-invalid-protocol-version", "initialize-invalid-result",
			"initialize-invalid-server-info", "initialize-missing-capabilities", "initialize-missing-protocol-version",
			"initialize-missing-server-info", "notification-response", "operation-error", "repeat-capability-drift",
			"repeat-list-shape-drift", "repeat-protocol-drift", "repeat-tool-drift", "response-id-mismatch",
			"response-id-type-mismatch", "stdout-invalid-json-rpc", "stdout-unexpected-request-id",
			"tool-description-missing", "tool-input-schema-invalid", "tool-input-schema-required-missing",
			"tool-name-duplicate", "tool-name-invalid", "tools-list-invalid-result",
		},
	}
	contractDetails = map[string][]string{
		"spawn-failed":               {"spawn-failed-before-startup"},
		"server-exited":              {"clean-exit-before-initialize", "nonzero-exit-before-initialize", "signal-exit-before-initialize"},
		"initialize-timeout":         {"startup-timeout"},
		"operation-timeout":          {"request-timeout"},
		"operation-missing-response": {"clean-exit-during-operation", "nonzero-exit-during-operation", "signal-exit-during-operation"},
		"server-crashed":             {"nonzero-exit-after-initialize", "signal-exit-after-initialize"},
	}
	contractChecks = []string{
		"initialize", "stdout", "jsonRpc", "operation", "capabilities", "toolSchema", "adversarial", "process",
		"pythonBuffering", "staticScan", "repeat",
	}
)

// extraReports are the checks that no fixture mode stands for.
func extraReports(t *testing.T) []report.Report {
	t.Helper()
	dir := t.TempDir()
	python := filepath.Join(dir, "python3")
	if err := os.Symlink(os.Args[0], python); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(dir, "server.js")
	if err := os.WriteFile(source, []byte("console.log('starting');\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	quiet := filepath.Join(dir, "quiet.js")
	if err := os.WriteFile(quiet, []byte("console.error('starting');\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var all []report.Report
	for _, c := range []struct {
		mode string
		args []string
	}{
		{"clean", []string{"--", "no-such-command-anywhere"}},
		{"clean", []string{"--", python}},
		{"never-answers", []string{"--timeout", "200", "--shutdown-timeout", "200", "--", python}},
		{"clean", []string{"--scan", source, "--", os.Args[0]}},
		{"clean", []string{"--scan", source, "--fail-on-static", "--", os.Args[0]}},
		{"clean", []string{"--scan", quiet, "--", os.Args[0]}},
		{"clean", []string{"--repeat", "2", "--", os.Args[0]}},
		{"exits-during-list", []string{"--profile", "smoke", "--request", "tools/list", "--", os.Args[0]}},
		{"killed-after-initialized", []string{"--profile", "smoke", "--request", "tools/list", "--", os.Args[0]}},
		{"clean", []string{"--adversarial-probe", "all", "--request", "tools/list", "--", os.Args[0]}},
	} {
		out, _ := runSelf(t, append(os.Environ(), "PYTHONUNBUFFERED=", playVariable+"="+c.mode), append([]string{"check", "--json", "--settle", "10"}, c.args...)...)
		var r report.Report
		if err := json.Unmarshal(out, &r); err != nil {
			t.Fatalf("%q: %v", c.args, err)
		}
		all = append(all, r)
	}
	return all
}

func TestContractIsCovered(t *testing.T) {
	var reports []report.Report
	for _, p := range playAll(t) {
		var r report.Report
		if err := json.Unmarshal(p.out, &r); err != nil {
			t.Fatal(err)
		}
		reports = append(reports, r)
	}
	reports = append(reports, extraReports(t)...)

	codes, details, statuses, summaries := map[string]string{}, map[string]bool{}, map[string][]string{}, map[string]bool{}
	for _, r := range reports {
		summaries[r.Summary.Status] = true
		for _, i := range r.Issues {
			codes[i.Code] = string(i.Class)
			details[i.Code+"/"+i.DetailCode] = true
		}
		var checks map[string]struct{ Status string }
		b, _ := json.Marshal(r.Checks)
		if err := json.Unmarshal(b, &checks); err != nil {
			t.Fatal(err)
		}
		for name, c := range checks {
			statuses[name] = append(statuses[name], c.Status)
		}
	}
	for class, list := range contractCodes {
		for _, code := range list {
			if got, ok := codes[code]; !ok {
				t.Errorf("%s was never found", code)
			} else if got != class {
				t.Errorf("%s is of class %s, want %s", code, got, class)
			}
		}
	}
	for code, list := range contractDetails {
		for _, detail := range list {
			if !details[code+"/"+detail] {
				t.Errorf("%s with %s was never found", code, detail)
			}
		}
	}
	for _, status := range []string{"pass", "warning", "needs_inspection", "fail"} {
		if !summaries[status] {
			t.Errorf("no check ended as %s", status)
		}
	}
	for _, name := range contractChecks {
		want := []string{"pass", "fail"}
		switch name {
		case "pythonBuffering", "repeat":
			want = []string{"pass", "warning"}
		case "staticScan":
			want = []string{"pass", "warning", "fail"}
		}
		if name != "stdout" && name != "jsonRpc" && name != "initialize" && name != "process" && name != "pythonBuffering" {
			want = append(want, "skipped")
		}
		for _, status := range want {
			if !slices.Contains(statuses[name], status) {
				t.Errorf("the check %s was never %s (seen: %s)", name, status, strings.Join(slices.Compact(slices.Sorted(slices.Values(statuses[name]))), ", "))
			}
		}
	}
}
