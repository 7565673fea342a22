package engine

import "bytes"

// The changes that several signatures share.
const (
	toNode    = "Replace console.log and console.info by console.error; in a dependency, redirect console.log to stderr before it is loaded: console.log = console.error."
	toPython  = "Print to stderr: print(..., file=sys.stderr); to be safe against dependencies, set sys.stdout = sys.stderr before they are imported and give the transport the real stdout."
	toPyLog   = "Point the logging handler at stderr: logging.basicConfig(stream=sys.stderr), or StreamHandler() without an argument."
	toNPM     = "Start the program itself (node path/to/server.js), or run npm with --silent; npm run prints a banner on stdout."
	toPkg     = "Install once beforehand and start the installed program; installers print their progress on stdout."
	toGo      = "Leave the log package on its default, stderr: remove log.SetOutput(os.Stdout), and use fmt.Fprintln(os.Stderr, ...) instead of fmt.Println."
	toRust    = "Use eprintln! instead of println!, and give the subscriber .with_writer(std::io::stderr)."
	toJava    = "Send the console appender to stderr (logback: <target>System.err</target>) and use System.err instead of System.out."
	toSpring  = "Set spring.main.banner-mode=off and send logging to stderr or a file: logging.pattern.console= empties the console appender."
	toDotnet  = "Configure the console logger with LogToStandardErrorThreshold = LogLevel.Trace."
	toShell   = "Start the server without an interactive or login shell, or make the profile print nothing when stdout is no terminal."
	toQuarkus = "Set quarkus.log.console.stderr=true and quarkus.banner.enabled=false."
	toSerilog = "Write to stderr: WriteTo.Console(standardErrorFromLevel: LogEventLevel.Verbose)."
	toLogrus  = "logrus.SetOutput(os.Stderr)."
	toZerolog = "Give the logger os.Stderr: zerolog.New(os.Stderr), or ConsoleWriter{Out: os.Stderr}."
	toZap     = "Set OutputPaths to stderr in zap's configuration."
	toWinston = "Give the console transport stderrLevels with all levels, or write to a stream on stderr."
	toShim    = "Start the runtime by its full path, not by the name that a version manager catches."
	toPHP     = "Set display_errors=stderr (php -d display_errors=stderr -d html_errors=0)."
	toBuilt   = "Start the compiled program; compilers print on stdout."
	toBars    = "Draw progress on stderr, and only when it is a terminal."
)

