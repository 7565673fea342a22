package server

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
	"stdioscope/server/clients"
	"stdioscope/server/run"
)

// RunRequest is the body of POST /api/runs. Exactly one of Command, Argv, Demo,
// Client and Again says what to run; zero means the default everywhere else.
type RunRequest struct {
	Command string      `json:"command"` // quoted as in a shell, parsed without one
	Argv    []string    `json:"argv"`    // exactly what is executed
	Demo    string      `json:"demo"`    // a mode of GET /api/demos
	Client  *ClientPick `json:"client"`  // a server of GET /api/clients
	Again   string      `json:"again"`   // the id of a run: what it ran, with its options

	Name string            `json:"name"`
	Cwd  string            `json:"cwd"` // relative to the server's own; "temp" = an empty folder
	Env  map[string]string `json:"env"` // values are never stored
	// Environment is what the server gets beside Env: "inherit", "client" or "clean".
	Environment string `json:"environment"`

	Profile              string         `json:"profile"` // custom, smoke, registry, ci, strict
	Protocol             string         `json:"protocol"`
	TimeoutMs            int            `json:"timeoutMs"`
	SettleMs             *int           `json:"settleMs"`
	Probes               *bool          `json:"probes"` // of the advertised lists; default true, with smoke false
	Repeat               int            `json:"repeat"`
	Requests             []AskedRequest `json:"requests"`
	SafeToolCalls        []AskedTool    `json:"safeToolCalls"`
	AdversarialProbes    []string       `json:"adversarialProbes"`
	AdversarialToolCalls []AskedTool    `json:"adversarialToolCalls"`
	Interactive          bool           `json:"interactive"` // stays open, takes messages by POST …/send, until it is stopped
}

// ClientPick names one server in one client's configuration file.
type ClientPick struct {
	Path  string `json:"path"`
	Scope string `json:"scope"`
	Name  string `json:"name"`
}

// AskedRequest is one request after the handshake.
type AskedRequest struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// AskedTool is one tool that may be called.
type AskedTool struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// The bounds of what a run may be asked for.
const (
	maxRepeat     = 20
	maxTimeoutMs  = 10 * 60 * 1000
	workbenchMost = 1 << 30 // bytes of stdout and of stderr; a line may be as long
)

