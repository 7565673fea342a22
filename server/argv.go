package server

import (
	"fmt"
	"strings"
)

// Command is a command line as it would be executed: no shell ever sees it.
type Command struct {
	Argv []string `json:"argv"`
	// Env are leading NAME=VALUE words, which a shell takes as variables of the command.
	Env map[string]string `json:"env,omitempty"`
	// Notes name what a shell would have replaced and we hand on as it stands.
	Notes []Note `json:"notes,omitempty"`
}

// Note is a remark on one place of the text.
type Note struct {
	Offset int    `json:"offset"` // bytes from 0
	Text   string `json:"text"`
}

// QuoteError is a text that is no single command.
type QuoteError struct {
	Offset int // bytes from 0
	What   string
	Hint   string
}

func (e *QuoteError) Error() string { return fmt.Sprintf("%s (byte %d)", e.What, e.Offset) }

// ParseCommand splits a text into words by a POSIX shell's rules of quoting, and
// by nothing else of a shell: variables, globs and ~ stay as written, with a
// note; a pipe, a redirection or a second command is refused, since handing on
// its sign as an argument would run something that nobody meant. With windows
// set a backslash is a letter (C:\tools\server.exe) unless a quote follows.
func ParseCommand(text string, windows bool) (Command, error) {
	p := wordParser{text: text, windows: windows}
	for p.next() {
	}
	if p.err != nil {
		return Command{}, p.err
	}
	cmd := Command{Notes: p.notes}
	for _, w := range p.words {
		name, value, assigns := strings.Cut(w.text, "=")
		if len(cmd.Argv) == 0 && assigns && !w.quotedName && isEnvName(name) {
			if cmd.Env == nil {
				cmd.Env = map[string]string{}
			}
			cmd.Env[name] = value
			continue
		}
		cmd.Argv = append(cmd.Argv, w.text)
	}
	if len(cmd.Argv) == 0 {
		return Command{}, &QuoteError{Offset: len(text), What: "there is no command in it", Hint: "for example: node server.js"}
	}
	return cmd, nil
}

type word struct {
	text       string
	quotedName bool // a quote stood before the first '=': not an assignment
}

// wordParser reads one text, word by word.
type wordParser struct {
	text    string
	windows bool
	at      int
	words   []word
	notes   []Note
	err     error
}

// next reads one word; false at the end or at an error.
func (p *wordParser) next() bool {
	p.skipBlanks()
	if p.at == len(p.text) || p.err != nil {
		return false
	}
	var b strings.Builder
	w := word{}
	for p.at < len(p.text) && p.err == nil {
		c := p.text[p.at]
		if isBlank(c) || p.continued() {
			break
		}
		switch {
		case c == '\'' || c == '"':
			w.quotedName = w.quotedName || !strings.Contains(b.String(), "=")
			p.quoted(&b, c)
		case c == '\\' && p.escapes():
			p.escaped(&b)
		case strings.IndexByte("|&;<>()`\n", c) >= 0:
			p.err = shellOnly(p.at, c)
		default:
			p.remark(c, b.Len() == 0)
			b.WriteByte(c)
			p.at++
		}
	}
	w.text = b.String()
	p.words = append(p.words, w)
	return p.err == nil
}

// skipBlanks passes spaces, line continuations, and line ends after which
// nothing but blanks comes.
func (p *wordParser) skipBlanks() {
	for p.at < len(p.text) {
		switch {
		case isBlank(p.text[p.at]):
			p.at++
		case p.continued():
			p.at += len("\\\n")
		case p.text[p.at] == '\n' && (len(p.words) == 0 || strings.TrimSpace(p.text[p.at:]) == ""):
			p.at++
		default:
			return
		}
	}
}

func (p *wordParser) continued() bool { return strings.HasPrefix(p.text[p.at:], "\\\n") }

// escapes says whether the backslash here escapes what follows. On Windows it
// does only in a row of backslashes that a double quote ends.
func (p *wordParser) escapes() bool {
	if !p.windows {
		return true
	}
	return strings.HasPrefix(strings.TrimLeft(p.text[p.at:], `\`), `"`)
}

func (p *wordParser) escaped(b *strings.Builder) {
	if p.at+1 == len(p.text) {
		p.err = &QuoteError{Offset: p.at, What: "the text ends in a backslash", Hint: `write \\ for a backslash`}
		return
	}
	b.WriteByte(p.text[p.at+1])
	p.at += 2
}

// quoted reads from a quote to its twin.
func (p *wordParser) quoted(b *strings.Builder, quote byte) {
	start := p.at
	p.at++
	for p.at < len(p.text) {
		c := p.text[p.at]
		switch {
		case c == quote:
			p.at++
			return
		case quote == '"' && c == '\\' && p.at+1 < len(p.text) && p.escapesInQuotes():
			if next := p.text[p.at+1]; next != '\n' {
				b.WriteByte(next)
			}
			p.at += 2
		default:
			if quote == '"' {
				p.remarkVariable(c)
			}
			b.WriteByte(c)
			p.at++
		}
	}
	p.err = &QuoteError{Offset: start, What: fmt.Sprintf("the quote %c is never closed", quote), Hint: fmt.Sprintf("add %c, or write \\%c for the sign itself", quote, quote)}
}

func (p *wordParser) escapesInQuotes() bool {
	if p.windows {
		return p.escapes()
	}
	return strings.IndexByte("\"\\$`\n", p.text[p.at+1]) >= 0
}

// remark notes what a shell would have replaced.
func (p *wordParser) remark(c byte, first bool) {
	p.remarkVariable(c)
	switch {
	case c == '*' || c == '?':
		p.note("a shell would put file names for %q; it is handed on as it stands", c)
	case c == '~' && first:
		p.note("a shell would put your home directory for %q; it is handed on as it stands", c)
	case c == '#' && first:
		p.note("a shell would take the rest for a comment from %q on; it is handed on as it stands", c)
	}
}

func (p *wordParser) remarkVariable(c byte) {
	if c == '$' && p.at+1 < len(p.text) && (isNameByte(p.text[p.at+1], true) || strings.IndexByte("{(", p.text[p.at+1]) >= 0) {
		p.note("a shell would replace what follows %q; it is handed on as it stands", c)
	}
}

func (p *wordParser) note(format string, c byte) {
	p.notes = append(p.notes, Note{Offset: p.at, Text: fmt.Sprintf(format, string(c))})
}

func shellOnly(at int, c byte) *QuoteError {
	meaning := map[byte]string{
		'|': "a pipe", '&': "a second command or the background", ';': "a second command", '<': "a redirection",
		'>': "a redirection", '(': "a subshell", ')': "a subshell", '`': "a command substitution", '\n': "a second command",
	}[c]
	sign := string(c)
	if c == '\n' {
		sign = "a line end"
	}
	return &QuoteError{
		Offset: at,
		What:   fmt.Sprintf("%s means %s to a shell, and no shell is used here", sign, meaning),
		Hint:   "quote it if it belongs to an argument; to have a shell: sh -c '…'",
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

func isEnvName(name string) bool {
	for i := range len(name) {
		if !isNameByte(name[i], i == 0) {
			return false
		}
	}
	return name != ""
}

func isNameByte(c byte, first bool) bool {
	letter := c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
	return letter || !first && c >= '0' && c <= '9'
}
