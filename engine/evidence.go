package engine

import (
	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
)

// onEvidence takes in what a client's error string proves about bytes that its
// log did not keep: what broke, not where.
func (r *run) onEvidence(ev *transcript.Event) {
	text := shown(ev.Data, excerptRunes, false, false)
	code := ev.Name
	if code == "" {
		code = codeOfLayer(ev.Layer)
	}
	if len(r.a.clientErrors) < keptPerCode {
		r.a.clientErrors = append(r.a.clientErrors, report.ClientError{
			Line: ev.Line, Stream: string(ev.Stream), Layer: ev.Layer, Certainty: ev.Certainty, Text: text, Code: code,
		})
	}
	if ev.Stream != transcript.Stdout && ev.Stream != "" || code == "" {
		return
	}
	message := "a client's error shows that a line of stdout was no message"
	if text != "" {
		message += `; it began with "` + clip(text) + `"`
	}
	f := r.newFinding(code, ev.Label, r.sessionRev(), message)
	if f != nil {
		f.stream = stdoutStream
		f.excerpt = append([]byte(nil), ev.Data[:min(len(ev.Data), 4*excerptRunes)]...)
		if sign := recognise(f.excerpt); sign != nil {
			f.culprit, f.hint = culpritOf(sign), sign.change
		}
	}
	r.add(f)
}

// codeOfLayer is the plainest code of a layer that a reader of bytes can name.
func codeOfLayer(layer int) string {
	switch layer {
	case 1:
		return "stdout-invalid-utf8"
	case 2:
		return "stdout-non-json"
	case 3:
		return "stdout-invalid-json-rpc"
	}
	return ""
}
