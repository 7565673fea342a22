package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/engine/transcript"

	"github.com/google/go-cmp/cmp"
)

// TestVerdict: the one word, the badge, the outcome.
func TestVerdict(t *testing.T) {
	const initialize = `spawn
		> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
		`
	for _, c := range []struct {
		name, script   string
		classification report.Classification
		status, class  string
		outcome, phase string
	}{
		{"clean", opening + closing, report.ValidStdout, "pass", "", "exited", "post-initialize"},
		{"text", opening + "< hello" + closing, report.InvalidJSON, "fail", "stdioTransport", "exited", "post-initialize"},
		{"blank", opening + "<" + closing, report.EmptyFrame, "fail", "stdioTransport", "exited", "post-initialize"},
		{"byte order mark", opening + `< \xef\xbb\xbf{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + closing, report.DecodeError, "fail", "stdioTransport", "exited", "post-initialize"},
		{"header framing", initialize + `< Content-Length: 2\r` + "\neof stdin\nexit 0\nend", report.InvalidJSON, "fail", "mixed", "exited", "initialize"},
		{"split", opening + "< {\n< }" + closing, report.SplitMessage, "fail", "stdioTransport", "exited", "post-initialize"},
		{"no envelope", opening + `< {"id":1,"result":{}}` + closing, report.InvalidJSONRPC, "fail", "mcpProtocol", "exited", "post-initialize"},
		{"bad result", initialize + `< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"s","version":"1"}}}` + closing, report.InvalidMCP, "fail", "mcpProtocol", "exited", "post-initialize"},
		{"wrong id", opening + `< {"jsonrpc":"2.0","id":5,"result":{}}` + closing, report.CorrelationFailure, "fail", "mcpProtocol", "exited", "post-initialize"},
		{"partial at the exit", opening + "<| {\"jsonrpc\nexit 0\nend", report.PartialFrameAtExit, "fail", "stdioTransport", "exited", "post-initialize"},
		{"partial at a deadline", initialize + "<| {\"jsonrpc\ndeadline initialize 5000\neof stdin\nsignal SIGTERM timeout\nexit SIGTERM\nend", report.TimeoutWithPartialFrame, "fail", "mixed", "timeout", "initialize"},
		{"timeout", initialize + "deadline initialize 5000\neof stdin\nexit 0\nend", report.Timeout, "needs_inspection", "installRuntime", "timeout", "initialize"},
		{"exit before a frame", initialize + "exit 1\nend", report.ExitBeforeFrame, "needs_inspection", "installRuntime", "exited", "initialize"},
		{"cannot start", "spawn ENOENT not found\nend", report.SpawnFailed, "needs_inspection", "installRuntime", "spawn-failed", "startup"},
		{"limit", opening + "limit stdout 10" + closing, report.Limit, "fail", "stdioTransport", "exited", "post-initialize"},
		{"killed", opening + "eof stdin\nsignal SIGTERM guard-finished\nsignal SIGKILL guard-finished\nexit SIGKILL\nend", report.Timeout, "needs_inspection", "installRuntime", "guard-terminated", "post-initialize"},
		{"a warning sets no word", opening + `< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\ud83d"}}` + closing, report.ValidStdout, "warning", "stdioTransport", "exited", "post-initialize"},
		{"a note alone is a pass", opening + "> {\"jsonrpc\":" + closing, report.ValidStdout, "pass", "", "exited", "post-initialize"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := launched(t, c.script)
			have := []string{string(got.Classification), got.Summary.Status, got.Summary.IssueClass, got.Process.Outcome, got.Process.Phase}
			want := []string{string(c.classification), c.status, c.class, c.outcome, c.phase}
			if diff := cmp.Diff(want, have); diff != "" {
				t.Errorf("classification, status, class, outcome, phase (-want +got):\n%s\n%s", diff, findings(got))
			}
			if got.OK != (c.status == "pass" || c.status == "warning") {
				t.Errorf("ok %v with status %s", got.OK, c.status)
			}
			primary := ""
			if got.FirstViolation != nil {
				primary = got.FirstViolation.Code
			}
			if got.Summary.PrimaryIssueCode != primary {
				t.Errorf("primary issue %q, first violation %q", got.Summary.PrimaryIssueCode, primary)
			}
		})
	}
}

