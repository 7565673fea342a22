package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// What a package of ours prepares before main is paid by every command: tables and
// patterns are made when they are needed.
func TestPackagesPrepareLittle(t *testing.T) {
	const most = 2000 // allocations; those of one big table of patterns were five thousand
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "version")
	cmd.Args[0] = "stdioscope"
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^init (stdioscope/\S+) .* (\d+) allocs$`).FindAllStringSubmatch(trace.String(), -1)
	if len(found) < 5 {
		t.Fatalf("the trace names %d packages: %s", len(found), trace.String())
	}
	for _, m := range found {
		if n, err := strconv.Atoi(m[2]); err != nil || n > most {
			t.Errorf("%s makes %s allocations before main, want %d or fewer", m[1], m[2], most)
		}
	}
}
