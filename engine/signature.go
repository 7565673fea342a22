package engine

import "bytes"

// signature is how the output of one program looks, and how to stop it where it
// is printed. A line has the first signature of the table that matches it.
type signature struct {
	name      string
	certainty string // certain: nothing else prints this; likely; possible
	change    string
	detail    string // detail code of stdout-non-json that it refines; "" = leave
	starts    bool   // a line that matches begins a record of its own

	prefix []string // the line begins with one of these
	has    []string // and holds all of these
	any    []string // and one of these
	look   func(line []byte) bool
}

const (
	certain  = "certain"
	likely   = "likely"
	possible = "possible"
)

// The changes that several signatures share.
const (
	toNode   = "Replace console.log and console.info by console.error; in a dependency, redirect console.log to stderr before it is loaded: console.log = console.error."
	toPython = "Print to stderr: print(..., file=sys.stderr); to be safe against dependencies, set sys.stdout = sys.stderr before they are imported and give the transport the real stdout."
	toPyLog  = "Point the logging handler at stderr: logging.basicConfig(stream=sys.stderr), or StreamHandler() without an argument."
	toNPM    = "Start the program itself (node path/to/server.js), or run npm with --silent; npm run prints a banner on stdout."
	toPkg    = "Install once beforehand and start the installed program; installers print their progress on stdout."
	toGo     = "Leave the log package on its default, stderr: remove log.SetOutput(os.Stdout), and use fmt.Fprintln(os.Stderr, ...) instead of fmt.Println."
	toRust   = "Use eprintln! instead of println!, and give the subscriber .with_writer(std::io::stderr)."
	toJava   = "Send the console appender to stderr (logback: <target>System.err</target>) and use System.err instead of System.out."
	toSpring = "Set spring.main.banner-mode=off and send logging to stderr or a file: logging.pattern.console= empties the console appender."
	toDotnet = "Configure the console logger with LogToStandardErrorThreshold = LogLevel.Trace."
	toShell  = "Start the server without an interactive or login shell, or make the profile print nothing when stdout is no terminal."
	toBars   = "Draw progress on stderr, and only when it is a terminal."
)

// lspSignature is named apart: header framing is found by the wire, not by text.
var lspSignature = &signature{name: "LSP header framing", certainty: certain,
	change: "Use an MCP stdio transport: one JSON message a line, no Content-Length header."}

