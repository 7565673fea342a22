//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"stdioscope/engine/report"
)

// Ctrl-C takes the server down in order and still prints what is known.
func TestInterrupt(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "check", "--json", "--timeout", "1m", "--transcript", "/dev/stderr", "--protocol", "2025-11-25", "--request", "tools/call", "--params", `{"name":"echo"}`, "--", self)
	cmd.Args[0] = "stdioscope"
	cmd.Env = append(os.Environ(), playVariable+"=ignores-call")
	var out bytes.Buffer
	cmd.Stdout = &out
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid, tail := 0, ""
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		var ev struct {
			K, Method string
			Pid       int
		}
		line := lines.Text()
		if json.Unmarshal([]byte(line), &ev) != nil {
			tail += line + "\n"
			continue
		}
		if ev.K == "spawn" {
			pid = ev.Pid
		}
		if ev.K == "plan" && ev.Method == "tools/call" {
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitFailure {
		t.Errorf("exit code %d, want %d", code, exitFailure)
	}
	if !strings.Contains(tail, "stopped before its end") {
		t.Errorf("stderr %q", tail)
	}
	var r report.Report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if !r.Initialized || r.Summary.Status != "pass" || r.Cleanup == nil || !r.Cleanup.Reaped {
		t.Errorf("initialized %v, status %s, cleanup %+v", r.Initialized, r.Summary.Status, r.Cleanup)
	}
	if err := syscall.Kill(pid, 0); err == nil {
		t.Errorf("the server (%s) is still there", strconv.Itoa(pid))
	}
}
