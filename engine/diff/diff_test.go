package diff

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
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

func facts(t *testing.T, lines ...string) *Facts {
	t.Helper()
	f, err := Read(recording(lines...))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const ask = `stdin {"jsonrpc":"2.0","id":1,"method":"tools/list"}`

func TestToolsAndResults(t *testing.T) {
	call := `stdin {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","arguments":{}}}`
	a := facts(t, ask, `stdout {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"type":"string"}}}},{"name":"gone","inputSchema":{}}]}}`,
		call, `stdout {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"1"}],"n":1}}`)
	b := facts(t, ask, `stdout {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"new","inputSchema":{}},{"name":"a","inputSchema":{"type":"object","properties":{"x":{"type":"integer"}}}}]}}`,
		call, `stdout {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"other"}],"n":"1","extra":null}}`)
	c := Compare(a, b)
	if d := cmp.Diff([]ToolChange{{"a", "changed", []PathChange{{"/inputSchema/properties/x/type", `"string"`, `"integer"`}}}, {Name: "gone", Change: "removed"}, {Name: "new", Change: "added"}}, c.Tools); d != "" {
		t.Error(d)
	}
	want := []ResultChange{{"tools/call", `name="a";arguments={};`, "another shape", []PathChange{{"/extra", "", "null"}, {"/n", "number", "string"}}}}
	if d := cmp.Diff(want, c.Results); d != "" {
		t.Error(d)
	}
	latencies := []LatencyPair{{"tools/call", &Latency{1, 1000}, &Latency{1, 1000}}, {"tools/list", &Latency{1, 1000}, &Latency{1, 1000}}}
	if d := cmp.Diff(latencies, c.Latencies); d != "" || c.Same {
		t.Errorf("same %v, latencies %s", c.Same, d)
	}
}

// Order, ids, times and values are no change.
func TestNothingChanged(t *testing.T) {
	a := facts(t, ask, `stdout {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{"name":"b"}]}}`)
	b := facts(t, `stdin {"jsonrpc":"2.0","id":"z","method":"tools/list","params":{"_meta":{"k":1}}}`, `stdout {"result":{"tools":[{"name":"b"},{"name":"a"}]},"id":"z","jsonrpc":"2.0"}`)
	if c := Compare(a, b); !c.Same {
		t.Errorf("%+v", c)
	}
	if got := shapeChanges([]byte(`{"a":[],"b":{"x":1}}`), []byte(`{"b":{"x":7},"a":[{"c":1}]}`)); len(got) != 0 {
		t.Errorf("an empty array is no change of shape: %v", got)
	}
}

func TestAnswersThatCameOrFailed(t *testing.T) {
	none := facts(t, ask)
	failed := facts(t, ask, `stdout {"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"m"}}`)
	other := facts(t, ask, `stdout {"jsonrpc":"2.0","id":1,"error":{"code":-2,"message":"m"}}`)
	for _, tc := range []struct {
		a, b *Facts
		want string
	}{{none, failed, "now answered"}, {failed, none, "no longer answered"}, {failed, other, "another error code"}} {
		if c := Compare(tc.a, tc.b); len(c.Results) != 1 || c.Results[0].Change != tc.want {
			t.Errorf("got %+v, want %q", c.Results, tc.want)
		}
	}
}

// shownPairs tells an alignment by its frames.
func shownPairs(a, b *Facts) []string {
	c := Compare(a, b)
	var all []string
	for _, p := range c.Frames {
		before, after := "", ""
		if p.Before >= 0 {
			before = c.Before(p.Before).Address
		}
		if p.After >= 0 {
			after = c.After(p.After).Address
		}
		all = append(all, before+"|"+after)
	}
	return all
}

func TestFramesAlign(t *testing.T) {
	answer := `stdout {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`
	a := facts(t, ask, "stdout Weather server 2.1 at 12:00:01", answer, "stderr up for 3 s")
	b := facts(t, ask, "stdout Weather server 2.1 at 12:09:59", answer, "stdout another line", "stderr up for 14 s")
	if d := cmp.Diff([]string{"stdin:1|stdin:1", "stdout:1|stdout:1", "stdout:2|stdout:2", "|stdout:3", "stderr:1|stderr:1"}, shownPairs(a, b)); d != "" {
		t.Error(d)
	}
	c := facts(t, ask, answer)
	if d := cmp.Diff([]string{"stdin:1|stdin:1", "stdout:1|", "stdout:2|stdout:1", "stderr:1|"}, shownPairs(a, c)); d != "" {
		t.Error(d)
	}
}

// Rows are those of the frame index, in which the process has some of its own.
func TestAlignedRows(t *testing.T) {
	spawn := transcript.AppendEvent(nil, &transcript.Event{Kind: transcript.KindSpawn})
	src := recording(ask)
	at := bytes.IndexByte(src, '\n') + 1
	a, err := Read(slices.Concat(src[:at], spawn, src[at:]))
	if err != nil {
		t.Fatal(err)
	}
	c := Compare(a, facts(t, ask, "stdout x"))
	if got := string(c.AppendJSONWithRows(nil)); !strings.HasSuffix(got, `,"rows":[1,0,-1,1]}`) || !json.Valid([]byte(got)) {
		t.Errorf("rows: %s", got)
	}
}

// Every frame of both sides stands in the alignment exactly once and in order, also
// beyond the table's bound, and equal ones meet.
func TestLongRunsAlignInWindows(t *testing.T) {
	var a, b []uint32
	for i := range uint32(7000) {
		a = append(a, i%97)
		if i%5 != 0 {
			b = append(b, i%97)
		}
		if i%100 == 0 {
			b = append(b, 1000+i)
		}
	}
	for name, sides := range map[string][2][]uint32{"both": {a, b}, "swapped": {b, a}, "one is short": {a, b[:3]}, "one is empty": {a, nil}, "the same": {a, a}} {
		var before, after, met int32
		for _, p := range align(sides[0], sides[1]) {
			if p.Before >= 0 {
				if p.Before != before {
					t.Fatalf("%s: frame %d stands where %d is due", name, p.Before, before)
				}
				before++
			}
			if p.After >= 0 {
				if p.After != after {
					t.Fatalf("%s: frame %d stands where %d is due", name, p.After, after)
				}
				after++
			}
			if p.Before >= 0 && p.After >= 0 {
				met++
				if sides[0][p.Before] != sides[1][p.After] {
					t.Fatalf("%s: %d meets %d", name, sides[0][p.Before], sides[1][p.After])
				}
			}
		}
		least := min(len(sides[0]), len(sides[1])) * 9 / 10
		if int(before) != len(sides[0]) || int(after) != len(sides[1]) || int(met) < least {
			t.Errorf("%s: %d of %d, %d of %d, %d met", name, before, len(sides[0]), after, len(sides[1]), met)
		}
	}
}

func TestFindingsByWhatTheySay(t *testing.T) {
	issue := func(code, message string) report.Issue {
		return report.Issue{Code: code, Severity: rule.Error, Message: message}
	}
	a := &report.Report{Issues: []report.Issue{issue("x", "line 3 is bad"), issue("y", "gone"), issue("x", "line 9 is bad")}}
	b := &report.Report{Issues: []report.Issue{issue("x", "line 14 is bad"), issue("z", "new"), issue("x", "line 15 is bad"), issue("x", "line 16 is bad")}}
	got, same := findingChanges(a, b)
	want := []FindingChange{{"x", "error", "line 3 is bad", 2, 3}, {"y", "error", "gone", 1, 0}, {"z", "error", "new", 0, 1}}
	if d := cmp.Diff(want, got); d != "" || same != 0 {
		t.Errorf("%d the same; %s", same, d)
	}
	if got, same := findingChanges(a, a); len(got) != 0 || same != 3 {
		t.Errorf("of one report: %v, %d the same", got, same)
	}
	a.Counts = []report.CodeCount{{Code: "x", Severity: rule.Error, Count: 900, Kept: 2}}
	b.Counts = []report.CodeCount{{Code: "x", Severity: rule.Error, Count: 3, Kept: 3}}
	got, _ = findingChanges(a, b)
	if d := cmp.Diff([]FindingChange{{"y", "error", "gone", 1, 0}, {"x", "error", "", 900, 3}, {"z", "error", "new", 0, 1}}, got); d != "" {
		t.Error(d)
	}
}

func TestValues(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want []PathChange
	}{
		{`{"a":1,"b":[1,{"b/c":2}]}`, `{"b":[1,{"b/c":3},4],"a":1.0}`, []PathChange{{"/b/1/b~1c", "2", "3"}, {"/b/2", "", "4"}}},
		{`{"s":"\u0061"}`, `{"s":"a"}`, nil},
		{`{"o":{"x":1}}`, `{"o":[1]}`, []PathChange{{"/o", `{"x":1}`, "[1]"}}},
		{`{"gone":{"x":1}}`, `{"new":null}`, []PathChange{{"/gone", `{"x":1}`, ""}, {"/new", "", "null"}}},
		{`true`, `false`, []PathChange{{"", "true", "false"}}},
	} {
		if d := cmp.Diff(tc.want, valueChanges([]byte(tc.a), []byte(tc.b))); d != "" {
			t.Errorf("%s, %s: %s", tc.a, tc.b, d)
		}
	}
}

