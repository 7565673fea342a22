package launch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// StartError says why a command could not be started, in words for its author.
type StartError struct {
	Code    string // ENOENT, EACCES, ENOEXEC, ENOTDIR or the system's own name; "" = unknown
	Message string // what is wrong, one line
	Hint    string // what to change; "" = nothing certain
}

func (e *StartError) Error() string { return e.Message }

// locate finds the program file, as the child's own environment and directory
// would, and refuses what cannot start.
func locate(spec Spec) (path string, failure *StartError) {
	if len(spec.Argv) == 0 || spec.Argv[0] == "" {
		return "", &StartError{Code: "ENOENT", Message: "no command was given"}
	}
	if failure := checkDir(spec.Dir); failure != nil {
		return "", failure
	}
	name := spec.Argv[0]
	if strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator) {
		path, failure = locatePath(name, spec)
	} else {
		path, failure = locateName(name, spec)
	}
	if failure == nil {
		failure = checkScript(spec)
	}
	if failure != nil || spec.Dir == "" {
		return path, failure
	}
	// The child changes its directory before it starts the program.
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return path, nil
}

func checkDir(dir string) *StartError {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &StartError{Code: "ENOENT", Message: "the working directory " + dir + " does not exist", Hint: "create it, or give another directory"}
	case err != nil:
		return &StartError{Code: errorCode(err), Message: "the working directory cannot be used: " + err.Error()}
	case !info.IsDir():
		return &StartError{Code: "ENOTDIR", Message: "the working directory " + dir + " is a file", Hint: "give the folder that holds it: " + filepath.Dir(dir)}
	}
	return nil
}

