package engine

import (
	"path"
	"strings"
)

// advise adds what the command line alone says about the runtime.
func (r *run) advise() {
	command := r.a.header.Command
	if !bufferedPython(command, r.a.header.Env) {
		return
	}
	r.add(r.newFinding("python-buffered-stdio", "", r.sessionRev(),
		"Python buffers stdout in a pipe: an answer that is not flushed may stay in the process"))
}

// bufferedPython reports whether a command starts Python in a way that buffers
// stdout. A variable that is given by name is taken to be set.
func bufferedPython(command, env []string) bool {
	if len(command) == 0 || !isPython(command[0]) || contains(env, "PYTHONUNBUFFERED") {
		return false
	}
	for i := 1; i < len(command); i++ {
		arg := command[i]
		if arg == "-X" || arg == "-W" {
			i++ // takes a value
			continue
		}
		if !strings.HasPrefix(arg, "-") || arg == "-" || arg == "--" {
			break // the script; what follows is its own
		}
		if arg == "-m" || arg == "-c" {
			break
		}
		if arg[1] != '-' && strings.ContainsRune(shortFlags(arg), 'u') {
			return false
		}
	}
	return true
}

// shortFlags is the part of a group of short options before one that takes a
// value.
func shortFlags(arg string) string {
	if i := strings.IndexAny(arg, "mcWX"); i > 0 {
		return arg[:i]
	}
	return arg
}

// isPython reports whether a program is a Python interpreter: python, python3,
// python3.12, with or without .exe.
func isPython(program string) bool {
	name := strings.ToLower(path.Base(strings.ReplaceAll(program, `\`, "/")))
	name = strings.TrimSuffix(name, ".exe")
	rest, ok := strings.CutPrefix(name, "python")
	if !ok {
		return false
	}
	return strings.Trim(rest, "0123456789.") == ""
}
