package engine

import (
	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/engine/transcript"
)

// maxWords bounds what a finding quotes of a client.
const maxWords = 160

// How sure it is what a client's error proves. Certain is the silent case.
const (
	certaintyLikely   = "likely"
	certaintyPossible = "possible" // the line may have stood on stderr
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
	if ev.Stream != transcript.Stdout && ev.Stream != "" || code == "" || r.shownItself(ev, code) {
		return
	}
	f := r.newFinding(code, ev.Label, r.sessionRev(), evidenceMessage(ev, code, text))
	if f == nil {
		return
	}
	if ev.Layer > 0 && ev.Layer < 4 {
		f.stream = stdoutStream
		f.excerpt = append([]byte(nil), ev.Data[:min(len(ev.Data), 4*excerptRunes)]...)
		if sign := recogniseBegin(f.excerpt); sign != nil {
			f.culprit, f.hint = culpritOf(sign), sign.change
		}
	}
	if ev.Certainty == certaintyPossible && f.severity == rule.Error {
		f.severity = rule.Warning
	}
	r.add(f)
	if code == "initialize-timeout" {
		r.client.each(func(x *exchange) {
			if x.method == "initialize" && x.judged == nil {
				x.judged = f
			}
		})
	}
}

// shownItself reports whether a client's error carries the message that it is
// about, and that was found at fault for the same reason.
func (r *run) shownItself(ev *transcript.Event, code string) bool {
	n := len(r.found.kept)
	if n == 0 || ev.Line == 0 || ev.Layer < 5 {
		return false
	}
	last := r.found.kept[n-1]
	return last.line == ev.Line && last.rule.Code == code && last.frame > 0
}

// evidenceMessage says what was seen, how sure that is, and in whose words.
func evidenceMessage(ev *transcript.Event, code, text string) string {
	if ev.Certainty == certaintyPossible {
		return `a line between the messages is none: "` + clip(text) + `"; a terminal shows stderr as well, so it may have stood there`
	}
	message := "a client's error shows that a line of stdout was no message"
	for _, e := range evidenceOf {
		if e.code == code {
			message = e.words
		}
	}
	switch {
	case text == "":
	case ev.Label == detailMiddle:
		message += `; it held "` + clip(text) + `"`
	default:
		message += `; it began with "` + clip(text) + `"`
	}
	if ev.Certainty == certaintyLikely {
		message += " (likely)"
	}
	if ev.Why != "" {
		message += `; the client says: ` + shown([]byte(ev.Why), maxWords, false, false)
	}
	return message
}

// detailMiddle is the detail of the fault whose text is shown from around it, not
// from the beginning of the line.
const detailMiddle = "nan-or-infinity"

// evidenceOf is what a client's words say about faults that are no bad line.
var evidenceOf = [...]struct{ code, words string }{
	{"stdout-empty-line", "a client's error shows a blank line on stdout"},
	{"server-exited", "a client's log shows that the server ended before it could be used"},
	{"operation-timeout", "a client waited in vain for an answer"},
	{"initialize-timeout", "a client could not open the server"},
	{"response-id-mismatch", "a client received a response that answers none of its open requests"},
	{"progress-unknown-token", "a client received progress that belongs to no open request"},
	{"spawn-failed", "a client could not start the command"},
	{"tool-input-schema-invalid", "a client refused a tool: its inputSchema is no object schema"},
	{"tool-metadata-invalid", "a client refused a tool"},
	{"tools-list-invalid-result", "a client refused the list of tools"},
	{"list-entry-invalid", "a client refused a list"},
	{"initialize-invalid-result", "a client refused the answer to initialize"},
	{"content-invalid", "a client refused a content block"},
	{"result-invalid", "a client refused a result: it does not have the shape its method demands"},
	{"structured-content-missing", "a client refused the result of a tool"},
	{"structured-content-mismatch", "a client refused the result of a tool"},
	{"params-invalid", "a client refused what the server sent: its params are malformed"},
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
