package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// held is how much of a session is kept back, so that its header can say how
// many sessions the source had; a longer one says how many there were so far.
const held = 4 << 20

// maxTracked bounds what a session remembers to tell it from its neighbours.
const maxTracked = 10_000

// sink sorts what a parser found into sessions and writes their transcripts.
type sink struct {
	opts     Options
	emit     Emit
	format   *format
	hides    []string
	conf     string
	sessions []*session
	message  wire.Message
	line     []byte
	emitted  int // sessions that reached emit
}

// session is one life of one server.
type session struct {
	Session
	clock
	inServer int // its number among the sessions of its server
	out      []byte
	flowing  bool // the header is out
	over     bool // a later start, or its end, closed it
	sent     map[string]bool
	open     map[string]bool
	pending  bool // started by a log line, nothing seen yet
	events   int
	whole    bool // a transcript handed on as it is
}

func newSink(opts Options, emit Emit) *sink { return &sink{opts: opts, emit: emit} }

func (s *sink) begin(f *format) {
	s.format, s.hides, s.conf = f, f.hides, f.confidence
}

// start is a log line that says that a server was started.
func (s *sink) start(server string, line int) {
	if c := s.latest(server); c != nil && !c.over {
		if c.pending {
			return
		}
		if len(c.open) == 0 {
			c.over = true
		}
	}
	s.open(server, line).pending = true
}

func (s *sink) latest(server string) *session {
	for i := len(s.sessions) - 1; i >= 0; i-- {
		if s.sessions[i].Server == server {
			return s.sessions[i]
		}
	}
	return nil
}

func (s *sink) open(server string, line int) *session {
	n := &session{Session: Session{Number: len(s.sessions) + 1, Server: server, FirstLine: line}, inServer: 1,
		sent: map[string]bool{}, open: map[string]bool{}}
	for _, o := range s.sessions {
		if o.Server == server {
			n.inServer++
		}
	}
	s.sessions = append(s.sessions, n)
	return n
}

// current is the session of a server that takes what no id assigns.
func (s *sink) current(server string, line int) *session {
	if c := s.latest(server); c != nil {
		return c
	}
	return s.open(server, line)
}

// frame is a message that the log shows; raw may be cut or no JSON at all.
func (s *sink) frame(server string, stream transcript.Stream, line int, micros int64, raw []byte) {
	raw = oneLine(bytes.TrimSpace(raw))
	if !wire.Valid(raw) {
		s.opaque(server, stream, line, micros, raw)
		return
	}
	wire.Scan(raw, &s.message)
	kind, id, method := s.message.Kind, string(s.message.ID.Of(raw)), string(s.message.Method.Of(raw))
	c := s.assign(server, stream, kind, id, method, line)
	c.Frames++
	s.bytes(c, stream, line, micros, append(append(s.line[:0], raw...), '\n'))
}

// assign finds the session that a message belongs to: several processes of one
// server may write to one log, and only their ids tell them apart.
func (s *sink) assign(server string, stream transcript.Stream, kind wire.Kind, id, method string, line int) *session {
	var c *session
	key := method + "#" + id
	if stream == transcript.Stdin {
		switch kind {
		case wire.Request, wire.Notification:
			c = s.find(server, func(o *session) bool { return !o.sent[key] })
			if c == nil || isOpening(method) && c.Frames > 0 && c.sent[`"initialize"#`] {
				c = s.fresh(server, line)
			}
		default:
			c = s.current(server, line)
		}
		c.note(key, method)
		if kind == wire.Request {
			c.open[id] = true
		}
	} else {
		if kind == wire.Result || kind == wire.Error {
			c = s.find(server, func(o *session) bool { return o.open[id] })
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
	if len(c.sent) < maxTracked && method != `"notifications/progress"` && method != `"notifications/cancelled"` {
		c.sent[key] = true
	}
	if isOpening(method) {
		c.sent[`"initialize"#`] = true
	}
}

// find is the first session of a server that is not over and fits.
func (s *sink) find(server string, fits func(*session) bool) *session {
	for _, o := range s.sessions {
		if o.Server == server && !o.over && fits(o) {
			return o
		}
	}
	return nil
}

// fresh is a new session, or the one that a log line announced.
func (s *sink) fresh(server string, line int) *session {
	if c := s.latest(server); c != nil && c.pending {
		return c
	}
	return s.open(server, line)
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
	c := s.current(server, line)
	c.pending = false
	c.Evidence++
	certainty := "likely"
	if ev.certain {
		certainty = "certain"
	}
	s.event(c, &transcript.Event{Kind: transcript.KindEvidence, T: c.at(micros), Line: line, Stream: ev.stream, Layer: ev.layer,
		Certainty: certainty, Name: ev.code, Label: ev.detail, Data: []byte(ev.text)})
}

// closed is a log line that says that the server's stdout ended.
func (s *sink) closed(server string, line int, micros int64) {
	c := s.current(server, line)
	if c.over {
		return
	}
	c.over = true
	s.event(c, &transcript.Event{Kind: transcript.KindEOF, T: c.at(micros), Line: line, Stream: transcript.Stdout})
}

// exited is a log line that says how the process ended.
func (s *sink) exited(server string, line int, micros int64, code *int, signal string) {
	c := s.current(server, line)
	c.over = true
	s.event(c, &transcript.Event{Kind: transcript.KindExit, T: c.at(micros), Line: line, Code: code, Signal: signal})
}

// bytes writes a chunk of a pipe.
func (s *sink) bytes(c *session, stream transcript.Stream, line int, micros int64, data []byte) {
	s.line = data[:0]
	s.event(c, &transcript.Event{Kind: transcript.Kind(stream), T: c.at(micros), Line: line, Data: data})
}

func (s *sink) event(c *session, ev *transcript.Event) {
	c.events++
	if ev.Line > 0 {
		c.LastLine = max(c.LastLine, ev.Line)
	}
	if !s.wanted(c) {
		return
	}
	c.out = transcript.AppendEvent(c.out, ev)
	if c.flowing {
		s.emit(c.Number, c.out)
		c.out = c.out[:0]
	} else if len(c.out) > held {
		s.header(c)
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
		Format: s.format.name, Confidence: s.conf, Hides: s.hides, Sessions: max(len(s.sessions), 1)}}
	out := transcript.AppendHeader(nil, &h)
	s.emit(c.Number, append(out, c.out...))
	c.out, c.flowing = c.out[:0], true
	s.emitted++
}

// close writes what was held back. A session with nothing in it (a start line
// alone) is left out unless it is the only one.
func (s *sink) close() Summary {
	summary := Summary{Format: s.format.name, Confidence: s.conf, Hides: s.hides, Sessions: []Session{}}
	kept := s.sessions[:0]
	for _, c := range s.sessions {
		if c.events > 0 || c.flowing {
			kept = append(kept, c)
		}
	}
	s.sessions = kept
	if len(s.sessions) == 0 {
		s.open("", 1)
	}
	for n, c := range s.sessions {
		if !c.flowing {
			c.Number = n + 1
		}
		summary.Sessions = append(summary.Sessions, c.Session)
	}
	for _, c := range s.sessions {
		if !s.wanted(c) || c.whole {
			continue
		}
		c.out = transcript.AppendEvent(c.out, &transcript.Event{Kind: transcript.KindEnd, T: c.last})
		if !c.flowing {
			s.header(c)
		} else {
			s.emit(c.Number, c.out)
		}
	}
	return summary
}

func firstBytes(b []byte, n int) []byte { return b[:min(n, len(b))] }
