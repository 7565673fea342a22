package intake

import (
	"bytes"
	"unicode/utf8"

	"stdioscope/engine/transcript"
)

// evidence is what an error string proves about bytes that the log does not
// show.
type evidence struct {
	code, detail string // as the catalogue names the fault
	layer        int
	certain      bool
	text         string // the beginning of the line, as far as the string tells; N stands for a digit
	known        bool   // text says something (it may be empty: an empty line)
	stream       transcript.Stream
}

func bad(detail, text string) evidence {
	return evidence{code: "stdout-non-json", detail: detail, layer: 2, certain: true, text: text, known: text != ""}
}

// fromError reads the error strings of the JSON parsers of V8, JavaScriptCore,
// Go, Python, Rust, Java and .NET, of schema checkers, and of the clients
// themselves. ok is false for a text that proves nothing.
func fromError(text []byte) (ev evidence, ok bool) {
	for _, read := range [...]func([]byte) (evidence, bool){
		fromV8Token, fromV8Position, fromV8Other, fromJSC, fromSerde, fromJackson, fromDotNet, fromPython, fromGo, fromClient,
	} {
		if ev, ok = read(text); ok {
			if ev.stream == "" {
				ev.stream = transcript.Stdout
			}
			return ev, true
		}
	}
	return evidence{}, false
}

// fromV8Token: Unexpected token 'N', "Notes serv"... is not valid JSON. The
// quoted source is whole when short; `..."` in front means that the beginning
// is cut.
func fromV8Token(text []byte) (evidence, bool) {
	rest, ok := after(text, "Unexpected token ")
	if !ok {
		if s, ok := quotedBefore(text, " is not valid JSON"); ok {
			return bad("text", s), true
		}
		return evidence{}, false
	}
	if old, ok := after(rest, " in JSON at position "); ok {
		return fromOldV8Token(rest, old), true
	}
	if has(rest, "is not valid JSON") {
		token, source := v8Parts(rest)
		if hasPrefix([]byte(source), "...") || bytes.HasPrefix(rest, []byte(`'NaN'`)) {
			return fromMiddle(token, source), true
		}
		return named(token, source), true
	}
	return evidence{}, false
}

// v8Parts reads 'X', "source" (…) from behind "Unexpected token ".
func v8Parts(rest []byte) (token, source string) {
	if len(rest) > 2 && rest[0] == '\'' {
		if end := bytes.Index(rest[1:], []byte("'")); end >= 0 {
			token = string(rest[1 : 1+end])
			rest = rest[end+2:]
		}
	}
	at := bytes.IndexByte(rest, '"')
	if at < 0 {
		return token, ""
	}
	prefix := ""
	if at >= 3 && string(rest[at-3:at]) == "..." {
		prefix = "..."
	}
	rest = rest[at+1:]
	end := bytes.Index(rest, []byte("is not valid JSON"))
	if end < 0 {
		end = len(rest)
	}
	body := bytes.TrimRight(rest[:end], " ")
	body = bytes.TrimSuffix(body, []byte("..."))
	body = bytes.TrimSuffix(body, []byte(`"`))
	return token, prefix + unescapeControls(string(body))
}

// unescapeControls turns what log writers made of control characters back.
func unescapeControls(s string) string {
	for _, p := range [...][2]string{{`\u001b`, "\x1b"}, {`\x1B`, "\x1b"}, {`\x1b`, "\x1b"}, {`\ufeff`, "\ufeff"}, {`\u0000`, "\x00"}} {
		s = replaceAll(s, p[0], p[1])
	}
	return s
}

func replaceAll(s, from, to string) string {
	return string(bytes.ReplaceAll([]byte(s), []byte(from), []byte(to)))
}

