package redact

import (
	"bytes"

	"stdioscope/engine/wire"
)

// payloadMember says whether a member of params or result carries what people and
// tools exchange, and whether it holds blocks; the rest is protocol.
func payloadMember(key string) (payload, blocks bool) {
	switch key {
	case "arguments", "structuredContent", "data", "text", "blob":
		return true, false
	case "content", "contents", "messages", "inputResponses", "completion":
		return true, true
	}
	return false, false
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
				if payload, blocks := payloadMember(string(key)); blocks {
					f.blocks(value)
				} else if payload {
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
