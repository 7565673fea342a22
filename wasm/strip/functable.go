package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The layout of Go's function table on wasm: runtime.pcHeader and runtime._func of Go 1.20 to 1.26, little endian.
//
// pcHeader: magic, two zeros, the least instruction size, the pointer size; then eight words, of which the first is the
// number of functions, the fourth and fifth the offsets of the names of functions and of what ends them, the seventh the
// offset of pctab and the eighth that of functab, which ends pctab.
//
// functab: for each function, 32 bits of entry and 32 bits of offset (from functab) of its _func.
//
// pctab: tables that map program counters to values, each a sequence of pairs of varints that a zero ends. Tables that
// are equal are stored once. An offset of 0 is no table: the runtime takes that for "unknown".
var headerMagic = []byte("\xf1\xff\xff\xff\x00\x00\x01\x08")

const (
	headerFuncs   = 8
	headerNames   = 32
	headerUnits   = 40
	headerPctab   = 56
	headerFunctab = 64
	headerSize    = 72
)

// Offsets in _func.
const (
	funcName      = 4  // offset of its name, which a zero ends
	funcPcsp      = 16 // size of the stack frame: unwinding needs it
	funcPcfile    = 20
	funcPcln      = 24
	funcNpcdata   = 28
	funcStartLine = 36
	funcNfuncdata = 43
	funcSize      = 44 // npcdata offsets into pctab follow, then nfuncdata offsets of other data
)

// What else only tracebacks and signals read. There are no signals, so no unsafe points, on wasm.
const (
	pcdataUnsafePoint   = 0
	pcdataArgLiveIndex  = 3
	funcdataArgInfo     = 5
	funcdataArgLiveInfo = 6
	noFuncdata          = 0xffffffff
)

var errTable = errors.New("the function table is not laid out as Go 1.26 lays it out")

// table is the function table as it lies in memory.
type table struct {
	memory         []byte
	count          int
	names          []byte
	pctab, functab int // addresses
}

// stripTable takes what only a traceback reads out of the function table in memory.
func stripTable(memory []byte) error {
	t, err := tableIn(memory)
	if err != nil {
		return err
	}
	kept := make([]bool, t.functab-t.pctab)
	kept[0] = true // no table begins here, offset 0 says that there is none
	for i := range t.count {
		if err := t.stripFunc(i, kept); err != nil {
			return fmt.Errorf("function %d: %w", i, err)
		}
	}
	for i, keep := range kept {
		if !keep {
			memory[t.pctab+i] = 0
		}
	}
	return t.stripNames()
}

// tableIn finds the one function table.
func tableIn(memory []byte) (*table, error) {
	at := bytes.Index(memory, headerMagic)
	if at < 0 || bytes.Contains(memory[at+1:], headerMagic) || at+headerSize > len(memory) {
		return nil, errTable
	}
	word := func(offset int) int { return int(binary.LittleEndian.Uint64(memory[at+offset:])) }
	t := &table{memory, word(headerFuncs), nil, at + word(headerPctab), at + word(headerFunctab)}
	if t.count <= 0 || t.count > len(memory) || t.pctab <= at || t.functab <= t.pctab || t.functab+8*t.count > len(memory) {
		return nil, errTable
	}
	from, to := at+word(headerNames), at+word(headerUnits)
	if from <= at || to <= from || to > t.pctab {
		return nil, errTable
	}
	t.names = memory[from:to]
	return t, nil
}

// stripFunc forgets one function's tables, and marks in kept what it still needs of pctab.
func (t *table) stripFunc(i int, kept []bool) error {
	at := t.functab + t.word(t.functab+8*i+4)
	if at+funcSize > len(t.memory) {
		return errTable
	}
	for _, field := range []int{funcPcfile, funcPcln, funcStartLine} {
		t.set(at+field, 0)
	}
	pcdata, funcdata := t.word(at+funcNpcdata), int(t.memory[at+funcNfuncdata])
	if pcdata > 16 || funcdata > 16 || at+funcSize+4*(pcdata+funcdata) > len(t.memory) {
		return errTable
	}
	for _, unread := range []int{pcdataUnsafePoint, pcdataArgLiveIndex} {
		if unread < pcdata {
			t.set(at+funcSize+4*unread, 0)
		}
	}
	for _, unread := range []int{funcdataArgInfo, funcdataArgLiveInfo} {
		if unread < funcdata {
			t.set(at+funcSize+4*(pcdata+unread), noFuncdata)
		}
	}
	needed := []int{t.word(at + funcPcsp)}
	for n := range pcdata {
		needed = append(needed, t.word(at+funcSize+4*n))
	}
	for _, offset := range needed {
		if err := t.keep(offset, kept); err != nil {
			return err
		}
	}
	return nil
}

// keep marks the table at an offset of pctab, 0 for none.
func (t *table) keep(offset int, kept []bool) error {
	if offset == 0 {
		return nil
	}
	if offset >= len(kept) {
		return errTable
	}
	r := reader{bytes: t.memory[:t.functab], at: t.pctab + offset}
	// A value's delta of 0 ends the table, but for the first pair, whose value may be what it starts from.
	for first := true; ; first = false {
		if delta := r.number(); delta == 0 && !first {
			break
		}
		r.number()
		if r.short {
			return errTable
		}
	}
	for i := offset; i < r.at-t.pctab; i++ {
		kept[i] = true
	}
	return nil
}

func (t *table) word(address int) int { return int(binary.LittleEndian.Uint32(t.memory[address:])) }

func (t *table) set(address int, value uint32) {
	binary.LittleEndian.PutUint32(t.memory[address:], value)
}
