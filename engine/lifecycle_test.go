package engine_test

import (
	"strings"
	"testing"

	"stdioscope/engine/report"
	"stdioscope/engine/transcript"

	"github.com/google/go-cmp/cmp"
)

// TestLegacyLifecycle: the handshake era, from opening to use.
func TestLegacyLifecycle(t *testing.T) {
	ask := func(version string) string {
		return `spawn
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + version + `","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			`
	}
	answer := func(version string) string {
		return `
			< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"` + version + `","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
			`
	}
	entries := strings.Replace(opening, `"logging":{}`, `"logging":{},"prompts":{},"resources":{}`, 1) + `
			> {"jsonrpc":"2.0","id":"p","method":"prompts/list"}
			< {"jsonrpc":"2.0","id":"p","result":{"prompts":[{"name":"a"}]}}
			> {"jsonrpc":"2.0","id":"r","method":"resources/list"}
			< {"jsonrpc":"2.0","id":"r","result":{"resources":[{"name":"a","uri":"note:a"}]}}
			`
	for _, c := range []scriptCase{
		{"another version is an answer", ask("2025-11-25") + answer("2024-11-05") + closing, ``},
		{"an unpublished version", ask("2025-11-25") + answer("2024-10-07") + closing, `error initialize-invalid-protocol-version/unpublished stdout:1`},
		{"a modern version", ask("2025-11-25") + answer("2026-07-28") + closing, `error initialize-invalid-protocol-version/modern-in-handshake stdout:1`},
		{"refused with the versions", ask("2025-11-25") + `< {"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2024-11-05"],"requested":"2025-11-25"}}}` + closing,
			`note version-refused/version-refused stdout:1`},
		{"modern only", ask("2025-11-25") + `< {"jsonrpc":"2.0","id":0,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}}}` + closing,
			`note version-refused/modern-only stdout:1`},
		{"refused without a reason", ask("2025-11-25") + `< {"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"boom"}}` + closing, `error initialize-error stdout:1`},
		{"ping before the answer", ask("2025-11-25") + `< {"jsonrpc":"2.0","id":1,"method":"ping"}
			> {"jsonrpc":"2.0","id":1,"result":{}}` + answer("2025-11-25") + closing, ``},
		{"logging before the answer", ask("2025-11-25") + `< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}` + answer("2025-11-25") + closing, ``},
		{"a request before the answer", ask("2025-11-25") + `< {"jsonrpc":"2.0","id":1,"method":"roots/list"}` + answer("2025-11-25") + closing, `warning message-before-initialize/request stdout:1`},
		{"a request before the client is ready", ask("2025-11-25") + answer("2025-11-25") + `< {"jsonrpc":"2.0","id":1,"method":"roots/list"}
			> {"jsonrpc":"2.0","method":"notifications/initialized"}
			> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}` + closing, `warning message-before-initialize/request stdout:2`},
		{"ping before the client is ready", ask("2025-11-25") + answer("2025-11-25") + `< {"jsonrpc":"2.0","id":1,"method":"ping"}
			> {"jsonrpc":"2.0","method":"notifications/initialized"}
			> {"jsonrpc":"2.0","id":1,"result":{}}` + closing, ``},
		{"a notification before the answer", ask("2025-11-25") + `< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + answer("2025-11-25") + closing, `warning message-before-initialize/notification stdout:1`},
		{"a client capability that was declared", opening + `< {"jsonrpc":"2.0","id":1,"method":"roots/list"}
			> {"jsonrpc":"2.0","id":1,"result":{"roots":[]}}` + closing, ``},
		{"a client capability that was not", opening + `< {"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}
			> {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}` + closing, `error client-capability-not-declared stdout:2`},
		{"list_changed as advertised", opening + `< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + closing, ``},
		{"list_changed unadvertised", opening + `< {"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}` + closing, `error capability-not-advertised stdout:2`},
		{"unadvertised and refused", opening + `> {"jsonrpc":"2.0","id":1,"method":"prompts/list"}
			< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}` + closing, ``},
		{"unadvertised and empty", opening + `> {"jsonrpc":"2.0","id":1,"method":"prompts/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"prompts":[]}}` + closing, `warning unadvertised-list-answered stdout:2`},
		{"unadvertised and served", opening + `> {"jsonrpc":"2.0","id":1,"method":"prompts/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"p"}]}}` + closing, `error capability-not-advertised stdout:2`},
		{"advertised and refused", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}` + closing, `error capability-list-unsupported stdout:2`},
		{"advertised and broken", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"boom"}}` + closing, `error capability-list-error stdout:2`},
		{"a cursor that comes back", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"tools":[],"nextCursor":"a"}}
			> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"a"}}
			< {"jsonrpc":"2.0","id":2,"result":{"tools":[],"nextCursor":"a"}}` + closing, `warning cursor-not-advancing stdout:3`},
		{"cursors that go on", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"tools":[],"nextCursor":"a"}}
			> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"a"}}
			< {"jsonrpc":"2.0","id":2,"result":{"tools":[],"nextCursor":""}}
			> {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":""}}
			< {"jsonrpc":"2.0","id":3,"result":{"tools":[]}}` + closing, ``},
		{"an unknown tool as a result", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","description":"A.","inputSchema":{"type":"object"}}]}}
			> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"b"}}
			< {"jsonrpc":"2.0","id":2,"result":{"content":[],"isError":true}}
			> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a"}}
			< {"jsonrpc":"2.0","id":3,"result":{"content":[],"isError":true}}` + closing, `note unknown-tool-as-result stdout:3`},
		{"an unknown tool with another code", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}
			plan 2 tools/call request
			> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"b"}}
			< {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no tool b"}}` + closing, `note error-code-unusual stdout:3`},
		{"an explicit request refused rightly", opening + `plan 1 no/such request
			> {"jsonrpc":"2.0","id":1,"method":"no/such"}
			< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}` + closing, ``},
		{"an explicit request that fails", opening + `plan 1 tools/call request
			> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}
			< {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"boom"}}` + closing, `error operation-error stdout:2`},
		{"an unknown prompt refused rightly", entries + `plan 2 prompts/get request
			> {"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"b"}}
			< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no prompt b"}}` + closing, ``},
		{"a known prompt refused", entries + `plan 2 prompts/get request
			> {"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"a"}}
			< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no arguments"}}` + closing, `error operation-error stdout:4`},
		{"an unknown prompt that breaks the server", entries + `plan 2 prompts/get request
			> {"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"b"}}
			< {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"boom"}}` + closing, `error operation-error stdout:4`},
		{"an unknown resource refused rightly", entries + `plan 2 resources/read request
			> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"note:b"}}
			< {"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"no resource"}}` + closing, ``},
		{"a known resource refused", entries + `plan 2 resources/read request
			> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"note:a"}}
			< {"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"no resource"}}` + closing, `error operation-error stdout:4`},
		{"the same of a client on its own", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}
			< {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"boom"}}` + closing, ``},
		{"an id of the client again", opening + `> {"jsonrpc":"2.0","id":1,"method":"ping"}
			< {"jsonrpc":"2.0","id":1,"result":{}}
			> {"jsonrpc":"2.0","id":1,"method":"ping"}
			< {"jsonrpc":"2.0","id":1,"result":{}}` + closing, `note request-id-reused stdin:4`},
		{"an unknown notification", opening + `< {"jsonrpc":"2.0","method":"notifications/acme/tick"}` + closing, `warning method-unknown stdout:2`},
		{"one that an experiment may define", strings.Replace(opening, `"logging":{}`, `"logging":{},"experimental":{"acme":{}}`, 1) + `< {"jsonrpc":"2.0","method":"notifications/acme/tick"}` + closing, ``},
		{"initialize again", opening + `> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}` + closing, `note second-initialize stdin:3`},
	} {
		c.run(t)
	}
}

// TestModernLifecycle: the stateless era, and sessions of both.
func TestModernLifecycle(t *testing.T) {
	call := func(id, params string) string {
		return "\n> {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"a\"" + params + "}}\n"
	}
	done := func(id string) string {
		return "\n< {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"resultType\":\"complete\",\"content\":[]}}\n"
	}
	const unknownVersion = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2199-01-01","io.modelcontextprotocol/clientCapabilities":{}}`
	const noCaps = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`
	const logging = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"warning"}`
	message := func(level string) string {
		return "\n< {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"" + level + "\",\"data\":1}}\n"
	}
	const listen = `
		> {"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + modernMeta + `}}
		`
	ack := func(id, filter string) string {
		return "\n< {\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"notifications\":{" + filter + "},\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" + id + "}}}\n"
	}
	changed := func(what, meta string) string {
		return "\n< {\"jsonrpc\":\"2.0\",\"method\":\"notifications/" + what + "/list_changed\",\"params\":{" + meta + "}}\n"
	}
	const of9 = `"_meta":{"io.modelcontextprotocol/subscriptionId":9}`
	for _, c := range []scriptCase{
		{"clean", modernOpening + call("1", ","+modernMeta) + done("1") + closing, ``},
		{"an id again after its answer", modernOpening + call("1", ","+modernMeta) + done("1") + call("1", ","+modernMeta) + done("1") + closing, ``},
		{"a version not offered, served", modernOpening + call("1", unknownVersion) + done("1") + closing, `error version-accepted-unsupported stdout:2`},
		{"a version not offered, refused", modernOpening + call("1", unknownVersion) + `< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"2199-01-01"}}}` + closing, ``},
		{"a version not offered, refused with another code", modernOpening + call("1", unknownVersion) + `< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}` + closing, `error error-code-not-allowed/unsupported-version stdout:2`},
		{"no capabilities, served", modernOpening + call("1", noCaps) + done("1") + closing, `note request-meta-missing stdin:2
			error meta-not-enforced stdout:2`},
		{"no _meta, served by a modern server", modernOpening + call("1", "") + done("1") + closing, `note request-meta-missing stdin:2
			error meta-not-enforced stdout:2`},
		{"no _meta, refused", modernOpening + call("1", "") + `< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no _meta"}}` + closing, `note request-meta-missing stdin:2`},
		{"a server request", modernOpening + `< {"jsonrpc":"2.0","id":1,"method":"ping"}` + closing, `error server-request-not-allowed stdout:2`},
		{"a log that was asked for", modernOpening + call("1", logging) + message("error") + done("1") + closing, `note deprecated-feature stdout:2`},
		{"a log of too low a level", modernOpening + call("1", logging) + message("info") + done("1") + closing, `error log-level-not-requested stdout:2
			note deprecated-feature stdout:2`},
		{"a log nobody asked for", modernOpening + message("error") + closing, `error log-level-not-requested stdout:2
			note deprecated-feature stdout:2`},
		{"a log after its request", modernOpening + call("1", logging) + done("1") + message("error") + closing, `error log-level-not-requested stdout:3
			note deprecated-feature stdout:3`},
		{"a subscription", modernOpening + listen + ack("9", `"toolsListChanged":true`) + changed("tools", of9) + closing, ``},
		{"before the acknowledgement", modernOpening + listen + changed("tools", of9) + closing, `error subscription-invalid/not-acknowledged stdout:2`},
		{"of another kind", modernOpening + listen + ack("9", `"toolsListChanged":true`) + changed("prompts", of9) + closing, `error capability-not-advertised stdout:3
			error subscription-invalid/filter stdout:3`},
		{"untagged", modernOpening + listen + ack("9", `"toolsListChanged":true`) + changed("tools", `"_meta":{}`) + closing, `error subscription-invalid/id stdout:3`},
		{"without params", modernOpening + listen + ack("9", `"toolsListChanged":true`) + `< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + closing, `error subscription-invalid/id stdout:3`},
		{"of both eras", `spawn
			> {"jsonrpc":"2.0","id":"d","method":"server/discover","params":{` + modernMeta + `}}
			< {"jsonrpc":"2.0","id":"d","result":{"resultType":"complete","supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{"tools":{"listChanged":true}},"ttlMs":0,"cacheScope":"private"}}
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}
			< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"s","version":"1"}}}
			> {"jsonrpc":"2.0","method":"notifications/initialized"}
			< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
			< {"jsonrpc":"2.0","id":1,"method":"roots/list"}
			> {"jsonrpc":"2.0","id":1,"result":{"roots":[]}}` + call("5", ","+modernMeta) + done("5") + closing, ``},
		{"with the id as a string", modernOpening + listen + ack(`"9"`, `"toolsListChanged":true`) + closing, `error subscription-invalid/id stdout:2`},
		{"without a subscription", modernOpening + changed("tools", of9) + closing, `error subscription-invalid/no-subscription stdout:2`},
		{"an acknowledgement of more than was asked", modernOpening + listen + ack("9", `"toolsListChanged":true,"promptsListChanged":true`) + closing, `error subscription-invalid/filter stdout:2`},
		{"ended by the server", modernOpening + listen + ack("9", `"toolsListChanged":true`) + `< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}` + closing, ``},
		{"cancels a request", modernOpening + call("1", ","+modernMeta) + `< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + done("1") + closing, `error cancel-not-allowed stdout:2`},
		{"cacheScope differs", modernOpening + `> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + modernMeta + `}}
			< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[],"ttlMs":1,"cacheScope":"public","nextCursor":"a"}}
			> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"a",` + modernMeta + `}}
			< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","tools":[],"ttlMs":1,"cacheScope":"private"}}` + closing, `error cache-scope-differs stdout:3`},
		{"input that the request allows", modernOpening + call("1", `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}`) +
			`< {"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}}}}` + closing, ``},
		{"input that it does not", modernOpening + call("1", ","+modernMeta) +
			`< {"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}}}}` + closing, `error client-capability-not-declared stdout:2`},
		{"a probe left unanswered", `spawn
			> {"jsonrpc":"2.0","id":"d","method":"server/discover","params":{` + modernMeta + `}}
			deadline discover 5000
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}` + closing, `note discover-unanswered`},
		{"a probe answered late", `spawn
			> {"jsonrpc":"2.0","id":"d","method":"server/discover","params":{` + modernMeta + `}}
			deadline discover 5000
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			< {"jsonrpc":"2.0","id":"d","error":{"code":-32601,"message":"Method not found"}}
			< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}` + closing, ``},
	} {
		c.run(t)
	}
}

