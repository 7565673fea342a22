package engine

import (
	"stdioscope/engine/report"
	"stdioscope/engine/wire"
)

// The parts of the report that a run's state answers directly.

func (r *run) capabilityKeys() []string {
	caps := r.life.caps("")
	if caps == nil {
		caps = r.life.discoverCaps
	}
	keys := []string{}
	wire.Members(caps, func(key, value []byte) bool {
		keys = append(keys, string(key))
		return len(keys) < 256
	})
	return sorted(keys)
}

func (t *tools) summary() report.ToolSchema {
	return report.ToolSchema{Checked: t.checked, ToolCount: t.count, ToolNames: sorted(t.names), ValidToolCount: t.valid,
		WarningCount: t.warnings, ErrorCount: t.errors, DuplicateNames: sorted(t.dups)}
}

// era says which era was spoken, and by which revision it was judged.
func (r *run) era() report.Era {
	l := &r.life
	e := report.Era{Kind: "unknown", How: "assumed", SupportedVersions: append([]string{}, l.supported...)}
	legacy := l.answered || l.accepted
	modern := l.discovered || l.modernAnswer || l.modernRequests > 0
	switch {
	case legacy && modern:
		e.Kind, e.How, e.Revision = "dual", "negotiated", l.negotiated
	case legacy:
		e.Kind, e.How, e.Revision = "legacy", "negotiated", l.negotiated
	case modern:
		e.Kind, e.How, e.Revision = "modern", "declared", l.sentVersion
		if l.discovered {
			e.How = "discovered"
		}
	case l.initializes > 0:
		e.Revision = r.sessionRev()
	}
	return e
}

func (r *run) processReport() report.Process {
	p := &r.process
	o := &r.a.header.Options
	out := report.Process{
		Started: p.seen && p.spawnError == nil, Outcome: p.outcome(), Phase: p.phase,
		ExitCode: p.exitCode, TimedOut: p.timedOut, TimeoutCode: p.timeoutCode, TimeoutMs: o.TimeoutMs,
		KilledByGuard: p.terminated || p.killed, SpawnError: p.spawnError,
		Output: report.Output{
			StdoutBytes: r.out.bytes, StderrBytes: r.err.bytes,
			MaxStdoutBytes: o.MaxStdoutBytes, MaxStdoutLine: o.MaxStdoutLine, MaxStderrBytes: o.MaxStderrBytes,
			StderrTruncated: p.stderrCut, LimitExceeded: p.limit,
		},
	}
	if p.timedOut && out.TimeoutMs == 0 {
		out.TimeoutMs = int(p.timeoutMs)
	}
	if p.pid > 0 {
		pid := p.pid
		out.Pid = &pid
	}
	if p.exitSignal != "" {
		s := p.exitSignal
		out.Signal = &s
	}
	if p.terminal != "" {
		out.Phase = p.terminal
	}
	if out.KilledByGuard {
		out.KillSignal = p.lastSignal
		out.KillReason = "guard-finished"
		switch {
		case p.timedOut || p.signalWhy == "timeout":
			out.KillReason = "timeout"
		case p.limit != "":
			out.KillReason = "limit"
		case p.signalWhy == "stopped":
			out.KillReason = "stopped"
		}
	}
	return out
}

// shutdown is how the server ended; nil when the transcript does not show it.
func (r *run) shutdown() *report.Shutdown {
	p := &r.process
	if !p.exited {
		return nil
	}
	s := &report.Shutdown{ExitCode: p.exitCode}
	if p.exitSignal != "" {
		sig := p.exitSignal
		s.Signal = &sig
	}
	switch {
	case !p.stdinEOF && !p.terminated && !p.killed:
		s.How = "already-exited"
	case p.killed:
		s.How = "SIGKILL"
	case p.terminated:
		s.How = "SIGTERM"
	default:
		s.How = "stdin-close"
	}
	if p.stdinEOF && r.a.timed() {
		s.Ms = float64(max(p.exitT-p.stdinEOFt, 0)) / 1000
	}
	return s
}

// evidence is what a CI job should keep of a failure; nil when nothing failed.
func (r *run) evidence(rep *report.Report) *report.Evidence {
	f := rep.FirstViolation
	if f == nil {
		return nil
	}
	p := &r.process
	e := &report.Evidence{
		Case: f.Code, Command: rep.Command, Classification: rep.Classification,
		ExitCode: p.exitCode, Signal: rep.Process.Signal, RequestID: f.RequestID,
		Frame: f.Address, Excerpt: f.Excerpt, Hex: f.Hex, SHA256: f.SHA256,
		Stderr: r.stderrExcerpt(), Phase: f.Phase, TimeoutPhase: p.timeoutPhase, Cleanup: p.cleanup,
	}
	return e
}
