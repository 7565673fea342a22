package engine

import (
	"path"
	"strings"
)

// Runtimes that keep stdout back when it is a pipe, and how each is told not to.
// An answer that sits in such a buffer looks like no answer at all.
var buffering = []struct{ program, name, remedy string }{
	{"ruby", "Ruby", "$stdout.sync = true"},
	{"bundle", "Ruby", "$stdout.sync = true"},
	{"perl", "Perl", "$| = 1"},
	{"php", "PHP", "ob_implicit_flush() and flush() after each message"},
	{"lua", "Lua", `io.stdout:setvbuf("no")`},
	{"luajit", "Lua", `io.stdout:setvbuf("no")`},
	{"awk", "awk", "fflush() after each message"},
	{"gawk", "awk", "fflush() after each message"},
	{"rscript", "R", "flush(stdout()) after each message"},
	{"julia", "Julia", "flush(stdout) after each message"},
	{"runghc", "Haskell", "hSetBuffering stdout LineBuffering"},
	{"java", "Java", "flush the writer on System.out after each message"},
	{"dotnet", ".NET", "set AutoFlush on the writer of standard output"},
}

// adviseBuffering adds what the command line says about a silence, once a run: the
// answer may sit in a buffer of the runtime. A server that answers is not advised;
// whoever flushes needs no advice. It gives the remedy that belongs behind the
// silence's own hint; "" when nothing is known of the runtime.
func (r *run) adviseBuffering() (remedy string) {
	command := r.a.header.Command
	if len(command) == 0 {
		return ""
	}
	if isPython(command[0]) {
		if !r.advised && bufferedPython(command, r.a.header.Env) && !r.a.facts.unbuffered {
			r.advised = true
			r.add(r.newFinding("python-buffered-stdio", "", r.sessionRev(),
				"Python buffers stdout in a pipe: an answer that is not flushed stays in the process"))
		}
		return ""
	}
	name := programName(command[0])
	for _, b := range buffering {
		if b.program == name {
			return b.name + " buffers stdout in a pipe: " + b.remedy + "."
		}
	}
	return ""
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
	rest, ok := strings.CutPrefix(programName(program), "python")
	return ok && strings.Trim(rest, "0123456789.") == ""
}

// programName is the last part of a path, in lower case and without .exe.
func programName(program string) string {
	name := strings.ToLower(path.Base(strings.ReplaceAll(program, `\`, "/")))
	return strings.TrimSuffix(name, ".exe")
}
