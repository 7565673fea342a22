package mcp

// How problems name what was expected. What was seen is named by package place.

// expected names what a shape wants.
func expected(t typ, as wrap) string {
	s := t.shape()
	switch as {
	case list:
		return "an array" + ofKind(s)
	case dict:
		return "an object" + ofKind(s)
	}
	switch s.kind {
	case text:
		if len(s.words) > 0 {
			return anyOf(s.words)
		}
		return "a string"
	case integer:
		if s.natural {
			return "an integer of 0 or more"
		}
		return "an integer"
	case number:
		if s.unit {
			return "a number from 0 to 1"
		}
		return "a number"
	case boolean:
		return "true or false"
	case textOrInteger:
		return "a string or an integer"
	case numberOrNull:
		return "a number or null"
	case scalar:
		return "a string, a number or a boolean"
	case object:
		return "an object"
	case array:
		return "an array"
	case union:
		if len(s.of) > 0 && s.of[0].as == plain && s.of[0].is.shape().kind == object {
			return "an object"
		}
	}
	return "a value"
}

func ofKind(s *shape) string {
	switch s.kind {
	case text:
		return " of strings"
	case object, union:
		return " of objects"
	}
	return ""
}

// anyOf lists the words that would have done.
func anyOf(words []string) string {
	out := ""
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			out += " or "
		case i > 0:
			out += ", "
		}
		out += `"` + w + `"`
	}
	return out
}
