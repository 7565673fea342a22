package session

import (
	"bytes"
	"unicode/utf8"

	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// onLine takes one line of the server's stdout. A line that is no message is
// evidence for the report; the session only looks past it.
func (m *Machine) onLine(line []byte, _ int64) {
	m.lines++
	if m.state >= closing {
		return // nothing can be answered, and nothing more is asked
	}
	if isHeaderFraming(line) {
		// The stream is not divided by newlines: no message in it can be found.
		m.giveUpFraming()
		return
	}
	wire.Scan(line, &m.msg)
	m.onMessage(line, &m.msg)
}

func (m *Machine) onMessage(line []byte, msg *wire.Message) {
	if msg.Depth > wire.MaxDepth {
		return
	}
	switch msg.Kind {
	case wire.Result, wire.Error:
		m.onResponse(msg.ID.Of(line), msg.Result.Of(line), msg.Error.Of(line))
	case wire.Request:
		m.onRequest(msg.ID.Of(line), msg.Method.Of(line))
	case wire.Notification:
		if name, _ := wire.String(msg.Method.Of(line)); name == "notifications/cancelled" {
			m.onCancelled(msg.Params.Of(line))
		}
	case wire.Batch:
		// Allowed in one revision alone, but there a single line holds the answer.
		wire.Elements(msg.Value.Of(line), func(value []byte) bool {
			var one wire.Message
			wire.Scan(value, &one)
			if one.Kind != wire.Batch {
				m.onMessage(value, &one)
			}
			return m.state < closing
		})
	}
}

// isHeaderFraming recognises the framing of language servers.
func isHeaderFraming(line []byte) bool {
	const name = "content-length:"
	return len(line) >= len(name) && bytes.EqualFold(line[:len(name)], []byte(name))
}

func (m *Machine) giveUpFraming() {
	m.disarm()
	m.giveUp("framing")
}

// onResponse takes an answer. One that is not for the request that is out is
// none of the session's business: late, unasked for, or doubled.
func (m *Machine) onResponse(id, result, failure []byte) {
	if m.pending == nil {
		return
	}
	if m.state == observing {
		// A parse error names no id, since none could be read.
		if m.pending.step.raw != nil && failure != nil && (id == nil || string(id) == "null") {
			m.disarm()
			m.next()
		}
		return
	}
	if !answers(id, m.pending.id) {
		return
	}
	p := *m.pending
	m.pending = nil
	m.disarm()
	switch m.state {
	case discovering:
		m.onDiscover(result, failure)
	case initializing:
		m.onInitialize(result, failure)
	case working:
		if m.askInput(p.step, result) {
			return
		}
		m.onAnswer(p, result)
		m.next()
	}
}

// answers compares an id as written with ours. An id that came back as a string
// is a fault that the report names; to wait for another answer would only add a
// silence to it.
func answers(written, id []byte) bool {
	if bytes.Equal(written, id) {
		return true
	}
	n, whole := wire.Int(id)
	if !whole {
		return false
	}
	if w, ok := wire.Int(written); ok {
		return w == n
	}
	s, ok := wire.String(written)
	return ok && s == string(id)
}

// onDiscover decides the era. The answer is a modern one when it is a discover
// result or one of the errors that only modern servers know; the decision for
// the handshake must not hang on one particular code.
func (m *Machine) onDiscover(result, failure []byte) {
	byName := m.cfg.Protocol != Auto
	if result != nil && wire.TypeOf(result) == wire.Object {
		versions, listed := wire.Get(result, "supportedVersions")
		_, typed := wire.Get(result, "resultType")
		if byName || lists(versions, m.revision) || (!listed && typed) {
			m.answered = true
			capabilities, _ := wire.Get(result, "capabilities")
			m.plan(capabilities)
			m.next()
			return
		}
	}
	switch supported := supportedVersions(failure); {
	case errorCode(failure) == missingCapability, errorCode(failure) == unsupportedVersion && lists(supported, m.revision):
		m.answered = true
		m.plan(nil)
		m.next()
		return
	case errorCode(failure) == unsupportedVersion && !listsHandshake(supported):
		// A modern server with no version that we speak: there is no falling back.
		m.answered = true
		m.finish()
		return
	}
	if byName {
		m.answered = true
		m.finish()
		return
	}
	m.initialize(LegacyRevision)
}

// The two errors that only modern servers know.
const (
	unsupportedVersion = -32022
	missingCapability  = -32021
)

func errorCode(failure []byte) int64 {
	code, _ := wire.Get(failure, "code")
	n, _ := wire.Int(code)
	return n
}

func supportedVersions(failure []byte) []byte {
	data, ok := wire.Get(failure, "data")
	if !ok || wire.TypeOf(data) != wire.Object {
		return nil
	}
	versions, _ := wire.Get(data, "supported")
	return versions
}

func lists(versions []byte, revision string) bool {
	found := false
	eachString(versions, func(s string) { found = found || s == revision })
	return found
}

func listsHandshake(versions []byte) bool {
	found := false
	eachString(versions, func(s string) { found = found || isHandshake(s) })
	return found
}

func eachString(array []byte, yield func(string)) {
	if array == nil || wire.TypeOf(array) != wire.Array {
		return
	}
	wire.Elements(array, func(value []byte) bool {
		if s, ok := wire.String(value); ok {
			yield(s)
		}
		return true
	})
}

func isHandshake(revision string) bool {
	switch revision {
	case rule.R1, rule.R2, rule.R3, rule.R4:
		return true
	}
	return false
}

// onInitialize goes on only with a result that a client can work with: without
// a usable version and capabilities nothing that follows has a meaning.
func (m *Machine) onInitialize(result, failure []byte) {
	m.answered = true
	if failure != nil || result == nil || wire.TypeOf(result) != wire.Object {
		m.finish()
		return
	}
	version, _ := wire.Get(result, "protocolVersion")
	capabilities, _ := wire.Get(result, "capabilities")
	v, ok := wire.String(version)
	if !ok || !isHandshake(v) || capabilities == nil || wire.TypeOf(capabilities) != wire.Object {
		m.finish()
		return
	}
	m.revision = v
	m.send(notification("notifications/initialized", nil))
	m.plan(capabilities)
	m.next()
}

// onAnswer follows what an answer asks for: the next page, or the same request
// again with the input that the server wants.
func (m *Machine) onAnswer(p exchange, result []byte) {
	if result == nil || wire.TypeOf(result) != wire.Object {
		return
	}
	if m.modern {
		if retry, ok := m.withInput(p.step, result); ok {
			m.queue = append([]step{retry}, m.queue...)
			return
		}
	}
	if p.step.list == "" {
		return
	}
	cursor, ok := wire.Get(result, "nextCursor")
	if !ok || wire.TypeOf(cursor) != wire.Str || !utf8.Valid(cursor) {
		return
	}
	next := p.step
	if next.pages++; next.pages >= maxPages || next.cursors[string(cursor)] {
		return // the list leads in a circle, or to no end
	}
	seen := map[string]bool{string(cursor): true}
	for c := range p.step.cursors {
		seen[c] = true
	}
	next.cursors = seen
	next.params = cursorParams(cursor)
	m.queue = append([]step{next}, m.queue...)
}
