package report

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 70 {
		s := make([]string, n)
		for i := range s {
			s[i] = strconv.Itoa(r.IntN(n + 1)) // some are equal
		}
		want := slices.Sorted(slices.Values(s))
		if Sort(s); !slices.Equal(s, want) {
			t.Errorf("%v, want %v", s, want)
		}
	}
}
