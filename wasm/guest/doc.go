// Command guest is the engine as a WebAssembly module: a wasip1 reactor that wazero and browsers run alike.
//
// It has no judgement of its own: every exported function hands bytes to package engine or engine/intake, or hands back
// theirs. This comment is the ABI, one page; wasm/host and ui/src/engine are its two callers, and change together with it.
//
// # Life
//
// The host calls _initialize once, then abi, and refuses a number that it does not know. A module is for one caller at a
// time. Linear memory never shrinks: drop the instance after a big input. A Go panic (or a full memory) ends the call as
// a trap with the reason on file descriptor 2; the instance is then in an unknown state and must be thrown away.
//
// # Bytes
//
// In: the host calls alloc(n), writes at the address it gets, passes that address and a length, and calls release when it
// needs the buffer no more. A buffer may be used again for any number of calls; the guest keeps none of its bytes.
// Out: a function that gives bytes gives an i64, address<<32 | length, 0 for no bytes. They stay valid until the next
// call into the module: copy them, release nothing. Take the memory's buffer anew after every call, it may have grown.
//
// # Functions
//
//	abi() i32                  1
//	version() i64              the engine's version, UTF-8
//	alloc(n i32) i32           address of n bytes (n = 0: of one)
//	release(address i32)
//	open(kind i32) i32         a handle, or 0 for a kind that does not exist
//	feed(h, address, len i32) i32     the next bytes, in chunks of any size. 0, or 1: see failure(h)
//	finish(h i32) i32          no more bytes follow. 0, or 1: see failure(h)
//	failure(h i32) i64         why the last feed, finish or choose of h gave 1, UTF-8
//	close(h i32)
//
// open's kinds:
//
//	0  a transcript, judged, with the frame index
//	1  intake: any pasted bytes, turned into the transcript of one session
//	2  a transcript, judged, without an index
//	3  a transcript, to be masked
//
// Of kinds 0 and 2, and of 3 after finish, then of the masked copy:
//
//	report(h i32) i64          the report of what has been fed so far, JSON
//
// Of kind 0, each giving what is new since its last call (layout: engine, "Packed frame index"):
//
//	rows(h i32) i64            72 bytes a frame or event
//	patches(h i32) i64         16 bytes a change of an earlier row
//	strings(h i32) i64         u32 length and bytes, each
//
// Of kind 1:
//
//	choose(h, n i32) i32       before the first feed: take session n (from 1), not the first
//	force(h, address, len i32) i32  before the first feed: take it as this format (intake.Formats), not the one recognised
//	transcript(h i32) i64      the transcript's bytes that are new since the last call; feed them to a handle of kind 0
//	leave(h i32) i32           finish, before the end of the bytes: half a line is no fault then
//	sessions(h i32) i64        after finish: what was recognised (intake.Summary), JSON; each other session that has a
//	                           violation says "violation":true
//
// Of kind 3, which holds the whole transcript and more than once: nothing is known before finish.
//
//	options(h, address, len i32) i32  before finish: what to mask beyond what is found, JSON, all of it optional:
//	                           {"literals":[text…],"names":[text…],"paths":[path…],"hide":["stderr"…],"payloads":true}
//	                           (package redact)
//	masked(h i32) i64          after finish: the masked copy
//	masks(h i32) i64           after finish: {count, bytes, kinds:[{kind,count}], places:[{kind,run,stream,frame,field,lead,
//	                           before,after}], changes:[{change,code,severity,address}]}. It holds the secrets
//
// A function asked of a handle of another kind gives 0 or no bytes; feed and finish give 1.
package main
