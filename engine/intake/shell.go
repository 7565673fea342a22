package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
)

// isPrompt says whether a line begins with a shell's prompt and goes on with a
// command. Marks that other texts begin with, too, need a message behind them.
func isPrompt(line []byte) bool {
	switch {
	case len(line) > 2 && line[1] == ' ' && bytes.IndexByte([]byte("$%#>"), line[0]) >= 0 && line[2] == '{':
		return isMessage(line[2:]) && byClient(line[2:]) // typed into a running server
	case hasPrefix(line, "$ "):
		return len(line) > 2
	case hasPrefix(line, "PS ") && has(line, "> "):
		return true
	case hasPrefix(line, "% "), hasPrefix(line, "# "), hasPrefix(line, "> "), hasPrefix(line, "❯ "), hasPrefix(line, "➜ "):
		return has(line, "jsonrpc") && !hasPrefix(bytes.TrimLeft(line[1:], " "), "{")
	case len(line) > 3 && isLetter(line[0]) && line[1] == ':' && line[2] == '\\':
		return has(line, ">") && bytes.IndexByte(line, '{') != 0
	}
	return userPrompt(line)
}

// isKeyEcho says whether a line is what a terminal shows for Ctrl-C, -D or -Z.
func isKeyEcho(line []byte) bool {
	return len(line) == 2 && line[0] == '^' && has([]byte("CDZ"), string(line[1:]))
}

// isIdlePrompt says whether a line is a prompt without a command.
func isIdlePrompt(line []byte) bool {
	line = bytes.TrimRight(line, " ")
	return len(line) > 0 && len(line) < 120 && isPrompt(append(append([]byte(nil), line...), " x"...))
}

// userPrompt: name@host:~/notes$ command, or bash-5.2$ command.
func userPrompt(line []byte) bool {
	for _, mark := range []string{"$ ", "% ", "# "} {
		at := bytes.Index(line, []byte(mark))
		if at < 2 || at > 80 {
			continue
		}
		head := line[:at]
		if bytes.ContainsAny(head, `{}"'=`) {
			continue
		}
		if has(head, "@") || hasPrefix(head, "~") || hasPrefix(head, "bash-") || hasPrefix(head, "sh-") {
			return true
		}
	}
	return false
}

// shell is a paste of a terminal: requests stand in command lines, what follows
// is the output, and the next prompt may stick to a last line without newline.
type shell struct {
	s       *sink
	asked   map[string]transcript.Stream
	judging bool   // the last command started a server
	certain bool   // and sent its stderr elsewhere
	until   string // the word that ends the document of a command
	mixed   mixed
}

func newShell(s *sink) parser {
	asked := map[string]transcript.Stream{}
	return &shell{s: s, asked: asked, mixed: mixed{s: s, asked: asked}}
}

func (sh *shell) line(n int, text []byte) {
	plain := stripANSI(text)
	switch {
	case isPrompt(plain), isIdlePrompt(plain):
		sh.mixed.close()
		sh.command(n, plain)
		return
	case sh.until != "" && string(bytes.TrimSpace(plain)) == sh.until:
		sh.until = ""
		return
	}
	value, rest, whole := jsonValue(plain)
	switch {
	case whole && isMessageLike(value):
		sh.mixed.line(n, value)
		if rest = bytes.TrimSpace(rest); len(rest) > 0 && (isPrompt(rest) || isIdlePrompt(rest)) {
			sh.command(n, rest)
		} else if len(rest) > 0 {
			sh.mixed.line(n, rest)
		}
	case !sh.judging:
	case sh.certain && len(bytes.TrimSpace(plain)) > 0 && !isKeyEcho(bytes.TrimSpace(plain)):
		sh.s.stdout("", n, 0, text)
	default:
		sh.mixed.line(n, text)
	}
}

// command takes the messages out of a command line.
func (sh *shell) command(n int, text []byte) {
	sh.judging = has(text, "jsonrpc") || hasAny(text, "node ", "npx ", "python", "uvx ", "uv run", "java ", "dotnet ", "docker run", "<<", "| ./")
	sh.certain = has(text, "2>/") || has(text, "2> ") || has(text, "2>$null")
	sh.until = hereWord(text)
	if has(text, `{\"`) {
		text = bytes.ReplaceAll(text, []byte(`\"`), []byte(`"`))
	}
	for {
		at := bytes.IndexByte(text, '{')
		if at < 0 {
			return
		}
		value, rest, whole := jsonValue(text[at:])
		if !whole {
			return
		}
		if isMessageLike(value) {
			sh.s.frame("", direction(value, sh.asked), n, 0, value)
		}
		text = rest
	}
}

// hereWord is the word behind << that ends the lines handed to a command.
func hereWord(text []byte) string {
	rest, ok := after(text, "<<")
	if !ok {
		return ""
	}
	rest = bytes.TrimLeft(rest, "- ")
	end := bytes.IndexAny(rest, " |;>")
	if end < 0 {
		end = len(rest)
	}
	return string(bytes.Trim(rest[:end], `'"`))
}

func (sh *shell) close() { sh.mixed.close() }
