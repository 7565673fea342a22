package engine_test

import (
	"strings"
	"testing"

	"stdioscope/engine/mcp"
	"stdioscope/engine/transcript"

	"github.com/google/go-cmp/cmp"
)

// TestClientAtFault: what a client did wrong is held against it, and a server
// that makes the best of it is clean.
func TestClientAtFault(t *testing.T) {
	const (
		initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`
		welcome    = `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`
		refuse     = `,"error":{"code":-32600,"message":"Invalid Request"}}`
	)
	for _, c := range []scriptCase{
		{"an envelope without jsonrpc, refused by its id", opening + `> {"id":5,"method":"ping"}
			< {"jsonrpc":"2.0","id":5` + refuse + closing, `note stdout-invalid-json-rpc/missing-jsonrpc stdin:3`},
		{"the same, served", opening + `> {"id":5,"method":"ping"}
			< {"jsonrpc":"2.0","id":5,"result":{}}` + closing, `note stdout-invalid-json-rpc/missing-jsonrpc stdin:3`},
		{"answered twice", opening + `> {"id":5,"method":"ping"}
			< {"jsonrpc":"2.0","id":5` + refuse + `
			< {"jsonrpc":"2.0","id":5` + refuse + closing, `note stdout-invalid-json-rpc/missing-jsonrpc stdin:3
			error response-id-mismatch stdout:3`},
		{"params as an array, refused by the id", opening + `> {"jsonrpc":"2.0","id":"a","method":"tools/list","params":[]}
			< {"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"Invalid params"}}` + closing, `note stdout-invalid-json-rpc/params-not-object stdin:3`},
		{"an id with a fraction, sent back", opening + `> {"jsonrpc":"2.0","id":1.5,"method":"ping"}
			< {"jsonrpc":"2.0","id":1.5,"result":{}}` + closing, `note stdout-invalid-json-rpc/id-type stdin:3`},
		{"an id with a fraction that nobody sent", opening + `< {"jsonrpc":"2.0","id":1.5,"result":{}}` + closing, `error stdout-invalid-json-rpc/id-type stdout:2`},
		{"another id than the malformed one", opening + `> {"id":5,"method":"ping"}
			< {"jsonrpc":"2.0","id":6` + refuse + closing, `note stdout-invalid-json-rpc/missing-jsonrpc stdin:3
			error response-id-mismatch stdout:2`},

		{"a batch where there are none, refused", opening + `> [{"jsonrpc":"2.0","id":1,"method":"ping"}]
			< {"jsonrpc":"2.0","id":null` + refuse + closing, `note batch-not-allowed stdin:3
			note error-id-null stdout:2`},
		{"a batch where there are none, ignored", opening + `> [{"jsonrpc":"2.0","id":1,"method":"ping"}]` + closing, `note batch-not-allowed stdin:3`},
		{"a batch where there are none, answered in kind", opening + `> [{"jsonrpc":"2.0","id":1,"method":"ping"}]
			< [{"jsonrpc":"2.0","id":1,"result":{}}]` + closing, `note batch-not-allowed stdin:3
			error batch-not-allowed stdout:2`},
		{"a batch where they are, ignored", "spawn\n> " + initialize + "\n< " + welcome + "\n" + `> [{"jsonrpc":"2.0","id":1,"method":"ping"}]` + closing,
			`error operation-missing-response/clean-exit-during-operation`},
		{"initialize in a batch, refused", "spawn\n> [" + initialize + "]\n" + `< {"jsonrpc":"2.0","id":0` + refuse + closing, `note batch-invalid/initialize-in-batch stdin:1`},
		{"initialize in a batch, answered", "spawn\n> [" + initialize + "]\n< [" + welcome + "]\n" + closing, `note batch-invalid/initialize-in-batch stdin:1`},

		{"one id for two methods at once", opening + `> {"jsonrpc":"2.0","id":1,"method":"ping"}
			> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}
			< {"jsonrpc":"2.0","id":1,"result":{}}` + closing, `note request-id-reused stdin:4`},
		{"one progress token for two calls at once", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":7}}}
			> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":7}}}
			< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":5}}
			< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1}}
			< {"jsonrpc":"2.0","id":2,"result":{"content":[]}}
			< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":6}}
			< {"jsonrpc":"2.0","id":1,"result":{"content":[]}}` + closing, ``},
		{"a request before the client is ready, refused", "spawn\n> " + initialize + "\n< " + welcome + "\n" + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"not initialized"}}` + closing, ``},
		{"a request after it is, refused", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"not initialized"}}` + closing, `error capability-list-error stdout:2`},
		{"a request before the client is ready, never answered", "spawn\n> " + initialize + "\n< " + welcome + "\n" + `> {"jsonrpc":"2.0","id":1,"method":"ping"}` + closing,
			`error operation-missing-response/clean-exit-during-operation`},
	} {
		c.run(t)
	}
}

// TestListings: the pages of one listing belong together, and no others.
func TestListings(t *testing.T) {
	const (
		prompts = `
			spawn
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"prompts":{},"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
			> {"jsonrpc":"2.0","method":"notifications/initialized"}
			`
		tool = `{"name":"a","description":"d","inputSchema":{"type":"object"}}`
	)
	for _, c := range []scriptCase{
		{"a prompt on two pages", prompts + `> {"jsonrpc":"2.0","id":1,"method":"prompts/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"p"}],"nextCursor":"2"}}
			> {"jsonrpc":"2.0","id":2,"method":"prompts/list","params":{"cursor":"2"}}
			< {"jsonrpc":"2.0","id":2,"result":{"prompts":[{"name":"p"}]}}` + closing, `warning list-entry-duplicate stdout:3`},
		{"a prompt in two listings", prompts + `> {"jsonrpc":"2.0","id":1,"method":"prompts/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"p"}]}}
			> {"jsonrpc":"2.0","id":2,"method":"prompts/list"}
			< {"jsonrpc":"2.0","id":2,"result":{"prompts":[{"name":"p"}]}}` + closing, ``},
		{"two listings under way at once", prompts + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"tools":[` + tool + `]}}
			< {"jsonrpc":"2.0","id":2,"result":{"tools":[` + tool + `]}}` + closing, ``},
		{"a page asked for twice", prompts + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"tools":[],"nextCursor":"2"}}
			> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"2"}}
			< {"jsonrpc":"2.0","id":2,"result":{"tools":[` + tool + `],"nextCursor":"3"}}
			> {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"2"}}
			< {"jsonrpc":"2.0","id":3,"result":{"tools":[` + tool + `],"nextCursor":"3"}}` + closing, ``},
		{"a tool on two pages", prompts + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"tools":[` + tool + `],"nextCursor":"2"}}
			> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"2"}}
			< {"jsonrpc":"2.0","id":2,"result":{"tools":[` + tool + `]}}` + closing, `error tool-name-duplicate stdout:3`},
	} {
		c.run(t)
	}
}

