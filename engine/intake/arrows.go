package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
)

// marks are what people and tools put in front of a message to say who sent it.
var marks = []struct {
	mark   string
	stream transcript.Stream
}{
	{"-->", transcript.Stdin}, {"<--", transcript.Stdout}, {">>>", transcript.Stdin}, {"<<<", transcript.Stdout},
	{"==>", transcript.Stdin}, {"<==", transcript.Stdout}, {"->", transcript.Stdin}, {"<-", transcript.Stdout}, {"=>", transcript.Stdin}, {"<=", transcript.Stdout},
	{">>", transcript.Stdin}, {"<<", transcript.Stdout}, {"→", transcript.Stdin}, {"←", transcript.Stdout}, {"⇒", transcript.Stdin}, {"⇐", transcript.Stdout},
	{"➡", transcript.Stdin}, {"⬅", transcript.Stdout},
	{"c->s", transcript.Stdin}, {"s->c", transcript.Stdout}, {"c2s", transcript.Stdin}, {"s2c", transcript.Stdout},
	{"client->server", transcript.Stdin}, {"server->client", transcript.Stdout}, {"client -> server", transcript.Stdin}, {"server -> client", transcript.Stdout},
	{"client → server", transcript.Stdin}, {"server → client", transcript.Stdout},
	{"C:", transcript.Stdin}, {"S:", transcript.Stdout}, {"[C]", transcript.Stdin}, {"[S]", transcript.Stdout},
	{"[stdin]", transcript.Stdin}, {"[stdout]", transcript.Stdout}, {"[in]", transcript.Stdin}, {"[out]", transcript.Stdout},
	{"client:", transcript.Stdin}, {"server:", transcript.Stdout}, {"[client]", transcript.Stdin}, {"[server]", transcript.Stdout},
	{"stdin:", transcript.Stdin}, {"stdout:", transcript.Stdout}, {"SENT", transcript.Stdin}, {"SEND", transcript.Stdin}, {"RECEIVED", transcript.Stdout}, {"RECV", transcript.Stdout},
	{"request:", transcript.Stdin}, {"response:", transcript.Stdout},
	{"[stderr]", transcript.Stderr}, {"stderr:", transcript.Stderr}, {">", transcript.Stdin}, {"<", transcript.Stdout},
}

func readMark(line []byte) (stream transcript.Stream, micros int64, rest []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	if inside, after, ok := bracketed(line); ok {
		if t, left, ok := timestamp(inside); ok && len(left) == 0 {
			micros, line = t, bytes.TrimLeft(after, " \t")
		}
	}
	if t, after, ok := timestamp(line); ok {
		micros, line = t, bytes.TrimLeft(after, " \t")
	}
	for _, m := range marks {
		if len(line) >= len(m.mark) && bytes.EqualFold(line[:len(m.mark)], []byte(m.mark)) {
			rest := line[len(m.mark):]
			if isLetter(m.mark[len(m.mark)-1]) && len(rest) > 0 && rest[0] != ' ' && rest[0] != ':' && rest[0] != '{' && rest[0] != '\t' {
				continue // a longer word
			}
			return m.stream, micros, bytes.TrimLeft(rest, " \t:"), true
		}
	}
	return "", micros, line, false
}

func scoreArrows(line []byte) int {
	if _, _, rest, ok := readMark(line); ok {
		value, _, whole := jsonValue(rest)
		if whole && isMessage(value) || string(rest) == "{" && len(line) > 3 {
			return surely
		}
	}
	return 0
}

// bothMarked says whether both directions have a mark. Where only what is sent
// has one, it is a prompt.
func bothMarked(lines [][]byte) bool {
	var seen [2]bool
	for _, line := range lines {
		if stream, _, rest, ok := readMark(line); ok && hasPrefix(rest, "{") {
			if stream == transcript.Stdin {
				seen[0] = true
			} else {
				seen[1] = true
			}
		}
	}
	return seen[0] && seen[1]
}

// arrows is messages behind marks. A line without one continues the message
// before it, is a message whose sender its method tells, or was on stderr.
type arrows struct {
	s      *sink
	asked  map[string]transcript.Stream
	flip   bool // the marks are from the server's side
	seen   bool
	micros int64
	open   *gather
	stream transcript.Stream
}

func newArrows(s *sink) parser { return &arrows{s: s, asked: map[string]transcript.Stream{}} }

func (a *arrows) line(n int, text []byte) {
	stream, micros, rest, marked := readMark(text)
	if !marked {
		a.unmarked(n, text)
		return
	}
	a.flush()
	if micros > 0 {
		a.micros = micros
	}
	if stream == transcript.Stderr {
		a.s.stderr("", n, a.micros, rest)
		return
	}
	if value, _, whole := jsonValue(rest); whole && !a.seen && isMessage(value) && byClient(value) {
		a.flip, a.seen = stream == transcript.Stdout, true
	}
	if a.flip {
		stream = opposite(stream)
	}
	a.message(n, stream, rest)
}

func (a *arrows) message(n int, stream transcript.Stream, rest []byte) {
	value, behind, whole := jsonValue(rest)
	switch {
	case whole && len(bytes.TrimSpace(behind)) == 0 && isMessageLike(value):
		direction(value, a.asked)
		a.s.frame("", stream, n, a.micros, value)
	case len(value) > 0 && !whole && opensValue(bytes.TrimSpace(rest)):
		a.open, a.stream = newGather(n, rest), stream
	case stream == transcript.Stdout && len(rest) > 0:
		a.s.stdout("", n, a.micros, rest)
	}
}

func (a *arrows) unmarked(n int, text []byte) {
	if a.open != nil {
		if a.open.add(text); a.open.whole {
			a.flush()
		}
		return
	}
	value := bytes.TrimSpace(stripANSI(text))
	switch {
	case len(value) == 0:
	case isMessage(value):
		a.s.frame("", direction(value, a.asked), n, a.micros, value)
	default:
		a.s.stderr("", n, a.micros, text)
	}
}

// flush takes a message that was pretty-printed, or what began like one.
func (a *arrows) flush() {
	if a.open == nil {
		return
	}
	g := a.open
	a.open = nil
	if value := g.value(); value != nil {
		a.s.frame("", a.stream, g.n, a.micros, value)
		return
	}
	if a.stream == transcript.Stdout {
		first, _, _ := bytes.Cut(g.text, []byte("\n"))
		a.s.stdout("", g.n, a.micros, first)
	}
}

func (a *arrows) close() {
	if g := a.open; g != nil && !g.whole && bytes.Count(g.text, []byte("\n")) > 1 || g != nil && len(bytes.TrimSpace(g.text)) == 1 {
		a.s.opaque("", a.stream, g.n, a.micros, g.text) // cut with the paste
		return
	}
	a.flush()
}
