//go:build !wasm

package wire

import "bytes"

// wideSearch says that the runtime's search of bytes looks at many of them at
// once, which pays off in long strings.
const wideSearch = true

// newline is the column of the first newline in b, -1 when there is none.
func newline(b []byte) int { return bytes.IndexByte(b, '\n') }
