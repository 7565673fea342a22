package order

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestStable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		values := make([]int, n)
		want := make([]int, n)
		for i := range values {
			values[i], want[i] = r.IntN(1+n/3), i
		}
		slices.SortStableFunc(want, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
		if got := Stable(n, func(i, j int) bool { return values[i] < values[j] }); !slices.Equal(got, want) {
			t.Fatalf("%v of %v, want %v", got, values, want)
		}
	}
}

func TestStrings(t *testing.T) {
	names := []string{"b", "", "a", "b"}
	if Strings(names); !slices.Equal(names, []string{"", "a", "b", "b"}) {
		t.Errorf("%q", names)
	}
}
