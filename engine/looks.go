package engine

import (
	"bytes"
	"unicode/utf8"
)

// The looks of lines that a list of prefixes cannot tell: log formats, banners,
// objects printed for people.

// looks by the names that the table has for them.
var looks = [...]struct {
	name string
	look func(line []byte) bool
}{
	{"npmBanner", npmBanner},
	{"nodeInspect", nodeInspect},
	{"pyBasicLog", pyBasicLog},
	{"pyRepr", pyRepr},
	{"uvProgress", uvProgress},
	{"dotnetLog", dotnetLog},
	{"goPanic", goPanic},
	{"cmdEcho", cmdEcho},
	{"progressBar", progressBar},
	{"npmInstall", npmInstall},
	{"yarnDone", yarnDone},
	{"nodeStack", nodeStack},
	{"denoTask", denoTask},
	{"fastMCP", fastMCP},
	{"nvmFound", nvmFound},
	{"escapes", escapes},
}

func npmInstall(l []byte) bool {
	return startsAny(l, "added ", "removed ", "changed ", "up to date", "found ", "audited ") || digit(l)
}

func yarnDone(l []byte) bool { return bytes.HasSuffix(bytes.TrimSpace(l), []byte("s.")) }

func nodeStack(l []byte) bool {
	return !startsAny(l, "    at ") || bytes.Contains(l, []byte("node:")) || bytes.Contains(l, []byte(".js:")) || bytes.Contains(l, []byte(".ts:"))
}

func denoTask(l []byte) bool { return !startsAny(l, "Task ") || bytes.Contains(l, []byte(" deno ")) }

func fastMCP(l []byte) bool {
	return bytes.Contains(l, []byte("│")) || bytes.Contains(l, []byte("gofastmcp.com"))
}

func nvmFound(l []byte) bool { return !startsAny(l, "Found '") || bytes.Contains(l, []byte(".nvmrc")) }

func escapes(l []byte) bool { return bytes.IndexByte(l, 0x1b) >= 0 }

// uncoloured is a line without its colour sequences, so that a coloured line is
// recognised by its text. What moves the cursor stays.
func uncoloured(line []byte) []byte {
	if len(line) > maxSignature {
		line = line[:maxSignature]
	}
	if !bytes.Contains(line, []byte("\x1b[")) {
		return line
	}
	out := make([]byte, 0, len(line))
	for i := 0; i < len(line); {
		if n := colour(line[i:]); n > 0 {
			i += n
			continue
		}
		out = append(out, line[i])
		i++
	}
	return out
}