// locatePath resolves a command that names a file. The child changes its
// directory before it starts, so a relative path starts there.
func locatePath(name string, spec Spec) (string, *StartError) {
	var err error
	for _, c := range candidates(name, spec.Env) {
		path := inDir(spec.Dir, c)
		var info os.FileInfo
		if info, err = os.Stat(path); err == nil {
			return path, checkFile(path, info)
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", &StartError{Code: errorCode(err), Message: fmt.Sprintf("%s cannot be started: %v", name, err)}
	}
	failure := &StartError{Code: "ENOENT", Message: inDir(spec.Dir, name) + " does not exist"}
	if here, ok := existsHereOnly(name, spec.Dir); ok {
		failure.Hint = fmt.Sprintf("the server runs in %s; from there write %s", spec.Dir, here)
	} else if near := nearest(filepath.Base(name), []string{filepath.Dir(inDir(spec.Dir, name))}); near != "" {
		failure.Hint = "did you mean " + near + "?"
	}
	return "", failure
}

// locateName looks a bare name up on the child's PATH.
func locateName(name string, spec Spec) (string, *StartError) {
	search := lookupEnv(spec.Env, "PATH")
	var unusable *StartError
	var dirs []string
	for _, dir := range filepath.SplitList(search) {
		dir = inDir(spec.Dir, dir)
		dirs = append(dirs, dir)
		for _, c := range candidates(name, spec.Env) {
			path := filepath.Join(dir, c)
			info, err := os.Stat(path)
			if err != nil || info.IsDir() {
				continue
			}
			failure := checkFile(path, info)
			if failure == nil {
				return path, nil
			}
			if unusable == nil {
				unusable = failure
			}
		}
	}
	if unusable != nil {
		return "", unusable
	}
	failure := &StartError{Code: "ENOENT", Message: fmt.Sprintf("%s was not found on the PATH (%s)", name, search)}
	if search == "" {
		failure.Message = name + " was not found: the server's environment has no PATH"
	}
	if strings.ContainsAny(name, " \t") {
		failure.Hint = "the whole command was given as one word: leave the quotes around it out: " + name
	} else if info, err := os.Stat(inDir(spec.Dir, name)); err == nil && !info.IsDir() {
		failure.Hint = "a file of that name is in the working directory: write ./" + name
	} else if near := nearest(name, dirs); near != "" {
		failure.Hint = "did you mean " + filepath.Base(near) + "? It is " + near
	}
	return "", failure
}

func checkFile(path string, info os.FileInfo) *StartError {
	if info.IsDir() {
		return &StartError{Code: "EACCES", Message: path + " is a directory", Hint: "name the program inside it"}
	}
	if executable(info) {
		return nil
	}
	hint := "chmod +x " + path
	if by := runnerOf(path); by != "" {
		hint += ", or start it with its interpreter: " + by + " " + path
	}
	return &StartError{Code: "EACCES", Message: fmt.Sprintf("%s is not executable (mode %s)", path, info.Mode()), Hint: hint}
}

// explain puts the kernel's refusal into words.
func explain(err error, path string, spec Spec) *StartError {
	code := errorCode(err)
	failure := &StartError{Code: code, Message: fmt.Sprintf("%s could not be started: %v", path, err)}
	switch code {
	case "ENOEXEC":
		failure.Message = path + " is neither a program for this system nor a script with a #! line"
		failure.Hint = "give it a first line such as #!/usr/bin/env node, or start it with its interpreter"
		if by := runnerOf(path); by != "" {
			failure.Hint = "give it the first line #!/usr/bin/env " + by + ", or start it with its interpreter: " + by + " " + path
		}
	case "ENOENT":
		// The file is there: what is missing is what it needs to run.
		interpreter, crlf := shebang(path)
		switch {
		case crlf:
			failure.Message = fmt.Sprintf("%s asks for the interpreter %q: its #! line ends in a carriage return", path, interpreter+"\r")
			failure.Hint = "save the file with LF line ends"
		case interpreter != "":
			failure.Message = fmt.Sprintf("%s asks for the interpreter %s, which does not exist", path, interpreter)
			failure.Hint = "correct its #! line, or install the interpreter"
		default:
			failure.Message = path + " exists, but the loader that it was built for does not"
			failure.Hint = "use a build for this system (musl and glibc programs do not mix)"
		}
	case "EACCES":
		failure.Hint = "look at the permissions of the file and of the folders above it, and at noexec mounts"
	}
	return failure
}

// interpreters run the first argument that names a script, and end at once when
// it is not there.
var interpreters = map[string]string{
	"node": ".js .mjs .cjs .ts .mts", "deno": ".js .mjs .ts", "bun": ".js .mjs .cjs .ts", "tsx": ".ts .mts .js", "ts-node": ".ts",
	"python": ".py", "python3": ".py", "ruby": ".rb", "php": ".php", "perl": ".pl", "sh": ".sh", "bash": ".sh", "java": ".jar",
}

// checkScript finds the most common slip with another directory: the script
// stands where the command was typed, not where it will run.
func checkScript(spec Spec) *StartError {
	program := strings.TrimSuffix(filepath.Base(spec.Argv[0]), ".exe")
	for _, arg := range spec.Argv[1:] {
		ext := filepath.Ext(arg)
		if ext == "" || !strings.Contains(" "+interpreters[program]+" ", " "+ext+" ") {
			continue
		}
		if here, ok := existsHereOnly(arg, spec.Dir); ok {
			return &StartError{
				Code:    "ENOENT",
				Message: fmt.Sprintf("%s would look for %s in %s, where it does not exist", spec.Argv[0], arg, spec.Dir),
				Hint:    "it stands in the current directory: write " + here + ", or leave the other working directory out",
			}
		}
		return nil
	}
	return nil
}

// existsHereOnly says whether a relative name exists from our own directory but
// not from the child's, and gives its absolute form.
func existsHereOnly(name, dir string) (absolute string, ok bool) {
	if dir == "" || filepath.IsAbs(name) {
		return "", false
	}
	if _, err := os.Stat(inDir(dir, name)); err == nil {
		return "", false
	}
	absolute, err := filepath.Abs(name)
	if err != nil {
		return "", false
	}
	_, err = os.Stat(absolute)
	return absolute, err == nil
}

func inDir(dir, name string) string {
	if dir == "" || filepath.IsAbs(name) {
		if strings.ContainsRune(name, filepath.Separator) {
			return name
		}
		return "." + string(filepath.Separator) + name
	}
	return filepath.Join(dir, name)
}

// shebang reads the interpreter of a script's first line.
func shebang(path string) (interpreter string, crlf bool) {
	f, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer f.Close()
	head := make([]byte, 256)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) || !bytes.HasPrefix(head[:n], []byte("#!")) {
		return "", false
	}
	line, _, _ := bytes.Cut(head[2:n], []byte("\n"))
	line, crlf = bytes.CutSuffix(line, []byte("\r"))
	fields := bytes.Fields(line)
	if len(fields) == 0 {
		return "", crlf
	}
	return string(fields[0]), crlf && len(fields) == 1
}

func runnerOf(path string) string {
	switch filepath.Ext(path) {
	case ".js", ".mjs", ".cjs":
		return "node"
	case ".ts", ".mts":
		return "tsx"
	case ".py":
		return "python3"
	case ".rb":
		return "ruby"
	case ".php":
		return "php"
	case ".sh":
		return "sh"
	}
	return ""
}

// nearest finds the executable whose name is most like the one that was typed.
func nearest(name string, dirs []string) string {
	best, at := 3, ""
	if len(name) < 4 {
		best = 2
	}
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if d := distance(strings.ToLower(name), strings.ToLower(e.Name()), best); d < best {
				if info, err := os.Stat(filepath.Join(dir, e.Name())); err == nil && !info.IsDir() && executable(info) {
					best, at = d, filepath.Join(dir, e.Name())
				}
			}
		}
	}
	return at
}

// distance counts the letters to change, add, drop or swap with their neighbour;
// it may stop counting at limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// lookupEnv reads a variable of the child's environment; the last one counts, and
// names have no case on Windows.
func lookupEnv(env []string, name string) string {
	value := ""
	for _, v := range env {
		k, rest, ok := strings.Cut(v, "=")
		if ok && (k == name || runtime.GOOS == "windows" && strings.EqualFold(k, name)) {
			value = rest
		}
	}
	return value
}
