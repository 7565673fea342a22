package session

import (
	"strings"
	"testing"
)

// The tests of what happens after the opening.

func TestAdvertisedListsAloneAreAskedFor(t *testing.T) {
	answer := strings.Replace(legacyAnswer, `"capabilities":{}`, `"capabilities":{"prompts":{},"logging":{},"resources":{}}`, 1)
	got := play(t, Config{Protocol: "2025-11-25", Probes: true}, `
		spawn
		< `+answer+`
		< {"jsonrpc":"2.0","id":2,"result":{"resources":[]}}
		< {"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"x"}}
		< {"jsonrpc":"2.0","id":4,"result":{"prompts":[]}}`)
	check(t, only(got, "plan")[1:], `
		plan 2 resources/list probe
		plan 3 resources/templates/list probe
		plan 4 prompts/list probe`)
	got = play(t, Config{Protocol: "2025-11-25"}, "spawn\n< "+answer)
	check(t, only(got, "plan"), "plan 1 initialize handshake")
}

func TestPagesAreFollowed(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Probes: true}, `
		spawn
		< `+withTools+`
		< {"jsonrpc":"2.0","id":2,"result":{"tools":[],"nextCursor":"a\"b"}}
		< {"jsonrpc":"2.0","id":3,"result":{"tools":[],"nextCursor":""}}
		< {"jsonrpc":"2.0","id":4,"result":{"tools":[]}}`)
	check(t, only(got, ">")[2:], `
		> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
		> {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"a\"b"}}
		> {"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"cursor":""}}`)
}

func TestPagesThatLeadInACircleEnd(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Probes: true}, `
		spawn
		< `+withTools+`
		< {"jsonrpc":"2.0","id":2,"result":{"tools":[],"nextCursor":"a"}}
		< {"jsonrpc":"2.0","id":3,"result":{"tools":[],"nextCursor":"b"}}
		< {"jsonrpc":"2.0","id":4,"result":{"tools":[],"nextCursor":"a"}}`)
	check(t, only(got, "plan", "pause")[1:], `
		plan 2 tools/list probe
		plan 3 tools/list probe
		plan 4 tools/list probe
		pause settle 50ms`)
}

func TestPagesHaveACap(t *testing.T) {
	var b strings.Builder
	b.WriteString("spawn\n< " + withTools + "\n")
	for i := range 2 * maxPages {
		n := itoa(i + 2)
		b.WriteString(`< {"jsonrpc":"2.0","id":` + n + `,"result":{"tools":[],"nextCursor":"` + n + "\"}}\n")
	}
	got := play(t, Config{Protocol: "2025-11-25", Probes: true}, b.String())
	if n := len(only(got, "plan")); n != 1+maxPages {
		t.Errorf("%d requests, want %d", n, 1+maxPages)
	}
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + string(rune('0'+n%10))
	}
	return string(rune('0' + n))
}

func TestNullCursorIsTheEnd(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Probes: true}, "spawn\n< "+withTools+"\n< "+`{"jsonrpc":"2.0","id":2,"result":{"tools":[],"nextCursor":null}}`)
	check(t, only(got, "pause"), "pause settle 50ms")
}

func TestExplicitRequestsAreNotPaged(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Requests: []Request{{Method: "tools/list"}}}, "spawn\n< "+withTools+"\n< "+`{"jsonrpc":"2.0","id":2,"result":{"tools":[],"nextCursor":"a"}}`)
	check(t, only(got, "pause"), "pause settle 50ms")
}

func TestTimeoutIsCancelledAndTheNextRequestSent(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Requests: []Request{{Method: "a"}, {Method: "b"}}}, `
		spawn
		< `+legacyAnswer+`
		timer
		< {"jsonrpc":"2.0","id":2,"result":{}}
		< {"jsonrpc":"2.0","id":3,"result":{}}`)
	check(t, only(got, ">", "pause")[2:], `
		> {"jsonrpc":"2.0","id":2,"method":"a"}
		> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"no response in time"}}
		> {"jsonrpc":"2.0","id":3,"method":"b"}
		pause settle 50ms`)
}

