package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"stdioscope/engine"
	"stdioscope/engine/transcript"
	"stdioscope/server/pages"
	"stdioscope/server/run"
)

func TestRunFromStartToReport(t *testing.T) {
	b := newBench(t)
	id := b.start(RunRequest{Demo: "clean", Name: "first"})
	info := b.wait(id)
	if info.State != run.Finished || info.Summary == nil || info.Summary.Status != "pass" || info.Name != "first" || info.Demo != "clean" {
		t.Fatalf("got %+v", info)
	}
	file := b.transcript(id)
	got := b.call(http.StatusOK, "GET", "/api/runs/"+id+"/transcript", nil)
	if !bytes.Equal(got.body, file) {
		t.Error("the download is not the file")
	}
	if name := got.header.Get("Content-Disposition"); !strings.HasPrefix(name, `attachment; filename="first-`) || !strings.HasSuffix(name, `.stdioscope.jsonl"`) {
		t.Errorf("Content-Disposition: %s", name)
	}
	want, err := engine.Check(file)
	if err != nil {
		t.Fatal(err)
	}
	if report := b.call(http.StatusOK, "GET", "/api/runs/"+id+"/report", nil); !bytes.Equal(report.body, want) {
		t.Errorf("the stored report is not the engine's: %s", report.body)
	}
}

func TestStartSaysWhatItRuns(t *testing.T) {
	b := newBench(t)
	tests := []struct {
		name string
		body RunRequest
		argv []string
	}{
		{"a command line", RunRequest{Command: os.Args[0] + ` "play-fixture" 'clean'`}, fixture("clean")},
		{"an argv", RunRequest{Argv: fixture("clean")}, fixture("clean")},
		{"a demo", RunRequest{Demo: "clean"}, fixture("clean")},
		{"a client's server", RunRequest{Client: &ClientPick{Path: "/home/me/.cursor/mcp.json", Name: "found"}}, fixture("clean")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			id := b.start(tt.body)
			if info := b.wait(id); strings.Join(info.Argv, "\n") != strings.Join(tt.argv, "\n") {
				t.Errorf("ran %q, want %q", info.Argv, tt.argv)
			}
			for {
				select {
				case line := <-b.log.lines:
					if strings.Contains(line, id) && strings.Contains(line, "play-fixture") {
						return
					}
				default:
					t.Fatal("the launch was not logged")
				}
			}
		})
	}
}

func TestStartRefuses(t *testing.T) {
	b := newBench(t)
	tests := []struct {
		name, body, kind string
		status           int
		where            string
	}{
		{"nothing to run", `{}`, "application/json", 400, "command"},
		{"two things to run", `{"command":"a","demo":"clean"}`, "application/json", 400, "command"},
		{"an open quote", `{"command":"node 'a"}`, "application/json", 400, "command"},
		{"a pipe", `{"command":"node a | tee b"}`, "application/json", 400, "command"},
		{"no such demo", `{"demo":"nothing"}`, "application/json", 400, "demo"},
		{"no such client", `{"client":{"path":"/etc/passwd","name":"x"}}`, "application/json", 400, "client"},
		{"no such run to run again", `{"again":"nothing"}`, "application/json", 404, "run"},
		{"no such profile", `{"demo":"clean","profile":"fast"}`, "application/json", 400, "profile"},
		{"no such revision", `{"demo":"clean","protocol":"2020-01-01"}`, "application/json", 400, "protocol"},
		{"no such environment", `{"demo":"clean","environment":"mine"}`, "application/json", 400, "environment"},
		{"no such probe", `{"demo":"clean","adversarialProbes":["all the things"]}`, "application/json", 400, "adversarialProbes"},
		{"a timeout in the past", `{"demo":"clean","timeoutMs":-1}`, "application/json", 400, "timeoutMs"},
		{"a scan of nothing", `{"demo":"clean","scan":"no-such-folder"}`, "application/json", 400, "scan"},
		{"too many repeats", `{"demo":"clean","repeat":1000}`, "application/json", 400, "repeat"},
		{"a request without a method", `{"demo":"clean","requests":[{}]}`, "application/json", 400, "requests"},
		{"a variable with a sign in its name", `{"demo":"clean","env":{"A=B":"c"}}`, "application/json", 400, "env"},
		{"a NUL", `{"argv":["a\u0000b"]}`, "application/json", 400, "argv"},
		{"a field of another type", `{"argv":"node"}`, "application/json", 400, "argv"},
		{"a misspelt field", `{"demo":"clean","timeout":5}`, "application/json", 400, "body"},
		{"two bodies", `{"demo":"clean"}{}`, "application/json", 400, "body"},
		{"half a body", `{"demo":`, "application/json", 400, "body"},
		{"no JSON", `demo=clean`, "application/json", 400, "body"},
		{"a form", `demo=clean`, "application/x-www-form-urlencoded", 415, "Content-Type"},
		{"text, as any page may send", `{"demo":"clean"}`, "text/plain", 415, "Content-Type"},
		{"a body too large", `{"name":"` + strings.Repeat("x", maxJSON) + `"}`, "application/json", 413, "body"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := b.do("POST", "/api/runs", tt.body, "Authorization: Bearer "+testToken, "Content-Type: "+tt.kind)
			if got.status != tt.status {
				t.Fatalf("status %d, want %d: %s", got.status, tt.status, got.body)
			}
			if problem := got.problem(t); problem.Where != tt.where {
				t.Errorf("where: %q, want %q (%s)", problem.Where, tt.where, problem.What)
			}
		})
	}
	b.nothingRan()
}

