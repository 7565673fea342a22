package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// VS Code, Cursor and Windsurf write "YYYY-MM-DD HH:MM:SS.mmm [level] text".

func editorRecord(line []byte) (micros int64, level string, text []byte, ok bool) {
	micros, rest, ok := timestamp(line)
	if !ok || line[10] != ' ' || !hasPrefix(rest, " [") {
		return 0, "", nil, false
	}
	l, text, ok := bracketed(rest[1:])
	return micros, string(l), text, ok
}

var vscodeMarks = []string{
	"[editor -> server] ", "[server -> editor] ", "Failed to parse message: ", "[server stderr] ", "Connection state: ", "Starting server ", "Stopping server ",
	"Waiting for server to respond", "Server exited before responding", "Server command line: ", "Discovered ", "Process exited with code ",
}

func scoreVSCode(line []byte) int {
	_, _, text, ok := editorRecord(line)
	if !ok {
		return 0
	}
	for _, mark := range vscodeMarks {
		if hasPrefix(text, mark) {
			return 5
		}
	}
	return 1
}

type vscode struct {
	s      *sink
	server string
	micros int64
	lives  map[string]*editorLife
	stderr bool    // lines without a time continue a stderr record
	gather *gather // a frame that somebody pretty-printed
	stream transcript.Stream
}

// editorLife is what the log says of the session at hand.
type editorLife struct {
	used   bool // the server answered
	waited int  // how often the editor said that it waits, every five seconds
	asked  bool // the log shows what the editor sent
	exited bool // its end is told
}

func newVSCode(s *sink) parser { return &vscode{s: s, lives: map[string]*editorLife{}} }

func (v *vscode) life() *editorLife {
	l := v.lives[v.server]
	if l == nil {
		l = &editorLife{}
		v.lives[v.server] = l
	}
	return l
}

func (v *vscode) line(n int, line []byte) {
	micros, _, text, ok := editorRecord(line)
	if !ok {
		v.continued(n, line)
		return
	}
	v.flush()
	v.micros, v.stderr = micros, false
	switch {
	case hasPrefix(text, "[editor -> server] "):
		v.life().asked = true
		v.frame(n, transcript.Stdin, text[len("[editor -> server] "):])
	case hasPrefix(text, "[server -> editor] "):
		v.life().used = true
		v.frame(n, transcript.Stdout, text[len("[server -> editor] "):])
	case hasPrefix(text, "Failed to parse message: "):
		v.bad(n, text[len("Failed to parse message: "):])
	case hasPrefix(text, "[server stderr] "):
		v.stderr = true
		v.s.stderr(v.server, n, micros, text[len("[server stderr] "):])
	case hasPrefix(text, "Starting server ") && !has(text, "Starting server from"):
		v.server = string(bytes.TrimSpace(text[len("Starting server "):]))
		delete(v.lives, v.server)
		v.s.start(v.server, n, micros)
	case hasPrefix(text, "Discovered "):
		v.life().used = true
	case hasPrefix(text, "Stopping server "), hasPrefix(text, "Connection state: Stopped"):
		v.s.closing(v.server)
	case hasPrefix(text, "Process exited with code "):
		v.exit(n, text[len("Process exited with code "):])
	case hasPrefix(text, "Connection state: Error "):
		v.failed(n, text[len("Connection state: Error "):])
	case hasPrefix(text, "Waiting for server to respond"):
		if l := v.life(); !l.used && !l.asked {
			if l.waited++; l.waited == waitsTooLong {
				v.s.evidence(v.server, n, micros, evidence{code: "initialize-timeout", layer: 5, sure: certain, words: string(firstBytes(text, maxWords)), stream: transcript.Stdout})
			}
		}
	default:
		v.said(n, text)
	}
}

// waitsTooLong is how many times five seconds make the half minute after which an
// unanswered request is held against the server.
const waitsTooLong = 6

func (v *vscode) continued(n int, line []byte) {
	switch {
	case v.gather != nil:
		if v.gather.add(line); v.gather.whole {
			v.flush()
		}
	case v.stderr && len(bytes.TrimSpace(line)) > 0:
		v.s.stderr(v.server, n, v.micros, line)
	}
}

func (v *vscode) frame(n int, stream transcript.Stream, text []byte) {
	value, _, whole := jsonValue(text)
	if !whole && len(bytes.TrimSpace(text)) <= 1 {
		v.gather, v.stream = newGather(n, text), stream
		return
	}
	v.s.frame(v.server, stream, n, v.micros, value)
}

func (v *vscode) flush() {
	if v.gather != nil {
		v.s.frame(v.server, v.stream, v.gather.n, v.micros, v.gather.text)
		v.gather = nil
	}
}