// signatures is the table. Narrow ones stand before wide ones.
var signatures = []signature{
	// Node and its tools.
	{name: "dotenv", certainty: certain, starts: true, change: "Pass { quiet: true } to dotenv.config(), or set DOTENV_CONFIG_QUIET=true.",
		prefix: []string{"[dotenv@", "[dotenvx@", "◇ injected env", "◇ injecting env"}},
	{name: "dotenv", certainty: likely, starts: true, change: "Pass { quiet: true } to dotenv.config(), or set DOTENV_CONFIG_QUIET=true.",
		has: []string{" env (", " from "}, any: []string{"injecting env (", "injected env ("}},
	{name: "npm run", certainty: certain, change: toNPM, look: npmBanner},
	{name: "npm", certainty: certain, change: toNPM, prefix: []string{"npm warn", "npm WARN", "npm ERR!", "npm error", "npm notice"}},
	{name: "npm install", certainty: likely, change: toPkg, any: []string{"packages in ", "package in ", "found 0 vulnerabilities", "packages are looking for funding", "up to date, audited"},
		look: func(l []byte) bool {
			return startsAny(l, "added ", "removed ", "changed ", "up to date", "found ", "audited ") || digit(l)
		}},
	{name: "npx", certainty: certain, change: "Run npx with --yes, or install the package beforehand and start it directly.", prefix: []string{"Need to install the following packages", "Ok to proceed? (y)"}},
	{name: "pnpm", certainty: certain, change: "Run pnpm with --silent, or start the program itself.", prefix: []string{"Lockfile is up to date, resolution step is skipped", "Progress: resolved ", " ERR_PNPM_", "Already up to date", "Packages: +"}},
	{name: "yarn", certainty: certain, change: "Run yarn with --silent, or start the program itself.", prefix: []string{"yarn run v", "➤ YN0", "info Visit https://yarnpkg.com"}},
	{name: "yarn", certainty: likely, change: "Run yarn with --silent, or start the program itself.", prefix: []string{"Done in "}, look: func(l []byte) bool { return bytes.HasSuffix(bytes.TrimSpace(l), []byte("s.")) }},
	{name: "Node warning", certainty: certain, change: "Node writes warnings to stderr; whoever printed this line to stdout re-emits them: run with NODE_NO_WARNINGS=1 and remove the handler that logs process warnings to stdout.",
		prefix: []string{"(node:", "(Use `node --trace-"}},
	{name: "Node stack trace", certainty: likely, change: toNode, prefix: []string{"node:internal/", "Node.js v", "Uncaught ", "UnhandledPromiseRejection", "    at "},
		look: func(l []byte) bool {
			return !startsAny(l, "    at ") || bytes.Contains(l, []byte("node:")) || bytes.Contains(l, []byte(".js:")) || bytes.Contains(l, []byte(".ts:"))
		}},
	{name: "nodemon", certainty: certain, change: "Start the server itself: nodemon prints on stdout.", prefix: []string{"[nodemon]"}},
	{name: "ts-node", certainty: certain, change: "Start the compiled program; compilers print on stdout.", prefix: []string{"[TS-NODE]", "[tsx]", "[esbuild]"}},
	{name: "Bun", certainty: certain, change: "Start the program itself: bun run prints the command.", prefix: []string{"bun install v", "bun run v", "$ bun "}},
	{name: "Deno", certainty: likely, change: "Run deno with --quiet.", prefix: []string{"Download https://", "Download jsr", "Check file://", "Task "}, look: func(l []byte) bool {
		return !startsAny(l, "Task ") || bytes.Contains(l, []byte(" deno "))
	}},
	{name: "Node inspected object", certainty: likely, detail: "object-dump", change: toNode, look: nodeInspect},

	// Python and its tools.
	{name: "Python traceback", certainty: certain, starts: true, change: "Let the exception reach stderr: do not print tracebacks with print() or traceback.print_exc(file=sys.stdout).",
		prefix: []string{"Traceback (most recent call last):"}},
	{name: "Python warnings", certainty: certain, change: "warnings go to stderr unless they are redirected: remove warnings.showwarning overrides that print, or set PYTHONWARNINGS=ignore.",
		any: []string{": UserWarning:", ": DeprecationWarning:", ": FutureWarning:", ": RuntimeWarning:", ": SyntaxWarning:", ": ResourceWarning:", ": PydanticDeprecatedSince", ": ImportWarning:"}},
	{name: "Python logging", certainty: certain, starts: true, detail: "log-prefix", change: toPyLog, look: pyBasicLog},
	{name: "Python logging", certainty: likely, starts: true, detail: "log-timestamp", change: toPyLog, look: pyTimestampLog},
	{name: "uvicorn", certainty: certain, starts: true, change: "uvicorn serves HTTP: start the server with its stdio transport.", has: []string{"INFO:     "}, any: []string{"Uvicorn running on", "Started server process [", "Waiting for application startup", "Application startup complete"}},
	{name: "uv", certainty: certain, change: "Run uv with --quiet, or install beforehand: uv prints its progress.", look: uvProgress},
	{name: "pip", certainty: certain, change: toPkg, prefix: []string{"Requirement already satisfied: ", "Successfully installed ", "[notice] A new release of pip", "Installing collected packages: ", "Successfully built "}},
	{name: "pip", certainty: likely, change: toPkg, prefix: []string{"Collecting ", "  Downloading ", "  Using cached "}},
	{name: "Poetry", certainty: certain, change: toPkg, prefix: []string{"Installing dependencies from lock file", "Creating virtualenv "}},
	{name: "tqdm", certainty: certain, change: "tqdm writes to stderr unless it is told otherwise: remove file=sys.stdout, or pass disable=None.", has: []string{"%|"}, any: []string{"it/s", "s/it", "?it"}},
	{name: "FastMCP banner", certainty: certain, change: "Call run(show_banner=False), or set FASTMCP_SHOW_SERVER_BANNER=false.", any: []string{"FastMCP ", "gofastmcp.com"},
		look: func(l []byte) bool {
			return bytes.Contains(l, []byte("│")) || bytes.Contains(l, []byte("gofastmcp.com"))
		}},
	{name: "Rich", certainty: likely, change: "Create the console on stderr: Console(stderr=True), and RichHandler(console=Console(stderr=True)).", prefix: []string{"╭", "╰", "┏", "┗", "┡"}},
	{name: "Rich", certainty: likely, change: "Create the console of the progress bar on stderr: Progress(console=Console(stderr=True)).", has: []string{"━━━", "%"}},
	{name: "Rich logging", certainty: likely, starts: true, detail: "log-prefix", change: "Create the console on stderr: RichHandler(console=Console(stderr=True)).", look: richLog},
	{name: "Click or argparse usage", certainty: likely, change: "The program was started without the command or arguments that make it a server; usage text belongs on stderr.", prefix: []string{"usage: ", "Usage: "}},
	{name: "Python print()", certainty: likely, detail: "python-repr", change: toPython, look: pyRepr},

	// Java.
	{name: "Spring Boot", certainty: certain, change: toSpring, any: []string{":: Spring Boot ::"}},
	{name: "Spring Boot", certainty: certain, change: toSpring, any: []string{"  .   ____          _"}},
	{name: "Spring Boot logging", certainty: certain, starts: true, detail: "log-timestamp", change: toSpring, has: []string{" --- [", "] "}, look: timestamped},
	{name: "SLF4J", certainty: certain, change: toJava, prefix: []string{"SLF4J: ", "SLF4J("}},
	{name: "Logback", certainty: likely, starts: true, detail: "log-timestamp", change: toJava, look: logback},
	{name: "Gradle", certainty: certain, change: "Run the installed program or jar, not the build: gradle prints on stdout (or use --quiet --console=plain).", prefix: []string{"> Task :", "Starting a Gradle Daemon", "Welcome to Gradle", "Deprecated Gradle features"}},
	{name: "Maven", certainty: certain, change: "Run the built jar, not the build: maven prints on stdout (or use --quiet).", prefix: []string{"[INFO] Scanning for projects", "[INFO] BUILD ", "[INFO] ---", "[INFO] Building ", "[WARNING] ", "[INFO] ----"}},
	{name: "Gradle or Maven", certainty: likely, change: "Run the built program, not the build.", prefix: []string{"BUILD SUCCESSFUL", "BUILD FAILED"}},
	{name: "Java stack trace", certainty: likely, starts: true, change: toJava, prefix: []string{"Exception in thread ", "java.lang.", "Caused by: java."}},
	{name: "Java runtime", certainty: certain, change: "Unset the variable: the runtime announces it.", prefix: []string{"Picked up JAVA_TOOL_OPTIONS", "Picked up _JAVA_OPTIONS"}},

	// .NET.
	{name: ".NET console logger", certainty: certain, starts: true, detail: "log-prefix", change: toDotnet, look: dotnetLog},
	{name: "dotnet run", certainty: certain, change: "Start the built program: dotnet run prints build output on stdout.", prefix: []string{"Building...", "Using launch settings from ", "  Determining projects to restore", "Determining projects to restore", "  All projects are up-to-date", "MSBuild version ", "Build succeeded."}},
	{name: ".NET exception", certainty: likely, starts: true, change: "Write exceptions to Console.Error.", prefix: []string{"Unhandled exception. System."}},

	// Go.
	{name: "Go panic", certainty: certain, starts: true, change: "A panic goes to stderr by itself: whoever recovers it prints to stdout. Print to os.Stderr there.", look: goPanic},
	{name: "Gin", certainty: certain, starts: true, change: "Set gin.DefaultWriter = os.Stderr, or gin.SetMode(gin.ReleaseMode).", prefix: []string{"[GIN-debug]", "[GIN] "}},
	{name: "Go log", certainty: certain, starts: true, detail: "log-timestamp", change: toGo, look: goLog},
	{name: "Go slog", certainty: certain, starts: true, detail: "log-prefix", change: "Give the handler os.Stderr: slog.NewTextHandler(os.Stderr, nil).", prefix: []string{"time="}, has: []string{" level=", " msg="}},
	{name: "logrus", certainty: likely, starts: true, detail: "log-prefix", change: "logrus.SetOutput(os.Stderr).", look: logrusLog},

	// Rust.
	{name: "Rust panic", certainty: certain, starts: true, change: "A panic goes to stderr by itself: a hook prints to stdout. Use eprintln! in it.", prefix: []string{"thread '"}, has: []string{"panicked at"}},
	{name: "Rust tracing", certainty: likely, starts: true, detail: "log-timestamp", change: toRust, look: tracingLog},
	{name: "Rust env_logger", certainty: likely, starts: true, detail: "log-timestamp", change: "env_logger writes to stderr unless told otherwise: remove .target(Target::Stdout).", look: envLogger},
	{name: "Cargo", certainty: certain, change: "Start the built binary; or cargo run --quiet.", prefix: []string{"   Compiling ", "    Finished ", "     Running `", "    Updating crates.io", "  Downloaded "}},

	// PHP, Ruby.
	{name: "PHP", certainty: certain, change: "Set display_errors=stderr (php -d display_errors=stderr).", prefix: []string{"PHP Warning:", "PHP Notice:", "PHP Deprecated:", "PHP Fatal error:", "PHP Parse error:"}},
	{name: "PHP", certainty: likely, change: "Set display_errors=stderr (php -d display_errors=stderr).", prefix: []string{"Warning: ", "Deprecated: ", "Notice: ", "Fatal error: "}, has: []string{".php on line "}},

	// Containers.
	{name: "Docker", certainty: certain, change: "Pull the image beforehand, and start the container with docker run -i --rm --quiet, without -t.", prefix: []string{"Unable to find image '", "WARNING: The requested image's platform", "Digest: sha256:", "Status: Downloaded newer image", "docker: ", "the input device is not a TTY"}},
	{name: "Docker", certainty: likely, change: "Pull the image beforehand: docker pull prints its progress.", any: []string{": Pulling from ", ": Pulling fs layer", ": Pull complete", ": Already exists"}},

	// Shells.
	{name: "nvm", certainty: certain, change: toShell, prefix: []string{"Now using node v", "Found '", "Using Node v"}, look: func(l []byte) bool {
		return !startsAny(l, "Found '") || bytes.Contains(l, []byte(".nvmrc"))
	}},
	{name: "chcp", certainty: certain, change: "Redirect it: chcp 65001 >nul.", prefix: []string{"Active code page: ", "Aktive Codepage: ", "Page de codes active", "Página de códigos activa", "Tabella codici attiva", "Текущая кодовая страница"}},
	{name: "cmd.exe", certainty: certain, change: "Start the program itself, not through cmd; in a batch file put @echo off first.", prefix: []string{"Microsoft Windows [Version", "(c) Microsoft Corporation", "Terminate batch job (Y/N)?"}},
	{name: "PowerShell", certainty: certain, change: "Start it with -NoLogo -NoProfile -NonInteractive, and write with [Console]::Error or Write-Error; what PowerShell prints goes to stdout.",
		any: []string{"+ CategoryInfo          :", "+ FullyQualifiedErrorId :", "A new PowerShell stable release is available", "because running scripts is disabled on this system"}},
	{name: "PowerShell", certainty: certain, change: "Start it with -NoLogo -NoProfile -NonInteractive.", prefix: []string{"Windows PowerShell", "PowerShell 7.", "PS C:\\", "Copyright (C) Microsoft Corporation"}},
	{name: "cmd.exe", certainty: certain, change: "The command was not found by cmd: give its full path, or cmd /c with the right PATH.", any: []string{"is not recognized as an internal or external command"}},
	{name: "cmd.exe", certainty: likely, change: "In the batch file put @echo off first.", look: cmdEcho},
	{name: "shell profile", certainty: likely, change: toShell, prefix: []string{"Agent pid ", "Last login: ", "Restored session: ", "The default interactive shell is now zsh", "Identity added: ", "Saving session...", "Loading personal and system profiles took"}},
	{name: "shell", certainty: likely, change: "The command was not found by the shell that starts the server: give the full path.", prefix: []string{"bash: ", "sh: ", "zsh: ", "/bin/sh: ", "/bin/bash: "}},

	// What no program owns.
	{name: "SSE framing", certainty: likely, change: "This is the stream of an HTTP transport: start the server with its stdio transport, one JSON message a line.", prefix: []string{"event: message", "event: endpoint", "data: {\"jsonrpc\"", "data: /"}},
	{name: "progress bar", certainty: likely, change: toBars, look: progressBar},
	{name: "terminal control sequences", certainty: possible, detail: "ansi-escape", change: "Colours and cursor movement are for terminals: write them to stderr, and only when it is one.", look: func(l []byte) bool { return bytes.IndexByte(l, 0x1b) >= 0 }},
}

