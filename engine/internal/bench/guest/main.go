//go:build wasip1

// Command guest is the wire pass as a WebAssembly module, for the comparison
// under wazero and in V8. A host writes a block of a stream to the memory that
// alloc gives and calls scan; scan answers how many lines were messages without a
// fault so far.
package main

import (
	"unsafe"

	"stdioscope/engine/wire"
)

var (
	buffer  []byte
	message wire.Message
	split   = wire.Splitter{Ahead: &message}
	good    int32
)

func main() {}

//go:wasmexport alloc
func alloc(size int32) unsafe.Pointer {
	buffer = make([]byte, size)
	return unsafe.Pointer(unsafe.SliceData(buffer))
}

//go:wasmexport scan
func scan(size int32) int32 {
	split.Write(buffer[:size], line)
	return good
}

func line(b []byte, _ int64) {
	wire.Scan(b, &message)
	if message.Fault.Code == wire.NoFault && message.Kind != wire.Value {
		good++
	}
}
