package engine

import (
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// run is one child's life, from its spawn to its end.
type run struct {
	a     *Analyzer
	no    int
	found findings

	in, out, err stream
	frame        frame        // the line being judged
	msg, part    wire.Message // its message; a member of its batch
	garbage      garbage
	lsp          *finding // header framing was seen
	crlf         *finding

	process process
	life    lifecycle
	client  party // requests that the client sent
	server  party // requests that the server sent
	asking  asking
	lists   lists
	tools   tools
	pages   map[uint64]bool // tool lists that were judged
	ops     operations
	probes  probes
	subs    subscriptions
	logs    logs
	tasks   taskTable
	tokens  idSet   // every progress token that was sent
	shared  idSet   // those that two requests in flight carried at once
	tokenOf idTable // the request in flight that carries a token
	guess   exchange
	stderr  stderrText
	canary  canary
	advised bool            // about a runtime that buffers
	noted   map[string]bool // what is said once

	reached [6]int // frames of stdout by the layer that their judgement reached
	invalid int    // frames of stdout that failed on layers 1 to 3
	judged4 int    // messages of the server whose shape was judged
}

//go:noinline
func newRun(a *Analyzer, no int) *run {
	r := &run{a: a, no: no}
	r.in.id, r.out.id, r.err.id = stdinStream, stdoutStream, stderrStream
	r.in.split.Ahead, r.out.split.Ahead = &r.msg, &r.msg
	r.in.emit = r.onStdinLine
	r.out.emit = r.onStdoutLine
	r.err.emit = r.onStderrLine
	r.client.from, r.server.from = byClient, byServer
	r.process.phase = phaseStartup
	r.canary.want = a.header.Options.ExpectStderr
	return r
}

// stream finds one of the run's pipes; nil for no pipe.
func (r *run) stream(id streamID) *stream {
	switch id {
	case stdinStream:
		return &r.in
	case stdoutStream:
		return &r.out
	case stderrStream:
		return &r.err
	}
	return nil
}

// bytes folds in what crossed a pipe.
func (r *run) bytes(id streamID, data []byte) {
	r.alive()
	switch id {
	case stdinStream:
		r.in.feed(&r.a.now, data)
	case stdoutStream:
		r.out.feed(&r.a.now, data)
	case stderrStream:
		r.onStderr(data)
	}
}

// event folds any other event in. Analyzer.now is already the event's.
func (r *run) event(ev *transcript.Event) {
	switch ev.Kind {
	case transcript.KindSpawn:
		r.onSpawn(ev)
	case transcript.KindEOF:
		r.onEOF(streamOf(ev.Stream))
	case transcript.KindPhase:
		r.process.enter(ev.Name)
	case transcript.KindPlan:
		r.ops.plan(ev)
	case transcript.KindDeadline:
		r.onDeadline(ev)
	case transcript.KindLimit:
		r.onLimit(ev)
	case transcript.KindSignal:
		r.onSignal(ev)
	case transcript.KindExit:
		r.onExit(ev)
	case transcript.KindReap:
		r.onReap(ev)
	case transcript.KindSecret:
		if s := r.stream(streamOf(ev.Stream)); s != nil {
			s.secret(ev.Offset, ev.Length)
		}
	case transcript.KindEvidence:
		r.onEvidence(ev)
	case transcript.KindOpaque:
		r.onOpaque(ev)
	case transcript.KindEnd:
		r.onEnd(ev)
	}
}

// tool is the party behind what our own sessions send.
func (r *run) sender() string {
	if r.a.header.Source.Format == formatLaunch {
		return byTool
	}
	return byClient
}

func (r *run) onStdoutLine(line []byte, offset int64) {
	s := &r.out
	s.frames++
	fr := &r.frame
	fr.begin(s, line, offset)
	m := &r.msg
	wire.Scan(line, m)
	r.read(fr, m, &r.client)
	if i := r.a.idx; i != nil {
		fr.row = i.frame(r, fr, m)
	}
	r.canary.stdout(r, fr)
	if s.judged == offset+1 {
		r.finishPartial(fr, m)
		return
	}
	r.judge(fr, m)
}

// read finds what a message is about, once for all who ask: its method, its id
// and, for a response, the request of the other side that it answers. It holds
// until the next request begins.
func (r *run) read(fr *frame, m *wire.Message, asked *party) {
	switch m.Kind {
	case wire.Request:
		fr.method = r.a.names.method(m.Method.Of(fr.text))
		fr.id.read(m.ID.Of(fr.text))
	case wire.Notification:
		fr.method = r.a.names.method(m.Method.Of(fr.text))
	case wire.Result, wire.Error:
		fr.id.read(m.ID.Of(fr.text))
		fr.exchange = asked.find(&fr.id)
	}
}

// reachedLayer is the highest layer a line was judged on.
func reachedLayer(m *wire.Message) uint8 {
	if passes(m.Fault.Code) {
		return 5
	}
	return m.Fault.Layer
}

// passes reports whether a line goes on to be judged as a message: it has no
// fault, or one that leaves its meaning whole.
func passes(c wire.FaultCode) bool {
	switch c {
	case wire.NoFault, wire.FaultResponseIDFraction, wire.FaultErrorIDNull, wire.FaultErrorWithoutID:
		return true
	}
	return false
}

// judge judges one complete line of stdout.
func (r *run) judge(fr *frame, m *wire.Message) {
	if !passes(m.Fault.Code) {
		if r.echoes(fr, m) {
			r.countReached(5)
			r.garbage.close()
			return
		}
		r.countReached(int(m.Fault.Layer))
		r.invalid++
		r.onBadLine(fr, m)
		return
	}
	if m.CRLF {
		r.noteCRLF(fr)
	}
	r.garbage.close()
	if m.LoneSurrogate > 0 {
		r.add(r.newAt(fr, "stdout-lone-surrogate", "", r.sessionRev(), m.LoneSurrogate-1, 6,
			"half of a surrogate pair in a string escape: strict readers refuse it"))
	}
	r.countReached(5)
	if m.Kind == wire.Batch {
		r.onServerBatch(fr, m)
		return
	}
	r.onServerMessage(fr, m)
}

// echoes reports whether a response carries a malformed id back to the client
// that made it up: it can only be answered so.
func (r *run) echoes(fr *frame, m *wire.Message) bool {
	return m.Fault.Code == wire.FaultIDType && (m.Kind == wire.Result || m.Kind == wire.Error) && r.answersMalformed(m.ID.Of(fr.text))
}

func (r *run) countReached(layer int) {
	r.reached[layer]++
}

// noteCRLF notes the first message that ends in CRLF; how far it goes stands in
// lastFrame.
func (r *run) noteCRLF(fr *frame) {
	if r.crlf != nil {
		r.crlf.lastFrame = fr.no
		return
	}
	f := r.newAt(fr, "stdout-crlf", "", r.sessionRev(), len(fr.line)-1, 1,
		"the line ends in CR LF; the CR is JSON white space, so most readers take it")
	r.add(f)
	r.crlf = f
}

// onServerBatch judges a JSON-RPC batch: one revision has them.
func (r *run) onServerBatch(fr *frame, m *wire.Message) {
	rev := r.sessionRev()
	soft := false
	switch {
	case rev == revBatch:
	case rev < revBatch:
		r.add(r.newAt(fr, "batch-unsupported", "", rev, m.Value.Start, m.Value.End-m.Value.Start,
			"a JSON-RPC batch: revision "+rev+" does not define them, so a client need not read it"))
	default:
		soft = true
		r.add(r.newAt(fr, "batch-not-allowed", "", rev, m.Value.Start, m.Value.End-m.Value.Start,
			"a JSON-RPC batch: revision "+rev+" has none, each message stands on a line of its own"))
	}
	wire.Elements(m.Value.Of(fr.line), func(value []byte) bool {
		wire.Scan(value, &r.part)
		one := *fr
		one.text, one.base = value, wire.Offset(fr.line, value)
		switch {
		case soft:
			r.soften(&one, &r.part)
		case !passes(r.part.Fault.Code):
			r.addFault(&one, &r.part)
			r.soften(&one, &r.part)
		default:
			r.read(&one, &r.part, &r.client)
			if x := one.exchange; x != nil && x.method == "initialize" && !x.unowed {
				r.addMessage(&one, &r.part, "batch-invalid", "initialize-in-batch", rev, x.method, "initialize was answered within a batch")
			}
			r.onServerMessage(&one, &r.part)
		}
		return true
	})
}