// signatures is the table. Narrow ones stand before wide ones.
var signatures = []signature{
	// Node and its tools.
	{name: "dotenv", certainty: certain, starts: true, change: "Pass { quiet: true } to dotenv.config(), or set DOTENV_CONFIG_QUIET=true.",
		prefix: "[dotenv@¦[dotenvx@¦◇ injected env¦◇ injecting env"},
	{name: "dotenv", certainty: likely, starts: true, change: "Pass { quiet: true } to dotenv.config(), or set DOTENV_CONFIG_QUIET=true.",
		has: " env (¦ from ", any: "injecting env (¦injected env ("},
	{name: "npm run", certainty: certain, change: toNPM, look: npmBanner},
	{name: "npm", certainty: certain, change: toNPM, prefix: "npm warn¦npm WARN¦npm ERR!¦npm error¦npm notice"},
	{name: "npm install", certainty: likely, change: toPkg, any: "packages in ¦package in ¦found 0 vulnerabilities¦packages are looking for funding¦up to date, audited",
		look: func(l []byte) bool {
			return startsAny(l, "added ", "removed ", "changed ", "up to date", "found ", "audited ") || digit(l)
		}},
	{name: "npx", certainty: certain, change: "Run npx with --yes, or install the package beforehand and start it directly.", prefix: "Need to install the following packages¦Ok to proceed? (y)"},
	{name: "npm run", certainty: likely, change: toNPM, prefix: "> node ¦> tsx ¦> tsc¦> ts-node ¦> npx "},
	{name: "yarn or pnpm", certainty: likely, change: "Run it with --silent, or start the program itself.", prefix: "$ node ¦$ tsx ¦$ ts-node "},
	{name: "pnpm", certainty: certain, change: "Run pnpm with --silent, or start the program itself.", prefix: "Lockfile is up to date, resolution step is skipped¦Progress: resolved ¦ ERR_PNPM_¦Already up to date¦Packages: +"},
	{name: "yarn", certainty: certain, change: "Run yarn with --silent, or start the program itself.", prefix: "yarn run v¦➤ YN0¦info Visit https://yarnpkg.com"},
	{name: "yarn", certainty: likely, change: "Run yarn with --silent, or start the program itself.", prefix: "Done in ", look: func(l []byte) bool { return bytes.HasSuffix(bytes.TrimSpace(l), []byte("s.")) }},
	{name: "Node warning", certainty: certain, change: "Node writes warnings to stderr; whoever printed this line to stdout re-emits them: run with NODE_NO_WARNINGS=1 and remove the handler that logs process warnings to stdout.",
		prefix: "(node:¦(Use `node --trace-¦ExperimentalWarning: "},
	{name: "Node stack trace", certainty: likely, change: toNode, prefix: "node:internal/¦Node.js v¦Uncaught ¦UnhandledPromiseRejection¦    at ",
		look: func(l []byte) bool {
			return !startsAny(l, "    at ") || bytes.Contains(l, []byte("node:")) || bytes.Contains(l, []byte(".js:")) || bytes.Contains(l, []byte(".ts:"))
		}},
	{name: "NestJS", certainty: certain, starts: true, detail: "log-prefix", change: "Create the application with { logger: false }, or with a logger that writes to stderr.", prefix: "[Nest] "},
	{name: "pino-pretty", certainty: likely, starts: true, detail: "log-timestamp", change: "Give pino-pretty the destination 2.", form: "[dd:dd:dd.ddd] ¦[dddd-dd-ddTdd:dd:dd.dddZ] ", has: "): ", any: "INFO (¦WARN (¦ERROR (¦DEBUG (¦TRACE (¦FATAL ("},
	{name: "winston", certainty: possible, starts: true, detail: "log-prefix", change: toWinston, prefix: "info: ¦warn: ¦error: ¦debug: ", has: ` {"¦"}`},
	{name: "Sentry", certainty: certain, change: "Leave debug out of Sentry.init.", prefix: "Sentry Logger ["},
	{name: "Prisma", certainty: certain, change: "Let PrismaClient's log emit events, and write them to stderr; run prisma beforehand.", prefix: "prisma:query ¦prisma:info ¦prisma:warn ¦prisma:error ¦Prisma schema loaded from "},
	{name: "Sequelize", certainty: certain, change: "Pass logging: false to Sequelize, or logging: console.error.", prefix: "Executing (default): "},
	{name: "node --watch", certainty: certain, change: "Start the server itself: watch mode prints on stdout.", prefix: "Restarting '¦Completed running '¦Failed running '"},
	{name: "nodemon", certainty: certain, change: "Start the server itself: nodemon prints on stdout.", prefix: "[nodemon]"},
	{name: "ts-node", certainty: certain, change: toBuilt, prefix: "[TS-NODE]¦[tsx]¦[esbuild]"},
	{name: "TypeScript compiler", certainty: certain, change: toBuilt, any: ": error TS¦ - error TS¦Starting compilation in watch mode...¦File change detected. Starting incremental compilation..."},
	{name: "bundler", certainty: likely, change: toBuilt, prefix: "CLI Building entry: ¦CLI Using tsconfig: ¦ESM Build ¦CJS Build ¦  VITE v¦webpack 5.¦webpack compiled "},
	{name: "Bun", certainty: certain, change: "Start the program itself: bun run prints the command.", prefix: "bun install v¦bun run v¦$ bun ¦Resolved, downloaded and extracted ["},
	{name: "Deno", certainty: likely, change: "Run deno with --quiet.", prefix: "Download https://¦Download jsr¦Check file://¦Task ¦Warning The following packages contained npm lifecycle scripts", look: func(l []byte) bool {
		return !startsAny(l, "Task ") || bytes.Contains(l, []byte(" deno "))
	}},
	{name: "Node inspected object", certainty: likely, detail: "object-dump", change: toNode, look: nodeInspect},

	// Python and its tools.
	{name: "Python traceback", certainty: certain, starts: true, change: "Let the exception reach stderr: do not print tracebacks with print() or traceback.print_exc(file=sys.stdout).",
		prefix: "Traceback (most recent call last):¦Exception in thread Thread-"},
	{name: "Python warnings", certainty: certain, change: "warnings go to stderr unless they are redirected: remove warnings.showwarning overrides that print, or set PYTHONWARNINGS=ignore.",
		any: ": UserWarning:¦: DeprecationWarning:¦: FutureWarning:¦: RuntimeWarning:¦: SyntaxWarning:¦: ResourceWarning:¦: PydanticDeprecatedSince¦: ImportWarning:¦: LangChainDeprecationWarning:"},
	{name: "SQLAlchemy", certainty: certain, starts: true, change: "Leave echo out of create_engine: it logs on stdout.", any: " sqlalchemy.engine.Engine ¦INFO:sqlalchemy.engine"},
	{name: "Quarkus", certainty: likely, starts: true, detail: "log-timestamp", change: toQuarkus, form: "dddd-dd-dd dd:dd:dd,ddd ", has: "] (", any: " INFO  [¦ WARN  [¦ ERROR [¦ DEBUG ["},
	{name: "loguru", certainty: certain, starts: true, detail: "log-timestamp", change: "loguru writes to stderr unless told otherwise: remove logger.add(sys.stdout).", form: "dddd-dd-dd dd:dd:dd.ddd | "},
	{name: "structlog", certainty: certain, starts: true, detail: "log-timestamp", change: "structlog prints on stdout unless told otherwise: structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr)).",
		any: "[debug    ] ¦[info     ] ¦[warning  ] ¦[error    ] ¦[critical ] "},
	{name: "Python logging", certainty: certain, starts: true, detail: "log-prefix", change: toPyLog, look: pyBasicLog},
	{name: "Python logging", certainty: likely, starts: true, detail: "log-timestamp", change: toPyLog, form: "dddd-dd-dd dd:dd:dd,ddd¦[dddd-dd-dd dd:dd:dd,ddd"},
	{name: "uvicorn", certainty: certain, starts: true, change: "uvicorn serves HTTP: start the server with its stdio transport.", has: "INFO:     ", any: "Uvicorn running on¦Started server process [¦Waiting for application startup¦Application startup complete¦ HTTP/1.1\" "},
	{name: "uv", certainty: certain, change: "Run uv with --quiet, or install beforehand: uv prints its progress.", look: uvProgress},
	{name: "conda", certainty: certain, change: "Start the environment's own program by its path, not through conda.",
		prefix: "Collecting package metadata (¦Solving environment: ¦==> WARNING: A newer version of conda exists¦CondaError: ¦Preparing transaction: ¦Executing transaction: "},
	{name: "pip", certainty: certain, change: toPkg, prefix: "Requirement already satisfied: ¦Successfully installed ¦[notice] A new release of pip¦[notice] To update, run: ¦WARNING: You are using pip version¦WARNING: Running pip as the 'root' user¦Looking in indexes: ¦Defaulting to user installation because ¦Installing collected packages: ¦Successfully built "},
	{name: "pip", certainty: likely, change: toPkg, prefix: "Collecting ¦  Downloading ¦  Using cached "},
	{name: "Poetry", certainty: certain, change: toPkg, prefix: "Installing dependencies from lock file¦Creating virtualenv "},
	{name: "tqdm", certainty: certain, change: "tqdm writes to stderr unless it is told otherwise: remove file=sys.stdout, or pass disable=None.", has: "%|", any: "it/s¦s/it¦?it¦B/s¦ [00:"},
	{name: "NLTK", certainty: certain, change: "Download beforehand, or pass quiet=True to nltk.download.", prefix: "[nltk_data] "},
	{name: "pygame", certainty: certain, change: "Set PYGAME_HIDE_SUPPORT_PROMPT=1.", prefix: "pygame 2.¦pygame-ce 2.¦Hello from the pygame community"},
	{name: "Crawl4AI", certainty: certain, change: "Pass verbose=False to BrowserConfig and CrawlerRunConfig.", prefix: "[INIT].... ¦[FETCH]... ¦[SCRAPE].. ¦[COMPLETE] ¦[EXTRACT]. "},
	{name: "FastMCP banner", certainty: certain, change: "Call run(show_banner=False), or set FASTMCP_SHOW_SERVER_BANNER=false.", any: "FastMCP ¦gofastmcp.com",
		look: func(l []byte) bool {
			return bytes.Contains(l, []byte("│")) || bytes.Contains(l, []byte("gofastmcp.com"))
		}},
	{name: "Rich", certainty: likely, vague: true, change: "Create the console on stderr: Console(stderr=True), and RichHandler(console=Console(stderr=True)).", prefix: "╭¦╰¦┏¦┗¦┡"},
	{name: "Rich", certainty: likely, change: "Create the console of the progress bar on stderr: Progress(console=Console(stderr=True)).", has: "━━━¦%"},
	{name: "Rich logging", certainty: likely, starts: true, detail: "log-prefix", change: "Create the console on stderr: RichHandler(console=Console(stderr=True)).", look: richLog},
	{name: "Click or argparse usage", certainty: likely, change: "The program was started without the command or arguments that make it a server; usage text belongs on stderr.", prefix: "usage: ¦Usage: "},
	{name: "Python print()", certainty: likely, detail: "python-repr", change: toPython, look: pyRepr},

	// Java.
	{name: "Spring Boot", certainty: certain, change: toSpring, any: ":: Spring Boot ::"},
	{name: "Spring Boot", certainty: certain, change: toSpring, any: "  .   ____          _"},
	{name: "Spring Boot logging", certainty: certain, starts: true, detail: "log-timestamp", change: toSpring, has: " --- [¦] ", form: "dddd-dd-ddTdd:dd:dd¦dddd-dd-dd dd:dd:dd"},
	{name: "SLF4J", certainty: certain, change: toJava, prefix: "SLF4J: ¦SLF4J("},
	{name: "Quarkus", certainty: certain, change: toQuarkus, prefix: "__  ____  __  _____   ___  __ ____  ______"},
	{name: "Micronaut", certainty: certain, change: "Start it with Micronaut.build(args).banner(false), and send logging to stderr.", prefix: "  Micronaut (v"},
	{name: "Log4j", certainty: certain, starts: true, change: `Give the console appender target="SYSTEM_ERR", and put a configuration and log4j-core on the class path.`, prefix: "log4j:WARN ¦log4j:ERROR ¦ERROR StatusLogger ¦WARN StatusLogger "},
	{name: "Logback", certainty: likely, starts: true, detail: "log-timestamp", change: toJava, look: logback},
	{name: "Gradle", certainty: certain, change: "Run the installed program or jar, not the build: gradle prints on stdout (or use --quiet --console=plain).", prefix: "> Task :¦> Configure project¦Starting a Gradle Daemon¦Welcome to Gradle¦Deprecated Gradle features"},
	{name: "Maven", certainty: certain, change: "Run the built jar, not the build: maven prints on stdout (or use --quiet).", prefix: "[INFO] Scanning for projects¦[INFO] BUILD ¦[INFO] ---¦[INFO] Building ¦[WARNING] ¦[INFO] ----"},
	{name: "Gradle or Maven", certainty: likely, change: "Run the built program, not the build.", prefix: "BUILD SUCCESSFUL¦BUILD FAILED"},
	{name: "Java stack trace", certainty: likely, starts: true, change: toJava, prefix: "Exception in thread \"¦java.lang.¦Caused by: java."},
	{name: "Java runtime", certainty: certain, change: "Unset the variable: the runtime announces it.", prefix: "Picked up JAVA_TOOL_OPTIONS¦Picked up _JAVA_OPTIONS"},
	{name: "Java runtime", certainty: certain, change: "Start java with -XX:+DisplayVMOutputToStderr: the virtual machine warns on stdout.", prefix: "OpenJDK 64-Bit Server VM warning: ¦Java HotSpot(TM) 64-Bit Server VM warning: ¦WARNING: A terminally deprecated method in sun.misc.Unsafe¦WARNING: sun.misc.Unsafe::¦WARNING: An illegal reflective access¦WARNING: A restricted method in java.lang"},

	// .NET.
	{name: ".NET console logger", certainty: certain, starts: true, detail: "log-prefix", change: toDotnet, look: dotnetLog},
	{name: ".NET console logger", certainty: likely, starts: true, detail: "log-prefix", change: toDotnet, prefix: "trce: ¦dbug: ¦crit: ¦info: Microsoft.¦warn: Microsoft.¦fail: Microsoft."},
	{name: "Serilog", certainty: likely, starts: true, detail: "log-timestamp", change: toSerilog, any: " INF] ¦ WRN] ¦ ERR] ¦ DBG] ¦ VRB] ¦ FTL] ¦ [INF] ¦ [WRN] ¦ [ERR] ¦ [DBG] "},
	{name: "NLog", certainty: likely, starts: true, detail: "log-timestamp", change: `Give the console target stdErr="true".`, form: "dddd-dd-dd dd:dd:dd.dddd|"},
	{name: "dotnet", certainty: certain, change: "Run dotnet once beforehand, or set DOTNET_NOLOGO=1.", prefix: "Welcome to .NET "},
	{name: "dotnet run", certainty: certain, change: "Start the built program: dotnet run prints build output on stdout.", any: ": warning CS¦: error CS¦: warning NU¦: error NU"},
	{name: "dotnet run", certainty: certain, change: "Start the built program: dotnet run prints build output on stdout.", prefix: "Building...¦Using launch settings from ¦  Determining projects to restore¦Determining projects to restore¦  All projects are up-to-date¦MSBuild version ¦Build succeeded."},
	{name: ".NET exception", certainty: likely, starts: true, change: "Write exceptions to Console.Error.", prefix: "Unhandled exception. System."},

	// Go.
	{name: "Go panic", certainty: certain, starts: true, change: "A panic goes to stderr by itself: whoever recovers it prints to stdout. Print to os.Stderr there.", look: goPanic},
	{name: "Gin", certainty: certain, starts: true, change: "Set gin.DefaultWriter = os.Stderr, or gin.SetMode(gin.ReleaseMode).", prefix: "[GIN-debug]¦[GIN] "},
	{name: "Go log", certainty: certain, starts: true, detail: "log-timestamp", change: toGo, form: "dddd/dd/dd dd:dd:dd"},
	{name: "logrus", certainty: certain, starts: true, detail: "log-prefix", change: toLogrus, prefix: `time="`, has: " level=¦ msg="},
	{name: "Go slog", certainty: certain, starts: true, detail: "log-prefix", change: "Give the handler os.Stderr: slog.NewTextHandler(os.Stderr, nil).", prefix: "time=", has: " level=¦ msg="},
	{name: "logrus", certainty: likely, starts: true, detail: "log-prefix", change: toLogrus, look: logrusLog},
	{name: "zerolog", certainty: likely, starts: true, detail: "log-timestamp", change: toZerolog, form: "d:ddAM ¦dd:ddAM ¦d:ddPM ¦dd:ddPM ", any: " TRC ¦ DBG ¦ INF ¦ WRN ¦ ERR ¦ FTL "},

	// Rust.
	{name: "Rust panic", certainty: certain, starts: true, change: "A panic goes to stderr by itself: a hook prints to stdout. Use eprintln! in it.", prefix: "thread '", has: "panicked at"},
	{name: "Rust tracing", certainty: likely, starts: true, detail: "log-timestamp", change: toRust, look: tracingLog},
	{name: "Rust env_logger", certainty: likely, starts: true, detail: "log-timestamp", change: "env_logger writes to stderr unless told otherwise: remove .target(Target::Stdout).", look: envLogger},
	{name: "Cargo", certainty: certain, change: "Start the built binary; or cargo run --quiet.", prefix: "   Compiling ¦    Finished ¦     Running `¦    Updating crates.io¦  Downloaded "},

	// PHP, Ruby.
	{name: "PHP", certainty: certain, change: toPHP, prefix: "PHP Warning:¦PHP Notice:¦PHP Deprecated:¦PHP Fatal error:¦PHP Parse error:¦<b>Warning</b>:¦<b>Notice</b>:¦<b>Deprecated</b>:¦<b>Fatal error</b>:¦<b>Parse error</b>:"},
	{name: "PHP", certainty: certain, change: "PHP did not find its script: give the full path, or start it in the project's directory.", prefix: "Could not open input file: "},
	{name: "Xdebug", certainty: certain, change: "Start it with XDEBUG_MODE=off.", prefix: "Xdebug: ["},
	{name: "Monolog", certainty: likely, starts: true, detail: "log-timestamp", change: "Give the StreamHandler php://stderr.", any: ".DEBUG: ¦.INFO: ¦.NOTICE: ¦.WARNING: ¦.ERROR: ¦.CRITICAL: ", form: "[dddd-dd-ddTdd:dd:dd¦[dddd-dd-dd dd:dd:dd"},
	{name: "Laravel", certainty: likely, change: "Something reports an error, or greets, on stdout: start the server with php artisan mcp:start or boost:mcp, and send the exception handler's output to stderr.", any: "vendor/laravel/¦Laravel\\"},
	{name: "Ruby Logger", certainty: certain, starts: true, detail: "log-prefix", change: "Give it $stderr: Logger.new($stderr).", prefix: "D, [¦I, [¦W, [¦E, [¦F, [", has: " -- "},
	{name: "Bundler", certainty: certain, change: toPkg, prefix: "Fetching gem metadata from ¦Bundle complete!¦Bundled gems are installed into "},
	{name: "Elixir Logger", certainty: certain, starts: true, detail: "log-timestamp", change: "Send its default handler to :standard_error.", form: "dd:dd:dd.ddd [", any: " [debug] ¦ [info] ¦ [notice] ¦ [warning] ¦ [error] "},
	{name: "Elixir mix", certainty: certain, change: "Compile beforehand, and start a release or mix run --no-compile.", any: " files (.ex)¦ file (.ex)"},
	{name: "Erlang", certainty: certain, starts: true, change: "Send the logger's default handler to standard_error.", prefix: "=INFO REPORT====¦=ERROR REPORT====¦=CRASH REPORT====¦=PROGRESS REPORT====¦=SUPERVISOR REPORT===="},
	{name: "Swift", certainty: certain, change: "Start the built binary; swift run prints the build.", prefix: "Building for debugging...¦Building for production...¦Build complete! ("},
	{name: "R", certainty: likely, change: "print and cat write to stdout: use message().", prefix: "[1] \""},
	{name: "PHP", certainty: likely, change: toPHP, prefix: "Warning: ¦Deprecated: ¦Notice: ¦Fatal error: ", has: ".php on line "},

	// Containers.
	{name: "Docker", certainty: certain, change: "Pull the image beforehand, and start the container with docker run -i --rm --quiet, without -t.", prefix: "Unable to find image '¦WARNING: The requested image's platform¦Digest: sha256:¦Status: Downloaded newer image¦docker: ¦the input device is not a TTY"},
	{name: "Docker", certainty: likely, change: "Pull the image beforehand: docker pull prints its progress.", any: ": Pulling from ¦: Pulling fs layer¦: Pull complete¦: Already exists"},

	// Shells.
	{name: "fnm", certainty: certain, change: toShell, prefix: "Using Node v"},
	{name: "nvm", certainty: certain, change: toShell, prefix: "Now using node v¦Found '¦N/A: version \"¦nvm is not compatible with ", look: func(l []byte) bool {
		return !startsAny(l, "Found '") || bytes.Contains(l, []byte(".nvmrc"))
	}},
	{name: "version manager", certainty: certain, change: toShim, prefix: "mise WARN¦mise ERROR¦mise ~/¦mise node@¦mise python@¦direnv: ¦Volta error: ¦No preset version installed for command ¦No version is set for command ¦pyenv: ¦rbenv: "},
	{name: "ssh", certainty: likely, change: "Use ssh -T -q, and let the host's profile print nothing when there is no terminal.", prefix: "Welcome to Ubuntu ¦Pseudo-terminal will not be allocated"},
	{name: "chcp", certainty: certain, change: "Redirect it: chcp 65001 >nul.", prefix: "Active code page: ¦Aktive Codepage: ¦Page de codes active¦Página de códigos activa¦Tabella codici attiva¦Текущая кодовая страница"},
	{name: "cmd.exe", certainty: certain, change: "Start the program itself, not through cmd; in a batch file put @echo off first.", prefix: "Microsoft Windows [Version¦(c) Microsoft Corporation¦Terminate batch job (Y/N)?"},
	{name: "PowerShell", certainty: certain, change: "Start it with -NoLogo -NoProfile -NonInteractive, and write with [Console]::Error or Write-Error; what PowerShell prints goes to stdout.",
		any: "is not recognized as the name of a cmdlet¦+ CategoryInfo          :¦+ FullyQualifiedErrorId :¦A new PowerShell stable release is available¦because running scripts is disabled on this system"},
	{name: "PowerShell", certainty: certain, change: "Start it with -NoLogo -NoProfile -NonInteractive.", prefix: "Windows PowerShell¦PowerShell 7.¦PS C:\\¦Copyright (C) Microsoft Corporation¦Loading personal and system profiles took"},
	{name: "cmd.exe", certainty: certain, change: "The command was not found by cmd: give its full path, or cmd /c with the right PATH.", any: "is not recognized as an internal or external command"},
	{name: "cmd.exe", certainty: likely, change: "In the batch file put @echo off first.", look: cmdEcho},
	{name: "shell profile", certainty: likely, change: toShell, prefix: "Agent pid ¦Last login: ¦Restored session: ¦The default interactive shell is now zsh¦Identity added: ¦Saving session...¦[oh-my-zsh] ¦zsh compinit: ¦[WARNING]: Console output during zsh initialization"},
	{name: "interactive shell", certainty: certain, change: toShell, prefix: "bash: cannot set terminal process group¦bash: no job control in this shell"},
	{name: "shell", certainty: likely, change: "The command was not found by the shell that starts the server: give the full path.", prefix: "bash: ¦sh: ¦zsh: ¦/bin/sh: ¦/bin/bash: "},

	// What no program owns.
	{name: "SSE framing", certainty: likely, change: "This is the stream of an HTTP transport: start the server with its stdio transport, one JSON message a line.", prefix: "event: message¦event: endpoint¦data: {\"jsonrpc\"¦data: /"},
	{name: "HTTP framing", certainty: certain, change: "This is an HTTP transport: start the server with its stdio transport, one JSON message a line.", prefix: "HTTP/1."},
	{name: "progress bar", certainty: likely, vague: true, change: toBars, look: progressBar},
	{name: "terminal control sequences", certainty: possible, vague: true, detail: "ansi-escape", change: "Colours and cursor movement are for terminals: write them to stderr, and only when it is one.", look: func(l []byte) bool { return bytes.IndexByte(l, 0x1b) >= 0 }},
}

