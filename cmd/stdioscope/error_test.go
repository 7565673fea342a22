package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A complaint may name what somebody else wrote: a project's configuration here.
func TestComplaintsAreText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mcp.json")
	if err := os.WriteFile(path, []byte(`{"mcpServers":{"a\u001b[2J\u202e":{"command":"node"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, complaint bytes.Buffer
	if code := execute(t.Context(), []string{"wrap", "--file", path, "b"}, streams{strings.NewReader(""), &out, &complaint}); code != exitUsage {
		t.Errorf("exit code %d", code)
	}
	if got := complaint.String(); strings.ContainsAny(got, "\x1b\u202e") || !strings.Contains(got, `a\u001b[2J\u202e`) {
		t.Errorf("complaint %q", got)
	}
}
