package engine

import (
	"bytes"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// probes are the adversarial probes of a run. Their codes apply only where the
// plan names one of the built-in probes; everything else the server does is
// judged by the protocol alone.
type probes struct {
	list   []probe
	active int // index+1 of the last one begun
}

type probe struct {
	name, method, id string
	responded        bool
	err              *report.RPCError
	codes            []string
	failed           bool
}

// maxProbes bounds the probes that the report lists.
const maxProbes = 1000

// The built-in probes.
const (
	probeMethod       = "invalid-method"
	probeParams       = "invalid-params"
	probeNotification = "notification"
	probeMalformed    = "malformed-json"
	probeToolCall     = "tool-call"
)

// seed reports whether a plan's label names a built-in probe.
//
//go:noinline
func (p *probes) seed(label string) bool {
	switch label {
	case probeMethod, probeParams, probeNotification, probeMalformed, probeToolCall:
		return true
	}
	return false
}

// risk says what a failure of a probe means for the server's users.
func risk(name string) string {
	switch name {
	case probeMethod:
		return "a client cannot tell an unknown method from one that works"
	case probeParams:
		return "wrong arguments are taken as good ones"
	case probeNotification:
		return "a client cannot pair an answer that nobody asked for and may drop the connection"
	case probeMalformed:
		return "one broken line ends the session"
	case probeToolCall:
		return "a tool runs with arguments that its schema does not allow"
	}
	return ""
}

func (p *probes) begin(method, label, id string) {
	if !p.seed(label) || len(p.list) >= maxProbes {
		p.active = 0
		return
	}
	p.list = append(p.list, probe{name: label, method: method, id: id})
	p.active = len(p.list)
}

// running reports whether the last thing sent was a probe.
func (p *probes) running() bool { return p.active > 0 }

//go:noinline
func (p *probes) current() *probe {
	if p.active == 0 {
		return nil
	}
	return &p.list[p.active-1]
}

// blame counts a finding as the outcome of the probe that is running.
//
//go:noinline
func (p *probes) blame(f *finding) {
	if pr := p.current(); pr != nil {
		pr.blame(f)
	}
}

func (pr *probe) blame(f *finding) {
	if f == nil || f.party != byServer || f.severity == rule.Note {
		return
	}
	pr.failed = pr.failed || f.severity == rule.Error
	if !contains(pr.codes, f.rule.Code) {
		pr.codes = append(pr.codes, f.rule.Code)
	}
}

// blamed reports whether the running probe has a code already.
func (p *probes) blamed(code string) bool {
	pr := p.current()
	return pr != nil && contains(pr.codes, code)
}

// of is the probe that sent a request.
func (p *probes) of(x *exchange) *probe {
	if x.purpose != purposeAdversarial {
		return nil
	}
	id := x.idText()
	for i := len(p.list) - 1; i >= 0; i-- {
		if p.list[i].id == id && p.list[i].name == x.label {
			return &p.list[i]
		}
	}
	return nil
}

func (p *probes) blameExchange(x *exchange, f *finding) {
	if pr := p.of(x); pr != nil {
		pr.blame(f)
	}
}

// onResult judges a result as the answer to a probe that wanted an error.
func (p *probes) onResult(r *run, fr *frame, m *wire.Message, x *exchange) {
	pr := p.of(x)
	if pr == nil {
		return
	}
	pr.responded = true
	code, what := "", ""
	switch x.label {
	case probeMethod:
		code, what = "adversarial-invalid-method-result", "an unknown method was answered with a result"
	case probeParams:
		if !isErrorResult(m.Result.Of(fr.text)) {
			code, what = "adversarial-invalid-params-result", "invalid params were answered with a result"
		}
	case probeMalformed:
		code, what = "adversarial-malformed-json-result", "malformed JSON was answered with a result"
	case probeToolCall:
		if !isErrorResult(m.Result.Of(fr.text)) {
			code, what = "adversarial-tool-call-result", "the tool "+quoted(x.paramString("name"))+" accepted invalid arguments"
		}
	}
	if code != "" {
		pr.blame(r.addMessage(fr, m, code, "", x.rev, x.method, what))
	}
}

// isErrorResult reports whether a tool's result says that the call failed: input
// that does not fit may be refused either way.
func isErrorResult(result []byte) bool {
	// Most end with the member: what comes before need not be passed.
	const yes, no = `,"isError":true}`, `,"isError":false}`
	switch {
	case bytes.HasSuffix(result, []byte(yes)):
		return true
	case bytes.HasSuffix(result, []byte(no)):
		return false
	}
	raw, ok := wire.Get(result, "isError")
	return ok && wire.TypeOf(raw) == wire.Bool && raw[0] == 't'
}

func (p *probes) onError(r *run, x *exchange) {
	pr := p.of(x)
	if pr == nil {
		return
	}
	pr.responded = true
	if e := errorOf(r.msg.Error.Of(r.frame.text)); e.raw != "" {
		pr.err = e.report()
	}
}

// onAnonymousError takes an error without an id as the answer to a line that
// could not be read.
func (p *probes) onAnonymousError(r *run) {
	pr := p.current()
	if pr == nil || pr.name != probeMalformed {
		return
	}
	pr.responded = true
	if e := errorOf(r.msg.Error.Of(r.frame.text)); e.raw != "" {
		pr.err = e.report()
	}
}

// notification reports whether a notification was the running probe.
func (p *probes) notification(method string) bool {
	pr := p.current()
	return pr != nil && pr.name == probeNotification && pr.method == method
}

// onInvalidStdout counts output that broke while a probe was running.
func (p *probes) onInvalidStdout(r *run, fr *frame, m *wire.Message) {
	pr := p.current()
	if pr == nil || pr.failed {
		return
	}
	f := r.newAt(fr, "adversarial-probe-invalid-stdout", "", r.sessionRev(), m.Fault.Column, m.Fault.Length,
		"the probe "+pr.name+" made the server write a line that is no message")
	r.add(f)
	pr.blame(f)
}

// onUnmatched takes a result that answers nothing as the answer to a line that
// could not be read; it reports whether it was one.
func (p *probes) onUnmatched(r *run, fr *frame, m *wire.Message) bool {
	pr := p.current()
	if pr == nil || pr.name != probeMalformed || pr.responded || m.Kind != wire.Result {
		return false
	}
	pr.responded = true
	pr.blame(r.addMessage(fr, m, "adversarial-malformed-json-result", "", r.sessionRev(), "", "malformed JSON was answered with a result"))
	return true
}

// report lists the probes.
func (p *probes) report() []report.Probe {
	out := make([]report.Probe, 0, len(p.list))
	for i := range p.list {
		pr := &p.list[i]
		st := report.Pass
		switch {
		case pr.failed:
			st = report.Fail
		case len(pr.codes) > 0:
			st = report.Warning
		}
		out = append(out, report.Probe{Name: pr.name, Status: st, Risk: risk(pr.name), Method: pr.method, RequestID: pr.id,
			Responded: pr.responded, Error: pr.err, IssueCodes: sorted(pr.codes)})
	}
	return out
}