// TestRelaunch: a server that exits on the probe is launched again, which is no
// repeat.
func TestRelaunch(t *testing.T) {
	const probe = `spawn
		> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + modernMeta + `}}
		exit 1
		`
	const again = `spawn
		> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
		`
	const answer = `< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}` + closing
	for _, c := range []struct {
		name, protocol, script, want string
		ok                           bool
	}{
		{"it lives", "auto", probe + again + answer, `warning server-exits-on-discover`, true},
		{"it dies again", "auto", probe + again + "exit 1\nend", `error server-exited/nonzero-exit-before-initialize
			error server-exited/nonzero-exit-before-initialize`, false},
		{"the revision was asked for by name", "2026-07-28", probe + "end", `error server-exited/nonzero-exit-before-initialize`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}, Options: transcript.Options{Protocol: c.protocol}}
			got := judged(h, script(t, c.script))
			if diff := cmp.Diff(trimmed(c.want), findings(got)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if got.OK != c.ok {
				t.Errorf("ok %v", got.OK)
			}
			if got.Runs != nil || got.Checks.Repeat.Status != report.Skipped {
				t.Errorf("taken for a repeat: %+v", got.Checks.Repeat)
			}
		})
	}
}

// TestAdversarial: the seed's probes have codes of their own; the same faults
// without a probe do not.
func TestAdversarial(t *testing.T) {
	const plan = "\nplan 1 tools/call adversarial invalid-params\n"
	const call = "> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":42}}\n"
	const served = "< {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\n"
	for _, c := range []scriptCase{
		{"invalid params served", opening + plan + call + served + closing, `error adversarial-invalid-params-result stdout:2`},
		{"invalid params as a failed call", opening + plan + call + "< {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"isError\":true}}" + closing, ``},
		{"the same without a plan", opening + call + served + closing, ``},
		{"never answered", opening + plan + call + "deadline adversarial 5000" + closing, `error adversarial-probe-timeout`},
		{"crashes", opening + plan + call + "exit 1\nend", `error adversarial-probe-crash`},
		{"a notification answered", opening + "plan - notifications/x adversarial notification\n> {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n< {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32601,\"message\":\"no\"}}" + closing, `error adversarial-notification-response stdout:2`},
		{"malformed JSON and silence", opening + "plan - tools/list adversarial malformed-json\n> {\"jsonrpc\":\"2.0\",\"id\":,\n" + closing, `note stdout-non-json/syntax stdin:3`},
		{"malformed JSON and a parse error", opening + "plan - tools/list adversarial malformed-json\n> {\"jsonrpc\":\"2.0\",\"id\":,\n< {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}" + closing, `note stdout-non-json/syntax stdin:3
			note error-id-null stdout:2`},
		{"prints on a probe", opening + plan + call + "< TypeError: name\n< {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"no\"}}" + closing, `error adversarial-probe-invalid-stdout stdout:2
			error stdout-non-json/text stdout:2`},
	} {
		c.run(t)
	}
}
