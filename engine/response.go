package engine

import (
	"stdioscope/engine/mcp"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// onServerResponse finds the request that a response answers and judges the
// answer by it.
func (r *run) onServerResponse(fr *frame, m *wire.Message) {
	if m.IDForm == wire.IDAbsent || m.IDForm == wire.IDNull {
		r.onAnonymousError(fr, m)
		return
	}
	x := fr.exchange
	if x == nil {
		r.unmatched(fr, m, &fr.id)
		return
	}
	if i := r.a.idx; i != nil {
		i.pair(x.row, fr.row, r.a.now.t-x.t)
	}
	if x.cancelled {
		r.addMessage(fr, m, "response-after-cancel", "", x.rev, x.method,
			"request "+x.idText()+" ("+x.method+") was cancelled before this answer came; that is a race, no fault")
	}
	if x.judged != nil && r.process.stdinEOF && (x.judged.detail == "request-timeout" || x.judged.detail == "startup-timeout") {
		x.judged.detail = "answered-after-stdin-close"
	}
	switch {
	case x.mixed:
	case m.Kind == wire.Result:
		r.onResult(fr, m, x)
	default:
		r.onError(fr, m, x)
	}
	r.process.answered(x)
	r.err.exception.livesOn(r, x)
	r.out.exception.livesOn(r, x)
	if x.extra > 0 {
		x.extra--
		return
	}
	r.subs.ended(x)
	r.endRequest(x)
}

// endRequest forgets a request of the client that was answered.
func (r *run) endRequest(x *exchange) {
	if x.meta.present {
		if slot, ok := r.tokenOf.get(&x.token); ok && slot == x.slot {
			r.tokenOf.drop(&x.token)
		}
		r.logs.count(x.meta.level, -1)
	}
	r.client.end(x)
}

// onResult judges a result by its request's method and takes the session on.
func (r *run) onResult(fr *frame, m *wire.Message, x *exchange) {
	result := m.Result.Of(fr.text)
	rev := x.rev
	r.judged4++
	if x.verb == initialize {
		r.onInitializeResult(fr, m, x, result)
		return
	}
	if x.verb.isList() && !x.paged && r.correlates() {
		r.lists.begin(r, x.verb)
	}
	if x.verb == callTool && !r.tools.lists.HasOutputs() && mcp.IsPlainText(rev, m, result) {
		r.onToolResult(fr, m, x, result)
		r.afterResult(fr, m, x, result, false)
		return
	}
	if x.verb == ping && string(result) == "{}" && rev < rule.R5 {
		r.afterResult(fr, m, x, result, false)
		return
	}
	ctx := mcp.ResultContext{Extensions: r.extensions(rev)}
	switch x.verb {
	case callTool:
		ctx.OutputSchema = r.tools.outputSchema(x)
	case otherVerb:
		if x.method == "tasks/result" {
			ctx.TaskMethod = "tools/call"
		}
	case listResources, listTemplates, listPrompts:
		ctx.Seen = r.lists.seen(x)
	}
	if x.verb == listTools {
		if n, again := r.tools.again(x, result); again {
			r.listed(fr, m, x, n)
			r.tools.complete = true
			r.afterResult(fr, m, x, result, false)
			return
		}
	}
	failed := r.problems(fr, m, m.Result, rev, x.method, mcp.CheckResult(rev, x.method, x.params, result, ctx))
	switch x.verb {
	case discover:
		r.onDiscoverResult(fr, m, x, result, failed)
	case listTools, listResources, listTemplates, listPrompts:
		r.onList(fr, m, x, result)
	case callTool:
		r.onToolResult(fr, m, x, result)
	case setLevel:
		r.logs.settled = x.paramString("level")
	}
	r.afterResult(fr, m, x, result, failed)
}

// afterResult judges what holds for the results of all methods.
func (r *run) afterResult(fr *frame, m *wire.Message, x *exchange, result []byte, failed bool) {
	r.worksUnadvertised(fr, m, x, result)
	if x.asTask || x.verb == otherVerb {
		r.tasks.onResult(r, fr, m, x, result)
	}
	if !failed && (x.meta.version != "" || r.life.discovered) && r.correlates() {
		r.enforced(fr, m, x)
	}
	if x.purpose != "" {
		r.ops.answered(r, x, nil)
		r.probes.onResult(r, fr, m, x)
	}
}

// onError judges an error by its request's method and takes the session on.
func (r *run) onError(fr *frame, m *wire.Message, x *exchange) {
	obj := m.Error.Of(fr.text)
	e := errorOf(obj)
	r.judged4++
	rev := x.rev
	failed := false
	if x.verb != discover || r.life.modernOnly() || e.code <= -32020 && e.code >= -32022 {
		// A legacy server may refuse the probe however it likes.
		failed = r.problems(fr, m, m.Error, rev, x.method, mcp.CheckError(rev, x.method, obj))
	}
	switch x.verb {
	case initialize:
		r.onInitializeError(fr, m, x, e, obj)
	case discover:
		r.onDiscoverError(fr, m, x, e, obj)
	case listTools, listResources, listTemplates, listPrompts:
		r.onListError(fr, m, x, e)
	default:
		if !failed {
			r.onRefusal(fr, m, x, e)
		}
	}
	if mcp.Modern(x.meta.version) && e.code == codeUnsupportedVersion {
		r.life.modernAnswer = true
		r.life.offered(obj)
	}
	r.ops.answered(r, x, &e)
	r.probes.onError(r, x)
}

// extensions reports whether both sides named extensions, which may explain a
// result or method that the revision does not know.
func (r *run) extensions(rev string) bool {
	if mcp.Modern(rev) && r.life.discovered {
		return r.life.discoverExtends
	}
	return r.life.extends
}

// rpcError is an error object as far as the verdict needs it.
type rpcError struct {
	code    int64
	raw     string // the code as written
	message string
	data    []byte
}

// Error codes with a meaning of their own here.
const (
	codeParse              = -32700
	codeInvalidRequest     = -32600
	codeMethodNotFound     = -32601
	codeInvalidParams      = -32602
	codeResourceNotFound   = -32002
	codeUnsupportedVersion = -32022
	codeMissingCapability  = -32021
	codeDraftVersion       = -32004 // what -32022 was in drafts before the release
)

func errorOf(obj []byte) rpcError {
	var e rpcError
	wire.Members(obj, func(key, value []byte) bool {
		switch string(key) {
		case "code":
			e.code, _ = wire.Int(value)
			e.raw = string(value)
		case "message":
			e.message, _ = wire.String(value)
		case "data":
			e.data = value
		}
		return true
	})
	return e
}

// unmatched judges a response that answers no open request.
func (r *run) unmatched(fr *frame, m *wire.Message, id *ident) {
	if !r.correlates() {
		r.inferResult(fr, m)
		return
	}
	if r.probes.onUnmatched(r, fr, m) {
		return
	}
	if r.answersMalformed(m.ID.Of(fr.text)) {
		return // what was wrong with the line is the client's affair
	}
	rev := r.sessionRev()
	raw := string(m.ID.Of(fr.text))
	if r.client.used.has(id) {
		r.addMessage(fr, m, "response-duplicate", "", rev, "", "a second response to request "+raw)
		return
	}
	if other, ok := id.otherType(); ok {
		if x := r.client.find(&other); x != nil {
			r.addMessage(fr, m, "response-id-type-mismatch", "", rev, x.method,
				"response id "+raw+" is of another JSON type than the id of request "+x.idText()+" ("+x.method+")")
			x.soft = fr.no
			return
		}
		if r.client.used.has(&other) {
			r.addMessage(fr, m, "response-id-type-mismatch", "", rev, "",
				"response id "+raw+" is of another JSON type than any request's id")
			return
		}
	}
	if m.Kind == wire.Error && r.life.notified && errorOf(m.Error.Of(fr.text)).code != codeParse {
		r.notificationAnswered(fr, m)
		return
	}
	if r.client.used.full || r.client.bound || r.begunBefore() {
		return // the request may have been forgotten, or stand before what was pasted
	}
	r.addMessage(fr, m, "response-id-mismatch", "", rev, "", "response id "+raw+" answers no request sent before it")
}

// onAnonymousError judges an error whose id is null or absent. Its root is
// either a line of the client that nobody could read, or a notification that
// should not have been answered.
func (r *run) onAnonymousError(fr *frame, m *wire.Message) {
	l := &r.life
	rev := r.sessionRev()
	e := errorOf(m.Error.Of(fr.text))
	if !r.correlates() {
		r.addFault(fr, m)
		return
	}
	if l.unreadable > 0 {
		// The one case that the form is for: JSON-RPC wants null, the newer
		// revisions want no id.
		l.unreadable--
		r.probes.onAnonymousError(r)
		switch {
		case m.IDForm == wire.IDNull:
			r.nullID(fr, m)
		case rev < rule.R4:
			r.addFault(fr, m)
		}
		return
	}
	if l.notified || l.notifications > 0 && e.code == codeMethodNotFound {
		r.notificationAnswered(fr, m)
		return
	}
	if m.IDForm == wire.IDAbsent {
		r.addFault(fr, m)
		return
	}
	r.addMessage(fr, m, "response-id-mismatch", "", rev, "", "an error with id null, although no line of the client was unreadable")
}

// nullID notes an error whose id is null where there is none to give: JSON-RPC
// wants it so, although the schemas of no revision have it.
func (r *run) nullID(fr *frame, m *wire.Message) {
	f := r.newAt(fr, "error-id-null", "", r.sessionRev(), m.ID.Start, m.ID.End-m.ID.Start,
		"the id is null, as JSON-RPC wants it for what cannot be read; the protocol's schemas know no such id")
	if f != nil {
		f.severity = rule.Note
	}
	r.add(f)
}

func (r *run) notificationAnswered(fr *frame, m *wire.Message) {
	l := &r.life
	code := "notification-response"
	if r.probes.notification(l.lastNotification) {
		code = "adversarial-notification-response"
	}
	f := r.addMessage(fr, m, code, "", r.sessionRev(), l.lastNotification,
		"the notification "+l.lastNotification+" was answered; notifications never are")
	r.probes.blame(f)
	l.notified = false
}