// TestFirst: the first violation is the earliest error, wherever it was found.
func TestFirst(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"an error beats an earlier warning", opening + `< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\ud83d"}}
			< text` + closing, "stdout-non-json stdout:3"},
		{"a warning where there is no error", opening + `< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\ud83d"}}` + closing, "stdout-lone-surrogate stdout:2"},
		{"half a line that began before the deadline", `spawn
			> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			<| {"jsonrpc
			deadline initialize 5000
			end`, "stdout-partial-frame stdout:1"},
		{"of two faults the one whose bytes came first", opening + "< text\n<| {\"jsonrpc\nexit 1\nend", "stdout-non-json stdout:2"},
		{"a note never", opening + "> {" + closing, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := launched(t, c.script).FirstViolation
			got := ""
			if f != nil {
				got = strings.TrimSpace(f.Code + " " + f.Address)
			}
			if got != c.want {
				t.Errorf("first is %q, want %q", got, c.want)
			}
		})
	}
}

// TestAfterFirst: what comes after the first violation is marked, what came
// before it is not.
func TestAfterFirst(t *testing.T) {
	got := launched(t, opening+`
		< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\ud83d"}}
		< text
		< {"jsonrpc":"2.0","id":5,"result":{}}`+closing)
	var have []string
	for _, i := range got.Issues {
		have = append(have, fmt.Sprint(i.Code, " ", i.AfterFirst))
	}
	want := []string{"stdout-lone-surrogate false", "stdout-non-json false", "response-id-mismatch true"}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestBounds: what is kept is bounded, what is counted is exact, and the first
// violation is known whatever was dropped.
func TestBounds(t *testing.T) {
	var b strings.Builder
	b.WriteString(opening)
	for i := range 5000 {
		fmt.Fprintf(&b, "\n< {\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{}}", 1000+i)
	}
	b.WriteString("\n" + closing)
	got := launched(t, b.String())
	if len(got.Issues) != 100 {
		t.Errorf("%d issues kept, want 100", len(got.Issues))
	}
	want := []report.CodeCount{{Code: "response-id-mismatch", Severity: rule.Error, Count: 5000, Kept: 100}}
	if diff := cmp.Diff(want, got.Counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	if got.Summary.IssueCounts.Error != 5000 {
		t.Errorf("%+v", got.Summary.IssueCounts)
	}
	if got.FirstViolation.Frame != 2 {
		t.Errorf("first at %s", got.FirstViolation.Address)
	}
}

// TestBoundsInAll: of many codes together a thousand findings are kept, and all
// are counted.
func TestBoundsInAll(t *testing.T) {
	lines := []string{
		"", "text", "\ufeff{}", "\x00", "\xff", "{}{}", `{"a":1,"a":2}`, `"\ud800"`, `{"level":"info","msg":"x"}`, "[]", `{"jsonrpc":"2.0"}`,
		`{"jsonrpc":"2.0","id":4242,"result":{}}`, `{"jsonrpc":"2.0","method":"notifications/x"}`, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x","progress":1}}`, `{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}`,
	}
	a := engine.New()
	a.Header(&transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}})
	for _, ev := range script(t, opening) {
		a.Event(&ev)
	}
	all := 0
	for range 150 {
		for _, line := range lines {
			a.Event(&transcript.Event{T: 1e6, Run: 1, Kind: transcript.KindStdout, Data: []byte(line + "\n")})
		}
	}
	a.Close()
	got := a.Report()
	for _, c := range got.Counts {
		if all += int(c.Count); c.Kept > 100 {
			t.Errorf("%+v", c)
		}
	}
	if len(got.Issues) != 1000 || all < 1500 {
		t.Errorf("%d of %d findings are kept, want 1000: %+v", len(got.Issues), all, got.Counts)
	}
}

