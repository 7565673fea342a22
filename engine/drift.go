package engine

import (
	"strconv"

	"stdioscope/engine/report"
)

func noDrift() report.Drift {
	return report.Drift{
		Status: report.Skipped, IssueCodes: []string{}, ComparedRuns: []int{},
		NegotiatedProtocol: report.DriftText{ChangedRuns: []report.DriftTextShift{}},
		Capabilities:       report.DriftNames{Baseline: []string{}, ChangedRuns: []report.DriftNamesShift{}},
		Tools:              report.DriftTools{ChangedRuns: []report.DriftToolsShift{}},
		Lists: report.DriftLists{
			Resources: report.DriftCount{ChangedRuns: []report.DriftCountShift{}},
			Prompts:   report.DriftCount{ChangedRuns: []report.DriftCountShift{}},
		},
	}
}

// drifts compares the runs that opened well with the first of them. Order never
// drifts.
func drifts(runs []*run) report.Drift {
	d := noDrift()
	var base *run
	for _, r := range runs {
		if !r.life.opened {
			continue
		}
		if base == nil {
			base = r
			no := r.no
			d.BaselineRun = &no
			d.NegotiatedProtocol.Baseline = r.agreed()
			d.Capabilities.Baseline = r.capabilityKeys()
			d.Tools.BaselineCount = r.tools.count
			d.Lists.Resources.BaselineCount = r.capabilityChecks().Resources.ItemCount
			d.Lists.Prompts.BaselineCount = r.capabilityChecks().Prompts.ItemCount
			continue
		}
		d.ComparedRuns = append(d.ComparedRuns, r.no)
		if v := r.agreed(); v != d.NegotiatedProtocol.Baseline {
			d.NegotiatedProtocol.ChangedRuns = append(d.NegotiatedProtocol.ChangedRuns, report.DriftTextShift{Run: r.no, Value: v})
		}
		if added, removed := difference(d.Capabilities.Baseline, r.capabilityKeys()); len(added)+len(removed) > 0 {
			d.Capabilities.ChangedRuns = append(d.Capabilities.ChangedRuns, report.DriftNamesShift{Run: r.no, Added: added, Removed: removed})
		}
		if base.tools.checked && r.tools.checked {
			added, removed := difference(sorted(base.tools.names), sorted(r.tools.names))
			if len(added)+len(removed) > 0 || r.tools.count != base.tools.count {
				d.Tools.ChangedRuns = append(d.Tools.ChangedRuns, report.DriftToolsShift{Run: r.no, Count: r.tools.count, Added: added, Removed: removed})
			}
		}
		shiftCount(&d.Lists.Resources, r.no, r.capabilityChecks().Resources.ItemCount)
		shiftCount(&d.Lists.Prompts, r.no, r.capabilityChecks().Prompts.ItemCount)
	}
	if len(d.ComparedRuns) == 0 {
		return d
	}
	d.Status = report.Pass
	mark := func(changed bool, code string) {
		if changed {
			d.Status = report.Warning
			d.IssueCodes = append(d.IssueCodes, code)
		}
	}
	mark(len(d.Capabilities.ChangedRuns) > 0, "repeat-capability-drift")
	mark(len(d.Lists.Resources.ChangedRuns)+len(d.Lists.Prompts.ChangedRuns) > 0, "repeat-list-shape-drift")
	mark(len(d.NegotiatedProtocol.ChangedRuns) > 0, "repeat-protocol-drift")
	mark(len(d.Tools.ChangedRuns) > 0, "repeat-tool-drift")
	return d
}

func shiftCount(d *report.DriftCount, run int, n *int) {
	if d.BaselineCount == nil || n == nil || *n == *d.BaselineCount {
		return
	}
	d.ChangedRuns = append(d.ChangedRuns, report.DriftCountShift{Run: run, Count: n})
}

