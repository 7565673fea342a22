package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// A schema checker (Zod, versions 3 and 4) prints its issues as JSON when a
// message parses but has the wrong shape. Which member of which message it
// stumbled over tells the layer.

// fromSchemaIssues reads such a list; ok is false for other JSON.
func fromSchemaIssues(list []byte) (evidence, bool) {
	var found schemaIssues
	found.walk(list, 0)
	if !found.any {
		return evidence{}, false
	}
	ev := found.verdict()
	ev.sure, ev.stream = certain, transcript.Stdout
	ev.words = found.words()
	return ev, true
}

// schemaIssues is what a list of issues says.
type schemaIssues struct {
	any       bool
	noVersion bool // jsonrpc is not "2.0"
	nullID    bool
	envelope  bool // a member of JSON-RPC's own is absent or of a wrong type
	methodRef bool // method is absent in one of the alternatives
	answerRef bool // result or error is absent in one of the alternatives
	errorCode bool
	keys      []string // unknown members
	deep      string   // code of the first issue inside params or a result
	detail    string
	message   string // of the first issue that says something
}

func (s *schemaIssues) verdict() evidence {
	switch {
	case s.noVersion && s.foreignKeys():
		return evidence{code: "stdout-json-log", layer: 3}
	case s.nullID:
		return evidence{code: "stdout-invalid-json-rpc", detail: "id-null", layer: 3}
	case s.noVersion:
		return evidence{code: "stdout-invalid-json-rpc", detail: "missing-jsonrpc", layer: 3}
	case s.errorCode:
		return evidence{code: "stdout-invalid-json-rpc", detail: "error-code-type", layer: 3}
	case s.methodRef && s.answerRef:
		return evidence{code: "stdout-invalid-json-rpc", detail: "no-kind", layer: 3}
	case s.deep != "":
		return evidence{code: s.deep, detail: s.detail, layer: 4}
	case s.envelope || len(s.keys) > 0:
		return evidence{code: "stdout-invalid-json-rpc", layer: 3}
	}
	return evidence{code: "result-invalid", layer: 4}
}

// words is the checker's own sentence, with the unknown members where it names
// them.
func (s *schemaIssues) words() string {
	out := s.message
	if len(s.keys) > 0 && !has([]byte(out), "nrecognized key") {
		out = "Unrecognized key(s) in object: " + joinNames(s.keys)
	}
	return string(firstBytes([]byte(out), maxWords))
}

// foreignKeys says whether the message has members that JSON-RPC does not know.
func (s *schemaIssues) foreignKeys() bool {
	for _, k := range s.keys {
		switch k {
		case "jsonrpc", "id", "method", "params", "result", "error":
		default:
			return true
		}
	}
	return false
}

const maxIssueDepth = 12

func (s *schemaIssues) walk(value []byte, depth int) {
	if depth > maxIssueDepth {
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
	code := field(value, "code")
	if code == "" {
		return
	}
	s.any = true
	message := field(value, "message")
	if s.message == "" && message != "Invalid input" {
		s.message = message
	}
	if keys, ok := wire.Get(value, "keys"); ok {
		wire.Elements(keys, func(v []byte) bool {
			if name, ok := wire.String(v); ok && len(s.keys) < 32 && !contains(s.keys, name) {
				s.keys = append(s.keys, name)
			}
			return true
		})
	}
	if code == "invalid_union" || code == "unrecognized_keys" {
		return // what it is about stands in its parts
	}
	raw, _ := wire.Get(value, "path")
	path := pathOf(raw)
	if len(path) > 0 {
		s.place(path, value, message)
	}
}

// pathOf reads an issue's path; array positions become "#".
func pathOf(raw []byte) []string {
	var path []string
	wire.Elements(raw, func(v []byte) bool {
		name, ok := wire.String(v)
		if !ok {
			name = "#"
		}
		path = append(path, name)
		return len(path) < 16
	})
	return path
}

// place takes in where an issue stands.
func (s *schemaIssues) place(path []string, value []byte, message string) {
	switch path[0] {
	case "jsonrpc":
		s.noVersion = true
		return
	case "id":
		s.envelope = true
		if field(value, "received") == "null" || has([]byte(message), "received null") {
			s.nullID = true
		}
		return
	case "method":
		s.methodRef = true
		return
	case "error":
		s.answerRef = true
		if len(path) > 1 && path[1] == "code" && !absent(value, message) {
			s.errorCode = true
		}
		return
	case "result":
		s.answerRef = true
		if len(path) == 1 {
			return
		}
		path = path[1:]
	case "params":
		if len(path) == 1 {
			return
		}
	}
	if s.deep == "" {
		s.deep, s.detail = deepCode(path, value, message)
	}
}

// absent says whether an issue is about a member that is not there.
func absent(value []byte, message string) bool {
	return message == "Required" || field(value, "received") == "undefined" || has([]byte(message), "received undefined")
}

// deepCode is the code of an issue inside a result or params.
func deepCode(path []string, value []byte, message string) (code, detail string) {
	switch path[0] {
	case "tools":
		return toolCode(path, value, message)
	case "prompts", "resources", "resourceTemplates":
		if len(path) > 1 {
			return "list-entry-invalid", ""
		}
		return "list-result-invalid", ""
	case "nextCursor":
		return "list-result-invalid", ""
	case "protocolVersion", "capabilities", "serverInfo":
		return "initialize-invalid-result", ""
	case "content", "contents":
		return "content-invalid", ""
	case "params":
		return "params-invalid", ""
	}
	return "result-invalid", ""
}

func toolCode(path []string, value []byte, message string) (code, detail string) {
	if len(path) < 3 {
		return "tools-list-invalid-result", ""
	}
	switch path[2] {
	case "inputSchema":
		switch {
		case len(path) > 3 && path[3] == "type" && absent(value, message):
			return "tool-input-schema-invalid", "type-missing"
		case len(path) > 3 && path[3] == "type":
			return "tool-input-schema-invalid", "type-not-object"
		case len(path) == 3 && absent(value, message):
			return "tool-input-schema-invalid", "missing"
		}
		return "tool-input-schema-invalid", ""
	case "outputSchema":
		return "tool-output-schema-invalid", ""
	case "name":
		return "tool-name-invalid", ""
	}
	return "tool-metadata-invalid", ""
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

// issueList says whether an error's text begins with a list of issues, which may
// go on over the next lines.
func issueList(text []byte) ([]byte, bool) {
	at := bytes.IndexByte(text, '[')
	if at < 0 {
		return nil, false
	}
	rest := bytes.TrimSpace(text[at+1:])
	if len(rest) > 0 && rest[0] != '{' || len(rest) > 1 && rest[1] != '"' && rest[1] != ' ' {
		return nil, false
	}
	return text[at:], true
}
