// A small module for the tests of strip: it fills the memory so that the collector has to walk stacks, it catches a
// panic, and it lets one go.
package main

import "errors"

func main() {}

type tree struct{ left, right *tree }

func grow(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{grow(depth - 1), grow(depth - 1)}
}

func (t *tree) count() int32 {
	if t == nil {
		return 0
	}
	return 1 + t.left.count() + t.right.count()
}

//go:wasmexport collect
func collect(depth int32) (count int32) {
	for range 20 {
		count = grow(int(depth)).count()
	}
	return count
}

//go:wasmexport catch
func catch(i int32) (caught int32) {
	defer func() {
		if recover() != nil {
			caught = 1
		}
	}()
	return pick(i)
}

//go:wasmexport fall
func fall() { deep(50) }

var few = []int32{0, 0, 0}

func pick(i int32) int32 { return few[i] }

func deep(n int) {
	if n == 0 {
		panic(errors.New("the bottom"))
	}
	deep(n - 1)
}
