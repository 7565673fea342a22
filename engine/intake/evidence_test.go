package intake

import (
	"strconv"
	"testing"
)

// What an error string of a parser or client says about the line that it is about.
func TestErrorStrings(t *testing.T) {
	for _, tc := range []struct {
		in    string
		layer int
		code  string
		sure  certainty
		text  string
	}{
		// V8, which quotes the source.
		{`Unexpected token 'S', "Starting n"... is not valid JSON`, 2, "stdout-non-json/text", certain, "Starting n"},
		{`SyntaxError: Unexpected token 'd', "[dotenv@17."... is not valid JSON`, 2, "stdout-non-json/log-prefix", certain, "[dotenv@17."},
		{`Unexpected token '◇', "◇ injected"... is not valid JSON`, 2, "stdout-non-json/text", certain, "◇ injected"},
		{"Unexpected token '\ufffd', \"\ufffd tides\"... is not valid JSON", 1, "stdout-invalid-utf8", certain, "\ufffd tides"},
		{`Unexpected token '\ud83d', "🚀 Tides r"... is not valid JSON`, 2, "stdout-non-json/text", certain, "🚀 Tides r"},
		{`Unexpected token '>', "> pkg@1.0."... is not valid JSON`, 2, "stdout-non-json/text", certain, "> pkg@1.0."},
		{`Unexpected token 'C', "Content-Le"... is not valid JSON`, 1, "stdout-content-length-framing/content-length", certain, "Content-Le"},
		{`Unexpected token 'C', "Content-Length: 158" is not valid JSON`, 1, "stdout-content-length-framing/content-length", certain, "Content-Length: 158"},
		{`Unexpected token 'C', "Content of"... is not valid JSON`, 2, "stdout-non-json/text", certain, "Content of"},
		{`Unexpected token '\u001b', "\u001b[36mnotes"... is not valid JSON`, 2, "stdout-non-json/ansi-escape", certain, "\x1b[36mnotes"},
		{"Unexpected token '\x1b', \"\x1b[2J\" is not valid JSON", 2, "stdout-non-json/ansi-escape", certain, "\x1b[2J"},
		{"Unexpected token '\ufeff', \"\ufeff{\"jsonrp\"... is not valid JSON", 1, "stdout-bom/bom-at-start", certain, "\ufeff{\"jsonrp"},
		{`Unexpected token '\ufeff', "\ufeff{"jsonrp"... is not valid JSON`, 1, "stdout-bom/bom-at-start", certain, "\ufeff{\"jsonrp"},
		{"Unexpected token '\ufffd', \"\ufffd\ufffd{\\u0000\\\"\\u0000\"... is not valid JSON", 1, "stdout-utf16", certain, "\ufffd\ufffd{\x00\\\"\x00"},
		{`Unexpected token 'N', ..."1,"score":NaN}" is not valid JSON`, 2, "stdout-non-json/nan-or-infinity", certain, `1,"score":NaN}`},
		{`Unexpected token 'N', "{"score":NaN}" is not valid JSON`, 2, "stdout-non-json/nan-or-infinity", certain, `{"score":NaN}`},
		{`Unexpected token 'u', "{"a":undefined}" is not valid JSON`, 2, "stdout-non-json/syntax", certain, `{"a":undefined}`},
		{`Unexpected token 'N', \"Notes serv\"... is not valid JSON`, 2, "stdout-non-json/text", certain, "Notes serv"},
		{`Unexpected token ''', "'quoted'" is not valid JSON`, 2, "stdout-non-json/text", certain, "'quoted'"},
		{`"undefined" is not valid JSON`, 2, "stdout-non-json/text", certain, "undefined"},
		{`"[object Object]" is not valid JSON`, 2, "stdout-non-json/text", certain, "[object Object]"},
		// V8, which names a position.
		{`Unexpected non-whitespace character after JSON at position 4`, 2, "stdout-non-json/log-timestamp", certain, "NNNN"},
		{`Unexpected non-whitespace character after JSON at position 4 (line 1 column 5)`, 2, "stdout-non-json/log-timestamp", certain, "NNNN"},
		{`Unexpected non-whitespace character after JSON at position 2`, 2, "stdout-non-json/text", likely, "NN"},
		{`Unexpected non-whitespace character after JSON at position 1412`, 2, "stdout-non-json/text-after-json", likely, ""},
		{`Expected ',' or ']' after array element in JSON at position 5 (line 1 column 6)`, 2, "stdout-non-json/log-timestamp", certain, "[NNNN"},
		{`Expected ',' or ']' after array element in JSON at position 3`, 2, "stdout-non-json/log-timestamp", likely, "[NN"},
		{`Unexpected number in JSON at position 2`, 2, "stdout-non-json/log-timestamp", certain, "[0N"},
		{`No number after minus sign in JSON at position 1`, 2, "stdout-non-json/text", certain, "-"},
		{`No number after minus sign in JSON at position 3 (line 1 column 4)`, 2, "stdout-non-json/text", likely, "  -"},
		{`No number after minus sign in JSON at position 60`, 2, "stdout-non-json/nan-or-infinity", likely, ""},
		{`Unterminated fractional number in JSON at position 2`, 2, "stdout-non-json/text", certain, "N."},
		{`Unterminated fractional number`, 2, "stdout-non-json/text", likely, "N."},
		{`Unexpected end of JSON input`, 1, "stdout-empty-line", likely, ""},
		{`Expected property name or '}' in JSON at position 1`, 2, "stdout-non-json/object-dump", likely, "{"},
		{`Expected double-quoted property name in JSON at position 212`, 2, "stdout-non-json/trailing-comma", certain, ""},
		{`Unterminated string in JSON at position 65536`, 2, "stdout-non-json/truncated", likely, ""},
		{`Bad control character in string literal in JSON at position 30`, 2, "stdout-non-json/control-character", certain, ""},
		{`Bad escaped character in JSON at position 30`, 2, "stdout-non-json/bad-escape", certain, ""},
		{`Expected ',' or '}' after property value in JSON at position 30`, 2, "stdout-non-json/syntax", certain, ""},
		// V8 of Node 18 and older.
		{`Unexpected token S in JSON at position 0`, 2, "stdout-non-json/text", certain, "S"},
		{`Unexpected token d in JSON at position 1`, 2, "stdout-non-json/syntax", certain, ""},
		{`Unexpected token - in JSON at position 4`, 2, "stdout-non-json/log-timestamp", certain, "NNNN"},
		{`Unexpected token - in JSON at position 5`, 2, "stdout-non-json/log-timestamp", certain, "[NNNN"},
		{`Unexpected token : in JSON at position 2`, 2, "stdout-non-json/log-timestamp", likely, "NN"},
		{"Unexpected token \ufffd in JSON at position 0", 1, "stdout-invalid-utf8", certain, ""},
		{"Unexpected token \ufeff in JSON at position 0", 1, "stdout-bom/bom-at-start", certain, "\ufeff"},
		{`Unexpected token C in JSON at position 0`, 2, "stdout-non-json/text", certain, "C"},
		// JavaScriptCore.
		{`JSON Parse error: Unexpected identifier "Notes"`, 2, "stdout-non-json/text", certain, "Notes"},
		{`JSON Parse error: Unrecognized token '>'`, 2, "stdout-non-json/text", likely, ">"},
		{`JSON Parse error: Unexpected EOF`, 1, "stdout-empty-line", likely, ""},
		// Rust, and pydantic.
		{`serde error expected value at line 1 column 1`, 2, "stdout-non-json/text", certain, ""},
		{`serde error expected value at line 1 column 2`, 2, "stdout-non-json/log-prefix", likely, "["},
		{`Invalid JSON: expected ident at line 1 column 2`, 2, "stdout-non-json/text", certain, ""},
		{`key must be a string at line 1 column 2`, 2, "stdout-non-json/object-dump", likely, "{"},
		{`trailing characters at line 1 column 5`, 2, "stdout-non-json/log-timestamp", certain, "NNNN"},
		{`EOF while parsing a value at line 2 column 0`, 1, "stdout-empty-line", certain, ""},
		{`EOF while parsing a string at line 1 column 65536`, 2, "stdout-non-json/truncated", likely, ""},
		// Go.
		{`invalid character 'N' looking for beginning of value`, 2, "stdout-non-json/text", likely, "N"},
		{`invalid character 'ð' looking for beginning of value`, 2, "stdout-non-json/text", certain, ""},
		{`invalid character 'â' looking for beginning of value`, 2, "stdout-non-json/text", certain, ""},
		{`invalid character 'ï' looking for beginning of value`, 1, "stdout-bom/bom-at-start", certain, ""},
		{`invalid character '\x1b' looking for beginning of value`, 2, "stdout-non-json/ansi-escape", likely, "\x1b"},
		{`invalid character '-' after top-level value`, 2, "stdout-non-json/log-timestamp", likely, "NNNN"},
		{`invalid character 'o' in literal null (expecting 'u')`, 2, "stdout-non-json/text", likely, "no"},
		{`invalid character 'k' looking for beginning of object key string`, 2, "stdout-non-json/object-dump", likely, "{"},
		{`unexpected end of JSON input`, 1, "stdout-empty-line", likely, ""},
		{`invalid trailing data at the end of stream`, 1, "stdout-crlf", likely, ""},
		{`bufio.Scanner: token too long`, 0, "", certain, ""},
		// Kotlin.
		{`Unexpected JSON token at offset 17: Expected end of the array or comma at path: $ JSON input: [INFO] Reading tides`, 2, "stdout-non-json/log-prefix", certain, "[INFO] Reading tides"},
		// Java.
		{`Unexpected character ('-' (code 45)): Expected space separating root-level values`, 2, "stdout-non-json/log-timestamp", likely, ""},
		{`Unrecognized token 'Starting': was expecting (JSON String, Number, Array, Object or token 'null')`, 2, "stdout-non-json/text", likely, "Starting"},
		{`No content to map due to end-of-input`, 1, "stdout-empty-line", certain, ""},
		{`Illegal character ((CTRL-CHAR, code 27)): only regular white space`, 2, "stdout-non-json/ansi-escape", certain, "\x1b"},
		// .NET.
		{`'S' is an invalid start of a value. LineNumber: 0 | BytePositionInLine: 0.`, 2, "stdout-non-json/text", certain, "S"},
		{`'0xEF' is an invalid start of a value. LineNumber: 0 | BytePositionInLine: 0.`, 1, "stdout-bom/bom-at-start", certain, ""},
		{`'-' is invalid after a single JSON value. Expected end of data.`, 2, "stdout-non-json/log-timestamp", likely, ""},
		{`The input does not contain any JSON tokens.`, 1, "stdout-empty-line", certain, ""},
		// Python.
		{`json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)`, 2, "stdout-non-json/text", likely, ""},
		{`json.decoder.JSONDecodeError: Extra data: line 1 column 5 (char 4)`, 2, "stdout-non-json/log-timestamp", certain, "NNNN"},
		{`Expecting property name enclosed in double quotes: line 1 column 2 (char 1)`, 2, "stdout-non-json/object-dump", likely, "{"},
		{`Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)`, 1, "stdout-bom/bom-at-start", certain, ""},
		{`'utf-8' codec can't decode byte 0xff in position 0: invalid start byte`, 1, "stdout-invalid-utf8", certain, ""},
		// What clients say of the protocol.
		{`Received a response for an unknown message ID: {"jsonrpc":"2.0","id":"1","result":{}}`, 5, "response-id-mismatch", certain, ""},
		{`Received a progress notification for an unknown token: {"method":"notifications/progress"}`, 5, "progress-unknown-token", certain, ""},
		{`MCP error -32001: Request timed out`, 5, "operation-timeout/request-timeout", certain, ""},
		{`MCP error -32000: Connection closed`, 5, "server-exited", certain, ""},
		{`transport error: context deadline exceeded`, 5, "operation-timeout/request-timeout", certain, ""},
		{`handshaking with MCP server failed: connection closed: initialize response`, 5, "server-exited", certain, ""},
		{`ProcessExit(ProcessExit { stderr: "", source: ConnectionClosed("initialize response") })`, 5, "server-exited", certain, ""},
		{`tides context server failed to start: Context server request timeout`, 5, "initialize-timeout/startup-timeout", certain, ""},
		{`Connection to MCP server "tides" timed out after 30000ms`, 5, "initialize-timeout/startup-timeout", certain, ""},
		{`MCP server "tides" tool "tide" timed out after 30s`, 5, "operation-timeout/request-timeout", certain, ""},
		{`MCP error -32600: Tool tide has an output schema but did not return structured content`, 4, "structured-content-missing", certain, ""},
		{`MCP error -32602: Structured content does not match the tool's output schema: data/height must be number`, 4, "structured-content-mismatch", certain, ""},
		{`spawn npx ENOENT`, 0, "spawn-failed", certain, ""},
		{`exec: "uvx": executable file not found in $PATH`, 0, "spawn-failed", certain, ""},
	} {
		ev, ok := fromError([]byte(tc.in))
		code := ev.code
		if ev.detail != "" {
			code += "/" + ev.detail
		}
		if !ok || code != tc.code || ev.layer != tc.layer || ev.sure != tc.sure || ev.text != tc.text {
			t.Errorf("%s\n got layer %d %s %s %q (%v)\nwant layer %d %s %s %q", tc.in, ev.layer, code, ev.sure, ev.text, ok, tc.layer, tc.code, tc.sure, tc.text)
		}
	}
	for _, in := range []string{
		"", "all is well", "Found 1 tools", "connected at line 3", "at line 1 column 2", "MCP error -32601: Method not found", "MCP error -32602: bad arguments",
		"Unexpected token", "Server started and connected successfully", "spawned in 3 ms", "position 4", "invalid character", "JSON at position x",
	} {
		if ev, ok := fromError([]byte(in)); ok {
			t.Errorf("%q proves %+v, want nothing", in, ev)
		}
	}
}

