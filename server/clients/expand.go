package clients

import (
	"fmt"
	"strings"
)

// Surroundings is what the variables in a configuration file stand for.
type Surroundings struct {
	Workspace string // ${workspaceFolder}
	Home      string // ${userHome}
	Getenv    func(name string) (string, bool)
}

// Expand replaces the variables that clients know: ${NAME}, ${NAME:-default},
// ${env:NAME}, ${workspaceFolder}, ${workspaceFolderBasename}, ${userHome} and
// ${/}. What only the client can answer (${input:…}, an unset variable without
// a default) is an error that names it.
func (s Server) Expand(in Surroundings) (Server, error) {
	var missing []string
	expand := func(text string) string { return expandText(text, in, &missing) }
	s.Command, s.Cwd, s.EnvFile = expand(s.Command), expand(s.Cwd), expand(s.EnvFile)
	args := make([]string, len(s.Args))
	for i, a := range s.Args {
		args[i] = expand(a)
	}
	s.Args = args
	env := make(map[string]string, len(s.Env))
	for name, v := range s.Env {
		env[name] = expand(v)
	}
	s.Env = env
	if len(missing) > 0 {
		return s, fmt.Errorf("server %q needs a value for %s", s.Name, strings.Join(missing, ", "))
	}
	return s, nil
}

func expandText(text string, in Surroundings, missing *[]string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "${")
		name, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(before)
		if v, ok := in.lookup(name); ok {
			out.WriteString(v)
		} else {
			out.WriteString("${" + name + "}")
			*missing = append(*missing, "${"+name+"}")
		}
		text = after
	}
}

func (in Surroundings) lookup(name string) (string, bool) {
	switch name {
	case "workspaceFolder":
		return in.Workspace, in.Workspace != ""
	case "workspaceFolderBasename":
		base := in.Workspace[strings.LastIndexAny(in.Workspace, `/\`)+1:]
		return base, base != ""
	case "userHome":
		return in.Home, in.Home != ""
	case "/", "pathSeparator":
		return "/", true
	}
	name, fallback, hasFallback := strings.Cut(strings.TrimPrefix(name, "env:"), ":-")
	if strings.Contains(name, ":") || in.Getenv == nil {
		return "", false
	}
	if v, ok := in.Getenv(name); ok && v != "" {
		return v, true
	}
	return fallback, hasFallback
}
