package intake

import (
	"bytes"
	"unicode/utf8"
)

// fromJSC: JSON Parse error: Unexpected identifier "Notes" (Bun, Safari).
func fromJSC(text []byte) (evidence, bool) {
	rest, ok := after(text, "JSON Parse error: ")
	if !ok {
		return evidence{}, false
	}
	if s, ok := between(rest, `Unexpected identifier "`, `"`); ok {
		return badLine("text", string(s)), true
	}
	if s, ok := between(rest, "Unrecognized token '", "'"); ok {
		return named(string(s), string(s)).guessed(), true
	}
	switch {
	case has(rest, "Unexpected EOF"):
		return emptyLine().guessed(), true
	case has(rest, "Unterminated string"):
		return badLine("truncated", "").guessed(), true
	case has(rest, "Property name must be a string literal"):
		return badLine("object-dump", "{").guessed(), true
	}
	return badLine("syntax", ""), true
}

// fromSerde: expected value at line 1 column 2 (Rust, and pydantic with it).
func fromSerde(text []byte) (evidence, bool) {
	head, rest, ok := bytes.Cut(text, []byte(" at line "))
	if !ok {
		return evidence{}, false
	}
	line, n := number(rest)
	rest, ok = after(rest, " column ")
	column, more := number(rest)
	if !ok || n == 0 || more == 0 {
		return evidence{}, false
	}
	at := int(column)
	switch {
	case has(head, "EOF while parsing a value") && at == 0:
		return emptyLine(), true
	case has(head, "EOF while parsing"):
		return badLine("truncated", "").guessed(), true
	case has(head, "expected value"):
		if line == 1 && at == 2 {
			return badLine("log-prefix", "[").guessed(), true
		}
		return badLine("text", ""), true
	case has(head, "expected ident"): // a text that begins as null, true or false do
		return badLine("text", ""), true
	case has(head, "trailing characters"):
		switch {
		case line == 1 && at == 5:
			return badLine("log-timestamp", digits(4)), true
		case line == 1 && at < 5:
			return badLine("text", digits(at-1)).guessed(), true
		}
		return badLine("text-after-json", "").guessed(), true
	case has(head, "expected `,` or `]`"):
		if line == 1 && at == 6 {
			return badLine("log-timestamp", "["+digits(4)), true
		}
		return badLine("syntax", ""), true
	case has(head, "invalid number"):
		switch at {
		case 3:
			return badLine("log-timestamp", "[0N").guessed(), true
		case 2:
			return badLine("text", "").guessed(), true // 0 and a digit, or a bullet
		}
		return badLine("bad-number", ""), true
	case has(head, "control character"):
		return badLine("control-character", ""), true
	case has(head, "key must be a string"):
		return badLine("object-dump", "{").guessed(), true
	case has(head, "trailing comma"):
		return badLine("trailing-comma", ""), true
	case has(head, "invalid escape"):
		return badLine("bad-escape", ""), true
	case has(head, "invalid unicode"):
		return atLayer1("stdout-invalid-utf8", "", ""), true
	case has(head, "expected `,` or `}`"), has(head, "expected `:`"):
		return badLine("syntax", ""), true
	}
	return evidence{}, false
}

// fromKotlin: Unexpected JSON token at offset 0: … JSON input: Starting
// (kotlinx.serialization), which quotes the line from its beginning.
func fromKotlin(text []byte) (evidence, bool) {
	input, ok := after(text, "JSON input: ")
	if !ok || !has(text, "Unexpected JSON token at offset ") {
		return evidence{}, false
	}
	return named("", string(input)), true
}

