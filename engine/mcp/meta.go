package mcp

import (
	"bytes"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// The keys of _meta have a grammar from 2025-06-18 on: an optional prefix of
// labels, parted by dots and ended by a slash, then a name. Some prefixes are
// the protocol's own.

// metaKey judges the name of a _meta member; at is the column of its quote.
func (w *walker) metaKey(at int, key []byte, code string) {
	if w.rev < 3 {
		return
	}
	prefix, name := splitMetaKey(key)
	message, detail := "", ""
	switch {
	case !isMetaPrefix(prefix) || !isMetaName(name):
		message, detail = "is no key that _meta may have: an optional prefix of dotted labels and a slash, then a name that begins and ends with a letter or digit", "key"
	case isReservedPrefix(w.rev, prefix):
		message, detail = "has a prefix that is reserved for the protocol", "reserved-prefix"
	default:
		return
	}
	if !w.wanted(code) {
		return
	}
	w.problems = append(w.problems, Problem{
		Code: code, Detail: detail, Column: min(at, len(w.c.Data)), Length: w.keyLength(at), Path: w.path.Pointer(w.c.Data),
		Message: w.path.Name(w.c.Data, w.subject()) + ` key "` + place.Shortened(key) + `" ` + message,
	})
}

// keyLength is the length of the member name at a column, quotes included.
func (w *walker) keyLength(at int) int {
	c := wire.Cursor{Data: w.c.Data, At: at}
	c.Text()
	return max(min(c.At, len(c.Data))-at, 0)
}

// splitMetaKey parts a key at its first slash; the prefix keeps no slash and is
// nil when there is none.
func splitMetaKey(key []byte) (prefix, name []byte) {
	if i := bytes.IndexByte(key, '/'); i >= 0 {
		return key[:i:i], key[i+1:]
	}
	return nil, key
}

// isMetaPrefix reports whether a prefix is made of labels: a letter first, a
// letter or digit last, hyphens between.
func isMetaPrefix(prefix []byte) bool {
	if prefix == nil {
		return true
	}
	for {
		label, rest, more := bytes.Cut(prefix, []byte{'.'})
		if len(label) == 0 || !isLetter(label[0]) || !isAlphanumeric(label[len(label)-1]) {
			return false
		}
		for _, c := range label {
			if !isAlphanumeric(c) && c != '-' {
				return false
			}
		}
		if !more {
			return true
		}
		prefix = rest
	}
}

// isMetaName reports whether a name is empty, or letters and digits at both
// ends with hyphens, underscores and dots between.
func isMetaName(name []byte) bool {
	if len(name) == 0 {
		return true
	}
	if !isAlphanumeric(name[0]) || !isAlphanumeric(name[len(name)-1]) {
		return false
	}
	for _, c := range name {
		if !isAlphanumeric(c) && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

// isReservedPrefix reports whether a prefix is the protocol's and yet none that
// it uses. Below its own domain, io.modelcontextprotocol, any name may be a
// later revision's or an official extension's, so those pass.
func isReservedPrefix(rev uint8, prefix []byte) bool {
	if prefix == nil || string(prefix) == "io.modelcontextprotocol" || bytes.HasPrefix(prefix, []byte("io.modelcontextprotocol.")) {
		return false
	}
	labels := bytes.Split(prefix, []byte{'.'})
	if rev == 3 { // the protocol's word, then one more label: mcp.dev/
		return len(labels) > 1 && isProtocolLabel(labels[len(labels)-2])
	}
	return len(labels) > 1 && isProtocolLabel(labels[1]) // the second label: dev.mcp/
}

func isProtocolLabel(label []byte) bool {
	return string(label) == "modelcontextprotocol" || string(label) == "mcp"
}

func isLetter(c byte) bool       { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isAlphanumeric(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }

// traceKey judges the value at hand under a key that 2026-07-28 reserves for
// trace context; ok is false when the key is none of them.
func (w *walker) traceKey(key []byte, code string) (ok bool) {
	name := string(key)
	if w.rev < 5 || name != "traceparent" && name != "tracestate" && name != "baggage" {
		return false
	}
	start := w.c.At
	raw := w.c.Skip()
	body := []byte(nil)
	if len(raw) >= 2 && raw[0] == '"' {
		body = place.Decode(raw[1 : len(raw)-1])
	}
	message := ""
	switch {
	case body == nil:
		message = " is " + place.Describe(raw) + ", expected a string"
	case name == "traceparent" && !isTraceparent(body):
		message = " is " + place.Describe(raw) + ", expected version-traceid-parentid-flags in lower-case hexadecimal"
	case name != "traceparent" && !isPrintable(body):
		message = " holds characters that a " + name + " header may not have"
	}
	if message != "" && w.wanted(code) {
		w.report(code, "trace-context", start, message)
	}
	return true
}

// isTraceparent reports whether a text is a W3C traceparent of version 00 or a
// later one that begins like it.
func isTraceparent(b []byte) bool {
	if len(b) < 55 || len(b) > 55 && (b[55] != '-' || string(b[:2]) == "00") || string(b[:2]) == "ff" {
		return false
	}
	for i := range 55 {
		if i == 2 || i == 35 || i == 52 {
			if b[i] != '-' {
				return false
			}
		} else if !isLowerHex(b[i]) {
			return false
		}
	}
	return !allZero(b[3:35]) && !allZero(b[36:52])
}

func isLowerHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }

func allZero(b []byte) bool {
	for _, c := range b {
		if c != '0' {
			return false
		}
	}
	return true
}

func isPrintable(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\t' || c > '~' {
			return false
		}
	}
	return true
}
