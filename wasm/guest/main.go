package main

import (
	"runtime"

	"stdioscope/engine"
)

// abiVersion changes whenever a function of doc.go changes its meaning.
const abiVersion = 1

// main never runs: a reactor is initialised, then called.
func main() {}

// handles are the open ones; a number is never used twice.
var (
	handles    = map[uint32]handle{}
	lastHandle uint32
	failures   = map[uint32]string{}
)

// A handle is one input on its way: a transcript being judged, or a paste becoming a transcript.
type handle interface {
	feed(bytes []byte) error
	finish() error
}

//go:wasmexport abi
func abi() uint32 { return abiVersion }

//go:wasmexport version
func version() uint64 { return give([]byte(engine.Version)) }

//go:wasmexport open
func open(kind uint32) uint32 {
	var h handle
	switch kind {
	case 0:
		h = newJudge(true)
	case 1:
		h = newPaste()
	case 2:
		h = newJudge(false)
	case 3:
		h = &mask{}
	default:
		return 0
	}
	lastHandle++
	handles[lastHandle] = h
	return lastHandle
}

//go:wasmexport feed
func feed(h, address, n uint32) uint32 {
	bytes, ok := taken(address, n)
	if !ok {
		return note(h, errForeign)
	}
	to, ok := handles[h]
	if !ok {
		return note(h, errClosed)
	}
	err := to.feed(bytes)
	// The collector has no thread of its own here. As long as one of its cycles waits for its turn, every pointer that is
	// written costs more: half as much again for all that is judged meanwhile.
	runtime.Gosched()
	return note(h, err)
}

//go:wasmexport finish
func finish(h uint32) uint32 {
	if to, ok := handles[h]; ok {
		return note(h, to.finish())
	}
	return note(h, errClosed)
}

//go:wasmexport failure
func failure(h uint32) uint64 { return give([]byte(failures[h])) }

//go:wasmexport close
func closeHandle(h uint32) {
	delete(handles, h)
	delete(failures, h)
}

// A misuse is a fault of the host, not of its input.
type misuse string

func (m misuse) Error() string { return string(m) }

const (
	errForeign = misuse("the bytes given do not lie in a buffer of alloc's")
	errClosed  = misuse("no such handle")
	errLate    = misuse("a session is chosen before the first bytes")
	errEnded   = misuse("no bytes follow the end")
	errOptions = misuse("the options are no JSON object")
)

// note keeps the reason for failure to tell, and returns the status.
func note(h uint32, err error) uint32 {
	if err == nil {
		delete(failures, h)
		return 0
	}
	failures[h] = err.Error()
	return 1
}
