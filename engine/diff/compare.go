package diff

import (
	"slices"

	"stdioscope/engine/order"
	"stdioscope/engine/report"
	"stdioscope/engine/wire"
)

// Comparison is what changed from one recording to another.
type Comparison struct {
	Same         bool // nothing below but latencies and frames
	Verdict      Pair
	First        Pair // the code of the first violation
	Findings     []FindingChange
	InBoth       int64 // findings that neither side has more of
	Protocol     Pair
	Capabilities NamesChange
	Tools        []ToolChange
	ToolsSame    int
	Results      []ResultChange
	Latencies    []LatencyPair
	Frames       []Aligned

	before, after *Facts
}

// Pair is one value on both sides.
type Pair struct{ Before, After string }

// FindingChange is a finding that does not stand equally often in both.
type FindingChange struct {
	Code          string
	Severity      string
	Message       string // "" when more were found than are kept: they are counted alone
	Before, After int64
}

// NamesChange is a set of names on both sides.
type NamesChange struct{ Added, Removed []string }

// ToolChange is a tool that is not the same.
type ToolChange struct {
	Name   string
	Change string       // "added", "removed", "changed"
	Values []PathChange // what changed in it
}

// ResultChange is the answer to one question that changed its shape.
type ResultChange struct {
	Method string
	Asked  string // the parameters, shortened
	Change string
	Paths  []PathChange // the types of what changed
}

// PathChange is one place at which two JSON values differ; "" is where a side has
// nothing.
type PathChange struct {
	Path          string // JSON pointer; of a shape, * stands for every element of an array
	Before, After string
}

// LatencyPair is how long the answers to a method took.
type LatencyPair struct {
	Method        string
	Before, After *Latency // nil: none was answered
}

// Latency is a median, in microseconds.
type Latency struct {
	Count  int
	Median int64
}

// Compare says what changed from a to b.
func Compare(a, b *Facts) Comparison {
	c := Comparison{
		Verdict:      Pair{a.Report.Summary.Status, b.Report.Summary.Status},
		First:        Pair{firstCode(a.Report), firstCode(b.Report)},
		Protocol:     Pair{a.Report.NegotiatedProtocol, b.Report.NegotiatedProtocol},
		Capabilities: nameChanges(a.Report.CapabilityKeys, b.Report.CapabilityKeys),
		Results:      resultChanges(a.exchanges, b.exchanges),
		Latencies:    latencies(a.exchanges, b.exchanges),
		Frames:       align(sayings(a, b)),
		before:       a, after: b,
	}
	c.Findings, c.InBoth = findingChanges(a.Report, b.Report)
	c.Tools, c.ToolsSame = toolChanges(a.tools, b.tools)
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

// findingChanges compares findings by what they say and not by where: a line more
// before them is no change of theirs. Of a code with more findings than a report
// keeps, only the count can be compared.
func findingChanges(a, b *report.Report) ([]FindingChange, int64) {
	var all []FindingChange
	at := map[string]int{}
	entry := func(key string, c FindingChange) *FindingChange {
		i, ok := at[key]
		if !ok {
			i = len(all)
			at[key] = i
			all = append(all, c)
		}
		return &all[i]
	}
	cut := map[string]bool{}
	for _, r := range []*report.Report{a, b} {
		for _, n := range r.Counts {
			if n.Count > int64(n.Kept) {
				cut[n.Code] = true
			}
		}
	}
	for side, r := range []*report.Report{a, b} {
		add := func(key string, c FindingChange, n int64) {
			if e := entry(key, c); side == 0 {
				e.Before += n
			} else {
				e.After += n
			}
		}
		for _, i := range r.Issues {
			if !cut[i.Code] {
				add(saying(i), FindingChange{Code: i.Code, Severity: string(i.Severity), Message: i.Message}, 1)
			}
		}
		for _, n := range r.Counts {
			if cut[n.Code] {
				add(n.Code+"|"+string(n.Severity), FindingChange{Code: n.Code, Severity: string(n.Severity)}, n.Count)
			}
		}
	}
	var changes []FindingChange
	var same int64
	for _, c := range all {
		if c.Before == c.After {
			same += c.Before
		} else {
			changes = append(changes, c)
		}
	}
	return changes, same
}

func saying(i report.Issue) string {
	return i.Code + "|" + string(i.Severity) + "|" + i.DetailCode + "|" + plain([]byte(i.Path)) + "|" + i.Method + "|" + plain([]byte(i.Message))
}

func nameChanges(a, b []string) NamesChange {
	var c NamesChange
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

// toolChanges compares tools by name: their order is no change.
func toolChanges(a, b map[string][]byte) (changes []ToolChange, same int) {
	for _, n := range namesOf(a, b) {
		before, was := a[n]
		after, is := b[n]
		switch {
		case !was:
			changes = append(changes, ToolChange{Name: n, Change: "added"})
		case !is:
			changes = append(changes, ToolChange{Name: n, Change: "removed"})
		default:
			values := valueChanges(before, after)
			if len(values) == 0 {
				same++
				continue
			}
			changes = append(changes, ToolChange{n, "changed", values})
		}
	}
	return changes, same
}

// namesOf are the names that either side has, sorted.
func namesOf[T any](a, b map[string]T) []string {
	var names []string
	for n := range a {
		names = append(names, n)
	}
	for n := range b {
		if _, ok := a[n]; !ok {
			names = append(names, n)
		}
	}
	order.Strings(names)
	return names
}

// resultChanges pairs the nth time that a question was asked on one side with the
// nth on the other.
func resultChanges(a, b []exchange) []ResultChange {
	asked := map[string][]int{}
	for i, x := range b {
		asked[x.key] = append(asked[x.key], i)
	}
	var changes []ResultChange
	for _, before := range a {
		same := asked[before.key]
		if len(same) == 0 {
			continue
		}
		after := b[same[0]]
		asked[before.key] = same[1:]
		if change, paths := resultChange(before, after); change != "" {
			changes = append(changes, ResultChange{before.method, before.asked, change, paths})
		}
	}
	return changes
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
	case a.answer == nil || b.answer == nil:
		return "", nil
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

func latencies(a, b []exchange) []LatencyPair {
	before, after := byMethod(a), byMethod(b)
	var pairs []LatencyPair
	for _, method := range namesOf(before, after) {
		pairs = append(pairs, LatencyPair{method, median(before[method]), median(after[method])})
	}
	return pairs
}

func byMethod(all []exchange) map[string][]int64 {
	taken := map[string][]int64{}
	for _, x := range all {
		if x.latency >= 0 {
			taken[x.method] = append(taken[x.method], x.latency)
		}
	}
	return taken
}

func median(all []int64) *Latency {
	n := len(all)
	if n == 0 {
		return nil
	}
	by := order.Stable(n, func(i, j int) bool { return all[i] < all[j] })
	return &Latency{n, (all[by[(n-1)/2]] + all[by[n/2]]) / 2}
}
