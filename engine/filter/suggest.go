package filter

import (
	"strings"
	"unicode/utf16"
)

func unknownField(name string) string {
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].Name
	}
	hint := "Put the text in quotation marks to look for it."
	if near := nearest(name, names); near != "" {
		hint = "Did you mean " + near + ":?"
	}
	return "There is no filter named " + name + ":. " + hint
}

func unknownWord(f *Field, word string) string {
	if near := nearest(word, f.Words); near != "" {
		return f.Name + ": does not know " + word + ". Did you mean " + near + "?"
	}
	return f.Name + ": takes " + strings.Join(f.Words, ", ") + "."
}

func badRange(f *Field, value string) string {
	wants := "a whole number"
	switch f.values {
	case sizes:
		wants = "a size such as 64k"
	case durations:
		wants = "a time with its unit, such as 500ms"
	}
	if value == "" {
		value = "nothing"
	}
	return f.Name + ": needs " + wants + ", not " + value + ". Write " + f.Example + ", or a range a..b."
}

// nearest is the word at most two edits away, the nearest and then the first; ""
// when there is none.
func nearest(word string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if d := distance(word, k); d < least && d < len(k) {
			best, least = k, d
		}
	}
	return best
}

// distance counts the letters to insert, drop or change; letters as browsers count
// them, in UTF-16.
func distance(from, to string) int {
	a, b := utf16.Encode([]rune(from)), utf16.Encode([]rune(to))
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		corner := row[0]
		row[0] = i + 1
		for j := range b {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