// bad is a line that the editor could not parse, kept whole as a JSON string,
// newline and all.
func (v *vscode) bad(n int, text []byte) {
	text = bytes.TrimSpace(text)
	if wire.TypeOf(text) == wire.Str && wire.Valid(text) {
		s, _ := wire.String(text)
		v.s.stdout(v.server, n, v.micros, bytes.TrimSuffix([]byte(s), []byte("\n")))
		return
	}
	// Not quoted, or cut: the beginning is what is left.
	text = bytes.TrimPrefix(text, []byte(`"`))
	ev := named("", string(firstBytes(text, 160)))
	ev.stream = transcript.Stdout
	v.s.evidence(v.server, n, v.micros, ev)
}

// exit is the end of the process. Where the log shows no request, an end before
// the server was of any use is a finding by itself.
func (v *vscode) exit(n int, text []byte) {
	code, digits := number(bytes.TrimPrefix(text, []byte("-")))
	if hasPrefix(text, "-") {
		code = -code
	}
	l := v.life()
	if !l.used && !l.asked && !l.exited {
		v.s.evidence(v.server, n, v.micros, evidence{code: "server-exited", layer: 5, sure: certain, words: "Process exited with code " + string(firstBytes(text, 40)), stream: transcript.Stdout})
	}
	l.exited = true
	if digits > 0 {
		c := int(code)
		v.s.exited(v.server, n, v.micros, &c, "")
	}
}

func (v *vscode) failed(n int, text []byte) {
	if rest, ok := after(text, "exited with code "); ok {
		if !v.life().exited {
			v.exit(n, rest)
		}
		return
	}
	v.said(n, text)
}

func (v *vscode) said(n int, text []byte) {
	ev, ok := fromError(text)
	if !ok {
		return
	}
	if ev.code == "server-exited" && v.life().exited {
		return // told at the exit itself
	}
	if ev.code == "server-exited" || ev.code == "spawn-failed" {
		v.life().exited = true
	}
	v.s.evidence(v.server, n, v.micros, ev)
}

func (v *vscode) close() { v.flush() }

// Windsurf puts the log line of its Go process behind the editor's prefix.

func scoreWindsurf(line []byte) int {
	_, _, text, ok := editorRecord(line)
	if ok && isGlog(text) || isGlog(line) || hasPrefix(line, "Error: failed to initialize server: <truncated") {
		return 5
	}
	return 0
}

// isGlog says whether text begins like "E0120 13:46:20.643517 40117 file.go:317] ".
func isGlog(text []byte) bool {
	if len(text) < 22 || text[0] != 'I' && text[0] != 'W' && text[0] != 'E' && text[0] != 'F' {
		return false
	}
	_, digits := number(text[1:])
	return digits == 4 && text[5] == ' ' && has(text, ".go:") && has(text, "] ")
}

type windsurf struct{ s *sink }

func newWindsurf(s *sink) parser { return windsurf{s} }

func (w windsurf) line(n int, line []byte) {
	micros, _, text, ok := editorRecord(line)
	if !ok {
		text = line
	}
	switch {
	case isGlog(text):
		text, _ = after(text, "] ")
	case !hasPrefix(text, "Error: "):
		return
	}
	switch {
	case has(text, "Establishing connection to MCP server"):
		w.s.start("", n, micros)
	case has(text, "transport error: "), has(text, "failed to initialize"):
		if ev, ok := fromError(text); ok {
			w.s.evidence("", n, micros, ev)
		}
	}
}

func (w windsurf) close() {}

// Warp pretty-prints every frame.

func scoreWarp(line []byte) int {
	_, rest, ok := timestamp(line)
	if ok && hasPrefix(rest, " | [") && has(rest, "] MCP: ") {
		return 5
	}
	return 0
}

type warp struct {
	s      *sink
	micros int64
	stream transcript.Stream
	gather *gather
}

func newWarp(s *sink) parser { return &warp{s: s} }

func (w *warp) line(n int, line []byte) {
	micros, rest, ok := timestamp(line)
	text, marked := after(rest, "] MCP: ")
	if !ok || !marked {
		if w.gather != nil {
			if w.gather.add(line); w.gather.whole {
				w.flush()
			}
		}
		return
	}
	w.flush()
	w.micros = micros
	at := bytes.IndexByte(text, '{')
	switch {
	case at >= 0 && hasPrefix(text, "Sending"):
		w.stream = transcript.Stdin
	case at >= 0 && hasPrefix(text, "Received"):
		w.stream = transcript.Stdout
	case hasPrefix(text, "Starting"), hasPrefix(text, "Spawning"):
		w.s.start("", n, micros)
		return
	default:
		if ev, ok := fromError(text); ok {
			w.s.evidence("", n, micros, ev)
		}
		return
	}
	if w.gather = newGather(n, text[at:]); w.gather.whole {
		w.flush()
	}
}

func (w *warp) flush() {
	if w.gather == nil {
		return
	}
	text := w.gather.text
	if w.gather.end > 0 {
		text = text[:w.gather.end]
	}
	w.s.frame("", w.stream, w.gather.n, w.micros, text)
	w.gather = nil
}

func (w *warp) close() { w.flush() }
