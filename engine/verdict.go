package engine

import (
	"stdioscope/engine/order"
	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

// Report is the verdict on what was seen so far. It changes nothing and may be
// called at any time; two calls without an event between them give equal reports.
func (a *Analyzer) Report() *report.Report {
	runs := a.runs
	if len(runs) == 0 {
		runs = []*run{newRun(a, 1)}
	}
	rep := a.build(runs)
	counted := a.counted(runs)
	switch {
	case a.header.Options.Eras == "both" && len(counted) > 1:
		rep.Runs = a.each(counted)
		for i, r := range counted {
			rep.Eras = append(rep.Eras, report.EraRun{Run: r.no, Era: r.eraAsked(), OK: rep.Runs[i].OK && r.agreed() != "", Negotiated: r.agreed()})
		}
	case len(counted) > 1 || a.header.Options.Repeat > 1:
		rep.Runs = a.each(counted)
		if a.header.Source.Format == formatLaunch || a.header.Options.Repeat > 1 {
			// The sessions of a recorded client need not be like each other.
			a.repeated(rep, counted)
		}
	}
	return rep
}

// eraAsked is the era in which a run was opened, whatever came of it.
func (r *run) eraAsked() string {
	if r.life.initializes == 0 {
		return "modern"
	}
	return "legacy"
}

// counted is the runs that were asked for: one that was only launched again
// because the server does not survive the era probe is none.
func (a *Analyzer) counted(runs []*run) []*run {
	out := make([]*run, 0, len(runs))
	for i, r := range runs {
		if r.process.discoverExit && i+1 < len(runs) && a.header.Options.Eras == "" {
			continue
		}
		out = append(out, r)
	}
	return out
}

func (a *Analyzer) each(runs []*run) []*report.Report {
	out := make([]*report.Report, 0, len(runs))
	for _, r := range runs {
		one := a.build([]*run{r})
		one.Run = r.no
		one.Repeat, one.Fingerprint.Repeat = 1, 1
		out = append(out, one)
	}
	return out
}

// build makes the report of some runs; what belongs to a single run is the last
// one's.
func (a *Analyzer) build(runs []*run) *report.Report {
	h := &a.header
	r := runs[len(runs)-1]
	l := &r.life
	rep := &report.Report{
		SchemaVersion:      report.SchemaVersion,
		Config:             a.config(),
		Profile:            a.profile(),
		Command:            append([]string{}, h.Command...),
		Protocol:           r.spoken(),
		NegotiatedProtocol: r.agreed(),
		Initialized:        l.initialized,
		Repeat:             max(h.Options.Repeat, 1),
		Operations:         append([]report.Operation{}, r.ops.list...),
		Adversarial:        report.Adversarial{Enabled: len(r.probes.list) > 0 || len(h.Options.Adversarial) > 0, Probes: r.probes.report()},
		ToolSchema:         r.tools.summary(),
		CapabilityProbes:   h.Options.Probes,
		CapabilityKeys:     r.capabilityKeys(),
		CapabilityChecks:   r.capabilityChecks(),
		Drift:              noDrift(),
		Process:            r.processReport(),
		StaticScan:         a.staticScan(),
		StaticFindings:     append([]report.StaticFinding{}, a.static...),
		Era:                r.era(),
		Shutdown:           r.shutdown(),
		Cleanup:            r.process.cleanup,
		Source:             a.source(),
		Engine:             report.Engine{Name: "stdioscope", Version: Version},
		Selftest:           h.Options.Selftest,
		ClientErrors:       a.clientErrors,
	}
	if a.timed() {
		rep.DurationMs = (r.process.lastT - runs[0].process.spawnT) / 1000
	}
	if len(rep.Operations) > 0 {
		first := rep.Operations[0]
		rep.Operation = &first
	}
	rep.Fingerprint = a.fingerprint(runs, rep.Protocol)
	rep.Issues, rep.FirstViolation = issues(runs)
	if f, of := firstOfRuns(runs); f != nil {
		rep.Classification = classify(f, of)
	} else {
		rep.Classification = report.ValidStdout
	}
	counts := tally(runs)
	rep.Counts = codeCounts(counts)
	rep.Checks = a.checks(runs)
	rep.IssueClasses = issueClasses(counts)
	rep.Summary = summarise(counts, rep.FirstViolation)
	rep.OK = rep.Summary.IssueCounts.Error == 0
	rep.Layers = layers(runs)
	rep.Frames = frames(runs)
	rep.Clients = clients(runs)
	rep.Evidence = r.evidence(rep)
	return rep
}

// spoken is the version last sent.
func (r *run) spoken() string {
	if v := r.life.sentVersion; v != "" {
		return v
	}
	if p := r.a.header.Options.Protocol; p != "auto" {
		return p
	}
	return ""
}

// agreed is the version that both sides speak.
func (r *run) agreed() string {
	l := &r.life
	switch {
	case l.negotiated != "":
		return l.negotiated
	case l.discovered && contains(l.supported, l.sentVersion):
		return l.sentVersion
	case l.discovered && contains(l.supported, l.probedVersion):
		return l.probedVersion
	}
	return ""
}

// issues lists the findings in the order of their place, and the first of all.
func issues(runs []*run) ([]report.Issue, *report.FirstViolation) {
	first, _ := firstOfRuns(runs)
	out := []report.Issue{}
	var violation *report.FirstViolation
	passed := false // the first violation's run is behind us
	for _, r := range runs {
		kept := r.found.kept
		for _, n := range order.Stable(len(kept), func(i, j int) bool { return kept[i].at.before(kept[j].at) }) {
			f := kept[n]
			i := r.issue(f, nil)
			if first != nil && f.party == byServer && f.severity != rule.Note && f != first {
				i.AfterFirst = passed || first.run == r.no && first.at.before(f.at)
			}
			out = append(out, i)
		}
		if first != nil && first.run == r.no {
			passed = true
			i := r.issue(first, nil)
			violation = &i
		}
	}
	return out, violation
}

// firstOfRuns is the finding that decides the verdict, and its run: the earliest
// error, else the earliest warning.
func firstOfRuns(runs []*run) (*finding, *run) {
	for _, r := range runs {
		if f := r.found.firstError; f != nil {
			return f, r
		}
	}
	for _, r := range runs {
		if f := r.found.firstWarning; f != nil {
			return f, r
		}
	}
	return nil, nil
}

// classify is the one word for the first violation. Only an error sets one.
func classify(f *finding, r *run) report.Classification {
	if f.severity != rule.Error {
		return report.ValidStdout
	}
	switch f.rule.Code {
	case "spawn-failed":
		return report.SpawnFailed
	case "stdout-output-limit-exceeded", "stdout-line-too-large", "stderr-output-limit-exceeded":
		return report.Limit
	case "stdout-empty-line":
		return report.EmptyFrame
	case "stdout-bom", "stdout-utf16", "stdout-invalid-utf8", "stdout-nul":
		return report.DecodeError
	case "stdout-content-length-framing", "stderr-canary-on-stdout", "adversarial-probe-invalid-stdout":
		return report.InvalidJSON
	case "stdout-split-message":
		return report.SplitMessage
	case "stdout-without-newline", "stdout-partial-frame":
		if f.silence == atDeadline {
			return report.TimeoutWithPartialFrame
		}
		return report.PartialFrameAtExit
	case "initialize-timeout", "operation-timeout", "discover-timeout", "capability-list-timeout",
		"adversarial-probe-timeout", "shutdown-sigkill-needed", "shutdown-slow":
		return report.Timeout
	case "server-exited", "server-crashed", "operation-missing-response", "capability-list-missing-response", "adversarial-probe-crash":
		return report.ExitBeforeFrame
	}
	switch f.rule.Layer {
	case 2:
		return report.InvalidJSON
	case 3:
		return report.InvalidJSONRPC
	case 4:
		return report.InvalidMCP
	case 5:
		return report.CorrelationFailure
	}
	return report.ValidStdout // outside the ladder: nothing is wrong with what stood on stdout
}

func (a *Analyzer) source() report.Source {
	s := &a.header.Source
	return report.Source{Format: s.Format, Confidence: s.Confidence, Hides: append([]string{}, s.Hides...),
		Sessions: s.Sessions, Started: a.header.Started, Interrupted: a.interrupted}
}
