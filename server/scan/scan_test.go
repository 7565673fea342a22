package scan

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// write makes a tree of files and gives its root.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func places(t *testing.T, root string) []string {
	t.Helper()
	r, err := Scan(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%s:%d:%d %s", f.File, f.Line, f.Column, f.Reason))
	}
	return got
}

func TestLanguages(t *testing.T) {
	for _, tc := range []struct {
		name, file, src string
		want            []string
	}{
		{"js prints", "a.js", "x();\n  console.log('hi')\nconsole.info(`a ${console.debug(1)}`)", []string{"a.js:2:3 stdout-write", "a.js:3:1 stdout-write", "a.js:3:19 stdout-write"}},
		{"js stderr forms", "a.js", "console.error('console.log(1)')\nconsole.warn(1)\nprocess.stderr.write('x')", nil},
		{"js comments and strings", "a.js", "// console.log(1)\n/* console.log(2) */\nconst s = \"console.log(3)\", r = 'console.log(4)', t = `console.log(5)`", nil},
		{"js member of another object", "a.js", "my.console.log(1); $console.log(2); xconsole.log(3)", nil},
		{"js stdout.write", "a.ts", "process.stdout.write('Ready\\n')\nprocess.stdout.write(JSON.stringify(m) + '\\n')", []string{"a.ts:1:1 stdout-write"}},
		{"js an empty write", "a.js", "process.stdout.write('', () => process.exit(0))\nprocess.stdout.write('' + x); process.stdout.write(' ')\nprocess.stdout.end()", []string{"a.js:2:1 stdout-write", "a.js:2:31 stdout-write", "a.js:3:1 stdout-write"}},
		{"js a transport of its own", "a.js", "const m = {jsonrpc: '2.0'}\nprocess.stdout.write(line + '\\n'); process.stdout.write(chunk)\nprocess.stdout.write('ready ' + line)", []string{"a.js:3:1 stdout-write"}},
		{"js no transport", "a.js", "process.stdout.write(line + '\\n')", []string{"a.js:1:1 stdout-write"}},
		{"js print as a callback", "a.js", "find().then(console.log)\nfind().catch(console.error)\nconst log = console.log", []string{"a.js:1:13 stdout-write"}},
		{"js descriptor", "a.mjs", "fs.writeSync(1, 'x'); fs.writeSync(2, 'y')", []string{"a.mjs:1:1 stdout-write"}},
		{"js redirected", "a.js", "console.log = console.error\nconsole.log('fine')", nil},
		{"js comparison is no redirection", "a.js", "if (console.log == f) console.log('x')", []string{"a.js:1:23 stdout-write"}},
		{"js handlers", "a.js", "const l = pino()\nconst m = pino(pino.destination(2))\nnew winston.transports.Console()\nnew winston.transports.Console({stderrLevels: all})", []string{"a.js:1:11 stdout-log-handler", "a.js:3:5 stdout-log-handler"}},
		{"js dotenv", "a.js", "require('dotenv').config()\nrequire('dotenv').config({quiet: true})\nrequire('other').config()", []string{"a.js:1:1 startup-output"}},
		{"js dotenv by another name", "a.js", "import{config as n}from\"dotenv\";n(); n({quiet: true}); env.n()", []string{"a.js:1:33 startup-output"}},
		{"js dotenv compiled", "a.js", "const dotenv_1 = require('dotenv');\n(0, dotenv_1.config)({ debug: false });\n(0, dotenv_1.config)({ quiet: true })", []string{"a.js:2:5 startup-output"}},
		{"ts dotenv named", "a.ts", "import { config, parse } from 'dotenv'\nconfig()\nparse()", []string{"a.ts:2:1 startup-output"}},
		{"js config of something else", "a.js", "// dotenv\nimport { config } from './config.js'\nconfig()", nil},
		{"ts dotenv import", "a.ts", "import 'dotenv/config'\nimport x from 'y'", []string{"a.ts:1:1 startup-output"}},
		{"python prints", "a.py", "print('x')\nprint('y', file=sys.stderr)\nprint('z', file=sys.stdout)\nobj.print('n')\ndef pprinter(): pass\nsys.stdout.write('w')", []string{"a.py:1:1 stdout-write", "a.py:3:1 stdout-write", "a.py:6:1 stdout-write"}},
		{"python strings and comments", "a.py", "# print(1)\n\"\"\"\nprint(2)\n\"\"\"\ns = 'print(3)'\nlog(f\"print(4)\")", nil},
		{"python handlers", "a.py", "logging.StreamHandler(sys.stdout)\nlogging.StreamHandler()\nlogging.basicConfig(level=1, stream=sys.stdout)\nlogging.basicConfig(stream=sys.stderr)\nConsole()\nConsole(stderr=True)\nclick.echo('a')\nclick.echo('a', err=True)\nlogger.add(sys.stdout)\nlogger.add(sys.stderr)", []string{"a.py:1:1 stdout-log-handler", "a.py:3:1 stdout-log-handler", "a.py:5:1 stdout-write", "a.py:7:1 stdout-write", "a.py:9:1 stdout-log-handler"}},
		{"python print over lines", "a.py", "print(\n  'x',\n  file=sys.stderr,\n)", nil},
		{"go", "a.go", "package a\nimport (\"fmt\"; \"os\"; \"log\")\nfunc f() {\n\tfmt.Println(1)\n\tfmt.Fprintln(os.Stderr, 2)\n\tfmt.Fprintf(os.Stdout, \"3\")\n\tlog.SetOutput(os.Stdout)\n\tlog.SetOutput(os.Stderr)\n\tserve(os.Stdin, os.Stdout)\n\t_ = \"fmt.Println(4)\" // fmt.Println(5)\n\tprintln(6)\n\tos.Stdout.WriteString(\"x\")\n}", []string{"a.go:4:2 stdout-write", "a.go:6:2 stdout-write", "a.go:7:2 stdout-log-handler", "a.go:12:2 stdout-write"}},
		{"rust", "a.rs", "fn f() {\n  println!(\"x\");\n  eprintln!(\"y\");\n  // println!(\"z\")\n  tracing_subscriber::fmt().with_writer(std::io::stderr).init();\n  tracing_subscriber::fmt().init();\n}", []string{"a.rs:2:3 stdout-write", "a.rs:6:3 stdout-log-handler"}},
		{"java", "A.java", "class A { void f() {\nSystem.out.println(\"x\");\nSystem.err.println(\"System.out.println\"); // System.out.print(1)\n} }", []string{"A.java:2:1 stdout-write"}},
		{"kotlin", "a.kt", "fun f() {\nprintln(\"x\")\nSystem.err.println(\"y\")\n}", []string{"a.kt:2:1 stdout-write"}},
		{"c#", "A.cs", "class A { void F() {\nConsole.WriteLine(\"x\");\nConsole.Error.WriteLine(\"y\");\nb.AddConsole();\nb.AddConsole(o => o.LogToStandardErrorThreshold = LogLevel.Trace);\n} }", []string{"A.cs:2:1 stdout-write", "A.cs:4:2 stdout-log-handler"}},
		{"crlf keeps the places", "a.js", "a();\r\n\r\nconsole.log(1)\r\n", []string{"a.js:3:1 stdout-write"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := places(t, write(t, map[string]string{tc.file: tc.src}))
			if d := cmp.Diff(tc.want, got, cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestWhatIsLeftOut(t *testing.T) {
	root := write(t, map[string]string{
		"src/a.js":               "console.log(1)",
		"src/a.test.js":          "console.log(1)",
		"tests/b.py":             "print(1)",
		"node_modules/x/i.js":    "console.log(1)",
		".git/c.js":              "console.log(1)",
		"gen/out.js":             "console.log(1)",
		"sub/keep.js":            "console.log(1)",
		"sub/drop.js":            "console.log(1)",
		".gitignore":             "gen/\n",
		"sub/.gitignore":         "drop.js\n",
		"web/app.min.js":         "console.log(1)",
		"README.md":              "console.log(1)",
		"pkg/thing_test.go":      "package p",
		"src/broken.go":          "package a\nfunc { fmt.Println",
		"src/deep/nested/two.py": "x = 1\nprint(x)",
	})
	if d := cmp.Diff([]string{"src/a.js:1:1 stdout-write", "src/deep/nested/two.py:2:1 stdout-write", "sub/keep.js:1:1 stdout-write"}, places(t, root)); d != "" {
		t.Error(d)
	}
	r, _ := Scan(root)
	if len(r.Skipped) != 1 || r.Skipped[0].File != "src/broken.go" {
		t.Errorf("skipped %+v, want the file that does not parse", r.Skipped)
	}
}

func TestMarkerNeedsAReason(t *testing.T) {
	root := write(t, map[string]string{"a.js": "console.log(1) // stdioscope-ignore: help text, the server never runs\n" +
		"// stdioscope-ignore: same\nconsole.log(2)\nconsole.log(3) // stdioscope-ignore:\n"})
	if d := cmp.Diff([]string{"a.js:4:1 stdout-write"}, places(t, root)); d != "" {
		t.Error(d)
	}
	if r, _ := Scan(root); r.Suppressed != 2 {
		t.Errorf("suppressed %d, want 2", r.Suppressed)
	}
}

func TestOneFileAndMissingRoot(t *testing.T) {
	root := write(t, map[string]string{"test/only.js": "console.log(1)"})
	if d := cmp.Diff([]string{"only.js:1:1 stdout-write"}, places(t, filepath.Join(root, "test", "only.js"))); d != "" {
		t.Error(d)
	}
	if _, err := Scan(filepath.Join(root, "nope")); err == nil {
		t.Error("a root that is not there gives no error")
	}
}

func TestEndlessIgnoreFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("/dev/zero", filepath.Join(dir, ".gitignore")); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte("print(1)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Scan(dir); err != nil || got.Files != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}
