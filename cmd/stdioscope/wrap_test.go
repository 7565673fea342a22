package main

import (
	"os"
	"path/filepath"
	"testing"
)

// configOf finds a client's file by what it names, and says of a server that is
// there in the other state that it is.
func TestConfigOf(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Chdir(dir)
	path := filepath.Join(dir, ".mcp.json")
	config := `{"mcpServers":{"plain":{"command":"node","args":["a.js"]},"taped":{"command":"stdioscope","args":["record","--wrapped","--","node","b.js"]}}}`
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		server  string
		wrapped bool
		want    string // the path, or the error
	}{
		{"to wrap", "plain", false, path},
		{"to unwrap", "taped", true, path},
		{"wrapped twice", "taped", false, "taped is being recorded already, in " + path},
		{"unwrapped twice", "plain", true, "plain is not being recorded in " + path},
		{"misspelt", "plian", false, `no client's configuration on this machine has a server "plian": did you mean plain?`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := configOf("", "", tt.server, tt.wrapped)
			if err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
