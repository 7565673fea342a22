package filter

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Filter is what a text asks for. What could not be understood is an error; the
// other terms are kept.
type Filter struct {
	Terms  []Term
	Errors []Error
}

// Error is a mistake in a filter's text, at [Start, End) bytes.
type Error struct {
	Start, End int
	Message    string
}

// Term is one condition: a text (Field is empty), words or ranges of a field.
type Term struct {
	Negated bool
	Field   string
	Text    string
	words   []string
	ranges  []span
}

// Parse reads a filter. An empty text is a filter that every frame passes.
func Parse(source string) Filter {
	var f Filter
	for _, t := range tokens(source) {
		f.read(t)
	}
	return f
}

// token is a term as it is written.
type token struct {
	start, end int
	negated    bool
	named      bool   // a field stands before the values
	field      string // in small letters
	values     []value
	unclosed   bool
}

// value is a part of a term between commas; its quotes are taken off.
type value struct {
	text       string
	quoted     bool
	start, end int
}

func tokens(source string) []token {
	var found []token
	for at := 0; at < len(source); {
		if n := spaceAt(source[at:]); n > 0 {
			at += n
			continue
		}
		t := token{start: at}
		if (source[at] == '!' || source[at] == '-') && at+1 < len(source) && spaceAt(source[at+1:]) == 0 {
			t.negated = true
			at++
		}
		if n := nameAt(source[at:]); n > 0 {
			t.named, t.field = true, lower(source[at:at+n])
			at += n + 1
		}
		at = t.readValues(source, at)
		t.end = at
		found = append(found, t)
	}
	return found
}

// spaceAt is the length of the white space character that a text begins with, as
// browsers know them.
func spaceAt(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	if r == 0xfeff || unicode.IsSpace(r) && r != 0x85 {
		return n
	}
	return 0
}

// nameAt is the length of the field's name that a text begins with, without its
// colon.
func nameAt(s string) int {
	n := 0
	for n < len(s) && (s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z') {
		n++
	}
	if n < len(s) && s[n] == ':' {
		return n
	}
	return 0
}

func (t *token) readValues(source string, at int) int {
	for {
		v := value{start: at}
		if at < len(source) && source[at] == '"' {
			v.quoted = true
			v.text, at, t.unclosed = quotedAt(source, at+1)
		} else {
			for at < len(source) && spaceAt(source[at:]) == 0 && (!t.named || source[at] != ',') {
				at++
			}
			v.text = source[v.start:at]
		}
		v.end = at
		t.values = append(t.values, v)
		if !t.named || at >= len(source) || source[at] != ',' {
			return at
		}
		at++
	}
}

// quotedAt reads up to the closing quotation mark. A backslash makes the next
// character plain.
func quotedAt(source string, at int) (text string, end int, unclosed bool) {
	var b strings.Builder
	for at < len(source) && source[at] != '"' {
		if source[at] == '\\' && at+1 < len(source) {
			at++
		}
		b.WriteByte(source[at])
		at++
	}
	if at >= len(source) {
		return b.String(), at, true
	}
	return b.String(), at + 1, false
}

func (f *Filter) read(t token) {
	fail := func(start, end int, message string) { f.Errors = append(f.Errors, Error{start, end, message}) }
	if t.unclosed {
		fail(t.start, t.end, "This quotation mark is never closed.")
		return
	}
	if !t.named {
		if t.values[0].text == "" {
			fail(t.start, t.end, "An empty text matches every frame; write something between the quotation marks.")
			return
		}
		f.Terms = append(f.Terms, Term{Negated: t.negated, Text: t.values[0].text})
		return
	}
	field := fieldNamed(t.field)
	if field == nil {
		end := t.start + len(t.field) + 1
		if t.negated {
			end++
		}
		fail(t.start, end, unknownField(t.field))
		return
	}
	if !slices.ContainsFunc(t.values, func(v value) bool { return v.text != "" }) {
		fail(t.start, t.end, field.Name+": needs a value, for example "+field.Example+".")
		return
	}
	term := Term{Negated: t.negated, Field: field.Name}
	for _, v := range t.values {
		if message := term.take(field, v); message != "" {
			fail(v.start, v.end, message)
			return
		}
	}
	f.Terms = append(f.Terms, term)
}

// take adds a value to a term; what it gives is why it cannot.
func (t *Term) take(field *Field, v value) string {
	switch field.values {
	case words:
		word := lower(v.text)
		if !slices.Contains(field.Words, word) {
			return unknownWord(field, word)
		}
		t.words = append(t.words, word)
	case patterns:
		word := v.text
		if v.quoted && field.Name == "id" {
			word = `"` + word + `"`
		}
		t.words = append(t.words, word)
	default:
		r, ok := parseSpan(v.text, field.values)
		if !ok {
			return badRange(field, v.text)
		}
		if r.max < r.min {
			return field.Name + ": " + v.text + " ends before it begins."
		}
		t.ranges = append(t.ranges, r)
	}
	return ""
}

// lower makes ASCII letters small; the language's words have no others.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