var (
	profiles     = []string{"custom", "smoke", "registry", "ci", "strict"}
	protocols    = []string{session.Auto, "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}
	environments = []string{run.EnvInherit, run.EnvClient, run.EnvClean}
	probes       = []string{"invalid-method", "invalid-params", "notification", "malformed-json"}
)

// specOf translates a request into what package run takes.
func (s *Server) specOf(asked RunRequest) (run.Spec, error) {
	if err := asked.check(); err != nil {
		return run.Spec{}, err
	}
	if asked.Again != "" {
		return s.specAgain(asked)
	}
	spec, err := s.commandOf(asked)
	if err != nil {
		return run.Spec{}, err
	}
	if asked.Cwd != "" {
		spec.AskedDir = asked.Cwd
		spec.Dir = s.dirOf(asked.Cwd)
	}
	if spec.Dir == "" {
		spec.Dir = s.cfg.Dir
	}
	if asked.Name != "" {
		spec.Name = asked.Name
	}
	give(&spec, asked.Env)
	spec.EnvMode = asked.Environment
	if spec.EnvMode == "" {
		spec.EnvMode = run.EnvInherit
	}
	spec.Env = run.ChildEnv(spec.EnvMode, s.cfg.Env, spec.Env)
	asked.applyTo(&spec)
	return spec, nil
}

// specAgain runs a run again; values of variables were not kept, so they are
// those given now.
func (s *Server) specAgain(asked RunRequest) (run.Spec, error) {
	spec, err := s.cfg.Runs.SpecOf(asked.Again)
	if err != nil {
		return run.Spec{}, err
	}
	if asked.Name != "" {
		spec.Name = asked.Name
	}
	for _, name := range spec.EnvNames {
		if _, given := asked.Env[name]; !given && envValue(s.cfg.Env, name) == "" {
			return run.Spec{}, badField("env", "values of variables are never stored: give it again", "the run had a variable %q", name)
		}
	}
	give(&spec, asked.Env)
	spec.Env = run.ChildEnv(spec.EnvMode, s.cfg.Env, entries(asked.Env))
	return spec, nil
}

// commandOf says what runs, before directory, variables and options.
func (s *Server) commandOf(asked RunRequest) (run.Spec, error) {
	var spec run.Spec
	switch {
	case asked.Command != "":
		command, err := ParseCommand(asked.Command, runtime.GOOS == "windows")
		if err != nil {
			return spec, quoteProblem("command", err)
		}
		spec.Argv = command.Argv
		give(&spec, command.Env)
	case asked.Demo != "":
		i := slices.IndexFunc(s.cfg.Demos, func(d Demo) bool { return d.Mode == asked.Demo })
		if i < 0 {
			return spec, badField("demo", "GET /api/demos lists them", "there is no demo server %q", asked.Demo)
		}
		spec.Argv, spec.Demo, spec.Name = s.cfg.Demos[i].Argv, asked.Demo, "demo "+asked.Demo
	case asked.Client != nil:
		return s.clientSpec(spec, *asked.Client)
	default:
		spec.Argv = asked.Argv
	}
	return spec, nil
}

// clientSpec takes a server only from the files that GET /api/clients reads, so
// that a request cannot point at any file of the machine.
func (s *Server) clientSpec(spec run.Spec, pick ClientPick) (run.Spec, error) {
	found, _ := s.findClients()
	i := slices.IndexFunc(found, func(f clients.Server) bool {
		return f.Path == pick.Path && f.Scope == pick.Scope && f.Name == pick.Name
	})
	if i < 0 {
		return spec, badField("client", "GET /api/clients lists them", "there is no server %q in %s", pick.Name, pick.Path)
	}
	server, err := found[i].Expand(clients.Surroundings{
		Workspace: filepath.Dir(found[i].Path),
		Home:      envValue(s.cfg.Env, "HOME"),
		Getenv: func(name string) (string, bool) {
			value := envValue(s.cfg.Env, name)
			return value, value != ""
		},
	})
	if err != nil {
		return spec, badField("client", "copy the command and give the value yourself", "%v", err)
	}
	spec.Argv, spec.Name = server.Argv(), server.Name
	spec.AskedDir, spec.Dir = server.Cwd, s.dirOf(server.Cwd)
	give(&spec, server.Env)
	return spec, nil
}

func (s *Server) findClients() ([]clients.Server, []clients.Problem) {
	if s.cfg.Clients == nil {
		return nil, nil
	}
	return s.cfg.Clients()
}

// dirOf makes a directory absolute; "" and "temp" are left to package run.
func (s *Server) dirOf(asked string) string {
	switch {
	case asked == "" || asked == "temp":
		return ""
	case asked == "~" || strings.HasPrefix(asked, "~/"):
		return filepath.Join(envValue(s.cfg.Env, "HOME"), asked[1:])
	case filepath.IsAbs(asked):
		return filepath.Clean(asked)
	}
	return filepath.Join(s.cfg.Dir, asked)
}

// give adds variables and marks their values as secrets.
func give(spec *run.Spec, env map[string]string) {
	spec.Env = append(spec.Env, entries(env)...) // the last one of a name wins
	for _, name := range slices.Sorted(maps.Keys(env)) {
		spec.Secrets = append(spec.Secrets, run.Secret{Name: name, Value: env[name]})
		if !slices.Contains(spec.EnvNames, name) {
			spec.EnvNames = append(spec.EnvNames, name)
		}
	}
}

func entries(env map[string]string) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		all = append(all, name+"="+env[name])
	}
	return all
}

func envValue(env []string, name string) string {
	value := ""
	for _, entry := range env {
		if n, v, _ := strings.Cut(entry, "="); n == name {
			value = v
		}
	}
	return value
}

