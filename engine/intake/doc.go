// Package intake turns what people have in hand into a transcript: raw stdout
// bytes, terminal pastes, recordings of other tools and the logs of MCP clients.
//
// Start with [New] and write the bytes to the [Reader] in pieces of any size;
// [Reader.Close] says which format it was, how sure that is, which sessions it
// held and what it hides. The container is never judged: re-serialised frames,
// log prefixes and pretty-printing belong to the client that wrote the log. A
// payload that the log cut is opaque, not invalid, and an error string of a
// client is evidence of the bytes that it replaced.
//
//	bytes -> recognise -> a parser a format -> frames, stderr, evidence
//	      -> sessions (by server, by start) -> a transcript each
//
// The package unpacks nothing (gzip and zip are the caller's part) and keeps no
// more of the input than its first lines and the line it is in.
package intake
