package engine

import (
	"stdioscope/engine/mcp"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// onServerMessage judges a message of the server that passed layers 1 to 3.
func (r *run) onServerMessage(fr *frame, m *wire.Message) {
	if m.Fault.Code == wire.FaultResponseIDFraction {
		r.addFault(fr, m)
	}
	switch m.Kind {
	case wire.Request:
		r.onServerRequest(fr, m)
	case wire.Notification:
		r.onServerNotification(fr, m)
	case wire.Result, wire.Error:
		r.onServerResponse(fr, m)
	}
}

// addFault adds the finding of a line's own fault.
func (r *run) addFault(fr *frame, m *wire.Message) *finding {
	c := m.Fault.Code
	f := r.newAt(fr, c.Code(), c.Detail(), r.sessionRev(), m.Fault.Column, m.Fault.Length, faultMessage(c, fr.text, m))
	if f != nil && m.ID.Present() {
		f.id = string(m.ID.Of(fr.text))
	}
	r.add(f)
	return f
}

// problems adds a finding for each thing that package mcp found wrong with a
// part of the message; it reports whether one of them is an error.
func (r *run) problems(fr *frame, m *wire.Message, value wire.Span, rev, method string, ps []mcp.Problem) (failed bool) {
	for i := range ps {
		p := &ps[i]
		column := p.Column
		switch p.Part {
		case mcp.PartValue:
			column += value.Start
		case mcp.PartMethod:
			column += m.Method.Start
		case mcp.PartMessage:
			column += m.Value.Start
		}
		if p.Code == "method-unknown" && r.extensions(rev) {
			continue // an extension may define it
		}
		if p.Code == "deprecated-feature" && r.notedBefore(p.Message) {
			continue
		}
		f := r.newAt(fr, p.Code, p.Detail, rev, column, p.Length, p.Message)
		if f == nil {
			continue
		}
		f.method, f.path = method, p.Path
		if m.ID.Present() {
			f.id = string(m.ID.Of(fr.text))
		}
		r.add(f)
		f.counted.n += int64(p.More)
		failed = failed || f.severity == rule.Error
	}
	return failed
}

// notedBefore reports whether something that is said once in a run was said, and
// remembers that it is.
func (r *run) notedBefore(what string) bool {
	if r.noted[what] {
		return true
	}
	if r.noted == nil {
		r.noted = map[string]bool{}
	}
	if len(r.noted) < maxTracked {
		r.noted[what] = true
	}
	return false
}

// beforeOpening reports whether initialize is still unanswered.
func (r *run) beforeOpening() bool {
	l := &r.life
	return l.initializes > 0 && !l.answered && !l.refused && !l.accepted && !l.discovered
}

// beforeReady reports whether the client was told of initialize's result and did
// nothing since: it has not said that it is ready.
func (r *run) beforeReady() bool {
	l := &r.life
	return l.initialized && !l.clientReady && l.initializes == 1 && r.client.total == int64(l.initializes+l.discovers) && r.correlates()
}

func (r *run) onServerRequest(fr *frame, m *wire.Message) {
	id, method := &fr.id, fr.method.text
	params := m.Params.Of(fr.text)
	rev := r.sessionRev()
	r.judged4++
	if x := r.client.find(id); x != nil && x.method == method {
		if me := fr.method.under(rev); me == nil || !me.From.Has(mcp.Server) {
			r.addMessage(fr, m, "stdout-unexpected-request-id", "", rev, method,
				"the server sent our own request "+method+" back instead of answering it")
			return
		}
	}
	failed := false
	if r.life.eraKnown() || !r.sees(stdinStream) {
		failed = r.problems(fr, m, m.Params, rev, method, mcp.CheckRequest(rev, true, method, params))
	}
	if !failed {
		r.requestInContext(fr, m, rev, method, params)
		if rev < rule.R5 && (r.server.find(id) != nil || r.server.used.has(id)) {
			r.addMessage(fr, m, "request-id-reused", "", rev, method,
				"the server used request id "+string(m.ID.Of(fr.text))+" before in this session")
		}
	}
	if r.server.find(id) != nil {
		return
	}
	if x := r.server.begin(id); x != nil {
		x.asks(fr.method)
		x.t, x.frame, x.row, x.idString, x.rev = r.a.now.t, fr.no, fr.row, fr.idText, rev
		x.params = x.params[:0]
		if r.sees(stdinStream) {
			r.asking.begin(x, x.t)
		}
	}
}

// requestInContext judges a request of the server by what the session settled.
func (r *run) requestInContext(fr *frame, m *wire.Message, rev, method string, params []byte) {
	if method == "ping" || rev >= rule.R5 {
		return
	}
	if r.beforeOpening() {
		r.addMessage(fr, m, "message-before-initialize", "request", rev, method,
			method+" was asked before the initialize response: only ping may be")
		return
	}
	if r.beforeReady() {
		r.addMessage(fr, m, "message-before-initialize", "request", rev, method,
			method+" was asked before the client said that it is initialized: only ping may be")
		return
	}
	if r.life.clientCaps == nil {
		return
	}
	me := fr.method.under(rev)
	if me == nil || me.Capability == "" || me.CapabilityOf != mcp.Client {
		return
	}
	if need := neededCapability(rev, me, params); !declares(r.life.clientCaps, need) {
		r.addMessage(fr, m, "client-capability-not-declared", "", rev, method,
			method+" needs the client capability "+need+", which the client did not declare")
	}
}

// neededCapability refines a method's capability by what its params ask for.
func neededCapability(rev string, me *mcp.Method, params []byte) string {
	if rev < rule.R4 {
		return me.Capability
	}
	switch me.Name {
	case "sampling/createMessage":
		if _, ok := wire.Get(params, "tools"); ok {
			return "sampling.tools"
		}
	case "elicitation/create":
		if mode, ok := wire.Get(params, "mode"); ok {
			if s, _ := wire.String(mode); s == "url" {
				return "elicitation.url"
			}
		}
	}
	return me.Capability
}

// addMessage adds a finding about a whole message.
func (r *run) addMessage(fr *frame, m *wire.Message, code, detail, rev, method, message string) *finding {
	f := r.newAt(fr, code, detail, rev, m.Value.Start, m.Value.End-m.Value.Start, message)
	if f != nil {
		f.method = method
		if m.ID.Present() {
			f.id = string(m.ID.Of(fr.text))
		}
	}
	r.add(f)
	return f
}

func (r *run) onServerNotification(fr *frame, m *wire.Message) {
	method := fr.method.text
	params := m.Params.Of(fr.text)
	var step progress
	verb := fr.method.verb
	if verb == progressed {
		r.progressOf(params, &step)
	}
	rev := r.notificationRevision(method, params, step.about)
	r.judged4++
	failed := false
	if !step.usual && (r.life.eraKnown() || !r.sees(stdinStream)) {
		failed = r.problems(fr, m, m.Params, rev, method, mcp.CheckNotification(rev, true, method, params))
	}
	if failed {
		return
	}
	if r.beforeOpening() && verb != logged && rev < rule.R5 {
		r.addMessage(fr, m, "message-before-initialize", "notification", rev, method,
			method+" came before the initialize response: only logging may")
	} else {
		r.advertised(fr, m, rev, method)
	}
	switch verb {
	case progressed:
		r.onProgress(fr, rev, &step)
	case cancelled:
		r.onServerCancel(fr, m, rev, params)
	case logged:
		r.logs.onMessage(r, fr, m, rev, params)
	case taskStatus:
		r.tasks.onStatus(r, fr, m, rev, params)
	}
	if rev >= rule.R5 {
		r.subs.onNotification(r, fr, m, method, params)
	}
}

// advertised judges a notification by the capability that its sender must have
// declared.
func (r *run) advertised(fr *frame, m *wire.Message, rev, method string) {
	caps := r.life.caps(rev)
	if caps == nil || r.life.covers(caps, fr.method, rev) {
		return
	}
	me := fr.method.under(rev)
	if me == nil || me.Capability == "" || !me.CapabilityOf.Has(mcp.Server) {
		return
	}
	r.addMessage(fr, m, "capability-not-advertised", "", rev, method,
		method+" needs the capability "+me.Capability+", which the server did not advertise")
}

// notificationRevision is the revision that a notification of the server is
// judged by. It names none itself: one that belongs to a subscription is
// modern, progress is what its request was, the rest is the session's.
func (r *run) notificationRevision(method string, params []byte, about *exchange) string {
	if about != nil {
		return about.rev
	}
	if r.life.initializes == 0 || r.subs.any() {
		meta, _ := wire.Get(params, "_meta")
		if _, ok := wire.Get(meta, mcp.MetaSubscriptionID); ok {
			return rule.R5
		}
	}
	return r.sessionRev()
}
