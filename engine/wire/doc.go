// Package wire turns bytes into frames and frames into JSON-RPC messages:
//
//	chunks of a pipe --Splitter--> lines --Scan--> Message --Get, Members, …--> values
//
// Start with [Scan]: one pass over one line checks UTF-8, the JSON grammar of
// RFC 8259, duplicate member names at every depth, nesting and the JSON-RPC
// envelope, and leaves the place of the first fault and the spans of the
// envelope's members as they were written. A line without a fault costs no
// allocation once the [Message] has been used.
//
// The package knows no revision of MCP and no history: whether a batch is
// allowed, whether an id was asked for, what a method means is judged above. It
// never decodes what nobody asks for, so numbers and ids keep their spelling.
//
// # Which fault a line has
//
// A line has one fault: that of the lowest layer, and within the layer the
// first in the line (among the shapes of layer 3: the first in the order of the
// FaultCode constants). A bad UTF-8 byte late in a line therefore beats a syntax
// error before it.
//
//   - Layer 1: UTF-16, a byte order mark outside a string, a NUL byte, invalid
//     UTF-8, a blank line, header framing. U+FEFF inside a string of a valid
//     line is text and no fault.
//   - Layer 2: everything that RFC 8259 refuses, a member name that stands twice
//     in one object, nesting beyond [MaxDepth].
//   - Layer 3: the envelope (and of the error object: code and message).
//
// A fault's column is that of the first byte with which the line could no
// longer become valid; a malformed UTF-8 sequence, a member name and a text that
// is no JSON at all are pointed at by their own first byte. A line that merely
// ends too early is faulted at its newline: the column is then the length of the
// line, and the fault's length 0. One CR before the newline belongs to the
// newline.
//
// # How it reads
//
// The grammar goes from one special byte of a string to the next, eight bytes at
// a time, and through long strings in blocks of 64; UTF-8 is checked on the way by
// an automaton without branches (utf8.go). Names become tokens of eight bytes, so
// that comparing them costs next to nothing (names.go). What a line without a flaw
// never needs, finding the name of a fault above all, stands apart (diagnose.go,
// layer1.go, textfault.go) and may take its time, but stays linear. Memory is read
// without bounds checks in one file, which has a checked twin (text_unchecked.go,
// text_checked.go).
package wire