// TestCapabilities: what works must be advertised, and what is advertised works.
func TestCapabilities(t *testing.T) {
	open := func(caps string) string {
		return `spawn
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":` + caps + `,"serverInfo":{"name":"s","version":"1"}}}
			> {"jsonrpc":"2.0","method":"notifications/initialized"}
			`
	}
	const (
		complete = `> {"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}}}
			< {"jsonrpc":"2.0","id":1,"result":{"completion":{"values":["x"]}}}`
		call = `> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}
			`
		setLevel = `> {"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"warning"}}
			`
		unknown = `< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`
		done    = `< {"jsonrpc":"2.0","id":1,"result":{}}
			`
		debug = `< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"debug","data":"x"}}
			`
	)
	for _, c := range []scriptCase{
		{"completion advertised", open(`{"completions":{},"prompts":{}}`) + complete + closing, ``},
		{"completion not advertised", open(`{"prompts":{}}`) + complete + closing, `error capability-not-advertised stdout:2`},
		{"a call not advertised", open(`{}`) + call + `< {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"}]}}` + closing, `error capability-not-advertised stdout:2`},
		{"a call not advertised, which fails", open(`{}`) + call + `< {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"x"}],"isError":true}}` + closing, ``},
		{"a level set where logging is advertised", open(`{"logging":{}}`) + setLevel + done + closing, ``},
		{"refused where it is", open(`{"logging":{}}`) + setLevel + unknown + closing, `error operation-error stdout:2`},
		{"refused where it is not", open(`{}`) + setLevel + unknown + closing, ``},
		{"an unknown tool refused as an unknown method", open(`{"tools":{}}`) + call + unknown + closing, ``},
		{"less urgent than the level that was set", open(`{"logging":{}}`) + setLevel + done + debug + debug + closing, `warning log-level-not-requested stdout:3`},
		{"before it was set", open(`{"logging":{}}`) + setLevel + debug + done + closing, ``},
		{"while another is being set", open(`{"logging":{}}`) + setLevel + done + `> {"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"debug"}}
			` + debug + `< {"jsonrpc":"2.0","id":2,"result":{}}` + closing, ``},
	} {
		c.run(t)
	}
}