// jsonSignatures recognise structured log records.
var jsonSignatures = []signature{
	{name: "bunyan", certainty: certain, change: "Give bunyan the stream process.stderr.", has: []string{`"v":0`, `"hostname":`, `"level":`}},
	{name: "pino", certainty: certain, change: "Give pino the destination stderr: pino(pino.destination(2)).", has: []string{`"level":`, `"time":`, `"pid":`}},
	{name: ".NET JSON console logger", certainty: certain, change: toDotnet, has: []string{`"EventId":`, `"LogLevel":`, `"Category":`}},
	{name: "Serilog", certainty: likely, change: "Write to stderr: WriteTo.Console(standardErrorFromLevel: LogEventLevel.Verbose).", any: []string{`"@t":`, `"MessageTemplate":`}},
	{name: "Logback JSON", certainty: likely, change: toJava, has: []string{`"@timestamp":`, `"logger_name":`}},
	{name: "Rust tracing (JSON)", certainty: certain, change: toRust, has: []string{`"timestamp":`, `"level":`, `"fields":`, `"target":`}},
	{name: "Go slog (JSON)", certainty: likely, change: "Give the handler os.Stderr: slog.NewJSONHandler(os.Stderr, nil).", prefix: []string{`{"time":"`}, has: []string{`"level":"`, `"msg":"`}},
	{name: "zap", certainty: likely, change: "Set OutputPaths to stderr in zap's configuration.", prefix: []string{`{"level":"`}, has: []string{`"ts":`, `"msg":`}},
	{name: "winston", certainty: likely, change: "Give the console transport stderrLevels with all levels, or write to a stream on stderr.", prefix: []string{`{"level":"`, `{"message":`}, has: []string{`"message":`, `"level":`}},
	{name: "structured Python logging", certainty: possible, change: toPyLog, has: []string{`"event":`, `"level":`}},
	{name: "a JSON logger", certainty: possible, change: "Send the logger's records to stderr.", any: []string{`"level":`, `"severity":`, `"lvl":`, `"loglevel":`, `"log_level":`}},
}

