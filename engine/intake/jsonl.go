package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// {"t": seconds, "stream": …, "data_b64": …}, with "event" for what is no bytes.

func scoreStreams(line []byte) int {
	t := bytes.TrimSpace(line)
	if !hasPrefix(t, "{") || !has(t, `"stream"`) {
		return 0
	}
	if has(t, `"data_b64"`) || has(t, `"data"`) || has(t, `"b64"`) || has(t, `"text"`) || has(t, `"event"`) {
		return 4
	}
	return 0
}

type streams struct{ s *sink }

func newStreams(s *sink) parser { return streams{s} }

func (p streams) line(_ int, text []byte) {
	text = bytes.TrimSpace(text)
	if !wire.Valid(text) || wire.TypeOf(text) != wire.Object {
		return
	}
	ev := transcript.Event{T: secondsOf(text)}
	stream := transcript.Stream(field(text, "stream"))
	c := p.s.current("", 0)
	switch field(text, "event") {
	case "eof":
		ev.Kind, ev.Stream = transcript.KindEOF, stream
	case "exit":
		ev.Kind, ev.Signal = transcript.KindExit, field(text, "signal")
		if raw, ok := wire.Get(text, "code"); ok {
			if n, ok := wire.Int(raw); ok {
				code := int(n)
				ev.Code = &code
			}
		}
	case "end":
		c.last = max(c.last, ev.T) // the sink writes it
		return
	default:
		if stream != transcript.Stdin && stream != transcript.Stdout && stream != transcript.Stderr {
			return
		}
		ev.Kind = transcript.Kind(stream)
		ev.Data = dataOf(text)
	}
	c.last = max(c.last, ev.T)
	p.s.event(c, &ev)
}

func (p streams) close() {}

func field(object []byte, name string) string {
	raw, ok := wire.Get(object, name)
	if !ok {
		return ""
	}
	s, _ := wire.String(raw)
	return s
}

func dataOf(object []byte) []byte {
	for _, name := range []string{"data_b64", "b64", "base64"} {
		if s := field(object, name); s != "" {
			if data, ok := transcript.DecodeBase64(nil, []byte(s)); ok {
				return data
			}
		}
	}
	for _, name := range []string{"text", "data"} {
		if s := field(object, name); s != "" {
			return []byte(s)
		}
	}
	return nil
}

// secondsOf reads "t" in seconds, a decimal, as microseconds.
func secondsOf(object []byte) int64 {
	raw, ok := wire.Get(object, "t")
	if !ok {
		return 0
	}
	whole, digits := number(raw)
	micros := whole * 1_000_000
	if digits < len(raw) && raw[digits] == '.' {
		fraction, n := number(raw[digits+1:])
		for ; n < 6; n++ {
			fraction *= 10
		}
		for ; n > 6; n-- {
			fraction /= 10
		}
		micros += fraction
	}
	return micros
}

// JSON lines with a direction and a message under whatever names: mcpsnoop
// ("direction": c2s|s2c|stderr|meta, "raw"|"text"), .mcptrace ("direction":
// out|in, "frame"), and others like them.

var directionNames = []string{"direction", "dir", "from", "source", "side", "stream", "type", "kind", "role"}
var messageNames = []string{"raw", "frame", "message", "msg", "payload", "json", "data", "body", "content", "line", "rpc"}
var timeNames = []string{"ts", "timestamp", "time", "t", "at"}

var towardsServer = []string{"c2s", "client_to_server", "client-to-server", "clienttoserver", "client->server", "client→server", "client", "fromclient", "out", "outgoing", "outbound", "send", "sent", "tx", "request", "req", "stdin", "host", ">", "->", "-->", "→", "to_server"}
var towardsClient = []string{"s2c", "server_to_client", "server-to-client", "servertoclient", "server->client", "server→client", "server", "fromserver", "fromagent", "in", "incoming", "inbound", "recv", "receive", "received", "rx", "response", "res", "stdout", "<", "<-", "<--", "←", "from_server"}

func wordStream(word string) transcript.Stream {
	for _, w := range towardsServer {
		if bytes.EqualFold([]byte(word), []byte(w)) {
			return transcript.Stdin
		}
	}
	for _, w := range towardsClient {
		if bytes.EqualFold([]byte(word), []byte(w)) {
			return transcript.Stdout
		}
	}
	if bytes.EqualFold([]byte(word), []byte("stderr")) {
		return transcript.Stderr
	}
	return ""
}

