package engine

import "stdioscope/engine/wire"

// names keeps one string of each method name, so that a message allocates none.
type names struct {
	known map[string]string
	buf   []byte
}

// maxNames and maxName bound what is kept.
const (
	maxNames = 4096
	maxName  = 256
)

// method decodes a method's JSON string.
func (n *names) method(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	text := raw[1 : len(raw)-1]
	for _, c := range text {
		if c == '\\' {
			n.buf, _ = wire.AppendString(n.buf[:0], raw)
			text = n.buf
			break
		}
	}
	if s, ok := n.known[string(text)]; ok {
		return s
	}
	s := string(text)
	if len(s) > maxName {
		return s
	}
	if n.known == nil {
		n.known = map[string]string{}
	}
	if len(n.known) < maxNames {
		n.known[s] = s
	}
	return s
}