// nothingRan fails when any run has been recorded.
func (b *bench) nothingRan() {
	b.t.Helper()
	files, err := filepath.Glob(filepath.Join(b.data, "*.stdioscope.jsonl"))
	if err != nil || len(files) > 0 {
		b.t.Errorf("something ran: %v %v", files, err)
	}
}

func TestSeveralRunsAtOnceAndStop(t *testing.T) {
	b := newBench(t)
	var ids []string
	for range 3 {
		ids = append(ids, b.start(RunRequest{Demo: "never-answers", RunOptions: RunOptions{TimeoutMs: 600000}}))
	}
	for _, id := range ids {
		b.call(http.StatusConflict, "GET", "/api/runs/"+id+"/report", nil)
		b.call(http.StatusAccepted, "POST", "/api/runs/"+id+"/stop", nil)
	}
	for _, id := range ids {
		if info := b.wait(id); info.State != run.Finished {
			t.Errorf("state %s", info.State)
		}
		b.call(http.StatusAccepted, "POST", "/api/runs/"+id+"/stop", nil) // again: no error
	}
	var list struct{ Runs []run.Info }
	b.decode(b.call(http.StatusOK, "GET", "/api/runs", nil), &list)
	if len(list.Runs) != 3 || list.Runs[0].Started.Before(list.Runs[2].Started) {
		t.Errorf("got %+v, want three, newest first", list.Runs)
	}
}

func TestRenameDeleteAndAgain(t *testing.T) {
	b := newBench(t)
	id := b.start(RunRequest{Demo: "banner", Env: map[string]string{"STDIOSCOPE_TEST_GIVEN": "a-secret-value"}})
	b.wait(id)
	var info run.Info
	b.decode(b.call(http.StatusOK, "PATCH", "/api/runs/"+id, map[string]string{"name": "grüße"}), &info)
	if info.Name != "grüße" {
		t.Errorf("name %q", info.Name)
	}
	b.call(http.StatusBadRequest, "PATCH", "/api/runs/"+id, map[string]string{"name": strings.Repeat("x", maxName+1)})

	if got := b.call(http.StatusBadRequest, "POST", "/api/runs", RunRequest{Again: id}).problem(t); got.Where != "env" {
		t.Errorf("again without the value: %+v", got)
	}
	again := b.start(RunRequest{Again: id, Env: map[string]string{"STDIOSCOPE_TEST_GIVEN": "another-value"}})
	second := b.wait(again)
	if second.First == nil || strings.Join(second.Argv, " ") != strings.Join(fixture("banner"), " ") {
		t.Errorf("again gave %+v", second)
	}
	open := b.start(RunRequest{Again: id, Interactive: true, Env: map[string]string{"STDIOSCOPE_TEST_GIVEN": "another-value"}})
	b.decode(b.call(http.StatusOK, "GET", "/api/runs/"+open, nil), &info)
	if !info.Interactive {
		t.Error("a run that is run again to be talked to takes no input")
	}
	b.call(http.StatusAccepted, "POST", "/api/runs/"+open+"/stop", nil)
	b.wait(open)

	b.call(http.StatusNoContent, "DELETE", "/api/runs/"+id, nil)
	for _, path := range []string{"", "/report", "/transcript"} {
		b.call(http.StatusNotFound, "GET", "/api/runs/"+id+path, nil)
	}
	if left, _ := filepath.Glob(filepath.Join(b.data, id+"*")); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
	if files, _ := filepath.Glob(filepath.Join(b.data, "*")); len(files) > 0 {
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err == nil && (bytes.Contains(content, []byte("a-secret-value")) || bytes.Contains(content, []byte("another-value"))) {
				t.Errorf("%s holds a variable's value", file)
			}
		}
	}
}

