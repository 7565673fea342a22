// Package clients reads the configuration files of MCP clients: where they
// lie, which stdio servers they name, and how one of those servers is wrapped
// in the recorder and unwrapped again.
//
// Start with [Find] for what is on this machine, or with [Parse] for one file
// that a person points at or pastes. The package never starts anything and
// never writes outside [Wrap] and [Unwrap].
//
//	file -> Parse -> []Server -> (expand) -> what will run, shown before it does
package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
)

// Server is one stdio server as a client's file names it. Variables in it are
// not expanded; see [Server.Expand].
type Server struct {
	Name     string            `json:"name"`
	Client   string            `json:"client,omitempty"` // "Claude Desktop", "Cursor", …; "" when only the shape is known
	Path     string            `json:"path,omitempty"`   // the file
	Scope    string            `json:"scope,omitempty"`  // the project a file with many projects files it under
	Command  string            `json:"command"`
	Args     []string          `json:"args,omitempty"`
	Cwd      string            `json:"cwd,omitempty"`
	Env      map[string]string `json:"-"` // values stay off the wire
	EnvNames []string          `json:"envNames,omitempty"`
	EnvFile  string            `json:"envFile,omitempty"`
	Disabled bool              `json:"disabled,omitempty"`
	Wrapped  bool              `json:"wrapped,omitempty"` // the recorder stands in front of it
}

// Argv is the command and its arguments.
func (s Server) Argv() []string { return append([]string{s.Command}, s.Args...) }

// ParseError says what is wrong with a file, and where.
type ParseError struct {
	Path string
	Line int // 1-based; 0 = no place
	Err  error
}

func (e *ParseError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d: %v", e.Path, e.Line, e.Err)
	}
	return fmt.Sprintf("%s: %v", e.Path, e.Err)
}

func (e *ParseError) Unwrap() error { return e.Err }

// ErrNoServers is returned for a readable file in which no shape we know holds
// a stdio server.
var ErrNoServers = errors.New(`no stdio server found: expected "mcpServers", "servers", "mcp" or "context_servers" with a "command" in each`)

// Parse reads one configuration file of whatever shape: JSON, JSON with
// comments and trailing commas, or TOML when path ends in ".toml". The servers
// come in the order of the file (TOML: by name). Servers reached over HTTP are
// left out.
func Parse(path string, data []byte) ([]Server, error) {
	if strings.EqualFold(filepath.Ext(path), ".toml") {
		return parseTOML(path, data)
	}
	if tooDeep(data) {
		return nil, &ParseError{Path: path, Err: errTooDeep}
	}
	root, err := parse(data)
	if err != nil {
		return nil, &ParseError{Path: path, Line: lineOf(err), Err: err}
	}
	var found []Server
	for _, place := range serverMaps(&root) {
		for _, m := range place.servers.Members {
			server, ok := decodeServer(m)
			if !ok {
				continue
			}
			server.Path, server.Scope = path, place.scope
			found = append(found, server)
		}
	}
	if len(found) == 0 {
		return nil, &ParseError{Path: path, Err: ErrNoServers}
	}
	return found, nil
}

