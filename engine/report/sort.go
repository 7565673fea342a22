package report

import "cmp"

// Sort puts values in order, in place. It is a heap sort: what package slices
// brings for the same is many times as large in the module.
func Sort[T cmp.Ordered](s []T) {
	for root := len(s)/2 - 1; root >= 0; root-- {
		sink(s, root)
	}
	for end := len(s) - 1; end > 0; end-- {
		s[0], s[end] = s[end], s[0]
		sink(s[:end], 0)
	}
}

// sink lets the value at root sink below the larger ones of its heap.
func sink[T cmp.Ordered](s []T, root int) {
	for {
		child := 2*root + 1
		if child >= len(s) {
			return
		}
		if child+1 < len(s) && s[child] < s[child+1] {
			child++
		}
		if s[child] <= s[root] {
			return
		}
		s[root], s[child] = s[child], s[root]
		root = child
	}
}
