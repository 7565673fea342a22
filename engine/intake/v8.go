package intake

import (
	"bytes"
	"unicode/utf8"
)

// V8 (Node, Chrome) has two generations of messages: the newer quotes the source,
// the older names a character and its position. The token is the character that
// failed, not always the first one.

func fromV8(text []byte) (evidence, bool) {
	for _, read := range [...]func([]byte) (evidence, bool){v8Token, v8Whole, v8Position, v8Rest} {
		if ev, ok := read(text); ok {
			return ev, true
		}
	}
	return evidence{}, false
}

// v8Token: Unexpected token 'N', "Notes serv"... is not valid JSON. The quoted
// source is whole when short; dots before it say that the beginning is cut.
func v8Token(text []byte) (evidence, bool) {
	rest, ok := after(text, "Unexpected token ")
	if !ok {
		return evidence{}, false
	}
	if head, position, ok := bytes.Cut(rest, []byte(" in JSON at position ")); ok && len(head) <= 8 {
		return v8Old(string(head), position), true
	}
	if !has(rest, "is not valid JSON") {
		return evidence{}, false
	}
	token, source, middle := v8Parts(rest)
	if middle {
		return v8Middle(token, source), true
	}
	return named(token, source), true
}

// v8Parts reads 'X', "source" (…) from behind "Unexpected token ".
func v8Parts(rest []byte) (token, source string, middle bool) {
	if len(rest) > 2 && rest[0] == '\'' {
		if end := bytes.IndexByte(rest[2:], '\''); end >= 0 {
			token = string(rest[1 : 2+end])
			rest = rest[end+3:]
		}
	}
	at := bytes.IndexByte(rest, '"')
	if at < 0 {
		return token, "", false
	}
	middle = at >= 3 && string(rest[at-3:at]) == "..."
	rest = rest[at+1:]
	if end := bytes.Index(rest, []byte("is not valid JSON")); end >= 0 {
		rest = rest[:end]
	}
	body := bytes.TrimRight(rest, " ")
	body = bytes.TrimSuffix(body, []byte("..."))
	body = bytes.TrimSuffix(body, []byte(`"`))
	return token, unescapeControls(string(body)), middle
}

// v8Middle judges a source that is shown around a fault somewhere inside.
func v8Middle(token, source string) evidence {
	switch {
	case numberWord(token, source):
		return badLine("nan-or-infinity", source)
	case unescapeControls(token) == "\x1b":
		return badLine("ansi-escape", source)
	case unescapeControls(token) == "\ufffd":
		return atLayer1("stdout-invalid-utf8", "", source)
	}
	return badLine("syntax", source)
}

// v8Whole: "undefined" is not valid JSON.
func v8Whole(text []byte) (evidence, bool) {
	head, _, ok := bytes.Cut(text, []byte(`" is not valid JSON`))
	if !ok {
		return evidence{}, false
	}
	open := bytes.LastIndexByte(head, '"')
	if open < 0 {
		return evidence{}, false
	}
	return badLine("text", string(head[open+1:])), true
}

// v8Old: Unexpected token d in JSON at position 1 (Node 18 and older).
func v8Old(token string, position []byte) evidence {
	token = unescapeControls(token)
	at, n := number(position)
	r, _ := utf8.DecodeRuneInString(token)
	switch {
	case r == utf8.RuneError && token != "":
		return atLayer1("stdout-invalid-utf8", "", "")
	case n == 0:
		return badLine("syntax", "")
	case at == 0:
		return named(token, token)
	case token == "\x1b":
		return badLine("ansi-escape", "").guessed()
	case token == "'" && at == 1:
		return badLine("python-repr", "").guessed() // {'a' or ['a'
	}
	if ev, ok := clockOrDate(token, int(at)); ok {
		return ev
	}
	return badLine("syntax", "")
}