// No cut of an error string makes the readers stumble.
func TestCutErrorStrings(t *testing.T) {
	for _, in := range []string{
		`Unexpected token 'N', ..."1,"score":NaN}" is not valid JSON`, `Unexpected token \ufeff in JSON at position 0`, `invalid character '\x1b' in literal null (expecting 'u')`,
		`Unexpected character ('-' (code 45)): Expected`, `'S' is an invalid start of a value`, "  Invalid JSON: expected value at line 1 column 1 [type=json_invalid, input_value='a\\x1b\\u2713', input_type=str]",
	} {
		for i := range len(in) {
			fromError([]byte(in[:i]))
			fromError([]byte(in[i:]))
			pythonString([]byte(in[i:]))
		}
	}
}

func TestSchemaIssues(t *testing.T) {
	for n, tc := range []struct {
		in    string
		layer int
		code  string
	}{
		{`[{"code":"invalid_literal","expected":"2.0","path":["jsonrpc"],"message":"Invalid literal value, expected \"2.0\""},{"code":"unrecognized_keys","keys":["level","msg"],"path":[],"message":"x"}]`, 3, "stdout-json-log"},
		{`[{"code":"invalid_literal","expected":"2.0","path":["jsonrpc"],"message":"Invalid literal value, expected \"2.0\""},{"code":"unrecognized_keys","keys":["result"],"path":[],"message":"x"}]`, 3, "stdout-invalid-json-rpc/missing-jsonrpc"},
		{`[{"code":"invalid_type","expected":"string","received":"null","path":["id"],"message":"Expected string, received null"}]`, 3, "stdout-invalid-json-rpc/id-null"},
		{`[{"code":"invalid_union","errors":[[{"expected":"string","code":"invalid_type","path":["id"],"message":"Invalid input: expected string, received null"}]],"path":[],"message":"Invalid input"}]`, 3, "stdout-invalid-json-rpc/id-null"},
		{`[{"code":"invalid_union","unionErrors":[{"issues":[{"code":"invalid_type","received":"undefined","path":["method"],"message":"Required"}]},{"issues":[{"code":"invalid_type","received":"undefined","path":["result"],"message":"Required"}]}],"path":[],"message":"Invalid input"}]`, 3, "stdout-invalid-json-rpc/no-kind"},
		{`[{"code":"invalid_type","expected":"number","received":"string","path":["error","code"],"message":"Expected number, received string"}]`, 3, "stdout-invalid-json-rpc/error-code-type"},
		{`[{"code":"invalid_literal","expected":"object","path":["tools",0,"inputSchema","type"],"message":"Invalid literal value, expected \"object\""}]`, 4, "tool-input-schema-invalid/type-not-object"},
		{`[{"code":"invalid_type","expected":"object","received":"undefined","path":["tools",2,"inputSchema"],"message":"Required"}]`, 4, "tool-input-schema-invalid/missing"},
		{`[{"code":"invalid_type","expected":"string","received":"null","path":["tools",2,"description"],"message":"Expected string, received null"}]`, 4, "tool-metadata-invalid"},
		{`[{"code":"invalid_type","expected":"array","received":"undefined","path":["tools"],"message":"Required"}]`, 4, "tools-list-invalid-result"},
		{`[{"code":"invalid_type","expected":"string","received":"undefined","path":["protocolVersion"],"message":"Required"}]`, 4, "initialize-invalid-result"},
		{`[{"code":"invalid_union","unionErrors":[],"path":["content",0],"message":"Invalid input"},{"code":"invalid_literal","path":["content",0,"type"],"message":"Invalid literal value, expected \"text\""}]`, 4, "content-invalid"},
		{`[{"code":"invalid_type","expected":"string","received":"number","path":["params","progressToken"],"message":"x"}]`, 4, "params-invalid"},
		{`[{"code":"invalid_type","expected":"string","received":"number","path":["whatever"],"message":"x"}]`, 4, "result-invalid"},
		{`[{"a":1}]`, 0, ""},
		{`[]`, 0, ""},
		{`[1,"a",null]`, 0, ""},
	} {
		ev, ok := fromSchemaIssues([]byte(tc.in))
		code := ev.code
		if ev.detail != "" {
			code += "/" + ev.detail
		}
		if ok != (tc.code != "") || code != tc.code || ev.layer != tc.layer {
			t.Errorf("%s: got layer %d %s (%v), want layer %d %s", strconv.Itoa(n), ev.layer, code, ok, tc.layer, tc.code)
		}
	}
}