// named judges a source whose beginning is shown.
func named(token, source string) evidence {
	token = unescapeControls(token)
	begin := source
	if begin == "" {
		begin = token
	}
	switch {
	case begin == "":
		return evidence{code: "stdout-non-json", layer: 2, detail: "syntax", certain: true}
	case token == "\ufeff" || hasPrefix([]byte(begin), "\ufeff"):
		return evidence{code: "stdout-bom", detail: "bom-at-start", layer: 1, certain: true, text: begin, known: true}
	case token == "\ufffd" || hasPrefix([]byte(begin), "\ufffd"):
		return evidence{code: "stdout-invalid-utf8", layer: 1, text: begin, known: true}
	case hasPrefix([]byte(begin), "Content-"):
		return evidence{code: "stdout-content-length-framing", detail: "content-length", layer: 1, certain: true, text: begin, known: true}
	case begin[0] == 0x1b:
		return bad("ansi-escape", begin)
	case begin[0] == '{' || begin[0] == '[':
		return bad(detailInside(begin), begin)
	}
	return bad("text", begin)
}

func detailInside(begin string) string {
	if len(begin) > 1 && begin[0] == '[' && (begin[1] >= 'A' && begin[1] <= 'Z' || begin[1] >= 'a' && begin[1] <= 'z') {
		return "log-prefix"
	}
	if len(begin) > 1 && begin[0] == '[' && begin[1] >= '0' && begin[1] <= '9' {
		return "log-timestamp"
	}
	return "syntax"
}

// fromMiddle judges a source that is shown around a fault somewhere inside.
func fromMiddle(token, source string) evidence {
	ev := bad("syntax", "")
	switch {
	case has([]byte(source), "NaN") || token == "N" || token == "NaN" || has([]byte(source), "Infinity"):
		ev.detail = "nan-or-infinity"
	case token == "\x1b":
		ev.detail = "ansi-escape"
	}
	return ev
}

// fromOldV8Token: Unexpected token d in JSON at position 1 (Node 18 and older).
func fromOldV8Token(token, position []byte) evidence {
	at, digits := number(position)
	r, _ := utf8.DecodeRune(bytes.TrimLeft(token, "'"))
	switch {
	case digits == 0 || r == utf8.RuneError && at == 0:
		return evidence{code: "stdout-invalid-utf8", layer: 1}
	case at == 0:
		return named(string(r), string(r))
	case at == 1 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'):
		// "{x" would be an object dump, "[x" a log prefix: which one is not told.
		return bad("syntax", "")
	}
	return bad("syntax", "")
}

// fromV8Position: messages that name a position and no text.
func fromV8Position(text []byte) (evidence, bool) {
	_, rest, ok := bytes.Cut(text, []byte(" in JSON at position "))
	if !ok {
		if _, rest, ok = bytes.Cut(text, []byte(" JSON at position ")); !ok {
			return evidence{}, false
		}
	}
	at, digits := number(rest)
	if digits == 0 {
		return evidence{}, false
	}
	switch {
	case has(text, "non-whitespace character after JSON"):
		if at == 4 {
			return bad("log-timestamp", "NNNN"), true
		}
		if at < 4 {
			return bad("text", "NNNN"[:at]), true
		}
		ev := bad("text-after-json", "")
		ev.certain = false // or two messages on one line
		return ev, true
	case has(text, "after array element"):
		if at == 5 {
			return bad("log-timestamp", "[NNNN"), true
		}
		if at > 1 && at < 5 {
			return bad("log-timestamp", "["+"NNNN"[:at-1]), true
		}
	case has(text, "Unexpected number"):
		if at == 2 {
			return bad("log-timestamp", "[0"), true
		}
		if at == 1 {
			return bad("log-timestamp", "0"), true
		}
	case has(text, "No number after minus sign"):
		if at == 1 {
			return bad("text", "-"), true
		}
	case has(text, "Unterminated fractional number"):
		if at == 2 {
			return bad("text", "N."), true
		}
	case has(text, "Expected property name"):
		if at == 1 {
			ev := bad("object-dump", "{")
			ev.certain = false // or the first line of a pretty-printed message
			return ev, true
		}
		return bad("syntax", ""), true
	case has(text, "Expected double-quoted property name"):
		return bad("trailing-comma", ""), true
	case has(text, "Unterminated string"):
		ev := bad("truncated", "")
		ev.certain = false // or a raw newline inside a string
		return ev, true
	case has(text, "Bad control character"):
		return bad("control-character", ""), true
	case has(text, "Bad escaped character"), has(text, "Bad Unicode escape"):
		return bad("bad-escape", ""), true
	}
	return bad("syntax", ""), true
}

