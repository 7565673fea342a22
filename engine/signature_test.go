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

		// Node, once more.
		{"ExperimentalWarning: SQLite is an experimental feature", "Node warning"},
		{"[Nest] 4121  - 01/31/2026, 10:11:12 AM     LOG [NestFactory] Starting Nest application...", "NestJS"},
		{"\x1b[32m[Nest] 4121  - \x1b[39m01/31/2026, 10:11:12 AM \x1b[32m    LOG\x1b[39m", "NestJS"},
		{"[10:11:12.345] INFO (4121): listening", "pino-pretty"},
		{"[2026-01-31T10:11:12.345Z] \x1b[32mINFO\x1b[39m (4121 on vm): listening", "pino-pretty"},
		{"info: listening {\"service\":\"notes\"}", "winston"},
		{"Sentry Logger [log]: Initializing SDK...", "Sentry"},
		{"prisma:query SELECT 1", "Prisma"},
		{"Executing (default): SELECT 1+1 AS result", "Sequelize"},
		{"Restarting 'src/index.js'", "node --watch"},
		{"src/index.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.", "TypeScript compiler"},
		{"CLI Building entry: src/index.ts", "bundler"},
		{"\x1b[0m\x1b[32mDownload\x1b[0m https://deno.land/std/mod.ts", "Deno"},
		{"> tsx src/index.ts", "npm run"},
		{"$ node dist/index.js", "yarn or pnpm"},

		// Python, once more.
		{"Exception in thread Thread-1 (run):", "Python traceback"},
		{"/srv/notes/server.py:3: LangChainDeprecationWarning: The class is old", "Python warnings"},
		{"2026-01-31 10:11:12,345 INFO sqlalchemy.engine.Engine BEGIN (implicit)", "SQLAlchemy"},
		{"2026-01-31 10:11:12.345 | INFO     | __main__:main:12 - listening", "loguru"},
		{"\x1b[32m2026-01-31 10:11:12.345\x1b[0m | \x1b[1mINFO    \x1b[0m | \x1b[36m__main__\x1b[0m - up", "loguru"},
		{"2026-01-31 10:11:12 [info     ] listening                port=8000", "structlog"},
		{"INFO:     127.0.0.1:4231 - \"GET / HTTP/1.1\" 200 OK", "uvicorn"},
		{"Solving environment: done", "conda"},
		{"Collecting package metadata (repodata.json): ...working... done", "conda"},
		{"Looking in indexes: https://pypi.org/simple", "pip"},
		{"Downloading pydantic-core (1.9MiB)", "uv"},
		{"Fetching 12 files: 100%|██████████| 12/12 [00:00<00:00]", "tqdm"},
		{"[nltk_data] Downloading package punkt to /root/nltk_data...", "NLTK"},
		{"Hello from the pygame community. https://www.pygame.org/contribute.html", "pygame"},
		{"[INIT].... → Crawl4AI 0.7.0", "Crawl4AI"},
		{"<Response [200]>", "Python print()"},

		// Java, once more.
		{"2026-01-31 10:11:12,345 INFO  [io.quarkus] (main) notes 1.0 started in 0.8s.", "Quarkus"},
		{"__  ____  __  _____   ___  __ ____  ______ ", "Quarkus"},
		{"  Micronaut (v4.6.1)", "Micronaut"},
		{"log4j:WARN No appenders could be found for logger (org.notes).", "Log4j"},
		{"ERROR StatusLogger Log4j2 could not find a logging implementation.", "Log4j"},
		{"OpenJDK 64-Bit Server VM warning: Sharing is only supported for boot loader classes", "Java runtime"},

		// .NET, once more.
		{"\x1b[40m\x1b[32minfo\x1b[39m\x1b[22m\x1b[49m: Microsoft.Hosting.Lifetime[14]", ".NET console logger"},
		{"info: ModelContextProtocol.Server.StdioServerTransport[857250842] reading messages.", ".NET console logger"},
		{"[10:11:12 INF] listening", "Serilog"},
		{"2026-01-31 10:11:12.3456|INFO|Notes.Program|listening", "NLog"},
		{"/srv/Program.cs(12,5): warning CS8618: Non-nullable property [/srv/notes.csproj]", "dotnet run"},
		{"Welcome to .NET 9.0!", "dotnet"},

		// Go, PHP, Ruby and the rest, once more.
		{"time=\"2026-01-31T10:11:12Z\" level=info msg=\"listening\"", "logrus"},
		{"10:11AM INF listening port=1", "zerolog"},
		{"<b>Warning</b>:  Undefined variable $x in <b>/srv/notes.php</b> on line <b>3</b><br />", "PHP"},
		{"Could not open input file: artisan", "PHP"},
		{"Xdebug: [Step Debug] Could not connect to debugging client.", "Xdebug"},
		{"[2026-01-31T10:11:12.345678+00:00] app.INFO: listening [] []", "Monolog"},
		{"  at vendor/laravel/mcp/src/Server/Tool.php:19", "Laravel"},
		{"I, [2026-01-31T10:11:12.345678 #4121]  INFO -- : listening", "Ruby Logger"},
		{"Fetching gem metadata from https://rubygems.org/.........", "Bundler"},
		{"10:11:12.345 [info] listening", "Elixir Logger"},
		{"Compiling 12 files (.ex)", "Elixir mix"},
		{"=INFO REPORT==== 31-Jan-2026::10:11:12.345678 ===", "Erlang"},
		{"Build complete! (0.32s)", "Swift"},
		{"[1] \"listening\"", "R"},

		// Version managers and shells, once more.
		{"direnv: loading ~/notes/.envrc", "version manager"},
		{"mise node@22.1.0 install", "version manager"},
		{"No preset version installed for command node", "version manager"},
		{"Volta error: Node is not available.", "version manager"},
		{"Using Node v22.11.0", "fnm"},
		{"Found '/home/me/notes/.nvmrc' with version <22>", "nvm"},
		{"[oh-my-zsh] Would you like to update? [Y/n]", "shell profile"},
		{"bash: no job control in this shell", "interactive shell"},
		{"Loading personal and system profiles took 812ms.", "PowerShell"},
		{"Pseudo-terminal will not be allocated because stdin is not a terminal.", "ssh"},
		{"HTTP/1.1 200 OK", "HTTP framing"},

		// Nobody's.
		{"info: listening {port}", ""},
		{"[Nest egg] saved", ""},
		{"[10:11:12.345] note (draft): saved", ""},
		{"Restarting the server", ""},
		{"Warning: notes.py: 3 left", ""},
		{"2026-01-31 10:11:12 | saved | 3 notes", ""},
		{"[saved INF notes]", ""},
		{"10:11AM is the time", ""},
		{"I, too, saved a note", ""},
		{"Compiling the notes", ""},
		{"[1] saved", ""},
		{"Using Nodes of the graph", ""},
		{"$ 12 spent", ""},
		{"> note quoted", ""},
		{"HTTP is not used", ""},
		{"\x1b[2Jx", "terminal control sequences"},
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
		{`{"level":"info","time":"2026-01-31T10:11:12Z","message":"up"}`, "zerolog"},
		{`{"instant":{"epochSecond":1769854272,"nanoOfSecond":1},"level":"INFO","message":"up"}`, "Log4j"},
		{`{"text":"up\n","record":{"elapsed":{"repr":"0:00:00"},"level":{"name":"INFO"}}}`, "loguru"},
		{`{"asctime":"2026-01-31 10:11:12","levelname":"INFO","message":"up"}`, "structured Python logging"},
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

