package engine

import (
	"stdioscope/engine/mcp"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// onInitializeResult judges the answer to initialize. The version in it selects
// the rules for everything after it, and for itself.
func (r *run) onInitializeResult(fr *frame, m *wire.Message, x *exchange, result []byte) {
	l := &r.life
	version := ""
	if raw, ok := wire.Get(result, "protocolVersion"); ok {
		version, _ = wire.String(raw)
	}
	rev := legacyRevision(version)
	failed := r.problems(fr, m, m.Result, rev, x.method, mcp.CheckResult(rev, x.method, x.params, result, mcp.ResultContext{}))
	if version != "" && !failed {
		failed = r.judgeVersion(fr, m, rev, version, result)
	}
	if caps, ok := wire.Get(result, "capabilities"); ok && wire.TypeOf(caps) == wire.Object {
		l.serverCaps = append([]byte(nil), caps...)
		l.extends = extends(caps)
		l.tasks = version == rule.R4 && declares(caps, "tasks")
	}
	l.answered, l.refused = true, false
	l.negotiated = version
	if !failed {
		l.initialized = true
		l.open(r.a.now.t)
	}
	r.discoverSettled()
}

func (l *lifecycle) open(t int64) {
	if !l.opened {
		l.opened, l.openedT = true, t
	}
}

// judgeVersion judges the version that a server chose in the handshake.
func (r *run) judgeVersion(fr *frame, m *wire.Message, rev, version string, result []byte) (failed bool) {
	l := &r.life
	raw, _ := wire.Get(result, "protocolVersion")
	at, n := wire.Offset(fr.text, raw), len(raw)
	switch {
	case mcp.Modern(version):
		r.add(r.newAt(fr, "initialize-invalid-protocol-version", "modern-in-handshake", rev, at, n,
			"initialize was answered with "+version+", a revision that has no handshake"))
		return true
	case !mcp.Published(version):
		r.add(r.newAt(fr, "initialize-invalid-protocol-version", "unpublished", rev, at, n,
			"initialize was answered with version "+quoted(version)+", which is no published revision"))
		return true
	case version != l.requested && contains(l.supported, l.requested) && !mcp.Modern(l.requested):
		r.add(r.newAt(fr, "version-not-negotiated", "", rev, at, n,
			"initialize asked for "+l.requested+", which the server supports, and was answered with "+version))
		return true
	}
	return false
}

// onInitializeError judges an error as the answer to initialize. A server that
// names the versions it does speak has answered well.
func (r *run) onInitializeError(fr *frame, m *wire.Message, x *exchange, e rpcError, obj []byte) {
	l := &r.life
	l.refused = true
	supported := supportedVersions(e.data)
	r.discoverSettled()
	if x.unowed {
		return // a refusal of the batch that it stood in
	}
	if len(supported) > 0 && (e.code == codeUnsupportedVersion || e.code == codeInvalidParams || e.code == codeMethodNotFound) {
		l.offered(obj)
		detail, message := "version-refused", "the server refused version "+l.requested+" and names those it speaks"
		if allModern(supported) {
			detail, message = "modern-only", "the server has no handshake; it names the revisions it speaks without one"
		}
		l.modernAnswer = l.modernAnswer || detail == "modern-only"
		r.addMessage(fr, m, "version-refused", detail, x.rev, x.method, message)
		return
	}
	if l.discovered {
		// A dual-era client may still try; a modern server has no initialize.
		r.addMessage(fr, m, "version-refused", "modern-only", x.rev, x.method,
			"the server answers server/discover and refuses initialize: it has no handshake")
		return
	}
	r.addMessage(fr, m, "initialize-error", "", x.rev, x.method,
		"initialize was answered with error "+e.raw+": "+clip(e.message))
}

// supportedVersions reads data.supported of a version error.
//
//go:noinline
func supportedVersions(data []byte) []string {
	raw, ok := wire.Get(data, "supported")
	if !ok {
		return nil
	}
	return texts(raw)
}

// texts reads an array of strings; at most as many as anybody needs.
//
//go:noinline
func texts(raw []byte) []string {
	var out []string
	wire.Elements(raw, func(value []byte) bool {
		if s, ok := wire.String(value); ok {
			out = append(out, s)
		}
		return len(out) < 64
	})
	return out
}

func allModern(versions []string) bool {
	for _, v := range versions {
		if !mcp.Modern(v) {
			return false
		}
	}
	return true
}

// offered remembers the versions that an error names.
//
//go:noinline
func (l *lifecycle) offered(obj []byte) {
	if data, ok := wire.Get(obj, "data"); ok {
		for _, v := range supportedVersions(data) {
			if !contains(l.supported, v) {
				l.supported = append(l.supported, v)
			}
		}
	}
}

// onDiscoverResult takes over what server/discover says.
func (r *run) onDiscoverResult(fr *frame, m *wire.Message, x *exchange, result []byte, failed bool) {
	l := &r.life
	if caps, ok := wire.Get(result, "capabilities"); ok && wire.TypeOf(caps) == wire.Object {
		l.discoverCaps = append([]byte(nil), caps...)
		l.discoverExtends = extends(caps)
	}
	raw, listed := wire.Get(result, "supportedVersions")
	if listed {
		l.supported = texts(raw)
	}
	if failed {
		return
	}
	l.discovered = true
	l.open(r.a.now.t)
}

// onDiscoverError reads an error as the answer to server/discover. Only one of
// the modern era's own errors shows a modern server; any other means legacy.
func (r *run) onDiscoverError(fr *frame, m *wire.Message, x *exchange, e rpcError, obj []byte) {
	l := &r.life
	if e.code == codeUnsupportedVersion || e.code == codeMissingCapability {
		l.modernAnswer = true
		l.offered(obj)
		return
	}
	if r.misnumbered(fr, m, x, e) {
		l.modernAnswer = true
		l.offered(obj)
		return
	}
	if mcp.Modern(r.a.header.Options.Protocol) {
		r.addMessage(fr, m, "discover-error", "", x.rev, x.method,
			"server/discover was answered with error "+e.raw+": "+clip(e.message))
		return
	}
	if l.modernRequests > 0 {
		r.addMessage(fr, m, "discover-error", "", x.rev, x.method,
			"server/discover was answered with error "+e.raw+" by a server that is spoken to without a handshake: "+clip(e.message))
	}
}

// discoverSettled drops a probe that was never answered once initialize is: that
// is a legacy server's right.
func (r *run) discoverSettled() {
	x := r.openMethod(discover)
	if x == nil || x.judged != nil {
		return
	}
	f := r.newFinding("discover-unanswered", "", rule.R5, "server/discover was left unanswered and initialize was answered: a server of the handshake era may do that")
	r.add(f)
	x.judged = f
}

// openMethod is the open request of a method, the first of several.
func (r *run) openMethod(v verb) (found *exchange) {
	for i := range r.client.slots {
		x := &r.client.slots[i]
		if x.id.kind != noID && x.verb == v && (found == nil || x.frame < found.frame) {
			found = x
		}
	}
	return found
}

// enforced judges a server that served a request of the modern era that it had
// to refuse.
func (r *run) enforced(fr *frame, m *wire.Message, x *exchange) {
	l := &r.life
	switch {
	case x.verb.opens():
	case namesNoLegacy(x.meta.version):
		if !contains(l.supported, x.meta.version) && (len(l.supported) > 0 || !mcp.Published(x.meta.version)) {
			r.addMessage(fr, m, "version-accepted-unsupported", "", x.rev, x.method,
				"a request in version "+quoted(x.meta.version)+", which the server does not offer, was served instead of refused with -32022")
			return
		}
		if !x.meta.caps {
			r.addMessage(fr, m, "meta-not-enforced", "", rule.R5, x.method,
				"a request without clientCapabilities in its _meta was served instead of refused with -32602")
		}
	case x.meta.version == "" && l.modernOnly() && l.discovered:
		code, message := "meta-not-enforced", "a request without the metadata of the modern era was served instead of refused with -32602"
		if !x.meta.present && anyLegacy(l.supported) {
			code, message = "meta-not-enforced-dual", "a request without _meta was served; the server also lists revisions of the handshake era, which have none"
		}
		r.addMessage(fr, m, code, "", rule.R5, x.method, message)
	}
}

// namesNoLegacy reports whether a request names a version that no revision of the
// handshake era has.
func namesNoLegacy(version string) bool {
	return version != "" && (mcp.Modern(version) || !mcp.Published(version))
}

func anyLegacy(versions []string) bool {
	for _, v := range versions {
		if mcp.Published(v) && !mcp.Modern(v) {
			return true
		}
	}
	return false
}

//go:noinline
func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// quoted puts a string of the server into a message: short, nothing invisible.
//
//go:noinline
func quoted(s string) string { return `"` + shown([]byte(s), 60, false, false) + `"` }

// clip is a text of the server, short enough for a message.
//
//go:noinline
func clip(s string) string { return shown([]byte(s), 120, false, false) }
