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
		_, _, usual := UsualProgress(params)
		return usual
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

// UsualProgress reads the params of progress that is written as nearly every server
// does it, so that [CheckNotification] would find nothing in it; usual is false for
// any other.
func UsualProgress(params []byte) (token, progress []byte, usual bool) {
	c := wire.Cursor{Data: params}
	if c.Peek() != '{' {
		return nil, nil, false
	}
	for more := c.Open(); more; more = c.Next() {
		key, _ := c.Key()
		fine := false
		first := c.Peek()
		isNumber := first == '-' || first >= '0' && first <= '9'
		raw := c.Skip()
		switch string(key) {
		case "progressToken":
			token, fine = raw, first == '"' || isNumber && isInteger(raw)
		case "progress":
			progress, fine = raw, isNumber
		case "total":
			fine = isNumber
		case "message":
			fine = first == '"'
		}
		if !fine {
			return nil, nil, false
		}
	}
	return token, progress, token != nil && progress != nil
}

// IsPlainText reports whether a tools/call result of the handshake era is sound
// beyond doubt, so that [CheckResult] would find nothing in it, whatever the
// request was. m is the message that holds the result.
func IsPlainText(rev string, m *wire.Message, result []byte) bool {
	if judgedBy(rev) >= 5 || !bytes.HasPrefix(result, []byte(textHead)) {
		return false
	}
	if end, ok := m.EndOfText(m.Result.Start + len(textHead)); ok && isTextTail(result[end-m.Result.Start:]) {
		return true // one text, and the pass knows where it ends
	}
	return isPlainText(result)
}

// How a result of text blocks begins, and how it goes on behind a text.
const (
	textHead = `{"content":[{"type":"text","text":`
	textMore = `},{"type":"text","text":`
)

func isTextTail(rest []byte) bool {
	return string(rest) == `}]}` || string(rest) == `}],"isError":false}` || string(rest) == `}],"isError":true}`
}

// isPlainText reports whether a tools/call result is nothing but text blocks, as
// nearly every server writes them: sound in all revisions of the handshake era,
// and said so at a fraction of the cost of holding it against its shape. Any
// other way to write the same is left to the shape.
func isPlainText(result []byte) bool {
	if !bytes.HasPrefix(result, []byte(textHead)) {
		return false
	}
	c := wire.Cursor{Data: result, At: len(textHead)}
	for {
		if c.Peek() != '"' {
			return false
		}
		c.PassText()
		rest := result[c.At:]
		if !bytes.HasPrefix(rest, []byte(textMore)) {
			return isTextTail(rest)
		}
		c.At += len(textMore)
	}
}
