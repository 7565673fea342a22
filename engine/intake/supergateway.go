package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// supergateway shows the client's frames as JSON and the server's as Node
// prints objects: of those the id and the kind can be read.
func scoreSupergateway(line []byte) int {
	if hasPrefix(line, "[supergateway] ") {
		return 4
	}
	return 0
}

type supergateway struct {
	s      *sink
	open   *inspected
	stderr bool // lines without the mark continue a stderr record
}

func newSupergateway(s *sink) parser { return &supergateway{s: s} }

func (g *supergateway) line(n int, line []byte) {
	text, ok := bytes.CutPrefix(line, []byte("[supergateway] "))
	if !ok {
		switch {
		case g.open != nil:
			if g.open.add(line); g.open.depth <= 0 {
				g.flush()
			}
		case g.stderr && len(bytes.TrimSpace(line)) > 0:
			g.s.stderr("", n, 0, line)
		}
		return
	}
	g.flush()
	g.stderr = false
	switch {
	case hasPrefix(text, "Starting"):
		g.s.start("", n, 0)
	case has(text, " → Child"):
		if at := bytes.Index(text, []byte(": {")); at >= 0 {
			g.s.frame("", transcript.Stdin, n, 0, text[at+2:])
		}
	case hasPrefix(text, "Child → "):
		if _, rest, ok := bytes.Cut(text, []byte(": ")); ok {
			g.open = &inspected{n: n}
			if g.open.add(rest); g.open.depth <= 0 {
				g.flush()
			}
		}
	case hasPrefix(text, "Child non-JSON"):
		if _, rest, ok := bytes.Cut(text, []byte(": ")); ok {
			g.s.stdout("", n, 0, rest)
		}
	case hasPrefix(text, "Child stderr: "):
		g.stderr = true
		g.s.stderr("", n, 0, text[len("Child stderr: "):])
	case hasPrefix(text, "Child exited: code="):
		g.exit(n, text[len("Child exited: code="):])
	case hasPrefix(text, "Received SIG"), hasPrefix(text, "stdin closed"):
		g.s.closing("")
	}
}

func (g *supergateway) exit(n int, text []byte) {
	var code *int
	if v, digits := number(text); digits > 0 {
		c := int(v)
		code = &c
	}
	signal, _ := after(text, "signal=")
	signal = bytes.TrimSpace(signal)
	if string(signal) == "null" {
		signal = nil
	}
	if code != nil && *code != 0 {
		g.s.unused("", n, 0, append([]byte("Child exited: code="), text...))
	}
	g.s.exited("", n, 0, code, string(signal))
}

func (g *supergateway) flush() {
	if g.open == nil {
		return
	}
	text := oneLine(bytes.TrimSpace(g.open.text))
	if wire.Valid(text) {
		g.s.frame("", transcript.Stdout, g.open.n, 0, text)
	} else {
		g.s.opaque("", transcript.Stdout, g.open.n, 0, text)
	}
	g.open = nil
}

func (g *supergateway) close() { g.flush() }

// inspected is an object as util.inspect prints it over several lines: strings
// stand in single quotes, in others where they hold one.
type inspected struct {
	n     int
	text  []byte
	depth int
	quote byte
}

func (i *inspected) add(line []byte) {
	if len(i.text)+len(line) < maxGather {
		i.text = append(append(i.text, line...), '\n')
	}
	for at := 0; at < len(line); at++ {
		switch c := line[at]; {
		case i.quote != 0:
			if c == '\\' {
				at++
			} else if c == i.quote {
				i.quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			i.quote = c
		case c == '{' || c == '[':
			i.depth++
		case c == '}' || c == ']':
			i.depth--
		}
	}
	if i.quote != '`' {
		i.quote = 0 // only template strings go over lines
	}
}
