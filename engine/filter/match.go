package filter

import (
	"bytes"
	"math"
	"slices"
	"strings"
)

// Bits of a row's flags.
const (
	flagFirst = 1
	flagAfter = 4
)

// Passing gives the numbers of the rows that pass the filter. Terms that could not
// be read take no part.
func (t *Table) Passing() []int {
	var rows []int
	for n := range t.Len() {
		if t.passes(n) {
			rows = append(rows, n)
		}
	}
	return rows
}

func (t *Table) passes(n int) bool {
	for i := range t.filter.Terms {
		term := &t.filter.Terms[i]
		if t.holds(term, i, n) == term.Negated {
			return false
		}
	}
	return true
}

func (t *Table) holds(term *Term, number, n int) bool {
	switch {
	case term.Field == "":
		text := newNeedle(term.Text)
		return t.held[number][n] || text.in(t.text(n)) || text.in(t.id(n))
	case term.ranges != nil:
		v := t.number(term.Field, n)
		return slices.ContainsFunc(term.ranges, func(s span) bool { return s.holds(v) })
	}
	return slices.ContainsFunc(term.words, func(word string) bool { return t.isWord(term.Field, word, n) })
}

// number is what a range is compared with; NaN where the row has no such number.
func (t *Table) number(field string, n int) float64 {
	switch field {
	case "layer":
		return float64(t.failed(n))
	case "reached":
		if t.no(n) == 0 {
			return math.NaN()
		}
		return float64(t.reached(n))
	case "size":
		if t.no(n) == 0 {
			return math.NaN()
		}
		return float64(t.size(n))
	case "dur":
		if t.latency(n) == noLatency {
			return math.NaN()
		}
		return float64(t.latency(n))
	case "t":
		return float64(t.time(n))
	case "no":
		return float64(t.no(n))
	}
	return float64(t.run(n))
}

func (t *Table) isWord(field, word string, n int) bool {
	switch field {
	case "stream":
		return lanes[t.lane(n)] == word
	case "kind":
		return isKind(word, t.kind(n))
	case "severity":
		return severities[t.severity(n)] == word
	case "status":
		return t.status(n) == word
	case "is":
		return t.is(word, n)
	case "method":
		return pattern(word, t.method(n))
	case "id":
		return pattern(word, t.id(n))
	case "code":
		return slices.ContainsFunc(t.codes[n], func(code string) bool { return pattern(word, []byte(code)) })
	}
	return pattern(word, []byte(t.tool(n)))
}

func isKind(word string, kind int) bool {
	for _, k := range kindWords {
		if k.word == word {
			return kind < len(kinds) && slices.Contains(k.kinds, kinds[kind])
		}
	}
	return false
}

// pattern says whether a text is the word, or with a star at the word's end begins
// with it. No text is no word's.
func pattern(word string, text []byte) bool {
	if len(text) == 0 {
		return false
	}
	if begin, open := strings.CutSuffix(word, "*"); open {
		return bytes.HasPrefix(text, []byte(begin))
	}
	return word == string(text)
}

// method is a message's method: a response's is that of its request.
func (t *Table) method(n int) []byte {
	switch t.kind(n) {
	case kindRequest, kindNotification:
		return t.text(n)
	case kindResult, kindError:
		if pair := t.pair(n); pair >= 0 && pair < t.Len() {
			return t.text(pair)
		}
	}
	return nil
}

// tool is the tool that a tools/call or its answer is about.
func (t *Table) tool(n int) string {
	switch t.kind(n) {
	case kindRequest:
		return t.tools[n]
	case kindResult, kindError:
		return t.tools[t.pair(n)]
	}
	return ""
}

// status is how a request ended, told at the request and at its answer.
func (t *Table) status(n int) string {
	switch t.kind(n) {
	case kindResult:
		return "ok"
	case kindError:
		return "error"
	case kindRequest:
		switch pair := t.pair(n); {
		case pair < 0 || pair >= t.Len():
			return "open"
		case t.kind(pair) == kindError:
			return "error"
		}
		return "ok"
	}
	return ""
}

func (t *Table) is(word string, n int) bool {
	switch word {
	case "first":
		return t.flags(n)&flagFirst != 0
	case "after":
		return t.flags(n)&flagAfter != 0
	case "finding":
		return t.severity(n) > 0
	}
	return t.pair(n) >= 0
}

// needle is a text that is looked for, ASCII letters without case.
type needle struct{ lower, upper []byte }

func newNeedle(text string) needle {
	n := needle{[]byte(text), []byte(text)}
	for i, c := range []byte(text) {
		if c >= 'A' && c <= 'Z' {
			n.lower[i] = c + 'a' - 'A'
		}
		if c >= 'a' && c <= 'z' {
			n.upper[i] = c + 'A' - 'a'
		}
	}
	return n
}

func (n needle) in(text []byte) bool {
	for at := 0; at+len(n.lower) <= len(text); at++ {
		next := bytes.IndexByte(text[at:], n.lower[0])
		if n.upper[0] != n.lower[0] {
			if other := bytes.IndexByte(text[at:], n.upper[0]); next < 0 || other >= 0 && other < next {
				next = other
			}
		}
		if next < 0 {
			return false
		}
		if at += next; n.startsAt(text, at) {
			return true
		}
	}
	return false
}

func (n needle) startsAt(text []byte, at int) bool {
	if at+len(n.lower) > len(text) {
		return false
	}
	for i, c := range text[at : at+len(n.lower)] {
		if c != n.lower[i] && c != n.upper[i] {
			return false
		}
	}
	return true
}
