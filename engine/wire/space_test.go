package wire

import "testing"

// White space may stand between any two tokens, also behind the colon of a name
// in a line that is long enough for the fast path.
func TestWhiteSpaceBetweenTokens(t *testing.T) {
	for _, line := range []string{
		`{"params": {"protocolVersion": "2025-03-26", "capabilities": {}}}`,
		`{ "p" : {"c": {}, "i": {"n": "x"} , "list" : [ 1 , 2 , { "deep" : null } ] } }`,
		`{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"a": true, "b": [], "c": -1.5e3}}`,
		"{\t\"a\":\t[\t]\t,\t\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbb\"\t:\t{\t}\t}",
	} {
		if !Valid([]byte(line)) {
			var m Message
			Scan([]byte(line), &m)
			t.Errorf("%s\nis refused: %s at column %d", line, m.Fault.Code.Detail(), m.Fault.Column)
		}
	}
}
