package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/fixtures/servers"
)

// playVariable makes the test binary one of the fixture servers.
const playVariable = "STDIOSCOPE_TEST_PLAY"

// played is what came of one mode.
type played struct {
	out, again []byte // of check --json, and of validate --json of its transcript
	code       int
}

var (
	playOnce sync.Once
	plays    []played
)

// playAll checks every mode, once for all tests. Most of the time is spent waiting
// for servers, so more of them run at once than there are processors.
func playAll(t *testing.T) []played {
	t.Helper()
	playOnce.Do(func() { plays = playModes(t, servers.Modes()) })
	return plays
}

func playModes(t *testing.T, modes []servers.Mode) []played {
	t.Helper()
	results := make([]played, len(modes))
	var (
		running sync.WaitGroup
		places  = make(chan struct{}, 12)
	)
	for i, mode := range modes {
		running.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			results[i] = playMode(t, mode, brisk)
		})
	}
	running.Wait()
	// A busy machine can make any server miss a short deadline: what came out
	// otherwise than expected is tried once more, alone and with time to spare.
	for i, mode := range modes {
		if results[i].found(t, mode) != mode.Expect {
			results[i] = playMode(t, mode, patient)
		}
	}
	return results
}

// patience is how long a mode may take: answer is the deadline for one whose fault
// is a silence, shutdown that for its end.
type patience struct{ answer, shutdown time.Duration }

var (
	brisk   = patience{400 * time.Millisecond, 300 * time.Millisecond}
	patient = patience{4 * time.Second, 3 * time.Second}
)

// playMode checks a mode and judges its transcript again.
func playMode(t *testing.T, mode servers.Mode, patience patience) (p played) {
	t.Helper()
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Error(err)
		return p
	}
	settle := "100"
	if mode.Expect.Code == "server-crashed" {
		settle = "5000" // the crash ends the wait
	}
	recording := filepath.Join(dir, "run.stdioscope.jsonl")
	args := []string{"check", "--json", "--settle", settle, "--shutdown-timeout", patience.shutdown.String(), "--transcript", recording}
	if mode.Recipe.Waits {
		args = append(args, "--timeout", patience.answer.String())
	}
	args = append(args, recipeArgs(t, mode.Recipe, dir)...)
	env := append(os.Environ(), playVariable+"="+mode.Name)
	if mode.Recipe.State {
		env = append(env, servers.StateVariable+"="+filepath.Join(dir, "state"))
	}
	p.out, p.code = runSelf(t, env, append(args, "--", os.Args[0])...)
	p.again, _ = runSelf(t, env, "validate", "--json", recording)
	return p
}

// found is what the check found, in the words of an expectation.
func (p played) found(t *testing.T, mode servers.Mode) servers.Expect {
	t.Helper()
	var r report.Report
	if err := json.Unmarshal(p.out, &r); err != nil {
		t.Errorf("%s: %v\n%s", mode.Name, err, p.out)
	}
	got := servers.Expect{OK: r.OK, Classification: string(r.Classification), Note: mode.Expect.Note}
	if first := r.FirstViolation; first != nil {
		got.Code, got.Layer, got.Frame = first.Code, first.Layer, first.Address
	} else if mode.Expect.Note {
		got.Code, got.Layer, got.Frame = noteOf(r, mode.Expect.Code)
	}
	return got
}

// Every mode through the real command line: exit code, code, layer, place and
// classification of the first violation; and the transcript, judged again, gives
// the same bytes.
func TestModesThroughTheCommandLine(t *testing.T) {
	modes := servers.Modes()
	for i, result := range playAll(t) {
		t.Run(modes[i].Name, func(t *testing.T) {
			var r report.Report
			if err := json.Unmarshal(result.out, &r); err != nil {
				t.Fatalf("%v\n%s", err, result.out)
			}
			want := modes[i].Expect
			if diff := cmp.Diff(want, result.found(t, modes[i])); diff != "" {
				t.Errorf("expected -, found +\n%s", diff)
			}
			if wantCode := map[bool]int{true: 0, false: 1}[want.OK]; result.code != wantCode {
				t.Errorf("exit code %d, want %d", result.code, wantCode)
			}
			if c := r.Cleanup; r.Process.Started && (c == nil || !c.Reaped || !c.ReadersJoined || !c.GroupEmpty) {
				t.Errorf("cleanup %+v", c)
			}
			if !bytes.Equal(result.out, result.again) {
				t.Errorf("validate --json of the transcript differs from the check's report\n%s", cmp.Diff(string(result.out), string(result.again)))
			}
		})
	}
}

func noteOf(r report.Report, code string) (string, int, string) {
	for _, i := range r.Issues {
		if i.Code == code && i.Severity == rule.Note {
			address := i.Address
			if i.Stream != "stdout" {
				address = "" // an expectation names places on stdout alone
			}
			return i.Code, i.Layer, address
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
	return args
}

// runSelf runs this test binary as stdioscope and gives its stdout and exit code.
func runSelf(t *testing.T, env []string, args ...string) ([]byte, int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Args[0] = "stdioscope"
	cmd.Env = env
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Error(err)
		return nil, -1
	}
	code := cmd.ProcessState.ExitCode()
	if code > 1 {
		t.Errorf("%q: exit code %d\n%s", args, code, errs.String())
	}
	return out.Bytes(), code
}
