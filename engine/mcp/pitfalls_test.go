package mcp

import (
	"testing"

	"stdioscope/engine/rule"
)

// What is legal and yet looks wrong at first sight must stay silent: no problem
// above a note. Rows are named for the trap.
func TestPitfallsStaySilent(t *testing.T) {
	request := func(rev string, server bool, method, params string) func() []Problem {
		return func() []Problem { return CheckRequest(rev, server, method, rawOrNil(params)) }
	}
	notification := func(rev string, method, params string) func() []Problem {
		return func() []Problem { return CheckNotification(rev, true, method, rawOrNil(params)) }
	}
	result := func(rev, method, result string) func() []Problem {
		return func() []Problem { return CheckResult(rev, method, nil, []byte(result), ResultContext{}) }
	}
	errorOf := func(rev, err string) func() []Problem {
		return func() []Problem { return CheckError(rev, "tools/call", []byte(err)) }
	}
	tools := func(rev, list string) func() []Problem {
		return func() []Problem {
			_, problems := new(ToolLists).Page(rev, []byte(list))
			return problems
		}
	}
	tests := []struct {
		name  string
		rev   string
		check func() []Problem
	}{
		{"server ping before it is initialized", rule.R1, request(rule.R1, true, "ping", "")},
		{"server asks for roots without params", rule.R3, request(rule.R3, true, "roots/list", "")},
		{"logging at any time", rule.R2, notification(rule.R2, "notifications/message", `{"level":"info","data":"starting"}`)},
		{"list changed without a subscription", rule.R4, notification(rule.R4, "notifications/tools/list_changed", "")},
		{"unknown members everywhere", rule.R4, result(rule.R4, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"x":1},"future":[]},"serverInfo":{"name":"a","version":"1","x":null},"x":{}}`)},
		{"unknown _meta key", rule.R4, result(rule.R4, "tools/list", `{"tools":[],"_meta":{"com.example/x":null}}`)},
		{"unknown _meta key of the protocol's domain", rule.R4, result(rule.R4, "tools/list", `{"tools":[],"_meta":{"io.modelcontextprotocol/new":1}}`)},
		{"empty results", rule.R1, result(rule.R1, "logging/setLevel", `{}`)},
		{"empty result of subscribe", rule.R4, result(rule.R4, "resources/subscribe", `{"_meta":{}}`)},
		{"resultType in the handshake era", rule.R4, result(rule.R4, "tools/list", `{"tools":[],"resultType":7}`)},
		{"no resultType in the handshake era", rule.R4, result(rule.R4, "tools/list", `{"tools":[]}`)},
		{"null data of an error", rule.R4, errorOf(rule.R4, `{"code":-32603,"message":"m","data":null}`)},
		{"null structuredContent in 2026-07-28", rule.R5, result(rule.R5, "tools/call", `{"resultType":"complete","content":[],"structuredContent":null}`)},
		{"null ttl of a task", rule.R4, result(rule.R4, "tasks/get", `{"taskId":"t","status":"working","createdAt":"c","lastUpdatedAt":"c","ttl":null}`)},
		{"another version in the result", rule.R4, result(rule.R4, "initialize", `{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"a","version":"1"}}`)},
		{"null and fractions in experimental", rule.R5, result(rule.R5, "server/discover", `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"experimental":{"a":{"b":null,"c":0.5}},"logging":{"d":null},"extensions":{"e/f":{"g":1.5}}},"ttlMs":0,"cacheScope":"private"}`)},
		{"fraction in elicited content", rule.R4, result(rule.R4, "elicitation/create", `{"action":"accept","content":{"a":0.5}}`)},
		{"total below progress", rule.R4, notification(rule.R4, "notifications/progress", `{"progressToken":0,"progress":5,"total":1}`)},
		{"progress of a float", rule.R1, notification(rule.R1, "notifications/progress", `{"progressToken":"","progress":0.1}`)},
		{"draft 7 stated", rule.R4, tools(rule.R4, `[{"name":"a","description":"d","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"type":"array","items":[{"type":"string"}],"additionalItems":false}}}}]`)},
		{"local references", rule.R3, tools(rule.R3, `[{"name":"a","description":"d","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"b":{"$ref":"#/$defs/A"}}}}}}]`)},
		{"no properties", rule.R1, tools(rule.R1, `[{"name":"a","description":"d","inputSchema":{"type":"object"}}]`)},
		{"escapes, order and space", rule.R3, result(rule.R3, "tools/call", " { \"isError\" : false , \"\\u0063ontent\" : [ { \"text\" : \"\\u00e4\" , \"type\" : \"\\u0074ext\" } ] } ")},
		{"numbers with exponents", rule.R4, result(rule.R4, "resources/list", `{"resources":[{"uri":"a:b","name":"n","size":1e3,"annotations":{"priority":5e-1}}]}`)},
		{"ttl with an exponent", rule.R5, result(rule.R5, "tools/list", `{"resultType":"complete","tools":[],"ttlMs":3.6e6,"cacheScope":"public"}`)},
		{"large id", rule.R4, notification(rule.R4, "notifications/cancelled", `{"requestId":123456789012345678901234567890}`)},
		{"deprecated logging", rule.R5, notification(rule.R5, "notifications/message", `{"level":"debug","data":{}}`)},
		{"no content at all", rule.R1, result(rule.R1, "tools/call", `{"content":[]}`)},
		{"empty cursor", rule.R1, result(rule.R1, "prompts/list", `{"prompts":[],"nextCursor":""}`)},
		{"embedded resource without mimeType", rule.R2, result(rule.R2, "prompts/get", `{"messages":[{"role":"assistant","content":{"type":"resource","resource":{"uri":"a:b","blob":""}}}]}`)},
		{"structuredContent as noise", rule.R2, result(rule.R2, "tools/call", `{"content":[],"structuredContent":[1]}`)},
		{"text and blob", rule.R3, result(rule.R3, "resources/read", `{"contents":[{"uri":"a:b","text":"x","blob":7}]}`)},
		{"base64 with line breaks", rule.R3, result(rule.R3, "tools/call", `{"content":[{"type":"image","mimeType":"image/png","data":"AAAA\r\nBB=="}]}`)},
		{"resource not found, early", rule.R2, errorOf(rule.R2, `{"code":-32002,"message":"m","data":{"uri":"a:b"}}`)},
		{"a code of the application's own", rule.R5, errorOf(rule.R5, `{"code":-31999,"message":"m"}`)},
		{"modern result of an unknown method", rule.R5, result(rule.R5, "x/y", `{"resultType":"whatever"}`)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, p := range tt.check() {
				r, _ := rule.Lookup(p.Code)
				if s := r.SeverityAt(tt.rev); s != rule.Note && s != "" {
					t.Errorf("false alarm: %s %s: %s", s, p.Code, p.Message)
				}
			}
		})
	}
}

