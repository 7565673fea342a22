package redact

import (
	"bytes"

	"stdioscope/engine/wire"
)

// payloadMembers are the members of params and result that carry what people
// and tools exchange; the rest is protocol.
var payloadMembers = []string{"arguments", "content", "contents", "structuredContent", "messages", "data", "inputResponses", "completion", "text", "blob"}

// payloads finds the text in the messages of a pipe: the insides of strings
// below the payload members, but the words that give a block its type.
func payloads(data []byte) []Span {
	var spans []Span
	at := 0
	for line := range bytes.Lines(data) {
		message := bytes.TrimRight(line, "\r\n")
		if wire.Valid(message) {
			for _, part := range []string{"params", "result", "error"} {
				if body, ok := wire.Get(message, part); ok {
					wire.Members(body, func(key, value []byte) bool {
						if isPayload(key) {
							spans = stringSpans(spans, data, at, line, value)
						}
						return true
					})
				}
			}
		}
		at += len(line)
	}
	return spans
}

func isPayload(key []byte) bool {
	for _, p := range payloadMembers {
		if string(key) == p {
			return true
		}
	}
	return false
}

// stringSpans collects the insides of the strings of a value.
func stringSpans(spans []Span, data []byte, at int, line, value []byte) []Span {
	switch wire.TypeOf(value) {
	case wire.Str:
		start := at + wire.Offset(line, value)
		return append(spans, Span{start + 1, start + len(value) - 1, Known})
	case wire.Array:
		wire.Elements(value, func(v []byte) bool { spans = stringSpans(spans, data, at, line, v); return true })
	case wire.Object:
		wire.Members(value, func(key, v []byte) bool {
			if k := string(key); k != "type" && k != "role" && k != "mimeType" && k != "uri" && k != "name" {
				spans = stringSpans(spans, data, at, line, v)
			}
			return true
		})
	}
	return spans
}
