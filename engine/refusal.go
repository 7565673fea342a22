package engine

import (
	"stdioscope/engine/mcp"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// onRefusal judges an error as the answer to any other request: a correct
// refusal is none of the server's faults.
func (r *run) onRefusal(fr *frame, m *wire.Message, x *exchange, e rpcError) {
	if r.misnumbered(fr, m, x, e) {
		return
	}
	if x.verb == callTool && r.unlistedTool(x) {
		if e.code != codeInvalidParams {
			r.addMessage(fr, m, "error-code-unusual", "", x.rev, x.method,
				"an unknown tool was refused with "+e.raw+"; the protocol uses -32602")
		}
		return
	}
	if r.mayRefuse(x, e) || r.unlistedEntry(x, e) {
		return
	}
	if e.code == codeMethodNotFound && ownCapability(x.method) && r.life.capsKnown() {
		r.addMessage(fr, m, "operation-error", "", x.rev, x.method,
			x.method+" is not implemented, although its capability is advertised")
		return
	}
	if x.purpose != purposeRequest && x.purpose != purposeSafeTool {
		return
	}
	r.addMessage(fr, m, "operation-error", "", x.rev, x.method,
		x.method+" was answered with error "+e.raw+": "+clip(e.message))
}

// misnumbered judges the answer to a version that the server does not speak: it
// has an error code of its own.
func (r *run) misnumbered(fr *frame, m *wire.Message, x *exchange, e rpcError) bool {
	if !namesNoLegacy(x.meta.version) || e.code == codeUnsupportedVersion {
		return false
	}
	draft := e.code == codeDraftVersion && anyModern(supportedVersions(e.data))
	if !draft && (mcp.Published(x.meta.version) || !r.life.discovered && !r.life.modernAnswer) {
		return false // perhaps a server that knows no such thing
	}
	f := r.newAt(fr, "error-code-not-allowed", "unsupported-version", rule.R5, m.Error.Start, m.Error.End-m.Error.Start,
		"a request in version "+quoted(x.meta.version)+" was refused with "+e.raw+" instead of -32022 and the versions offered")
	if f != nil {
		f.id, f.method = x.idText(), x.method
	}
	r.add(f)
	return true
}

func anyModern(versions []string) bool {
	for _, v := range versions {
		if mcp.Modern(v) {
			return true
		}
	}
	return false
}

// mayRefuse reports whether an error is a correct refusal of what was asked.
func (r *run) mayRefuse(x *exchange, e rpcError) bool {
	if x.early || x.unowed {
		return true
	}
	switch e.code {
	case codeUnsupportedVersion:
		return !contains(r.life.supported, x.meta.version) || !mcp.Published(x.meta.version)
	case codeMethodNotFound:
		me := x.called.under(x.rev)
		if me == nil || !me.From.Has(mcp.Client) || me.Notification {
			return true
		}
		return me.Capability != "" && me.CapabilityOf.Has(mcp.Server) && !declares(r.life.caps(x.rev), me.Capability)
	case codeInvalidParams:
		return (x.rev >= rule.R5 || r.life.modernOnly()) && (!mcp.Modern(x.meta.version) || !x.meta.caps)
	}
	return false
}

// ownCapability reports whether a capability stands for a method alone, so that
// method-not-found can mean nothing but that it is missing.
func ownCapability(method string) bool {
	switch method {
	case "logging/setLevel", "completion/complete", "resources/subscribe":
		return true
	}
	return false
}

// worksUnadvertised judges a feature that works although nobody was told of it,
// once for each method. An empty answer may be a framework's own.
func (r *run) worksUnadvertised(fr *frame, m *wire.Message, x *exchange, result []byte) {
	member := ""
	switch x.verb {
	case callTool:
		member = "content"
	case getPrompt:
		member = "messages"
	case readResource:
		member = "contents"
	case complete:
		member = "values"
	default:
		return
	}
	caps := r.life.caps(x.rev)
	if caps == nil || r.life.covers(caps, x.called, x.rev) {
		return
	}
	me := x.called.under(x.rev)
	if me == nil || me.Capability == "" {
		return
	}
	if x.verb == complete {
		result, _ = wire.Get(result, "completion")
	}
	if isErrorResult(result) {
		return
	}
	some := false
	list, _ := wire.Get(result, member)
	wire.Elements(list, func([]byte) bool { some = true; return false })
	if some && !r.notedBefore(x.method) {
		r.addMessage(fr, m, "capability-not-advertised", "", x.rev, x.method,
			x.method+" works although the capability "+me.Capability+" was not advertised")
	}
}

// unlistedTool reports whether a call names a tool that the server, whose list
// is known to its end, does not have.
func (r *run) unlistedTool(x *exchange) bool {
	if !r.tools.complete || r.tools.lists.Len() >= maxTracked {
		return false // what is not remembered may be listed
	}
	raw, ok := wire.Get(x.params, "name")
	return ok && wire.TypeOf(raw) == wire.Str && !r.tools.lists.Has(raw)
}

// unlistedEntry reports whether an error refuses a prompt or resource that the
// server's list, which is known, does not name.
func (r *run) unlistedEntry(x *exchange, e rpcError) bool {
	list, name := &r.lists.prompts, "name"
	switch x.verb {
	case readResource:
		list, name = &r.lists.resources, "uri"
	case getPrompt:
	default:
		return false
	}
	refused := e.code == codeInvalidParams || x.verb == readResource && e.code == codeResourceNotFound
	return refused && list.responded && list.err == nil && len(list.seen) < maxTracked && !list.seen[x.paramString(name)]
}

// onToolResult judges what a result says about the tool that was called.
func (r *run) onToolResult(fr *frame, m *wire.Message, x *exchange, result []byte) {
	if r.tools.complete && m.MayHold(m.Result, isErrorName) && r.unlistedTool(x) && isErrorResult(result) {
		r.addMessage(fr, m, "unknown-tool-as-result", "", x.rev, x.method,
			"the unknown tool "+quoted(x.paramString("name"))+" was answered with isError; the protocol has error -32602 for that")
	}
}
