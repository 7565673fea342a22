package main

import "stdioscope/engine"

// judge is a handle of kind 0 or 2: a transcript on its way into a report.
type judge struct{ analyzer *engine.Analyzer }

func newJudge(index bool) judge {
	j := judge{engine.New()}
	if index {
		j.analyzer.EnableIndex()
	}
	return j
}

func (j judge) feed(bytes []byte) error {
	_, err := j.analyzer.Write(bytes)
	return err
}

func (j judge) finish() error {
	if err := j.feed(nil); err != nil { // a file without a byte is one, too
		return err
	}
	j.analyzer.Close()
	return j.analyzer.Err()
}

// judged gives what take makes of the judge h, no bytes when h is none.
func judged(h uint32, take func(*engine.Analyzer) []byte) uint64 {
	if j, ok := handles[h].(judge); ok {
		return give(take(j.analyzer))
	}
	return give(nil)
}

//go:wasmexport report
func reportOf(h uint32) uint64 {
	if m, ok := handles[h].(*mask); ok {
		return give(m.report)
	}
	return judged(h, func(a *engine.Analyzer) []byte { return a.Report().JSON() })
}

//go:wasmexport rows
func rows(h uint32) uint64 { return judged(h, (*engine.Analyzer).TakeRows) }

//go:wasmexport patches
func patches(h uint32) uint64 { return judged(h, (*engine.Analyzer).TakePatches) }

//go:wasmexport strings
func stringsOf(h uint32) uint64 { return judged(h, (*engine.Analyzer).TakeStrings) }
