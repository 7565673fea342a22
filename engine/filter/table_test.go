package filter

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine"
)

const run = `{"stdioscope":1,"source":{"format":"launch"},"options":{}}
{"t":1,"k":"spawn","pid":7}
{"t":2,"k":"stdin","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}\n"}
{"t":3,"k":"stdout","text":"starting with token=hunter2hunter2\n"}
{"t":40,"k":"stdout","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s\",\"ver"}
{"t":50,"k":"stdout","text":"sion\":\"1\"}}}\n"}
{"t":60,"k":"stdin","text":"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"}
{"t":70,"k":"stdin","text":"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/call\",\"params\":{\"name\":\"se\\u0061rch\",\"arguments\":{\"q\":\"Deep\"}}}\n"}
{"t":80,"k":"stderr","b64":"/3dhcm4K"}
{"t":1000090,"k":"stdout","text":"{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{\"content\":[]}}\n"}
{"t":1000100,"k":"exit","code":1}
{"t":1000101,"k":"end"}
`

// watched asks a filter of the recording, which is written in chunks of a size.
func watched(t *testing.T, filter string, size int) (*Table, []string) {
	t.Helper()
	f := Parse(filter)
	if len(f.Errors) > 0 {
		t.Fatalf("%q: %v", filter, f.Errors)
	}
	a := engine.New()
	table := Watch(a, f)
	for at := 0; at < len(run); at += size {
		if _, err := a.Write([]byte(run[at:min(len(run), at+size)])); err != nil {
			t.Fatal(err)
		}
		table.Take(a)
	}
	a.Close()
	table.Close(a, a.Report())
	var addresses []string
	for _, n := range table.Passing() {
		addresses = append(addresses, table.Row(n).Address)
	}
	return table, addresses
}

func TestARecordingIsAsked(t *testing.T) {
	for _, tc := range []struct {
		filter string
		want   []string
	}{
		{"kind:response", []string{"stdout:2", "stdout:3"}},
		{"tool:search", []string{"stdin:3", "stdout:3"}},
		{"deep", []string{"stdin:3"}},
		{`"ver"`, []string{"stdin:1", "stdout:2"}}, // a word cut in two by its events
		{"!deep kind:request", []string{"stdin:1"}},
		{"code:stdout-non-json", []string{"stdout:1"}},
		{"is:first", []string{"stdout:1"}},
		{"code:server-*", []string{"row:8"}},
		{"dur:>500ms method:tools/call kind:result", []string{"stdout:3"}},
		{"stream:stderr", []string{"stderr:1"}},
		{"kind:exit", []string{"row:8"}},
		{"run:2", nil},
	} {
		for _, size := range []int{len(run), 40} {
			if _, got := watched(t, tc.filter, size); !cmp.Equal(tc.want, got) {
				t.Errorf("%s in chunks of %d: passing are %v, want %v", tc.filter, size, got, tc.want)
			}
		}
	}
}

func TestARowTellsWhatItIs(t *testing.T) {
	table, _ := watched(t, "", 100)
	size, offset, latency := 50, int64(170), int64(1000020)
	want := Row{
		Address: "stdout:3", Run: 1, Stream: "stdout", Frame: 3, Kind: "result", T: 1000090, Offset: &offset, Size: &size, Latency: &latency,
		Reached: 5, Method: "tools/call", Tool: "search", RequestID: `"x"`, Status: "ok", Pair: "stdin:3",
	}
	if d := cmp.Diff(want, table.Row(7), cmp.Transformer("afterwards", func(r Row) Row { r.AfterFirst = false; return r })); d != "" {
		t.Error(d)
	}
	if r := table.Row(2); r.Text != "starting with token=**************" || !r.First || r.Severity != "error" || r.Codes[0] != "stdout-non-json" {
		t.Errorf("the banner is %+v", r)
	}
	if r := table.Row(6); r.Text != `\xffwarn` {
		t.Errorf("stderr says %q", r.Text)
	}
}
