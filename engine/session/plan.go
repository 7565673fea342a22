package session

import (
	"strconv"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// step is one thing that the session means to send.
type step struct {
	method  string
	params  []byte // raw object, without the modern era's metadata; nil = none
	purpose string // as in the plan event
	label   string // the adversarial probe's name
	silent  bool   // wants no answer: a notification or a malformed line
	raw     []byte // sent as it stands instead of an envelope

	list    string          // the array's member in the answer, when pages are followed
	pages   int             // pages asked for so far
	cursors map[string]bool // cursors that the server gave before
	retries int             // answers to requests for input given so far
}

// Labels of the adversarial steps: the seed probes' names, and that of a call
// with intentionally invalid arguments.
const (
	labelMethod       = "invalid-method"
	labelParams       = "invalid-params"
	labelNotification = "notification"
	labelMalformed    = "malformed-json"
	labelToolCall     = "tool-call"
)

// plan fills the queue once the server's capabilities are known: advertised
// lists, explicit requests, safe tool calls, adversarial probes and tool calls.
func (m *Machine) plan(capabilities []byte) {
	if m.cfg.Probes {
		m.queue = append(m.queue, advertisedLists(capabilities)...)
	}
	for _, r := range m.cfg.Requests {
		m.queue = append(m.queue, step{method: r.Method, params: r.Params, purpose: "request"})
	}
	for _, c := range m.cfg.SafeToolCalls {
		m.queue = append(m.queue, step{method: "tools/call", params: toolCallParams(c), purpose: "safe-tool-call"})
	}
	for _, name := range m.cfg.Adversarial {
		if s, ok := adversarial(name); ok {
			m.queue = append(m.queue, s)
		}
	}
	for _, c := range m.cfg.AdversarialToolCalls {
		m.queue = append(m.queue, step{method: "tools/call", params: toolCallParams(c), purpose: "adversarial", label: labelToolCall})
	}
}

func advertisedLists(capabilities []byte) []step {
	var steps []step
	probe := func(capability, method, list string) {
		if _, ok := wire.Get(capabilities, capability); ok {
			steps = append(steps, step{method: method, purpose: "probe", list: list})
		}
	}
	probe("tools", "tools/list", "tools")
	probe("resources", "resources/list", "resources")
	probe("resources", "resources/templates/list", "resourceTemplates")
	probe("prompts", "prompts/list", "prompts")
	return steps
}

// adversarial builds a built-in probe. None of them can make a server call a
// tool: the one that names tools/call names no tool.
func adversarial(name string) (step, bool) {
	s := step{purpose: "adversarial", label: name}
	switch name {
	case labelMethod:
		s.method = "stdioscope/no-such-method"
	case labelParams:
		s.method, s.params = "tools/call", []byte(`{"name":42,"arguments":"none"}`)
	case labelNotification:
		s.method, s.silent = "notifications/stdioscope/no-such-notification", true
	case labelMalformed:
		s.silent, s.raw = true, []byte(`{"jsonrpc":"2.0","id":,"method":"tools/list"`+"\n")
	default:
		return step{}, false
	}
	return s, true
}

// request plans and sends a request and remembers it as the one that is out.
func (m *Machine) request(s step) {
	id := strconv.AppendInt(nil, m.TakeID(), 10)
	params := s.params
	if m.modern {
		params = m.withMeta(params)
	}
	m.act(record(transcript.Event{
		Kind: transcript.KindPlan, ID: id,
		Method: s.method, Purpose: s.purpose, Label: s.label,
	}))
	m.pending = &exchange{id: id, step: s}
	m.send(envelope(id, s.method, params))
}

// sendSilent plans and sends what wants no answer.
func (m *Machine) sendSilent(s step) {
	m.act(record(transcript.Event{Kind: transcript.KindPlan, Method: s.method, Purpose: s.purpose, Label: s.label}))
	m.pending = &exchange{step: s}
	if s.raw != nil {
		m.send(s.raw)
		return
	}
	m.send(notification(s.method, s.params))
}

func (m *Machine) send(line []byte) {
	if !m.stdinOver {
		m.act(Action{Kind: Send, Data: line})
	}
}
