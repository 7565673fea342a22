package diff

import (
	"slices"

	"stdioscope/engine/report"
	"stdioscope/engine/wire"
)

// Comparison is what changed from one recording to another.
type Comparison struct {
	Same         bool            `json:"same"` // nothing below but latencies and frames
	Verdict      Pair            `json:"verdict"`
	First        Pair            `json:"first"` // the code of the first violation
	Findings     []FindingCount  `json:"findings"`
	Protocol     Pair            `json:"protocol"`
	Capabilities NamesChange     `json:"capabilities"`
	Tools        []ToolChange    `json:"tools"`
	Results      []ResultChange  `json:"results"`
	Latencies    []LatencyChange `json:"latencies"`
	Frames       []Aligned       `json:"frames"`
}

// Pair is one value on both sides.
type Pair struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

// FindingCount is a code that is not found equally often.
type FindingCount struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Before   int64  `json:"before"`
	After    int64  `json:"after"`
}

// NamesChange is a set of names on both sides.
type NamesChange struct {
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

// ToolChange is a tool that is not the same.
type ToolChange struct {
	Name   string   `json:"name"`
	Change string   `json:"change"`          // "added", "removed", "changed"
	Paths  []string `json:"paths,omitempty"` // what changed in it, as JSON pointers
}

// ResultChange is the answer to one question that changed its shape.
type ResultChange struct {
	Method string       `json:"method"`
	Asked  string       `json:"asked"` // the parameters, shortened
	Change string       `json:"change"`
	Paths  []PathChange `json:"paths,omitempty"`
}

// LatencyChange is how long one question took, in microseconds.
type LatencyChange struct {
	Method string `json:"method"`
	Before *int64 `json:"before"` // null: not answered
	After  *int64 `json:"after"`
}

// Compare says what changed from a to b.
func Compare(a, b *Facts) Comparison {
	c := Comparison{
		Verdict:      Pair{a.Report.Summary.Status, b.Report.Summary.Status},
		First:        Pair{firstCode(a.Report), firstCode(b.Report)},
		Findings:     findingChanges(a.Report, b.Report),
		Protocol:     Pair{a.Report.NegotiatedProtocol, b.Report.NegotiatedProtocol},
		Capabilities: nameChanges(a.Report.CapabilityKeys, b.Report.CapabilityKeys),
		Tools:        toolChanges(a.tools, b.tools),
		Frames:       align(a.frames, b.frames),
	}
	c.Results, c.Latencies = exchangeChanges(a.exchanges, b.exchanges)
	c.Same = c.Verdict.Before == c.Verdict.After && c.First.Before == c.First.After && len(c.Findings) == 0 &&
		c.Protocol.Before == c.Protocol.After && len(c.Capabilities.Added)+len(c.Capabilities.Removed) == 0 &&
		len(c.Tools) == 0 && len(c.Results) == 0
	return c
}

func firstCode(r *report.Report) string {
	if r.FirstViolation == nil {
		return ""
	}
	return r.FirstViolation.Code
}

func findingChanges(a, b *report.Report) []FindingCount {
	changes := []FindingCount{}
	for _, before := range a.Counts {
		after := countOf(b, before.Code, string(before.Severity))
		if after != before.Count {
			changes = append(changes, FindingCount{before.Code, string(before.Severity), before.Count, after})
		}
	}
	for _, after := range b.Counts {
		if countOf(a, after.Code, string(after.Severity)) == 0 && after.Count > 0 {
			changes = append(changes, FindingCount{after.Code, string(after.Severity), 0, after.Count})
		}
	}
	return changes
}

func countOf(r *report.Report, code, severity string) int64 {
	for _, c := range r.Counts {
		if c.Code == code && string(c.Severity) == severity {
			return c.Count
		}
	}
	return 0
}

func nameChanges(a, b []string) NamesChange {
	c := NamesChange{Added: []string{}, Removed: []string{}}
	for _, n := range b {
		if !slices.Contains(a, n) {
			c.Added = append(c.Added, n)
		}
	}
	for _, n := range a {
		if !slices.Contains(b, n) {
			c.Removed = append(c.Removed, n)
		}
	}
	return c
}

func toolChanges(a, b map[string][]byte) []ToolChange {
	names := []string{}
	for n := range a {
		names = append(names, n)
	}
	for n := range b {
		if _, ok := a[n]; !ok {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	changes := []ToolChange{}
	for _, n := range names {
		before, was := a[n]
		after, is := b[n]
		switch {
		case !was:
			changes = append(changes, ToolChange{Name: n, Change: "added"})
		case !is:
			changes = append(changes, ToolChange{Name: n, Change: "removed"})
		default:
			if paths := valueChanges(before, after); len(paths) > 0 {
				changes = append(changes, ToolChange{n, "changed", paths})
			}
		}
	}
	return changes
}

// exchangeChanges pairs the nth time that a question was asked on one side with
// the nth on the other.
func exchangeChanges(a, b []exchange) ([]ResultChange, []LatencyChange) {
	results, latencies := []ResultChange{}, []LatencyChange{}
	used := make([]bool, len(b))
	for _, before := range a {
		i := slices.IndexFunc(b, func(x exchange) bool { return x.key == before.key })
		for i >= 0 && used[i] {
			next := slices.IndexFunc(b[i+1:], func(x exchange) bool { return x.key == before.key })
			if next < 0 {
				i = -1
			} else {
				i += 1 + next
			}
		}
		if i < 0 {
			continue
		}
		used[i] = true
		after := b[i]
		latencies = append(latencies, LatencyChange{before.method, latencyOf(before), latencyOf(after)})
		if change, paths := resultChange(before, after); change != "" {
			results = append(results, ResultChange{before.method, asked(before), change, paths})
		}
	}
	return results, latencies
}

func asked(x exchange) string {
	text := x.key[min(len(x.method)+1, len(x.key)):]
	return text[:min(len(text), 160)]
}

func latencyOf(x exchange) *int64 {
	if x.latency < 0 {
		return nil
	}
	return &x.latency
}

func resultChange(a, b exchange) (string, []PathChange) {
	switch {
	case a.latency >= 0 && b.latency < 0:
		return "no longer answered", nil
	case a.latency < 0 && b.latency >= 0:
		return "now answered", nil
	case a.latency < 0:
		return "", nil
	case !a.failed && b.failed:
		return "now an error", nil
	case a.failed && !b.failed:
		return "no longer an error", nil
	case a.failed:
		before, _ := wire.Get(a.answer, "code")
		after, _ := wire.Get(b.answer, "code")
		if string(before) != string(after) {
			return "another error code", []PathChange{{"/code", string(before), string(after)}}
		}
		return "", nil
	case a.method == "tools/list":
		return "", nil // said tool by tool
	}
	if paths := shapeChanges(a.answer, b.answer); len(paths) > 0 {
		return "another shape", paths
	}
	return "", nil
}
