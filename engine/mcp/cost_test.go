package mcp

import (
	"strings"
	"testing"

	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// What is sound costs no allocation.
func TestNothingIsAllocatedForSoundMessages(t *testing.T) {
	text := []byte(`{"resultType":"complete","content":[{"type":"text","text":"` + strings.Repeat("long text ", 100) + `","_meta":{"a":1}},{"type":"image","data":"AAAA","mimeType":"a/b"}],"isError":false}`)
	call, modern := []byte(`{"name":"a"}`), []byte(`{`+modernMeta+`,"name":"a","arguments":{"x":[1,2,3]}}`)
	progress, failed, list := []byte(`{"progressToken":1,"progress":0.5}`), []byte(`{"code":-32601,"message":"m"}`), []byte(`{"tools":[]}`)
	sound := map[string]func() []Problem{
		"ping":           func() []Problem { return CheckRequest(rule.R3, true, "ping", nil) },
		"progress":       func() []Problem { return CheckNotification(rule.R4, true, "notifications/progress", progress) },
		"call":           func() []Problem { return CheckRequest(rule.R4, false, "tools/call", call) },
		"modern call":    func() []Problem { return CheckRequest(rule.R5, false, "tools/call", modern) },
		"result":         func() []Problem { return CheckResult(rule.R4, "tools/call", call, text, ResultContext{}) },
		"modern result":  func() []Problem { return CheckResult(rule.R5, "tools/call", modern, text, ResultContext{}) },
		"error":          func() []Problem { return CheckError(rule.R4, "tools/call", failed) },
		"tools envelope": func() []Problem { return CheckResult(rule.R4, "tools/list", nil, list, ResultContext{}) },
	}
	for name, check := range sound {
		if problems := check(); len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
		}
		if n := testing.AllocsPerRun(20, func() { check() }); n > 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// Whatever JSON a peer sends: no panic, every place inside the value, every
// code in the catalogue, and twice the same.
func FuzzChecks(f *testing.F) {
	for _, seed := range []string{
		soundInit, `{"content":[{"type":"text","text":"a"}]}`, `{"_meta":{"a b":1,"traceparent":""}}`,
		`{"code":-32022,"message":"m","data":{"supported":[]}}`, `[{"name":"a","inputSchema":{"type":"object","required":["a"],"properties":{"b":{"$ref":"#/x"}}}}]`,
		`{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"url"}}}}`,
		`{"messages":[{"role":"user","content":[{"type":"tool_result","toolUseId":"1","content":[{"type":"resource","resource":{"uri":"a"}}]}]}],"maxTokens":1}`,
		`{"content":[{"type":"text","text":"a\""},{"type":"text","text":""}],"isError":true}`,
		`{"taskId":"1","ttl":null,"status":"x"}`, `{"completion":{"values":["a"]}}`, `{"ref":{"type":"ref/prompt"}}`, `{`, `[`, `"`, ``,
	} {
		for i := range methods {
			f.Add([]byte(seed), uint8(i), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, value []byte, which, revision uint8) {
		rev, m := Revisions[int(revision)%len(Revisions)], &methods[int(which)%len(methods)]
		check := func() []Problem {
			var all []Problem
			all = append(all, CheckRequest(rev, which&1 == 0, m.Name, value)...)
			all = append(all, CheckNotification(rev, which&1 == 0, m.Name, value)...)
			all = append(all, CheckResult(rev, m.Name, value, value, ResultContext{OutputSchema: value})...)
			all = append(all, CheckError(rev, m.Name, value)...)
			_, tools := new(ToolLists).Page(rev, value)
			return append(all, tools...)
		}
		if isPlainText(value) && wire.Valid(value) {
			for _, rev := range Revisions[:4] {
				if problems := CheckResult(rev, "tools/call", nil, value, ResultContext{}); len(problems) > 0 {
					t.Fatalf("plain text by sight, but %+v", problems)
				}
			}
		}
		if quick, slow := plainTexts(value); quick != slow {
			t.Fatalf("plain text by what the pass knows: %v, by sight: %v", quick, slow)
		}
		if isUsual(judgedBy(rev), m.Name, value) && wire.Valid(value) {
			row, _ := judgeMethod(rev, true, m.Name, true)
			if problems := checkParams(rev, row, value, true); len(problems) > 0 || row.Deprecated {
				t.Fatalf("%s is usual by sight, but %+v", m.Name, problems)
			}
		}
		first, again := check(), check()
		if len(first) != len(again) {
			t.Fatalf("%d problems, then %d", len(first), len(again))
		}
		for i, p := range first {
			if p != again[i] {
				t.Fatalf("%+v, then %+v", p, again[i])
			}
			if p.Column < 0 || p.Length < 0 || p.Column+p.Length > len(value) {
				t.Fatalf("outside the value: %+v", p)
			}
			if _, ok := rule.Lookup(p.Code); !ok || p.Message == "" {
				t.Fatalf("no such code, or no message: %+v", p)
			}
		}
	})
}

func BenchmarkChecks(b *testing.B) {
	text := []byte(`{"content":[{"type":"text","text":"` + strings.Repeat("long text ", 20) + `"}],"isError":false}`)
	progress := []byte(`{"progressToken":1,"progress":0.5}`)
	call := []byte(`{"name":"a","arguments":{"x":1,"path":"/tmp/some/file"}}`)
	b.Run("result", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			CheckResult(rule.R4, "tools/call", call, text, ResultContext{})
		}
	})
	b.Run("progress", func(b *testing.B) {
		b.SetBytes(int64(len(progress)))
		for b.Loop() {
			CheckNotification(rule.R4, true, "notifications/progress", progress)
		}
	})
	b.Run("call", func(b *testing.B) {
		b.SetBytes(int64(len(call)))
		for b.Loop() {
			CheckRequest(rule.R4, false, "tools/call", call)
		}
	})
}

// plainTexts judges a result within its message, where the pass knows the last long
// string, and by itself.
func plainTexts(result []byte) (quick, slow bool) {
	line := append(append([]byte(`{"jsonrpc":"2.0","id":1,"result":`), result...), '}')
	var m wire.Message
	if wire.Scan(line, &m); m.Fault.Code != wire.NoFault {
		return false, false
	}
	return IsPlainText(rule.R4, &m, m.Result.Of(line)), isPlainText(m.Result.Of(line))
}

func TestIsPlainText(t *testing.T) {
	const long = "a text that is longer than sixteen bytes"
	for in, want := range map[string]bool{
		`{"content":[{"type":"text","text":""}]}`:                                    true,
		`{"content":[{"type":"text","text":"a\"b"}],"isError":false}`:                true,
		`{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`:        true,
		`{"content":[{"type":"text","text":1}]}`:                                     false,
		`{"content":[{"type":"text","text":"a"}],"isError":0}`:                       false,
		`{"content":[{"type":"text","text":"a"}],"isError":false,"_meta":{"a b":1}}`: false,
		`{"content":[{"type":"text","text":"a","annotations":7}]}`:                   false,
		`{"content":[]}`: false,
		`{"content":[{"type":"text","text":"` + long + `"}]}`:                                          true,
		`{"content":[{"type":"text","text":"` + long + `\"}]}"}],"isError":true}`:                      true,
		`{"content":[{"type":"text","text":"` + long + `"},{"type":"text","text":"` + long + `"}]}`:    true,
		`{"content":[{"type":"text","text":"` + long + `","_meta":{"a":"` + long + `"}}]}`:             false,
		`{"content":[{"type":"text","text":"` + long + `"}],"structuredContent":{"a":"` + long + `"}}`: false,
		`{"content":[{"type":"text","text":"a`:                                                         false,
	} {
		if got := isPlainText([]byte(in)); got != want {
			t.Errorf("isPlainText(%s) = %v", in, got)
		}
		if quick, slow := plainTexts([]byte(in)); quick != slow {
			t.Errorf("%s: %v by what the pass knows, %v by sight", in, quick, slow)
		}
	}
}

// The engine does not ask about an empty answer to a ping before 2026-07-28.
func TestEmptyPongIsSound(t *testing.T) {
	for _, rev := range Revisions[:4] {
		if problems := CheckResult(rev, "ping", nil, []byte("{}"), ResultContext{}); len(problems) > 0 {
			t.Errorf("%s: %+v", rev, problems)
		}
		if problems := CheckResult(rev, "ping", nil, []byte(`{"a":1}`), ResultContext{}); len(problems) == 0 {
			t.Errorf("%s: nothing is wrong with a pong that is not empty", rev)
		}
	}
}

func TestSortByPlace(t *testing.T) {
	for n := range 40 {
		var problems []Problem
		for i := range n {
			problems = append(problems, Problem{Column: i * 7 % 11, Length: i})
		}
		sortByPlace(problems)
		for i := 1; i < n; i++ {
			a, b := problems[i-1], problems[i]
			if a.Column > b.Column || a.Column == b.Column && a.Length > b.Length {
				t.Fatalf("%d: %v before %v", n, a, b)
			}
		}
	}
}
