package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stdioscope/server/clients"
	"stdioscope/server/run"
)

// command finds what is to be run: the words after the options, an MCP client's
// configuration, or our own configuration file.
func (f *checkFlags) command(spec *run.Spec, args []string, file *config) error {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	switch {
	case len(args) > 0 && f.fromConfig != "":
		return usage("leave the command out, or --from-config", "both a command and --from-config are given")
	case len(args) > 0:
		spec.Argv = args
	case f.fromConfig != "":
		return f.fromClient(spec)
	case file != nil && file.wishes.command != nil:
		spec.Argv = file.wishes.command
	default:
		return usage("write the command behind two dashes: stdioscope check -- node server.js", "there is no command to check")
	}
	if spec.Argv[0] == "" {
		return usage("write the program first: stdioscope check -- node server.js", "the command's first word is empty")
	}
	return nil
}

// fromClient takes the server out of a client's configuration file, with its
// folder and its variables.
func (f *checkFlags) fromClient(spec *run.Spec) error {
	data, err := clients.ReadFile(f.fromConfig)
	if err != nil {
		return usage("give the path of an mcp.json, .mcp.json, claude_desktop_config.json or settings file", "read the client's configuration: %v", plainError(err))
	}
	found, err := clients.Parse(f.fromConfig, data)
	if err != nil {
		return usage("", "%v", err)
	}
	server, err := clients.Pick(found, f.server)
	if err != nil {
		return usage("--from-config "+f.fromConfig+" --server NAME", "%v", err)
	}
	path, err := filepath.Abs(f.fromConfig)
	if err != nil {
		return failure(err, "")
	}
	workspace := workspaceOf(path)
	home, _ := os.UserHomeDir()
	if server, err = server.Expand(clients.Surroundings{Workspace: workspace, Home: home, Getenv: os.LookupEnv}); err != nil {
		return usage("set the variable, or pass the command yourself", "%v", err)
	}
	spec.Argv, spec.Name = server.Argv(), server.Name
	if server.Cwd != "" {
		spec.AskedDir = server.Cwd
		if spec.Dir = server.Cwd; !filepath.IsAbs(spec.Dir) {
			spec.Dir = filepath.Join(workspace, spec.Dir)
		}
	}
	names := make([]string, 0, len(server.Env))
	for name := range server.Env {
		names = append(names, name)
	}
	slices.Sort(names)
	if server.EnvFile != "" {
		path := server.EnvFile
		if !filepath.IsAbs(path) {
			path = filepath.Join(workspace, path)
		}
		f.envFiles = append([]string{path}, f.envFiles...)
	}
	var env []string
	for _, name := range names {
		env = append(env, name+"="+server.Env[name])
	}
	f.env = append(env, f.env...)
	return nil
}

// workspaceOf is the folder that a client would have open: that of its file, or
// the one above when the file lies in the client's own folder.
func workspaceOf(path string) string {
	dir := filepath.Dir(path)
	switch filepath.Base(dir) {
	case ".vscode", ".cursor":
		return filepath.Dir(dir)
	}
	return dir
}

// variables reads --env and --env-file; --env wins, and of one name the last.
func variables(given, files []string) ([]variable, error) {
	var all []variable
	for _, path := range files {
		more, err := readEnvFile(path)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	for _, g := range given {
		name, value, written := strings.Cut(g, "=")
		if !isVariableName(name) {
			return nil, usage("write NAME=VALUE, or NAME to hand on this shell's value", "--env %q names no variable", name)
		}
		if !written {
			var set bool
			if value, set = os.LookupEnv(name); !set {
				return nil, usage("write --env "+name+"=VALUE, or set it in this shell", "--env %s: this shell has no such variable", name)
			}
		}
		all = append(all, variable{name, value})
	}
	return all, nil
}

func isVariableName(s string) bool { return s != "" && !strings.ContainsAny(s, "=\x00 \t\n") }

// readEnvFile reads NAME=VALUE lines: blank lines and # comments are left out, an
// "export" in front and quotes around a value are taken off. Nothing is expanded.
func readEnvFile(path string) ([]variable, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("give the path of a file of NAME=VALUE lines", "read the variables: %v", plainError(err))
	}
	var all []variable
	for i, line := range strings.Split(string(b), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.TrimSpace(strings.TrimPrefix(line, "export "))
		name, value, ok := strings.Cut(line, "=")
		name = strings.TrimSpace(name)
		if !ok || !isVariableName(name) {
			return nil, usage("write NAME=VALUE, a line each", "%s:%d: this is no variable", path, i+1)
		}
		all = append(all, variable{name, unquote(strings.TrimSpace(value))})
	}
	return all, nil
}

func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// plainError says what is wrong with a file without the system call's name.
func plainError(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("%s: %w", p.Path, p.Err)
	}
	return err
}