// TestSecrets: what the launcher knows to be secret stands nowhere in the report.
func TestSecrets(t *testing.T) {
	const secret = "hunter2hunter2"
	line := "token " + secret + " accepted"
	first := `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"logging":{}},"serverInfo":{"name":"s","version":"1"}}}`
	at := len(first) + 1 + len("token ")
	got := launched(t, opening+"< "+line+"\n! the "+secret+fmt.Sprintf("\nsecret stdout %d %d\nsecret stderr 4 %d", at, len(secret), len(secret))+closing)
	text := string(got.JSON())
	if strings.Contains(text, secret) || strings.Contains(text, fmt.Sprintf("%x", secret)) {
		t.Errorf("the secret stands in the report:\n%s", text)
	}
	long := launched(t, opening+"< "+strings.Repeat("x", 500)+secret+fmt.Sprintf("\nsecret stdout %d %d", len(first)+1+500, len(secret))+closing)
	if long.FirstViolation.SHA256 != "" {
		t.Error("a digest of a frame that holds a secret")
	}
	if want := "token ************** accepted"; got.FirstViolation.Excerpt != want {
		t.Errorf("excerpt %q, want %q", got.FirstViolation.Excerpt, want)
	}
	if got.Evidence.Stderr != "the **************" {
		t.Errorf("stderr %q", got.Evidence.Stderr)
	}
}

// TestExcerpt: a finding shows its bytes so that nothing is invisible.
func TestExcerpt(t *testing.T) {
	got := launched(t, opening+`< \x1b[31mred\x1b[0m \xff`+closing).FirstViolation
	if want := `\x1b[31mred\x1b[0m \xff`; got.Excerpt != want {
		t.Errorf("excerpt %q, want %q", got.Excerpt, want)
	}
	if *got.Column != 13 || got.Hex != "ff" {
		t.Errorf("column %d hex %s", *got.Column, got.Hex)
	}
	long := launched(t, opening+"< "+strings.Repeat("é", 500)+closing).FirstViolation
	if n := len([]rune(long.Excerpt)); n != 160 || !strings.HasSuffix(long.Excerpt, "…") {
		t.Errorf("%d characters: %q", n, long.Excerpt)
	}
	if len(long.SHA256) != 64 {
		t.Errorf("no digest of a frame that was cut: %q", long.SHA256)
	}
	if escapes := launched(t, opening+"< "+strings.Repeat(`\x01`, 60)+closing).FirstViolation; len(escapes.SHA256) != 64 {
		t.Errorf("no digest of a frame that was cut: %q", escapes.Excerpt)
	}
	if short := launched(t, opening+"< short"+closing).FirstViolation; short.SHA256 != "" {
		t.Errorf("a digest of a frame that was not: %q", short.SHA256)
	}
}

