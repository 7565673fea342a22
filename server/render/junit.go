package render

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitMessage `xml:"failure"`
	Skipped *junitMessage `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitMessage struct {
	Message string `xml:"message,attr,omitempty"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// writeJUnit makes a suite a run and a test case a check. A check fails its
// case by an error that no baseline accepts; warnings go to its output.
func writeJUnit(out io.Writer, in Input) error {
	runs := in.Report.Runs
	if len(runs) == 0 {
		runs = []*report.Report{in.Report}
	}
	all := junitSuites{Name: "stdioscope", Time: seconds(in.Report.DurationMs)}
	for i, r := range runs {
		name := strings.Join(r.Command, " ")
		if name == "" {
			name = r.Source.Format
		}
		if len(runs) > 1 {
			name = fmt.Sprintf("%s (run %d)", name, i+1)
		}
		suite := junitSuite{Name: xmlText(name), Time: seconds(r.DurationMs)}
		for _, c := range checksOf(r) {
			test := junitOf(c, r, in)
			suite.Tests++
			if test.Failure != nil {
				suite.Failures++
			}
			if test.Skipped != nil {
				suite.Skipped++
			}
			suite.Cases = append(suite.Cases, test)
		}
		all.Tests, all.Failures, all.Skipped = all.Tests+suite.Tests, all.Failures+suite.Failures, all.Skipped+suite.Skipped
		all.Suites = append(all.Suites, suite)
	}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(out)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

// namedCheck is one check with the name it has in the report.
type namedCheck struct {
	name string
	report.Check
}

// checksOf lists the checks in the order of the contract.
func checksOf(r *report.Report) []namedCheck {
	c := r.Checks
	return []namedCheck{
		{"initialize", c.Initialize}, {"discover", c.Discover}, {"stdout", c.Stdout}, {"jsonRpc", c.JSONRPC},
		{"operation", c.Operation}, {"capabilities", c.Capabilities.Check}, {"toolSchema", c.ToolSchema},
		{"adversarial", c.Adversarial}, {"process", c.Process}, {"pythonBuffering", c.PythonBuffering},
		{"staticScan", c.StaticScan}, {"repeat", c.Repeat.Check},
	}
}

func junitOf(c namedCheck, r *report.Report, in Input) junitCase {
	test := junitCase{Class: "stdioscope", Name: c.name}
	if c.Status == report.Skipped {
		test.Skipped = &junitMessage{Message: c.Reason}
		return test
	}
	var failures, others []string
	var first report.Issue
	for _, i := range r.Issues {
		if i.Party != "server" || !slices.Contains(c.IssueCodes, i.Code) || i.Severity == rule.Note {
			continue
		}
		text := xmlText(issueLine(i))
		if i.Severity == rule.Error && !in.accepted(i) {
			if failures == nil {
				first = i
			}
			failures = append(failures, text)
		} else {
			others = append(others, text)
		}
	}
	if failures != nil {
		test.Failure = &junitMessage{Message: xmlText(first.Message), Type: first.Code, Text: strings.Join(failures, "\n")}
	}
	test.Output = strings.Join(others, "\n")
	return test
}

// issueLine is a finding on one line.
func issueLine(i report.Issue) string {
	line := fmt.Sprintf("[%s] %s: %s", i.Severity, i.Code, i.Message)
	if at := where(i); at != "" {
		line += " (" + at + ")"
	}
	return line
}

// xmlText drops what XML 1.0 cannot hold; server text is shown elsewhere whole.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == utf8.RuneError || r == 0xFFFE || r == 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, s)
}

func seconds(ms int64) string { return fmt.Sprintf("%.3f", float64(ms)/1000) }
