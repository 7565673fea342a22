package engine

import (
	"strconv"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

func itoa(n int) string { return strconv.Itoa(n) }

// issue is a finding as the contract shows it: masked, with nothing invisible.
func (r *run) issue(f *finding, first *finding) report.Issue {
	i := report.Issue{
		Code: f.rule.Code, Class: f.rule.Class, Layer: int(f.rule.Layer), Severity: f.severity,
		DetailCode: f.detail, Message: f.message, Party: f.party, Run: f.run,
		Phase: f.phase, Line: f.line, Method: f.method, RequestID: f.id, Path: f.path,
		Culprit: f.culprit, Hint: f.hint, Open: f.open,
		SpawnErrorCode: f.spawnCode, ExitCode: f.exitCode, Signal: f.signal, TimeoutMs: f.timeoutMs,
	}
	i.Message, i.Hint = r.deathOf(f)
	said := i.Message
	if i.Hint == "" {
		i.Hint = hintFor(f.rule.Code, f.detail)
	}
	i.Spec = specOf(f)
	if r.a.timed() && f.rule.Check != rule.CheckStaticScan {
		t := f.t
		i.T = &t
	}
	i.AfterFirst = first != nil && f != first && f.party == byServer && first.at.before(f.at) && f.severity != rule.Note
	if f.stream == noStream {
		return i
	}
	s := r.stream(f.stream)
	i.Stream, i.Frame, i.LastFrame = f.stream.String(), f.frame, f.lastFrame
	if f.frame == 0 {
		// Proven by a client's words; the bytes themselves are lost.
		excerpt := veiled(f.excerpt)
		i.Excerpt = shown(excerpt, excerptRunes, false, false)
		i.Recovered = string(excerpt)
		return i
	}
	i.Address = report.Address(f.run, i.Stream, f.frame)
	offset, column, length := f.offset, f.column, f.length
	i.Offset, i.Column, i.Length = &offset, &column, &length
	excerpt := s.masked(f.excerpt, f.excerptAt)
	i.Excerpt = shown(excerpt, excerptRunes, f.cutLeft, f.cutEnd)
	if f.line > 0 && f.stream == stdoutStream && i.Layer < 4 {
		i.Recovered = string(s.masked(f.begin, f.offset-int64(f.column)))
	}
	i.Hex = hexOf(alike(s.masked(f.hex, f.offset), f.offset, excerpt, f.excerptAt))
	from, to := f.offset-int64(f.column), f.offset+int64(f.length)
	if s.holdsSecret(from, max(to, f.frameEnd)) {
		// The message may quote what the mask hides, and a digest of short text
		// gives it away.
		i.Message = f.rule.Title
		i.RequestID, i.Method = "", ""
	} else if i.Message = string(veiled([]byte(said))); i.Message == said {
		i.SHA256 = f.sha
	}
	return i
}

// specOf is the place that a finding's rule rests on.
func specOf(f *finding) *report.Spec {
	if f.section == "" {
		return nil
	}
	s := &report.Spec{Section: f.section}
	if len(f.section) > 4 && f.section[:4] == "RFC " {
		return s
	}
	s.Revision = f.rev
	if s.Revision == "" {
		s.Revision = rule.R5
	}
	switch {
	case f.rule.Since != "" && s.Revision < f.rule.Since && f.rule.Before == "":
		s.Revision = f.rule.Since
	case f.rule.Until != "" && s.Revision > f.rule.Until:
		s.Revision = f.rule.Until
	}
	s.URL = "https://modelcontextprotocol.io/specification/" + s.Revision + "/" + f.section
	return s
}