func TestWrongIDIsNoAnswer(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Requests: []Request{{Method: "a"}}}, `
		spawn
		< `+legacyAnswer+`
		< {"jsonrpc":"2.0","id":99,"result":{}}
		< {"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}`)
	if n := len(only(got, "pause")); n != 0 {
		t.Errorf("the session took an answer to another request for its own:\n%s", strings.Join(got, "\n"))
	}
}

func TestServerRequestsAreAnswered(t *testing.T) {
	const found = `"error":{"code":-32601,"message":"Method not found"}`
	tests := []struct {
		name         string
		capabilities []string
		request      string
		want         string
	}{
		{"ping", nil, `{"jsonrpc":"2.0","id":0,"method":"ping"}`, `> {"jsonrpc":"2.0","id":0,"result":{}}`},
		{"string id", nil, `{"jsonrpc":"2.0","id":"x\"y","method":"ping"}`, `> {"jsonrpc":"2.0","id":"x\"y","result":{}}`},
		{"big id", nil, `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, `> {"jsonrpc":"2.0","id":9007199254740993,"result":{}}`},
		{"roots undeclared", nil, `{"jsonrpc":"2.0","id":7,"method":"roots/list"}`, `> {"jsonrpc":"2.0","id":7,` + found + `}`},
		{"roots declared", []string{"roots"}, `{"jsonrpc":"2.0","id":7,"method":"roots/list"}`, `> {"jsonrpc":"2.0","id":7,"result":{"roots":[]}}`},
		{"sampling undeclared", nil, `{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}`, `> {"jsonrpc":"2.0","id":7,` + found + `}`},
		{"sampling declared", []string{"sampling"}, `{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}`, `> {"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"User rejected sampling request"}}`},
		{"elicitation declared", []string{"elicitation"}, `{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{}}`, `> {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}`},
		{"unknown", nil, `{"jsonrpc":"2.0","id":7,"method":"foo/bar"}`, `> {"jsonrpc":"2.0","id":7,` + found + `}`},
		{"null id", nil, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, ``},
		{"notification", nil, `{"jsonrpc":"2.0","method":"notifications/foo"}`, ``},
		{"in a batch", nil, `[{"jsonrpc":"2.0","id":7,"method":"ping"}]`, `> {"jsonrpc":"2.0","id":7,"result":{}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			// Before the opening is answered, and after it.
			for _, dialogue := range []string{
				"spawn\n< " + test.request,
				"spawn\n< " + legacyAnswer + "\n< " + test.request,
			} {
				got := play(t, Config{Protocol: "2025-11-25", Capabilities: test.capabilities}, dialogue)
				sent := only(got, ">")
				sent = sent[1:]
				if len(sent) > 0 && sent[0] == initialized {
					sent = sent[1:]
				}
				check(t, append([]string{}, sent...), test.want)
			}
		})
	}
}

func TestModernServersRequestsAreNotAnswered(t *testing.T) {
	got := play(t, Config{Protocol: "2026-07-28", Requests: []Request{{Method: "tools/list"}}}, `
		spawn
		< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}}
		< {"jsonrpc":"2.0","id":7,"method":"ping"}`)
	check(t, only(got, `> {"jsonrpc":"2.0","id":7`), "")
}

func TestAnswersInABatch(t *testing.T) {
	got := play(t, Config{Protocol: "2025-03-26", Settle: -1}, "spawn\n< ["+strings.Replace(legacyAnswer, "2025-11-25", "2025-03-26", 1)+"]")
	check(t, only(got, ">", "close")[1:], initialized+"\nclose stdin")
}

func TestAdversarialProbes(t *testing.T) {
	cfg := Config{Protocol: "2025-11-25", Adversarial: AdversarialProbes(), AdversarialToolCalls: []ToolCall{{Name: "echo", Arguments: []byte(`{"unexpected":true}`)}}}
	got := play(t, cfg, `
		spawn
		< `+withTools+`
		< {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"x"}}
		< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"x"}}
		timer
		< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}
		< {"jsonrpc":"2.0","id":4,"result":{"content":[],"isError":true}}`)
	check(t, only(got, ">", "plan", "phase", "pause")[5:], `
		phase adversarial
		plan 2 stdioscope/no-such-method adversarial invalid-method
		> {"jsonrpc":"2.0","id":2,"method":"stdioscope/no-such-method"}
		plan 3 tools/call adversarial invalid-params
		> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":42,"arguments":"none"}}
		plan  notifications/stdioscope/no-such-notification adversarial notification
		> {"jsonrpc":"2.0","method":"notifications/stdioscope/no-such-notification"}
		pause observe 150ms
		plan   adversarial malformed-json
		> {"jsonrpc":"2.0","id":,"method":"tools/list"
		pause observe 150ms
		plan 4 tools/call adversarial tool-call
		> {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo","arguments":{"unexpected":true}}}
		phase post-initialize
		pause settle 50ms`)
}

func TestNoToolIsCalledThatWasNotNamed(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Probes: true, SafeToolCalls: []ToolCall{{Name: "echo", Arguments: []byte(`{"text":"hi"}`)}}}, `
		spawn
		< `+withTools+`
		< {"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"rm","inputSchema":{"type":"object"}},{"name":"echo","inputSchema":{"type":"object"}}]}}
		< {"jsonrpc":"2.0","id":3,"result":{"content":[]}}`)
	check(t, only(got, ">")[3:], `> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}`)
}

func TestInputIsGivenOnRetry(t *testing.T) {
	const opening = "spawn\n" + `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}}` + "\n"
	call := Config{Protocol: "2026-07-28", Requests: []Request{{Method: "tools/call", Params: []byte(`{"name":"a"}`)}}, Settle: -1}
	tests := []struct {
		name, method string
		capabilities []string
		result       string
		want         string
	}{
		{"state alone", "tools/call", nil, `{"resultType":"input_required","requestState":"s\u00e9"}`, `{"name":"a","requestState":"s\u00e9"`},
		{"declined", "tools/call", []string{"elicitation"}, `{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{}}},"requestState":"s"}`, `{"name":"a","inputResponses":{"q":{"action":"decline"}},"requestState":"s"`},
		{"no roots", "tools/call", []string{"roots"}, `{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}`, `{"name":"a","inputResponses":{"r":{"roots":[]}}`},
		{"undeclared", "tools/call", nil, `{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{}}}}`, ``},
		{"sampling has no refusal", "tools/call", []string{"sampling"}, `{"resultType":"input_required","inputRequests":{"q":{"method":"sampling/createMessage","params":{}}}}`, ``},
		{"asks for nothing", "tools/call", nil, `{"resultType":"input_required"}`, ``},
		{"not for this method", "tools/list", nil, `{"resultType":"input_required","requestState":"s"}`, ``},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cfg := call
			cfg.Requests = []Request{{Method: test.method, Params: cfg.Requests[0].Params}}
			cfg.Capabilities = test.capabilities
			got := play(t, cfg, opening+`< {"jsonrpc":"2.0","id":2,"result":`+test.result+"}")
			sent := only(got, ">")[2:]
			if test.want == "" {
				check(t, append([]string{}, sent...), "")
				return
			}
			if len(sent) != 1 || !strings.HasPrefix(sent[0], `> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":`+test.want) {
				t.Errorf("sent %q, want a retry with %s", sent, test.want)
			}
		})
	}
}

func TestInputIsNotGivenForEver(t *testing.T) {
	var b strings.Builder
	b.WriteString("spawn\n" + `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}}` + "\n")
	for i := range 10 {
		b.WriteString(`< {"jsonrpc":"2.0","id":` + itoa(i+2) + `,"result":{"resultType":"input_required","requestState":"s"}}` + "\n")
	}
	got := play(t, Config{Protocol: "2026-07-28", Requests: []Request{{Method: "tools/call", Params: []byte(`{"name":"a"}`)}}}, b.String())
	if n := len(only(got, "plan")); n != 2+maxRetries {
		t.Errorf("%d requests, want %d", n, 2+maxRetries)
	}
}