func fromV8Other(text []byte) (evidence, bool) {
	switch {
	case has(text, "Unexpected end of JSON input"):
		return evidence{code: "stdout-empty-line", layer: 1, known: true}, true // or a cut frame
	case has(text, "Unexpected string in JSON"), has(text, "Expected ':' after property name"), has(text, "Expected ',' or '}'"):
		return bad("syntax", ""), true
	}
	return evidence{}, false
}

// fromJSC: JSON Parse error: Unexpected identifier "Notes".
func fromJSC(text []byte) (evidence, bool) {
	rest, ok := after(text, "JSON Parse error: ")
	if !ok {
		return evidence{}, false
	}
	if s, ok := between(rest, `Unexpected identifier "`, `"`); ok {
		return bad("text", string(s)), true
	}
	if s, ok := between(rest, "Unrecognized token '", "'"); ok {
		return named(string(s), string(s)), true
	}
	if has(rest, "Unexpected EOF") {
		return evidence{code: "stdout-empty-line", layer: 1, known: true}, true
	}
	return bad("syntax", ""), true
}

// fromSerde: expected value at line 1 column 2 (pydantic and Rust).
func fromSerde(text []byte) (evidence, bool) {
	column, ok := after(text, " at line ")
	if !ok {
		return evidence{}, false
	}
	line, digits := number(column)
	rest, ok := after(column, " column ")
	at, more := number(rest)
	if !ok || digits == 0 || more == 0 {
		return evidence{}, false
	}
	switch {
	case has(text, "EOF while parsing a value") && at == 0 && line > 1:
		return evidence{code: "stdout-empty-line", layer: 1, certain: true, known: true}, true
	case has(text, "EOF while parsing"):
		ev := bad("truncated", "")
		ev.certain = false
		return ev, true
	case has(text, "expected value") || has(text, "expected ident"):
		if line == 1 && at == 2 {
			ev := bad("log-prefix", "[")
			ev.certain = false // "{" gives the same column in some versions
			return ev, true
		}
		return bad("text", ""), true
	case has(text, "trailing characters"):
		if line == 1 && at == 5 {
			return bad("log-timestamp", "NNNN"), true
		}
		return bad("text-after-json", ""), true
	case has(text, "control character"):
		return bad("control-character", ""), true
	case has(text, "key must be a string"):
		return bad("object-dump", "{"), true
	case has(text, "trailing comma"):
		return bad("trailing-comma", ""), true
	case has(text, "expected `,` or"), has(text, "invalid number"), has(text, "invalid escape"), has(text, "expected `:`"):
		return bad("syntax", ""), true
	}
	return evidence{}, false
}

// fromJackson: Unexpected character ('-' (code 45)): … and Unrecognized token 'Starting'.
func fromJackson(text []byte) (evidence, bool) {
	if s, ok := between(text, "Unrecognized token '", "': was expecting"); ok {
		return bad("text", string(s)), true
	}
	rest, ok := after(text, "Unexpected character ('")
	if !ok || !has(text, "(code ") {
		return evidence{}, false
	}
	if has(text, "separating root-level values") {
		return bad("log-timestamp", ""), true
	}
	r, size := utf8.DecodeRune(rest)
	if size == 0 {
		return evidence{}, false
	}
	return bad("text", string(r)), true
}

