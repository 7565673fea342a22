package session

import (
	"bytes"
	"unicode/utf8"

	"stdioscope/engine/wire"
)

const (
	methodNotFound = `"error":{"code":-32601,"message":"Method not found"}`
	refusedByUser  = `"error":{"code":-1,"message":"User rejected sampling request"}`
	emptyRoots     = `"result":{"roots":[]}`
	declined       = `"result":{"action":"decline"}`
	pong           = `"result":{}`
)

// onRequest answers a request of the server, so that it is not hung by its
// tester. In the modern era servers send none and clients answer none.
func (m *Machine) onRequest(id, method []byte) {
	if m.modern && m.state != discovering {
		return
	}
	if t := wire.TypeOf(id); t != wire.Str && t != wire.Number || !utf8.Valid(id) {
		return // no answer could be told from another, or none could be written
	}
	name, _ := wire.String(method)
	if m.cfg.ByHand && name != "ping" {
		m.ask(id, name)
		return
	}
	m.send(response(bytes.Clone(id), m.reply(name)))
}

// reply is what a client with our capabilities answers.
func (m *Machine) reply(method string) string {
	switch {
	case method == "ping":
		return pong
	case method == "roots/list" && m.declares("roots"):
		return emptyRoots
	case method == "sampling/createMessage" && m.declares("sampling"):
		return refusedByUser
	case method == "elicitation/create" && m.declares("elicitation"):
		return declined
	}
	return methodNotFound
}

func (m *Machine) declares(capability string) bool {
	for _, c := range m.cfg.Capabilities {
		if c == capability {
			return true
		}
	}
	return false
}

// withInput builds the retry that an input_required result asks for: the same
// request under a new id, an answer to each entry and the state byte for byte.
// There is none when an entry cannot be answered: sampling has no form for a
// refusal, and what was not declared must not be asked.
func (m *Machine) withInput(s step, result []byte) (step, bool) {
	if !asksInput(s, result) || s.retries >= maxRetries {
		return step{}, false
	}
	requests, asked := wire.Get(result, "inputRequests")
	state, stateful := wire.Get(result, "requestState")
	if !asked && !stateful || !utf8.Valid(requests) || !utf8.Valid(state) {
		return step{}, false
	}
	b := []byte{'{'}
	if s.params != nil {
		wire.Members(s.params, func(key, value []byte) bool {
			if k := string(key); k != "inputResponses" && k != "requestState" {
				b = appendMember(b, key, value)
			}
			return true
		})
	}
	if asked {
		responses, ok := m.inputResponses(requests)
		if !ok {
			return step{}, false
		}
		b = append(appendKey(b, "inputResponses"), responses...)
	}
	if stateful {
		b = append(appendKey(b, "requestState"), state...)
	}
	s.params = append(b, '}')
	s.retries++
	return s, true
}

// asksInput reports whether a result asks for input, where it may.
func asksInput(s step, result []byte) bool {
	switch s.method {
	case "tools/call", "resources/read", "prompts/get":
		kind, _ := wire.Get(result, "resultType")
		t, _ := wire.String(kind)
		return t == "input_required"
	}
	return false
}

func (m *Machine) inputResponses(requests []byte) ([]byte, bool) {
	if wire.TypeOf(requests) != wire.Object {
		return nil, false
	}
	b, answerable := []byte{'{'}, true
	wire.Members(requests, func(key, value []byte) bool {
		var method []byte
		if wire.TypeOf(value) == wire.Object {
			method, _ = wire.Get(value, "method")
		}
		var answer string
		switch name, _ := wire.String(method); {
		case name == "roots/list" && m.declares("roots"):
			answer = `{"roots":[]}`
		case name == "elicitation/create" && m.declares("elicitation"):
			answer = `{"action":"decline"}`
		default:
			answerable = false
			return false
		}
		b = append(appendKey(b, string(key)), answer...)
		return true
	})
	return append(b, '}'), answerable
}