// clockOrDate reads a number that is cut off by what dates and times have: the
// place tells how many digits stand before it, and whether a bracket does.
func clockOrDate(token string, at int) (evidence, bool) {
	switch {
	case token == "-" && at == 4, token == "/" && at == 4:
		return badLine("log-timestamp", digits(4)), true
	case token == "-" && at == 5, token == "/" && at == 5:
		return badLine("log-timestamp", "["+digits(4)), true
	case (token == ":" || token == "/" || token == "-") && (at == 1 || at == 2):
		return badLine("log-timestamp", digits(at)).guessed(), true
	case (token == ":" || token == "/" || token == "-") && at == 3:
		return badLine("log-timestamp", "["+digits(2)).guessed(), true
	case token == " " && at == 2:
		return badLine("text", "N.").guessed(), true
	}
	return evidence{}, false
}

// v8Position: messages that name a position and no text.
func v8Position(text []byte) (evidence, bool) {
	_, rest, ok := bytes.Cut(text, []byte("JSON at position "))
	if !ok {
		return evidence{}, false
	}
	position, n := number(rest)
	if n == 0 {
		return evidence{}, false
	}
	at := int(position)
	switch {
	case has(text, "non-whitespace character after JSON"):
		return v8AfterValue(at), true
	case has(text, "after array element"):
		switch {
		case at == 5:
			return badLine("log-timestamp", "["+digits(4)), true
		case at == 2 || at == 3:
			return badLine("log-timestamp", "["+digits(at-1)).guessed(), true
		}
	case has(text, "Unexpected number"):
		switch at { // after a zero no digit may follow
		case 2:
			return badLine("log-timestamp", "[0N"), true
		case 1:
			return badLine("log-timestamp", "0N"), true
		}
	case has(text, "No number after minus sign"):
		if at == 1 {
			return badLine("text", "-"), true
		}
		if at < 5 { // a bullet that is indented; no message has a number so early
			return badLine("text", "    "[:at-1]+"-").guessed(), true
		}
		return badLine("nan-or-infinity", "").guessed(), true
	case has(text, "Unterminated fractional number"):
		if at >= 2 && at < 8 {
			return badLine("text", digits(at-1)+"."), true
		}
	case has(text, "Expected property name"):
		if at == 1 {
			return badLine("object-dump", "{").guessed(), true // or the first line of a pretty-printed message
		}
	case has(text, "Expected double-quoted property name"):
		return badLine("trailing-comma", ""), true
	case has(text, "Unterminated string"):
		return badLine("truncated", "").guessed(), true // or a raw newline inside a string
	case has(text, "Bad control character"):
		return badLine("control-character", ""), true
	case has(text, "Bad escaped character"), has(text, "Bad Unicode escape"):
		return badLine("bad-escape", ""), true
	case !has(text, "Expected ") && !has(text, "Unexpected ") && !has(text, "Exponent part"):
		return evidence{}, false
	}
	return badLine("syntax", ""), true
}

// v8AfterValue judges a line that holds a value and then goes on. Four digits are
// a year; a value of more than a few bytes is a message with something behind it.
func v8AfterValue(at int) evidence {
	switch {
	case at == 4:
		return badLine("log-timestamp", digits(4))
	case at < 4:
		return badLine("text", digits(at)).guessed()
	}
	return badLine("text-after-json", "").guessed() // or two messages on one line
}

// v8Rest: messages that stand without a position.
func v8Rest(text []byte) (evidence, bool) {
	switch {
	case has(text, "Unexpected end of JSON input"):
		return emptyLine().guessed(), true // or a cut frame
	case has(text, "Unterminated fractional number"):
		return badLine("text", "N.").guessed(), true
	case has(text, "No number after minus sign"):
		return badLine("text", "-").guessed(), true
	case has(text, "Unterminated string in JSON"):
		return badLine("truncated", "").guessed(), true
	case has(text, "Bad control character in string literal"):
		return badLine("control-character", ""), true
	case has(text, "Expected double-quoted property name"):
		return badLine("trailing-comma", ""), true
	case has(text, "Expected property name or '}'"):
		return badLine("object-dump", "{").guessed(), true
	case has(text, "Unexpected non-whitespace character after JSON"):
		return badLine("text-after-json", "").guessed(), true
	case has(text, "Unexpected string in JSON"), has(text, "Expected ':' after property name"), has(text, "Expected ',' or '}' after property value"),
		has(text, "Expected ',' or ']' after array element"):
		return badLine("syntax", ""), true
	}
	return evidence{}, false
}
