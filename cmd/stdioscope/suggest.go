package main

import "strings"

// didYouMean is a half-sentence with the known word that is nearest to a
// misspelt one, or nothing when none is near.
func didYouMean(word string, known []string) string {
	if near := nearest(word, known); near != "" {
		return ": did you mean " + near + "?"
	}
	return ""
}

func nearest(word string, known []string) string {
	best, distance := "", 1+len(word)/3
	for _, k := range known {
		if d := editDistance(strings.ToLower(word), strings.ToLower(k)); d <= distance {
			best, distance = k, d-1
		}
	}
	return best
}

// editDistance counts the letters to insert, drop, change or swap (Damerau's
// distance with adjacent swaps).
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