// jsonSignatures recognise structured log records.
var jsonSignatures = []signature{
	{name: "bunyan", certainty: certain, change: "Give bunyan the stream process.stderr.", has: `"v":0¦"hostname":¦"level":`},
	{name: "pino", certainty: certain, change: "Give pino the destination stderr: pino(pino.destination(2)).", has: `"level":¦"time":¦"pid":`},
	{name: ".NET JSON console logger", certainty: certain, change: toDotnet, has: `"EventId":¦"LogLevel":¦"Category":`},
	{name: "Serilog", certainty: likely, change: toSerilog, any: `"@t":¦"MessageTemplate":`},
	{name: "Logback JSON", certainty: likely, change: toJava, has: `"@timestamp":¦"logger_name":`},
	{name: "Rust tracing (JSON)", certainty: certain, change: toRust, has: `"timestamp":¦"level":¦"fields":¦"target":`},
	{name: "Go slog (JSON)", certainty: likely, change: "Give the handler os.Stderr: slog.NewJSONHandler(os.Stderr, nil).", prefix: `{"time":"`, has: `"level":"¦"msg":"`},
	{name: "zap", certainty: likely, change: toZap, prefix: `{"level":"`, has: `"ts":¦"msg":`},
	{name: "zerolog", certainty: likely, change: toZerolog, prefix: `{"level":"`, has: `"time":"¦"message":"`},
	{name: "Log4j", certainty: certain, change: toJava, has: `"instant":{"epochSecond":`},
	{name: "loguru", certainty: certain, change: "loguru writes to stderr unless told otherwise: remove logger.add(sys.stdout).", has: `"record":{"elapsed":`},
	{name: "structured Python logging", certainty: likely, change: toPyLog, any: `"levelname":`},
	{name: "winston", certainty: likely, change: toWinston, prefix: `{"level":"¦{"message":`, has: `"message":¦"level":`},
	{name: "structured Python logging", certainty: possible, change: toPyLog, has: `"event":¦"level":`},
	{name: "a JSON logger", certainty: possible, change: "Send the logger's records to stderr.", any: `"level":¦"severity":¦"lvl":¦"loglevel":¦"log_level":`},
}