// TestNotVisible: what a source cannot show is skipped, never passed.
func TestNotVisible(t *testing.T) {
	h := transcript.Header{Version: 1, Source: transcript.Source{Format: "raw", Hides: []string{"stdin", "stderr", "timing", "exit"}}}
	got := judged(h, []transcript.Event{{Run: 1, Kind: transcript.KindStdout, Data: []byte(`{"jsonrpc":"2.0","id":7,"result":{}}` + "\n")}})
	if len(got.Issues) != 0 {
		t.Errorf("found %s", findings(got))
	}
	for _, l := range got.Layers[3:] {
		if l.Status != report.Skipped || l.Reason != report.NotVisible {
			t.Errorf("layer %d: %s %q", l.Layer, l.Status, l.Reason)
		}
	}
	if l := got.Layers[2]; l.Status != report.Pass || l.FramesChecked != 1 {
		t.Errorf("layer 3: %+v", l)
	}
	for name, c := range map[string]report.Check{"initialize": got.Checks.Initialize, "process": got.Checks.Process, "python": got.Checks.PythonBuffering} {
		if c.Status != report.Skipped || c.Reason != report.NotVisible {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if got.Checks.Stdout.Status != report.Pass {
		t.Errorf("stdout: %+v", got.Checks.Stdout)
	}
	if got.Fingerprint.Timings.TotalMs != nil {
		t.Error("a time from a source without times")
	}
}

// TestInferred: without the requests, what an answer can only be is judged.
func TestInferred(t *testing.T) {
	got := rawStdout([]byte(`{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":[]},"serverInfo":{"name":"s","version":"1"}}}` + "\n"))
	if want := "error initialize-invalid-capabilities/capability-not-an-object stdout:1"; findings(got) != want {
		t.Errorf("found %s, want %s", findings(got), want)
	}
	if got.NegotiatedProtocol != "2025-06-18" || got.Era.Kind != "legacy" {
		t.Errorf("%q, %+v", got.NegotiatedProtocol, got.Era)
	}
}

// TestParties: what others do wrong is noted and does not count.
func TestParties(t *testing.T) {
	for format, party := range map[string]string{"launch": "tool", "record": "client"} {
		h := transcript.Header{Version: 1, Source: transcript.Source{Format: format}}
		got := judged(h, script(t, opening+"> not json"+closing))
		if !got.OK || got.Summary.Status != "pass" || len(got.Issues) != 1 {
			t.Fatalf("%s: %s", format, findings(got))
		}
		if i := got.Issues[0]; i.Party != party || i.Severity != rule.Note {
			t.Errorf("%s: %s by %s", format, i.Severity, i.Party)
		}
	}
}

// TestRepeat: runs of one command, compared with the first that opened.
func TestRepeat(t *testing.T) {
	one := func(id, version, caps, tools string) string {
		return `
			spawn
			> {"jsonrpc":"2.0","id":` + id + `,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
			< {"jsonrpc":"2.0","id":` + id + `,"result":{"protocolVersion":"` + version + `","capabilities":{` + caps + `},"serverInfo":{"name":"s","version":"1"}}}
			> {"jsonrpc":"2.0","method":"notifications/initialized"}
			> {"jsonrpc":"2.0","id":"t","method":"tools/list"}
			< {"jsonrpc":"2.0","id":"t","result":{"tools":[` + tools + `]}}
			eof stdin
			exit 0
			`
	}
	tool := func(name string) string {
		return `{"name":"` + name + `","description":"D.","inputSchema":{"type":"object"}}`
	}
	h := transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}, Options: transcript.Options{Repeat: 2}}
	same := one("1", "2025-11-25", `"tools":{}`, tool("a")+","+tool("b"))
	for _, c := range []struct {
		name, second string
		want         []string
	}{
		{"the same", same, []string{}},
		{"another order", one("1", "2025-11-25", `"tools":{}`, tool("b")+","+tool("a")), []string{}},
		{"another version", one("1", "2025-06-18", `"tools":{}`, tool("a")+","+tool("b")), []string{"repeat-protocol-drift"}},
		{"other capabilities", one("1", "2025-11-25", `"tools":{},"logging":{}`, tool("a")+","+tool("b")), []string{"repeat-capability-drift"}},
		{"other tools", one("1", "2025-11-25", `"tools":{}`, tool("a")+","+tool("c")), []string{"repeat-tool-drift"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := judged(h, script(t, same+c.second+"end"))
			if diff := cmp.Diff(c.want, got.Drift.IssueCodes); diff != "" {
				t.Errorf("drift (-want +got):\n%s", diff)
			}
			if len(got.Runs) != 2 || got.Runs[1].Run != 2 || got.Runs[1].Runs != nil {
				t.Errorf("%d runs", len(got.Runs))
			}
			if *got.Checks.Repeat.Runs != 2 || *got.Checks.Repeat.PassedRuns != 2 {
				t.Errorf("%+v", got.Checks.Repeat)
			}
			if !got.OK || (got.Summary.Status == "warning") != (len(c.want) > 0) {
				t.Errorf("%+v", got.Summary)
			}
		})
	}
	failed := judged(h, script(t, same+strings.Replace(same, "spawn\n", "spawn\n< text\n", 1)+"end"))
	if !slices.Equal(failed.Checks.Repeat.FailedRuns, []int{2}) || failed.FirstViolation.Address != "2/stdout:1" {
		t.Errorf("%+v %s", failed.Checks.Repeat, failed.FirstViolation.Address)
	}
}