// recognise finds what printed a line of text; nil when nothing is known of it.
func recognise(line []byte) *signature {
	return firstOf(signatures, visible(line))
}

// recogniseJSON finds what wrote a JSON record.
func recogniseJSON(line []byte) *signature { return firstOf(jsonSignatures, line) }

func firstOf(table []signature, line []byte) *signature {
	if len(line) > maxSignature {
		line = line[:maxSignature]
	}
	for i := range table {
		if table[i].matches(line) {
			return &table[i]
		}
	}
	return nil
}

// maxSignature bounds how far into a line anybody signs.
const maxSignature = 4096

func (s *signature) matches(line []byte) bool {
	if len(s.prefix) > 0 && !startsAny(line, s.prefix...) {
		return false
	}
	for _, h := range s.has {
		if !bytes.Contains(line, []byte(h)) {
			return false
		}
	}
	if len(s.any) > 0 {
		found := false
		for _, h := range s.any {
			found = found || bytes.Contains(line, []byte(h))
		}
		if !found {
			return false
		}
	}
	return s.look == nil || s.look(line)
}

func startsAny(line []byte, prefixes ...string) bool {
	for _, p := range prefixes {
		if len(line) >= len(p) && string(line[:len(p)]) == p {
			return true
		}
	}
	return false
}
