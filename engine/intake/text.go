package intake

import (
	"bytes"

	"stdioscope/engine/wire"
)

// jsonValue cuts the JSON value that text begins with (white space first).
// whole is false when the text ends before the value does, and value is nil
// when no object or array begins here.
func jsonValue(text []byte) (value, rest []byte, whole bool) {
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return nil, text, false
	}
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if inString {
			if c == '\\' {
				i++
			} else if c == '"' {
				inString = false
			}
			continue
		}
		switch c {
		case '"':
			inString = true
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth == 0 {
				return text[:i+1], text[i+1:], true
			}
		}
	}
	return text, nil, false
}

// isMessage says whether value is strict JSON that claims to be JSON-RPC.
func isMessage(value []byte) bool {
	if !wire.Valid(value) {
		return false
	}
	_, ok := wire.Get(value, "jsonrpc")
	return ok
}

// oneLine takes the line breaks out of a JSON value that a log spread over
// lines; inside strings JSON has none.
func oneLine(value []byte) []byte {
	if bytes.IndexByte(value, '\n') < 0 {
		return value
	}
	return bytes.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, value)
}

// between gives what stands between two texts.
func between(text []byte, before, after string) ([]byte, bool) {
	_, rest, ok := bytes.Cut(text, []byte(before))
	if !ok {
		return nil, false
	}
	inside, _, ok := bytes.Cut(rest, []byte(after))
	return inside, ok
}

func has(text []byte, part string) bool       { return bytes.Contains(text, []byte(part)) }
func hasPrefix(text []byte, part string) bool { return bytes.HasPrefix(text, []byte(part)) }

// after gives what follows a text.
func after(text []byte, part string) ([]byte, bool) {
	_, rest, ok := bytes.Cut(text, []byte(part))
	return rest, ok
}

// bracketed reads "[x] " from the start of text.
func bracketed(text []byte) (inside, rest []byte, ok bool) {
	if len(text) == 0 || text[0] != '[' {
		return nil, text, false
	}
	end := bytes.IndexByte(text, ']')
	if end < 0 {
		return nil, text, false
	}
	return text[1:end], bytes.TrimPrefix(text[end+1:], []byte(" ")), true
}
