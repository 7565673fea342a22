package clients

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Machine is where to look. [ThisMachine] fills it for the user who runs us.
type Machine struct {
	OS      string // runtime.GOOS
	Home    string
	Config  string // os.UserConfigDir: %APPDATA%, ~/Library/Application Support, ~/.config
	Project string // the folder whose project files count; "" = none
}

// Problem is a file that was there and could not be read.
type Problem struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// location is one file that one client reads.
type location struct{ client, path string }

// locations lists every file, project files first, as they win over the
// user's own in all these clients.
func (m Machine) locations() []location {
	var all []location
	add := func(client string, elem ...string) {
		if elem[0] != "" {
			all = append(all, location{client, filepath.Join(elem...)})
		}
	}
	add("Claude Code", m.Project, ".mcp.json")
	add("Cursor", m.Project, ".cursor", "mcp.json")
	add("VS Code", m.Project, ".vscode", "mcp.json")
	add("Gemini CLI", m.Project, ".gemini", "settings.json")
	add("opencode", m.Project, "opencode.json")
	add("any client", m.Project, "mcp.json")
	add("Claude Desktop", m.Config, "Claude", "claude_desktop_config.json")
	add("Claude Code", m.Home, ".claude.json")
	add("Cursor", m.Home, ".cursor", "mcp.json")
	for _, editor := range []string{"Code", "Code - Insiders", "VSCodium"} {
		add("VS Code", m.Config, editor, "User", "mcp.json")
		add("VS Code", m.Config, editor, "User", "settings.json")
		add("Cline", m.Config, editor, "User", "globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json")
	}
	add("Windsurf", m.Home, ".codeium", "windsurf", "mcp_config.json")
	add("LM Studio", m.Home, ".lmstudio", "mcp.json")
	add("Gemini CLI", m.Home, ".gemini", "settings.json")
	add("Codex", m.Home, ".codex", "config.toml")
	add("opencode", m.Home, ".config", "opencode", "opencode.json")
	add("Zed", m.Home, ".config", "zed", "settings.json")
	return all
}

// Clients names the clients whose files are looked for.
func (m Machine) Clients() []string {
	var names []string
	for _, l := range m.locations() {
		if !slices.Contains(names, l.client) {
			names = append(names, l.client)
		}
	}
	return names
}

// Find reads every configuration file of this machine. A file that is missing
// or names no server is passed over; one that cannot be read or parsed is a
// Problem, and the others are read all the same.
func Find(m Machine) ([]Server, []Problem) {
	var servers []Server
	var problems []Problem
	seen := map[string]bool{}
	for _, l := range m.locations() {
		if seen[l.path] { // the project is the home directory
			continue
		}
		seen[l.path] = true
		data, err := ReadFile(l.path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			problems = append(problems, Problem{l.path, err.Error()})
			continue
		}
		found, err := Parse(l.path, data)
		if errors.Is(err, ErrNoServers) {
			continue
		}
		if err != nil {
			problems = append(problems, Problem{l.path, err.Error()})
			continue
		}
		for i := range found {
			found[i].Client = l.client
		}
		servers = append(servers, found...)
	}
	return servers, problems
}

// ThisMachine describes the machine and user that run the program.
func ThisMachine(goos, project string) Machine {
	home, _ := os.UserHomeDir()
	config, _ := os.UserConfigDir()
	return Machine{OS: goos, Home: home, Config: config, Project: project}
}
