package engine

import (
	"bytes"

	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// A line that no client must accept may still hold an answer. It is read for the
// diagnosis alone: so that the silence which follows from it is not reported as
// a fault of its own, and so that the session of a client which did accept it is
// judged by what was agreed. The line stays an error.

// soften reads a message in a line that failed.
func (r *run) soften(fr *frame, m *wire.Message) {
	switch m.Kind {
	case wire.Result, wire.Error:
		r.softAnswer(fr, fr.text, m)
	case wire.Value:
		if m.Fault.Code == wire.FaultBareResult || m.Fault.Code == wire.FaultMissingJSONRPC || m.Fault.Code == wire.FaultResultAndError {
			r.softAnswer(fr, fr.text, m)
		}
	case wire.None:
		if m.Fault.Code == wire.FaultBareCR {
			for _, piece := range bytes.Split(fr.text, []byte{'\r'}) {
				r.softInner(fr, piece)
			}
			return
		}
		if !m.Embedded.Present() {
			r.softID(fr, m)
			return
		}
		second := m.Fault.Code == wire.FaultMultipleMessages && m.Embedded.Start < m.Fault.Column
		rest := fr.text[min(m.Fault.Column, len(fr.text)):]
		r.softInner(fr, m.Embedded.Of(fr.text))
		if second {
			r.softInner(fr, rest)
		}
	case wire.Batch:
		wire.Elements(m.Value.Of(fr.text), func(value []byte) bool {
			wire.Scan(value, &r.part)
			if r.part.Kind == wire.Result || r.part.Kind == wire.Error {
				r.softAnswer(fr, value, &r.part)
			}
			return true
		})
	}
}

// softID looks for the id of a response whose JSON is broken further on, as by a
// NaN in its result. A line that is cut short answers nothing.
func (r *run) softID(fr *frame, m *wire.Message) {
	line := bytes.TrimLeft(fr.text, " \t")
	if cutShort(m.Fault.Code) || !startsAny(line, "{") || !bytes.Contains(line, []byte(`"jsonrpc"`)) {
		return
	}
	_, rest, ok := bytes.Cut(line[:min(len(line), maxSignature)], []byte(`"id"`))
	rest, colon := bytes.CutPrefix(bytes.TrimLeft(rest, " \t"), []byte{':'})
	if !ok || !colon || !bytes.Contains(rest, []byte(`"result"`)) && !bytes.Contains(rest, []byte(`"error"`)) {
		return
	}
	end := bytes.IndexByte(rest, ',')
	raw := bytes.TrimSpace(rest[:max(end, 0)])
	if len(raw) == 0 || !wire.Valid(raw) {
		return
	}
	id := identOf(raw)
	if x := r.client.find(&id); x != nil {
		x.soft = fr.no
	}
}

// softInner reads a message that is a part of a line.
func (r *run) softInner(fr *frame, text []byte) {
	wire.Scan(text, &r.part)
	if r.part.Kind == wire.Result || r.part.Kind == wire.Error {
		r.softAnswer(fr, text, &r.part)
	}
}

// softAnswer notes which request a broken line would have answered.
func (r *run) softAnswer(fr *frame, text []byte, m *wire.Message) {
	var x *exchange
	if id := identOf(m.ID.Of(text)); id.kind != noID {
		x = r.client.find(&id)
		if x == nil {
			if other, ok := id.otherType(); ok {
				x = r.client.find(&other)
			}
		}
	} else if r.client.open.len() == 1 && len(r.client.slots) < 1024 {
		x = r.onlyOpen()
	}
	if x == nil {
		return
	}
	x.soft = fr.no
	if i := r.a.idx; i != nil && fr.row != noRow {
		i.pair(x.row, fr.row, r.a.now.t-x.t)
	}
	result := m.Result.Of(text)
	if m.Fault.Code == wire.FaultBareResult {
		result = m.Value.Of(text)
	}
	if x.method == "initialize" && result != nil {
		if raw, ok := wire.Get(result, "protocolVersion"); ok {
			r.life.softVersion, _ = wire.String(raw)
		}
		if raw, ok := wire.Get(result, "capabilities"); ok && wire.TypeOf(raw) == wire.Object {
			r.life.softCaps = append([]byte(nil), raw...)
		}
	}
}

func (r *run) onlyOpen() *exchange {
	for i := range r.client.slots {
		if r.client.slots[i].id.kind != noID {
			return &r.client.slots[i]
		}
	}
	return nil
}

// inferResult reads the one answer that can be told by its looks alone, where
// the source does not show the requests: the handshake's, which selects the
// rules, and lists, whose entries can be judged.
func (r *run) inferResult(fr *frame, m *wire.Message) {
	if m.Kind != wire.Result {
		return
	}
	result := m.Result.Of(fr.text)
	method := methodByShape(result)
	if method == "" {
		return
	}
	r.guess = exchange{method: method, verb: verbOf(method), called: r.a.names.of([]byte(method)), row: noRow, rev: r.sessionRev(), raw: string(m.ID.Of(fr.text))}
	x := &r.guess
	if method == "server/discover" {
		x.rev = rule.R5
	}
	if x.rev < rule.R5 && r.life.discovered && !r.life.answered {
		x.rev = rule.R5
	}
	r.onResult(fr, m, x)
}

// methodByShape names the method whose result a value can only be; "" when none.
//
//go:noinline
func methodByShape(result []byte) (method string) {
	wire.Members(result, func(key, value []byte) bool {
		switch string(key) {
		case "protocolVersion":
			method = "initialize"
		case "supportedVersions":
			method = "server/discover"
		case "tools", "resources", "resourceTemplates", "prompts":
			if wire.TypeOf(value) == wire.Array {
				method = listOf(string(key))
			}
		}
		return method == ""
	})
	return method
}

// listOf is the list method whose result holds a member.
func listOf(member string) string {
	switch member {
	case "tools":
		return "tools/list"
	case "resources":
		return "resources/list"
	case "resourceTemplates":
		return "resources/templates/list"
	}
	return "prompts/list"
}
