package mcp

import "stdioscope/engine/order"

// Part says in which raw value of the message a problem's place is counted.
type Part uint8

const (
	PartValue   Part = iota // the params, result, error or other value that was handed in
	PartMethod              // the method's JSON string
	PartMessage             // the whole message: a member that is not there
)

// Problem is one thing that is wrong with a value. Severity, class and layer of
// its Code stand in the catalogue of package rule.
type Problem struct {
	Code    string
	Detail  string // detail code, "" when the code has none
	Part    Part
	Column  int    // byte offset within the raw value that Part names, from 0
	Length  int    // bytes from Column on that are at fault
	Path    string // JSON pointer to them within that value, "" = the value itself
	Message string // one line: what was seen, what the protocol expects
	// More counts further problems of this code in the same value that are not
	// listed; the list holds the first [MaxListed] of each code.
	More int
}

// MaxListed bounds the problems of one code that a value's judgement lists.
const MaxListed = 10_000

// ledger is the list of problems as it grows. Its size is bounded whatever the
// value holds.
type ledger struct {
	problems []Problem
	tallies  []tally
}

// tally counts the problems of one code.
type tally struct {
	code      string
	n, listed int
}

// room counts a problem of a code and reports whether it is to be listed.
func (l *ledger) room(code string) bool {
	for i := range l.tallies {
		if t := &l.tallies[i]; t.code == code {
			t.n++
			if t.listed == MaxListed {
				return false
			}
			t.listed++
			return true
		}
	}
	l.tallies = append(l.tallies, tally{code, 1, 1})
	return true
}

// unlisted counts problems of a code, met before, that are not to be listed.
func (l *ledger) unlisted(code string, n int) {
	for i := range l.tallies {
		if l.tallies[i].code == code {
			l.tallies[i].n += n
		}
	}
}

// inOrder gives the problems by their place, those at one place as they were
// found, with the numbers of those that are not listed.
func (l *ledger) inOrder() []Problem {
	sortByPlace(l.problems)
	l.countUnlisted()
	return l.problems
}

// countUnlisted gives the last listed problem of each code its count of more.
func (l *ledger) countUnlisted() {
	for _, t := range l.tallies {
		for i := len(l.problems) - 1; t.n > t.listed && i >= 0; i-- {
			if l.problems[i].Code == t.code {
				l.problems[i].More = t.n - t.listed
				break
			}
		}
	}
}

// sortByPlace sorts by place, keeping those at one place as they were found.
func sortByPlace(problems []Problem) {
	was := append([]Problem(nil), problems...)
	for i, n := range order.Stable(len(was), func(i, j int) bool { return was[i].Column < was[j].Column }) {
		problems[i] = was[n]
	}
}