// TestShutdown: how the server ended.
func TestShutdown(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"stdin", opening + "eof stdin\n+ 20ms\nexit 0\nend", "stdin-close 21 0 "},
		{"SIGTERM", opening + "eof stdin\n+ 2s\nsignal SIGTERM\nexit SIGTERM\nend", "SIGTERM 2002  SIGTERM"},
		{"SIGKILL", opening + "eof stdin\nsignal SIGTERM\nsignal SIGKILL\nexit SIGKILL\nend", "SIGKILL 3  SIGKILL"},
		{"by itself", opening + "exit 3\nend", "already-exited 0 3 "},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := launched(t, c.script).Shutdown
			code, signal := "", ""
			if s.ExitCode != nil {
				code = fmt.Sprint(*s.ExitCode)
			}
			if s.Signal != nil {
				signal = *s.Signal
			}
			if got := fmt.Sprintf("%s %v %s %s", s.How, s.Ms, code, signal); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	if s := launched(t, opening+"end").Shutdown; s != nil {
		t.Errorf("a shutdown that nobody saw: %+v", s)
	}
}

// silent is a session whose server never answers.
const silent = `
	spawn
	> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
	deadline initialize 5000
` + closing

// TestOtherRuntimesThatBuffer: the remedy stands in the hint of the silence.
func TestOtherRuntimesThatBuffer(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"ruby server.rb", "$stdout.sync = true"},
		{"/usr/bin/perl server.pl", "$| = 1"},
		{"node server.js", ""},
	} {
		h := transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}, Command: strings.Fields(c.command)}
		hint := judged(h, script(t, silent)).FirstViolation.Hint
		if has := strings.Contains(hint, "buffers stdout in a pipe"); has != (c.want != "") || !strings.Contains(hint, c.want) {
			t.Errorf("%s: %q", c.command, hint)
		}
	}
}

// TestPython: the advice about buffered output, to a server that is silent.
func TestPython(t *testing.T) {
	for _, c := range []struct {
		command, env string
		want         bool
	}{
		{"python server.py", "", true},
		{"/usr/bin/python3.12 server.py", "", true},
		{`C:\Python\python.exe server.py`, "", true},
		{"python -u server.py", "", false},
		{"python -Bu server.py", "", false},
		{"python -X dev -u server.py", "", false},
		{"python server.py -u", "", true},
		{"python -m server", "", true},
		{"python server.py", "PYTHONUNBUFFERED", false},
		{"node server.js", "", false},
		{"pythonic server", "", false},
	} {
		t.Run(c.command+" "+c.env, func(t *testing.T) {
			h := transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}, Command: strings.Fields(c.command), Env: strings.Fields(c.env)}
			got := judged(h, script(t, silent))
			if has := strings.Contains(findings(got), "python-buffered-stdio"); has != c.want {
				t.Errorf("advised: %v", has)
			}
			if answers := judged(h, script(t, opening+closing)); strings.Contains(findings(answers), "python-buffered-stdio") {
				t.Error("a server that answers was advised")
			}
		})
	}
}

// TestCanary: the text must appear on stderr, in whatever pieces, and never on
// stdout.
func TestCanary(t *testing.T) {
	h := transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}, Options: transcript.Options{ExpectStderr: "canary-42"}}
	for _, c := range []struct{ name, script, want string }{
		{"there", opening + "! a canary-42 sings" + closing, ``},
		{"nowhere", opening + "! silence" + closing, `error stderr-canary-missing`},
		{"on stdout", opening + "! canary-42\n< canary-42" + closing, `error stdout-non-json/text stdout:2
			error stderr-canary-on-stdout stdout:2`},
	} {
		t.Run(c.name, func(t *testing.T) {
			events := script(t, c.script)
			for _, size := range []int{1, 1000} {
				got := judged(h, cut(events, size))
				lines := strings.Split(findings(got), "\n")
				slices.Sort(lines)
				want := strings.Split(trimmed(c.want), "\n")
				slices.Sort(want)
				if diff := cmp.Diff(want, lines); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
		})
	}
}
