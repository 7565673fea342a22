package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// Raw makes a transcript of what a server wrote to stdout, byte for byte.
func Raw(stdout []byte) []byte {
	out, _, _ := Convert(stdout, Options{As: "raw"}) // a forced raw source cannot fail
	return out
}

// passthrough hands a transcript on as it is.
type passthrough struct{ s *sink }

func newPassthrough(s *sink) byteParser { return &passthrough{s} }

func (p *passthrough) bytes(b []byte) {
	c := p.s.current("", 1)
	c.flowing, c.whole = true, true
	if p.s.wanted(c) {
		p.s.emitted = 1
		p.s.emit(c.Number, b)
	}
}

// close keeps the sink from adding a header or an end: the file has its own.
func (p *passthrough) close() {}

// raw is the stdout of one server.
type raw struct {
	s    *sink
	rest []byte // the beginning of a character at the end of a piece
}

func newRaw(s *sink) byteParser { return &raw{s: s} }

func (r *raw) bytes(b []byte) {
	c := r.s.current("", 0)
	for len(b) > 0 {
		n := min(len(b), 256<<10)
		piece := append(r.rest, b[:n]...)
		b = b[n:]
		cut := len(piece) - unfinished(piece)
		if cut > 0 {
			r.s.event(c, &transcript.Event{Kind: transcript.KindStdout, Data: piece[:cut]})
		}
		r.rest = append([]byte(nil), piece[cut:]...)
	}
}

func (r *raw) close() {
	if len(r.rest) > 0 {
		r.s.event(r.s.current("", 0), &transcript.Event{Kind: transcript.KindStdout, Data: r.rest})
	}
}

// unfinished is the length of a character that b ends in the middle of, so that
// chunks of valid text stay text in the transcript.
func unfinished(b []byte) int {
	for back := 1; back <= 3 && back <= len(b); back++ {
		c := b[len(b)-back]
		if c < 0x80 {
			return 0
		}
		if c >= 0xC0 {
			need := 2
			if c >= 0xF0 {
				need = 4
			} else if c >= 0xE0 {
				need = 3
			}
			if back < need {
				return back
			}
			return 0
		}
	}
	return 0
}

// mixed is both directions in one text: a message goes where its method, or the
// request that it answers, says.
type mixed struct {
	s      *sink
	asked  map[string]transcript.Stream // open requests by id: who asked
	inText bool
}

func newMixed(s *sink) parser { return &mixed{s: s, asked: map[string]transcript.Stream{}} }

func (m *mixed) line(n int, text []byte) {
	clean := cleanPaste(text)
	value := bytes.TrimSpace(clean)
	if hasPrefix(value, "```") {
		return
	}
	if isMessage(value) {
		m.message(n, value)
		return
	}
	// Text between messages may have been on stderr: the terminal shows both.
	if len(value) == 0 {
		return
	}
	m.s.evidence("", n, 0, fromMixedText(clean))
}

func (m *mixed) close() {}

// fromMixedText judges a line that is no message, with the doubt that it may
// not have stood on stdout at all.
func fromMixedText(line []byte) evidence {
	var found wire.Message
	wire.Scan(line, &found)
	ev := evidence{code: found.Fault.Code.Code(), detail: found.Fault.Code.Detail(), layer: int(found.Fault.Layer), text: string(firstBytes(line, 160)), known: true, stream: transcript.Stdout}
	if ev.code == "" {
		ev.code, ev.layer = "stdout-json-log", 3
	}
	return ev
}

