package main

import "unsafe"

// pinned holds the buffers that the host asked for, by address, so that the collector leaves them alone, and so that a
// call can only name memory that the guest gave away.
var pinned = map[uint32][]byte{}

// given is what the last call handed out. It lives until the next one does.
var given []byte

//go:wasmexport alloc
func alloc(n uint32) uint32 {
	buffer := make([]byte, max(n, 1))
	address := addressOf(buffer)
	pinned[address] = buffer
	return address
}

//go:wasmexport release
func release(address uint32) { delete(pinned, address) }

// taken returns the n bytes that the host wrote at address, false when they are not within one of its buffers.
func taken(address, n uint32) ([]byte, bool) {
	buffer, ok := pinned[address]
	if !ok || uint64(n) > uint64(len(buffer)) {
		return nil, false
	}
	return buffer[:n], true
}

// give packs the address and length of bytes for the host and keeps them until the next give.
func give(bytes []byte) uint64 {
	given = bytes
	if len(bytes) == 0 {
		return 0
	}
	return uint64(addressOf(bytes))<<32 | uint64(uint32(len(bytes)))
}

// addressOf is the only unsafe line of the guest: on wasm a pointer is an offset in linear memory, below 4 GiB.
func addressOf(bytes []byte) uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(bytes)))) }
