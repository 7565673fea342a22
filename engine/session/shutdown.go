package session

// The shutdown ladder, as the specification has it for stdio: the client closes
// the server's stdin, waits, sends SIGTERM, waits, sends SIGKILL.

func (m *Machine) shutDown(why string) {
	m.state, m.why = closing, why
	m.pending = nil
	m.forget()
	m.enter(phaseShutdown)
	if !m.stdinOver {
		m.stdinOver = true
		m.act(Action{Kind: CloseStdin})
	}
	m.arm(deadline(phaseShutdown, m.cfg.ShutdownGrace))
}

func (m *Machine) terminate() {
	m.state = terminating
	m.act(Action{Kind: Signal, Name: "SIGTERM", Why: m.why})
	m.arm(deadline(phaseTerminate, m.cfg.KillGrace))
}

func (m *Machine) kill() {
	m.state = killing
	m.forget()
	m.act(Action{Kind: Signal, Name: "SIGKILL", Why: m.why})
	m.arm(deadline(phaseKill, m.cfg.KillGrace))
}

// cancelPending tells the server that an answer is no longer waited for. The two
// opening requests cannot be cancelled, nor can what has no id: a line that is none.
func (m *Machine) cancelPending(reason string) {
	p := m.pending
	m.pending = nil
	if p == nil || p.step.purpose == "handshake" || len(p.id) == 0 || m.stdinOver {
		return
	}
	m.send(notification("notifications/cancelled", cancelParams(p.id, reason)))
}
