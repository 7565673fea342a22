package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/fixtures/servers"
)

// playVariable makes the test binary one of the fixture servers.
const playVariable = "STDIOSCOPE_TEST_PLAY"

// Every mode through the real command line: exit code, code, layer, place and
// classification of the first violation; and the transcript, judged again, gives
// the same bytes.
func TestModesThroughTheCommandLine(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range servers.Modes() {
		if mode.Recipe.Bulky && testing.Short() {
			continue
		}
		t.Run(mode.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			recording := filepath.Join(dir, "run.stdioscope.jsonl")
			args := append([]string{"check", "--json", "--settle", "20", "--transcript", recording}, recipeArgs(t, mode.Recipe, dir)...)
			env := append(os.Environ(), playVariable+"="+mode.Name)
			if mode.Recipe.State {
				env = append(env, servers.StateVariable+"="+filepath.Join(dir, "state"))
			}
			out, code := runSelf(t, env, append(args, "--", self)...)

			var r report.Report
			if err := json.Unmarshal(out, &r); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			want := mode.Expect
			got := servers.Expect{OK: r.OK, Classification: string(r.Classification), Note: want.Note}
			if first := r.FirstViolation; first != nil {
				got.Code, got.Layer, got.Frame = first.Code, first.Layer, first.Address
			} else if want.Note {
				got.Code, got.Layer, got.Frame = noteOf(r, want.Code)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("expected -, found +\n%s", diff)
			}
			if wantCode := map[bool]int{true: 0, false: 1}[want.OK]; code != wantCode {
				t.Errorf("exit code %d, want %d", code, wantCode)
			}
			if c := r.Cleanup; r.Process.Started && (c == nil || !c.Reaped || !c.ReadersJoined || !c.GroupEmpty) {
				t.Errorf("cleanup %+v", c)
			}
			again, _ := runSelf(t, env, "validate", "--json", recording)
			if !bytes.Equal(out, again) {
				t.Errorf("validate --json of the transcript differs from the check's report\n%s", cmp.Diff(string(out), string(again)))
			}
		})
	}
}

func noteOf(r report.Report, code string) (string, int, string) {
	for _, i := range r.Issues {
		if i.Code == code && i.Severity == rule.Note {
			return i.Code, i.Layer, i.Address
		}
	}
	return "", 0, ""
}

// recipeArgs are the options that a recipe stands for.
func recipeArgs(t *testing.T, r servers.Recipe, dir string) []string {
	t.Helper()
	var args []string
	add := func(name string, value string) { args = append(args, name, value) }
	if r.Protocol != "" {
		add("--protocol", r.Protocol)
	}
	for _, q := range r.Requests {
		add("--request", q.Method)
		if q.Params != "" {
			add("--params", q.Params)
		}
	}
	for _, a := range r.Adversarial {
		add("--adversarial-probe", a)
	}
	for _, c := range r.Capabilities {
		add("--client-capability", c)
	}
	if len(r.AdversarialCalls) > 0 {
		type call struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		var calls []call
		for _, c := range r.AdversarialCalls {
			calls = append(calls, call{c.Tool, json.RawMessage(c.Arguments)})
		}
		b, err := json.Marshal(map[string]any{"adversarialToolCalls": calls})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "config.json")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		add("--config", path)
	}
	if r.Repeat > 1 {
		add("--repeat", strconv.Itoa(r.Repeat))
	}
	if r.ExpectStderr != "" {
		add("--expect-stderr", r.ExpectStderr)
	}
	for name, n := range map[string]int64{"--max-stdout-bytes": r.MaxStdoutBytes, "--max-stdout-line-bytes": r.MaxStdoutLine, "--max-stderr-bytes": r.MaxStderrBytes} {
		if n > 0 {
			add(name, strconv.FormatInt(n, 10))
		}
	}
	if r.Waits {
		add("--timeout", "400")
	}
	return args
}

// runSelf runs this test binary as stdioscope and gives its stdout and exit code.
func runSelf(t *testing.T, env []string, args ...string) ([]byte, int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Args[0] = "stdioscope"
	cmd.Env = env
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	code := cmd.ProcessState.ExitCode()
	if code > 1 {
		t.Fatalf("exit code %d\n%s", code, errs.String())
	}
	return out.Bytes(), code
}
