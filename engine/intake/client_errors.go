package intake

import (
	"bytes"

	"stdioscope/engine/wire"
)

// fromClient reads what clients say about the protocol rather than about JSON.
func fromClient(text []byte) (evidence, bool) {
	switch {
	case has(text, "Received a response for an unknown message ID"):
		return evidence{code: "response-id-mismatch", layer: 5, certain: true}, true
	case has(text, "Received a progress notification for an unknown token"):
		return evidence{code: "progress-unknown-token", layer: 5, certain: true}, true
	case has(text, "MCP error -32001") || has(text, "Request timed out") || has(text, "context deadline exceeded") ||
		has(text, "Timed out while waiting for response") || has(text, "MCP server startup timed out"):
		return evidence{code: "operation-timeout", detail: "request-timeout", layer: 5, certain: true}, true
	case has(text, "Server exited before responding to `initialize`"):
		return evidence{code: "server-exited", layer: 5, certain: true}, true
	case has(text, "MCP error -32000: Connection closed") || has(text, "server terminated") || has(text, "connection closed: initialize response"):
		return evidence{code: "server-exited", layer: 5, certain: true}, true
	}
	return evidence{}, false
}

// fromSchemaIssues reads the issue list that a schema checker (Zod) prints as
// JSON when a message parses but has the wrong shape.
func fromSchemaIssues(list []byte) (evidence, bool) {
	found := schemaIssues{}
	found.walk(list, 0)
	switch {
	case found.noVersion && len(found.keys) > 0:
		return evidence{code: "stdout-json-log", layer: 3, certain: true}, true
	case found.nullID:
		return evidence{code: "stdout-invalid-json-rpc", detail: "id-null", layer: 3, certain: true}, true
	case found.inputSchema:
		return evidence{code: "tool-input-schema-invalid", detail: "type-not-object", layer: 4, certain: true}, true
	case found.noVersion:
		return evidence{code: "stdout-invalid-json-rpc", detail: "missing-jsonrpc", layer: 3, certain: true}, true
	case found.any:
		return evidence{code: "result-invalid", layer: 4}, true
	}
	return evidence{}, false
}

type schemaIssues struct {
	any, noVersion, nullID, inputSchema bool
	keys                                []string
}

func (s *schemaIssues) walk(value []byte, depth int) {
	if depth > 12 {
		return
	}
	switch wire.TypeOf(value) {
	case wire.Array:
		wire.Elements(value, func(v []byte) bool { s.walk(v, depth+1); return true })
	case wire.Object:
		s.issue(value)
		wire.Members(value, func(_, v []byte) bool {
			if t := wire.TypeOf(v); t == wire.Array || t == wire.Object {
				s.walk(v, depth+1)
			}
			return true
		})
	}
}

func (s *schemaIssues) issue(value []byte) {
	raw, ok := wire.Get(value, "code")
	if !ok || wire.TypeOf(raw) != wire.Str {
		return
	}
	s.any = true
	pathRaw, _ := wire.Get(value, "path")
	var path []string
	wire.Elements(pathRaw, func(v []byte) bool {
		if name, ok := wire.String(v); ok {
			path = append(path, name)
		}
		return true
	})
	last := ""
	if len(path) > 0 {
		last = path[len(path)-1]
	}
	message, _ := wire.Get(value, "message")
	switch {
	case last == "jsonrpc":
		s.noVersion = true
	case last == "id" && has(message, "null"):
		s.nullID = true
	case last == "type" && len(path) > 1 && path[len(path)-2] == "inputSchema", last == "inputSchema":
		s.inputSchema = true
	}
	if keys, ok := wire.Get(value, "keys"); ok {
		wire.Elements(keys, func(v []byte) bool {
			if name, ok := wire.String(v); ok {
				s.keys = append(s.keys, name)
			}
			return true
		})
	}
}

// frameIn finds the message that an error string carries behind a colon.
func frameIn(text []byte) ([]byte, bool) {
	at := bytes.IndexByte(text, '{')
	if at < 0 {
		return nil, false
	}
	value, _, whole := jsonValue(text[at:])
	if !whole || !isMessage(value) {
		return nil, false
	}
	return value, true
}
