package engine

// asking is when the server waited for its client: while a request of its own is
// unanswered it cannot be expected to answer.
type asking struct {
	open  int   // requests of the server that wait for an answer
	since int64 // when the first of them began to
	total int64 // microseconds before that
}

func (a *asking) begin(x *exchange, now int64) {
	if x.method == "ping" {
		return // asks for nothing that the server needs
	}
	if a.open == 0 {
		a.since = now
	}
	a.open++
	x.awaits = true
}

// end takes an answer, or the server's word that it waits for none.
func (a *asking) end(x *exchange, now int64) {
	if !x.awaits {
		return
	}
	x.awaits = false
	if a.open--; a.open == 0 {
		a.total += now - a.since
	}
}

// until is how long the server has waited for its client up to now.
func (a *asking) until(now int64) int64 {
	if a.open > 0 {
		return a.total + now - a.since
	}
	return a.total
}

// keptWaiting reports whether stdin was closed while the server waited for an
// answer: what it owes then, it cannot give.
func (r *run) keptWaiting() bool { return r.process.stdinEOF && r.asking.open > 0 }

// openFor is how long the server could have answered a request and did not.
func (r *run) openFor(x *exchange) int64 {
	return r.a.now.t - x.t - (r.asking.until(r.a.now.t) - x.asked)
}
