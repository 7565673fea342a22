package clients

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParse(t *testing.T) {
	for _, tc := range []struct {
		name, path, in string
		want           []Server
		wantErr        string
	}{
		{name: "claude desktop", path: "claude_desktop_config.json",
			in:   `{"mcpServers":{"notes":{"command":"node","args":["a.js"],"env":{"KEY":"v"}}}}`,
			want: []Server{{Name: "notes", Command: "node", Args: []string{"a.js"}, EnvNames: []string{"KEY"}}}},
		{name: "vs code with comments", path: "mcp.json",
			in:   "{\n // mine\n \"servers\": {\"a\": {\"type\":\"stdio\",\"command\":\"npx\",\"args\":[\"-y\",\"x\"],\"cwd\":\"${workspaceFolder}\",},},\n}",
			want: []Server{{Name: "a", Command: "npx", Args: []string{"-y", "x"}, Cwd: "${workspaceFolder}"}}},
		{name: "vs code settings, nested", path: "settings.json",
			in:   `{"editor.tabSize":2,"mcp":{"servers":{"a":{"command":"x"}}}}`,
			want: []Server{{Name: "a", Command: "x"}}},
		{name: "claude code, per project", path: ".claude.json",
			in:   `{"projects":{"/p":{"mcpServers":{"a":{"command":"x"}}}}}`,
			want: []Server{{Name: "a", Scope: "/p", Command: "x"}}},
		{name: "opencode list and environment", path: "opencode.json",
			in:   `{"mcp":{"a":{"type":"local","command":["bun","x"],"environment":{"B":"1"},"enabled":false}}}`,
			want: []Server{{Name: "a", Command: "bun", Args: []string{"x"}, EnvNames: []string{"B"}, Disabled: true}}},
		{name: "zed object", path: "settings.json",
			in:   `{"context_servers":{"a":{"command":{"path":"x","args":["y"],"env":{"K":"v"}}}}}`,
			want: []Server{{Name: "a", Command: "x", Args: []string{"y"}, EnvNames: []string{"K"}}}},
		{name: "codex", path: "config.toml",
			in:   "model = \"m\"\n[mcp_servers.b]\ncommand = \"node\"\nargs = [\"b.js\"]\n[mcp_servers.a]\ncommand = \"x\"\n[mcp_servers.a.env]\nK = \"v\"\n",
			want: []Server{{Name: "a", Command: "x", EnvNames: []string{"K"}}, {Name: "b", Command: "node", Args: []string{"b.js"}}}},
		{name: "http servers are left out", path: "mcp.json",
			in:   `{"servers":{"web":{"type":"http","url":"http://localhost"},"a":{"command":"x"}}}`,
			want: []Server{{Name: "a", Command: "x"}}},
		{name: "none", path: "mcp.json", in: `{"servers":{}}`, wantErr: "no stdio server found"},
		{name: "not JSON", path: "mcp.json", in: "{\n\"a\": nope}", wantErr: "mcp.json:2:"},
		{name: "empty", path: "mcp.json", in: "", wantErr: "mcp.json"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := Parse(tc.path, []byte(tc.in))
			if tc.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), tc.wantErr) {
					t.Fatalf("error %v, want one with %q", err, tc.wantErr)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, got, cmpopts.IgnoreFields(Server{}, "Path", "Env"), cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestExpand(t *testing.T) {
	in := Surroundings{Workspace: "/w/proj", Home: "/h", Getenv: func(name string) (string, bool) {
		return map[string]string{"TOKEN": "t"}[name], name == "TOKEN"
	}}
	s := Server{Name: "a", Command: "${userHome}/bin/x", Args: []string{"${workspaceFolder}/a", "${env:TOKEN}", "${MISSING:-d}", "plain ${", "$x"}}
	got, err := s.Expand(in)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"/h/bin/x", "/w/proj/a", "t", "d", "plain ${", "$x"}, got.Argv()); d != "" {
		t.Error(d)
	}
	_, err = Server{Name: "a", Command: "x", Args: []string{"${input:key}", "${NOPE}"}}.Expand(in)
	if err == nil || !strings.Contains(err.Error(), "${input:key}, ${NOPE}") {
		t.Errorf("error %v, want both variables named", err)
	}
}

func TestPick(t *testing.T) {
	two := []Server{{Name: "b"}, {Name: "a"}}
	if _, err := Pick(two, ""); err == nil || !strings.Contains(err.Error(), "a, b") {
		t.Errorf("two servers, no name: %v", err)
	}
	if _, err := Pick(two, "c"); err == nil || !strings.Contains(err.Error(), `"c"`) {
		t.Errorf("unknown name: %v", err)
	}
	if s, err := Pick(two[:1], ""); err != nil || s.Name != "b" {
		t.Errorf("one server, no name: %v %v", s, err)
	}
}