func (m *mixed) message(n int, value []byte) {
	stream := direction(value, m.asked)
	m.s.frame("", stream, n, 0, value)
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
	case "ping":
		if _, open := asked[string(id)]; !open && len(asked) == 0 {
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

// shell is a paste of a terminal: requests stand in command lines, what follows
// is the output, and the next prompt may stick to a last line without newline.
type shell struct {
	s     *sink
	asked map[string]transcript.Stream
}

func newShell(s *sink) parser { return &shell{s: s, asked: map[string]transcript.Stream{}} }

func (sh *shell) line(n int, text []byte) {
	if isPrompt(text) {
		sh.command(n, text)
		return
	}
	value, rest, whole := jsonValue(text)
	switch {
	case whole && isMessage(value):
		stream := direction(value, sh.asked)
		sh.s.frame("", stream, n, 0, value)
		if rest = bytes.TrimSpace(rest); len(rest) > 0 && isPrompt(rest) {
			sh.command(n, rest)
		}
	case len(bytes.TrimSpace(text)) > 0 && hasPrefix(bytes.TrimSpace(text), "Content-"):
		sh.s.stdout("", n, 0, text)
	case len(bytes.TrimSpace(text)) > 0 && len(sh.asked) > 0:
		sh.s.evidence("", n, 0, fromMixedText(text))
	}
}

// command takes the messages out of a command line.
func (sh *shell) command(n int, text []byte) {
	for {
		at := bytes.IndexByte(text, '{')
		if at < 0 {
			return
		}
		value, rest, whole := jsonValue(text[at:])
		if !whole {
			return
		}
		value = bytes.ReplaceAll(value, []byte(`\"`), []byte(`"`))
		if isMessage(value) {
			sh.s.frame("", direction(value, sh.asked), n, 0, value)
		}
		text = rest
	}
}

func (sh *shell) close() {}

// marks are what people and tools put in front of a message to say who sent it.
var marks = []struct {
	mark   string
	stream transcript.Stream
}{
	{"-->", transcript.Stdin}, {"<--", transcript.Stdout}, {">>>", transcript.Stdin}, {"<<<", transcript.Stdout},
	{"->", transcript.Stdin}, {"<-", transcript.Stdout}, {"=>", transcript.Stdin}, {"<=", transcript.Stdout},
	{">>", transcript.Stdin}, {"<<", transcript.Stdout}, {"→", transcript.Stdin}, {"←", transcript.Stdout},
	{"C:", transcript.Stdin}, {"S:", transcript.Stdout}, {"[stdin]", transcript.Stdin}, {"[stdout]", transcript.Stdout},
	{"client:", transcript.Stdin}, {"server:", transcript.Stdout}, {"[client]", transcript.Stdin}, {"[server]", transcript.Stdout},
	{"stdin:", transcript.Stdin}, {"stdout:", transcript.Stdout}, {"SEND", transcript.Stdin}, {"RECV", transcript.Stdout},
	{"[stderr]", transcript.Stderr}, {"stderr:", transcript.Stderr}, {">", transcript.Stdin}, {"<", transcript.Stdout},
}

func readMark(line []byte) (stream transcript.Stream, rest []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	if _, after, ok := timestamp(line); ok {
		line = bytes.TrimLeft(after, " \t")
	}
	for _, m := range marks {
		if len(line) >= len(m.mark) && equalFoldASCII(line[:len(m.mark)], m.mark) {
			rest := bytes.TrimLeft(line[len(m.mark):], " \t:")
			return m.stream, rest, true
		}
	}
	return "", line, false
}

func equalFoldASCII(b []byte, s string) bool { return bytes.EqualFold(b, []byte(s)) }

func scoreArrows(line []byte) int {
	if _, rest, ok := readMark(line); ok {
		if value, _, whole := jsonValue(rest); whole && isMessage(value) {
			return 3
		}
	}
	return 0
}

// arrows is messages behind marks; lines without one continue nothing and are
// taken for stderr of the terminal.
type arrows struct {
	s    *sink
	time clock
	flip bool // the marks are from the server's side
	seen bool
}

func newArrows(s *sink) parser { return &arrows{s: s} }

func (a *arrows) line(n int, text []byte) {
	stream, rest, ok := readMark(text)
	if !ok {
		return
	}
	if stream == transcript.Stderr {
		a.s.stderr("", n, 0, rest)
		return
	}
	if !a.seen && byClient(bytes.TrimSpace(rest)) {
		a.flip = stream == transcript.Stdout
		a.seen = true
	}
	if a.flip {
		stream = opposite(stream)
	}
	value, _, whole := jsonValue(rest)
	switch {
	case whole:
		a.s.frame("", stream, n, 0, value)
	case stream == transcript.Stdout && len(rest) > 0:
		a.s.stdout("", n, 0, rest)
	}
}

func (a *arrows) close() {}