// colour is the length of a colour sequence at the start of b; 0 when none.
func colour(b []byte) int {
	if len(b) < 3 || b[0] != 0x1b || b[1] != '[' {
		return 0
	}
	for i := 2; i < len(b); i++ {
		switch c := b[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}

func digit(b []byte) bool { return len(b) > 0 && b[0] >= '0' && b[0] <= '9' }

// pattern matches the start of a line: d is a digit, every other character
// itself. It returns the rest; ok is false when the line is too short or other.
//
//go:noinline
func pattern(line []byte, p string) (rest []byte, ok bool) {
	if len(line) < len(p) {
		return nil, false
	}
	for i := 0; i < len(p); i++ {
		if p[i] == 'd' {
			if line[i] < '0' || line[i] > '9' {
				return nil, false
			}
		} else if line[i] != p[i] {
			return nil, false
		}
	}
	return line[len(p):], true
}

// levelWord is the log level that a text begins with.
//
//go:noinline
func levelWord(b []byte) string {
	for _, l := range []string{"TRACE", "DEBUG", "INFO", "NOTICE", "WARNING", "WARN", "ERROR", "CRITICAL", "FATAL"} {
		if startsAny(b, l) && (len(b) == len(l) || !letter(b[len(l)])) {
			return l
		}
	}
	return ""
}

//go:noinline
func letter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

// pyBasicLog: INFO:root:message, the default of logging.basicConfig.
func pyBasicLog(line []byte) bool {
	level := levelWord(line)
	if level == "" || len(line) <= len(level) || line[len(level)] != ':' {
		return false
	}
	rest := line[len(level)+1:]
	n := bytes.IndexByte(rest, ':')
	return n > 0 && n < 80 && bytes.IndexByte(rest[:n], ' ') < 0
}

func uvProgress(line []byte) bool {
	if startsAny(line, "Using CPython ", "Creating virtual environment at: ", "warning: `VIRTUAL_ENV=", "   Building ", "      Built ", "Bytecode compiled ", "Downloading cpython-", "error: Failed to spawn: `") {
		return true
	}
	if startsAny(line, "Downloading ") && bytes.HasSuffix(bytes.TrimRight(line, "\r"), []byte("iB)")) {
		return true
	}
	return startsAny(line, "Resolved ", "Installed ", "Prepared ", "Audited ", "Uninstalled ") &&
		bytes.Contains(line, []byte(" package")) && bytes.Contains(line, []byte(" in "))
}

// pyRepr: a dict, list or object as Python writes it.
func pyRepr(line []byte) bool {
	if startsAny(line, "{'", "[{'", "['", "(Pdb)", "b'", "b\"") {
		return true
	}
	return startsAny(line, "<class '", "<Response [") || startsAny(line, "<") && bytes.Contains(line, []byte(" object at 0x"))
}

// npmBanner: > name@1.2.3 script, and the line of the command after it is taken
// by the same finding.
func npmBanner(line []byte) bool {
	if !startsAny(line, "> ") {
		return false
	}
	rest := line[2:]
	at := bytes.IndexByte(rest[min(1, len(rest)):], '@') // a scope's own @ stands first
	if at < 0 {
		return false
	}
	after := rest[at+2:]
	return digit(after) && bytes.IndexByte(after, '.') > 0
}

// nodeInspect: an object as util.inspect writes it.
func nodeInspect(line []byte) bool {
	if startsAny(line, "Map(", "Set(", "Promise {", "<ref *", "[Function", "[object Object]", "[class ", "[Getter", "<Buffer ", "Symbol(", "[AsyncFunction") {
		return true
	}
	if i := bytes.IndexByte(line, '{'); i >= 0 {
		rest := bytes.TrimLeft(line[i+1:], " ")
		n := 0
		for n < len(rest) && (letter(rest[n]) || rest[n] >= '0' && rest[n] <= '9' || rest[n] == '_' || rest[n] == '$') {
			n++
		}
		if n > 0 && bytes.HasPrefix(rest[n:], []byte(": ")) {
			return bytes.HasSuffix(bytes.TrimSpace(line), []byte("}")) || bytes.HasSuffix(line, []byte(","))
		}
		return false
	}
	return bytes.Contains(line, []byte("[Object]")) || bytes.Contains(line, []byte("[Array]"))
}

// dotnetLog: info: Category.Name[0]
func dotnetLog(line []byte) bool {
	if !startsAny(line, "trce: ", "dbug: ", "info: ", "warn: ", "fail: ", "crit: ") {
		return false
	}
	rest := bytes.TrimRight(line[6:], " \r")
	open := bytes.IndexByte(rest, '[')
	end := bytes.IndexByte(rest[max(open, 0):], ']') + open
	if open <= 0 || end < open+2 || bytes.IndexByte(rest[:open], ' ') >= 0 {
		return false
	}
	for _, c := range rest[open+1 : end] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return end == len(rest)-1 || bytes.IndexByte(rest[:open], '.') > 0 // the message may stand on the same line
}

func goPanic(line []byte) bool {
	return startsAny(line, "panic: ", "fatal error: ") || startsAny(line, "goroutine ") && bytes.Contains(line, []byte(" ["))
}

// cmdEcho: C:\path>command, as a batch file echoes what it runs.
func cmdEcho(line []byte) bool {
	if len(line) < 5 || !letter(line[0]) || line[1] != ':' || line[2] != '\\' {
		return false
	}
	return bytes.IndexByte(line, '>') > 2
}

// progressBar: a line that redraws itself, or a bar of blocks with a percentage.
func progressBar(line []byte) bool {
	for b := line; len(b) > 0; {
		r, n := utf8.DecodeRune(b)
		if r >= 0x2800 && r <= 0x28ff {
			return true // a spinner of Braille dots
		}
		if r >= 0x2588 && r <= 0x258f && bytes.IndexByte(line, '%') >= 0 {
			return true
		}
		b = b[n:]
	}
	if bytes.IndexByte(line, '%') < 0 {
		return false
	}
	return bytes.Contains(line, []byte("[==")) || bytes.Contains(line, []byte("[##")) || bytes.Contains(line, []byte("==>"))
}