func TestSendByHand(t *testing.T) {
	b := newBench(t)
	id := b.start(RunRequest{Demo: "clean", Interactive: true})
	conn := b.dial(id, 0)
	// Sending is refused while the session's own requests are open; each batch of
	// the recording is an occasion to try again.
	sent := false
	var seen []byte
	for !bytes.Contains(seen, []byte(`\"id\":\"by hand\",\"result\"`)) && !bytes.Contains(seen, []byte(`\"result\":{},\"id\":\"by hand\"`)) {
		if !sent {
			got := b.do("POST", "/api/runs/"+id+"/send", `{"message":{"jsonrpc":"2.0","id":"by hand",`+"\n"+`"method":"ping"}}`, "Authorization: Bearer "+testToken, "Content-Type: application/json")
			sent = got.status == http.StatusNoContent
			if !sent && got.status != http.StatusConflict {
				t.Fatalf("status %d: %s", got.status, got.body)
			}
		}
		if err := conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
			t.Fatal(err)
		}
		_, batch, err := conn.ReadMessage()
		if err != nil {
			t.Fatalf("%v, after %s", err, seen)
		}
		seen = append(seen, batch...)
	}
	if want := `{\"jsonrpc\":\"2.0\",\"id\":\"by hand\",\"method\":\"ping\"}\n`; !bytes.Contains(seen, []byte(want)) {
		t.Errorf("what was sent does not stand in the recording as one line: %s", seen)
	}
	if !bytes.Contains(seen, []byte(`"purpose":"manual"`)) {
		t.Error("no plan says that a person sent it")
	}
	b.call(http.StatusNoContent, "POST", "/api/runs/"+id+"/send", map[string]string{"text": "raw text"})
	b.call(http.StatusNoContent, "POST", "/api/runs/"+id+"/send", map[string]string{"b64": "/v8="})
	b.call(http.StatusBadRequest, "POST", "/api/runs/"+id+"/send", map[string]string{"b64": "!"})
	b.call(http.StatusBadRequest, "POST", "/api/runs/"+id+"/send", map[string]string{"text": "a", "b64": ""})
	b.call(http.StatusBadRequest, "POST", "/api/runs/"+id+"/send", map[string]string{})
	b.call(http.StatusAccepted, "POST", "/api/runs/"+id+"/stop", nil)
	b.wait(id)
	b.call(http.StatusConflict, "POST", "/api/runs/"+id+"/send", map[string]string{"text": "too late"})
}

func TestWhoAnswersTheServer(t *testing.T) {
	b := newBench(t)
	id := b.start(RunRequest{Argv: fixture("server-requests"), ByHand: true})
	sees := func(what string) {
		t.Helper()
		conn, seen := b.dial(id, 0), []byte(nil)
		for !bytes.Contains(seen, []byte(what)) {
			if err := conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
				t.Fatal(err)
			}
			_, batch, err := conn.ReadMessage()
			if err != nil {
				t.Fatalf("%v, after %s", err, seen)
			}
			seen = append(seen, batch...)
		}
	}
	// Whoever answers by hand can answer everything, so all of it is declared.
	sees(`\"method\":\"roots/list\"`)
	b.call(http.StatusNoContent, "POST", "/api/runs/"+id+"/send", map[string]any{"message": map[string]any{"jsonrpc": "2.0", "id": 2, "result": map[string]any{"roots": []any{}}}})
	sees(`\"method\":\"sampling/createMessage\"`)
	var info run.Info
	b.decode(b.call(http.StatusOK, "PATCH", "/api/runs/"+id, map[string]bool{"byHand": false}), &info)
	if info.ByHand {
		t.Error("the run still waits for a person")
	}
	if info := b.wait(id); info.First != nil {
		t.Errorf("first violation %+v", info.First)
	}
	b.call(http.StatusConflict, "PATCH", "/api/runs/"+id, map[string]bool{"byHand": true})
	b.call(http.StatusBadRequest, "PATCH", "/api/runs/"+id, map[string]bool{})
}

