package run

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// runtimeFact is one entry of the fingerprint's runtimes.
type runtimeFact struct {
	Version string `json:"version"`
	Role    string `json:"role"` // "target": it runs the server; "launcher": it fetches or starts it
}

// knownRuntimes maps a command's name to what is asked of it. Nothing else is
// ever started beside the server.
var knownRuntimes = map[string]struct {
	name string // in the fingerprint
	role string
	args []string
	also string // a second runtime that this one runs on
}{
	"node":    {name: "node", role: "target", args: []string{"--version"}},
	"python":  {name: "python", role: "target", args: []string{"--version"}},
	"python3": {name: "python", role: "target", args: []string{"--version"}},
	"npm":     {name: "npm", role: "launcher", args: []string{"--version"}, also: "node"},
	"npx":     {name: "npx", role: "launcher", args: []string{"--version"}, also: "node"},
	"uv":      {name: "uv", role: "launcher", args: []string{"--version"}},
	"uvx":     {name: "uv", role: "launcher", args: []string{"--version"}},
	"docker":  {name: "docker", role: "launcher", args: []string{"--version"}},
	"java":    {name: "java", role: "target", args: []string{"-version"}},
	"dotnet":  {name: "dotnet", role: "target", args: []string{"--version"}},
	"deno":    {name: "deno", role: "target", args: []string{"--version"}},
	"bun":     {name: "bun", role: "target", args: []string{"--version"}},
	"bunx":    {name: "bun", role: "launcher", args: []string{"--version"}},
}

var pythonName = regexp.MustCompile(`^python3?\.[0-9]+$`)

// runtimeName is the entry of knownRuntimes for a command, "" when there is none.
func runtimeName(command string) string {
	name := strings.ToLower(filepath.Base(command))
	for _, ext := range []string{".exe", ".cmd", ".bat"} {
		name = strings.TrimSuffix(name, ext)
	}
	if pythonName.MatchString(name) {
		return "python3"
	}
	if _, ok := knownRuntimes[name]; ok {
		return name
	}
	return ""
}

// askTimeout bounds the question for one version.
const askTimeout = 3 * time.Second

func runtimeVersions(ctx context.Context, spec Spec) map[string]runtimeFact {
	name := runtimeName(spec.Argv[0])
	if name == "" {
		return nil
	}
	facts := map[string]runtimeFact{}
	known := knownRuntimes[name]
	if v := versionOf(ctx, spec, spec.Argv[0], known.args); v != "" {
		facts[known.name] = runtimeFact{Version: v, Role: known.role}
	}
	if known.also != "" {
		if v := versionOf(ctx, spec, known.also, knownRuntimes[known.also].args); v != "" {
			facts[known.also] = runtimeFact{Version: v, Role: "target"}
		}
	}
	return facts
}

// versionOf asks a program for its version in the server's own environment, so
// that the same program answers that runs the server.
func versionOf(ctx context.Context, spec Spec, program string, args []string) string {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = spec.Dir, spec.Env
	cmd.WaitDelay = 100 * time.Millisecond
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out // java speaks on stderr
	if cmd.Start() != nil {
		return ""
	}
	yieldTo(cmd.Process.Pid)
	if cmd.Wait() != nil {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n")
	if line = strings.TrimSpace(line); len(line) > 120 {
		line = line[:120]
	}
	return strings.ToValidUTF8(line, "?")
}
