package engine

import (
	"slices"

	"stdioscope/engine/order"
	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

// tally adds up the counts of some runs, by code, severity and party.
func tally(runs []*run) []codeCount {
	var out []codeCount
	for _, r := range runs {
		for _, c := range r.found.counts {
			if c.n == 0 {
				continue
			}
			i := slices.IndexFunc(out, func(o codeCount) bool {
				return o.code == c.code && o.severity == c.severity && o.party == c.party
			})
			if i < 0 {
				out = append(out, *c)
				continue
			}
			out[i].n += c.n
			out[i].kept += c.kept
		}
	}
	ordered := make([]codeCount, 0, len(out))
	for _, i := range order.Stable(len(out), func(i, j int) bool {
		a, b := &out[i], &out[j]
		return a.code < b.code || a.code == b.code && a.severity.Rank() < b.severity.Rank()
	}) {
		ordered = append(ordered, out[i])
	}
	return ordered
}

func codeCounts(counts []codeCount) []report.CodeCount {
	out := make([]report.CodeCount, 0, len(counts))
	for _, c := range counts {
		if n := len(out); n > 0 && out[n-1].Code == c.code && out[n-1].Severity == c.severity {
			out[n-1].Count += c.n
			out[n-1].Kept += c.kept
			continue
		}
		out = append(out, report.CodeCount{Code: c.code, Severity: c.severity, Count: c.n, Kept: c.kept})
	}
	return out
}

// counts reports whether findings of this count weigh on the verdict: notes and
// other parties' faults do not.
//
//go:noinline
func (c *codeCount) weighs() bool { return c.party == byServer && c.severity != rule.Note && c.n > 0 }

// verdictOn is the check over the counts that a question selects; pass when
// there are none.
func verdictOn(counts []codeCount, mine func(c *codeCount) bool) report.Check {
	out := report.Check{Status: report.Pass, IssueCodes: []string{}}
	for i := range counts {
		c := &counts[i]
		if !c.weighs() || !mine(c) {
			continue
		}
		if c.severity == rule.Error {
			out.Status = report.Fail
		} else if out.Status == report.Pass {
			out.Status = report.Warning
		}
		out.IssueCodes = append(out.IssueCodes, c.code)
	}
	out.IssueCodes = sorted(out.IssueCodes)
	return out
}

func issueClasses(counts []codeCount) report.IssueClasses {
	of := func(class rule.Class) report.Check {
		return verdictOn(counts, func(c *codeCount) bool { return c.class == class })
	}
	return report.IssueClasses{
		InstallRuntime: of(rule.InstallRuntime),
		StdioTransport: of(rule.StdioTransport),
		MCPProtocol:    of(rule.MCPProtocol),
	}
}

// summarise is the entry point for badges and listings.
func summarise(counts []codeCount, first *report.FirstViolation) report.Summary {
	var s report.Summary
	var ofErrors, ofWarnings []string // their classes
	static := ""
	for i := range counts {
		c := &counts[i]
		if !c.weighs() {
			continue
		}
		total, classes := &s.IssueCounts.Warning, &ofWarnings
		if c.severity == rule.Error {
			total, classes = &s.IssueCounts.Error, &ofErrors
		}
		*total += c.n
		if !contains(*classes, string(c.class)) {
			*classes = append(*classes, string(c.class))
		}
		if c.check == rule.CheckStaticScan {
			static = c.code
		}
	}
	s.IssueCounts.Total = s.IssueCounts.Error + s.IssueCounts.Warning
	deciding := ofErrors
	switch {
	case s.IssueCounts.Total == 0:
		s.Status = "pass"
	case s.IssueCounts.Error == 0:
		s.Status = "warning"
		deciding = ofWarnings
	case len(deciding) == 1 && deciding[0] == string(rule.InstallRuntime):
		s.Status = "needs_inspection"
	default:
		s.Status = "fail"
	}
	switch len(deciding) {
	case 0:
	case 1:
		s.IssueClass = deciding[0]
	default:
		s.IssueClass = "mixed"
	}
	switch {
	case first != nil:
		s.PrimaryIssueCode, s.PrimaryIssueClass = first.Code, string(first.Class)
	case static != "":
		s.PrimaryIssueCode, s.PrimaryIssueClass = static, string(rule.StdioTransport)
	}
	s.Badge = report.Badge{Label: "mcp stdio"}
	switch s.Status {
	case "pass":
		s.Badge.Message, s.Badge.Color, s.Display = "pass", "brightgreen", "verified"
	case "warning":
		s.Badge.Message, s.Badge.Color, s.Display = "warning", "yellow", "verified with warnings"
	case "needs_inspection":
		s.Badge.Message, s.Badge.Color = "needs inspection", "orange"
		s.Display = "runtime or install issue; inspect before presenting as protocol failure"
	default:
		s.Badge.Message, s.Badge.Color, s.Display = "fail", "red", "stdio transport or MCP protocol failure"
	}
	return s
}