// Wrapping and unwrapping must give back the very bytes, whatever the layout.
func TestWrapUndoesExactly(t *testing.T) {
	for name, in := range map[string]string{
		"compact":                      `{"mcpServers":{"a":{"command":"node","args":["x.js","--y"]},"b":{"command":"z"}}}`,
		"spread":                       "{\n  // note\n  \"mcpServers\": {\n    \"a\": {\n      \"args\": [\n        \"x.js\",\n      ],\n      \"command\": \"node\",\n    },\n  },\n}\n",
		"no args":                      "{\"mcpServers\": {\"a\": {\n\t\"command\": \"node\",\n\t\"env\": {\"K\": \"v\"}}}}",
		"empty args":                   `{"servers":{"a":{"command":"caf\u00e9","args":[ ]}}}`,
		"Claude Desktop, from Windows": "\xef\xbb\xbf{\r\n  \"mcpServers\": {\r\n    \"a\": {\r\n      \"command\": \"C:\\\\tools\\\\node.exe\",\r\n      \"args\": [\"C:\\\\a b\\\\x.js\"]\r\n    }\r\n  }\r\n}\r\n",
		"Claude Code, of a project":    `{"numStartups": 7, "projects": {"/p": {"allowedTools": [], "mcpServers": {"a": {"type": "stdio", "command": "npx", "args": ["-y", "x@1"], "env": {}}}}}, "tipsHistory": {"x": 1}}`,
		"Cursor, with comments":        "{\n\t\"mcpServers\": {\n\t\t/* the one */ \"a\" /* a */ : { // here\n\t\t\t\"command\" /* c */ : /* d */ \"node\" /* e */ , // f\n\t\t\t\"args\": [ /* g */ \"x.js\", // h\n\t\t\t\t\"--y\", /* i */ ], // j\n\t\t}, // k\n\t},\n}",
		"VS Code, its settings":        "{\n    \"editor.tabSize\": 2,\n    // servers\n    \"mcp\": {\n        \"inputs\": [],\n        \"servers\": {\n            \"a\": {\n                \"command\": \"uvx\",\n                \"args\": [\"x\",],\n                \"env\": {\"K\": \"${input:k}\",},\n            },\n        },\n    },\n}\n",
		"args first, nothing else":     "{\"servers\":{\"a\":{\"args\":[\"x\"],\"command\":\"node\"}}}",
	} {
		t.Run(name, func(t *testing.T) {
			wrapped, err := Wrap("f.json", []byte(in), "a", `/opt/stdio"scope`)
			if err != nil {
				t.Fatal(err)
			}
			servers, err := Parse("f.json", wrapped)
			if err != nil {
				t.Fatalf("the wrapped file does not parse: %v\n%s", err, wrapped)
			}
			s, _ := Pick(servers, "a")
			before, _ := Parse("f.json", []byte(in))
			original, _ := Pick(before, "a")
			if !s.Wrapped || s.Command != `/opt/stdio"scope` {
				t.Errorf("not wrapped: %+v", s)
			}
			inner := s.Args[3:]
			if d := cmp.Diff(original.Argv(), inner); d != "" {
				t.Error(d)
			}
			if _, err := Wrap("f.json", wrapped, "a", "x"); !errors.Is(err, ErrWrapped) {
				t.Errorf("wrapping twice: %v", err)
			}
			back, err := Unwrap("f.json", wrapped, "a")
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(in, string(back)); d != "" {
				t.Error(d)
			}
			if _, err := Unwrap("f.json", back, "a"); !errors.Is(err, ErrNotWrapped) {
				t.Errorf("unwrapping twice: %v", err)
			}
		})
	}
}

func TestEditFileKeepsCopyAndMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.json")
	if err := os.WriteFile(path, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"two", "three"} {
		if err := EditFile(path, func([]byte) ([]byte, error) { return []byte(text), nil }); err != nil {
			t.Fatal(err)
		}
	}
	now, _ := os.ReadFile(path)
	kept, _ := os.ReadFile(path + BackupSuffix)
	info, _ := os.Stat(path)
	if string(now) != "three" || string(kept) != "one" || info.Mode().Perm() != 0o600 {
		t.Errorf("now %q, kept %q, mode %v", now, kept, info.Mode())
	}
	failed := errors.New("no")
	if err := EditFile(path, func([]byte) ([]byte, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Errorf("error %v, want %v", err, failed)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".stdioscope-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestEditFileFollowsNoPlantedCopy(t *testing.T) {
	dir := t.TempDir()
	path, elsewhere := filepath.Join(dir, "mcp.json"), filepath.Join(dir, "elsewhere")
	if err := os.WriteFile(path, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, path+BackupSuffix); err != nil {
		t.Skip(err)
	}
	if err := EditFile(path, func([]byte) ([]byte, error) { return []byte("two"), nil }); err == nil {
		t.Error("the copy was kept where the link leads")
	}
	if _, err := os.Stat(elsewhere); err == nil {
		t.Error("a file was made where the link leads")
	}
	if now, _ := os.ReadFile(path); string(now) != "one" {
		t.Errorf("edited without a copy: %q", now)
	}
}

func TestFind(t *testing.T) {
	home := t.TempDir()
	write := func(text string, elem ...string) {
		t.Helper()
		path := filepath.Join(append([]string{home}, elem...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"mcpServers":{"a":{"command":"x"}}}`, ".cursor", "mcp.json")
	write(`{"mcpServers":`, "cfg", "Claude", "claude_desktop_config.json")
	write(`{"theme":"dark"}`, "cfg", "Code", "User", "settings.json")
	servers, problems := Find(Machine{Home: home, Config: filepath.Join(home, "cfg")})
	if len(servers) != 1 || servers[0].Client != "Cursor" || servers[0].Name != "a" {
		t.Errorf("servers %+v", servers)
	}
	if len(problems) != 1 || !strings.HasSuffix(problems[0].Path, "claude_desktop_config.json") {
		t.Errorf("problems %+v", problems)
	}
}

func TestHostileConfigurations(t *testing.T) {
	deep := strings.Repeat("[", 1<<20)
	for name, in := range map[string]string{
		"brackets":        deep,
		"objects":         strings.Repeat(`{"":`, 1<<18),
		"behind a string": `{"]]]\"]]]":` + deep,
		"behind comments": "// \"\n/* \" */" + deep,
	} {
		if _, err := Parse("mcp.json", []byte(in)); !errors.Is(err, errTooDeep) {
			t.Errorf("%s: error %v, want %v", name, err, errTooDeep)
		}
	}
	brackets := `{"servers":{"a":{"command":"x","args":["` + deep + `"]}}} // ` + deep + "\n"
	if got, err := Parse("mcp.json", []byte(brackets)); err != nil || len(got) != 1 {
		t.Errorf("brackets in a string and a comment: %v, %v", got, err)
	}
	// A project of somebody else may hold links to whatever there is.
	project := t.TempDir()
	if err := os.Symlink(os.DevNull, filepath.Join(project, ".mcp.json")); err != nil {
		t.Skip(err)
	}
	if _, problems := Find(Machine{Project: project}); len(problems) != 1 || !strings.Contains(problems[0].Message, "no regular file") {
		t.Errorf("problems %+v", problems)
	}
}

// Clients write their file anew, in a layout of their own. Undoing gives back the
// command all the same.
func TestUnwrapOfAnotherLayout(t *testing.T) {
	for name, in := range map[string]string{
		"spread":                                 "{\n  \"mcpServers\": {\n    \"a\": {\n      \"command\": \"/opt/stdioscope\",\n      \"args\": [\n        \"record\",\n        \"--wrapped\",\n        \"--\",\n        \"node\",\n        \"x.js\"\n      ]\n    }\n  }\n}",
		"dense":                                  `{"mcpServers":{"a":{"command":"/opt/stdioscope","args":["record","--wrapped","--","node","x.js"]}}}`,
		"commented":                              `{"mcpServers":{"a":{"command":"/opt/stdioscope","args":["record","--wrapped","--","node" /* this one */ , "x.js"]}}}`,
		"without arguments":                      "{\"mcpServers\":{\"a\":{\n \"command\":\"/opt/stdioscope\",\n \"args\":[\n  \"record\",\n  \"--wrapped=no-args\",\n  \"--\",\n  \"node\"\n ],\n \"env\":{}}}}",
		"without arguments, the other way round": `{"mcpServers":{"a":{"args":["record","--wrapped=no-args","--","node"],"env":{},"command":"/opt/stdioscope"}}}`,
		"without arguments, something between":   `{"mcpServers":{"a":{"command":"/opt/stdioscope","env":{"K":"v"},"args":["record","--wrapped=no-args","--","node"]}}}`,
		"the other way round":                    `{"mcpServers":{"a":{"args":["record","--wrapped","--","node","x.js"],"command":"/opt/stdioscope"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			out, err := Unwrap("f.json", []byte(in), "a")
			if err != nil {
				t.Fatal(err)
			}
			servers, err := Parse("f.json", out)
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if s, _ := Pick(servers, "a"); s.Wrapped || !strings.HasPrefix(strings.Join(s.Argv(), " "), "node") || strings.HasPrefix(name, "without") == (len(s.Args) == 1) {
				t.Errorf("%q in %s", s.Argv(), out)
			}
			if strings.Count(string(out), `"env"`) != strings.Count(in, `"env"`) {
				t.Errorf("members are lost: %s", out)
			}
		})
	}
}