// check refuses before anything is started.
func (r RunRequest) check() error {
	ways := 0
	for _, is := range []bool{r.Command != "", len(r.Argv) > 0, r.Demo != "", r.Client != nil, r.Again != ""} {
		if is {
			ways++
		}
	}
	if ways != 1 {
		return badField("command", `for example {"command": "node server.js"}`, "exactly one of command, argv, demo, client and again says what to run")
	}
	if len(r.Argv) > 0 && r.Argv[0] == "" {
		return badField("argv", "", "its first word, the program, is empty")
	}
	if slices.ContainsFunc(r.Argv, func(word string) bool { return strings.Contains(word, "\x00") }) {
		return badField("argv", "", "no program can be given a NUL byte")
	}
	if r.Profile != "" && !slices.Contains(profiles, r.Profile) {
		return badField("profile", "one of "+strings.Join(profiles, ", "), "there is no profile %q", r.Profile)
	}
	if r.Protocol != "" && !slices.Contains(protocols, r.Protocol) {
		return badField("protocol", "one of "+strings.Join(protocols, ", "), "there is no revision %q", r.Protocol)
	}
	if r.Environment != "" && !slices.Contains(environments, r.Environment) {
		return badField("environment", "one of "+strings.Join(environments, ", "), "there is no environment %q", r.Environment)
	}
	if r.TimeoutMs < 0 || r.TimeoutMs > maxTimeoutMs {
		return badField("timeoutMs", "from 1 to 600000", "%d is no timeout", r.TimeoutMs)
	}
	if r.Repeat < 0 || r.Repeat > maxRepeat {
		return badField("repeat", "from 1 to 20", "%d times is out of bounds", r.Repeat)
	}
	for _, probe := range r.AdversarialProbes {
		if !slices.Contains(probes, probe) {
			return badField("adversarialProbes", "any of "+strings.Join(probes, ", "), "there is no probe %q", probe)
		}
	}
	for _, request := range r.Requests {
		if request.Method == "" {
			return badField("requests", `for example {"method": "tools/list"}`, "a request has no method")
		}
	}
	for name := range r.Env {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			return badField("env", "", "%q is no name of a variable", name)
		}
	}
	return checkName(r.Name)
}

// applyTo sets options and session by the request and its profile.
func (r RunRequest) applyTo(spec *run.Spec) {
	profile := r.Profile
	if profile == "" {
		profile = "custom"
	}
	repeat, adversarial := r.Repeat, r.AdversarialProbes
	if repeat == 0 {
		repeat = 1
		if profile == "registry" || profile == "strict" {
			repeat = 2
		}
	}
	if adversarial == nil && profile == "strict" {
		adversarial = probes
	}
	probing := profile != "smoke"
	if r.Probes != nil {
		probing = *r.Probes
	}
	protocol := r.Protocol
	if protocol == "" {
		protocol = session.Auto
	}
	timeout := r.TimeoutMs
	if timeout == 0 {
		timeout = defaultTimeoutMs
	}
	spec.Options = transcript.Options{
		Profile:        profile,
		Protocol:       protocol,
		TimeoutMs:      timeout,
		Repeat:         repeat,
		MaxStdoutBytes: workbenchMost,
		MaxStderrBytes: workbenchMost,
		Probes:         probing,
		Adversarial:    adversarial,
		Requests:       r.requestsOption(),
	}
	spec.Session = session.Config{
		Protocol:             protocol,
		Timeout:              time.Duration(timeout) * time.Millisecond,
		Probes:               probing,
		SafeToolCalls:        toolCalls(r.SafeToolCalls),
		Adversarial:          adversarial,
		AdversarialToolCalls: toolCalls(r.AdversarialToolCalls),
		Interactive:          r.Interactive,
	}
	if r.SettleMs != nil {
		spec.Session.Settle = time.Duration(*r.SettleMs) * time.Millisecond
		if *r.SettleMs <= 0 {
			spec.Session.Settle = -1
		}
	}
	for _, request := range r.Requests {
		spec.Session.Requests = append(spec.Session.Requests, session.Request{Method: request.Method, Params: request.Params})
	}
}

const defaultTimeoutMs = 5000

// requestsOption is the header's list of what was asked for.
func (r RunRequest) requestsOption() []byte {
	type option struct {
		Method           string `json:"method"`
		HasParams        bool   `json:"hasParams"`
		Source           string `json:"source"`
		SafeToolCallName string `json:"safeToolCallName"`
	}
	var all []option
	for _, request := range r.Requests {
		all = append(all, option{Method: request.Method, HasParams: request.Params != nil, Source: "cli-request"})
	}
	for _, tool := range r.SafeToolCalls {
		all = append(all, option{Method: "tools/call", HasParams: true, Source: "safe-tool-call", SafeToolCallName: tool.Name})
	}
	if all == nil {
		return nil
	}
	raw, err := json.Marshal(all)
	if err != nil { // strings and booleans only
		panic(err)
	}
	return raw
}

func toolCalls(asked []AskedTool) []session.ToolCall {
	var all []session.ToolCall
	for _, tool := range asked {
		all = append(all, session.ToolCall{Name: tool.Name, Arguments: tool.Arguments})
	}
	return all
}
