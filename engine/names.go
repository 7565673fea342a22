package engine

import (
	"bytes"

	"stdioscope/engine/wire"
)

// names keeps one entry of each method name, so that a message allocates none.
type names struct {
	known map[string]*name
	last  *name // most messages are like the one before
	buf   []byte
}

// name is a method's name, and its string in the index.
type name struct {
	text string
	str  uint32
}

// maxNames and maxName bound what is kept.
const (
	maxNames = 4096
	maxName  = 256
)

var noName = &name{}

// method decodes a method's JSON string.
func (n *names) method(raw []byte) *name {
	if len(raw) < 2 || raw[0] != '"' {
		return noName
	}
	text := raw[1 : len(raw)-1]
	if n.last != nil && n.last.text == string(text) {
		return n.last
	}
	if bytes.IndexByte(text, '\\') >= 0 {
		n.buf, _ = wire.AppendString(n.buf[:0], raw)
		text = n.buf
	}
	if e, ok := n.known[string(text)]; ok {
		n.last = e
		return e
	}
	e := &name{text: string(text)}
	if len(e.text) > maxName {
		return e
	}
	if n.known == nil {
		n.known = map[string]*name{}
	}
	if len(n.known) < maxNames {
		n.known[e.text] = e
	}
	return e
}