// fromJackson: Unexpected character ('-' (code 45)): … (Java).
func fromJackson(text []byte) (evidence, bool) {
	if s, ok := between(text, "Unrecognized token '", "': was expecting"); ok {
		if string(s) == "NaN" {
			return badLine("nan-or-infinity", ""), true
		}
		return badLine("text", string(s)).guessed(), true
	}
	if s, ok := between(text, "Unexpected character ('", "(code "); ok {
		return jacksonCharacter(text, s), true
	}
	switch {
	case has(text, "Illegal character ((CTRL-CHAR, code 27)"):
		return badLine("ansi-escape", "\x1b"), true
	case has(text, "Illegal character ((CTRL-CHAR, code 0)"):
		return atLayer1("stdout-nul", "", ""), true
	case has(text, "Illegal unquoted character ((CTRL-CHAR"):
		return badLine("control-character", ""), true
	case has(text, "Non-standard token 'NaN'"), has(text, "Non-standard token 'Infinity'"):
		return badLine("nan-or-infinity", ""), true
	case has(text, "No content to map due to end-of-input"):
		return emptyLine(), true
	case has(text, "Unexpected end-of-input"):
		return badLine("truncated", "").guessed(), true
	case has(text, "Invalid UTF-8 start byte"), has(text, "Invalid UTF-8 middle byte"):
		return atLayer1("stdout-invalid-utf8", "", ""), true
	}
	return evidence{}, false
}

func jacksonCharacter(text, quoted []byte) evidence {
	switch {
	case has(text, "(code 65279"):
		return atLayer1("stdout-bom", "bom-at-start", "\ufeff")
	case has(text, "separating root-level values"):
		if hasPrefix(quoted, "-") || hasPrefix(quoted, "/") || hasPrefix(quoted, ":") {
			return badLine("log-timestamp", "").guessed()
		}
		return badLine("text-after-json", "").guessed()
	case has(text, "was expecting double-quote to start field name"):
		return badLine("object-dump", "{").guessed()
	case has(text, "was expecting comma to separate"):
		return badLine("syntax", "").guessed()
	}
	r, size := utf8.DecodeRune(quoted)
	if size == 0 {
		return badLine("text", "")
	}
	return named(string(r), string(r)).guessed()
}

// fromDotNet: 'S' is an invalid start of a value. LineNumber: 0 | BytePositionInLine: 0.
func fromDotNet(text []byte) (evidence, bool) {
	if s, ok := quotedTick(text, " is an invalid start of a value"); ok {
		if has(text, "BytePositionInLine") && !has(text, "BytePositionInLine: 0") {
			return badLine("syntax", ""), true
		}
		switch s {
		case "0xEF":
			return atLayer1("stdout-bom", "bom-at-start", ""), true
		case "0x1B":
			return badLine("ansi-escape", "\x1b"), true
		case "0x00":
			return atLayer1("stdout-nul", "", ""), true
		}
		if len(s) == 4 && s[:2] == "0x" {
			return badLine("text", ""), true // a byte of a longer character
		}
		return named(s, s), true
	}
	if s, ok := quotedTick(text, " is invalid after a single JSON value"); ok {
		if s == "-" || s == "/" || s == ":" {
			return badLine("log-timestamp", "").guessed(), true
		}
		return badLine("text-after-json", "").guessed(), true
	}
	switch {
	case has(text, "is an invalid start of a property name"):
		return badLine("object-dump", "{").guessed(), true
	case has(text, "does not contain any JSON tokens"):
		return emptyLine(), true
	case has(text, "is an invalid JSON literal"):
		return badLine("text", ""), true
	}
	return evidence{}, false
}

// fromPython: Expecting value: line 1 column 1 (char 0), of json.loads.
func fromPython(text []byte) (evidence, bool) {
	switch {
	case has(text, "Expecting value: line 1 column 1 (char 0)"):
		return badLine("text", "").guessed(), true // or a blank line
	case has(text, "Expecting value: line 1 column 2 (char 1)"):
		return badLine("log-prefix", "[").guessed(), true
	case has(text, "Extra data: line 1 column 5 (char 4)"):
		return badLine("log-timestamp", digits(4)), true
	case has(text, "Extra data: line 1 column"):
		return badLine("text-after-json", "").guessed(), true
	case has(text, "Expecting property name enclosed in double quotes"):
		return badLine("object-dump", "{").guessed(), true
	case has(text, "Expecting ',' delimiter: line 1 column 6 (char 5)"):
		return badLine("log-timestamp", "["+digits(4)).guessed(), true
	case has(text, "Expecting ',' delimiter: line"), has(text, "Expecting ':' delimiter: line"):
		return badLine("syntax", ""), true
	case has(text, "Unterminated string starting at"):
		return badLine("truncated", "").guessed(), true
	case has(text, "Invalid control character at"):
		return badLine("control-character", ""), true
	case has(text, "Unexpected UTF-8 BOM"):
		return atLayer1("stdout-bom", "bom-at-start", ""), true
	case has(text, "codec can't decode byte"):
		return atLayer1("stdout-invalid-utf8", "", ""), true
	}
	return evidence{}, false
}

