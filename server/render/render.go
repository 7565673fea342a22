// Package render writes a report in the formats that people and machines read:
// text, JSON, JSON lines, JUnit, SARIF, GitHub annotations, Markdown, badges and
// a page of one file.
//
// Start with [Write]. The package shows a verdict and never makes one: what a
// format leaves out, it says it left out.
package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"stdioscope/engine/report"
)

// Input is what is rendered.
type Input struct {
	Report   *report.Report
	JSON     []byte     // the report's own bytes; nil = encode Report
	Accepted []Accepted // findings that a baseline accepts; they are shown, marked
	Color    bool       // text on a terminal
	Width    int        // of the terminal; 0 = 80
	Page     *Page      // for html alone
}

// Accepted is a finding that a baseline accepts.
type Accepted struct {
	Code    string `json:"code"`
	Address string `json:"address,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

// accepted says whether the baseline accepts an issue.
func (in Input) accepted(i report.Issue) bool {
	return slices.ContainsFunc(in.Accepted, func(a Accepted) bool {
		return a.Code == i.Code && (a.Address == "" || a.Address == i.Address)
	})
}

// writers are the formats, in the order that help shows them.
var writers = []struct {
	name  string
	about string
	write func(io.Writer, Input) error
}{
	{"text", "for people, one screen", writeText},
	{"json", "the whole report, the contract", writeJSON},
	{"jsonl", "a finding a line, the summary last", writeJSONL},
	{"junit", "JUnit XML, a test case a check", writeJUnit},
	{"sarif", "SARIF 2.1.0 for code scanning", writeSARIF},
	{"github", "GitHub Actions annotations", writeGitHub},
	{"markdown", "for a job summary or a comment", writeMarkdown},
	{"badge", "a shields endpoint object", writeBadgeJSON},
	{"badge-svg", "a badge as a picture", writeBadgeSVG},
	{"html", "one page that shows and re-checks the run offline", writeHTML},
}

// Formats names the formats.
func Formats() []string {
	names := make([]string, len(writers))
	for i, w := range writers {
		names[i] = w.name
	}
	return names
}

// About is the one-line description of a format.
func About(format string) string {
	for _, w := range writers {
		if w.name == format {
			return w.about
		}
	}
	return ""
}

// Write renders in one format. An unknown format is an error that names the
// known ones.
func Write(out io.Writer, format string, in Input) error {
	for _, w := range writers {
		if w.name == format {
			return w.write(out, in)
		}
	}
	return fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Formats(), ", "))
}

func writeJSON(out io.Writer, in Input) error {
	data := in.JSON
	if data == nil {
		data = in.Report.JSON()
	}
	_, err := out.Write(data)
	return err
}

// issues gives what counts against the server first, in order, then the rest.
func issues(r *report.Report) []report.Issue {
	sorted := slices.Clone(r.Issues)
	slices.SortStableFunc(sorted, func(a, b report.Issue) int { return a.Severity.Rank() - b.Severity.Rank() })
	return sorted
}

// where says in words where a finding stands.
func where(i report.Issue) string {
	if i.Address == "" {
		if i.Line > 0 {
			return fmt.Sprintf("line %d of the log", i.Line)
		}
		return ""
	}
	if i.Line > 0 {
		return fmt.Sprintf("%s (line %d of the log)", i.Address, i.Line)
	}
	return i.Address
}

// cut says how many findings of a report are not in its list.
func cut(r *report.Report) int64 {
	var n int64
	for _, c := range r.Counts {
		n += c.Count - int64(c.Kept)
	}
	return n
}