// difference compares two sorted lists.
func difference(before, after []string) (added, removed []string) {
	added, removed = []string{}, []string{}
	i, j := 0, 0
	for i < len(before) || j < len(after) {
		switch {
		case j == len(after) || i < len(before) && before[i] < after[j]:
			removed = append(removed, before[i])
			i++
		case i == len(before) || after[j] < before[i]:
			added = append(added, after[j])
			j++
		default:
			i, j = i+1, j+1
		}
	}
	return added, removed
}

func driftOf(code string) string {
	switch code {
	case "repeat-protocol-drift":
		return "the negotiated protocol differs between runs"
	case "repeat-capability-drift":
		return "the advertised capabilities differ between runs"
	case "repeat-tool-drift":
		return "the tools differ between runs"
	}
	return "the number of resources or prompts differs between runs"
}

// repeated adds to the report what only several runs of the same command show.
func (a *Analyzer) repeated(rep *report.Report, runs []*run) {
	rep.Drift = drifts(runs)
	extra := newRun(a, 0) // a place for findings that belong to no run
	for _, code := range rep.Drift.IssueCodes {
		for _, no := range driftRuns(&rep.Drift, code) {
			f := extra.newFinding(code, "", "", driftOf(code)+": run "+strconv.Itoa(no)+" is not like run "+strconv.Itoa(*rep.Drift.BaselineRun))
			if f == nil {
				continue
			}
			f.run = no
			c := extra.found.count(f)
			c.n++
			c.kept++
			i := extra.issue(f, nil)
			i.T, i.Phase = nil, ""
			i.AfterFirst = rep.FirstViolation != nil
			rep.Issues = append(rep.Issues, i)
			if rep.FirstViolation == nil {
				first := i
				rep.FirstViolation = &first
			}
		}
	}
	counts := tally(append(append([]*run{}, a.runs...), extra))
	rep.Counts = codeCounts(counts)
	rep.IssueClasses = issueClasses(counts)
	rep.Summary = summarise(counts, rep.FirstViolation)
	rep.OK = rep.Summary.IssueCounts.Error == 0
	if rep.Evidence == nil {
		rep.Evidence = runs[len(runs)-1].evidence(rep)
	}
	a.repeatCheck(rep, runs, counts)
	for i, r := range runs {
		ok := rep.Runs[i].OK
		total := rep.Runs[i].DurationMs
		fr := report.FingerprintRun{Run: r.no, OK: ok, StartupMs: r.startupMs()}
		if a.timed() {
			fr.TotalMs = &total
		}
		rep.Fingerprint.Runs = append(rep.Fingerprint.Runs, fr)
	}
}

// driftRuns is the runs that a drift code is about.
func driftRuns(d *report.Drift, code string) (out []int) {
	switch code {
	case "repeat-protocol-drift":
		for _, c := range d.NegotiatedProtocol.ChangedRuns {
			out = append(out, c.Run)
		}
	case "repeat-capability-drift":
		for _, c := range d.Capabilities.ChangedRuns {
			out = append(out, c.Run)
		}
	case "repeat-tool-drift":
		for _, c := range d.Tools.ChangedRuns {
			out = append(out, c.Run)
		}
	case "repeat-list-shape-drift":
		for _, c := range d.Lists.Resources.ChangedRuns {
			out = append(out, c.Run)
		}
		for _, c := range d.Lists.Prompts.ChangedRuns {
			if len(out) == 0 || out[len(out)-1] != c.Run {
				out = append(out, c.Run)
			}
		}
	}
	return out
}

func (a *Analyzer) repeatCheck(rep *report.Report, runs []*run, counts []codeCount) {
	passed, failed := 0, []int{}
	for i, r := range runs {
		if rep.Runs[i].OK {
			passed++
		} else {
			failed = append(failed, r.no)
		}
	}
	n := len(runs)
	c := report.RepeatCheck{Check: verdictOn(counts, func(*codeCount) bool { return true }), Runs: &n, PassedRuns: &passed, FailedRuns: failed}
	switch {
	case len(failed) > 0:
		c.Status = report.Fail
	case rep.Drift.Status == report.Warning || c.Status == report.Warning:
		c.Status = report.Warning
	default:
		c.Status = report.Pass
	}
	rep.Checks.Repeat = c
}
