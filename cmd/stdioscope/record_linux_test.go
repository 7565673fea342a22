package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// recorderOf is the recorder as a program of its own, before a shell script.
func recorderOf(t *testing.T, script string) (cmd *exec.Cmd, recording string) {
	t.Helper()
	recording = filepath.Join(t.TempDir(), "recording")
	cmd = exec.Command(os.Args[0], "record", "-q", "-o", recording, "--", "sh", "-c", script)
	cmd.Args[0] = "stdioscope"
	return cmd, recording
}

// The client sees the server's own end, and nothing of ours on stderr: not even
// for a signal of which a Go program would print a traceback.
func TestRecorderEndsAsItsServer(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		want         syscall.WaitStatus
	}{
		{"a code", "exit 42", 42 << 8},
		{"ended", "kill -TERM $$", syscall.WaitStatus(syscall.SIGTERM)},
		{"killed", "kill -KILL $$", syscall.WaitStatus(syscall.SIGKILL)},
		{"crashed", "kill -SEGV $$", syscall.WaitStatus(syscall.SIGSEGV)},
		{"broken pipe", "kill -PIPE $$", syscall.WaitStatus(syscall.SIGPIPE)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd, _ := recorderOf(t, tt.script)
			var errs bytes.Buffer
			cmd.Stderr = &errs
			_ = cmd.Run()
			if got := cmd.ProcessState.Sys(); got != tt.want {
				t.Errorf("ended with %#x, want %#x", got, tt.want)
			}
			if errs.Len() > 0 {
				t.Errorf("stderr %q", errs.String())
			}
		})
	}
}

// A client that reads no more while the server writes ends neither of them
// unrecorded: the write fails for the server, as it would without a recorder.
func TestRecorderOutlivesItsReader(t *testing.T) {
	cmd, recording := recorderOf(t, "exec yes")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 10)); err != nil {
		t.Error(err)
	}
	out.Close()
	_ = cmd.Wait()
	if got := cmd.ProcessState.Sys(); got != syscall.WaitStatus(syscall.SIGPIPE) {
		t.Errorf("ended with %#x, want SIGPIPE", got)
	}
	file, err := os.ReadFile(recording)
	if err != nil || !bytes.Contains(file, []byte(`"signal":"SIGPIPE"`)) || !bytes.HasSuffix(file, []byte(`"k":"end","state":"exited"}`+"\n")) {
		t.Errorf("%v; the recording ends in %q", err, file[max(0, len(file)-300):])
	}
}
