package mcp

import (
	"bytes"
	"strconv"

	"stdioscope/engine/wire"
)

// Questions about single raw values.

// isText reports whether a raw value is a string that says word.
func isText(raw []byte, word string) bool {
	if len(raw) < 2 || raw[0] != '"' {
		return false
	}
	if body := raw[1 : len(raw)-1]; bytes.IndexByte(body, '\\') < 0 {
		return string(body) == word
	}
	s, ok := wire.String(raw)
	return ok && s == word
}

// decode is what the inside of a JSON string says.
func decode(body []byte) []byte {
	if bytes.IndexByte(body, '\\') < 0 {
		return body
	}
	quoted := make([]byte, 0, len(body)+2)
	quoted = append(append(append(quoted, '"'), body...), '"')
	out, _ := wire.AppendString(nil, quoted)
	return out
}

// isInteger reports whether a number has an integer's value; 1.0 and 1e3 do.
func isInteger(raw []byte) bool {
	for i, c := range raw {
		if (c < '0' || c > '9') && (i > 0 || c != '-') {
			return wire.IsInteger(raw)
		}
	}
	return true
}

// isNegative reports whether a number is below zero; -0 is not.
func isNegative(raw []byte) bool {
	if len(raw) == 0 || raw[0] != '-' {
		return false
	}
	for _, c := range raw {
		if c >= '1' && c <= '9' {
			return true
		}
		if c == 'e' || c == 'E' {
			return false
		}
	}
	return false
}

// isUnit reports whether a number lies between 0 and 1, both included.
func isUnit(raw []byte) bool {
	f, err := strconv.ParseFloat(string(raw), 64)
	return err == nil && f >= 0 && f <= 1
}
