package run

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
)

func TestRuntimesAreAskedOnlyWhenTheyAreWhatRuns(t *testing.T) {
	for command, want := range map[string]string{
		"node": "node", "/usr/bin/node": "node", "node.exe": "node", "npx.cmd": "npx", "python3.12": "python3", "Python": "python",
		"uvx": "uvx", "docker": "docker", "java": "java", "dotnet": "dotnet", "deno": "deno", "bun": "bun",
		"./server": "", "nodemon": "", "python-server": "", "sh": "",
	} {
		if got := runtimeName(command); got != want {
			t.Errorf("%s is %q, want %q", command, got, want)
		}
	}
}

func TestFingerprintNamesRuntimeAndPackage(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("node", "#!/bin/sh\nif [ \"$1\" = --version ]; then echo v99.1.2; exit; fi\nwhile read line; do :; done\n", 0o700)
	write("package.json", `{"name": "my-server", "version": "3.2.1"}`, 0o600)
	write("dist/package.json", `{"type": "module"}`, 0o600)
	write("dist/server.js", "", 0o600)
	spec := Spec{
		Argv: []string{filepath.Join(dir, "node"), "dist/server.js"}, Dir: dir, Env: []string{"PATH=/usr/bin:/bin", "PYTHONUNBUFFERED=1"}, EnvMode: EnvClean,
		Session: session.Config{Protocol: "2025-11-25", Timeout: time.Minute},
	}
	var events []transcript.Event
	spec.Session.Timeout = 200 * time.Millisecond
	_, events = record(t, spec)
	facts := map[string]any{}
	for _, ev := range kinds(events, transcript.KindFingerprint) {
		if err := json.Unmarshal(ev.JSON, &facts); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]any{
		"runtimes": map[string]any{"node": map[string]any{"version": "v99.1.2", "role": "target"}},
		"package":  map[string]any{"manager": "npm", "name": "my-server", "version": "3.2.1", "path": filepath.Join(dir, "package.json")},
		"env":      map[string]any{"inherited": false, "pythonUnbuffered": true},
		"cwd":      map[string]any{"requested": dir, "resolved": dir, "exists": true},
	}
	delete(facts, "system")
	if diff := cmp.Diff(want, facts); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
}

// A version that does not come is not waited for.
func TestSlowVersionDelaysNothing(t *testing.T) {
	dir := t.TempDir()
	node := filepath.Join(dir, "node")
	if err := os.WriteFile(node, []byte("#!/bin/sh\nif [ \"$1\" = --version ]; then exec sleep 60; fi\nexit 0\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_, events := record(t, Spec{Argv: []string{node, "x"}, Dir: dir, Env: os.Environ(), Session: session.Config{Protocol: "2025-11-25"}})
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("the run took %v", took)
	}
	for _, ev := range kinds(events, transcript.KindFingerprint) {
		if strings.Contains(string(ev.JSON), "runtimes") {
			t.Errorf("a version came: %s", ev.JSON)
		}
	}
}

func TestPackageOfTheCommand(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"py/pyproject.toml":     "[project]\nname = \"my-py\"\nversion = \"0.9\"\n",
		"py/src/server.py":      "",
		"poetry/pyproject.toml": "[tool.poetry]\nname = \"my-poetry\"\nversion = \"2.0\"\n",
		"poetry/server.py":      "",
		"go/go.mod":             "module example.com/my-go\n\ngo 1.26\n",
		"go/bin/server":         "",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		argv string
		want packageFact
	}{
		{"npx -y @scope/server@1.2.3 --flag", packageFact{Manager: "npm", Name: "@scope/server", Version: "1.2.3"}},
		{"npx --package tool server", packageFact{Manager: "npm", Name: "tool"}},
		{"uvx --from=mcp-tools mcp-server", packageFact{Manager: "python", Name: "mcp-tools"}},
		{"uvx --with x mcp-server", packageFact{Manager: "python", Name: "mcp-server"}},
		{"uvx mcp-server@2.0", packageFact{Manager: "python", Name: "mcp-server", Version: "2.0"}},
		{"docker run -i --rm -e TOKEN registry:5000/team/mcp:7 arg", packageFact{Manager: "docker", Name: "registry:5000/team/mcp", Version: "7"}},
		{"docker run --rm -i registry:5000/mcp", packageFact{Manager: "docker", Name: "registry:5000/mcp"}},
		{"python3 py/src/server.py", packageFact{Manager: "python", Name: "my-py", Version: "0.9", Path: filepath.Join(dir, "py/pyproject.toml")}},
		{"python3 -u poetry/server.py", packageFact{Manager: "python", Name: "my-poetry", Version: "2.0", Path: filepath.Join(dir, "poetry/pyproject.toml")}},
		{"./go/bin/server", packageFact{Manager: "go", Name: "example.com/my-go", Path: filepath.Join(dir, "go/go.mod")}},
	} {
		t.Run(test.argv, func(t *testing.T) {
			got := packageOf(Spec{Argv: strings.Fields(test.argv), Dir: dir})
			if got == nil {
				t.Fatal("no package")
			}
			if diff := cmp.Diff(test.want, *got); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

func TestChildEnv(t *testing.T) {
	own := []string{"PATH=/bin", "HOME=/home/u", "SECRET=x", "TERM=xterm", "SHELL=() { evil; }",
		"STDIOSCOPE_UPLOAD_TOKEN=ours", "STDIOSCOPE_STORE=postgres://u:ours@db"}
	for _, test := range []struct {
		mode string
		want []string
	}{
		{EnvInherit, []string{"PATH=/mine", "HOME=/home/u", "SECRET=x", "TERM=xterm", "SHELL=() { evil; }", "A=2"}},
		{EnvClient, []string{"PATH=/mine", "HOME=/home/u", "TERM=xterm", "A=2"}},
		{EnvClean, []string{"PATH=/mine", "A=2"}},
	} {
		if diff := cmp.Diff(test.want, ChildEnv(test.mode, own, []string{"A=1", "PATH=/mine", "A=2"})); diff != "" {
			t.Errorf("%s: want -, got +\n%s", test.mode, diff)
		}
	}
}
