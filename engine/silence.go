package engine

import (
	"strconv"

	"stdioscope/engine/mcp"
	"stdioscope/engine/rule"
	"stdioscope/engine/transcript"
)

// longOpen is how long a request may stay unanswered in any transcript, whoever
// was waiting.
const longOpen = 30_000_000 // microseconds

// onDeadline judges what was waited for in vain.
func (r *run) onDeadline(ev *transcript.Event) {
	p := &r.process
	if ladder(ev.Phase) {
		r.judgePartial(atDeadline)
		return
	}
	p.timedOutNow, p.deadlineMs = true, ev.Ms
	r.judgePartial(atDeadline)
	p.timedOutNow = false
	r.client.each(func(x *exchange) {
		if !r.owed(x) || !waitedFor(x, ev.Phase) {
			return
		}
		r.timeout(x, ev.Phase, ev.Ms)
	})
}

// ladder reports whether a deadline belongs to the shutdown, where no answer is
// waited for.
func ladder(phase string) bool {
	switch phase {
	case phaseShutdown, "terminate", "kill", "settle", "drain", "observe":
		return true
	}
	return false
}

// waitedFor reports whether a deadline was armed for a request.
func waitedFor(x *exchange, phase string) bool {
	switch phase {
	case phaseDiscover:
		return x.method == "server/discover"
	case phaseInitialize, phaseStartup:
		return x.method == "initialize" || x.method == "server/discover"
	}
	return true
}

// owed reports whether a request still must be answered: nobody took it back, it
// is no subscription, no silence was held against the server for it, and it was
// not us who stopped reading.
func (r *run) owed(x *exchange) bool {
	return !r.out.stopped && !x.cancelled && !x.hidden && !x.unowed && x.judged == nil && x.sub == nil
}

// timeout holds a silence against the server, at the current event.
func (r *run) timeout(x *exchange, phase string, ms int64) {
	p := &r.process
	if x.method == "server/discover" && !r.discoverOwed() {
		return
	}
	code, detail := "operation-timeout", "request-timeout"
	switch {
	case x.method == "initialize":
		code, detail = "initialize-timeout", "startup-timeout"
	case x.method == "server/discover":
		code, detail = "discover-timeout", "startup-timeout"
	case x.purpose == purposeAdversarial && r.probes.seed(x.label):
		code, detail = "adversarial-probe-timeout", ""
	case r.advertisedList(x):
		code, detail = "capability-list-timeout", ""
	}
	message := "no answer to " + x.method + " (request " + x.idText() + ")"
	if ms > 0 {
		message += " within " + strconv.FormatInt(ms, 10) + " ms"
	}
	f := r.unanswered(x, code, detail, message)
	if f == nil {
		return
	}
	f.timeoutMs = ms
	if phase != "" {
		f.phase = phase
	}
	if remedy := r.adviseBuffering(); remedy != "" {
		f.hint = hintFor(code, detail) + " " + remedy
	}
	p.timeout(code, ms, phase)
	r.probes.blameExchange(x, f)
}

// unanswered adds the finding of a request without its answer.
func (r *run) unanswered(x *exchange, code, detail, message string) *finding {
	if x.soft > 0 {
		message += "; its answer stands at stdout:" + strconv.Itoa(x.soft) + " in a form that is no message"
	}
	f := r.newFinding(code, detail, x.rev, message)
	if f == nil {
		return nil
	}
	f.id, f.method = x.idText(), x.method
	x.judged = f
	r.add(f)
	if i := r.a.idx; i != nil {
		i.unanswered(x.row)
	}
	return f
}

// discoverOwed reports whether an unanswered server/discover is the server's
// fault: it is a legacy server's right to be silent, unless the revision was
// asked for by name or the server is known to be modern.
func (r *run) discoverOwed() bool {
	return mcp.Modern(r.a.header.Options.Protocol) || r.life.modernOnly()
}

// advertisedList reports whether a request asks for a list that the server
// advertised.
func (r *run) advertisedList(x *exchange) bool {
	if r.lists.of(x.verb) == nil || x.purpose == purposeRequest {
		return false
	}
	return declares(r.life.caps(x.rev), capabilityOf(x.verb))
}

func (r *run) onEOF(id streamID) {
	p := &r.process
	r.judgePartial(atEOF)
	switch id {
	case stdinStream:
		if p.stdinEOF {
			return
		}
		p.stdinEOF, p.stdinEOFt, p.stdinEOFseq = true, r.a.now.t, r.a.now.seq
		r.longWaits()
	case stdoutStream:
		if r.out.closed {
			return
		}
		r.out.closed, r.out.closedAt = true, r.a.now
		r.garbage.close()
		r.stdoutClosed()
	}
	if s := r.stream(id); s != nil {
		s.closed = true
	}
}

