//go:build unix

package launch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStartErrors(t *testing.T) {
	dir := t.TempDir()
	file := func(name, content string, mode os.FileMode) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	file("bin/weather-server", "#!/bin/sh\n", 0o755)
	file("bin/node", "#!/bin/sh\n", 0o755)
	file("bin/locked", "#!/bin/sh\n", 0o644)
	file("work/tool", "#!/bin/sh\n", 0o755)
	file("elsewhere/keep", "", 0o644)
	script := file("here/server.js", "", 0o644)
	plain := file("noshebang", "echo hello\n", 0o755)
	lost := file("lost", "#!/opt/nowhere/interpreter\n", 0o755)
	crlf := file("crlf", "#!/bin/sh\r\n", 0o755)
	binary := file("program", "\x7fELFnot really", 0o755)
	env := []string{"PATH=" + filepath.Join(dir, "bin")}
	t.Chdir(filepath.Join(dir, "here"))

	for _, tt := range []struct {
		name    string
		spec    Spec
		code    string
		message string // a part of it
		hint    string // a part of it
	}{
		{"nothing", Spec{}, "ENOENT", "no command", ""},
		{"an unknown name", Spec{Argv: []string{"frobnicate"}, Env: env}, "ENOENT", "frobnicate was not found on the PATH (" + filepath.Join(dir, "bin") + ")", ""},
		{"a command in quotes", Spec{Argv: []string{"node server.js"}, Env: env}, "ENOENT", "not found", "leave the quotes around it out: node server.js"},
		{"a misspelt name", Spec{Argv: []string{"wether-server"}, Env: env}, "ENOENT", "not found", "did you mean weather-server?"},
		{"swapped letters", Spec{Argv: []string{"ndoe"}, Env: env}, "ENOENT", "not found", "did you mean node?"},
		{"another case", Spec{Argv: []string{"Weather-Server"}, Env: env}, "ENOENT", "not found", "weather-server"},
		{"no PATH", Spec{Argv: []string{"node"}}, "ENOENT", "has no PATH", ""},
		{"a file of the directory", Spec{Argv: []string{"tool"}, Env: env, Dir: filepath.Join(dir, "work")}, "ENOENT", "not found", "write ./tool"},
		{"on the PATH, not executable", Spec{Argv: []string{"locked"}, Env: env}, "EACCES", "is not executable (mode -rw-r--r--)", "chmod +x"},
		{"a script without its x", Spec{Argv: []string{script}}, "EACCES", "not executable", "node " + script},
		{"a path that is not there", Spec{Argv: []string{filepath.Join(dir, "lots")}}, "ENOENT", "does not exist", "did you mean " + lost},
		{"a directory", Spec{Argv: []string{filepath.Join(dir, "bin")}}, "EACCES", "is a directory", ""},
		{"a path through a file", Spec{Argv: []string{script + "/x"}}, "ENOTDIR", "not a directory", ""},
		{"no #! line", Spec{Argv: []string{plain}}, "ENOEXEC", "neither a program", "#!"},
		{"no interpreter", Spec{Argv: []string{lost}}, "ENOENT", "asks for the interpreter /opt/nowhere/interpreter", "#! line"},
		{"a #! line with CR", Spec{Argv: []string{crlf}}, "ENOENT", "carriage return", "LF"},
		{"a broken binary", Spec{Argv: []string{binary}}, "ENOEXEC", "neither a program", ""},
		{"no such directory", Spec{Argv: []string{"node"}, Env: env, Dir: filepath.Join(dir, "nodir")}, "ENOENT", "working directory", ""},
		{"a file as directory", Spec{Argv: []string{"node"}, Env: env, Dir: script}, "ENOTDIR", "is a file", filepath.Dir(script)},
		{"a script of another directory", Spec{Argv: []string{"node", "--no-warnings", "server.js"}, Env: env, Dir: filepath.Join(dir, "elsewhere")}, "ENOENT", "would look for server.js in " + filepath.Join(dir, "elsewhere"), script},
		{"a program of another directory", Spec{Argv: []string{"./server.js"}, Env: env, Dir: filepath.Join(dir, "elsewhere")}, "ENOENT", "does not exist", script},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Start(tt.spec, nil)
			if err == nil {
				t.Fatalf("process %d was started", p.Pid())
			}
			got := err.(*StartError)
			if got.Code != tt.code || !strings.Contains(got.Message, tt.message) || !strings.Contains(got.Hint, tt.hint) {
				t.Errorf("got %q %q %q", got.Code, got.Message, got.Hint)
			}
		})
	}
}

// What can start is found, wherever it stands.
func TestLocate(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"bin", "work"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"bin/node", "work/tool", "here"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	work := filepath.Join(dir, "work")
	for _, tt := range []struct {
		name string
		spec Spec
		want string
	}{
		{"on the PATH", Spec{Argv: []string{"node"}, Env: []string{"PATH=/nowhere:" + filepath.Join(dir, "bin")}}, filepath.Join(dir, "bin/node")},
		{"the last PATH counts", Spec{Argv: []string{"node"}, Env: []string{"PATH=/nowhere", "PATH=" + filepath.Join(dir, "bin")}}, filepath.Join(dir, "bin/node")},
		{"relative to the directory", Spec{Argv: []string{"./tool"}, Dir: work}, filepath.Join(work, "tool")},
		{"relative to a relative directory", Spec{Argv: []string{"./tool"}, Dir: "work"}, filepath.Join(work, "tool")},
		{"relative to the current directory", Spec{Argv: []string{"./here"}}, "./here"},
		{"an argument that is no script", Spec{Argv: []string{"node", "here"}, Dir: work, Env: []string{"PATH=" + filepath.Join(dir, "bin")}}, filepath.Join(dir, "bin/node")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, failure := locate(tt.spec)
			if failure != nil || got != tt.want {
				t.Errorf("got %q, %v; want %q", got, failure, tt.want)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"node", "node", 0}, {"ndoe", "node", 1}, {"nod", "node", 1}, {"noode", "node", 1}, {"mode", "node", 1}, {"python", "node", 3},
	} {
		if got := distance(tt.a, tt.b, 3); min(got, 3) != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
