package wire

import "bytes"

// textFault names a line that was never meant as JSON, or as a JSON text and
// something before it. start is the column of its first visible byte.
func (m *Message) textFault(d []byte, start int) Fault {
	m.Embedded = findMessage(d, start)
	length := len(d) - start
	if m.Embedded.Present() && m.Embedded.Start > start {
		length = m.Embedded.Start - start
	}
	text := d[start : start+length]
	return faultAt(textCode(text, m.Embedded.Present()), start, length)
}

// textCode says what kind of text it is; before a message or alone on its line.
func textCode(text []byte, beforeMessage bool) FaultCode {
	switch {
	case text[0] == 0x1B:
		return FaultANSIEscape
	case bytes.IndexByte(text, '\r') >= 0:
		return FaultBareCR
	case beforeMessage:
		return FaultTextBeforeJSON
	case isTimestamp(text):
		return FaultLogTimestamp
	case isLogPrefix(text):
		return FaultLogPrefix
	case isPythonRepr(text):
		return FaultPythonRepr
	case isObjectDump(text):
		return FaultObjectDump
	}
	return FaultText
}

// findMessage looks for a complete JSON-RPC message after column from. It tries
// the first few places where an object with a quoted name begins.
func findMessage(d []byte, from int) Span {
	const tries = 8
	var m Message
	for range tries {
		n := bytes.Index(d[from:], []byte(`{"`))
		if n < 0 {
			return Span{}
		}
		from += n
		m.start(d[from:])
		if end := m.envelope(1); end > 0 && m.JSONRPC.Present() {
			return Span{from, from + end}
		}
		from += 2
	}
	return Span{}
}

// isTimestamp reports whether a text begins with a date or a time of day, bare
// or in brackets: 2026-11-30, 2026/11/30, 12:34:56, [30/Nov/2026 …
func isTimestamp(t []byte) bool {
	if t[0] == '[' || t[0] == '(' {
		t = t[1:]
	}
	return matches(t, "dddd-dd-dd") || matches(t, "dddd/dd/dd") || matches(t, "dddd.dd.dd") ||
		matches(t, "dd:dd:dd") || matches(t, "dd/dd/dddd") || matches(t, "dd.dd.dddd") ||
		matches(t, "dd-dd-dddd") || matches(t, "dd/aaa/dddd") || matches(t, "aaa dd dd:dd") ||
		matches(t, "aaa  d dd:dd") || matches(t, "dddddddddd.ddd") || matches(t, "adddd dd:dd:dd")
}

// matches reports whether t begins with the pattern: d a digit, a a letter.
func matches(t []byte, pattern string) bool {
	if len(t) < len(pattern) {
		return false
	}
	for i := 0; i < len(pattern); i++ {
		switch p := pattern[i]; {
		case p == 'd':
			if !isDigit(t[i]) {
				return false
			}
		case p == 'a':
			if !isLetter(t[i]) {
				return false
			}
		case p != t[i]:
			return false
		}
	}
	return true
}

// isLogPrefix reports whether a text begins with a level as loggers write it:
// INFO, [info], warn:, DEBUG:name:, <E>.
func isLogPrefix(t []byte) bool {
	bracket := t[0] == '[' || t[0] == '<' || t[0] == '('
	if bracket {
		t = t[1:]
	}
	n := wordLength(t)
	if !isLevel(t[:n]) {
		return false
	}
	if bracket {
		return true
	}
	upper := t[0] >= 'A' && t[0] <= 'Z' && n > 1 && t[1] >= 'A' && t[1] <= 'Z'
	if n == len(t) {
		return upper
	}
	return t[n] == ':' || t[n] == ']' || t[n] == '|' || upper && (t[n] == ' ' || t[n] == '\t' || t[n] == '-')
}

func isLevel(word []byte) bool {
	if len(word) < 3 || len(word) > 11 {
		return false
	}
	for _, level := range [...]string{"trace", "debug", "dbug", "info", "information", "notice", "warn", "warning", "error", "err", "fail", "fatal", "crit", "critical", "panic", "verbose", "trce", "silly"} {
		if len(word) == len(level) && hasPrefixFold(word, level) {
			return true
		}
	}
	return false
}

// isPythonRepr reports whether a text begins as Python prints a dict or a list.
func isPythonRepr(t []byte) bool {
	if t[0] != '{' && t[0] != '[' && t[0] != '(' {
		return false
	}
	i := skipSpace(t, 1)
	return i < len(t) && t[i] == '\'' && !bytes.HasPrefix(t, []byte("{ '"))
}

// isObjectDump reports whether a text begins as Node prints an object: a bare
// name or a single-quoted one after { and a space, or a class name before it.
func isObjectDump(t []byte) bool {
	if t[0] == '[' {
		i := skipSpace(t, 1)
		return bytes.HasPrefix(t[i:], []byte("{ ")) || bytes.HasPrefix(t[i:], []byte("[Object")) || bytes.HasPrefix(t, []byte("[ "))
	}
	if n := wordLength(t); n > 0 && isLetter(t[0]) && bytes.HasPrefix(t[n:], []byte(" {")) {
		t = t[n+1:]
	}
	if t[0] != '{' {
		return false
	}
	i := skipSpace(t, 1)
	if i >= len(t) {
		return false
	}
	if t[i] == '\'' || t[i] == '[' {
		return true
	}
	n := wordLength(t[i:])
	return n > 0 && i+n < len(t) && t[i+n] == ':'
}
