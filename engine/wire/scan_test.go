package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fact is what the tables compare: the line's kind and fault in one line of text.
func scanFault(line string) (Kind, Fault) {
	var m Message
	Scan([]byte(line), &m)
	return m.Kind, m.Fault
}

func TestScanNamesTheFirstFault(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1)
	tests := []struct {
		name, line     string
		kind           Kind
		code           FaultCode
		column, length int
	}{
		{"request", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, Request, NoFault, 0, 0},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, Notification, NoFault, 0, 0},
		{"result", ` {"jsonrpc" : "2.0" , "id":"a","result":{}} ` + "\t", Result, NoFault, 0, 0},
		{"error", `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`, Error, NoFault, 0, 0},
		{"crlf", `{"jsonrpc":"2.0","id":1,"result":{}}` + "\r", Result, NoFault, 0, 0},
		{"batch", `[{"jsonrpc":"2.0","id":1,"result":{}}]`, Batch, NoFault, 0, 0},
		{"byte order mark inside a string is text", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"\ufeff\"}}", Result, NoFault, 0, 0},
		{"line separators are text", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"\u2028\u2029\u0085\"}}", Result, NoFault, 0, 0},
		{"unknown members", `{"jsonrpc":"2.0","id":1,"result":{},"x":[1,-0.5e+3,true,false,null,"\u00e9\n"]}`, Result, NoFault, 0, 0},

		{"empty", "", None, FaultEmptyLine, 0, 0},
		{"empty with CR", "\r", None, FaultEmptyLine, 0, 0},
		{"blank", " \t ", None, FaultBlankLine, 0, 3},
		{"byte order mark", "\ufeff{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", Result, FaultBOMAtStart, 0, 3},
		{"byte order mark later", "{\"a\":1}\ufeff{\"b\":1}", None, FaultBOMInside, 7, 3},
		{"utf-16le with mark", "\xff\xfe{\x00}\x00", None, FaultUTF16LE, 0, 2},
		{"utf-16be", "\x00{\x00\"\x00a\x00\"", None, FaultUTF16BE, 0, 8},
		{"utf-16le", "{\x00\"\x00a\x00\"\x00", None, FaultUTF16LE, 0, 8},
		{"nul", "{\"a\":\"x\x00y\"}", None, FaultNUL, 7, 1},
		{"ff", "{\"a\":\"x\xff\"}", Value, FaultUTF8Invalid, 7, 1},
		{"overlong", "{\"a\":\"\xc0\x80\"}", Value, FaultUTF8Overlong, 6, 2},
		{"surrogate", "{\"a\":\"\xed\xa0\x80\"}", Value, FaultUTF8Surrogate, 6, 3},
		{"cut sequence", "{\"a\":\"\xe2\x82\"}", Value, FaultUTF8Truncated, 6, 2},
		{"latin-1", "{\"a\":\"caf\xe9 x\"}", Value, FaultUTF8Latin1, 9, 1},
		{"bad byte after a syntax error", "{a} \xff\xff", None, FaultUTF8Invalid, 4, 1},
		{"content-length", "Content-Length: 12\r", None, FaultHeaderContentLength, 0, 18},
		{"content-type", "content-type: application/json", None, FaultHeaderContentType, 0, 30},
		{"content-length after a body", `{"a":1}Content-Length: 4`, None, FaultHeaderContentLength, 7, 17},

		{"text", "Server started", None, FaultText, 0, 14},
		{"timestamp", "2026-11-30 12:00:00 INFO up", None, FaultLogTimestamp, 0, 27},
		{"timestamp in brackets", "[2026-11-30T12:00:00Z] up", None, FaultLogTimestamp, 0, 25},
		{"level", "[INFO] up", None, FaultLogPrefix, 0, 9},
		{"level without brackets", "INFO:root:up", None, FaultLogPrefix, 0, 12},
		{"dotnet level", "info: Program[0]", None, FaultLogPrefix, 0, 16},
		{"a word that is no level", "information about things", None, FaultText, 0, 24},
		{"ansi", "\x1b[32mok\x1b[0m", None, FaultANSIEscape, 0, 11},
		{"raw escape in a string", "{\"a\":\"\x1b[0m\"}", None, FaultANSIEscape, 6, 1},
		{"bare CR before a message", "10%\r20%\r{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", None, FaultBareCR, 0, 8},
		{"bare CR between messages", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r{\"a\":1}", None, FaultBareCR, 36, 1},
		{"nan", `{"a":NaN}`, None, FaultNaNOrInfinity, 5, 3},
		{"nan in small letters", `{"a":nan}`, None, FaultNaNOrInfinity, 5, 3},
		{"nil is no number", `{"a":nil}`, None, FaultSyntax, 6, 2},
		{"infinity", `{"a":-Infinity}`, None, FaultNaNOrInfinity, 6, 8},
		{"control", "{\"a\":\"x\ty\"}", None, FaultControlCharacter, 7, 1},
		{"form feed as white space", "{\"a\":\f1}", None, FaultControlCharacter, 5, 1},
		{"bad escape", `{"a":"\q"}`, None, FaultBadEscape, 7, 1},
		{"short \\u", `{"a":"\u12"}`, None, FaultBadEscape, 10, 1},
		{"leading zero", `{"a":01}`, None, FaultBadNumber, 6, 1},
		{"plus", `{"a":+1}`, None, FaultBadNumber, 5, 1},
		{"trailing comma", `{"a":1,}`, None, FaultTrailingComma, 7, 1},
		{"trailing comma in an array", `{"a":[1, ]}`, None, FaultTrailingComma, 9, 1},
		{"single quotes", `{"a":'b'}`, None, FaultSingleQuotes, 5, 1},
		{"python dict", `{'jsonrpc': '2.0', 'ok': True}`, None, FaultPythonRepr, 0, 30},
		{"python word", `{"a":None}`, None, FaultPythonRepr, 5, 4},
		{"node object", `{ name: 'x', list: [Array] }`, None, FaultObjectDump, 0, 28},
		{"text before", `ready {"jsonrpc":"2.0","id":1,"result":{}}`, None, FaultTextBeforeJSON, 0, 6},
		{"text after", `{"jsonrpc":"2.0","id":1,"result":{}} done`, None, FaultTextAfterJSON, 37, 4},
		{"two messages", `{"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}}`, None, FaultMultipleMessages, 36, 36},
		{"cut in a string", `{"jsonrpc":"2.0","id":1,"result":{"a":"xyz`, None, FaultTruncated, 42, 0},
		{"cut between tokens", `{`, None, FaultUnexpectedEnd, 1, 0},
		{"cut with CRLF", "{\"a\":1,\r", None, FaultUnexpectedEnd, 7, 0},
		{"tru", `{"a":tru}`, None, FaultSyntax, 8, 1},
		{"missing colon", `{"a" 1}`, None, FaultSyntax, 5, 1},
		{"mismatch", `{"a":[1}`, None, FaultSyntax, 7, 1},
		{"no-break space as white space", "{\"a\":\u00a01}", None, FaultSyntax, 5, 1},
		{"duplicate", `{"id":1,"id":2}`, Value, FaultDuplicateMember, 8, 4},
		{"duplicate, escaped", `{"id":1,"\u0069d":2}`, Value, FaultDuplicateMember, 8, 9},
		{"duplicate, nested", `{"jsonrpc":"2.0","id":1,"result":{"a":[{"b":1,"c":{"b":2},"b":3}]}}`, Result, FaultDuplicateMember, 58, 3},
		{"same name in other objects", `{"jsonrpc":"2.0","id":1,"result":{"id":{"id":[{"id":1},{"id":1}]}}}`, Result, NoFault, 0, 0},
		{"too deep", deep, Value, FaultTooDeep, MaxDepth, 1},

		{"number", `42`, Value, FaultNotAnObject, 0, 2},
		{"log record", `{"level":"info","msg":"up"}`, Value, FaultJSONLog, 0, 27},
		{"bare result", `{"protocolVersion":"2025-06-18","capabilities":{}}`, Value, FaultBareResult, 0, 50},
		{"empty batch", `[]`, Batch, FaultBatchEmpty, 0, 2},
		{"array of numbers", `[1,2]`, Value, FaultNotAnObject, 0, 5},
		{"mixed batch", `[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"a"}]`, Batch, FaultBatchMixed, 0, 69},
		{"no jsonrpc", `{"id":1,"result":{}}`, Result, FaultMissingJSONRPC, 0, 20},
		{"names in other letters", `{"JsonRpc":"2.0","Id":1,"Result":{}}`, Value, FaultMissingJSONRPC, 0, 36},
		{"a log that speaks of it", `{"level":"info","rpc":"jsonrpc"}`, Value, FaultJSONLog, 0, 32},
		{"other jsonrpc", `{"jsonrpc":"1.0","id":1,"result":{}}`, Result, FaultWrongJSONRPC, 11, 5},
		{"jsonrpc as number", `{"jsonrpc":2.0,"id":1,"result":{}}`, Result, FaultWrongJSONRPC, 11, 3},
		{"no kind", `{"jsonrpc":"2.0","id":1}`, Value, FaultNoKind, 0, 24},
		{"mixed kind", `{"jsonrpc":"2.0","id":1,"method":"a","result":{}}`, Value, FaultMixedKind, 46, 2},
		{"result and error", `{"jsonrpc":"2.0","id":1,"result":{},"error":null}`, Error, FaultResultAndError, 44, 4},
		{"method no string", `{"jsonrpc":"2.0","id":1,"method":7}`, Request, FaultMethodNotString, 33, 1},
		{"id null", `{"jsonrpc":"2.0","id":null,"result":{}}`, Result, FaultIDNull, 22, 4},
		{"id object", `{"jsonrpc":"2.0","id":{},"method":"a"}`, Request, FaultIDType, 22, 2},
		{"id fraction", `{"jsonrpc":"2.0","id":1.5,"method":"a"}`, Request, FaultIDType, 22, 3},
		{"id integral", `{"jsonrpc":"2.0","id":1.0,"result":{}}`, Result, FaultResponseIDFraction, 22, 3},
		{"id missing", `{"jsonrpc":"2.0","result":{}}`, Result, FaultIDMissing, 0, 29},
		{"notification with id", `{"jsonrpc":"2.0","id":1,"method":"notifications/message"}`, Request, FaultNotificationWithID, 22, 1},
		{"params array", `{"jsonrpc":"2.0","id":1,"method":"a","params":[]}`, Request, FaultParamsNotObject, 46, 2},
		{"result null", `{"jsonrpc":"2.0","id":1,"result":null}`, Result, FaultResultNotObject, 33, 4},
		{"error string", `{"jsonrpc":"2.0","id":1,"error":"no"}`, Error, FaultErrorNotObject, 32, 4},
		{"error without code", `{"jsonrpc":"2.0","id":1,"error":{"message":"no"}}`, Error, FaultErrorCodeMissing, 32, 16},
		{"error code string", `{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"no"}}`, Error, FaultErrorCodeType, 40, 3},
		{"error code fraction", `{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"no"}}`, Error, FaultErrorCodeType, 40, 3},
		{"error without message", `{"jsonrpc":"2.0","id":1,"error":{"code":1}}`, Error, FaultErrorMessageMissing, 32, 10},
		{"error message number", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":2}}`, Error, FaultErrorMessageType, 52, 1},
		{"error without id", `{"jsonrpc":"2.0","error":{"code":1,"message":"a"}}`, Error, FaultErrorWithoutID, 0, 50},
		{"error with null id", `{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"a"}}`, Error, FaultErrorIDNull, 22, 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := Fault{}
			if tt.code != NoFault {
				want = faultAt(tt.code, tt.column, tt.length)
			}
			kind, fault := scanFault(tt.line)
			if diff := cmp.Diff(want, fault); diff != "" {
				t.Errorf("fault (-want +got):\n%s", diff)
			}
			if kind != tt.kind {
				t.Errorf("kind = %v, want %v", kind, tt.kind)
			}
		})
	}
}
