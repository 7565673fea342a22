package mcp

import (
	"bytes"

	"stdioscope/engine/wire"
)

// isUsual reports whether a notification of a server is log or progress as nearly
// every server writes them, with the members that the protocol names and no others.
func isUsual(rev uint8, method string, params []byte) bool {
	switch method {
	case "notifications/message":
		return rev < 5 && isUsualLog(params)
	case "notifications/progress":
		return isUsualProgress(params)
	}
	return false
}

func isUsualLog(params []byte) bool {
	c := wire.Cursor{Data: params}
	if c.Peek() != '{' {
		return false
	}
	level, data := false, false
	for more := c.Open(); more; more = c.Next() {
		key, _ := c.Key() // as written: a name with escapes is none of these
		fine := false
		switch string(key) {
		case "level":
			fine = c.Peek() == '"'
			if fine {
				word, _ := c.Text()
				switch string(word) {
				case "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency":
					level = true
				}
			}
		case "logger":
			if fine = c.Peek() == '"'; fine {
				c.PassText()
			}
		case "data":
			c.Skip()
			data, fine = true, true
		default:
			return false
		}
		if !fine {
			return false
		}
	}
	return level && data
}

func isUsualProgress(params []byte) bool {
	c := wire.Cursor{Data: params}
	if c.Peek() != '{' {
		return false
	}
	token, progress := false, false
	for more := c.Open(); more; more = c.Next() {
		key, _ := c.Key()
		fine := false
		first := c.Peek()
		isNumber := first == '-' || first >= '0' && first <= '9'
		switch string(key) {
		case "progressToken":
			token = first == '"' || isNumber
			raw := c.Skip()
			fine = first == '"' || isNumber && isInteger(raw)
		case "progress":
			progress, fine = true, isNumber
			c.Skip()
		case "total":
			fine = isNumber
			c.Skip()
		case "message":
			fine = first == '"'
			c.Skip()
		default:
			return false
		}
		if !fine {
			return false
		}
	}
	return token && progress
}

// IsPlainText reports whether a tools/call result of the handshake era is sound
// beyond doubt, so that [CheckResult] would find nothing in it, whatever the
// request was.
func IsPlainText(rev string, result []byte) bool { return judgedBy(rev) < 5 && isPlainText(result) }

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
