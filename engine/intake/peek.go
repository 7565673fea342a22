package intake

import "stdioscope/engine/wire"

// peeked is what can be told of a message whose payload is cut.
type peeked struct {
	kind       wire.Kind
	id, method []byte // as written
}

// peek reads the top-level members of a damaged object as far as they go: what
// stands before the cut and, where strings stay balanced, after it. Unquoted
// names, as console inspection prints them, are read too.
func peek(raw []byte) peeked {
	var p peeked
	var sawResult, sawError bool
	depth := 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case depth == 1 && (c == '"' || c == '\'' || isNameByte(c)):
			name, next := readName(raw, i)
			i = next - 1
			value, ok := memberValue(raw, next)
			if !ok {
				continue
			}
			switch name {
			case "id":
				p.id = readScalar(raw[value:])
			case "method":
				p.method = readScalar(raw[value:])
			case "result":
				sawResult = true
			case "error":
				sawError = true
			}
			i = value - 1
			if s := readScalar(raw[value:]); s != nil {
				i = value + len(s) - 1
			}
		case c == '"' || c == '\'':
			i = skipString(raw, i) - 1
		}
	}
	switch {
	case p.method != nil && p.id != nil:
		p.kind = wire.Request
	case p.method != nil:
		p.kind = wire.Notification
	case sawError:
		p.kind = wire.Error
	case sawResult:
		p.kind = wire.Result
	}
	return p
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func readName(raw []byte, at int) (name string, next int) {
	if raw[at] == '"' || raw[at] == '\'' {
		end := skipString(raw, at)
		if end-at < 2 {
			return "", end
		}
		return string(raw[at+1 : end-1]), end
	}
	end := at
	for end < len(raw) && (isNameByte(raw[end]) || raw[end] >= '0' && raw[end] <= '9') {
		end++
	}
	return string(raw[at:end]), end
}

// memberValue finds where the value behind a name begins.
func memberValue(raw []byte, at int) (int, bool) {
	for at < len(raw) && (raw[at] == ' ' || raw[at] == '\n') {
		at++
	}
	if at >= len(raw) || raw[at] != ':' {
		return 0, false
	}
	at++
	for at < len(raw) && (raw[at] == ' ' || raw[at] == '\n') {
		at++
	}
	return at, at < len(raw)
}

// readScalar is the string or number that begins here, strings in JSON's quotes;
// nil for anything else.
func readScalar(raw []byte) []byte {
	if len(raw) == 0 {
		return nil
	}
	if c := raw[0]; c == '"' || c == '\'' {
		end := skipString(raw, 0)
		if end < 2 || raw[end-1] != c {
			return nil
		}
		return wire.AppendQuote(nil, raw[1:end-1])
	}
	end := 0
	for end < len(raw) && (raw[end] >= '0' && raw[end] <= '9' || raw[end] == '-' || raw[end] == '.') {
		end++
	}
	if end == 0 {
		return nil
	}
	return raw[:end]
}

// skipString is the place behind the string that begins at the quote.
func skipString(raw []byte, at int) int {
	quote := raw[at]
	for i := at + 1; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(raw)
}
