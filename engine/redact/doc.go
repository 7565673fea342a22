// Package redact masks what a recording should not tell: secrets by their
// shape, by the name in front of them and by what the launcher knew, and the
// names of people, machines and home directories.
//
// Start with [Transcript] for a whole recording and with [Text] for a piece of
// text. A mask keeps the length in bytes, the place of every escape, the class
// of every character (lower, upper, digit, other) and equality: equal secrets
// get equal masks, different ones different masks where they are long enough.
// So the masked recording is judged like the original, except where the verdict
// hangs on the secret itself; comparing the two is the caller's part.
//
// Masks are numbered in order of appearance and hold nothing of the secret, not
// even a digest, that a guess could be tried against.
//
//	text -> Find -> spans -> Masker -> text of the same length
package redact

// Kind says why a span is masked.
type Kind string

// The kinds.
const (
	Token      Kind = "token"           // a key or token known by its shape
	Named      Kind = "named"           // a value behind a name such as "password"
	Header     Kind = "header"          // an Authorization value
	PrivateKey Kind = "private-key"     // a PEM block
	URL        Kind = "url-credentials" // the password in a URL, a signed query
	Known      Kind = "known"           // a value known to the launcher or given by the user
	Home       Kind = "home"            // the user's name in a home directory
	Person     Kind = "person"          // an e-mail address, a user or host name
)

// Span is a part of a text, in bytes.
type Span struct {
	Start, End int
	Kind       Kind
}