// TestModernEdges: versions that no revision has, drafts, ends of subscriptions.
func TestModernEdges(t *testing.T) {
	named := func(version string) string {
		return `> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"` + version + `","io.modelcontextprotocol/clientCapabilities":{}}}}
			`
	}
	const (
		listen = `> {"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + modernMeta + `}}
			< {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}
			`
		ended     = `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1}}}` + "\n"
		cancelled = `< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + "\n"
		served    = `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"public"}}`
		discover  = "spawn\n> " + `{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{` + modernMeta + `}}` + "\n"
		call      = `> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"io.modelcontextprotocol/logLevel":"info","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}` + "\n"
		log       = `< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}` + "\n"
	)
	for _, c := range []scriptCase{
		{"a nonsense version refused", modernOpening + named("1900-01-01") + `< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"1900-01-01"}}}` + closing, ``},
		{"a nonsense version served", modernOpening + named("1900-01-01") + served + closing, `error version-accepted-unsupported stdout:2`},
		{"a nonsense version refused as bad params", modernOpening + named("1900-01-01") + `< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}` + closing, `error error-code-not-allowed/unsupported-version stdout:2`},
		{"a revision of the handshake era, served its way", modernOpening + named("2025-11-25") + `< {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}` + closing, ``},
		{"a revision of the handshake era, refused", modernOpening + named("2025-11-25") + `< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"2025-11-25"}}}` + closing, ``},
		{"discovery refused in the numbering of a draft", discover + `< {"jsonrpc":"2.0","id":0,"error":{"code":-32004,"message":"no","data":{"supported":["2026-09-09"],"requested":"2026-07-28"}}}` + closing,
			`error error-code-not-allowed/unsupported-version stdout:1`},
		{"discovery refused by a legacy server with that code", discover + `< {"jsonrpc":"2.0","id":0,"error":{"code":-32004,"message":"no","data":{"supported":["2025-11-25"]}}}` + closing, ``},
		{"a subscription's end by its result alone", modernOpening + listen + ended + closing, ``},
		{"by its cancellation alone", modernOpening + listen + cancelled + closing, ``},
		{"by both", modernOpening + listen + cancelled + ended + closing, ``},
		{"by both, the result first", modernOpening + listen + ended + cancelled + closing, ``},
		{"a deprecated feature is noted once", modernOpening + call + log + log + `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[]}}` + closing, `note deprecated-feature stdout:2`},
	} {
		c.run(t)
	}
}

// TestDetails: details that no other table meets.
func TestDetails(t *testing.T) {
	const call = "> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\"}}\n"
	for _, c := range []scriptCase{
		{"another header", opening + `< Content-Encoding: identity\r` + closing, `error stdout-content-length-framing/other-header stdout:2`},
		{"half a line when the process ends", opening + "<| {\"jsonrpc\nexit 0\nend", `error stdout-partial-frame/at-exit stdout:2`},
		{"half a line when the recording ends", opening + "<| {\"jsonrpc\nend", `error stdout-partial-frame/at-end stdout:2`},
		{"a message without its newline when the process ends", opening + "<| {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\nexit 0\nend", `error stdout-without-newline/at-exit stdout:2`},
		{"a message without its newline when the recording ends", opening + "<| {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\nend", `error stdout-without-newline/at-end stdout:2`},
		{"stdout closed by a process that lives on until it is ended", opening + call + "eof stdout\nsignal SIGTERM stdout-closed\nexit SIGTERM\nend", `error operation-missing-response/stdout-closed-during-operation`},
		{"or until stdin closes", opening + call + "eof stdout\neof stdin\nexit 0\nend", `error operation-missing-response/stdout-closed-during-operation`},
		{"stdout closed by the exit", opening + call + "eof stdin\neof stdout\nexit 0\nend", `error operation-missing-response/clean-exit-during-operation`},
		{"initialize answered after stdin's end", `spawn
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			+ 30s
			eof stdin
			< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}` + "\nexit 0\nend", `error initialize-timeout/answered-after-stdin-close`},
		{"a notification's method in a request", opening + `< {"jsonrpc":"2.0","id":1,"method":"notifications/message","params":{"level":"info","data":1}}` + closing, `error stdout-invalid-json-rpc/notification-with-id stdout:2`},
	} {
		c.run(t)
	}
}

// TestUnlisted: what a list holds beyond the problems that are listed is counted.
func TestUnlisted(t *testing.T) {
	const n = mcp.MaxListed + 50
	tools := strings.TrimSuffix(strings.Repeat(`{"name":"","description":"d","inputSchema":{"type":"object"}},`, n), ",")
	got := launched(t, opening+`> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
		< {"jsonrpc":"2.0","id":1,"result":{"tools":[`+tools+`]}}`+closing)
	have := []int{int(got.Summary.IssueCounts.Error), got.ToolSchema.ErrorCount, got.ToolSchema.ToolCount, got.ToolSchema.ValidToolCount}
	if diff := cmp.Diff([]int{n, n, n, 0}, have); diff != "" {
		t.Errorf("errors, errors of the tools, tools, valid tools (-want +got):\n%s", diff)
	}
}

// TestRecordedSessions: what a launcher of its own may conclude, a recording of
// somebody else's session need not show.
func TestRecordedSessions(t *testing.T) {
	session := func(version string) string {
		return `spawn
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + version + `","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"` + version + `","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
			`
	}
	for _, c := range []struct{ name, format, script, want string }{
		{"two sessions of different versions", "record", session("2025-06-18") + closing + session("2025-11-25") + closing, ""},
		{"two launches that differ", "launch", session("2025-06-18") + closing + session("2025-11-25") + closing, "warning repeat-protocol-drift"},
		{"ended by a signal from elsewhere", "record", session("2025-11-25") + "exit SIGTERM\nend", ""},
		{"ended by a signal of its own", "record", session("2025-11-25") + "exit SIGSEGV\nend", "error server-crashed/signal-exit-after-initialize"},
		{"ended by a signal that we did not send", "launch", session("2025-11-25") + "exit SIGTERM\nend", "error server-crashed/signal-exit-after-initialize"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := judged(transcript.Header{Version: 1, Source: transcript.Source{Format: c.format}}, script(t, c.script))
			if diff := cmp.Diff(c.want, findings(got)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}
