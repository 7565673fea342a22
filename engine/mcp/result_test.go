package mcp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/rule"
)

const soundInit = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true},"experimental":{"x":{}}},"serverInfo":{"name":"s","version":"1"}}`

func TestCheckResult(t *testing.T) {
	tests := []struct {
		name, rev, method, params, result string
		ctx                               ResultContext
		want                              []string
	}{
		{name: "initialize", rev: rule.R3, method: "initialize", result: soundInit},
		{name: "initialize is no object", rev: rule.R3, method: "initialize", result: `[]`, want: []string{"initialize-invalid-result  []"}},
		{name: "initialize without anything", rev: rule.R3, method: "initialize", result: `{}`, want: []string{"initialize-missing-capabilities  {}", "initialize-missing-protocol-version  {}", "initialize-missing-server-info  {}"}},
		{name: "initialize with a number for a version", rev: rule.R3, method: "initialize", result: strings.Replace(soundInit, `"2025-06-18"`, `20250618`, 1), want: []string{"initialize-invalid-protocol-version/not-a-string /protocolVersion 20250618"}},
		{name: "initialize with an unpublished version", rev: rule.R3, method: "initialize", result: strings.Replace(soundInit, `2025-06-18`, `2024-10-07`, 1), want: []string{`initialize-invalid-protocol-version/unpublished /protocolVersion "2024-10-07"`}},
		{name: "initialize with the modern version", rev: rule.R4, method: "initialize", result: strings.Replace(soundInit, `2025-06-18`, `2026-07-28`, 1), want: []string{`initialize-invalid-protocol-version/modern-in-handshake /protocolVersion "2026-07-28"`}},
		{name: "initialize with capabilities in an array", rev: rule.R3, method: "initialize", result: `{"protocolVersion":"2025-06-18","capabilities":[],"serverInfo":{"name":"s","version":"1"}}`, want: []string{"initialize-invalid-capabilities/not-an-object /capabilities []"}},
		{name: "initialize with tools: true", rev: rule.R3, method: "initialize", result: `{"protocolVersion":"2025-06-18","capabilities":{"tools":true},"serverInfo":{"name":"s","version":"1"}}`, want: []string{"initialize-invalid-capabilities/capability-not-an-object /capabilities/tools true"}},
		{name: "initialize with listChanged in words", rev: rule.R3, method: "initialize", result: `{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":"yes"}},"serverInfo":{"name":"s","version":"1"}}`, want: []string{`initialize-invalid-capabilities/capability-member /capabilities/tools/listChanged "yes"`}},
		{name: "initialize without a server version", rev: rule.R3, method: "initialize", result: `{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s"}}`, want: []string{`initialize-invalid-server-info /serverInfo {"name":"s"}`}},
		{name: "initialize with null instructions", rev: rule.R3, method: "initialize", result: `{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"},"instructions":null}`, want: []string{"initialize-invalid-result /instructions null"}},
		{name: "the version in the answer rules its capabilities", rev: rule.R4, method: "initialize", result: `{"protocolVersion":"2025-06-18","capabilities":{"tasks":true},"serverInfo":{"name":"s","version":"1"}}`},

		{name: "ping", rev: rule.R2, method: "ping", result: `{"_meta":{}}`},
		{name: "ping not empty", rev: rule.R2, method: "ping", result: `{"ok":true}`, want: []string{"ping-result-not-empty /ok true"}},
		{name: "tools", rev: rule.R3, method: "tools/list", result: `{"tools":[{"bad":1}],"nextCursor":""}`},
		{name: "tools in an object", rev: rule.R3, method: "tools/list", result: `{"tools":{}}`, want: []string{"tools-list-invalid-result /tools {}"}},
		{name: "cursor is null", rev: rule.R3, method: "tools/list", result: `{"tools":[],"nextCursor":null}`, want: []string{"tools-list-invalid-result /nextCursor null"}},
		{name: "resources", rev: rule.R1, method: "resources/list", result: `{"resources":[{"uri":"a:b","name":"n","size":3.5,"annotations":{"priority":1,"audience":["user"]}}]}`},
		{name: "resource without a name", rev: rule.R1, method: "resources/list", result: `{"resources":[{"uri":"a:b"}]}`, want: []string{`list-entry-invalid /resources/0 {"uri":"a:b"}`}},
		{name: "resource of too high a priority", rev: rule.R1, method: "resources/list", result: `{"resources":[{"uri":"a:b","name":"n","annotations":{"priority":1.5}}]}`, want: []string{`list-entry-invalid /resources/0/annotations/priority 1.5`}},
		{name: "resource twice", rev: rule.R1, method: "resources/list", result: `{"resources":[{"uri":"a:b","name":"n"},{"uri":"a:b","name":"m"}]}`, want: []string{`list-entry-duplicate /resources/1/uri "a:b"`}},
		{name: "resource of an earlier page", rev: rule.R1, method: "resources/list", result: `{"resources":[{"uri":"a:b","name":"n"}]}`, ctx: ResultContext{Seen: map[string]bool{"a:b": true}}, want: []string{`list-entry-duplicate /resources/0/uri "a:b"`}},
		{name: "templates missing", rev: rule.R3, method: "resources/templates/list", result: `{"resources":[]}`, want: []string{`list-result-invalid  {"resources":[]}`}},
		{name: "prompt argument without a name", rev: rule.R3, method: "prompts/list", result: `{"prompts":[{"name":"p","arguments":[{"required":true}]}]}`, want: []string{`list-entry-invalid /prompts/0/arguments/0 {"required":true}`}},
		{name: "icons before icons", rev: rule.R3, method: "prompts/list", result: `{"prompts":[{"name":"p","icons":7}]}`},
		{name: "icons", rev: rule.R4, method: "prompts/list", result: `{"prompts":[{"name":"p","icons":7}]}`, want: []string{"list-entry-invalid /prompts/0/icons 7"}},
		{name: "prompt message with blocks in an array", rev: rule.R4, method: "prompts/get", result: `{"messages":[{"role":"user","content":[]}]}`, want: []string{"content-invalid /messages/0/content []"}},
		{name: "prompt message of the system", rev: rule.R4, method: "prompts/get", result: `{"messages":[{"role":"system","content":{"type":"text","text":"x"}}]}`, want: []string{`result-invalid /messages/0/role "system"`}},
		{name: "contents", rev: rule.R1, method: "resources/read", result: `{"contents":[{"uri":"a:b","text":""},{"uri":"a:b","blob":"AA==","mimeType":"x/y"}]}`},
		{name: "contents without text or blob", rev: rule.R1, method: "resources/read", result: `{"contents":[{"uri":"a:b"}]}`, want: []string{`content-invalid /contents/0 {"uri":"a:b"}`}},
		{name: "blob is a number", rev: rule.R1, method: "resources/read", result: `{"contents":[{"uri":"a:b","blob":7}]}`, want: []string{`content-invalid /contents/0/blob 7`}},
		{name: "blob is no base64", rev: rule.R1, method: "resources/read", result: `{"contents":[{"uri":"a:b","blob":"a b"}]}`, want: []string{`content-invalid /contents/0/blob "a b"`}},
		{name: "completion", rev: rule.R1, method: "completion/complete", result: `{"completion":{"values":["a"],"hasMore":false}}`},
		{name: "100 values", rev: rule.R3, method: "completion/complete", result: `{"completion":{"values":[` + strings.Repeat(`"a",`, 99) + `"a"]}}`},
		{name: "101 values", rev: rule.R3, method: "completion/complete", result: `{"completion":{"values":[` + strings.Repeat(`"a",`, 100) + `"a"]}}`, want: []string{`completion-too-many-values /completion/values ["a","a","a","a","a","a"…`}},
		{name: "101 values in 2026-07-28", rev: rule.R5, method: "completion/complete", result: `{"resultType":"complete","completion":{"values":[` + strings.Repeat(`"a",`, 100) + `"a"]}}`, want: []string{`completion-too-many-values /completion/values ["a","a","a","a","a","a"…`}},
		{name: "roots", rev: rule.R4, method: "roots/list", result: `{"roots":[{"uri":"file:///a"}]}`},
		{name: "unknown method", rev: rule.R4, method: "x/y", result: `{"a":1}`},
		{name: "unknown method, no object", rev: rule.R4, method: "x/y", result: `null`, want: []string{"result-invalid  null"}},

		{name: "task created", rev: rule.R4, method: "tools/call", params: `{"name":"a","task":{}}`, result: `{"task":{"taskId":"1","status":"working","createdAt":"c","lastUpdatedAt":"u","ttl":null}}`},
		{name: "task created without a status", rev: rule.R4, method: "tools/call", params: `{"name":"a","task":{}}`, result: `{"task":{"taskId":"1"}}`, want: []string{`result-invalid /task {"taskId":"1"}`, `result-invalid /task {"taskId":"1"}`, `result-invalid /task {"taskId":"1"}`, `result-invalid /task {"taskId":"1"}`}},
		{name: "task wish ignored", rev: rule.R4, method: "tools/call", params: `{"name":"a","task":{}}`, result: `{"content":[]}`},
		{name: "task not asked for", rev: rule.R4, method: "tools/call", params: `{"name":"a"}`, result: `{"task":{}}`, want: []string{`result-invalid  {"task":{}}`}},
		{name: "task state", rev: rule.R4, method: "tasks/get", result: `{"taskId":"1","status":"completed","createdAt":"c","lastUpdatedAt":"u","ttl":60000}`},
		{name: "task result", rev: rule.R4, method: "tasks/result", ctx: ResultContext{TaskMethod: "tools/call"}, result: `{"content":[],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"1"}}}`},
		{name: "task result of another shape", rev: rule.R4, method: "tasks/result", ctx: ResultContext{TaskMethod: "tools/call"}, result: `{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"1"}}}`, want: []string{`result-invalid  {"_meta":{"io.modelconte…`}},
		{name: "task result of no task", rev: rule.R4, method: "tasks/result", result: `{"content":[]}`, want: []string{`task-invalid  {"content":[]}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			problems := CheckResult(tt.rev, tt.method, rawOrNil(tt.params), []byte(tt.result), tt.ctx)
			if diff := cmp.Diff(tt.want, brief(t, tt.result, problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestContentBlocks(t *testing.T) {
	blocks := []struct{ name, block, since, at string }{
		{"text", `{"type":"text","text":""}`, rule.R1, ""},
		{"image", `{"type":"image","data":"AA==","mimeType":"a/b","annotations":{"audience":["user"]}}`, rule.R1, ""},
		{"resource", `{"type":"resource","resource":{"uri":"a:b","text":""}}`, rule.R1, ""},
		{"audio", `{"type":"audio","data":"","mimeType":"a/b"}`, rule.R2, `/type "audio"`},
		{"resource link", `{"type":"resource_link","uri":"a:b","name":"n"}`, rule.R3, `/type "resource_link"`},
		{"video", `{"type":"video","data":""}`, "never", `/type "video"`},
		{"tool use", `{"type":"tool_use","id":"1","name":"n","input":{}}`, "never", `/type "tool_use"`},
		{"no type", `{"text":""}`, "never", ` {"text":""}`},
		{"type is a number", `{"type":1}`, "never", `/type 1`},
		{"text missing", `{"type":"text"}`, "never", ` {"type":"text"}`},
		{"text is null", `{"type":"text","text":null}`, "never", `/text null`},
		{"image without mimeType", `{"type":"image","data":"AA=="}`, "never", ` {"type":"image","data":"…`},
		{"image in no base64", `{"type":"image","data":"a!","mimeType":"a/b"}`, "never", `/data "a!"`},
		{"a string", `"text"`, "never", ` "text"`},
		{"type last", `{"text":"x","type":"text"}`, rule.R1, ""},
		{"type with an escape", `{"type":"t\u0065xt","text":"x"}`, rule.R1, ""},
	}
	for _, rev := range Revisions {
		for _, b := range blocks {
			t.Run(rev+" "+b.name, func(t *testing.T) {
				result := `{"resultType":"complete","content":[` + b.block + `]}`
				var want []string
				if b.since == "never" || rev < b.since {
					want = []string{"content-invalid /content/0" + b.at}
				}
				got := brief(t, result, CheckResult(rev, "tools/call", nil, []byte(result), ResultContext{}))
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

func TestStructuredContent(t *testing.T) {
	const object = `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`
	tests := []struct {
		name, rev, schema, result string
		want                      []string
	}{
		{"unknown before 2025-06-18", rule.R2, object, `{"content":[],"structuredContent":[1]}`, nil},
		{"fits", rule.R3, object, `{"content":[],"structuredContent":{"n":1}}`, nil},
		{"does not fit", rule.R3, object, `{"content":[],"structuredContent":{"n":"1"}}`, []string{`structured-content-mismatch /structuredContent/n "1"`}},
		{"lacks a member", rule.R4, object, `{"content":[],"structuredContent":{}}`, []string{`structured-content-mismatch /structuredContent {}`}},
		{"missing", rule.R4, object, `{"content":[]}`, []string{`structured-content-missing  {"content":[]}`}},
		{"missing in an error", rule.R4, object, `{"content":[],"isError":true}`, nil},
		{"no schema", rule.R4, ``, `{"content":[]}`, nil},
		{"an array before 2026-07-28", rule.R4, object, `{"content":[],"structuredContent":[1]}`, []string{`structured-content-invalid /structuredContent [1]`}},
		{"an array in 2026-07-28", rule.R5, `{"type":"array","items":{"type":"integer"}}`, `{"resultType":"complete","content":[],"structuredContent":[1]}`, nil},
		{"null in 2026-07-28", rule.R5, `{"type":"null"}`, `{"resultType":"complete","content":[],"structuredContent":null}`, nil},
		{"null against an object", rule.R5, object, `{"resultType":"complete","content":[],"structuredContent":null}`, []string{`structured-content-mismatch /structuredContent null`}},
		{"a pattern is not judged", rule.R4, `{"type":"object","properties":{"a":{"pattern":"^x$"}}}`, `{"content":[],"structuredContent":{"a":"y"}}`, nil},
		{"a remote reference is not judged", rule.R4, `{"type":"object","$ref":"https://a.example/b"}`, `{"content":[],"structuredContent":{"a":"y"}}`, nil},
		{"an unknown dialect is not judged", rule.R4, `{"$schema":"https://a.example/mine","type":"object","required":["q"]}`, `{"content":[],"structuredContent":{"a":"y"}}`, nil},
		{"draft 7 keeps to its reference", rule.R3, `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"$ref":"#/definitions/s","maxLength":1}},"definitions":{"s":{"type":"string"}}}`, `{"content":[],"structuredContent":{"a":"long"}}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := ResultContext{OutputSchema: rawOrNil(tt.schema)}
			problems := CheckResult(tt.rev, "tools/call", []byte(`{"name":"a"}`), []byte(tt.result), ctx)
			if diff := cmp.Diff(tt.want, brief(t, tt.result, problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestModernResults(t *testing.T) {
	const elicit = `{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}`
	declared := func(caps string) string {
		return `{"name":"a","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":` + caps + `}}`
	}
	tests := []struct {
		name, method, params, result string
		extensions                   bool
		want                         []string
	}{
		{name: "list", method: "tools/list", result: `{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"public"}`},
		{name: "list without resultType", method: "tools/list", result: `{"tools":[],"ttlMs":0,"cacheScope":"public"}`, want: []string{`result-type-missing  {"tools":[],"ttlMs":0,"c…`}},
		{name: "list without caching", method: "prompts/list", result: `{"resultType":"complete","prompts":[]}`, want: []string{`cache-hints-invalid  {"resultType":"complete"…`, `cache-hints-invalid  {"resultType":"complete"…`}},
		{name: "ttl below zero", method: "tools/list", result: `{"resultType":"complete","tools":[],"ttlMs":-1,"cacheScope":"public"}`, want: []string{`cache-hints-invalid /ttlMs -1`}},
		{name: "ttl of minus nothing", method: "tools/list", result: `{"resultType":"complete","tools":[],"ttlMs":-0,"cacheScope":"private"}`},
		{name: "ttl of a fraction", method: "tools/list", result: `{"resultType":"complete","tools":[],"ttlMs":0.5,"cacheScope":"private"}`, want: []string{`cache-hints-invalid /ttlMs 0.5`}},
		{name: "unknown scope", method: "tools/list", result: `{"resultType":"complete","tools":[],"ttlMs":1,"cacheScope":"shared"}`, want: []string{`cache-hints-invalid /cacheScope "shared"`}},
		{name: "resultType is a number", method: "tools/call", result: `{"resultType":1,"content":[]}`, want: []string{`result-type-invalid /resultType 1`}},
		{name: "resultType unknown", method: "tools/call", result: `{"resultType":"partial","content":[]}`, want: []string{`result-type-invalid /resultType "partial"`}},
		{name: "resultType of an extension", method: "tools/call", result: `{"resultType":"task"}`, extensions: true},
		{name: "complete but empty", method: "tools/call", result: `{"resultType":"complete"}`, want: []string{`result-invalid  {"resultType":"complete"…`}},
		{name: "discover", method: "server/discover", params: declared(`{}`), result: `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"x":{"y":null}},"ttlMs":1,"cacheScope":"public","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}`},
		{name: "discover without the version", method: "server/discover", params: declared(`{}`), result: `{"resultType":"complete","supportedVersions":["2025-11-25"],"capabilities":{},"ttlMs":1,"cacheScope":"public"}`, want: []string{`discover-version-mismatch /supportedVersions ["2025-11-25"]`}},
		{name: "discover without capabilities", method: "server/discover", result: `{"resultType":"complete","supportedVersions":[],"ttlMs":1,"cacheScope":"public"}`, want: []string{`discover-invalid-result  {"resultType":"complete"…`}},
		{name: "server info without a version", method: "tools/call", result: `{"resultType":"complete","content":[],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s"}}}`, want: []string{`meta-invalid /_meta/io.modelcontextprotocol~1serverInfo {"name":"s"}`}},
		{name: "listen ends", method: "subscriptions/listen", result: `{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":7}}`},
		{name: "listen ends without its id", method: "subscriptions/listen", result: `{"resultType":"complete","_meta":{}}`, want: []string{`meta-invalid /_meta {}`}},

		{name: "input", method: "tools/call", params: declared(`{"elicitation":{}}`), result: `{"resultType":"input_required","inputRequests":{"a":` + elicit + `},"requestState":"s"}`},
		{name: "input by state alone", method: "resources/read", result: `{"resultType":"input_required","requestState":"s"}`},
		{name: "input of neither", method: "tools/call", result: `{"resultType":"input_required"}`, want: []string{`input-required-invalid  {"resultType":"input_req…`}},
		{name: "input for a list", method: "tools/list", result: `{"resultType":"input_required","requestState":"s"}`, want: []string{`result-type-invalid /resultType "input_required"`}},
		{name: "input by an unknown method", method: "tools/call", result: `{"resultType":"input_required","inputRequests":{"a":{"method":"ping"}}}`, want: []string{`input-required-invalid /inputRequests/a/method "ping"`}},
		{name: "input that was not declared", method: "tools/call", params: declared(`{}`), result: `{"resultType":"input_required","inputRequests":{"a/b":` + elicit + `}}`, want: []string{`client-capability-not-declared /inputRequests/a~1b/method "elicitation/create"`}},
		{name: "input by URL without its mode", method: "tools/call", params: declared(`{"elicitation":{"form":{}}}`), result: `{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://a"}}}}`, want: []string{`client-capability-not-declared /inputRequests/a/method "elicitation/create"`}},
		{name: "roots are deprecated", method: "tools/call", params: declared(`{"roots":{}}`), result: `{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"}}}`, want: []string{`deprecated-feature /inputRequests/a/method "roots/list"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			problems := CheckResult(rule.R5, tt.method, rawOrNil(tt.params), []byte(tt.result), ResultContext{Extensions: tt.extensions})
			if diff := cmp.Diff(tt.want, brief(t, tt.result, problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCheckError(t *testing.T) {
	tests := []struct {
		name, rev, err string
		want           []string
	}{
		{"method not found", rule.R1, `{"code":-32601,"message":""}`, nil},
		{"the application's own", rule.R5, `{"code":-1,"message":"","data":null}`, nil},
		{"positive", rule.R5, `{"code":404,"message":""}`, nil},
		{"resource not found", rule.R4, `{"code":-32002,"message":""}`, nil},
		{"resource not found in 2026-07-28", rule.R5, `{"code":-32002,"message":""}`, []string{"error-code-not-allowed /code -32002"}},
		{"URL elicitation before", rule.R3, `{"code":-32042,"message":""}`, nil},
		{"URL elicitation", rule.R4, `{"code":-32042,"message":"","data":{"elicitations":[{"mode":"url","message":"m","url":"u","elicitationId":"1"}]}}`, nil},
		{"URL elicitation without data", rule.R4, `{"code":-32042,"message":""}`, []string{`error-data-missing  {"code":-32042,"message"…`}},
		{"URL elicitation of a form", rule.R4, `{"code":-32042,"message":"","data":{"elicitations":[{"mode":"form","message":"m"}]}}`, []string{`error-data-missing /data/elicitations/0 {"mode":"form","message"…`, `error-data-missing /data/elicitations/0 {"mode":"form","message"…`, `error-data-missing /data/elicitations/0/mode "form"`}},
		{"URL elicitation after", rule.R5, `{"code":-32042,"message":""}`, []string{"error-code-not-allowed /code -32042"}},
		{"header mismatch on stdio", rule.R5, `{"code":-32020,"message":""}`, []string{"error-code-not-allowed /code -32020"}},
		{"capability missing", rule.R5, `{"code":-32021,"message":"","data":{"requiredCapabilities":{"sampling":{}}}}`, nil},
		{"capability missing, which", rule.R5, `{"code":-32021,"message":"","data":{}}`, []string{"error-data-missing /data {}"}},
		{"version", rule.R5, `{"code":-32022,"message":"","data":{"supported":["2026-07-28"],"requested":"1900-01-01"}}`, nil},
		{"version without data", rule.R5, `{"code":-32022,"message":"","data":null}`, []string{"error-data-missing /data null"}},
		{"version with a number", rule.R5, `{"code":-32022,"message":"","data":{"supported":[1],"requested":"x"}}`, []string{"error-data-missing /data/supported/0 1"}},
		{"the same code before", rule.R4, `{"code":-32022,"message":""}`, nil},
		{"reserved and undefined", rule.R5, `{"code":-32050,"message":""}`, []string{"error-code-not-allowed /code -32050"}},
		{"a server's own before", rule.R4, `{"code":-32050,"message":""}`, nil},
		{"draft numbering", rule.R5, `{"code":-32004,"message":""}`, []string{"error-code-unusual /code -32004"}},
		{"legacy range", rule.R5, `{"code":-32010,"message":""}`, []string{"error-code-unusual /code -32010"}},
		{"legacy range before", rule.R4, `{"code":-32010,"message":""}`, nil},
		{"reserved by JSON-RPC", rule.R2, `{"code":-32500,"message":""}`, []string{"error-code-unusual /code -32500"}},
		{"written with an exponent", rule.R5, `{"code":-3.2002e4,"message":""}`, []string{"error-code-not-allowed /code -3.2002e4"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			problems := CheckError(tt.rev, "tools/call", []byte(tt.err))
			if diff := cmp.Diff(tt.want, brief(t, tt.err, problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
