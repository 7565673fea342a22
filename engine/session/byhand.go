package session

import (
	"bytes"

	"stdioscope/engine/wire"
)

// byHand is what waits for a person. While something does, no time runs against
// the server: it cannot go on before it is answered.
type byHand struct {
	asked []question
	input *inputRequired
	said  wire.Splitter // of what the person sent
	clock Action        // the timer that runs, or would if nothing waited; zero = none
}

// question is a request of the server's.
type question struct {
	id, method string // the id as written
}

// inputRequired is a result that asks for input before it is complete.
type inputRequired struct {
	step   step
	result []byte
}

func (h *byHand) waits() bool { return len(h.asked) > 0 || h.input != nil }

// Waits tells whether something that the server asks waits for a person.
func (m *Machine) Waits() bool { return m.hand.waits() }

// Takes tells whether a person may send something now: in an interactive session
// that has done its own work, and whenever the server waits for an answer.
func (m *Machine) Takes() bool { return !m.stdinOver && (m.state == open || m.hand.waits()) }

// AnswerByHand says who answers from now on. What waits when it is left to the
// session again is answered at once.
func (m *Machine) AnswerByHand(on bool) []Action {
	m.out = m.out[:0]
	m.cfg.ByHand = on
	if on || !m.hand.waits() {
		return nil
	}
	asked, input := m.hand.asked, m.hand.input
	m.hand.asked, m.hand.input = nil, nil
	for _, q := range asked {
		m.send(response([]byte(q.id), m.reply(q.method)))
	}
	if input != nil {
		m.onAnswer(exchange{step: input.step}, input.result)
		m.next()
		return m.out
	}
	m.resume()
	return m.out
}

// Said takes what a person sent, right after it was sent.
func (m *Machine) Said(data []byte) []Action {
	m.out = m.out[:0]
	m.hand.said.Write(data, func(line []byte, _ int64) {
		var msg wire.Message
		wire.Scan(line, &msg)
		switch id := msg.ID.Of(line); msg.Kind {
		case wire.Result, wire.Error:
			m.settled(id)
		case wire.Request:
			if method, _ := wire.String(msg.Method.Of(line)); m.hand.input != nil && m.hand.input.step.method == method {
				m.retried(id)
			}
		}
	})
	return m.out
}

// ask lets a request of the server wait.
func (m *Machine) ask(id []byte, method string) {
	m.hold()
	m.hand.asked = append(m.hand.asked, question{id: string(id), method: method})
}

// settled ends the wait for an answer: it was given, or is not wanted any more.
func (m *Machine) settled(id []byte) {
	for i, q := range m.hand.asked {
		if q.id == string(id) {
			m.hand.asked = append(m.hand.asked[:i], m.hand.asked[i+1:]...)
			m.resume()
			return
		}
	}
}

// onCancelled: the server does not wait for an answer any more.
func (m *Machine) onCancelled(params []byte) {
	if id, ok := wire.Get(params, "requestId"); ok {
		m.settled(id)
	}
}

// askInput lets a result wait that asks for input; false when it asks for none.
func (m *Machine) askInput(s step, result []byte) bool {
	requests, _ := wire.Get(result, "inputRequests")
	if !m.cfg.ByHand || !m.modern || !asksInput(s, result) || wire.TypeOf(requests) != wire.Object {
		return false
	}
	m.hand.input = &inputRequired{step: s, result: bytes.Clone(result)}
	return true
}

// retried: the person sent the request again, under an id of theirs. Its answer
// is that of the planned one.
func (m *Machine) retried(id []byte) {
	s := m.hand.input.step
	m.hand.input = nil
	m.pending = &exchange{id: bytes.Clone(id), step: s}
	m.arm(deadline(m.phase, m.cfg.Timeout))
}

// unheard: what a person would say now does not reach the server.
func (m *Machine) unheard() {
	if !m.hand.waits() {
		return
	}
	input := m.hand.input != nil
	m.forget()
	if input {
		m.next()
		return
	}
	m.resume()
}

// forget: nothing can be answered any more.
func (m *Machine) forget() {
	m.hand.asked, m.hand.input = nil, nil
}

// arm starts the one timer, or has it start when nobody is waited for any more.
func (m *Machine) arm(timer Action) {
	m.hand.clock = timer
	if !m.hand.waits() {
		m.act(timer)
	}
}

func (m *Machine) disarm() {
	m.hand.clock = Action{}
	m.act(Action{Kind: Disarm})
}

// hold stops the timer before the first thing waits.
func (m *Machine) hold() {
	if !m.hand.waits() && m.hand.clock.Kind == Arm {
		m.act(Action{Kind: Disarm})
	}
}

// resume begins the time again that a deadline gives, once nothing waits.
func (m *Machine) resume() {
	if !m.hand.waits() && m.hand.clock.Kind == Arm {
		m.act(m.hand.clock)
	}
}
