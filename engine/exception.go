package engine

import (
	"bytes"
	"strconv"
	"strings"
)

// exception is the last one that a stream tells of: the line that names it, and
// where the program's own code threw it. Runtimes print that when nobody caught
// it, and so do programs that catch it only to give up.
type exception struct {
	what    *trace
	line    piece // names it
	spot    piece // the frame to look at first
	no      int   // of the line in its stream
	from    int   // where the lines began that no message parts from it; of stdout
	since   int   // where those began that are being read
	t       int64
	maybe   piece // names one, if a stack follows
	maybeNo int
	awaits  *trace // whose name stands on a later line
}

// piece is a part of a stream that is kept; what of it is secret may become known
// later.
type piece struct {
	text []byte
	at   int64
}

// maxPiece bounds what is kept of a line; diesWithin is how long a process may take
// to end of an exception.
const (
	maxPiece   = 1024
	diesWithin = 5_000_000 // microseconds
)

// keep takes a part of a line. Of a coloured line it takes the whole.
func (p *piece) keep(fr *frame, part []byte) {
	n := max(bytes.Index(fr.line, part), 0)
	if n == 0 && !bytes.HasPrefix(fr.line, part) {
		part = fr.line
	}
	p.text, p.at = append(p.text[:0], part[:min(len(part), maxPiece)]...), fr.offset+int64(n)
}

func (s *stream) said(p *piece) string {
	return shown(bytes.TrimSpace(uncoloured(s.masked(p.text, p.at))), excerptRunes, false, false)
}

// trace is how a runtime tells of an exception: how the line begins, what it
// holds and how it ends.
type trace struct {
	begin, has, end string
	below           bool // a line below names it
	panics          bool
}

// traces that begin anyhow are looked for only in lines that speak of an error.
var traces = [...]trace{
	{begin: "Traceback (most recent", below: true}, // Python
	{begin: "Exception Group Traceback", below: true},
	{begin: "╭", has: "Traceback (most recent", below: true}, // drawn by Rich
	{begin: "panic: ", panics: true},                         // Go
	{begin: "fatal error: ", panics: true},
	{begin: "thread '", has: "panicked at", end: ":", below: true, panics: true}, // Rust
	{begin: "thread '", has: "panicked at", panics: true},
	{begin: "terminate called after throwing an instance", below: true}, // C++
	{begin: "Unhandled exception:", end: "exception:", below: true},     // Dart
	{has: "Fatal error: "},                                              // PHP, Swift
	{has: ":in ", end: "Error)"},                                        // Ruby
}

func (w *trace) begins(line []byte) bool {
	return startsAny(line, w.begin) && bytes.HasSuffix(line, []byte(w.end)) && bytes.Contains(line, []byte(w.has))
}

// stacked is the form of all those that print the stack below the name, as "at …".
var stacked trace

// read takes a line of the stream in.
func (e *exception) read(r *run, fr *frame) {
	line := bytes.TrimSuffix(unframed(uncoloured(fr.line[:min(len(fr.line), maxPiece)])), []byte("\r"))
	if len(line) == 0 {
		return
	}
	text, inner := line, line[0] == ' ' || line[0] == '\t'
	if inner {
		if text = bytes.TrimLeft(line, " \t"); len(text) == 0 {
			return
		}
	}
	switch {
	case inner && startsAny(text, "at "), startsAny(line, "Node.js v"):
		if e.maybeNo > 0 {
			e.line, e.maybe = e.maybe, e.line
			e.spot.text = e.spot.text[:0]
			e.found(r, &stacked, e.maybeNo)
		}
		if e.what == &stacked && inner {
			e.look(fr, text[len("at "):])
		}
	case e.awaits != nil && startsAny(text, `File "`):
		if own(text) {
			e.spot.keep(fr, text[len("File "):]) // the last is where it was thrown
		}
	case e.awaits != nil && startsAny(line, "│", "╰"):
	case e.awaits != nil && (!inner || startsAny(text, "what():")):
		e.line.keep(fr, line)
		e.found(r, e.awaits, fr.no)
	case inner && e.what != nil && e.what.panics:
		text, _, _ = bytes.Cut(text, []byte(" +0x"))
		e.look(fr, text)
	case !inner:
		e.begins(r, fr, line)
	}
}

// begins reads a line that may be the first of an exception's.
func (e *exception) begins(r *run, fr *frame, line []byte) {
	troubled := bytes.Contains(line, []byte("rror")) || bytes.Contains(line, []byte("xception"))
	for i := range traces {
		w := &traces[i]
		if w.begin == "" && !troubled || w.begin != "" && w.begin[0] != line[0] || !w.begins(line) {
			continue
		}
		e.spot.text = e.spot.text[:0]
		if _, place, ok := bytes.Cut(line, []byte("panicked at ")); ok {
			e.look(fr, bytes.TrimSuffix(place, []byte(":")))
		}
		if w.below {
			e.awaits = w
			return
		}
		e.line.keep(fr, line)
		e.found(r, w, fr.no)
		return
	}
	if troubled && exceptional(line) {
		e.maybe.keep(fr, line)
		e.maybeNo = fr.no
	}
}

func (e *exception) found(r *run, w *trace, no int) {
	e.what, e.no, e.from, e.t = w, no, e.since, r.a.now.t
	e.maybeNo, e.awaits = 0, nil
}

