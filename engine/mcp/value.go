package mcp

import (
	"strconv"

	"stdioscope/engine/wire"
)

// Questions about single raw values.

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
