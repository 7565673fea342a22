package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// exchangeLists are the members under which recorders keep what was said.
var exchangeLists = []string{"session", "interactions", "exchanges", "messages", "entries", "frames", "events", "transcript", "recording", "cassette", "log", "sessions"}

// isDocument says whether the text is one JSON document over several lines that
// holds exchanges: an object that is no message itself, or an array.
func isDocument(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	first = bytes.TrimSpace(first)
	switch text[0] {
	case '[':
		return len(first) == 1 && has(firstBytes(rest, 4096), `"method"`) && !has(firstBytes(rest, 4096), `"sessionId"`)
	case '{':
		names := topNames(firstBytes(text, probeBytes))
		if contains(names, "jsonrpc") {
			return false
		}
		for _, n := range names {
			if contains(exchangeLists, n) {
				// A record of JSON lines may use these names, too: then it ends here.
				value, behind, whole := jsonValue(text)
				return !whole || len(bytes.TrimSpace(behind)) == 0 && has(value, `"method"`)
			}
		}
	}
	return false
}

// topNames is the names of an object's own members, as far as the text goes.
func topNames(text []byte) (names []string) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return names
			}
		case '"':
			end := skipString(text, i)
			if _, isName := memberValue(text, end); isName && depth == 1 && len(names) < 64 && end-i >= 2 {
				names = append(names, string(text[i+1:end-1]))
			}
			i = end - 1
		}
	}
	return names
}

// cassette is one document; its exchanges are found wherever they stand.
type cassette struct {
	s     *sink
	asked map[string]transcript.Stream
	text  []byte
	over  bool
	n     int // the last line
	at    int // how far lines are counted
	lines int // up to there
}

func newCassette(s *sink) parser { return &cassette{s: s, asked: map[string]transcript.Stream{}} }

// maxDocument bounds a document that can only be read whole.
const maxDocument = 64 << 20

func (c *cassette) line(n int, text []byte) {
	for c.n++; c.n < n; c.n++ { // a line of the paste's own
		c.text = append(c.text, '\n')
	}
	if len(c.text)+len(text) > maxDocument {
		c.over = true
		return
	}
	c.text = append(append(c.text, text...), '\n')
}

func (c *cassette) close() {
	value, _, whole := jsonValue(c.text)
	if c.over || !whole || !wire.Valid(value) {
		c.s.opaque("", transcript.Stdout, 1, 0, firstBytes(c.text, 160))
		return
	}
	c.walk(value, 0)
}

func (c *cassette) walk(value []byte, depth int) {
	if depth > 8 {
		return
	}
	switch wire.TypeOf(value) {
	case wire.Array:
		wire.Elements(value, func(v []byte) bool { c.walk(v, depth+1); return true })
	case wire.Object:
		if c.exchange(value) {
			return
		}
		wire.Members(value, func(_, v []byte) bool {
			if t := wire.TypeOf(v); t == wire.Array || t == wire.Object {
				c.walk(v, depth+1)
			}
			return true
		})
	}
}

// exchange takes a request with its notifications and its response, or one
// message.
func (c *cassette) exchange(value []byte) bool {
	line := c.lineOf(value)
	if _, ok := wire.Get(value, "jsonrpc"); ok {
		c.s.frame("", direction(value, c.asked), line, 0, value)
		return true
	}
	if stream, message, isJSON := recordOf(value); stream != "" && isJSON && isMessage(message) {
		c.s.frame(serverOf(value), stream, line, timeOf(value), message)
		return true
	}
	request, hasRequest := firstOf(value, "request", "initialize_request")
	response, hasResponse := firstOf(value, "response", "initialize_response")
	if !hasRequest && !hasResponse {
		return false
	}
	asks, answers := transcript.Stdin, transcript.Stdout
	if wordStream(field(value, "direction")) == transcript.Stdout {
		asks, answers = answers, asks
	}
	if hasRequest && wire.TypeOf(request) == wire.Object {
		c.s.frame("", asks, c.lineOf(request), 0, completed(request))
	}
	if notes, ok := wire.Get(value, "notifications"); ok {
		wire.Elements(notes, func(v []byte) bool { c.s.frame("", transcript.Stdout, c.lineOf(v), 0, completed(v)); return true })
	}
	if hasResponse && wire.TypeOf(response) == wire.Object {
		c.s.frame("", answers, c.lineOf(response), 0, completed(response))
	}
	if rest, ok := wire.Get(value, "interactions"); ok {
		c.walk(rest, 1)
	}
	return true
}

// lineOf is the line that a value begins on. Values come mostly in order.
func (c *cassette) lineOf(value []byte) int {
	to := max(wire.Offset(c.text, value), 0)
	if to < c.at {
		c.at, c.lines = 0, 0
	}
	c.lines += bytes.Count(c.text[c.at:to], []byte("\n"))
	c.at = to
	return c.lines + 1
}

// completed adds the member that recorders leave out of every message.
func completed(message []byte) []byte {
	if _, ok := wire.Get(message, "jsonrpc"); ok {
		return message
	}
	return rebuilt(message)
}

func firstOf(object []byte, names ...string) ([]byte, bool) {
	for _, n := range names {
		if v, ok := wire.Get(object, n); ok {
			return v, true
		}
	}
	return nil, false
}