// TestBeginSignatures: what clients show of a line is its beginning.
func TestBeginSignatures(t *testing.T) {
	for _, c := range []struct{ begin, want string }{
		{"[dotenv@17.", "dotenv"},
		{"info: Micr", ".NET console logger"},
		{"trce: ToolR", ".NET console logger"},
		{"Executing ", "Sequelize"},
		{"Executing", ""},
		{"Starting n", ""},
		{"info: ", ""},
		{"N", ""},
	} {
		got := ""
		if s := recogniseBegin([]byte(c.begin)); s != nil {
			got = s.name
		}
		if got != c.want {
			t.Errorf("%q is %q, want %q", c.begin, got, c.want)
		}
	}
}

// TestSignatureTable: every entry can match something and says what to change.
func TestSignatureTable(t *testing.T) {
	for _, table := range []table{textTable, recordTable} {
		for i := range table {
			s := &table[i]
			if s.name == "" || s.change == "" || s.certainty != certain && s.certainty != likely && s.certainty != possible {
				t.Errorf("entry %d is incomplete: %+v", i, s)
			}
			if len(s.prefix)+len(s.form)+len(s.has)+len(s.any) == 0 && s.look == nil {
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
	id := func(n int64) *ident { return &ident{kind: intID, n: n} }
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