// The profiles ci and strict prove first that intentional faults are caught, also
// when their run is run again, and the outcome stands in the report.
func TestNegativeControl(t *testing.T) {
	runs, err := run.Open(t.TempDir(), run.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	outcome, times := "pass", 0
	b := serveBench(t, t.TempDir(), Config{Runs: runs, Token: testToken, Env: os.Environ(), Dir: t.TempDir(), Selftest: func(context.Context) string {
		times++
		return outcome
	}})
	no := false
	argv := fixture("clean")
	outcomeOf := func(asked RunRequest) string {
		t.Helper()
		id := b.start(asked)
		b.wait(id)
		var r struct{ Selftest string }
		b.decode(b.call(http.StatusOK, "GET", "/api/runs/"+id+"/report", nil), &r)
		return r.Selftest
	}
	ci := b.start(RunRequest{Argv: argv, RunOptions: RunOptions{Profile: "ci"}})
	b.wait(ci)
	for _, test := range []struct {
		asked         RunRequest
		outcome, want string
	}{
		{RunRequest{Argv: argv, RunOptions: RunOptions{Profile: "ci"}}, "pass", "pass"},
		{RunRequest{Argv: argv, RunOptions: RunOptions{Profile: "strict", Repeat: 1}}, "fail", "fail"},
		{RunRequest{Again: ci}, "fail", "fail"},
		{RunRequest{Argv: argv, RunOptions: RunOptions{Profile: "ci", Selftest: &no}}, "pass", ""},
		{RunRequest{Argv: argv}, "pass", ""},
	} {
		before := times
		outcome = test.outcome
		if got := outcomeOf(test.asked); got != test.want {
			t.Errorf("%+v: %q, want %q", test.asked, got, test.want)
		}
		if done := times > before; done != (test.want != "") {
			t.Errorf("%+v: done %v", test.asked, done)
		}
	}
}

func TestPlanOf(t *testing.T) {
	tests := []struct {
		name, in string
		want     *transcript.Event
	}{
		{"a request", `{"id":7,"method":"ping"}`, &transcript.Event{Kind: transcript.KindPlan, ID: []byte("7"), Method: "ping", Purpose: "manual"}},
		{"a notification", `{"method":"notifications/cancelled"}`, nil},
		{"a response", `{"id":7,"result":{}}`, nil},
		{"something else", `[1]`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, want := planOf([]byte(tt.in)), tt.want
			if (got == nil) != (want == nil) || got != nil && (string(got.ID) != string(want.ID) || got.Method != want.Method || got.Purpose != want.Purpose) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestDownloadName(t *testing.T) {
	at := time.Date(2026, 11, 30, 9, 8, 7, 0, time.FixedZone("", 3600))
	for name, want := range map[string]string{
		"node server.js":            "node-server.js-20261130-080807.stdioscope.jsonl",
		"../../etc/passwd":          "etc-passwd-20261130-080807.stdioscope.jsonl",
		"a\"b\r\nX: y":              "a-b-x-y-20261130-080807.stdioscope.jsonl",
		"日本":                        "run-20261130-080807.stdioscope.jsonl",
		strings.Repeat("long", 100): strings.Repeat("long", 10) + "-20261130-080807.stdioscope.jsonl",
		"":                          "x-20261130-080807.stdioscope.jsonl",
	} {
		if got := downloadName(name, []string{"x"}, at); got != want {
			t.Errorf("%q: got %s, want %s", name, got, want)
		}
	}
}

func TestRunsSurviveARestart(t *testing.T) {
	data := t.TempDir()
	var id string
	var before, report []byte
	t.Run("before", func(t *testing.T) {
		b := benchIn(t, data)
		id = b.start(RunRequest{Demo: "banner", Name: "kept"})
		b.wait(id)
		before = b.transcript(id)
		report = b.call(http.StatusOK, "GET", "/api/runs/"+id+"/report", nil).body
	})
	t.Run("after", func(t *testing.T) {
		b := benchIn(t, data)
		info := b.wait(id)
		if info.Name != "kept" || info.State != run.Finished || info.First == nil {
			t.Errorf("got %+v", info)
		}
		if got := b.call(http.StatusOK, "GET", "/api/runs/"+id+"/report", nil).body; !bytes.Equal(got, report) {
			t.Error("the report changed")
		}
		got := readAll(t, b.dial(id, 0))
		if !bytes.Equal(got.bytes, before) || got.reason != "finished" {
			t.Errorf("the socket gave %d bytes and %q, want %d and finished", len(got.bytes), got.reason, len(before))
		}
	})
}

func TestRulesAndTheirExamples(t *testing.T) {
	b := newBench(t)
	var catalogue struct{ Rules []pages.Page }
	b.decode(b.call(http.StatusOK, "GET", "/api/rules", nil), &catalogue)
	if len(catalogue.Rules) < 50 {
		t.Errorf("only %d rules", len(catalogue.Rules))
	}
	shown := slices.IndexFunc(catalogue.Rules, func(p pages.Page) bool { return p.Fires != "" })
	if shown < 0 {
		t.Fatal("no rule has an example")
	}
	code := catalogue.Rules[shown].Code
	got := b.call(http.StatusOK, "GET", "/api/rules/"+code+"/example", nil)
	if report, err := engine.Check(got.body); err != nil || !bytes.Contains(report, []byte(`"`+code+`"`)) {
		t.Errorf("the example of %s does not show it: %v", code, err)
	}
	for _, code := range []string{"nothing", "..%2F..%2Fgo", "%00"} {
		b.call(http.StatusNotFound, "GET", "/api/rules/"+code+"/example", nil)
	}
}

func TestInfoDemosClientsArgv(t *testing.T) {
	b := newBench(t)
	var info struct{ Version, EngineVersion, Mode string }
	b.decode(b.call(http.StatusOK, "GET", "/api/info", nil), &info)
	if info.Version != "9.9.9" || info.EngineVersion != Engine() || info.Mode != "local" {
		t.Errorf("info: %+v", info)
	}
	var demos struct{ Demos []Demo }
	b.decode(b.call(http.StatusOK, "GET", "/api/demos", nil), &demos)
	if len(demos.Demos) < 10 {
		t.Errorf("only %d demos", len(demos.Demos))
	}
	found := b.call(http.StatusOK, "GET", "/api/clients", nil)
	if !bytes.Contains(found.body, []byte(`"found"`)) || bytes.Contains(found.body, []byte("secret-value")) {
		t.Errorf("clients: %s", found.body)
	}
	pasted := b.call(http.StatusOK, "POST", "/api/clients", map[string]any{"text": `{"mcpServers":{"mine":{"command":"node","args":["s.js"],"env":{"A":"b"}}}}`})
	if want := `"name":"mine"`; !bytes.Contains(pasted.body, []byte(want)) || !bytes.Contains(pasted.body, []byte(`"env":{"A":"b"}`)) {
		t.Errorf("pasted: %s", pasted.body)
	}
	b.call(http.StatusBadRequest, "POST", "/api/clients", map[string]any{"text": "{"})
	var command Command
	b.decode(b.call(http.StatusOK, "POST", "/api/argv", map[string]string{"command": "A=1 node 'a b'"}), &command)
	if raw, _ := json.Marshal(command); string(raw) != `{"argv":["node","a b"],"env":{"A":"1"}}` {
		t.Errorf("argv: %s", raw)
	}
	if got := b.call(http.StatusBadRequest, "POST", "/api/argv", map[string]string{"command": "node '"}).problem(t); got.Hint == "" || !strings.Contains(got.What, "byte 5") {
		t.Errorf("argv refused: %+v", got)
	}
}

// Nobody else on the machine reads what was recorded or shared.
func TestDataIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are a matter of Unix")
	}
	data := filepath.Join(t.TempDir(), "new")
	b := benchIn(t, data)
	b.wait(b.start(RunRequest{Demo: "banner"}))
	b.shareIt(testToken, "", recording("x"))
	err := filepath.WalkDir(data, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %o", path, info.Mode().Perm())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A scan's findings stand in the recording, and count as the options say.
func TestScanBeforeTheLaunch(t *testing.T) {
	b := newBench(t)
	source := filepath.Join(t.TempDir(), "server.js")
	if err := os.WriteFile(source, []byte("console.log('starting')\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for fail, want := range map[bool]string{false: "warning", true: "fail"} {
		info := b.wait(b.start(RunRequest{Demo: "clean", RunOptions: RunOptions{Scan: source, FailOnStatic: &fail}}))
		if info.Summary == nil || info.Summary.Status != want {
			t.Errorf("with failOnStatic %v: %+v, want %s", fail, info.Summary, want)
		}
	}
}
