package intake

import "stdioscope/engine/wire"

// maxGather bounds a value that a log spreads over lines.
const maxGather = 16 << 20

// gather collects a JSON value over several lines. It reads every byte once.
type gather struct {
	n     int // line that the value begins on
	text  []byte
	whole bool // the value has ended, or will never

	depth             int
	inString, escaped bool
	end               int // of the value in text; 0 = not reached
}

func newGather(n int, text []byte) *gather {
	g := &gather{n: n}
	g.add(text)
	return g
}

func (g *gather) add(line []byte) {
	if g.whole {
		return
	}
	if len(g.text)+len(line) > maxGather {
		g.text, g.whole = nil, true // it will not be JSON, and is given up
		return
	}
	from := len(g.text)
	g.text = append(append(g.text, line...), '\n')
	for i := from; i < len(g.text); i++ {
		switch c := g.text[i]; {
		case g.escaped:
			g.escaped = false
		case g.inString && c == '\\':
			g.escaped = true
		case c == '"':
			g.inString = !g.inString
		case g.inString:
		case c == '{' || c == '[':
			g.depth++
		case c == '}' || c == ']':
			g.depth--
			if g.depth <= 0 {
				g.whole, g.end = true, i+1
				return
			}
		}
	}
}

// value is what was collected, on one line; nil when it is no JSON.
func (g *gather) value() []byte {
	if g.end == 0 {
		return nil
	}
	value := oneLine(g.text[:g.end])
	if !wire.Valid(value) {
		return nil
	}
	return value
}

// rest is what stands behind the value on its last line.
func (g *gather) rest() []byte { return g.text[g.end:] }
