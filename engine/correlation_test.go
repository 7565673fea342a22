package engine_test

import "testing"

// TestCorrelation: which answer belongs to which request.
func TestCorrelation(t *testing.T) {
	ping := func(id string) string { return "\n> {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}\n" }
	pong := func(id string) string { return "\n< {\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}\n" }
	for _, c := range []scriptCase{
		{"in order", opening + ping("1") + pong("1") + ping(`"a"`) + pong(`"a"`) + closing, ``},
		{"out of order", opening + ping("1") + ping("2") + pong("2") + pong("1") + closing, ``},
		{"an id nobody used", opening + ping("1") + pong("7") + pong("1") + closing, `error response-id-mismatch stdout:2`},
		{"a number for a string", opening + ping(`"1"`) + pong("1") + closing, `error response-id-type-mismatch stdout:2`},
		{"a string for a number", opening + ping("1") + pong(`"1"`) + closing, `error response-id-type-mismatch stdout:2`},
		{"1 and \"1\" are two requests", opening + ping("1") + ping(`"1"`) + pong(`"1"`) + pong("1") + closing, ``},
		{"1.0 is 1", opening + ping("1") + pong("1.0") + closing, `warning response-id-fraction stdout:2`},
		{"escapes do not matter", opening + ping(`"a"`) + pong(`"\u0061"`) + closing, ``},
		{"beyond 64 bits", opening + ping("123456789012345678901234567890") + pong("123456789012345678901234567890") + closing, ``},
		{"beyond 2^53 every digit counts", opening + ping("9007199254740993") + pong("9007199254740992") + pong("9007199254740993") + closing, `error response-id-mismatch stdout:2`},
		{"negative and zero", opening + ping("-1") + pong("-1") + closing, ``},
		{"twice", opening + ping("1") + pong("1") + pong("1") + closing, `error response-duplicate stdout:3`},
		{"a null id", opening + ping("1") + pong("null") + pong("1") + closing, `error stdout-invalid-json-rpc/id-null stdout:2`},
		{"our own request back", opening + ping("1") + "\n< {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n" + pong("1") + closing, `error method-wrong-direction/wrong-sender stdout:2`},
		{"an echo", opening + `
			> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}` + closing, `error stdout-unexpected-request-id stdout:2`},
		{"the server's ping may have our id", opening + ping("1") + `
			< {"jsonrpc":"2.0","id":1,"method":"roots/list"}
			> {"jsonrpc":"2.0","id":1,"result":{"roots":[]}}` + pong("1") + closing, ``},
		{"a server id twice", opening + `
			< {"jsonrpc":"2.0","id":1,"method":"ping"}
			> {"jsonrpc":"2.0","id":1,"result":{}}
			< {"jsonrpc":"2.0","id":1,"method":"ping"}
			> {"jsonrpc":"2.0","id":1,"result":{}}` + closing, `error request-id-reused stdout:3`},
		{"a notification answered with null", opening + `
			< {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}` + closing, `error notification-response stdout:2`},
		{"a notification answered without an id", opening + `
			< {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"}}` + closing, `error notification-response stdout:2`},
		{"a notification answered with a made-up id", opening + `
			< {"jsonrpc":"2.0","id":99,"error":{"code":-32601,"message":"Method not found"}}` + closing, `error notification-response stdout:2`},
		{"an unreadable line answered with null", opening + `> {"jsonrpc":"2.0","id":
			< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}` + closing, `note stdout-non-json/unexpected-end stdin:3
			note error-id-null stdout:2`},
		{"an unreadable line answered without an id", opening + `> {"jsonrpc":"2.0","id":
			< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}` + closing, `note stdout-non-json/unexpected-end stdin:3`},
		{"null although all was readable", opening + ping("1") + `
			< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}` + pong("1") + closing, `error response-id-mismatch stdout:2`},
		{"cancelled and answered", opening + ping("1") + `
			> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + pong("1") + closing, `note response-after-cancel stdout:2`},
		{"cancelled and not answered", opening + ping("1") + `
			> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + closing, ``},
		{"a batch of answers", opening + ping("1") + ping("2") + `
			< [{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]` + closing, `error batch-not-allowed stdout:2`},
	} {
		c.run(t)
	}
}

// TestProgress: progress belongs to a request in flight and grows.
func TestProgress(t *testing.T) {
	call := opening + `
		> {"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":"p"}}}
		`
	progress := func(token, value string) string {
		return "\n< {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":" + token + ",\"progress\":" + value + "}}\n"
	}
	const pong = "\n< {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"
	for _, c := range []scriptCase{
		{"grows", call + progress(`"p"`, "1") + progress(`"p"`, "1.5") + progress(`"p"`, "2e0") + pong + closing, ``},
		{"stands still", call + progress(`"p"`, "1") + progress(`"p"`, "1") + pong + closing, `error progress-not-increasing stdout:3`},
		{"falls", call + progress(`"p"`, "2") + progress(`"p"`, "1") + pong + closing, `error progress-not-increasing stdout:3`},
		{"a token nobody sent", call + progress(`"q"`, "1") + pong + closing, `error progress-unknown-token/never-sent stdout:2`},
		{"a token of another type", call + progress(`1`, "1") + pong + closing, `error progress-unknown-token/never-sent stdout:2`},
		{"after the answer", call + pong + progress(`"p"`, "1") + closing, `error progress-unknown-token/already-answered stdout:3`},
	} {
		c.run(t)
	}
}
