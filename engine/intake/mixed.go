package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// mixed is both directions in one text: a message goes where its method, or the
// request that it answers, says. What stands between messages may have been on
// stderr, since a terminal shows both.
type mixed struct {
	s      *sink
	asked  map[string]transcript.Stream // open requests by id: who asked
	open   *gather                      // an object that goes on over lines
	lines  []keptLine                   // its lines, should it be none
	pretty bool                         // the client's messages are spread over lines, too: the paste's doing
	told   int
}

type keptLine struct {
	n    int
	text []byte
}

func newMixed(s *sink) parser { return &mixed{s: s, asked: map[string]transcript.Stream{}} }

func (m *mixed) line(n int, text []byte) {
	plain := stripANSI(text)
	value := bytes.TrimSpace(plain)
	if m.open != nil {
		if !isMessage(value) && len(m.lines) < maxGatherLines {
			m.lines = append(m.lines, keptLine{n, append([]byte(nil), text...)})
			if m.open.add(plain); m.open.whole {
				m.joined()
			}
			return
		}
		m.release()
	}
	switch {
	case len(value) == 0, isKeyEcho(value):
	case isMessageLike(value):
		m.s.frame("", direction(value, m.asked), n, 0, value)
	case opensValue(value):
		m.open = newGather(n, plain)
		m.lines = []keptLine{{n, append([]byte(nil), text...)}}
	case headerName(value), value[0] == '{' && has(value, `"jsonrpc"`):
		m.broken(n, text, value)
	default:
		m.between(n, text, plain)
	}
}

// joined takes an object that went on over lines. Where the client's messages do
// that too, the paste was pretty-printed; else the server did it.
func (m *mixed) joined() {
	value := m.open.value()
	if isSettings(value) {
		m.open, m.lines = nil, nil
		return
	}
	if value == nil || !isMessageLike(value) {
		m.release()
		return
	}
	stream := direction(value, m.asked)
	if stream == transcript.Stdin {
		m.pretty = true
	}
	if m.pretty {
		m.s.frame("", stream, m.open.n, 0, value)
	} else {
		for _, l := range m.lines {
			m.s.stdout("", l.n, 0, l.text)
		}
	}
	m.open, m.lines = nil, nil
}

// release gives the lines of an object back that is no message.
func (m *mixed) release() {
	lines := m.lines
	m.open, m.lines = nil, nil
	for _, l := range lines {
		plain := stripANSI(l.text)
		if value := bytes.TrimSpace(plain); has(value, `"jsonrpc"`) {
			m.broken(l.n, l.text, value)
		} else if len(value) > 0 {
			m.between(l.n, l.text, plain)
		}
	}
}

// broken is a line that is a message but for its fault: only the server's side of
// the pipe can show that.
func (m *mixed) broken(n int, text, value []byte) {
	for _, method := range clientMethods {
		if has(value, `"`+method+`"`) && !has(value, `"result"`) {
			m.s.bytes(m.s.current("", n), transcript.Stdin, n, 0, append(append([]byte(nil), text...), '\n'))
			return
		}
	}
	m.s.stdout("", n, 0, text)
}

// maxTold bounds the lines between messages that are held to be worth a finding.
const maxTold = 100

func (m *mixed) between(n int, text, plain []byte) {
	if value := plain[max(bytes.IndexByte(plain, '{'), 0):]; has(plain, `"jsonrpc"`) && isMessage(bytes.TrimSpace(value)) {
		// Text without its newline, and a message behind it.
		m.s.frame("", direction(value, m.asked), n, 0, value)
	}
	if m.told++; m.told > maxTold {
		m.s.stderr("", n, 0, text)
		return
	}
	m.s.evidence("", n, 0, doubtful(text))
}

// close gives up on an object that has not ended. One that was spread over lines
// was cut with the paste; a line that breaks off may have been cut by the server.
func (m *mixed) close() {
	switch {
	case m.open == nil:
	case len(m.lines) > 1 || len(bytes.TrimSpace(m.lines[0].text)) == 1:
		m.s.opaque("", senderOf(m.open.text), m.open.n, 0, m.open.text)
		m.open, m.lines = nil, nil
	default:
		m.release()
	}
}

// senderOf guesses who sent a message of which the end is missing.
func senderOf(text []byte) transcript.Stream {
	if method, _ := wire.String(peek(text).method); contains(clientMethods, method) {
		return transcript.Stdin
	}
	return transcript.Stdout
}

// doubtful judges a line that is no message, and that may not have stood on
// stdout at all.
func doubtful(line []byte) evidence {
	var found wire.Message
	wire.Scan(line, &found)
	ev := evidence{code: found.Fault.Code.Code(), detail: found.Fault.Code.Detail(), layer: int(found.Fault.Layer), sure: possible,
		text: string(firstBytes(line, maxShown)), stream: transcript.Stdout}
	if ev.code == "" {
		ev.code, ev.layer = "stdout-json-log", 3
	}
	return ev
}

// maxShown bounds the text of a line that evidence shows.
const maxShown = 640

// isMessageLike says whether a value is a message, or would be with its version.
func isMessageLike(value []byte) bool {
	if len(value) == 0 || value[0] != '{' && value[0] != '[' || !wire.Valid(value) {
		return false
	}
	if value[0] == '[' {
		batch := false
		wire.Elements(value, func(v []byte) bool {
			_, batch = wire.Get(v, "jsonrpc")
			return false
		})
		return batch
	}
	if _, ok := wire.Get(value, "jsonrpc"); ok {
		return true
	}
	_, id := wire.Get(value, "id")
	_, result := wire.Get(value, "result")
	_, failed := wire.Get(value, "error")
	_, method := wire.Get(value, "method")
	return id && (result || failed || method) || method && byClient(value)
}

// direction finds who sent a message, and keeps who asked what.
func direction(value []byte, asked map[string]transcript.Stream) transcript.Stream {
	id, hasID := wire.Get(value, "id")
	methodRaw, hasMethod := wire.Get(value, "method")
	if !hasMethod {
		if who, ok := asked[string(id)]; ok {
			delete(asked, string(id))
			return opposite(who)
		}
		return transcript.Stdout
	}
	method, _ := wire.String(methodRaw)
	stream := transcript.Stdout
	if byClient(value) {
		stream = transcript.Stdin
	}
	switch method {
	case "notifications/cancelled":
		stream = transcript.Stdin
		params, _ := wire.Get(value, "params")
		if request, ok := wire.Get(params, "requestId"); ok {
			if who, open := asked[string(request)]; open {
				stream = who
			}
		}
	case "ping":
		if len(asked) == 0 {
			stream = transcript.Stdin
		}
	}
	if hasID && len(asked) < maxTracked {
		asked[string(id)] = stream
	}
	return stream
}

func opposite(s transcript.Stream) transcript.Stream {
	if s == transcript.Stdin {
		return transcript.Stdout
	}
	return transcript.Stdin
}
