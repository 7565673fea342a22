package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// data is a module's data section.
type data struct {
	begin, end int    // the section in the file, with its head
	memory     []byte // what the memory holds at first, from address 0 on
}

const (
	dataSection = 11
	i32Const    = 0x41
	endOfExpr   = 0x0b
)

// memoryLimit bounds the memory that a broken module could make us take.
const memoryLimit = 64 << 20

var errModule = errors.New("no WebAssembly module, or not one of Go's")

// dataOf reads the data section of a module.
func dataOf(module []byte) (*data, error) {
	if !bytes.HasPrefix(module, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errModule
	}
	r := reader{bytes: module, at: 8}
	for r.at < len(module) && !r.short {
		begin := r.at
		id, length := r.byte(), r.number()
		if length > len(module)-r.at {
			return nil, errModule
		}
		if id == dataSection {
			d := &data{begin: begin, end: r.at + length}
			r.bytes = module[:d.end]
			return d, d.readSegments(&r)
		}
		r.at += length
	}
	return nil, errModule
}

func (d *data) readSegments(r *reader) error {
	for range r.number() {
		// Flag 0, then the address as an expression, then the bytes.
		flag, op, address, end := r.byte(), r.byte(), r.number(), r.byte()
		length := r.number()
		if r.short || flag != 0 || op != i32Const || end != endOfExpr || length > len(r.bytes)-r.at || address+length > memoryLimit {
			return errModule
		}
		if need := address + length - len(d.memory); need > 0 {
			d.memory = append(d.memory, make([]byte, need)...)
		}
		copy(d.memory[address:], r.bytes[r.at:r.at+length])
		r.at += length
	}
	return nil
}

// zerosWorthASegment is how many zeros are left out rather than written: a segment's head takes about as many bytes.
const zerosWorthASegment = 8

// replaced is the module with the memory as it is now.
func (d *data) replaced(module []byte) []byte {
	var segments []byte
	count := 0
	for at := 0; at < len(d.memory); {
		if d.memory[at] == 0 {
			at++
			continue
		}
		end := segmentEnd(d.memory, at)
		segments = append(segments, 0, i32Const)
		segments = appendSigned(segments, at)
		segments = append(segments, endOfExpr)
		segments = binary.AppendUvarint(segments, uint64(end-at))
		segments = append(segments, d.memory[at:end]...)
		count++
		at = end
	}
	section := append(binary.AppendUvarint(nil, uint64(count)), segments...)
	out := append([]byte(nil), module[:d.begin]...)
	out = append(out, dataSection)
	out = binary.AppendUvarint(out, uint64(len(section)))
	out = append(out, section...)
	return append(out, module[d.end:]...)
}

// segmentEnd is where the segment that begins at at ends: before a run of zeros, or where the memory does.
func segmentEnd(memory []byte, at int) int {
	zeros := 0
	for i := at; i < len(memory); i++ {
		if memory[i] != 0 {
			zeros = 0
		} else if zeros++; zeros == zerosWorthASegment {
			return i + 1 - zeros
		}
	}
	return len(memory) - zeros
}

// appendSigned writes a number that is not negative as signed LEB128: with room for the sign.
func appendSigned(out []byte, n int) []byte {
	for ; n >= 0x40; n >>= 7 {
		out = append(out, byte(n)|0x80)
	}
	return append(out, byte(n))
}

// reader reads a module's numbers. What reads beyond the end gives 0 and sets short.
type reader struct {
	bytes []byte
	at    int
	short bool
}

func (r *reader) byte() byte {
	if r.at >= len(r.bytes) {
		r.short = true
		return 0
	}
	r.at++
	return r.bytes[r.at-1]
}

// number reads LEB128, unsigned, or signed when the value is known not to be negative.
func (r *reader) number() int {
	n := 0
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
	r.short = true
	return 0
}
