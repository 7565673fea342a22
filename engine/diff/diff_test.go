package diff

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/engine/transcript"
)

// exchangeOf writes a recording of requests and answers, a millisecond apart.
func recording(lines ...string) []byte {
	out := transcript.AppendHeader(nil, &transcript.Header{Source: transcript.Source{Format: "launch"}})
	for i, l := range lines {
		ev := transcript.Event{T: int64(i) * 1000, Kind: transcript.Kind(l[:6]), Data: []byte(l[7:] + "\n")}
		if l[:5] == "stdin" {
			ev.Kind, ev.Data = transcript.KindStdin, []byte(l[6:]+"\n")
		}
		out = transcript.AppendEvent(out, &ev)
	}
	return out
}

func facts(t *testing.T, r *report.Report, lines ...string) *Facts {
	t.Helper()
	f, err := Read(recording(lines...), r)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const ask = `stdin {"jsonrpc":"2.0","id":1,"method":"tools/list"}`

func TestToolsAndResults(t *testing.T) {
	call := `stdin {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","arguments":{}}}`
	a := facts(t, &report.Report{}, ask, `stdout {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}},{"name":"gone","inputSchema":{}}]}}`,
		call, `stdout {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"1"}],"n":1}}`)
	b := facts(t, &report.Report{}, ask, `stdout {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"new","inputSchema":{}},{"name":"a","inputSchema":{"type":"object","properties":{"x":{"type":"integer"}}}}]}}`,
		call, `stdout {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"other"}],"n":"1","extra":null}}`)
	c := Compare(a, b)
	if d := cmp.Diff([]ToolChange{{"a", "changed", []string{"/inputSchema/properties/x/type"}}, {Name: "gone", Change: "removed"}, {Name: "new", Change: "added"}}, c.Tools); d != "" {
		t.Error(d)
	}
	want := []ResultChange{{"tools/call", `name="a";arguments={};`, "another shape", []PathChange{{"/extra", "", "null"}, {"/n", "number", "string"}}}}
	if d := cmp.Diff(want, c.Results); d != "" {
		t.Error(d)
	}
	if c.Same || len(c.Latencies) != 2 || *c.Latencies[0].Before != 1000 {
		t.Errorf("same %v, latencies %v", c.Same, c.Latencies)
	}
}

// Order, ids, times and values are no change.
func TestNothingChanged(t *testing.T) {
	a := facts(t, &report.Report{}, ask, `stdout {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{"name":"b"}]}}`)
	b := facts(t, &report.Report{}, `stdin {"jsonrpc":"2.0","id":"z","method":"tools/list","params":{"_meta":{"k":1}}}`, `stdout {"result":{"tools":[{"name":"b"},{"name":"a"}]},"id":"z","jsonrpc":"2.0"}`)
	if c := Compare(a, b); !c.Same {
		t.Errorf("%+v", c)
	}
	if got := shapeChanges([]byte(`{"a":[],"b":{"x":1}}`), []byte(`{"b":{"x":7},"a":[{"c":1}]}`)); len(got) != 0 {
		t.Errorf("an empty array is no change of shape: %v", got)
	}
}

func TestAnswersThatCameOrFailed(t *testing.T) {
	none := facts(t, &report.Report{}, ask)
	failed := facts(t, &report.Report{}, ask, `stdout {"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"m"}}`)
	other := facts(t, &report.Report{}, ask, `stdout {"jsonrpc":"2.0","id":1,"error":{"code":-2,"message":"m"}}`)
	for _, tc := range []struct {
		a, b *Facts
		want string
	}{{none, failed, "now answered"}, {failed, none, "no longer answered"}, {failed, other, "another error code"}} {
		if c := Compare(tc.a, tc.b); len(c.Results) != 1 || c.Results[0].Change != tc.want {
			t.Errorf("got %+v, want %q", c.Results, tc.want)
		}
	}
}

func TestFramesAlign(t *testing.T) {
	frame := func(address, what string) Frame { return Frame{address, "request", what} }
	a := []Frame{frame("stdin:1", "x"), frame("stdout:1", "banner"), frame("stdout:2", "y"), frame("stdin:2", "z")}
	b := []Frame{frame("stdin:1", "x"), frame("stdout:1", "y"), frame("stdin:2", "new"), frame("stdin:3", "z")}
	var got []string
	for _, p := range align(a, b) {
		s := ""
		if p.Before != nil {
			s += p.Before.What
		}
		s += "|"
		if p.After != nil {
			s += p.After.What
		}
		got = append(got, s)
	}
	if d := cmp.Diff([]string{"x|x", "banner|", "y|y", "|new", "z|z"}, got); d != "" {
		t.Error(d)
	}
}

// Every frame of both sides stands in the alignment exactly once, also beyond
// the table's bound.
func TestLongRunsAlignInWindows(t *testing.T) {
	var a, b []Frame
	for i := range 3000 {
		a = append(a, Frame{"stdout:1", "result", itoa(i % 97)})
		if i%5 != 0 {
			b = append(b, Frame{"stdout:1", "result", itoa(i % 97)})
		}
	}
	before, after, met := 0, 0, 0
	for _, p := range align(a, b) {
		if p.Before != nil {
			before++
		}
		if p.After != nil {
			after++
		}
		if p.Before != nil && p.After != nil {
			met++
		}
	}
	if before != len(a) || after != len(b) || met < len(b)*9/10 {
		t.Errorf("%d of %d, %d of %d, %d met", before, len(a), after, len(b), met)
	}
}

func TestVerdicts(t *testing.T) {
	at := func(n int64) *int64 { return &n }
	one := &report.Report{Issues: []report.Issue{{Code: "a", Severity: rule.Error, Frame: 1, Offset: at(0)}, {Code: "b", Severity: rule.Note}}}
	moved := &report.Report{Issues: []report.Issue{{Code: "a", Severity: rule.Error, Frame: 1, Offset: at(5)}, {Code: "b", Severity: rule.Note}}}
	swapped := &report.Report{Issues: []report.Issue{one.Issues[1], one.Issues[0]}}
	if got := Verdicts(one, one); len(got) != 0 {
		t.Errorf("the same report: %v", got)
	}
	if got := Verdicts(one, moved); len(got) != 2 || got[0].Change != "gone" || got[1].Change != "new" {
		t.Errorf("a finding that moved: %v", got)
	}
	if got := Verdicts(one, swapped); len(got) != 1 || got[0].Change != "order" {
		t.Errorf("another order: %v", got)
	}
}
