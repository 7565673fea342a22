//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"stdioscope/engine/report"
)

// promptly is how long a command may take to end after the first Ctrl-C, on a
// machine that is busy with other tests.
const promptly = 10 * time.Second

// endless is a command on an input that does not end.
type endless struct {
	*exec.Cmd
	feed     *os.File // the writing end of its stdin
	out, err bytes.Buffer
}

func newEndless(t *testing.T, args ...string) *endless {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	in, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	e := &endless{Cmd: exec.Command(self, args...), feed: feed}
	e.Args[0] = "stdioscope"
	e.Env = append(os.Environ(), "HOME="+t.TempDir())
	e.Stdin, e.Stdout, e.Stderr = in, &e.out, &e.err
	t.Cleanup(func() { feed.Close() })
	if err := e.Start(); err != nil {
		t.Fatal(err)
	}
	in.Close()
	return e
}

// taken writes until the command has taken all but what a pipe holds: it reads.
func (e *endless) taken(t *testing.T, text string) {
	t.Helper()
	for len(text) < 1<<20 {
		text += text
	}
	if _, err := io.WriteString(e.feed, text); err != nil {
		t.Fatal(err)
	}
}

// interrupted sends Ctrl-C and gives the exit code.
func (e *endless) interrupted(t *testing.T) int {
	t.Helper()
	if err := e.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(promptly, func() { _ = e.Process.Kill() })
	_ = e.Wait()
	if !late.Stop() {
		t.Fatalf("still there %v after Ctrl-C; stderr %q", promptly, e.err.String())
	}
	return e.ProcessState.ExitCode()
}

const (
	soundLine  = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}` + "\n"
	bannerLine = "Server ready\n"
)

func TestInterruptedInputs(t *testing.T) {
	for _, tc := range []struct {
		name string
		args []string
		text string // what is written, over and over, before Ctrl-C
		code int
		said string // on stderr
	}{
		{"nothing wrong so far", []string{"validate", "--json", "--as", "raw", "-"}, soundLine, exitFailure, "the input was stopped before its end"},
		{"a fault so far", []string{"validate", "--json", "--as", "raw", "-"}, bannerLine, exitFindings, ""},
		{"nothing that can be judged", []string{"validate", "--json", "-"}, "word ", exitFailure, "read the input: stopped before its end"},
		{"sanitize", []string{"sanitize", "-"}, soundLine, exitFailure, "read the recording: stopped before its end"},
		{"share", []string{"share", "-"}, soundLine, exitFailure, "read the recording: stopped before its end"},
		{"replay", []string{"replay", "-", "--", "true"}, soundLine, exitFailure, "read the recording: stopped before its end"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := newEndless(t, tc.args...)
			e.taken(t, tc.text)
			if code := e.interrupted(t); code != tc.code {
				t.Errorf("exit code %d, want %d; stderr %q", code, tc.code, e.err.String())
			}
			if !strings.Contains(e.err.String(), tc.said) {
				t.Errorf("stderr %q, want %q in it", e.err.String(), tc.said)
			}
			if strings.HasPrefix(tc.said, "read the") {
				if e.out.Len() > 0 {
					t.Errorf("stdout %q", e.out.String())
				}
				return
			}
			var r report.Report
			if err := json.Unmarshal(e.out.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			if !r.Source.Interrupted || r.Frames.Stdout < 1000 || (r.FirstViolation != nil) != (tc.code == exitFindings) {
				t.Errorf("interrupted %v, %d frames, first violation %+v", r.Source.Interrupted, r.Frames.Stdout, r.FirstViolation)
			}
		})
	}
}

// Nobody ever opens the other end, so the opening itself must be given up.
func TestInterruptedOpening(t *testing.T) {
	recording := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(recording, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, said bytes.Buffer
	if code := execute(ctx, []string{"validate", recording}, streams{strings.NewReader(""), &out, &said}); code != exitFailure {
		t.Errorf("exit code %d, want %d; stderr %q", code, exitFailure, said.String())
	}
	if out.Len() > 0 || !strings.Contains(said.String(), "stopped before its end") {
		t.Errorf("stdout %q, stderr %q", out.String(), said.String())
	}
}

// The second Ctrl-C waits for no server.
func TestSecondInterrupt(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "check", "--timeout", "1m", "--shutdown-timeout", "1m", "--transcript", "/dev/stderr", "--", self)
	cmd.Args[0] = "stdioscope"
	cmd.Env = append(os.Environ(), playVariable+"=needs-sigkill")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	interrupt := func() {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
	}
	late := time.AfterFunc(3*promptly, func() { _ = cmd.Process.Kill() })
	begun := false
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		var ev struct{ K, Stream, Name string }
		if json.Unmarshal(lines.Bytes(), &ev) != nil {
			continue
		}
		switch {
		case ev.K == "stdout" && !begun:
			begun = true
			interrupt()
		case ev.K == "eof" && ev.Stream == "stdin":
			interrupt()
		}
	}
	_ = cmd.Wait()
	if !late.Stop() {
		t.Fatal("still there after two Ctrl-C")
	}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("ended with %v, want SIGINT", cmd.ProcessState)
	}
}

// Half a replay says nothing about the build.
func TestInterruptedReplay(t *testing.T) {
	dir := t.TempDir()
	recording, started := filepath.Join(dir, "run.stdioscope.jsonl"), filepath.Join(dir, "started")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(playVariable, "clean")
	call(t, exitClean, "check", "--transcript", recording, "--", self)
	if err := syscall.Mkfifo(started, 0o600); err != nil {
		t.Fatal(err)
	}
	e := newEndless(t, "replay", "--timeout", "1m", recording, "--", "sh", "-c", `echo >"$0"; while read -r _; do :; done`, started)
	if _, err := os.ReadFile(started); err != nil { // ends when the server has written to it
		t.Fatal(err)
	}
	if code := e.interrupted(t); code != exitFailure {
		t.Errorf("exit code %d, want %d; stderr %q", code, exitFailure, e.err.String())
	}
	if e.out.Len() > 0 || !strings.Contains(e.err.String(), "the replay was stopped before its end") {
		t.Errorf("stdout %q, stderr %q", e.out.String(), e.err.String())
	}
}
