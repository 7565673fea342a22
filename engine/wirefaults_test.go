package engine_test

import (
	"slices"
	"strings"
	"testing"

	"stdioscope/engine/rule"

	"github.com/google/go-cmp/cmp"
)

type scriptCase struct {
	name, script, want string
}

func (c scriptCase) run(t *testing.T) {
	t.Helper()
	t.Run(c.name, func(t *testing.T) {
		t.Helper()
		got := launched(t, c.script)
		if diff := cmp.Diff(trimmed(c.want), findings(got)); diff != "" {
			t.Errorf("findings (-want +got):\n%s", diff)
		}
		for _, i := range got.Issues {
			ru, ok := rule.Lookup(i.Code)
			if !ok || i.DetailCode != "" && !slices.Contains(ru.Details, i.DetailCode) {
				t.Errorf("the catalogue does not know %s/%s", i.Code, i.DetailCode)
			}
		}
	})
}

// trimmed is the lines of a text without their indentation.
func trimmed(s string) string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// TestLines: what a line of stdout alone decides, and which lines belong
// together.
func TestLines(t *testing.T) {
	for _, c := range []scriptCase{
		{"clean", opening + closing, ``},
		{"text", opening + "< Server ready" + closing, `error stdout-non-json/text stdout:2`},
		{"text over lines is one finding", opening + "< Server ready\n< on stdio\n<   - tools: 3" + closing, `error stdout-non-json/text stdout:2`},
		{"text parted by a message is two", opening + `< one
			< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}
			< two` + closing, `error stdout-non-json/text stdout:2
			error stdout-non-json/text stdout:4`},
		{"a log after text begins a finding", opening + "< WARNING: The requested image's platform (linux/arm64) does not match\n< 2026/05/09 08:30:11 DEBUG: loaded\n< 2026/05/09 08:30:11 INFO: ready" + closing,
			`error stdout-non-json/log-prefix stdout:2
			error stdout-non-json/log-timestamp stdout:3`},
		{"a stack trace is one", opening + "< Traceback (most recent call last):\n<   File \"server.py\", line 3, in <module>\n<     main()\n< ValueError: bad" + closing, `error stdout-non-json/text stdout:2`},
		{"a blank line", opening + "<" + closing, `error stdout-empty-line stdout:2`},
		{"blank lines are one", opening + "<\n<\n<" + closing, `error stdout-empty-line stdout:2`},
		{"blank lines within text belong to it", opening + "< a\n<\n< b" + closing, `error stdout-non-json/text stdout:2`},
		{"white space", opening + `<    ` + "\\x20" + closing, `error stdout-empty-line/whitespace-only stdout:2`},
		{"pretty-printed", opening + `> {"jsonrpc":"2.0","id":1,"method":"ping"}
			< {
			<   "jsonrpc": "2.0",
			<   "id": 1,
			<   "result": {}
			< }` + closing, `error stdout-split-message/pretty-printed stdout:2`},
		{"a line break in a string", opening + `> {"jsonrpc":"2.0","id":1,"method":"ping"}
			< {"jsonrpc":"2.0","id":1,"result":{"a":"one
			< two"}}` + closing, `error stdout-split-message/newline-in-string stdout:2`},
		{"an object printed for people", opening + "< {\n<   name: 'x',\n<   list: [ 1, 2 ]\n< }" + closing, `error stdout-non-json/object-dump stdout:2`},
		{"a cut line, then a message", opening + `< {"jsonrpc":"2.0","method":
			< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + closing, `error stdout-non-json/unexpected-end stdout:2`},
		{"JSON logs in a row are one", opening + `< {"level":30,"time":1,"pid":2,"msg":"a"}
			< {"level":30,"time":2,"pid":2,"msg":"b"}` + closing, `error stdout-json-log stdout:2`},
		{"header framing is one", `spawn
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			< Content-Length: 100\r
			< \r
			<| {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}` + closing,
			`error stdout-content-length-framing/content-length stdout:1`},
		{"CRLF is noted once", opening + `< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\r
			< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\r` + closing, `note stdout-crlf stdout:2`},
		{"a byte order mark", opening + `< \xef\xbb\xbf{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + closing, `error stdout-bom/bom-at-start stdout:2`},
		{"UTF-16 is one", opening + `<| \xff\xfe{\x00}\x00
			< \x00{\x00}\x00
			< \x00{\x00}\x00` + closing, `error stdout-utf16/utf-16le stdout:2`},
		{"a Latin-1 byte", opening + `< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"caf\xe9"}}` + closing, `error stdout-invalid-utf8/latin1-like stdout:2`},
		{"a NUL", opening + `< \x00` + closing, `error stdout-nul stdout:2`},
		{"two messages on one line", opening + `< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + closing,
			`error stdout-multiple-messages stdout:2`},
		{"an answer behind other JSON is no silence besides", opening + `> {"jsonrpc":"2.0","id":1,"method":"ping"}
			< {"level":"info"}{"jsonrpc":"2.0","id":1,"result":{}}` + closing, `error stdout-multiple-messages stdout:2`},
		{"an answer within other JSON answers nothing", opening + `> {"jsonrpc":"2.0","id":1,"method":"ping"}
			< {"level":"info","sent":{"jsonrpc":"2.0","id":1,"result":{}}}` + closing, `error stdout-json-log stdout:2
			error operation-missing-response/clean-exit-during-operation`},
		{"a member twice", opening + `< {"jsonrpc":"2.0","method":"notifications/tools/list_changed","method":"x"}` + closing, `error stdout-duplicate-member stdout:2`},
		{"initialize answered in a batch", `spawn
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			< [{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}]` + closing, `error batch-invalid/initialize-in-batch stdout:1`},
		{"an answer with a NaN is no silence besides", opening + `> {"jsonrpc":"2.0","id":1,"method":"ping"}
			< {"jsonrpc":"2.0","id":1,"result":{"load":NaN}}` + closing, `error stdout-non-json/nan-or-infinity stdout:2`},
		{"a NaN elsewhere answers nothing", opening + `> {"jsonrpc":"2.0","id":1,"method":"ping"}
			< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":NaN}}` + closing, `error stdout-non-json/nan-or-infinity stdout:2
			error operation-missing-response/clean-exit-during-operation`},
		{"answers ended by carriage returns alone", opening + `> {"jsonrpc":"2.0","id":1,"method":"ping"}
			> {"jsonrpc":"2.0","id":2,"method":"ping"}
			< {"jsonrpc":"2.0","id":1,"result":{}}\r{"jsonrpc":"2.0","id":2,"result":{}}\r` + closing, `error stdout-non-json/bare-cr stdout:2`},
		{"two programs that print one after the other", opening + `< > notes@1.0.0 start
			< > node index.js
			<
			< [dotenv@17.2.3] injecting env (4) from .env` + closing, `error stdout-non-json/text stdout:2
			error stdout-non-json/text stdout:5`},
		{"text and then a traceback", opening + `< Loading
			< Traceback (most recent call last):
			<   File "a.py", line 1, in <module>
			< KeyError: 'x'` + closing, `error stdout-non-json/text stdout:2
			error stdout-non-json/text stdout:3`},
		{"a message that a log line cuts through", opening + `< {"jsonrpc":"2.0","method":"notifications/message","params":{
			< [INFO] hello
			< }}` + closing, `error stdout-non-json/unexpected-end stdout:2
			error stdout-non-json/log-prefix stdout:3`},
		{"half a surrogate pair", opening + `< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\ud83d"}}` + closing, `warning stdout-lone-surrogate stdout:2`},
		{"a whole surrogate pair", opening + `< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\ud83d\ude00"}}` + closing, ``},
		{"stderr may say anything", opening + "! Server ready\n! \\xff" + closing, `note stderr-invalid-utf8 stderr:2`},
		{"a broken line of the client is a note", opening + `> {"jsonrpc":` + closing, `note stdout-non-json/unexpected-end stdin:3`},
		{"the same tools again have the same faults", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}}
			> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
			< {"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}}` + closing, `warning tool-description-missing stdout:2`},
	} {
		c.run(t)
	}
}

// TestPartial: bytes that no newline ended are judged in the first silence.
func TestPartial(t *testing.T) {
	ask := opening + `> {"jsonrpc":"2.0","id":1,"method":"ping"}
		`
	for _, c := range []scriptCase{
		{"a whole message at a deadline", ask + `<| {"jsonrpc":"2.0","id":1,"result":{}}
			deadline operation 5000
			eof stdin
			exit 0`, `error stdout-without-newline/at-deadline stdout:2
			error operation-timeout/request-timeout`},
		{"half a message at a deadline", ask + `<| {"jsonrpc":"2.0","id":1,"res
			deadline operation 5000
			eof stdin
			exit 0`, `error stdout-partial-frame/at-deadline stdout:2
			error operation-timeout/request-timeout`},
		{"it may still be finished", ask + `<| {"jsonrpc":"2.0","id":1,"res
			deadline operation 5000
			< ult":{}}` + closing, `error stdout-partial-frame/at-deadline stdout:2
			error operation-timeout/request-timeout`},
		{"half a message at the exit", ask + `<| {"jsonrpc":"2.0","id":1,"res
			exit 0`, `error stdout-partial-frame/at-exit stdout:2
			error operation-missing-response/clean-exit-during-operation`},
		{"half a message when stdout closes", ask + `<| {"jsonrpc":"2.0","id":1,"res
			eof stdout
			exit 1`, `error stdout-partial-frame/at-eof stdout:2
			error operation-missing-response/nonzero-exit-during-operation
			error server-crashed/nonzero-exit-after-initialize`},
		{"half a message at the end of the recording", ask + `<| {"jsonrpc":"2.0","id":1,"res
			end`, `error stdout-partial-frame/at-end stdout:2
			note request-unanswered`},
		{"text without its newline ends the text before it", opening + "< Traceback (most recent call last):\n<| ValueError: bad\nexit 1", `error stdout-non-json/text stdout:2
			error server-crashed/nonzero-exit-after-initialize`},
		{"text alone without its newline", opening + "<| Listening...\nexit 0", `error stdout-partial-frame/at-exit stdout:2`},
		{"a slow line that no silence meets", ask + `<| {"jsonrpc":"2.0","id":1,"res
			+ 3s
			< ult":{}}` + closing, ``},
		{"no byte, no finding", ask + `< {"jsonrpc":"2.0","id":1,"result":{}}
			deadline shutdown 2000` + closing, ``},
		{"what we cut off ourselves", opening + `<| {"jsonrpc":"2.0","id":1,"res
			limit stdout-line 20
			eof stdin
			exit 0`, `error stdout-line-too-large stdout:2`},
	} {
		c.script += "\nend"
		c.run(t)
	}
}
