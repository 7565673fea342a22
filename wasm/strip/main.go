// Command strip takes out of a Go WebAssembly module what only a traceback reads of the function table: lines, files and
// arguments, and the names of functions that are none of ours. Ours stay, so a panic still says where it happened. The
// linker's -s and -w do not do this.
//
//	strip FILE
//
// These tables hardly compress: without them the engine takes a tenth less to fetch, and runs as before. The same
// input gives the same output. It refuses a module whose function table is not laid out as Go 1.26 lays it out; then build
// without it, and teach functable.go the new layout.
//
//	file -> sections -> the memory that the data section describes -> the function table in it, stripped -> its digest -> file
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: strip FILE")
		os.Exit(2)
	}
	if err := stripFile(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "strip: %s: %v\n", os.Args[1], err)
		os.Exit(3)
	}
}

func stripFile(name string) error {
	module, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	stripped, err := strip(module)
	if err != nil {
		return err
	}
	return os.WriteFile(name, signed(stripped), 0o644)
}

func strip(module []byte) ([]byte, error) {
	data, err := dataOf(module)
	if err != nil {
		return nil, err
	}
	if err := stripTable(data.memory); err != nil {
		return nil, err
	}
	return data.replaced(module), nil
}
