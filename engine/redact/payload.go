package redact

import (
	"bytes"

	"stdioscope/engine/wire"
)

// payloadMembers are the members of params and result that carry what people
// and tools exchange; the rest is protocol. In those that hold blocks some words
// give a block its type.
var payloadMembers = map[string]bool{
	"arguments": false, "structuredContent": false, "data": false, "text": false, "blob": false,
	"content": true, "contents": true, "messages": true, "inputResponses": true, "completion": true,
}

// payloads finds what the messages of a pipe carry below the payload members: the
// insides of strings, and digits.
func payloads(data []byte) []Span {
	f := pathFinder{}
	for line := range bytes.Lines(data) {
		f.line = bytes.TrimRight(line, "\r\n")
		if wire.Valid(f.line) {
			f.payload(f.line)
		}
		f.at += len(line)
	}
	return f.spans
}

// payload looks into a message or a batch of them.
func (f *pathFinder) payload(message []byte) {
	wire.Elements(message, func(one []byte) bool { f.payload(one); return true })
	wire.Members(message, func(part, body []byte) bool {
		switch string(part) {
		case "params", "result", "error":
			wire.Members(body, func(key, value []byte) bool {
				if blocks, ok := payloadMembers[string(key)]; ok && blocks {
					f.blocks(value)
				} else if ok {
					f.take(value)
				}
				return true
			})
		}
		return true
	})
}

// blocks takes a value but the words that give a block its type.
func (f *pathFinder) blocks(value []byte) {
	switch wire.TypeOf(value) {
	case wire.Array:
		wire.Elements(value, func(v []byte) bool { f.blocks(v); return true })
	case wire.Object:
		wire.Members(value, func(key, v []byte) bool {
			switch string(key) {
			case "type", "role", "mimeType", "uri", "name":
			case "arguments", "input", "structuredContent", "_meta":
				f.take(v)
			default:
				f.blocks(v)
			}
			return true
		})
	default:
		f.take(value)
	}
}