// fromGo: invalid character 'N' looking for beginning of value. Go shows one byte
// as a character: 'ð' is an emoji's, 'â' a symbol's, 'ï' a BOM's first. It may
// stand behind a bracket, which Go does not say.
func fromGo(text []byte) (evidence, bool) {
	rest, ok := after(text, "invalid character '")
	if !ok {
		switch {
		case has(text, "unexpected end of JSON input"):
			return emptyLine().guessed(), true
		case has(text, "invalid trailing data at the end of stream"):
			return evidence{code: "stdout-crlf", layer: 1, sure: likely}, true
		}
		return evidence{}, false
	}
	token, rest, ok := goCharacter(rest)
	if !ok {
		return evidence{}, false
	}
	switch {
	case hasPrefix(rest, " looking for beginning of value"):
		switch {
		case token == "ï":
			return atLayer1("stdout-bom", "bom-at-start", ""), true
		case len(token) > 1:
			return badLine("text", ""), true // the first byte of a longer character
		}
		return named(token, token).guessed(), true
	case hasPrefix(rest, " after top-level value"):
		switch token {
		case "-", "/":
			return badLine("log-timestamp", digits(4)).guessed(), true
		case ":":
			return badLine("log-timestamp", digits(2)).guessed(), true
		}
		return badLine("text-after-json", "").guessed(), true
	case hasPrefix(rest, " in literal "):
		return badLine("text", goLiteral(rest, token)).guessed(), true
	case hasPrefix(rest, " looking for beginning of object key string"):
		return badLine("object-dump", "{").guessed(), true
	case hasPrefix(rest, " after array element"):
		return badLine("log-timestamp", "[N").guessed(), true
	case hasPrefix(rest, " in numeric literal"):
		if token == " " {
			return badLine("text", "-").guessed(), true
		}
		return badLine("text", "").guessed(), true
	case hasPrefix(rest, " in string literal"):
		return badLine("control-character", ""), true
	case hasPrefix(rest, " in string escape code"):
		return badLine("bad-escape", ""), true
	}
	return badLine("syntax", ""), true
}

// goCharacter reads the character that Go quotes, and what follows the quote.
func goCharacter(text []byte) (token string, rest []byte, ok bool) {
	if hasPrefix(text, `\x`) && len(text) > 4 && text[4] == '\'' {
		if hasPrefix(text, `\x1b`) {
			return "\x1b", text[5:], true
		}
		return "\x00", text[5:], true
	}
	end := bytes.IndexByte(text[min(1, len(text)):], '\'')
	if end < 0 || end > 8 {
		return "", nil, false
	}
	return string(text[:end+1]), text[end+2:], true
}

// goLiteral: in literal null (expecting 'u') tells what stood before.
func goLiteral(rest []byte, token string) string {
	literal, _ := between(rest, " in literal ", " ")
	expected, _ := between(rest, "expecting '", "'")
	if at := bytes.Index(literal, expected); at > 0 && len(expected) == 1 {
		return string(literal[:at]) + token
	}
	return ""
}

// quotedTick gives the single-quoted text that stands directly before end.
func quotedTick(text []byte, end string) (string, bool) {
	head, _, ok := bytes.Cut(text, []byte(end))
	if !ok || len(head) < 3 || head[len(head)-1] != '\'' {
		return "", false
	}
	head = head[:len(head)-1]
	open := bytes.LastIndexByte(head[:len(head)-1], '\'')
	if open < 0 {
		return "", false
	}
	return string(head[open+1:]), true
}
