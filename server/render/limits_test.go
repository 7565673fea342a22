package render_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/server/render"
)

// manyFindings is a report of n findings of each severity, whose texts are long
// and full of what a format has to escape.
func manyFindings(n int) *report.Report {
	r := &report.Report{Command: []string{"node", "server.js"}}
	for _, severity := range []rule.Severity{rule.Error, rule.Warning, rule.Note} {
		for i := range n {
			r.Issues = append(r.Issues, report.Issue{Severity: severity, Code: "stdout-non-json", Layer: 2,
				Message: fmt.Sprintf("%s %d %s", severity, i, strings.Repeat("<|`#[*_@ ::x", 6)), Hint: "change it"})
		}
	}
	return r
}

func rendered(t *testing.T, format string, r *report.Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := render.Write(&out, format, render.Input{Report: r, JSON: r.JSON()}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What a viewer shows is bounded; the worst is shown, and the rest is counted.
func TestSARIFShowsSoMany(t *testing.T) {
	for _, tt := range []struct{ each, shown, left int }{{2, 6, 0}, {2000, 5000, 1000}} {
		var log struct {
			Runs []struct {
				Results     []struct{ Level string }
				Invocations []struct {
					Notes []struct{ Message struct{ Text string } } `json:"toolExecutionNotifications"`
				}
			}
		}
		if err := json.Unmarshal([]byte(rendered(t, "sarif", manyFindings(tt.each))), &log); err != nil {
			t.Fatal(err)
		}
		run := log.Runs[0]
		levels := map[string]int{}
		for _, result := range run.Results {
			levels[result.Level]++
		}
		if len(run.Results) != tt.shown || levels["error"] != tt.each || levels["warning"] != tt.each {
			t.Errorf("%d each: %d results, %v", tt.each, len(run.Results), levels)
		}
		notes := run.Invocations[0].Notes
		if said := len(notes) == 1 && strings.HasPrefix(notes[0].Message.Text, fmt.Sprint(tt.left)+" further"); said != (tt.left > 0) {
			t.Errorf("%d each: it says %+v", tt.each, notes)
		}
	}
}

func TestGitHubShowsTenOfAKind(t *testing.T) {
	for _, tt := range []struct {
		each, lines int
		left        string
	}{{9, 9, ""}, {10, 10, ""}, {11, 10, "2 more"}, {100, 10, "91 more"}} {
		out := rendered(t, "github", manyFindings(tt.each))
		for _, kind := range []string{"error", "warning", "notice"} {
			lines := regexp.MustCompile(`(?m)^::`+kind+` .*$`).FindAllString(out, -1)
			if len(lines) != tt.lines {
				t.Errorf("%d each: %d lines of %s", tt.each, len(lines), kind)
			}
			if said := strings.Contains(lines[len(lines)-1], " more findings"); said != (tt.left != "") || !strings.Contains(lines[len(lines)-1], tt.left) {
				t.Errorf("%d each: the last is %q", tt.each, lines[len(lines)-1])
			}
		}
	}
}

func TestMarkdownFitsAJobSummary(t *testing.T) {
	const most = 1 << 20
	if out := rendered(t, "markdown", manyFindings(2)); strings.Contains(out, "further") || strings.Count(out, "| `stdout-non-json` |") != 6 {
		t.Errorf("a short one: %s", out)
	}
	out := rendered(t, "markdown", manyFindings(5000))
	shown := strings.Count(out, "| `stdout-non-json` |")
	if len(out) > most || len(out) < most/2 || !strings.HasSuffix(out, fmt.Sprintf("\n%d further findings are not listed here.\n", 15000-shown)) {
		t.Errorf("%d bytes, %d findings, ends with %q", len(out), shown, out[len(out)-100:])
	}
	long := manyFindings(1)
	long.Command = append(long.Command, strings.Repeat("x`<", 1<<19))
	if out := rendered(t, "markdown", long); len(out) > most {
		t.Errorf("a long command: %d bytes", len(out))
	}
}