// look keeps the first place in the program's own code.
func (e *exception) look(fr *frame, place []byte) {
	if len(e.spot.text) == 0 && own(place) {
		e.spot.keep(fr, place)
	}
}

// unframed is a line without the bars that an exception group draws.
func unframed(line []byte) []byte {
	bars := bytes.TrimLeft(line, " ")
	if len(bars) > 1 && (bars[0] == '|' || bars[0] == '+') && bars[1] == ' ' {
		return bars[2:]
	}
	return line
}

// exceptional reports whether a line holds the name of an exception: TypeError: …,
// java.io.IOException, Error [ERR_X]: ….
func exceptional(line []byte) bool {
	line = line[:min(len(line), 200)]
	for _, word := range [...]string{"Error", "Exception"} {
		if n := bytes.Index(line, []byte(word)); n >= 0 {
			rest := line[n+len(word):]
			if len(rest) == 0 || rest[0] == ':' || startsAny(rest, " [") {
				return true
			}
		}
	}
	return false
}

// own reports whether a line of a stack names a place in a file, and that is
// neither the runtime's nor a library's.
func own(frame []byte) bool {
	if !bytes.ContainsAny(frame, ":/\\") {
		return false
	}
	for _, other := range [...]string{"node:", "node_modules", "java.base/", "-packages", "<frozen ", "/lib/python", "/src/runtime/", "goroutine "} {
		if bytes.Contains(frame, []byte(other)) {
			return false
		}
	}
	return true
}

// livesOn forgets an exception that the server outlived: it answered what it was
// asked after it.
func (e *exception) livesOn(r *run, x *exchange) {
	if e.what != nil && (x.t > e.t || !r.a.timed()) {
		*e = exception{}
	}
}

// diedOf is the exception that ended the process, and its stream; nil when it did
// not end by one, as far as can be told.
func (r *run) diedOf() (*exception, *stream) {
	p := &r.process
	if !p.exited || !p.abnormal() || r.outlivedStdout() || p.exitSignal != "" && p.exitSignal != "SIGABRT" {
		return nil, nil
	}
	for _, s := range [...]*stream{&r.err, &r.out} {
		if e := &s.exception; e.what != nil && (p.exitT-e.t < diesWithin || !r.a.timed()) {
			return e, s
		}
	}
	return nil, nil
}

// lastWords is the last line on stderr of a process that failed.
func (r *run) lastWords() string {
	if !r.process.exited || !r.process.abnormal() {
		return ""
	}
	text := bytes.TrimSpace(r.err.masked(r.stderr.tail, r.stderr.at))
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	return shown(bytes.TrimSpace(uncoloured(line)), wordsRunes, false, false)
}

// wordsRunes is how much of them stands beside the advice; all are in the evidence.
const wordsRunes = 60

// deathOf says in a finding's message what the process died of, and in its hint
// where to look.
func (r *run) deathOf(f *finding) (message, hint string) {
	message, hint = f.message, f.hint
	e, s := r.diedOf()
	if e == nil {
		if words := r.lastWords(); words != "" && (f.rule.Code == "server-exited" || f.rule.Code == "server-crashed") {
			hint = hintFor(f.rule.Code, f.detail) + ` Its last line on stderr: "` + words + `".`
		}
		return
	}
	name := s.said(&e.line)
	kind := "an exception: "
	if e.what.panics {
		kind, name = "a panic: ", strings.TrimPrefix(name, "panic: ")
	}
	if f.stream == stdoutStream && s == &r.out && f.frame >= e.from && f.frame <= e.no && f.rule.Layer == 2 {
		return "the server died of " + kind + name + "; " + message, hint
	}
	switch f.rule.Code {
	case "server-exited", "server-crashed", "server-exits-on-discover", "operation-missing-response", "capability-list-missing-response", "adversarial-probe-crash":
	default:
		return
	}
	if rest, cut := strings.CutPrefix(message, "the server "); cut {
		message = "it " + rest
	}
	hint = "Mend it where it was thrown"
	switch f.rule.Code {
	case "server-exits-on-discover", "adversarial-probe-crash":
		hint = strings.TrimSuffix(hintFor(f.rule.Code, ""), ".")
	case "server-exited":
	default:
		hint += ", or catch it and answer with an error"
	}
	for _, c := range causes {
		if strings.Contains(name, c.has) {
			hint = c.change
			break
		}
	}
	if len(e.spot.text) > 0 {
		hint += "; look at " + s.said(&e.spot)
	}
	return "the server died of " + kind + name + "; " + message, hint + "; the exception stands on line " + strconv.Itoa(e.no) + " of " + s.id.String() + "."
}

// causes are what mends exceptions that are no fault of the code. Narrow ones stand
// before wide ones.
var causes = [...]struct{ has, change string }{
	{"Cannot find module '/", "No file has this name: check the path in the command or the import, and build the server first when it needs that"},
	{"Cannot find module '.", "No file has this name: check the path in the import, and build the server first when it needs that"},
	{"Cannot find ", "Install what is missing in the directory of the server (npm install)"},
	{"No module named ", "Install what is missing into the environment of this very Python (python -m pip install, or start the server by uv run)"},
	{"import statement outside a module", `Set "type":"module" in package.json, or name the file .mjs`},
	{"require is not defined", `Write import in place of require, or name the file .cjs`},
	{"EADDRINUSE", "Another process has the port: end it, or give the server another one"},
	{"ENOENT", "A file or program is missing: check its path, and the directory in which the server is started"},
}