// Pick finds the server called name; with an empty name the file must hold
// exactly one.
func Pick(servers []Server, name string) (Server, error) {
	var names []string
	for _, s := range servers {
		if name != "" && s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	if name == "" && len(servers) == 1 {
		return servers[0], nil
	}
	slices.Sort(names)
	list := strings.Join(slices.Compact(names), ", ")
	if name == "" {
		return Server{}, fmt.Errorf("the file names several servers, say which: %s", list)
	}
	return Server{}, fmt.Errorf("no server %q in the file; it names: %s", name, list)
}

// place is an object whose members are servers.
type place struct {
	scope   string
	servers *hujson.Object
}

// serverMaps finds the objects that hold servers, in every shape clients use.
func serverMaps(root *hujson.Value) []place {
	var places []place
	add := func(scope, pointer string) {
		if v := root.Find(pointer); v != nil {
			if o, ok := v.Value.(*hujson.Object); ok {
				places = append(places, place{scope, o})
			}
		}
	}
	add("", "/mcpServers")                     // Claude, Cursor, Windsurf, Cline, Gemini CLI, LM Studio, .mcp.json
	add("", "/servers")                        // .vscode/mcp.json
	add("", "/mcp/servers")                    // VS Code settings.json
	add("", "/mcp.servers")                    // the same, flat
	add("", "/mcp")                            // opencode
	add("", "/context_servers")                // Zed
	if v := root.Find("/projects"); v != nil { // ~/.claude.json
		if projects, ok := v.Value.(*hujson.Object); ok {
			for i := range projects.Members {
				scope := literal(projects.Members[i].Name)
				if mcp := projects.Members[i].Value.Find("/mcpServers"); mcp != nil {
					if o, ok := mcp.Value.(*hujson.Object); ok {
						places = append(places, place{scope, o})
					}
				}
			}
		}
	}
	return places
}

func literal(v hujson.Value) string {
	if l, ok := v.Value.(hujson.Literal); ok {
		return l.String()
	}
	return ""
}

// entry is the union of what clients write about one stdio server.
type entry struct {
	Type        string            `json:"type" toml:"type"`
	URL         string            `json:"url" toml:"url"`
	Command     json.RawMessage   `json:"command" toml:"-"`
	CommandTOML string            `json:"-" toml:"command"`
	Args        []string          `json:"args" toml:"args"`
	Cwd         string            `json:"cwd" toml:"cwd"`
	Env         map[string]any    `json:"env" toml:"env"`
	Environment map[string]string `json:"environment" toml:"-"`
	EnvFile     string            `json:"envFile" toml:"-"`
	Disabled    bool              `json:"disabled" toml:"-"`
	Enabled     *bool             `json:"enabled" toml:"enabled"`
}

// commandObject is Zed's older form of "command".
type commandObject struct {
	Path string            `json:"path"`
	Args []string          `json:"args"`
	Env  map[string]string `json:"env"`
}

func decodeServer(m hujson.ObjectMember) (Server, bool) {
	value := m.Value.Clone()
	value.Standardize()
	var e entry
	if json.Unmarshal(value.Pack(), &e) != nil {
		return Server{}, false
	}
	s := Server{Name: literal(m.Name), Args: e.Args}
	var list []string
	var object commandObject
	switch {
	case json.Unmarshal(e.Command, &s.Command) == nil:
	case json.Unmarshal(e.Command, &list) == nil && len(list) > 0:
		s.Command, s.Args = list[0], append(list[1:], e.Args...)
	case json.Unmarshal(e.Command, &object) == nil:
		s.Command, s.Args = object.Path, object.Args
		s.setEnv(object.Env)
	}
	return s.finish(e)
}

// finish fills in what the JSON and the TOML forms share; false when the entry
// is no stdio server.
func (s Server) finish(e entry) (Server, bool) {
	if s.Command == "" {
		return Server{}, false
	}
	s.Cwd, s.EnvFile = e.Cwd, e.EnvFile
	s.Disabled = e.Disabled || e.Enabled != nil && !*e.Enabled
	env := map[string]string{}
	for name, v := range e.Env {
		if v != nil {
			env[name] = fmt.Sprint(v)
		}
	}
	for name, v := range e.Environment {
		env[name] = v
	}
	s.setEnv(env)
	s.Wrapped = isWrapped(s.Command, s.Args)
	return s, true
}

func (s *Server) setEnv(env map[string]string) {
	if len(env) == 0 {
		return
	}
	if s.Env == nil {
		s.Env = map[string]string{}
	}
	for name, v := range env {
		s.Env[name] = v
	}
	s.EnvNames = s.EnvNames[:0]
	for name := range s.Env {
		s.EnvNames = append(s.EnvNames, name)
	}
	slices.Sort(s.EnvNames)
}

// parseTOML reads Codex's config.toml.
func parseTOML(path string, data []byte) ([]Server, error) {
	var file struct {
		Servers map[string]entry `toml:"mcp_servers"`
	}
	if err := toml.Unmarshal(data, &file); err != nil {
		var decode *toml.DecodeError
		line := 0
		if errors.As(err, &decode) {
			line, _ = decode.Position()
		}
		return nil, &ParseError{Path: path, Line: line, Err: err}
	}
	var found []Server
	for name, e := range file.Servers {
		s, ok := Server{Name: name, Command: e.CommandTOML, Args: e.Args}.finish(e)
		if ok {
			s.Path = path
			found = append(found, s)
		}
	}
	if len(found) == 0 {
		return nil, &ParseError{Path: path, Err: errors.New(`no stdio server found: expected [mcp_servers.NAME] with a "command"`)}
	}
	slices.SortFunc(found, func(a, b Server) int { return strings.Compare(a.Name, b.Name) })
	return found, nil
}

// parse reads JSON as clients do, with comments and trailing commas, and behind a
// byte order mark. Offsets are those in data.
func parse(data []byte) (hujson.Value, error) {
	const mark = "\xef\xbb\xbf"
	if bytes.HasPrefix(data, []byte(mark)) {
		data = append([]byte("   "), data[len(mark):]...)
	}
	return hujson.Parse(data)
}

// lineOf takes the line out of hujson's message, which has no typed position.
func lineOf(err error) int {
	var line, column int
	if _, scan := fmt.Sscanf(err.Error(), "hujson: line %d, column %d", &line, &column); scan != nil {
		return 0
	}
	return line
}
