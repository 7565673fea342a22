package server

import (
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"stdioscope/engine/session"
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

	RunOptions
	Interactive bool `json:"interactive"` // stays open, takes messages by POST …/send, until it is stopped
	// ByHand leaves what the server asks to a person, who answers by POST …/send. A
	// run that a person takes part in declares all client capabilities unless
	// Capabilities say otherwise.
	ByHand bool `json:"byHand"`
}

// ClientPick names one server in one client's configuration file.
type ClientPick struct {
	Path  string `json:"path"`
	Scope string `json:"scope"`
	Name  string `json:"name"`
}

// specOf translates a request into what package run takes.
func (s *Server) specOf(asked RunRequest) (run.Spec, error) {
	if err := asked.check(); err != nil {
		return run.Spec{}, err
	}
	if asked.Again != "" {
		return s.specAgain(asked)
	}
	spec, err := s.commandOf(&asked)
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
	if spec.EnvMode = asked.Environment; spec.EnvMode == "" {
		profile, _ := run.ProfileOf(asked.Profile) // check has refused an unknown one
		spec.EnvMode = profile.Environment
	}
	spec.Env = run.ChildEnv(spec.EnvMode, s.cfg.Env, spec.Env)
	asked.applyTo(&spec)
	asked.letIn(&spec.Session)
	spec.Findings, err = asked.scanned(spec.Dir)
	return spec, err
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
	if spec.Options.Selftest != "" {
		spec.Options.Selftest = selftestDue
	}
	// A run that only looked is run again to be talked to; the other way round nobody asks.
	asked.letIn(&spec.Session)
	return spec, nil
}

// letIn gives a person a part in the session.
func (r RunRequest) letIn(c *session.Config) {
	c.Interactive = c.Interactive || r.Interactive
	c.ByHand = c.ByHand || r.ByHand
	if (c.Interactive || c.ByHand) && c.Capabilities == nil {
		c.Capabilities = capabilities
	}
}

// commandOf says what runs, before directory and variables. A demo brings the
// options under which it shows its fault.
func (s *Server) commandOf(asked *RunRequest) (run.Spec, error) {
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
		spec.Argv, spec.Demo = s.cfg.Demos[i].Argv, asked.Demo
		asked.RunOptions = asked.over(s.cfg.Demos[i].Options)
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
	if spec.AskedDir = server.Cwd; server.Cwd != "" {
		if spec.Dir = s.dirOf(server.Cwd); !filepath.IsAbs(server.Cwd) {
			spec.Dir = filepath.Join(filepath.Dir(found[i].Path), server.Cwd)
		}
	}
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
	case asked == "" || asked == run.TempDir:
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
	for name, value := range r.Env {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.Contains(value, "\x00") {
			return badField("env", "", "%q is no variable", clip(name))
		}
	}
	if err := known("environment", only(r.Environment), environments); err != nil {
		return err
	}
	if err := r.RunOptions.check(); err != nil {
		return err
	}
	return checkName(r.Name)
}
