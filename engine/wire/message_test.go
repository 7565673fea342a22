package wire

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/rule"
)

func TestEveryFaultIsInTheCatalogue(t *testing.T) {
	for c := NoFault + 1; c < faultCodes; c++ {
		r, ok := rule.Lookup(c.Code())
		switch {
		case !ok:
			t.Errorf("fault %d: the catalogue has no %q", c, c.Code())
		case int(r.Layer) != int(c.Layer()):
			t.Errorf("%s: layer %d here, %d in the catalogue", c.Code(), c.Layer(), r.Layer)
		case c.Detail() != "" && !slices.Contains(r.Details, c.Detail()):
			t.Errorf("%s: the catalogue has no detail %q", c.Code(), c.Detail())
		}
	}
	if NoFault.Code() != "" || NoFault.Detail() != "" || NoFault.Layer() != 0 {
		t.Error("NoFault has a code")
	}
}

func TestScanNotesFacts(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"spans", `{"id":7,"x":0,"result":{"a":[1]},"jsonrpc":"2.0"}` + "\r", `kind=result id=7 result={"a":[1]} jsonrpc="2.0" value=0-49 crlf depth=3`},
		{"all members", `{"jsonrpc":"2.0","id":"a","method":"m","params":{}}`, `kind=request id="a" method="m" params={} jsonrpc="2.0" value=0-51 depth=2`},
		{"members with white space", "{ \"error\" : {} ,\t\"id\" : null }", `kind=error id=null error={} value=0-30 depth=2`},
		{"first of two", `{"id":1,"id":2}`, `kind=value id=1 value=0-15 depth=1`},
		{"names with escapes", `{"\u0069d":1,"me\u0074hod":"x"}`, `kind=request id=1 method="x" value=0-31 depth=1`},
		{"half a pair", `{"jsonrpc":"2.0","method":"a","params":{"x":"\ud83d\ude00 \ud83d"}}`, `kind=notification method="a" params={"x":"\ud83d\ude00 \ud83d"} jsonrpc="2.0" value=0-67 lone=58 depth=2`},
		{"low half first", `["\ude00"]`, `kind=value value=0-10 lone=2 depth=1`},
		{"scalar", ` 1 `, `kind=value value=1-2 depth=0`},
		{"read leniently", "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"a\":\"\xff\"}}", `kind=result id=3 result={"a":"` + "\xff" + `"} jsonrpc="2.0" value=0-43 depth=2`},
		{"behind text", `ok {"jsonrpc":"2.0","id":3,"result":{}}`, `kind=none embedded={"jsonrpc":"2.0","id":3,"result":{}} depth=0`},
		{"before text", `{"jsonrpc":"2.0","id":3,"result":{}} ok`, `kind=none embedded={"jsonrpc":"2.0","id":3,"result":{}} depth=0`},
		{"first of two on a line", `{"jsonrpc":"2.0","id":3,"result":{}}{"jsonrpc":"2.0","id":4,"result":{}}`, `kind=none embedded={"jsonrpc":"2.0","id":3,"result":{}} depth=0`},
		{"inside another", `{"jsonrpc":"2.0","id":3,"resu{"jsonrpc":"2.0","id":4,"result":{}}`, `kind=none embedded={"jsonrpc":"2.0","id":4,"result":{}} depth=0`},
	}
	var m Message
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			Scan([]byte(tt.line), &m)
			if diff := cmp.Diff(tt.want, facts(&m, []byte(tt.line))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// facts writes what a message holds, besides its fault.
func facts(m *Message, line []byte) string {
	var b strings.Builder
	fmt.Fprintf(&b, "kind=%v", m.Kind)
	for _, p := range []struct {
		name string
		span Span
	}{{"id", m.ID}, {"method", m.Method}, {"params", m.Params}, {"result", m.Result}, {"error", m.Error}, {"jsonrpc", m.JSONRPC}, {"embedded", m.Embedded}} {
		if p.span.Present() {
			fmt.Fprintf(&b, " %s=%s", p.name, p.span.Of(line))
		}
	}
	if m.Value.Present() {
		fmt.Fprintf(&b, " value=%d-%d", m.Value.Start, m.Value.End)
	}
	if m.CRLF {
		b.WriteString(" crlf")
	}
	if m.LoneSurrogate > 0 {
		fmt.Fprintf(&b, " lone=%d", m.LoneSurrogate-1)
	}
	fmt.Fprintf(&b, " depth=%d", m.Depth)
	return b.String()
}

func TestIDForms(t *testing.T) {
	var m Message
	for id, want := range map[string]IDForm{
		`7`: IDInteger, `0`: IDInteger, `-7`: IDInteger, `123456789012345678901234567890`: IDInteger, `"a"`: IDString, `""`: IDString,
		`1.0`: IDIntegral, `1e3`: IDIntegral, `10e-1`: IDIntegral, `-0.0`: IDIntegral, `1.5`: IDFraction, `1e-3`: IDFraction,
		`null`: IDNull, `true`: IDOther, `[]`: IDOther, `{}`: IDOther,
	} {
		for _, line := range []string{`{"jsonrpc":"2.0","id":` + id + `,"method":"a"}`, `{"jsonrpc":"2.0","method":"a","id":` + id + `}`, `{"jsonrpc":"2.0","method":"a","id": ` + id + ` }`} {
			if Scan([]byte(line), &m); m.IDForm != want {
				t.Errorf("%s: form %d, want %d", line, m.IDForm, want)
			}
		}
	}
	if Scan([]byte(`{"jsonrpc":"2.0","method":"a"}`), &m); m.IDForm != IDAbsent {
		t.Errorf("no id: form %d", m.IDForm)
	}
}

func TestMembersOfABatch(t *testing.T) {
	line := []byte(` [ {"jsonrpc":"2.0","id":1,"result":{}} ,{"jsonrpc":"2.0","method":"a"},7,{"id":2,"result":{}}, {"jsonrpc":"2.0","id":3,"error":{"code":"x","message":""}}] `)
	var m Message
	Scan(line, &m)
	if m.Kind != Batch || m.Fault.Code != FaultBatchMixed {
		t.Errorf("kind %v, fault %+v", m.Kind, m.Fault)
	}
	var got []string
	m.Members(line, func(one *Message) bool {
		got = append(got, fmt.Sprintf("%v id=%s %s %q", one.Kind, one.ID.Of(line), one.Fault.Code.Detail(), line[one.Fault.Column:one.Fault.Column+one.Fault.Length]))
		return true
	})
	want := []string{`result id=1  ""`, `notification id=  ""`, `value id= not-an-object "7"`, `result id=2 missing-jsonrpc "{\"id\":2,\"result\":{}}"`, `error id=3 error-code-type "\"x\""`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestScanCostsNoAllocation(t *testing.T) {
	lines := []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"b":[1,2.5e-3,"c\u00e9\n"],"a name of more than sixteen bytes":"é"}}}`,
		`{"jsonrpc":"2.0","id":"x","result":{"content":[{"type":"text","text":"` + strings.Repeat("日本語 \\n plain text ", 40) + `"}]}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}`,
		`{"jsonrpc":"2.0","method":"notifications/message","params":{` + manyNames(100) + `}}`,
	}
	var m Message
	for _, line := range lines {
		b := []byte(line)
		if n := testing.AllocsPerRun(100, func() { Scan(b, &m) }); n != 0 {
			t.Errorf("%v allocations for %.60s…", n, line)
		}
		if m.Fault.Code != NoFault {
			t.Errorf("%s: %+v", line, m.Fault)
		}
	}
}

func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"name%d":%d,`, i, i)
	}
	return b.String() + `"last":0`
}

func TestMayHold(t *testing.T) {
	for _, tt := range []struct {
		line string
		want bool
	}{
		{`{"params":{"a":1,"b":{"_meta":1}}}`, false},
		{`{"params":{"a":1,"_meta":{}}}`, true},
		{`{"params":{"\u005fmeta":1}}`, true},
		{`{"params":{ "a" : 1 },"id":1}`, false},
		{`{"params":{"_meta":1},"x":{"a":1}}`, true},       // another object came after it
		{`{"params":{"_meta":1,"a":1},"x":1,"y":2}`, true}, // names of the envelope came after it
		{`{"params":{"a":[{"_meta":1}]},"result":1}`, false},
		{`{"x":{"a":1},"params":{}}`, true}, // not known
		{`{"params":` + `{"a":1,` + strings.Repeat(`"b":{"a":1},`, 40) + `"_meta":0}}`, true},
	} {
		var m Message
		Scan([]byte(tt.line), &m)
		if got := m.MayHold(m.Params, NameOf("_meta")); got != tt.want {
			t.Errorf("%s: %v", tt.line, got)
		}
	}
}
