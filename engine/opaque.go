package engine

import "stdioscope/engine/transcript"

// onOpaque takes in a message whose payload the log cut: nothing of it can be
// judged, but as far as its id shows it was sent, and answered what it answered.
func (r *run) onOpaque(ev *transcript.Event) {
	switch streamOf(ev.Stream) {
	case stdinStream:
		r.in.frames++
		r.client.bound = true // what else it asked is not known
	case stdoutStream:
		r.out.frames++
		r.garbage.close()
		if ev.Method == "" {
			r.opaqueAnswer(ev)
		}
	}
}

// opaqueAnswer ends the request that a cut response answers. Where the cut took
// the id, every open request may be the one, and none is held to be unanswered.
func (r *run) opaqueAnswer(ev *transcript.Event) {
	id := identOf(ev.ID)
	x := r.client.find(&id)
	if x == nil {
		if len(ev.ID) == 0 {
			r.client.each(func(x *exchange) { x.hidden = true })
		}
		return
	}
	if i := r.a.idx; i != nil && i.eventRow != noRow {
		i.pair(x.row, i.eventRow, r.a.now.t-x.t)
	}
	if x.method == "initialize" {
		// Its result was cut: what was agreed is not known, that it was answered is.
		r.life.answered, r.life.refused = true, false
		r.life.open(r.a.now.t)
		r.discoverSettled()
	}
	r.process.answered(x)
	if x.extra > 0 {
		x.extra--
		return
	}
	r.subs.ended(x)
	r.endRequest(x)
}
