package filter

import (
	"math"
	"strconv"
	"strings"
)

// span is a range of numbers; its ends belong to it unless they are open.
type span struct {
	min, max         float64
	minOpen, maxOpen bool
}

func (s span) holds(v float64) bool {
	switch {
	case math.IsNaN(v), v < s.min, v > s.max:
		return false
	case v == s.min && s.minOpen, v == s.max && s.maxOpen:
		return false
	}
	return true
}

// parseSpan reads a value, one behind a sign of comparison, or two with two dots
// between.
func parseSpan(s string, of values) (span, bool) {
	if strings.ContainsAny(s, "\n\r\u2028\u2029") {
		return span{}, false
	}
	if dots := strings.LastIndex(s[:max(len(s)-1, 0)], ".."); dots > 0 {
		low, ok := quantity(s[:dots], of)
		high, fine := quantity(s[dots+2:], of)
		return span{min: low, max: high}, ok && fine
	}
	number := strings.TrimLeft(s, "<>=")
	v, ok := quantity(number, of)
	if !ok {
		return span{}, false
	}
	switch s[:len(s)-len(number)] {
	case ">":
		return span{min: v, max: math.Inf(1), minOpen: true}, true
	case ">=":
		return span{min: v, max: math.Inf(1)}, true
	case "<":
		return span{min: math.Inf(-1), max: v, maxOpen: true}, true
	case "<=":
		return span{min: math.Inf(-1), max: v}, true
	case "=", "":
		return span{min: v, max: v}, true
	}
	return span{}, false
}

// quantity reads a number with the unit of its kind.
func quantity(s string, of values) (float64, bool) {
	if of == numbers {
		if n := digits(s); n == 0 || n != len(s) || n > 15 {
			return 0, false
		}
		return number(s), true
	}
	n := digits(s)
	if n == 0 {
		return 0, false
	}
	if n < len(s) && s[n] == '.' {
		if fraction := digits(s[n+1:]); fraction > 0 {
			n += 1 + fraction
		}
	}
	unit := s[n:]
	for spaceAt(unit) > 0 {
		unit = unit[spaceAt(unit):]
	}
	scale, ok := scaleOf(lower(unit), of)
	return number(s[:n]) * scale, ok
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// number is digits as a number; too many of them are infinite.
func number(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64)
	return v
}

func scaleOf(unit string, of values) (float64, bool) {
	if of == durations {
		switch unit {
		case "us", "µs", "μs", "Μs": // the micro sign and the Greek letters
			return 1, true
		case "ms":
			return 1e3, true
		case "s":
			return 1e6, true
		case "min", "m":
			return 6e7, true
		case "h":
			return 3.6e9, true
		}
		return 0, false
	}
	unit = strings.TrimSuffix(unit, "b")
	switch unit {
	case "":
		return 1, true
	case "k":
		return 1e3, true
	case "m":
		return 1e6, true
	case "g":
		return 1e9, true
	case "ki":
		return 1 << 10, true
	case "mi":
		return 1 << 20, true
	case "gi":
		return 1 << 30, true
	}
	return 0, false
}
