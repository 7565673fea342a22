package intake

import (
	"bytes"
	"strings"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// held is how much of all sessions is kept back, so that their headers can say
// how many sessions the source had; a longer source says how many there were so
// far.
const held = 8 << 20

// maxTracked bounds what a session remembers to tell it from its neighbours.
const maxTracked = 10_000

// doubleStart is the time within which two starts of a server mean two processes
// beside each other: clients do that. A later one is a new life.
const doubleStart = 10_000_000 // microseconds

// sink sorts what a parser found into sessions and writes their transcripts.
type sink struct {
	opts      Options
	emit      Emit
	format    *format
	conf      string
	sessions  []*session          // in which something happened, by number
	announced map[string]*session // of a key: nothing happened in it yet
	message   wire.Message
	line      []byte
	kept      int // bytes held back
	emitted   int // sessions that reached emit
	left      bool
}

// session is one life of one server.
type session struct {
	Session
	clock
	key      string // what its source calls the server, and the session where it says so
	inServer int    // its number among the sessions of its server
	startedT int64
	out      []byte
	flowing  bool // the header is out
	over     bool // a later start, or its end, closed it
	leaving  bool // the client closed it: what ends now ends in order
	sent     map[string]bool
	opened   bool              // initialize was sent
	open     map[string]string // open requests of the client: id -> method
	pending  bool              // started by a log line, no message or error seen yet
	whole    bool              // a transcript handed on as it is
	ended    string            // code of the last evidence
	endedT   int64             // and its time
}

func newSink(opts Options, emit Emit) *sink {
	return &sink{opts: opts, emit: emit, announced: map[string]*session{}}
}

func (s *sink) begin(f *format, confidence string) { s.format, s.conf = f, confidence }

// start is a log line that says that a server was started.
func (s *sink) start(server string, line int, micros int64) {
	if c := s.latest(server); c != nil && !c.over {
		if c.pending {
			return
		}
		if micros == 0 && len(c.open) == 0 || micros-c.startedT > doubleStart {
			c.over = true
		}
	}
	c := s.openSession(server, line)
	c.pending, c.startedT = true, micros
}

// latest is the last session of a key; nil when it has none.
func (s *sink) latest(key string) (last *session) {
	s.recent(key, func(o *session) bool { last = o; return false })
	return last
}

// besides is how many of a server's last sessions may still be alive.
const besides = 8

// recent visits the last sessions of a key, latest first.
func (s *sink) recent(key string, visit func(o *session) bool) {
	seen := 0
	if o := s.announced[key]; o != nil {
		if seen++; !visit(o) {
			return
		}
	}
	for i := len(s.sessions) - 1; i >= 0 && seen < besides; i-- {
		if o := s.sessions[i]; o.key == key {
			if seen++; !visit(o) {
				return
			}
		}
	}
}

// openSession begins a session. It gets its number when something happens in it.
func (s *sink) openSession(key string, line int) *session {
	name, _, _ := strings.Cut(key, keySeparator)
	c := &session{Session: Session{Server: name, FirstLine: line}, key: key, sent: map[string]bool{}, open: map[string]string{}}
	s.announced[key] = c
	return c
}

// admit numbers a session.
func (s *sink) admit(c *session) {
	if c.Number > 0 {
		return
	}
	c.inServer = 1
	for _, o := range s.sessions {
		if o.Server == c.Server {
			c.inServer++
		}
	}
	s.sessions = append(s.sessions, c)
	c.Number = len(s.sessions)
	if s.announced[c.key] == c {
		delete(s.announced, c.key)
	}
}

// keySeparator stands between a server's name and a session's in a key.
const keySeparator = "\x00"

// current is the session of a server that takes what no id assigns.
func (s *sink) current(server string, line int) *session {
	if c := s.alive(server); c != nil {
		return c
	}
	if c := s.latest(server); c != nil {
		return c
	}
	return s.openSession(server, line)
}

// frame is a message that the log shows; raw may be cut or no JSON at all.
func (s *sink) frame(server string, stream transcript.Stream, line int, micros int64, raw []byte) {
	raw = oneLine(bytes.TrimSpace(raw))
	if has(raw, " chars truncated]...") { // cut within a string, it may still be JSON
		s.opaque(server, stream, line, micros, raw)
		return
	}
	if !wire.Valid(raw) {
		if plain := stripANSI(raw); !wire.Valid(plain) {
			s.opaque(server, stream, line, micros, raw)
			return
		} else {
			raw = plain
		}
	}
	wire.Scan(raw, &s.message)
	kind, id, method := s.message.Kind, string(s.message.ID.Of(raw)), string(s.message.Method.Of(raw))
	c := s.assign(server, stream, kind, id, method, line)
	c.Frames++
	s.bytes(c, stream, line, micros, append(append(s.line[:0], raw...), '\n'))
	if stream == transcript.Stdin && method == `"notifications/cancelled"` {
		s.gaveUp(c, line, micros, raw)
	}
}

// gaveUp takes a client's word for it that it waited in vain: it cancels the
// request then, with the time-out as the reason.
func (s *sink) gaveUp(c *session, line int, micros int64, raw []byte) {
	params, _ := wire.Get(raw, "params")
	reason := field(params, "reason")
	if !hasAny([]byte(reason), "timed out", "-32001", "timeout", "Timeout") {
		return
	}
	id, _ := wire.Get(params, "requestId")
	ev := evidence{code: "operation-timeout", detail: "request-timeout", layer: 5, sure: certain, words: reason, stream: transcript.Stdout}
	if c.open[string(id)] == `"initialize"` {
		ev.code, ev.detail = "initialize-timeout", "startup-timeout"
	}
	s.proof(c, line, micros, ev)
}

// assign finds the session that a message belongs to: several processes of one
// server may write to one log, and only their ids tell them apart.
func (s *sink) assign(server string, stream transcript.Stream, kind wire.Kind, id, method string, line int) *session {
	var c *session
	key := method + "#" + id
	if stream == transcript.Stdin {
		if tells := kind == wire.Request || method == `"notifications/initialized"`; tells {
			c = s.find(server, func(o *session) bool { return !o.sent[key] && !(isOpening(method) && o.opened) })
		}
		switch {
		case c == nil && isOpening(method):
			c = s.fresh(server, line)
		case c == nil:
			c = s.current(server, line)
		}
		c.note(key, method)
		if kind == wire.Request && len(c.open) < maxTracked {
			c.open[id] = method
		}
	} else {
		if kind == wire.Result || kind == wire.Error {
			c = s.find(server, func(o *session) bool { _, open := o.open[id]; return open })
			if c != nil {
				delete(c.open, id)
			}
		}
		if c == nil {
			c = s.current(server, line)
		}
	}
	c.pending = false
	return c
}

func isOpening(method string) bool { return method == `"initialize"` }

func (c *session) note(key, method string) {
	if len(c.sent) < maxTracked {
		c.sent[key] = true
	}
	c.opened = c.opened || isOpening(method)
}

// find is the oldest session of a server that is not over and fits.
func (s *sink) find(server string, fits func(*session) bool) (found *session) {
	s.recent(server, func(o *session) bool {
		if !o.over && fits(o) {
			found = o
		}
		return true
	})
	return found
}

// fresh is a new session, or the one that a log line announced.
func (s *sink) fresh(server string, line int) *session {
	if c := s.latest(server); c != nil && c.pending {
		return c
	}
	return s.openSession(server, line)
}

// opaque is a message whose payload cannot be read: which request it answers is
// taken from what is left.
func (s *sink) opaque(server string, stream transcript.Stream, line int, micros int64, raw []byte) {
	p := peek(raw)
	c := s.assign(server, stream, p.kind, string(p.id), string(p.method), line)
	c.Frames++
	method, _ := wire.String(p.method)
	s.event(c, &transcript.Event{Kind: transcript.KindOpaque, T: c.at(micros), Line: line, Stream: stream, ID: p.id, Method: method, Data: firstBytes(raw, 160)})
}

// stdout is a line that stood on stdout and is no message, as the log keeps it.
func (s *sink) stdout(server string, line int, micros int64, text []byte) {
	c := s.current(server, line)
	c.pending = false
	c.Evidence++
	s.bytes(c, transcript.Stdout, line, micros, append(append(s.line[:0], text...), '\n'))
}

func (s *sink) stderr(server string, line int, micros int64, text []byte) {
	s.bytes(s.current(server, line), transcript.Stderr, line, micros, append(append(s.line[:0], text...), '\n'))
}

func (s *sink) evidence(server string, line int, micros int64, ev evidence) {
	s.proof(s.current(server, line), line, micros, ev)
}

func (s *sink) proof(c *session, line int, micros int64, ev evidence) {
	c.pending = false
	t := c.at(micros)
	if isEnd(ev.code) && c.ended == ev.code && t-c.endedT < saidTwice {
		return
	}
	c.ended, c.endedT = ev.code, t
	c.Evidence++
	s.event(c, &transcript.Event{Kind: transcript.KindEvidence, T: t, Line: line, Stream: ev.stream, Layer: ev.layer,
		Certainty: string(ev.sure), Name: ev.code, Label: ev.detail, Why: ev.words, Data: []byte(ev.text)})
}

// saidTwice is the time within which a client says the same of a server's end in
// other words.
const saidTwice = 1_000_000 // microseconds

// isEnd says whether evidence is about the end of waiting, or of the server.
func isEnd(code string) bool {
	switch code {
	case "server-exited", "spawn-failed", "operation-timeout", "initialize-timeout":
		return true
	}
	return false
}

// closing is a log line that says that the client ends the session.
func (s *sink) closing(server string) {
	if c := s.alive(server); c != nil {
		c.leaving = true
	}
}

// alive is the last session of a server that is not over.
func (s *sink) alive(server string) (last *session) {
	s.recent(server, func(o *session) bool {
		if !o.over {
			last = o
		}
		return last == nil
	})
	return last
}

// closed is a log line that says that the server's stdout ended. After the client
// closed the session that is in order, unless the line says otherwise.
func (s *sink) closed(server string, line int, micros int64, early bool) {
	c := s.alive(server)
	if c == nil {
		// Told already; but a session that the client closed may learn here that
		// the server had gone.
		if c = s.latest(server); c == nil || !early || !c.leaving {
			return
		}
		c.leaving = false
	}
	c.over, c.pending = true, false
	if c.leaving && !early {
		return
	}
	s.event(c, &transcript.Event{Kind: transcript.KindEOF, T: c.at(micros), Line: line, Stream: transcript.Stdout})
}

// unused is a log line that says that the server ended by itself. Where nothing
// stands in the log before it, no silence shows that: the paste may begin here.
func (s *sink) unused(server string, line int, micros int64, words []byte) {
	if c := s.current(server, line); c.Frames+c.Evidence == 0 {
		s.proof(c, line, micros, evidence{code: "server-exited", layer: 5, sure: certain, words: string(firstBytes(words, maxWords)), stream: transcript.Stdout})
	}
}

// exited is a log line that says how the process ended.
func (s *sink) exited(server string, line int, micros int64, code *int, signal string) {
	c := s.current(server, line)
	c.over, c.pending = true, false
	if c.leaving {
		return
	}
	s.event(c, &transcript.Event{Kind: transcript.KindExit, T: c.at(micros), Line: line, Code: code, Signal: signal})
}

// bytes writes a chunk of a pipe.
func (s *sink) bytes(c *session, stream transcript.Stream, line int, micros int64, data []byte) {
	s.line = data[:0]
	s.event(c, &transcript.Event{Kind: transcript.Kind(stream), T: c.at(micros), Line: line, Data: data})
}

func (s *sink) event(c *session, ev *transcript.Event) {
	s.admit(c)
	if ev.Line > 0 {
		c.LastLine = max(c.LastLine, ev.Line)
	}
	if !s.wanted(c) {
		return
	}
	before := len(c.out)
	c.out = transcript.AppendEvent(c.out, ev)
	if c.flowing {
		s.emit(c.Number, c.out)
		c.out = c.out[:0]
		return
	}
	if s.kept += len(c.out) - before; s.kept > held {
		for _, o := range s.sessions {
			if len(o.out) > 0 && !o.flowing {
				s.header(o)
			}
		}
		s.kept = 0
	}
}

func (s *sink) wanted(c *session) bool {
	if s.opts.Server != "" {
		return c.Server == s.opts.Server && (s.opts.Session == 0 || s.opts.Session == c.inServer)
	}
	return s.opts.Session == 0 || s.opts.Session == c.Number
}

func (s *sink) header(c *session) {
	h := transcript.Header{Version: transcript.Version, Source: transcript.Source{
		Format: s.format.name, Confidence: s.conf, Hides: s.format.hides, Sessions: max(len(s.sessions), 1)}}
	out := transcript.AppendHeader(nil, &h)
	s.emit(c.Number, append(out, c.out...))
	c.out, c.flowing = nil, true
	s.emitted++
}

// close writes what was held back. A source in which nothing happened has one
// empty session.
func (s *sink) close() Summary {
	summary := Summary{Format: s.format.name, Confidence: s.conf, Hides: s.format.hides, Sessions: []Session{}}
	if summary.Hides == nil {
		summary.Hides = []string{}
	}
	if len(s.sessions) == 0 {
		s.admit(s.current("", 1))
	}
	for _, c := range s.sessions {
		summary.Sessions = append(summary.Sessions, c.Session)
	}
	for _, c := range s.sessions {
		if !s.wanted(c) || c.whole {
			continue
		}
		c.out = transcript.AppendEvent(c.out, &transcript.Event{Kind: transcript.KindEnd, T: c.last, Interrupted: s.left})
		if !c.flowing {
			s.header(c)
		} else {
			s.emit(c.Number, c.out)
		}
	}
	return summary
}

func firstBytes(b []byte, n int) []byte { return b[:min(n, len(b))] }
