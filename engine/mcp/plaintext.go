package mcp

import (
	"bytes"

	"stdioscope/engine/wire"
)

// isPlainText reports whether a tools/call result is nothing but text blocks, as
// nearly every server writes them: sound in all revisions of the handshake era,
// and said so at a fraction of the cost of holding it against its shape. Any
// other way to write the same is left to the shape.
func isPlainText(result []byte) bool {
	const head, more = `{"content":[{"type":"text","text":`, `},{"type":"text","text":`
	if !bytes.HasPrefix(result, []byte(head)) {
		return false
	}
	c := wire.Cursor{Data: result, At: len(head)}
	for {
		if c.Peek() != '"' {
			return false
		}
		c.PassText()
		rest := result[c.At:]
		switch {
		case bytes.HasPrefix(rest, []byte(more)):
			c.At += len(more)
		default:
			return string(rest) == `}]}` || string(rest) == `}],"isError":false}` || string(rest) == `}],"isError":true}`
		}
	}
}
