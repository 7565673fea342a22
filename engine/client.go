package engine

import (
	"stdioscope/engine/mcp"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// onStdinLine reads one complete line that was written to the server.
func (r *run) onStdinLine(line []byte, offset int64) {
	s := &r.in
	s.frames++
	fr := &r.frame
	fr.begin(s, line, offset)
	m := &r.msg
	wire.Scan(line, m)
	r.read(fr, m, &r.server)
	if i := r.a.idx; i != nil {
		fr.row = i.frame(r, fr, m)
	}
	plan := r.ops.silentPlan(m)
	switch {
	case !passes(m.Fault.Code):
		// Whatever the server makes of it, it was not the one to break the line.
		r.life.unreadable++
		r.life.malformed.add(m.ID.Of(line))
		r.life.notified = false
		if m.Fault.Code != wire.FaultEmptyLine || plan != nil {
			r.ops.sentSilent(r, plan, fr)
		}
		f := r.newAt(fr, m.Fault.Code.Code(), m.Fault.Code.Detail(), r.sessionRev(), m.Fault.Column, m.Fault.Length,
			"the client's line is no message: "+faultMessage(m.Fault.Code, fr.text, m))
		r.add(f.against(r.sender()))
	case m.Kind == wire.Batch:
		r.onClientBatch(fr, m)
	default:
		r.onClientMessage(fr, m, plan)
	}
}

// onClientBatch reads a batch of the client. Where the revision has none, or
// initialize is in it, the server owes no answer to what it holds.
func (r *run) onClientBatch(fr *frame, m *wire.Message) {
	batch := m.Value.Of(fr.line)
	code, detail, message := "", "", ""
	rev := r.sessionRev()
	switch {
	case opensInBatch(batch):
		code, detail, message = "batch-invalid", "initialize-in-batch", "the client sent initialize within a batch"
	case rev < revBatch:
		code, message = "batch-unsupported", "the client sent a batch, which revision "+rev+" does not define"
	case rev > revBatch:
		code, message = "batch-not-allowed", "the client sent a batch, which revision "+rev+" does not have"
	}
	if code != "" {
		r.life.unreadable++
		r.add(r.newAt(fr, code, detail, rev, m.Value.Start, len(batch), message).against(r.sender()))
	}
	wire.Elements(batch, func(value []byte) bool {
		wire.Scan(value, &r.part)
		one := *fr
		one.text, one.base = value, wire.Offset(fr.line, value)
		one.unowed = code != ""
		if !passes(r.part.Fault.Code) {
			r.life.unreadable++
			r.life.malformed.add(r.part.ID.Of(value))
			return true
		}
		r.read(&one, &r.part, &r.server)
		r.onClientMessage(&one, &r.part, nil)
		return true
	})
}

// opensInBatch reports whether a batch asks for initialize.
func opensInBatch(batch []byte) (found bool) {
	wire.Elements(batch, func(value []byte) bool {
		raw, _ := wire.Get(value, "method")
		method, _ := wire.String(raw)
		found = method == "initialize"
		return !found
	})
	return found
}

// malformed is the ids of the client's lines that are no messages although their
// id can be read: an answer to one is no answer to nothing.
type malformed struct{ ids map[string]bool }

// maxMalformed bounds the ids that are remembered, and the length of each.
const maxMalformed = 1000

func (s *malformed) add(raw []byte) {
	if len(raw) == 0 || len(raw) > maxMalformed || len(s.ids) >= maxMalformed || string(raw) == "null" {
		return
	}
	if s.ids == nil {
		s.ids = map[string]bool{}
	}
	s.ids[string(raw)] = true
}

// answersMalformed reports whether a response names such an id, once for each.
func (r *run) answersMalformed(raw []byte) bool {
	s := &r.life.malformed
	if !s.ids[string(raw)] {
		return false
	}
	delete(s.ids, string(raw))
	r.life.unreadable = max(r.life.unreadable-1, 0)
	return true
}

func (r *run) onClientMessage(fr *frame, m *wire.Message, plan *planned) {
	switch m.Kind {
	case wire.Request:
		r.onClientRequest(fr, m)
	case wire.Notification:
		r.onClientNotification(fr, m, plan)
	case wire.Result, wire.Error:
		r.onClientResponse(fr, m)
	}
}

func (r *run) onClientRequest(fr *frame, m *wire.Message) {
	id := &fr.id
	if id.kind == noID {
		r.life.unreadable++
		return
	}
	r.life.notified = false
	method := fr.method.text
	params := m.Params.Of(fr.text)
	if x := r.client.find(id); x != nil {
		// The answers cannot be told apart; both requests are let off.
		x.extra++
		x.mixed = x.mixed || x.method != method
		f := r.newAt(fr, "request-id-reused", "", x.rev, m.ID.Start, m.ID.End-m.ID.Start, "the client used request id "+x.idText()+" while a request of that id was open")
		r.add(f.against(r.sender()))
		return
	}
	reused := r.client.used.has(id)
	if reused {
		r.client.used.remove(id)
	}
	x := r.client.begin(id)
	if x == nil {
		return
	}
	x.asks(fr.method)
	x.t, x.frame, x.row, x.idString = r.a.now.t, fr.no, fr.row, fr.idText
	x.asked = r.asking.until(x.t)
	if m.MayHold(m.Params, metaName) {
		raw, _ := wire.Get(params, "_meta")
		x.meta.read(raw)
	}
	if r.life.tasks {
		_, x.asTask = wire.Get(params, "task")
	}
	if x.meta.present {
		x.token = r.keepToken(x.meta.token)
		if r.byToken(&x.token) != nil {
			r.shared.add(&x.token)
		}
		r.tokenOf.put(&x.token, x.slot)
		r.logs.count(x.meta.level, 1)
	}
	if len(r.ops.pending) > 0 {
		r.ops.link(r, x, params != nil)
	}
	x.rev = r.requestRevision(x.verb, &x.meta)
	x.unowed = fr.unowed
	x.early = x.rev < rule.R5 && r.life.initializes > 0 && !r.life.clientReady
	if x.verb != ping { // no other answer is judged without them
		x.keepParams(params)
	} else {
		x.params = x.params[:0]
	}
	if reused && x.rev < rule.R5 {
		f := r.newAt(fr, "request-id-reused", "", x.rev, m.ID.Start, m.ID.End-m.ID.Start, "the client used request id "+x.idText()+" before in this session")
		if f != nil {
			f.id, f.method = x.idText(), method
		}
		r.add(f.against(r.sender()))
	}
	r.afterRequest(x, params)
}

// afterRequest takes the client's part of the session's state forward.
func (r *run) afterRequest(x *exchange, params []byte) {
	l := &r.life
	if x.meta.version != "" {
		l.sentVersion = x.meta.version
	}
	switch x.verb {
	case initialize:
		l.initializes++
		if l.initializes > 1 && l.initialized {
			f := r.newAt(&r.frame, "second-initialize", "", x.rev, 0, 0, "initialize was sent again on a connection that is initialised")
			r.add(f.against(r.sender()))
		}
		if raw, ok := wire.Get(params, "protocolVersion"); ok {
			l.requested, _ = wire.String(raw)
			l.sentVersion = l.requested
		}
		if raw, ok := wire.Get(params, "capabilities"); ok {
			l.clientCaps = append(l.clientCaps[:0], raw...)
		}
		x.rev = r.requestRevision(x.verb, &x.meta)
	case discover:
		l.discovers++
		l.probedVersion = x.meta.version
	case listen:
		r.subs.listen(x, params)
	case listTools, listResources, listTemplates, listPrompts:
		cursor, _ := wire.Get(params, "cursor")
		r.lists.asked(r, x, cursor)
	}
	if mcp.Modern(x.meta.version) && x.verb != discover {
		l.modernRequests++
	}
	r.process.requestSent(x)
	if x.meta.version != "" || x.verb == discover || l.modernOnly() {
		r.metadata(x)
	}
}

// metadata notes a request of the client that lacks what the modern era demands.
func (r *run) metadata(x *exchange) {
	modern := mcp.Modern(x.meta.version)
	if modern && x.meta.caps || !modern && (x.verb == initialize || !r.life.modernOnly() && x.verb != discover) {
		return
	}
	what := "clientCapabilities"
	if x.meta.version == "" {
		what = "protocolVersion"
	} else if x.meta.caps {
		return // it names a revision that has no such rule, or none at all
	}
	f := r.newAt(&r.frame, "request-meta-missing", "", rule.R5, 0, len(r.frame.line), "the client's request names no "+what+" in its _meta")
	if f != nil {
		f.id, f.method = x.idText(), x.method
	}
	r.add(f.against(r.sender()))
}

func (r *run) onClientNotification(fr *frame, m *wire.Message, plan *planned) {
	method := fr.method.text
	params := m.Params.Of(fr.text)
	l := &r.life
	l.notified, l.lastNotification, l.notifications = true, method, l.notifications+1
	r.ops.sentSilent(r, plan, fr)
	switch fr.method.verb {
	case nowInitialized:
		l.clientReady = true
		l.accept(r)
	case cancelled:
		r.onClientCancel(params)
	}
}

// onClientCancel notes that an answer is no longer waited for.
func (r *run) onClientCancel(params []byte) {
	raw, ok := wire.Get(params, "requestId")
	if !ok {
		return
	}
	id := identOf(raw)
	x := r.client.find(&id)
	if x == nil {
		return
	}
	if x.verb == initialize {
		return // cannot be cancelled: its answer is still owed
	}
	x.cancelled = true
}

// onClientResponse pairs the client's answer with the server's request.
func (r *run) onClientResponse(fr *frame, m *wire.Message) {
	x := fr.exchange
	if x == nil {
		return
	}
	if i := r.a.idx; i != nil {
		i.pair(x.row, fr.row, r.a.now.t-x.t)
	}
	r.asking.end(x, r.a.now.t)
	r.server.end(x)
}

// Names that the pass over a line is asked for.
var (
	metaName    = wire.NameOf("_meta")
	isErrorName = wire.NameOf("isError")
)

// read takes what the verdict needs out of a request's _meta.
func (m *requestMeta) read(raw []byte) {
	if wire.TypeOf(raw) != wire.Object {
		return
	}
	m.present = true
	wire.Members(raw, func(key, value []byte) bool {
		switch string(key) {
		case mcp.MetaProtocolVersion:
			m.version, _ = wire.String(value)
		case mcp.MetaClientCapabilities:
			m.caps = wire.TypeOf(value) == wire.Object
		case mcp.MetaLogLevel:
			m.level, _ = wire.String(value)
		case "progressToken":
			m.token = value
		}
		return true
	})
}
