package engine

import (
	"strconv"

	"stdioscope/engine/mcp"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// keepToken remembers the progress token that a request of the client carries.
func (r *run) keepToken(raw []byte) ident {
	t := identOf(raw)
	if t.kind == noID {
		return ident{}
	}
	t.raw = nil
	if t.kind != intID {
		t.text = append([]byte(nil), t.text...)
	}
	r.tokens.add(&t)
	return t
}

// byToken is the open request that carries a token.
func (r *run) byToken(token *ident) *exchange {
	if token.kind == noID {
		return nil
	}
	if slot, ok := r.tokenOf.get(token); ok {
		return &r.client.slots[slot]
	}
	return nil
}

// progress is what a progress notification says, read in one walk.
type progress struct {
	token, value []byte    // as written; nil when absent
	id           ident     // the token
	about        *exchange // the open request that carries the token
	usual        bool      // it is sound beyond doubt
}

func (r *run) progressOf(params []byte, p *progress) {
	if p.token, p.value, p.usual = mcp.UsualProgress(params); !p.usual {
		wire.Members(params, func(key, value []byte) bool {
			switch string(key) {
			case "progressToken":
				p.token = value
			case "progress":
				p.value = value
			}
			return true
		})
	}
	p.id.read(p.token)
	p.about = r.byToken(&p.id)
}

// onProgress judges progress by the request that it belongs to.
func (r *run) onProgress(fr *frame, rev string, p *progress) {
	if !r.correlates() || p.token == nil || r.shared.has(&p.id) {
		return
	}
	x := p.about
	if x == nil {
		if r.tasks.keeps(&p.id) || r.tokens.full || r.client.bound {
			return
		}
		detail, message := "never-sent", "progress for token "+clip(string(p.token))+", which no request carries"
		if r.tokens.has(&p.id) {
			detail, message = "already-answered", "progress for token "+clip(string(p.token))+" after its request was answered"
		}
		r.add(r.newAt(fr, "progress-unknown-token", detail, rev, wire.Offset(fr.text, p.token), len(p.token), message))
		return
	}
	now, err := strconv.ParseFloat(string(p.value), 64)
	if err != nil {
		return
	}
	if x.moved && now <= x.progress {
		f := r.newAt(fr, "progress-not-increasing", "", rev, wire.Offset(fr.text, p.value), len(p.value),
			"progress "+clip(string(p.value))+" of request "+x.idText()+" does not increase: "+strconv.FormatFloat(x.progress, 'g', -1, 64)+" came before")
		if f != nil {
			f.id, f.method = x.idText(), x.method
		}
		r.add(f)
	}
	x.moved, x.progress = true, now
}

// onServerCancel judges a cancellation by the server. In the modern era it may
// end a subscription and nothing else.
func (r *run) onServerCancel(fr *frame, m *wire.Message, rev string, params []byte) {
	raw, ok := wire.Get(params, "requestId")
	if !ok {
		return
	}
	id := identOf(raw)
	if rev < rule.R5 {
		if x := r.server.find(&id); x != nil {
			x.cancelled = true
			r.asking.end(x, r.a.now.t)
		}
		return
	}
	if sub := r.subs.find(id); sub != nil {
		sub.ended = true // before its result, after it, or instead of it
		return
	}
	if !r.correlates() {
		return
	}
	r.addMessage(fr, m, "cancel-not-allowed", "", rev, "notifications/cancelled",
		"a server may cancel nothing but a subscription; "+clip(string(raw))+" is none")
}

// logs is what the client asked to be told.
type logs struct {
	settled string // the level of the last logging/setLevel that was answered
	open    [8]int // requests in flight by the level they asked for
}

func (l *logs) count(level string, by int) {
	if rank := levelRank(level); rank >= 0 {
		l.open[rank] += by
	}
}

// logLevels are in the order of their urgency.
var logLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

//go:noinline
func levelRank(name string) int {
	if name == "" {
		return -1
	}
	for i, l := range logLevels {
		if l == name {
			return i
		}
	}
	return -1
}

// onMessage judges a log message by the level that was asked for. In the modern
// era a request in flight must have asked; a message names no request, so it can
// be proven wrong only when none did.
func (l *logs) onMessage(r *run, fr *frame, m *wire.Message, rev string, params []byte) {
	if !r.correlates() || r.client.bound {
		return
	}
	if rev < rule.R5 && l.settled == "" {
		return // whatever the level is
	}
	raw, _ := wire.Get(params, "level")
	level, _ := wire.String(raw)
	rank, lowest := levelRank(level), 0
	for lowest < len(l.open) && l.open[lowest] == 0 {
		lowest++
	}
	switch {
	case rev < rule.R5:
		if rank >= 0 && rank < levelRank(l.settled) && r.openMethod(setLevel) == nil && !r.notedBefore(level) {
			r.addMessage(fr, m, "log-level-not-requested", "", rev, "notifications/message",
				"a log message of level "+level+", although logging/setLevel asked for no less than "+l.settled)
		}
	case lowest == len(logLevels):
		r.addMessage(fr, m, "log-level-not-requested", "", rev, "notifications/message",
			"a log message, although no request in flight asked for any")
	case rank >= 0 && rank < lowest:
		r.addMessage(fr, m, "log-level-not-requested", "", rev, "notifications/message",
			"a log message of level "+level+", although no request in flight asked for less than "+logLevels[lowest])
	}
}