func TestLatenciesAreMedians(t *testing.T) {
	got := latencies([]exchange{{method: "m", latency: 10}, {method: "m", latency: 30}, {method: "m", latency: 21}, {method: "m", latency: -1}}, []exchange{{method: "n", latency: 4}, {method: "n", latency: 7}})
	if d := cmp.Diff([]LatencyPair{{"m", &Latency{3, 21}, nil}, {"n", nil, &Latency{2, 5}}}, got); d != "" {
		t.Error(d)
	}
}

func TestJSON(t *testing.T) {
	a := facts(t, ask, `stdout {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","x":1}]}}`)
	b := facts(t, ask, `stdout {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","x":"\u2028\""}]}}`, "stdout \xff\x1b")
	c := Compare(a, b)
	var got map[string]any
	if err := json.Unmarshal(c.AppendJSONWithFrames(nil), &got); err != nil {
		t.Fatalf("%v: %s", err, c.AppendJSONWithFrames(nil))
	}
	want := map[string]any{
		"name": "a", "change": "changed", "values": []any{map[string]any{"path": "/x", "before": "1", "after": `"\u2028\""`}},
	}
	if d := cmp.Diff(want, got["tools"].([]any)[0]); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]any{"after": map[string]any{"address": "stdout:2", "kind": "text", "what": `\xff\x1b`}}, got["frames"].([]any)[2]); d != "" {
		t.Error(d)
	}
	var without map[string]any
	if err := json.Unmarshal(c.AppendJSON(nil), &without); err != nil || without["frames"] != nil || len(without) != len(got)-1 {
		t.Errorf("without frames: %v, %v", err, without)
	}
}

// With several runs, tools and results are the last one's, and the frames are all.
func TestSeveralRuns(t *testing.T) {
	list := `stdout {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"%"}]}}`
	one := facts(t, ask, strings.Replace(list, "%", "a", 1))
	two, err := Read(append(recording(ask, strings.Replace(list, "%", "old", 1)), bytes.ReplaceAll(bytes.SplitN(recording(ask, strings.Replace(list, "%", "a", 1)), []byte("\n"), 2)[1], []byte(`{"t":`), []byte(`{"run":2,"t":`))...))
	if err != nil {
		t.Fatal(err)
	}
	if c := Compare(one, two); len(c.Tools) != 0 || c.ToolsSame != 1 {
		t.Errorf("tools %+v", c.Tools)
	}
	if d := cmp.Diff([]string{"|stdin:1", "|stdout:1", "stdin:1|2/stdin:1", "stdout:1|2/stdout:1"}, shownPairs(one, two)); d != "" {
		t.Error(d)
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
