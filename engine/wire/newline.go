//go:build !wasm

package wire

import "bytes"

// newline is the column of the first newline in b, -1 when there is none.
func newline(b []byte) int { return bytes.IndexByte(b, '\n') }
