// Command bench compares the engine with the libraries that one would use
// instead, in one run and by processor time, prints the ratios, and exits 1 when
// a gate fails. It is a module of its own so that the compared libraries are no
// dependency of the project. Run it with "go run ." in this folder; start with
// main, which lists the parts.
//
// Only ratios mean anything: the contenders take turns, so that whatever else
// the machine does falls on all of them alike.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
)

func main() {
	rounds := flag.Int("rounds", 7, "counted rounds a contender")
	size := flag.Int("size", 16, "MiB a corpus")
	only := flag.String("only", "", "run one part: wire, wasm, codec, analysis, growth")
	flag.Parse()
	runtime.GOMAXPROCS(1)

	fmt.Printf("%s %s/%s, %d MiB a corpus, median of %d rounds, processor time\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, *size, *rounds)
	failed := 0
	for _, part := range parts {
		if *only != "" && *only != part.name {
			continue
		}
		fmt.Printf("\n== %s: %s\n", part.name, part.title)
		for _, g := range part.run(settings{rounds: *rounds, bytes: *size << 20}) {
			fmt.Println(g)
			if !g.ok() {
				failed++
			}
		}
	}
	if failed > 0 {
		fmt.Printf("\n%d gates failed\n", failed)
		os.Exit(1)
	}
	fmt.Println("\nall gates hold")
}

type settings struct{ rounds, bytes int }

// parts are what there is to measure, in the order of the report.
var parts = []struct {
	name, title string
	run         func(settings) []gate
}{
	{"wire", "split and scan beside other JSON readers", runWire},
	{"wasm", "the wire pass as WebAssembly", runWasm},
	{"codec", "a transcript's lines, written and read", runCodec},
	{"analysis", "the whole verdict, with findings and index, beside the wire pass alone", runAnalysis},
	{"growth", "does the cost grow with the input alone?", runGrowth},
}

// gate is a bound on a measured number.
type gate struct {
	name  string
	got   float64
	least float64 // got must be at least this, unless most is set
	most  float64
	unit  string
}

func (g gate) ok() bool {
	if g.most != 0 || g.least == 0 {
		return g.got <= g.most
	}
	return g.got >= g.least
}

func (g gate) String() string {
	verdict := "ok  "
	if !g.ok() {
		verdict = "FAIL"
	}
	if g.most != 0 || g.least == 0 {
		return fmt.Sprintf("%s %-44s %8.2f%s at most %.2f", verdict, g.name, g.got, g.unit, g.most)
	}
	return fmt.Sprintf("%s %-44s %8.2f%s at least %.2f", verdict, g.name, g.got, g.unit, g.least)
}