// fromDotNet: 'S' is an invalid start of a value. LineNumber: 0 | BytePositionInLine: 0.
func fromDotNet(text []byte) (evidence, bool) {
	if s, ok := quotedTick(text, " is an invalid start of a value"); ok {
		if has(text, "BytePositionInLine: 0") || !has(text, "BytePositionInLine") {
			return named(s, s), true
		}
		return bad("syntax", ""), true
	}
	if s, ok := quotedTick(text, " is invalid after a single JSON value"); ok {
		if s == "-" {
			return bad("log-timestamp", ""), true
		}
		return bad("text-after-json", ""), true
	}
	if has(text, "does not contain any JSON tokens") {
		return evidence{code: "stdout-empty-line", layer: 1, certain: true, known: true}, true
	}
	return evidence{}, false
}

// fromPython: Expecting value: line 1 column 1 (char 0), of json.loads.
func fromPython(text []byte) (evidence, bool) {
	switch {
	case has(text, "Expecting value: line 1 column 1 (char 0)"):
		ev := bad("text", "")
		return ev, true
	case has(text, "Expecting value: line 1 column 2 (char 1)"):
		return bad("log-prefix", "["), true
	case has(text, "Extra data: line 1 column 5 (char 4)"):
		return bad("log-timestamp", "NNNN"), true
	case has(text, "Extra data: line 1 column"):
		return bad("text-after-json", ""), true
	case has(text, "Expecting property name enclosed in double quotes"):
		return bad("object-dump", "{"), true
	case has(text, "Unterminated string starting at"):
		return bad("truncated", ""), true
	case has(text, "Invalid control character at"):
		return bad("control-character", ""), true
	case has(text, "codec can't decode byte"):
		return evidence{code: "stdout-invalid-utf8", layer: 1, certain: true}, true
	}
	return evidence{}, false
}

// fromGo: invalid character 'N' looking for beginning of value. Go shows one
// byte as a character: 'ð' is an emoji's, 'â' a symbol's, 'ï' a BOM's first.
func fromGo(text []byte) (evidence, bool) {
	rest, ok := after(text, "invalid character '")
	if ok {
		r, size := utf8.DecodeRune(rest)
		if rest[0] == '\\' && len(rest) > 4 && rest[1] == 'x' {
			r, size = 0x1b, 4
		}
		if size == 0 {
			return evidence{}, false
		}
		switch {
		case has(text, "looking for beginning of value"):
			if r == 'ï' {
				return evidence{code: "stdout-bom", detail: "bom-at-start", layer: 1, certain: true}, true
			}
			if r > 0x7f {
				return bad("text", ""), true
			}
			return named(string(r), string(r)), true
		case has(text, "after top-level value"):
			if r == '-' {
				return bad("log-timestamp", "NNNN"), true
			}
			return bad("text-after-json", ""), true
		case has(text, "looking for beginning of object key string"):
			return bad("object-dump", "{"), true
		case has(text, "in string literal"):
			return bad("control-character", ""), true
		}
		return bad("syntax", ""), true
	}
	switch {
	case has(text, "token too long"):
		return evidence{}, false // the reader's own limit, no fault of the server
	case has(text, "unexpected end of JSON input"):
		return evidence{code: "stdout-empty-line", layer: 1, known: true}, true
	}
	return evidence{}, false
}

// quotedBefore gives the last double-quoted text that stands directly before end.
func quotedBefore(text []byte, end string) (string, bool) {
	head, _, ok := bytes.Cut(text, []byte(end))
	if !ok || len(head) < 2 || head[len(head)-1] != '"' {
		return "", false
	}
	head = head[:len(head)-1]
	open := bytes.LastIndexByte(head, '"')
	if open < 0 {
		return "", false
	}
	return string(head[open+1:]), true
}

// quotedTick gives the single-quoted text that stands directly before end.
func quotedTick(text []byte, end string) (string, bool) {
	head, _, ok := bytes.Cut(text, []byte(end))
	if !ok || len(head) < 3 || head[len(head)-1] != '\'' {
		return "", false
	}
	head = head[:len(head)-1]
	open := bytes.LastIndexByte(head, '\'')
	if open < 0 {
		return "", false
	}
	return string(head[open+1:]), true
}
