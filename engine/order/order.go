// Package order sorts without generics: each kind of element that package slices
// sorts weighs kilobytes in the browser. Names are sorted by report.Sort.
package order

// Stable is the order of n elements, by their numbers. Those of which none comes
// before the other keep theirs.
func Stable(n int, before func(i, j int) bool) []int {
	from, to := make([]int, n), make([]int, n)
	for i := range from {
		from[i] = i
	}
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