// longWaits judges the requests that were open for half a minute or more when
// something ended; an answer that comes only after that does not mend it.
func (r *run) longWaits() {
	r.client.each(func(x *exchange) {
		if open := r.openFor(x); r.owed(x) && open >= longOpen {
			r.timeout(x, "", open/1000)
		}
	})
}

// stdoutClosed judges the requests whose answers cannot come any more.
func (r *run) stdoutClosed() {
	if r.keptWaiting() {
		return
	}
	r.client.each(func(x *exchange) {
		if !r.owed(x) || x.soft > 0 {
			return
		}
		if x.method == "server/discover" || x.method == "initialize" {
			return // the exit says more, and follows
		}
		r.missing(x, "stdout-closed-during-operation", "stdout was closed without an answer to ")
	})
}

// missing holds it against the server that it ended without an answer.
func (r *run) missing(x *exchange, detail, message string) {
	code := "operation-missing-response"
	switch {
	case x.purpose == purposeAdversarial && r.probes.seed(x.label):
		code, detail = "adversarial-probe-crash", ""
	case r.advertisedList(x):
		code, detail = "capability-list-missing-response", ""
	}
	f := r.unanswered(x, code, detail, message+x.method+" (request "+x.idText()+")")
	if f != nil {
		f.exitCode, f.signal = r.process.exitCode, r.process.exitSignal
	}
	r.probes.blameExchange(x, f)
}

func (r *run) onExit(ev *transcript.Event) {
	p := &r.process
	if p.exited {
		return
	}
	r.judgePartial(atExit)
	r.garbage.close()
	p.exited, p.exitT = true, r.a.now.t
	if ev.Code != nil {
		code := *ev.Code
		p.exitCode = &code
	}
	p.exitSignal = ev.Signal
	p.ended(r)
	r.longWaits()
	r.exitedUnanswered()
	r.crash()
	r.slowExit()
	r.lastSilences()
}

// exitedUnanswered judges the requests that were open when the process ended.
func (r *run) exitedUnanswered() {
	p := &r.process
	kind := p.exitKind()
	opening := false
	r.client.each(func(x *exchange) {
		if x.judged != nil && x.judged.detail == "stdout-closed-during-operation" {
			// Now it is known how the process ended, unless it lived on until it
			// was ended.
			if x.judged.rule.Code == "operation-missing-response" && !r.outlivedStdout() {
				x.judged.detail = kind + "-exit-during-operation"
				x.judged.message = "the server exited (" + p.exitText() + ") without an answer to " + x.method + " (request " + x.idText() + ")"
				x.judged.exitCode, x.judged.signal = p.exitCode, p.exitSignal
			}
			return
		}
		if !r.owed(x) || x.soft > 0 {
			return
		}
		switch x.method {
		case "initialize":
			opening = true
			if r.diedOfProbe() {
				p.discoverExit = true
				r.pendingDiscover(x)
				return
			}
			r.exitedBeforeOpening(x)
		case "server/discover":
			if r.life.initializes == 0 {
				opening = true
				p.discoverExit = true
				r.pendingDiscover(x)
			}
		default:
			if r.keptWaiting() {
				r.unanswered(x, "request-unanswered", "",
					x.method+" (request "+x.idText()+") was still open when stdin was closed: the server was waiting for an answer of the client")
				return
			}
			r.missing(x, kind+"-exit-during-operation", "the server exited ("+p.exitText()+") without an answer to ")
		}
	})
	if opening || r.life.initializes+r.life.discovers > 0 || p.stdinEOF || !p.abnormal() || !r.sees(stdinStream) || p.stopped() {
		return
	}
	// It was gone before anybody asked anything.
	f := r.newFinding("server-exited", kind+"-exit-before-initialize", r.sessionRev(), "the server exited ("+p.exitText()+") before initialize")
	r.exitFacts(f)
	r.add(f)
}

// outlivedStdout reports whether the process, having closed stdout, went on until
// we ended it: then the exit does not tell why the answer is missing.
func (r *run) outlivedStdout() bool {
	p := &r.process
	return p.stopped() || p.stdinEOF && r.out.closed && p.stdinEOFseq > r.out.closedAt.seq
}

func (r *run) exitFacts(f *finding) {
	if f != nil {
		f.exitCode, f.signal = r.process.exitCode, r.process.exitSignal
		f.phase = phaseInitialize
	}
}

func (r *run) exitedBeforeOpening(x *exchange) {
	p := &r.process
	f := r.unanswered(x, "server-exited", p.exitKind()+"-exit-before-initialize",
		"the server exited ("+p.exitText()+") before it answered "+x.method)
	r.exitFacts(f)
}

// diedOfProbe reports whether the probe may be what ended the process: refusing
// it is all that it ever wrote.
func (r *run) diedOfProbe() bool {
	p, l := &r.process, &r.life
	rest, _ := r.out.split.Rest()
	return r.a.header.Options.Protocol == "auto" && l.discovers > 0 && l.initializes == 1 &&
		r.out.frames <= 1 && len(rest) == 0 && !p.stdinEOF && !p.stopped()
}