// The same bytes, another verdict in each revision.
func TestRevisionsContradict(t *testing.T) {
	block := func(b string) string { return `{"resultType":"complete","content":[` + b + `]}` }
	tool := func(rest string) string { return `[{"name":"t","description":"d",` + rest + `}]` }
	const ok, bad = true, false
	tests := []struct {
		name  string
		check func(rev string) []Problem
		want  [5]bool
	}{
		{"audio block", func(rev string) []Problem {
			return CheckResult(rev, "tools/call", nil, []byte(block(`{"type":"audio","data":"","mimeType":"a/b"}`)), ResultContext{})
		}, [5]bool{bad, ok, ok, ok, ok}},
		{"resource_link block", func(rev string) []Problem {
			return CheckResult(rev, "tools/call", nil, []byte(block(`{"type":"resource_link","uri":"a:b","name":"n"}`)), ResultContext{})
		}, [5]bool{bad, bad, ok, ok, ok}},
		{"structuredContent of an array", func(rev string) []Problem {
			return CheckResult(rev, "tools/call", nil, []byte(`{"resultType":"complete","content":[],"structuredContent":[1]}`), ResultContext{})
		}, [5]bool{ok, ok, bad, bad, ok}},
		{"outputSchema of an array", func(rev string) []Problem {
			_, p := new(ToolLists).Page(rev, []byte(tool(`"inputSchema":{"type":"object"},"outputSchema":{"type":"array","items":{}}`)))
			return p
		}, [5]bool{ok, ok, bad, bad, ok}},
		{"property that is true", func(rev string) []Problem {
			_, p := new(ToolLists).Page(rev, []byte(tool(`"inputSchema":{"type":"object","properties":{"x":true}}`)))
			return p
		}, [5]bool{bad, bad, bad, bad, ok}},
		{"cancelled without an id", func(rev string) []Problem {
			return CheckNotification(rev, true, "notifications/cancelled", []byte(`{}`))
		}, [5]bool{bad, bad, bad, ok, bad}},
		{"server request", func(rev string) []Problem { return CheckRequest(rev, true, "roots/list", nil) }, [5]bool{ok, ok, ok, ok, bad}},
		{"client list without params", func(rev string) []Problem { return CheckRequest(rev, false, "tools/list", nil) }, [5]bool{ok, ok, ok, ok, bad}},
		{"client ping", func(rev string) []Problem { return CheckRequest(rev, false, "ping", nil) }, [5]bool{ok, ok, ok, ok, bad}},
		{"tasks/get", func(rev string) []Problem { return CheckRequest(rev, true, "tasks/get", []byte(`{"taskId":"1"}`)) }, [5]bool{bad, bad, bad, ok, bad}},
		{"error -32042", func(rev string) []Problem {
			return CheckError(rev, "tools/call", []byte(`{"code":-32042,"message":"m","data":{"elicitations":[]}}`))
		}, [5]bool{ok, ok, ok, ok, bad}},
		{"_meta key of mcp.dev", func(rev string) []Problem {
			return CheckResult(rev, "tools/call", nil, []byte(`{"resultType":"complete","content":[],"_meta":{"mcp.dev/a":1}}`), ResultContext{})
		}, [5]bool{ok, ok, bad, ok, ok}},
	}
	for _, tt := range tests {
		for i, rev := range Revisions {
			if got := len(tt.check(rev)) == 0; got != tt.want[i] {
				t.Errorf("%s in %s: silent = %v, want %v", tt.name, rev, got, tt.want[i])
			}
		}
	}
}
