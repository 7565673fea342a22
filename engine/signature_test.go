package engine

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSignatures: lines as these programs print them, and lines that look alike
// and are not theirs. Those marked "ran" were captured from the program itself.
func TestSignatures(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		// Node and its tools.
		{"[dotenv@17.2.3] injecting env (1) from .env -- tip: ⚙️  suppress all logs with { quiet: true }", "dotenv"}, // ran
		{"◇ injected env (1) from .env // tip: ⌘ override existing { override: true }", "dotenv"},                    // ran, 17.4.2
		{"> @acme/notes@1.2.3 start", "npm run"},                                                           // ran
		{"> notes-server@0.4.1 start", "npm run"},                                                          //
		{"npm error Missing script: \"nosuch\"", "npm"},                                                    // ran
		{"npm warn install-scripts 1 package has install scripts not yet covered by allowScripts:", "npm"}, // ran
		{"added 62 packages in 10s", "npm install"},                                                        // ran
		{"up to date, audited 12 packages in 800ms", "npm install"},                                        //
		{"Need to install the following packages:", "npx"},                                                 //
		{"Lockfile is up to date, resolution step is skipped", "pnpm"},                                     //
		{"yarn run v1.22.22", "yarn"},                                                                      //
		{"Done in 0.07s.", "yarn"},                                                                         //
		{"(node:5632) Warning: x", "Node warning"},                                                         // ran
		{"(Use `node --trace-warnings ...` to show where the warning was created)", "Node warning"},        // ran
		{"    at runScriptInThisContext (node:internal/vm:209:10)", "Node stack trace"},                    // ran
		{"node:internal/modules/cjs/loader:1080", "Node stack trace"},                                      //
		{"[nodemon] 3.1.0", "nodemon"},                                                                     //
		{"{ a: 1, b: { c: [ 1, [Object] ] } }", "Node inspected object"},                                   // ran
		{"  headers: { accept: 'application/json' },", "Node inspected object"},                            // ran
		{"Map(1) { 1 => 2 }", "Node inspected object"},                                                     // ran
		{"[Function (anonymous)]", "Node inspected object"},                                                // ran
		{"<Buffer 61 62>", "Node inspected object"},                                                        // ran
		{"Promise { 1 }", "Node inspected object"},                                                         // ran

		// Python and its tools.
		{"Traceback (most recent call last):", "Python traceback"},              // ran
		{"<stdin>:5: UserWarning: old thing", "Python warnings"},                // ran
		{"INFO:root:hello", "Python logging"},                                   // ran
		{"WARNING:a.b:x", "Python logging"},                                     // ran
		{"2026-11-30 14:27:39,841 - z - WARNING - w", "Python logging"},         // ran
		{"{'a': 1, 'b': None}", "Python print()"},                               // ran
		{"[{'x': 1}]", "Python print()"},                                        // ran
		{"<object object at 0x7f83a9cc4700>", "Python print()"},                 // ran
		{"usage: notes [-h]", "Click or argparse usage"},                        // ran
		{"Usage: notes [OPTIONS] COMMAND [ARGS]...", "Click or argparse usage"}, //
		{"INFO:     Started server process [4121]", "uvicorn"},                  //
		{"Resolved 12 packages in 5ms", "uv"},                                   //
		{"Using CPython 3.12.3 interpreter at: /usr/bin/python3.12", "uv"},      //
		{"Requirement already satisfied: pip in /usr/lib/python3", "pip"},       //
		{"Successfully installed mcp-1.2.0", "pip"},                             //
		{" 45%|████▌     | 45/100 [00:01<00:01, 39.21it/s]", "tqdm"},            //
		{"╭──────────────────────────── FastMCP 2.0 ────────────────────────────╮", "Rich"},            //
		{"│                              FastMCP  2.12                           │", "FastMCP banner"}, //
		{"╭─ Demo MCP ──╮", "Rich"},                                                    //
		{"[12/30/24 10:11:12] INFO     Starting server  server.py:12", "Rich logging"}, //

		// Java.
		{" :: Spring Boot ::                (v3.3.1)", "Spring Boot"},
		{"2026-02-03T10:11:12.345+01:00  INFO 4121 --- [demo] [           main] t.d.App  : Starting", "Spring Boot logging"},
		{"SLF4J: Failed to load class \"org.slf4j.impl.StaticLoggerBinder\".", "SLF4J"},
		{"10:11:12.345 [main] INFO  c.e.App - started", "Logback"},
		{"> Task :run", "Gradle"},
		{"[INFO] Scanning for projects...", "Maven"},
		{"Exception in thread \"main\" java.lang.IllegalStateException: boom", "Java stack trace"}, // ran
		{"Picked up JAVA_TOOL_OPTIONS: -Dx=1", "Java runtime"},                                     // ran

		// .NET.
		{"info: Microsoft.Hosting.Lifetime[0]", ".NET console logger"},
		{"fail: Demo.Server[100200]", ".NET console logger"},
		{"Building...", "dotnet run"},
		{"Unhandled exception. System.InvalidOperationException: boom", ".NET exception"},

		// Go.
		{"2026/11/30 14:27:42 starting", "Go log"},                                  // ran
		{"time=2026-11-30T14:27:42.023Z level=INFO msg=up port=1", "Go slog"},       // ran
		{"panic: x", "Go panic"},                                                    // ran
		{"goroutine 1 [running]:", "Go panic"},                                      // ran
		{"[GIN-debug] GET    /ping                     --> main.main.func1", "Gin"}, //
		{"INFO[0000] A group of walrus emerges from the ocean", "logrus"},           //

		// Rust.
		{"thread 'main' (12998) panicked at src/main.rs:1:28:", "Rust panic"},          // ran
		{"2026-01-31T10:11:12.345678Z  INFO notes::server: listening", "Rust tracing"}, //
		{"[2026-01-31T10:11:12Z INFO  notes] listening", "Rust env_logger"},            //
		{"   Compiling notes v0.1.0 (/tmp/sig/rs)", "Cargo"},                           // ran
		{"     Running `target/debug/notes`", "Cargo"},                                 // ran

		// Others.
		{"PHP Warning:  Undefined variable $x in /app/server.php on line 3", "PHP"},
		{"Warning: Undefined variable $x in /app/server.php on line 3", "PHP"},
		{"docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock.", "Docker"}, // ran
		{"Unable to find image 'mcp/notes:latest' locally", "Docker"},
		{"latest: Pulling from mcp/notes", "Docker"},
		{"Now using node v22.11.0 (npm v10.9.0)", "nvm"},
		{"Active code page: 65001", "chcp"},
		{"Aktive Codepage: 65001.", "chcp"},
		{"C:\\Users\\me>node server.js", "cmd.exe"},
		{"'nosuchcmd' is not recognized as an internal or external command,", "cmd.exe"},
		{"PS C:\\Users\\me> node server.js", "PowerShell"},
		{"Windows PowerShell", "PowerShell"},
		{". : File C:\\a.ps1 cannot be loaded because running scripts is disabled on this system.", "PowerShell"},
		{"    + FullyQualifiedErrorId : UnauthorizedAccess", "PowerShell"},
		{"Downloading ━━━━━━━━━━╺━━━━━━  60% 0:00:01", "Rich"},
		{"event: message", "SSE framing"},
		{"data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "SSE framing"},
		{"bash: line 1: nosuchcmd: command not found", "shell"}, // ran
		{"Agent pid 4121", "shell profile"},
		{"\x1b[?25l\r⠋ loading", "progress bar"},
		{"[=====>     ] 45%", "progress bar"},
		{"\x1b[33mcareful\x1b[0m", "terminal control sequences"},
		{"\x1b[33m2026/11/30 14:27:42 starting\x1b[0m", "Go log"},

		// Nobody's.
		{"Server ready", ""},
		{"Starting server discovery process", ""},
		{"- Transport: STDIO", ""},
		{"> quoted text", ""},
		{"> 12@30 is no banner", ""},
		{"(nodes: 3)", ""},
		{"added value", ""},
		{"at last", ""},
		{"info: ready", ""},
		{"info: loaded [config]", ""},
		{"INFO ready", ""},
		{"INFO: ready", ""},
		{"2026 was a year", ""},
		{"panicking is no panic", ""},
		{"{ broken", ""},
		{"100% done", ""},
		{"Usage statistics are off", ""},
		{"Found 3 notes", ""},
		{"Warning: low disk", ""},
		{"WARNING: low disk", ""},
		{"PowerShell is not needed", ""},
		{"━━━━ notes ━━━━", ""},
		{"event: started", ""},
		{"data: none", ""},
	} {
		got := ""
		if s := recognise([]byte(c.line)); s != nil {
			got = s.name
		}
		if got != c.want {
			t.Errorf("%q is %q, want %q", c.line, got, c.want)
		}
	}
}