// pendingDiscover waits with the verdict on a server that exits on the probe: it
// depends on whether it is launched again.
func (r *run) pendingDiscover(x *exchange) {
	p := &r.process
	f := r.newFinding("server-exited", p.exitKind()+"-exit-before-initialize", rule.R5,
		"the server exited ("+p.exitText()+") before it answered "+x.method)
	if f == nil {
		return
	}
	f.id, f.method = x.idText(), x.method
	r.exitFacts(f)
	x.judged = f
	p.pending = f
}

// settleDiscover decides a pending exit on the probe: relaunched says that a
// later run went straight to initialize, answered that this was answered.
func (r *run) settleDiscover(relaunched, answered bool) {
	p := &r.process
	f := p.pending
	if f == nil {
		return
	}
	p.pending = nil
	if relaunched && answered && !mcp.Modern(r.a.header.Options.Protocol) {
		if to := ruleOf("server-exits-on-discover"); to != nil {
			f.rule, f.severity, f.section, f.detail = to, to.SeverityAt(f.rev), to.Spec, ""
			f.message += "; a client of both eras goes on with the same process"
		}
	}
	r.add(f)
}

// crash judges an abnormal end of a server that had been opened.
func (r *run) crash() {
	p := &r.process
	if !r.life.opened || p.stdinEOF || p.stopped() || !p.abnormal() || r.askedToGo() {
		return
	}
	if r.probes.running() {
		f := r.newFinding("adversarial-probe-crash", "", r.sessionRev(), "the server crashed ("+p.exitText()+") on an adversarial probe")
		if f != nil {
			f.exitCode, f.signal = p.exitCode, p.exitSignal
		}
		if !r.probes.blamed("adversarial-probe-crash") {
			r.add(f)
			r.probes.blame(f)
		}
		return
	}
	f := r.newFinding("server-crashed", p.exitKind()+"-exit-after-initialize", r.sessionRev(),
		"the server exited ("+p.exitText()+") after initialize, without being asked to")
	if f != nil {
		f.exitCode, f.signal = p.exitCode, p.exitSignal
		f.phase = phaseAfter
	}
	r.add(f)
}

// askedToGo reports whether a process ended by a signal that somebody sends to
// end it, in a recording that need not show who did.
func (r *run) askedToGo() bool {
	if r.a.header.Source.Format == formatLaunch {
		return false
	}
	switch r.process.exitSignal {
	case "SIGTERM", "SIGINT", "SIGHUP":
		return true
	}
	return false
}

// slowExit judges a server that was still alive long after stdin's end.
func (r *run) slowExit() {
	p := &r.process
	if !p.stdinEOF || p.slow || r.a.now.t-p.stdinEOFt < longOpen {
		return
	}
	p.slow = true
	f := r.newFinding("shutdown-slow", "", r.sessionRev(), "the server was still alive "+seconds(r.a.now.t-p.stdinEOFt)+" after stdin was closed")
	r.add(f)
}

func seconds(us int64) string { return strconv.FormatInt(us/1_000_000, 10) + " s" }

func (r *run) onEnd(ev *transcript.Event) {
	p := &r.process
	if ev.Interrupted {
		r.a.interrupted = true
	}
	p.state = ev.State
	r.finish()
}

// finish judges what is still open when the recording of a run ends.
func (r *run) finish() {
	p := &r.process
	if p.done {
		return
	}
	p.done = true
	r.judgePartial(atEnd)
	r.garbage.close()
	if p.exited {
		return
	}
	r.longWaits()
	r.slowExit()
	r.client.each(func(x *exchange) {
		if !r.owed(x) || x.soft > 0 || x.method == "server/discover" && !r.discoverOwed() && r.life.initializes > 0 {
			return
		}
		if r.out.closed {
			// Nothing can answer any more.
			if x.method == "initialize" || x.method == "server/discover" {
				f := r.unanswered(x, "server-exited", "", "stdout was closed before "+x.method+" was answered")
				if f != nil {
					at := r.out.closedAt // the silence stands where stdout was closed
					f.phase, f.at, f.t, f.line = phaseInitialize, place{seq: at.seq}, at.t, at.line
				}
				return
			}
		}
		r.unanswered(x, "request-unanswered", "", x.method+" (request "+x.idText()+") was still open when the recording ended")
	})
	r.lastSilences()
}

// lastSilences judges what can only be said when nothing more can come.
func (r *run) lastSilences() {
	r.canary.end(r)
	r.bounds()
}

// bounds says so when more was open than is tracked.
func (r *run) bounds() {
	if !r.client.bound && !r.server.bound && !r.client.used.full && !r.server.used.full || r.process.boundNoted {
		return
	}
	r.process.boundNoted = true
	r.add(r.newFinding("tracking-bound-met", "", r.sessionRev(),
		"more than "+strconv.Itoa(maxTracked)+" requests were open at once; answers to the rest were not correlated"))
}
