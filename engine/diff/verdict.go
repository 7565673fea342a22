package diff

import (
	"strconv"

	"stdioscope/engine/report"
)

// VerdictChange is one finding that two reports do not share.
type VerdictChange struct {
	Change   string `json:"change"` // "gone", "new"
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Address  string `json:"address,omitempty"`
}

// Verdicts compares what two reports say: ordered code, severity, layer, stream,
// frame, offset and length of each finding, and the summary. Nothing in the
// list means that they say the same.
func Verdicts(a, b *report.Report) []VerdictChange {
	before, after := counted(a), counted(b)
	var changes []VerdictChange
	for _, k := range before.order {
		if before.count[k] > after.count[k] {
			changes = append(changes, change("gone", before.issue[k]))
		}
	}
	for _, k := range after.order {
		if after.count[k] > before.count[k] {
			changes = append(changes, change("new", after.issue[k]))
		}
	}
	if len(changes) == 0 && (!sameSummary(a, b) || !sameOrder(before.list, after.list)) {
		changes = append(changes, VerdictChange{Change: "order", Code: b.Summary.PrimaryIssueCode})
	}
	return changes
}

// sameSummary looks at what stands beside the list, which keeps a bounded number
// of findings.
func sameSummary(a, b *report.Report) bool {
	return a.Classification == b.Classification && a.Summary.Status == b.Summary.Status &&
		a.Summary.IssueClass == b.Summary.IssueClass && a.Summary.IssueCounts == b.Summary.IssueCounts
}

func change(kind string, i report.Issue) VerdictChange {
	return VerdictChange{Change: kind, Code: i.Code, Severity: string(i.Severity), Address: i.Address}
}

type findings struct {
	count map[string]int
	issue map[string]report.Issue
	order []string // each key once
	list  []string // every finding
}

func counted(r *report.Report) findings {
	f := findings{count: map[string]int{}, issue: map[string]report.Issue{}}
	for _, i := range r.Issues {
		k := place(i)
		if f.count[k] == 0 {
			f.order = append(f.order, k)
			f.issue[k] = i
		}
		f.count[k]++
		f.list = append(f.list, k)
	}
	return f
}

// place is what makes a finding the same finding.
func place(i report.Issue) string {
	k := i.Code + "/" + string(i.Severity) + "/" + strconv.Itoa(i.Layer) + "/" + strconv.Itoa(i.Run) + "/" + i.Stream + "/" + strconv.Itoa(i.Frame)
	if i.Offset != nil {
		k += "@" + strconv.FormatInt(*i.Offset, 10)
	}
	if i.Length != nil {
		k += "+" + strconv.Itoa(*i.Length)
	}
	return k
}

func sameOrder(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
