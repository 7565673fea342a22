// Package schema judges JSON Schemas and values against them, as far as a tool's
// metadata and results need it: drafts 4, 6 and 7, 2019-09 leniently, 2020-12.
//
// Start with [Check]: is this value a schema in its dialect, and does each
// reference in it lead somewhere. [Fits] holds a value against a schema.
//
//	schema        -> Check -> faults: what its dialect forbids, references astray
//	schema, value -> Fits  -> yes, no with the place and the reason, or unknown
//
// It never guesses: a dialect or keyword that it does not know, a pattern (there
// is no regular expression engine here), nesting or work beyond its bounds all
// make the answer "unknown", which callers must read as "no complaint". It
// fetches nothing. Values must be JSON that wire.Scan accepted; bytes that are
// none give nonsense, never a panic.
package schema
