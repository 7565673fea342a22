package engine

import (
	"strings"

	"stdioscope/engine/mcp"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// revBatch is the only revision with JSON-RPC batches.
const revBatch = rule.R2

// lifecycle is what the opening of a session settled: the handshake of the
// legacy era, the discovery of the modern one, or both.
type lifecycle struct {
	initializes int
	requested   string // protocolVersion of the last initialize
	sentVersion string // the version last sent in either era
	answered    bool   // initialize was answered with a result
	initialized bool   // the handshake completed: a sound result
	accepted    bool   // the client went on with an answer that was not sound
	refused     bool   // initialize was answered with an error
	negotiated  string
	revisionOf  string // a version, and
	revision    string // what it stands for; see legacy
	serverCaps  []byte // of the handshake; its own copy
	clientCaps  []byte
	clientReady bool // notifications/initialized was sent
	softVersion string
	softCaps    []byte
	extends     bool // serverCaps name extensions
	answers     [4]answer
	asked       int  // answers that were remembered
	tasks       bool // requests may become tasks

	discovers       int
	probedVersion   string // version that server/discover was asked in
	discovered      bool
	discoverCaps    []byte
	discoverExtends bool
	supported       []string // versions that the server named, by discovery or in an error
	modernAnswer    bool     // an error of the modern era was seen
	modernRequests  int

	unreadable       int // lines of the client that no server can read, unanswered so far
	malformed        malformed
	notified         bool // the client's last message was a notification
	lastNotification string
	notifications    int
	opened           bool // initialize or discovery was answered well
	openedT          int64
}

// accept takes over what an answer said that no client need read, once the
// client shows that it read it.
func (l *lifecycle) accept(r *run) {
	if l.initialized || l.softVersion == "" {
		return
	}
	l.accepted = true
	l.negotiated, l.serverCaps = l.softVersion, l.softCaps
	l.extends = extends(l.softCaps)
}

// modernOnly reports whether the session is of the modern era and has no
// handshake.
func (l *lifecycle) modernOnly() bool {
	return l.initializes == 0 && (l.discovered || l.modernAnswer || l.modernRequests > 0)
}

// caps is the server's capabilities, of the era that a revision belongs to.
func (l *lifecycle) caps(rev string) []byte {
	if l.discovered && mcp.Modern(rev) {
		return l.discoverCaps
	}
	if l.serverCaps != nil {
		return l.serverCaps
	}
	return l.discoverCaps
}

// capsKnown reports whether the server's capabilities were seen.
func (l *lifecycle) capsKnown() bool { return l.serverCaps != nil || l.discoverCaps != nil }

// extends reports whether capabilities name extensions, which may add methods
// and forms of results.
func extends(caps []byte) bool { return declares(caps, "extensions") || declares(caps, "experimental") }

// answer is what a capability object says of one capability.
type answer struct {
	caps *byte // the object, which is never written to
	path string
	yes  bool
}

// declared is declares for the server's capabilities, remembered: it is asked of
// every message, and always the same.
func (l *lifecycle) declared(caps []byte, path string) bool {
	if len(caps) == 0 {
		return false
	}
	for i := range l.answers {
		if a := &l.answers[i]; a.caps == &caps[0] && a.path == path {
			return a.yes
		}
	}
	a := &l.answers[l.asked%len(l.answers)]
	l.asked++
	*a = answer{&caps[0], path, declares(caps, path)}
	return a.yes
}

// covers reports whether the server's capabilities declare the one that a method
// needs. The last yes is remembered with the method: most messages of a session ask
// for it again.
func (l *lifecycle) covers(caps []byte, n *name, rev string) bool {
	if len(caps) > 0 && n.covered == &caps[0] && n.rev == rev {
		return true
	}
	me := n.under(rev)
	if me == nil || me.Capability == "" || !l.declared(caps, me.Capability) {
		return false
	}
	n.covered = &caps[0]
	return true
}

// declares reports whether a capability object holds a dotted path. A member
// that is false does not count; presence alone does, as {}.
func declares(caps []byte, path string) bool {
	for path != "" {
		name, rest, _ := strings.Cut(path, ".")
		value, ok := wire.Get(caps, name)
		if !ok {
			return false
		}
		if rest == "" {
			t := wire.TypeOf(value)
			return t != wire.Null && !(t == wire.Bool && value[0] == 'f')
		}
		caps, path = value, rest
	}
	return true
}

// requestRevision is the revision that a client's request and its answer are
// judged by: what the request says of itself, else what was agreed.
func (r *run) requestRevision(v verb, meta *requestMeta) string {
	switch {
	case mcp.Modern(meta.version):
		return mcp.Judged(meta.version)
	case meta.version != "" && mcp.Published(meta.version):
		return meta.version // undefined, but what it asks for is plain
	case v == discover:
		return rule.R5
	case v == initialize:
		return legacyRevision(r.life.requested)
	case !meta.present && r.life.modernOnly() && anyLegacy(r.life.supported):
		return rule.R4 // the server may take it for one of the handshake era
	}
	return r.sessionRev()
}

// legacy is legacyRevision, remembered: every message is judged by the same.
func (l *lifecycle) legacy(version string) string {
	if l.revision == "" || l.revisionOf != version {
		l.revisionOf, l.revision = version, legacyRevision(version)
	}
	return l.revision
}

// legacyRevision is the revision of the handshake era that a version stands for.
//
//go:noinline
func legacyRevision(version string) string {
	if j := mcp.Judged(version); j < rule.R5 {
		return j
	}
	return rule.R4
}

// sessionRev is the revision that holds for what names none: the negotiated one,
// else the modern one where no handshake was tried, else what was asked for.
func (r *run) sessionRev() string {
	l := &r.life
	switch {
	case l.negotiated != "":
		return l.legacy(l.negotiated)
	case l.modernOnly():
		return rule.R5
	case l.softVersion != "":
		return l.legacy(l.softVersion)
	case l.requested != "":
		return l.legacy(l.requested)
	}
	return rule.R4
}

// eraKnown reports whether the session's era is settled.
func (l *lifecycle) eraKnown() bool { return l.initializes > 0 || l.modernOnly() }
