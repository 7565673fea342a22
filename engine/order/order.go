// Package order sorts without generics: what package slices brings for each kind
// of element weighs kilobytes in the browser.
package order

// Stable is the order of n elements, by their numbers. Those of which none comes
// before the other keep theirs.
func Stable(n int, before func(i, j int) bool) []int {
	from := make([]int, n)
	sorted := true
	for i := range from {
		from[i] = i
		sorted = sorted && (i == 0 || !before(i, i-1))
	}
	if sorted {
		return from
	}
	to := make([]int, n)
	for width := 1; width < n; width *= 2 {
		for at := 0; at < n; at += 2 * width {
			middle, end := min(at+width, n), min(at+2*width, n)
			left, right := from[at:middle], from[middle:end]
			for k := at; k < end; k++ {
				if len(left) == 0 || len(right) > 0 && before(right[0], left[0]) {
					to[k], right = right[0], right[1:]
				} else {
					to[k], left = left[0], left[1:]
				}
			}
		}
		from, to = to, from
	}
	return from
}

// Strings sorts in place.
func Strings(s []string) {
	was := append([]string(nil), s...)
	for i, n := range Stable(len(s), func(i, j int) bool { return was[i] < was[j] }) {
		s[i] = was[n]
	}
}
