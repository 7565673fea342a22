package server

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseCommand(t *testing.T) {
	tests := []struct {
		name    string
		in      string
		windows bool
		want    Command
	}{
		{name: "words", in: "node server.js", want: Command{Argv: []string{"node", "server.js"}}},
		{name: "blanks around and between", in: " \tnode   server.js \n", want: Command{Argv: []string{"node", "server.js"}}},
		{name: "single quotes keep everything", in: `node '$HOME/a b|c\d.js'`, want: Command{Argv: []string{"node", `$HOME/a b|c\d.js`}}},
		{name: "double quotes", in: `node "a b" "say \"hi\" \\ \n"`, want: Command{Argv: []string{"node", "a b", `say "hi" \ \n`}}},
		{name: "quotes within a word", in: `--name='a b'"c d"e`, want: Command{Argv: []string{"--name=a bc de"}}},
		{name: "empty arguments", in: `node '' ""`, want: Command{Argv: []string{"node", "", ""}}},
		{name: "escaped blank and pipe", in: `node a\ b \|`, want: Command{Argv: []string{"node", "a b", "|"}}},
		{name: "continued over lines", in: "node \\\n  server.js \\\n --port 1", want: Command{Argv: []string{"node", "server.js", "--port", "1"}}},
		{name: "continued within double quotes", in: "node \"a\\\nb\"", want: Command{Argv: []string{"node", "ab"}}},
		{name: "not ASCII", in: `node "grüße 🌍.js"`, want: Command{Argv: []string{"node", "grüße 🌍.js"}}},
		{name: "leading assignments are variables", in: `A=1 B_2='x y' node s.js C=3`, want: Command{Argv: []string{"node", "s.js", "C=3"}, Env: map[string]string{"A": "1", "B_2": "x y"}}},
		{name: "a quoted name assigns nothing", in: `"A"=1 x`, want: Command{Argv: []string{"A=1", "x"}}},
		{name: "a number is no name", in: `1=2 x`, want: Command{Argv: []string{"1=2", "x"}}},
		{name: "variables stay", in: `node $HOME/s.js`, want: Command{Argv: []string{"node", "$HOME/s.js"}, Notes: []Note{{5, `a shell would replace what follows "$"; it is handed on as it stands`}}}},
		{name: "a lone dollar is a dollar", in: `node $ a$`, want: Command{Argv: []string{"node", "$", "a$"}}},
		{name: "globs stay", in: `cat *.js`, want: Command{Argv: []string{"cat", "*.js"}, Notes: []Note{{4, `a shell would put file names for "*"; it is handed on as it stands`}}}},
		{name: "home stays", in: `~/bin/s a~`, want: Command{Argv: []string{"~/bin/s", "a~"}, Notes: []Note{{0, `a shell would put your home directory for "~"; it is handed on as it stands`}}}},
		{name: "Windows paths", in: `C:\tools\server.exe --dir "C:\my files\\"`, windows: true, want: Command{Argv: []string{`C:\tools\server.exe`, "--dir", `C:\my files\`}}},
		{name: "an escaped quote on Windows", in: `s.exe \"a\"`, windows: true, want: Command{Argv: []string{"s.exe", `"a"`}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseCommand(tt.in, tt.windows)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseCommandRefuses(t *testing.T) {
	tests := []struct {
		name, in string
		offset   int
	}{
		{"nothing", "", 0},
		{"blanks", "  ", 2},
		{"variables alone", "A=1", 3},
		{"an open single quote", "node 'a", 5},
		{"an open double quote", `node "a`, 5},
		{"a backslash at the end", `node a\`, 6},
		{"a pipe", "node s.js | tee x", 10},
		{"a second command", "cd x && node s.js", 5},
		{"a second line", "cd x\nnode s.js", 4},
		{"a redirection", "node s.js 2>/dev/null", 11},
		{"the background", "node s.js &", 10},
		{"a substitution", "node `which x`", 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseCommand(tt.in, false)
			var quote *QuoteError
			if !errors.As(err, &quote) {
				t.Fatalf("got %v, want a QuoteError", err)
			}
			if quote.Offset != tt.offset || quote.What == "" || quote.Hint == "" {
				t.Errorf("got %+v, want offset %d with words and a hint", quote, tt.offset)
			}
		})
	}
}

func FuzzParseCommand(f *testing.F) {
	for _, seed := range []string{`node "a b" 'c' \d`, "A=1 x | y", "\\\n", `"\`, "$", "~\x00\xff"} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, text string, windows bool) {
		command, err := ParseCommand(text, windows)
		if err == nil && len(command.Argv) == 0 {
			t.Error("no error and nothing to run")
		}
		for _, note := range command.Notes {
			if note.Offset < 0 || note.Offset >= len(text) {
				t.Errorf("note outside of the text: %+v", note)
			}
		}
	})
}
