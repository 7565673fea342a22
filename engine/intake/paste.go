package intake

import "bytes"

// wrapping is what messengers, mail and Markdown put around a text. It belongs to
// the paste and is taken off before a line is read.
type wrapping struct {
	quoted bool // "> " before the lines
	fenced bool // lines of ``` around them
	within bool // and the messages stand within these, a letter around them
	indent int  // spaces before every line
}

func (w wrapping) any() bool { return w.quoted || w.fenced || w.indent > 0 }

// wrappingOf looks at the first lines of a text.
func wrappingOf(text []byte) (w wrapping) {
	lines, quotes, answers := 0, 0, 0
	fences, letter := 0, false
	w.indent = maxIndent
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\r\n")
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		lines++
		switch line[0] {
		case '>':
			quotes++
		case '<':
			answers++
		}
		w.indent = min(w.indent, len(line)-len(bytes.TrimLeft(line, " ")))
		switch {
		case isFence(line) || line[0] == '>' && isFence(unquoted(line)):
			w.fenced = true
			fences++
		case fences%2 == 0 && has(line, `"jsonrpc"`):
			fences = -1 << 20 // outside of them, too
		case fences%2 == 0:
			letter = true
		}
	}
	w.within = fences > 0 && fences%2 == 0 && letter
	// A few lines of a quote may be those of the one who quotes; "<" are answers
	// behind an arrow.
	w.quoted = quotes > 0 && answers == 0 && quotes*5 >= lines*4
	if w.quoted || lines < 2 {
		w.indent = 0
	}
	return w
}

// maxIndent bounds what counts as a paste's own indentation.
const maxIndent = 16

func isFence(line []byte) bool {
	t := bytes.TrimLeft(line, " ")
	return hasPrefix(t, "```") || hasPrefix(t, "~~~")
}

func unquoted(line []byte) []byte {
	for len(line) > 0 && line[0] == '>' {
		line = bytes.TrimPrefix(line[1:], []byte(" "))
	}
	return line
}

// take gives the line without its wrapping; ok is false for a line that is
// nothing else.
func (w wrapping) take(line []byte) (inside []byte, ok bool) {
	if w.quoted {
		line = unquoted(line)
	}
	for n := w.indent; n > 0 && len(line) > 0 && line[0] == ' '; n-- {
		line = line[1:]
	}
	if w.fenced && isFence(line) {
		return nil, false
	}
	return line, true
}

// stripANSI removes the colour and cursor sequences of terminals.
func stripANSI(line []byte) []byte {
	if bytes.IndexByte(line, 0x1b) < 0 {
		return line
	}
	out := make([]byte, 0, len(line))
	for i := 0; i < len(line); i++ {
		if line[i] == 0x1b && i+1 < len(line) && line[i+1] == '[' {
			for i += 2; i < len(line) && (line[i] < 0x40 || line[i] > 0x7e); i++ {
			}
			continue
		}
		out = append(out, line[i])
	}
	return out
}
