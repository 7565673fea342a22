package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/pflag"

	"stdioscope/fixtures/servers"
	"stdioscope/ui"
)

// The scripts run the real main, with the fixture servers as a second command and
// a canary as a third: it leaves a file behind, which proves that it was started.
func TestMain(m *testing.M) {
	if mode := os.Getenv(playVariable); mode != "" && filepath.Base(os.Args[0]) != "stdioscope" {
		os.Exit(servers.Main(mode, os.Stdin, os.Stdout, os.Stderr))
	}
	testscript.Main(m, map[string]func(){
		"stdioscope": main,
		"fixture": func() {
			if len(os.Args) != 2 {
				os.Exit(2)
			}
			os.Exit(servers.Main(os.Args[1], os.Stdin, os.Stdout, os.Stderr))
		},
		"canary": func() {
			if err := os.WriteFile("canary.started", nil, 0o600); err != nil {
				os.Exit(1)
			}
			os.Exit(servers.Main("clean", os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_STATE_HOME", env.WorkDir+"/state")
			env.Setenv("HOME", env.WorkDir)
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "page" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			_, built := ui.Files()
			return built, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"field": field,
		},
	})
}

// exits runs a command that must end with the exit code given:
//
//	exits 2 stdioscope check --no-such-flag
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARGS...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d\nstdout: %s\nstderr: %s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// field compares a field of a JSON file (or of stdout) with a value:
//
//	field stdout summary.status pass
//	field report.json issues.0.code stdout-non-json
func field(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: field FILE PATH VALUE")
	}
	var value any
	if err := json.Unmarshal([]byte(ts.ReadFile(args[0])), &value); err != nil {
		ts.Fatalf("%s is no JSON: %v", args[0], err)
	}
	got := "absent"
	for i, step := range strings.Split(args[1], ".") {
		next, ok := child(value, step)
		if !ok {
			break
		}
		value = next
		if i == strings.Count(args[1], ".") {
			got = shown(value)
		}
	}
	if (got == args[2]) == neg {
		ts.Fatalf("%s is %s, want %s", args[1], got, args[2])
	}
}

func child(value any, step string) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		next, ok := v[step]
		return next, ok
	case []any:
		if step == "length" {
			return float64(len(v)), true
		}
		i, err := strconv.Atoi(step)
		if err != nil || i >= len(v) {
			return nil, false
		}
		return v[i], true
	}
	return nil, false
}

func shown(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	b, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(b)
}

// scriptLines are the lines of all scripts.
func scriptLines(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("scripts %v, %v", files, err)
	}
	var lines []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Split(string(text), "\n")...)
	}
	return lines
}

// Every flag of every command is used by a script, under its name or its letter.
func TestScriptsUseEveryFlag(t *testing.T) {
	lines := scriptLines(t)
	used := func(command, flag, letter string) bool {
		call := regexp.MustCompile(`stdioscope ` + command + `\b.* (--` + flag + `(=|\s|$)` + letter + `)`)
		return slices.ContainsFunc(lines, call.MatchString)
	}
	if used("check", "no-such-flag", "") {
		t.Fatal("a flag that does not exist is used")
	}
	for _, command := range newRoot(streams{}).Commands() {
		command.Flags().VisitAll(func(f *pflag.Flag) {
			letter := ""
			if f.Shorthand != "" {
				letter = "|-" + f.Shorthand + " "
			}
			if !f.Hidden && f.Name != "help" && !used(command.Name(), f.Name, letter) {
				t.Errorf("no script uses stdioscope %s --%s", command.Name(), f.Name)
			}
		})
	}
}

// Every field of the configuration file is used by a script.
func TestScriptsUseEveryField(t *testing.T) {
	var schema struct{ Properties map[string]any }
	if err := json.Unmarshal(configSchema, &schema); err != nil || len(schema.Properties) < 20 {
		t.Fatalf("%d fields, %v", len(schema.Properties), err)
	}
	text := strings.Join(scriptLines(t), "\n")
	for name := range schema.Properties {
		if !strings.Contains(text, `"`+name+`":`) {
			t.Errorf("no script uses the field %q", name)
		}
	}
}