// recordOf reads one record; message is nil when it has none.
func recordOf(object []byte) (stream transcript.Stream, message []byte, isJSON bool) {
	for _, name := range directionNames {
		if stream = wordStream(field(object, name)); stream != "" {
			break
		}
	}
	for _, name := range messageNames {
		raw, ok := wire.Get(object, name)
		if !ok {
			continue
		}
		switch wire.TypeOf(raw) {
		case wire.Object, wire.Array:
			return stream, raw, true
		case wire.Str:
			s, _ := wire.String(raw)
			return stream, bytes.TrimRight([]byte(s), "\r\n"), isMessage([]byte(s))
		}
	}
	if text := field(object, "text"); text != "" {
		return stream, []byte(text), false
	}
	// The members of the message may stand in the record itself.
	if _, ok := wire.Get(object, "method"); ok && stream != "" {
		return stream, rebuilt(object), true
	}
	for _, name := range []string{"result", "error"} {
		if _, ok := wire.Get(object, name); ok && stream != "" {
			return stream, rebuilt(object), true
		}
	}
	return stream, nil, false
}

// rebuilt makes a message of a record that holds its members.
func rebuilt(object []byte) []byte {
	out := []byte(`{"jsonrpc":"2.0"`)
	for _, name := range []string{"id", "method", "params", "result", "error"} {
		if raw, ok := wire.Get(object, name); ok && !(wire.TypeOf(raw) == wire.Null && name != "id") {
			out = append(append(append(append(out, `,"`...), name...), `":`...), raw...)
		}
	}
	return append(out, '}')
}

func scoreMessages(line []byte) int {
	t := bytes.TrimSpace(line)
	if !hasPrefix(t, "{") || !wire.Valid(t) {
		return 0
	}
	if _, ok := wire.Get(t, "jsonrpc"); ok {
		return 0 // a message, no record of one
	}
	stream, message, isJSON := recordOf(t)
	if stream == "" || message == nil {
		return 0
	}
	if isJSON && isMessage(message) {
		return 4
	}
	return 1
}

type messages struct {
	s     *sink
	flip  bool // "in" and "out" are the server's
	known bool
}

func newMessages(s *sink) parser { return &messages{s: s} }

func (m *messages) line(n int, text []byte) {
	text = bytes.TrimSpace(text)
	if !wire.Valid(text) || wire.TypeOf(text) != wire.Object {
		return
	}
	stream, message, isJSON := recordOf(text)
	if stream == "" || message == nil {
		return
	}
	server := serverOf(text)
	micros := timeOf(text)
	if stream == transcript.Stderr {
		m.s.stderr(server, n, micros, message)
		return
	}
	if !m.known && isJSON && byClient(message) {
		m.known, m.flip = true, stream == transcript.Stdout
	}
	if m.flip {
		stream = opposite(stream)
	}
	switch {
	case isJSON:
		m.s.frame(server, stream, n, micros, message)
	case stream == transcript.Stdout:
		m.s.stdout(server, n, micros, message)
	}
}

func (m *messages) close() {}

// serverOf is the server of a record, and behind a separator the session where
// the record names it.
func serverOf(record []byte) string {
	server := ""
	for _, name := range []string{"server_label", "server_name", "serverName", "server"} {
		if server = field(record, name); server != "" && wordStream(server) == "" {
			break
		}
	}
	for _, name := range []string{"session_id", "sessionId", "session"} {
		if id := field(record, name); id != "" {
			return server + keySeparator + id
		}
	}
	return server
}

// timeOf reads a time: a timestamp, or a number of seconds, milliseconds or
// microseconds, told apart by its size.
func timeOf(object []byte) int64 {
	for _, name := range timeNames {
		raw, ok := wire.Get(object, name)
		if !ok {
			continue
		}
		if wire.TypeOf(raw) == wire.Str {
			s, _ := wire.String(raw)
			micros, _, _ := timestamp([]byte(s))
			return micros
		}
		n, digits := number(raw)
		if digits == 0 {
			continue
		}
		switch {
		case n > 1e14:
			return n
		case n > 1e11:
			return n * 1000
		case n > 1e8:
			return n * 1_000_000
		}
		return n * 1000
	}
	return 0
}