// TestJSONSignatures: structured records by their members.
func TestJSONSignatures(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"level":30,"time":1796048927927,"pid":14774,"hostname":"vm","msg":"hi"}`, "pino"},                                                     // ran
		{`{"level":"info","message":"hi"}`, "winston"},                                                                                           // ran
		{`{"name":"x","hostname":"vm","pid":14811,"level":30,"msg":"hi","time":"2026-11-30T14:28:48.677Z","v":0}`, "bunyan"},                     // ran
		{`{"time":"2026-11-30T14:27:42.023845435Z","level":"INFO","msg":"up"}`, "Go slog (JSON)"},                                                // ran
		{`{"level":"info","ts":1706695872.1,"caller":"main.go:1","msg":"up"}`, "zap"},                                                            //
		{`{"EventId":0,"LogLevel":"Information","Category":"Microsoft.Hosting.Lifetime","Message":"Now listening"}`, ".NET JSON console logger"}, //
		{`{"timestamp":"2026-01-31T10:11:12Z","level":"INFO","fields":{"message":"up"},"target":"notes"}`, "Rust tracing (JSON)"},                //
		{`{"@timestamp":"2026-01-31T10:11:12Z","@version":"1","message":"up","logger_name":"App","level":"INFO"}`, "Logback JSON"},               //
		{`{"severity":"INFO","text":"up"}`, "a JSON logger"},
		{`{"status":200,"message":"OK"}`, ""},
		{`{"hello":"world"}`, ""},
	} {
		got := ""
		if s := recogniseJSON([]byte(c.line)); s != nil {
			got = s.name
		}
		if got != c.want {
			t.Errorf("%s is %q, want %q", c.line, got, c.want)
		}
	}
}

// TestSignatureTable: every entry can match something and says what to change.
func TestSignatureTable(t *testing.T) {
	for _, table := range [][]signature{signatures, jsonSignatures} {
		for i := range table {
			s := &table[i]
			if s.name == "" || s.change == "" || s.certainty != certain && s.certainty != likely && s.certainty != possible {
				t.Errorf("entry %d is incomplete: %+v", i, s)
			}
			if len(s.prefix)+len(s.has)+len(s.any) == 0 && s.look == nil {
				t.Errorf("%s matches everything", s.name)
			}
			if s.detail != "" && !contains(ruleOf("stdout-non-json").Details, s.detail) {
				t.Errorf("%s: unknown detail code %s", s.name, s.detail)
			}
		}
	}
}

func TestIdent(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`1`, `1`, true},
		{`1`, `1.0`, true},
		{`10`, `1e1`, true},
		{`1`, `"1"`, false},
		{`"a"`, `"\u0061"`, true},
		{`"a"`, `"b"`, false},
		{`9007199254740993`, `9007199254740992`, false},
		{`123456789012345678901234567890`, `123456789012345678901234567890`, true},
		{`-0`, `0`, true},
	} {
		if got := identOf([]byte(c.a)).equal(identOf([]byte(c.b))); got != c.same {
			t.Errorf("%s and %s: same is %v", c.a, c.b, got)
		}
	}
}

func TestIDSet(t *testing.T) {
	var s idSet
	id := func(n int64) ident { return ident{kind: intID, n: n} }
	for _, n := range []int64{5, 1, 2, 4, 3, 10, 9, -1} {
		s.add(id(n))
		s.add(id(n))
	}
	if diff := cmp.Diff([]idRange{{-1, -1}, {1, 5}, {9, 10}}, s.ranges, cmp.AllowUnexported(idRange{})); diff != "" {
		t.Errorf("ranges (-want +got):\n%s", diff)
	}
	s.remove(id(3))
	s.remove(id(-1))
	s.remove(id(10))
	s.remove(id(77))
	if diff := cmp.Diff([]idRange{{1, 2}, {4, 5}, {9, 9}}, s.ranges, cmp.AllowUnexported(idRange{})); diff != "" {
		t.Errorf("after removing (-want +got):\n%s", diff)
	}
	for n, want := range map[int64]bool{0: false, 1: true, 3: false, 5: true, 9: true, 10: false} {
		if s.has(id(n)) != want {
			t.Errorf("has %d: %v", n, !want)
		}
	}
	for i := int64(0); i < 3*maxTracked; i += 2 {
		s.add(id(1000 + i))
	}
	if !s.full || len(s.ranges) > maxTracked {
		t.Errorf("%d ranges, full %v", len(s.ranges), s.full)
	}
}

func TestJoiner(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  string // "done", "open" or "broken" after the last line
	}{
		{"object", []string{"{", `  "a": 1,`, `  "b": [true, null, -1.5e3]`, "}"}, "done"},
		{"string over lines", []string{`{"a":"one`, `two"}`}, "done"},
		{"not finished", []string{"{", `  "a": {`}, "open"},
		{"unquoted name", []string{"{", "  a: 1"}, "broken"},
		{"trailing comma", []string{"{", `  "a": 1,`, "}"}, "broken"},
		{"wrong bracket", []string{"[", "}"}, "broken"},
		{"something after it", []string{"{", "}", "x"}, "broken"},
		{"a word that is none", []string{"[", "  undefined"}, "broken"},
		{"escape over a line break", []string{`["a\`, `n"]`}, "broken"},
		{"missing comma", []string{"[", "1", "2", "]"}, "broken"},
		{"CR at the ends", []string{"{\r", "}\r"}, "done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var j joiner
			for _, l := range c.lines {
				j.line([]byte(l))
			}
			got := "open"
			if j.broken {
				got = "broken"
			} else if j.done {
				got = "done"
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
