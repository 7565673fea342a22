package engine

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

// signatures is the table: a signature is one string, which keeps the guest small.
// Between double bars stand its name; how certain it is, what else it is and the
// detail it refines; the change; and what a line must have, each marked by its
// first character: ^ how it begins, ~ the same as a form in which d is a digit,
// & all that it holds, ? something that it holds, = the look of looks.go. Between
// broken bars stand the parts of a list. Narrow ones stand before wide ones.
var signatures = []string{
	// Node and its tools.
	"dotenv‖certain starts‖Pass { quiet: true } to dotenv.config(), or set DOTENV_CONFIG_QUIET=true.‖^[dotenv@¦[dotenvx@¦◇ injected env¦◇ injecting env",
	"dotenv‖likely starts‖Pass { quiet: true } to dotenv.config(), or set DOTENV_CONFIG_QUIET=true.‖& env (¦ from ‖?injecting env (¦injected env (",
	"npm run‖certain‖" + toNPM + "‖=npmBanner",
	"npm‖certain‖" + toNPM + "‖^npm warn¦npm WARN¦npm ERR!¦npm error¦npm notice",
	"npm install‖likely‖" + toPkg + "‖?packages in ¦package in ¦found 0 vulnerabilities¦packages are looking for funding¦up to date, audited‖=npmInstall",
	"npx‖certain‖Run npx with --yes, or install the package beforehand and start it directly.‖^Need to install the following packages¦Ok to proceed? (y)",
	"npm run‖likely‖" + toNPM + "‖^> node ¦> tsx ¦> tsc¦> ts-node ¦> npx ",
	"yarn or pnpm‖likely‖Run it with --silent, or start the program itself.‖^$ node ¦$ tsx ¦$ ts-node ",
	"pnpm‖certain‖Run pnpm with --silent, or start the program itself.‖^Lockfile is up to date, resolution step is skipped¦Progress: resolved ¦ ERR_PNPM_¦Already up to date¦Packages: +",
	"yarn‖certain‖Run yarn with --silent, or start the program itself.‖^yarn run v¦➤ YN0¦info Visit https://yarnpkg.com",
	"yarn‖likely‖Run yarn with --silent, or start the program itself.‖^Done in ‖=yarnDone",
	"Node warning‖certain‖Node writes warnings to stderr; whoever printed this line to stdout re-emits them: run with NODE_NO_WARNINGS=1 and remove the handler that logs process warnings to stdout.‖^(node:¦(Use `node --trace-¦ExperimentalWarning: ",
	"Node stack trace‖likely‖" + toNode + "‖^node:internal/¦Node.js v¦Uncaught ¦UnhandledPromiseRejection¦    at ‖=nodeStack",
	"NestJS‖certain starts log-prefix‖Create the application with { logger: false }, or with a logger that writes to stderr.‖^[Nest] ",
	"pino-pretty‖likely starts log-timestamp‖Give pino-pretty the destination 2.‖~[dd:dd:dd.ddd] ¦[dddd-dd-ddTdd:dd:dd.dddZ] ‖&): ‖?INFO (¦WARN (¦ERROR (¦DEBUG (¦TRACE (¦FATAL (",
	"winston‖possible starts log-prefix‖" + toWinston + "‖^info: ¦warn: ¦error: ¦debug: ‖& {\"¦\"}",
	"Sentry‖certain‖Leave debug out of Sentry.init.‖^Sentry Logger [",
	"Prisma‖certain‖Let PrismaClient's log emit events, and write them to stderr; run prisma beforehand.‖^prisma:query ¦prisma:info ¦prisma:warn ¦prisma:error ¦Prisma schema loaded from ",
	"Sequelize‖certain‖Pass logging: false to Sequelize, or logging: console.error.‖^Executing (default): ",
	"node --watch‖certain‖Start the server itself: watch mode prints on stdout.‖^Restarting '¦Completed running '¦Failed running '",
	"nodemon‖certain‖Start the server itself: nodemon prints on stdout.‖^[nodemon]",
	"ts-node‖certain‖" + toBuilt + "‖^[TS-NODE]¦[tsx]¦[esbuild]",
	"TypeScript compiler‖certain‖" + toBuilt + "‖?: error TS¦ - error TS¦Starting compilation in watch mode...¦File change detected. Starting incremental compilation...",
	"bundler‖likely‖" + toBuilt + "‖^CLI Building entry: ¦CLI Using tsconfig: ¦ESM Build ¦CJS Build ¦  VITE v¦webpack 5.¦webpack compiled ",
	"Bun‖certain‖Start the program itself: bun run prints the command.‖^bun install v¦bun run v¦$ bun ¦Resolved, downloaded and extracted [",
	"Deno‖likely‖Run deno with --quiet.‖^Download https://¦Download jsr¦Check file://¦Task ¦Warning The following packages contained npm lifecycle scripts‖=denoTask",
	"Node inspected object‖likely object-dump‖" + toNode + "‖=nodeInspect",

	// Python and its tools.
	"Python traceback‖certain starts‖Let the exception reach stderr: do not print tracebacks with print() or traceback.print_exc(file=sys.stdout).‖^Traceback (most recent call last):¦Exception in thread Thread-",
	"Python warnings‖certain‖warnings go to stderr unless they are redirected: remove warnings.showwarning overrides that print, or set PYTHONWARNINGS=ignore.‖?: UserWarning:¦: DeprecationWarning:¦: FutureWarning:¦: RuntimeWarning:¦: SyntaxWarning:¦: ResourceWarning:¦: PydanticDeprecatedSince¦: ImportWarning:¦: LangChainDeprecationWarning:",
	"SQLAlchemy‖certain starts‖Leave echo out of create_engine: it logs on stdout.‖? sqlalchemy.engine.Engine ¦INFO:sqlalchemy.engine",
	"Quarkus‖likely starts log-timestamp‖" + toQuarkus + "‖~dddd-dd-dd dd:dd:dd,ddd ‖&] (‖? INFO  [¦ WARN  [¦ ERROR [¦ DEBUG [",
	"loguru‖certain starts log-timestamp‖loguru writes to stderr unless told otherwise: remove logger.add(sys.stdout).‖~dddd-dd-dd dd:dd:dd.ddd | ",
	"structlog‖certain starts log-timestamp‖structlog prints on stdout unless told otherwise: structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr)).‖?[debug    ] ¦[info     ] ¦[warning  ] ¦[error    ] ¦[critical ] ",
	"Python logging‖certain starts log-prefix‖" + toPyLog + "‖=pyBasicLog",
	"Python logging‖likely starts log-timestamp‖" + toPyLog + "‖~dddd-dd-dd dd:dd:dd,ddd¦[dddd-dd-dd dd:dd:dd,ddd",
	"uvicorn‖certain starts‖uvicorn serves HTTP: start the server with its stdio transport.‖&INFO:     ‖?Uvicorn running on¦Started server process [¦Waiting for application startup¦Application startup complete¦ HTTP/1.1\" ",
	"uv‖certain‖Run uv with --quiet, or install beforehand: uv prints its progress.‖=uvProgress",
	"conda‖certain‖Start the environment's own program by its path, not through conda.‖^Collecting package metadata (¦Solving environment: ¦==> WARNING: A newer version of conda exists¦CondaError: ¦Preparing transaction: ¦Executing transaction: ",
	"pip‖certain‖" + toPkg + "‖^Requirement already satisfied: ¦Successfully installed ¦[notice] A new release of pip¦[notice] To update, run: ¦WARNING: You are using pip version¦WARNING: Running pip as the 'root' user¦Looking in indexes: ¦Defaulting to user installation because ¦Installing collected packages: ¦Successfully built ",
	"pip‖likely‖" + toPkg + "‖^Collecting ¦  Downloading ¦  Using cached ",
	"Poetry‖certain‖" + toPkg + "‖^Installing dependencies from lock file¦Creating virtualenv ",
	"tqdm‖certain‖tqdm writes to stderr unless it is told otherwise: remove file=sys.stdout, or pass disable=None.‖&%|‖?it/s¦s/it¦?it¦B/s¦ [00:",
	"NLTK‖certain‖Download beforehand, or pass quiet=True to nltk.download.‖^[nltk_data] ",
	"pygame‖certain‖Set PYGAME_HIDE_SUPPORT_PROMPT=1.‖^pygame 2.¦pygame-ce 2.¦Hello from the pygame community",
	"Crawl4AI‖certain‖Pass verbose=False to BrowserConfig and CrawlerRunConfig.‖^[INIT].... ¦[FETCH]... ¦[SCRAPE].. ¦[COMPLETE] ¦[EXTRACT]. ",
	"FastMCP banner‖certain‖Call run(show_banner=False), or set FASTMCP_SHOW_SERVER_BANNER=false.‖?FastMCP ¦gofastmcp.com‖=fastMCP",
	"Rich‖likely vague‖Create the console on stderr: Console(stderr=True), and RichHandler(console=Console(stderr=True)).‖^╭¦╰¦┏¦┗¦┡",
	"Rich‖likely‖Create the console of the progress bar on stderr: Progress(console=Console(stderr=True)).‖&━━━¦%",
	"Rich logging‖likely starts log-prefix‖Create the console on stderr: RichHandler(console=Console(stderr=True)).‖~[dd/dd/dd dd:dd:dd] ‖?] INFO¦] DEBUG¦] WARNING¦] ERROR¦] CRITICAL",
	"Click or argparse usage‖likely‖The program was started without the command or arguments that make it a server; usage text belongs on stderr.‖^usage: ¦Usage: ",
	"Python print()‖likely python-repr‖" + toPython + "‖=pyRepr",

	// Java.
	"Spring Boot‖certain‖" + toSpring + "‖?:: Spring Boot ::",
	"Spring Boot‖certain‖" + toSpring + "‖?  .   ____          _",
	"Spring Boot logging‖certain starts log-timestamp‖" + toSpring + "‖~dddd-dd-ddTdd:dd:dd¦dddd-dd-dd dd:dd:dd‖& --- [¦] ",
	"SLF4J‖certain‖" + toJava + "‖^SLF4J: ¦SLF4J(",
	"Quarkus‖certain‖" + toQuarkus + "‖^__  ____  __  _____   ___  __ ____  ______",
	"Micronaut‖certain‖Start it with Micronaut.build(args).banner(false), and send logging to stderr.‖^  Micronaut (v",
	"Log4j‖certain starts‖Give the console appender target=\"SYSTEM_ERR\", and put a configuration and log4j-core on the class path.‖^log4j:WARN ¦log4j:ERROR ¦ERROR StatusLogger ¦WARN StatusLogger ",
	"Logback‖likely starts log-timestamp‖" + toJava + "‖~dd:dd:dd.ddd [¦dddd-dd-dd dd:dd:dd.ddd [¦dddd-dd-dd dd:dd:dd [‖?] TRACE ¦] DEBUG ¦] INFO ¦] WARN ¦] ERROR ",
	"Gradle‖certain‖Run the installed program or jar, not the build: gradle prints on stdout (or use --quiet --console=plain).‖^> Task :¦> Configure project¦Starting a Gradle Daemon¦Welcome to Gradle¦Deprecated Gradle features",
	"Maven‖certain‖Run the built jar, not the build: maven prints on stdout (or use --quiet).‖^[INFO] Scanning for projects¦[INFO] BUILD ¦[INFO] ---¦[INFO] Building ¦[WARNING] ¦[INFO] ----",
	"Gradle or Maven‖likely‖Run the built program, not the build.‖^BUILD SUCCESSFUL¦BUILD FAILED",
	"Java stack trace‖likely starts‖" + toJava + "‖^Exception in thread \"¦java.lang.¦Caused by: java.",
	"Java runtime‖certain‖Unset the variable: the runtime announces it.‖^Picked up JAVA_TOOL_OPTIONS¦Picked up _JAVA_OPTIONS",
	"Java runtime‖certain‖Start java with -XX:+DisplayVMOutputToStderr: the virtual machine warns on stdout.‖^OpenJDK 64-Bit Server VM warning: ¦Java HotSpot(TM) 64-Bit Server VM warning: ¦WARNING: A terminally deprecated method in sun.misc.Unsafe¦WARNING: sun.misc.Unsafe::¦WARNING: An illegal reflective access¦WARNING: A restricted method in java.lang",

	// .NET.
	".NET console logger‖certain starts log-prefix‖" + toDotnet + "‖=dotnetLog",
	".NET console logger‖likely starts log-prefix‖" + toDotnet + "‖^trce: ¦dbug: ¦crit: ¦info: Microsoft.¦warn: Microsoft.¦fail: Microsoft.",
	"Serilog‖likely starts log-timestamp‖" + toSerilog + "‖? INF] ¦ WRN] ¦ ERR] ¦ DBG] ¦ VRB] ¦ FTL] ¦ [INF] ¦ [WRN] ¦ [ERR] ¦ [DBG] ",
	"NLog‖likely starts log-timestamp‖Give the console target stdErr=\"true\".‖~dddd-dd-dd dd:dd:dd.dddd|",
	"dotnet‖certain‖Run dotnet once beforehand, or set DOTNET_NOLOGO=1.‖^Welcome to .NET ",
	"dotnet run‖certain‖Start the built program: dotnet run prints build output on stdout.‖?: warning CS¦: error CS¦: warning NU¦: error NU",
	"dotnet run‖certain‖Start the built program: dotnet run prints build output on stdout.‖^Building...¦Using launch settings from ¦  Determining projects to restore¦Determining projects to restore¦  All projects are up-to-date¦MSBuild version ¦Build succeeded.",
	".NET exception‖likely starts‖Write exceptions to Console.Error.‖^Unhandled exception. System.",

	// Go.
	"Go panic‖certain starts‖A panic goes to stderr by itself: whoever recovers it prints to stdout. Print to os.Stderr there.‖=goPanic",
	"Gin‖certain starts‖Set gin.DefaultWriter = os.Stderr, or gin.SetMode(gin.ReleaseMode).‖^[GIN-debug]¦[GIN] ",
	"Go log‖certain starts log-timestamp‖" + toGo + "‖~dddd/dd/dd dd:dd:dd",
	"logrus‖certain starts log-prefix‖" + toLogrus + "‖^time=\"‖& level=¦ msg=",
	"Go slog‖certain starts log-prefix‖Give the handler os.Stderr: slog.NewTextHandler(os.Stderr, nil).‖^time=‖& level=¦ msg=",
	"logrus‖likely starts log-prefix‖" + toLogrus + "‖~TRAC[dddd]¦DEBU[dddd]¦INFO[dddd]¦WARN[dddd]¦ERRO[dddd]¦FATA[dddd]¦PANI[dddd]",
	"zerolog‖likely starts log-timestamp‖" + toZerolog + "‖~d:ddAM ¦dd:ddAM ¦d:ddPM ¦dd:ddPM ‖? TRC ¦ DBG ¦ INF ¦ WRN ¦ ERR ¦ FTL ",

	// Rust.
	"Rust panic‖certain starts‖A panic goes to stderr by itself: a hook prints to stdout. Use eprintln! in it.‖^thread '‖&panicked at",
	"Rust tracing‖likely starts log-timestamp‖" + toRust + "‖~dddd-dd-ddTdd:dd:dd.ddddddZ ¦dddd-dd-ddTdd:dd:dd.dddddddddZ ‖&: ‖? TRACE ¦ DEBUG ¦ INFO ¦ WARN ¦ ERROR ",
	"Rust env_logger‖likely starts log-timestamp‖env_logger writes to stderr unless told otherwise: remove .target(Target::Stdout).‖~[dddd-dd-ddTdd:dd:ddZ ‖?Z TRACE¦Z DEBUG¦Z INFO¦Z WARN¦Z ERROR",
	"Cargo‖certain‖Start the built binary; or cargo run --quiet.‖^   Compiling ¦    Finished ¦     Running `¦    Updating crates.io¦  Downloaded ",

	// PHP, Ruby.
	"PHP‖certain‖" + toPHP + "‖^PHP Warning:¦PHP Notice:¦PHP Deprecated:¦PHP Fatal error:¦PHP Parse error:¦<b>Warning</b>:¦<b>Notice</b>:¦<b>Deprecated</b>:¦<b>Fatal error</b>:¦<b>Parse error</b>:",
	"PHP‖certain‖PHP did not find its script: give the full path, or start it in the project's directory.‖^Could not open input file: ",
	"Xdebug‖certain‖Start it with XDEBUG_MODE=off.‖^Xdebug: [",
	"Monolog‖likely starts log-timestamp‖Give the StreamHandler php://stderr.‖~[dddd-dd-ddTdd:dd:dd¦[dddd-dd-dd dd:dd:dd‖?.DEBUG: ¦.INFO: ¦.NOTICE: ¦.WARNING: ¦.ERROR: ¦.CRITICAL: ",
	"Laravel‖likely‖Something reports an error, or greets, on stdout: start the server with php artisan mcp:start or boost:mcp, and send the exception handler's output to stderr.‖?vendor/laravel/¦Laravel\\",
	"Ruby Logger‖certain starts log-prefix‖Give it $stderr: Logger.new($stderr).‖^D, [¦I, [¦W, [¦E, [¦F, [‖& -- ",
	"Bundler‖certain‖" + toPkg + "‖^Fetching gem metadata from ¦Bundle complete!¦Bundled gems are installed into ",
	"Elixir Logger‖certain starts log-timestamp‖Send its default handler to :standard_error.‖~dd:dd:dd.ddd [‖? [debug] ¦ [info] ¦ [notice] ¦ [warning] ¦ [error] ",
	"Elixir mix‖certain‖Compile beforehand, and start a release or mix run --no-compile.‖? files (.ex)¦ file (.ex)",
	"Erlang‖certain starts‖Send the logger's default handler to standard_error.‖^=INFO REPORT====¦=ERROR REPORT====¦=CRASH REPORT====¦=PROGRESS REPORT====¦=SUPERVISOR REPORT====",
	"Swift‖certain‖Start the built binary; swift run prints the build.‖^Building for debugging...¦Building for production...¦Build complete! (",
	"R‖likely‖print and cat write to stdout: use message().‖^[1] \"",
	"PHP‖likely‖" + toPHP + "‖^Warning: ¦Deprecated: ¦Notice: ¦Fatal error: ‖&.php on line ",

	// Containers.
	"Docker‖certain‖Pull the image beforehand, and start the container with docker run -i --rm --quiet, without -t.‖^Unable to find image '¦WARNING: The requested image's platform¦Digest: sha256:¦Status: Downloaded newer image¦docker: ¦the input device is not a TTY",
	"Docker‖likely‖Pull the image beforehand: docker pull prints its progress.‖?: Pulling from ¦: Pulling fs layer¦: Pull complete¦: Already exists",

	// Shells.
	"fnm‖certain‖" + toShell + "‖^Using Node v",
	"nvm‖certain‖" + toShell + "‖^Now using node v¦Found '¦N/A: version \"¦nvm is not compatible with ‖=nvmFound",
	"version manager‖certain‖" + toShim + "‖^mise WARN¦mise ERROR¦mise ~/¦mise node@¦mise python@¦direnv: ¦Volta error: ¦No preset version installed for command ¦No version is set for command ¦pyenv: ¦rbenv: ",
	"ssh‖likely‖Use ssh -T -q, and let the host's profile print nothing when there is no terminal.‖^Welcome to Ubuntu ¦Pseudo-terminal will not be allocated",
	"chcp‖certain‖Redirect it: chcp 65001 >nul.‖^Active code page: ¦Aktive Codepage: ¦Page de codes active¦Página de códigos activa¦Tabella codici attiva¦Текущая кодовая страница",
	"cmd.exe‖certain‖Start the program itself, not through cmd; in a batch file put @echo off first.‖^Microsoft Windows [Version¦(c) Microsoft Corporation¦Terminate batch job (Y/N)?",
	"PowerShell‖certain‖Start it with -NoLogo -NoProfile -NonInteractive, and write with [Console]::Error or Write-Error; what PowerShell prints goes to stdout.‖?is not recognized as the name of a cmdlet¦+ CategoryInfo          :¦+ FullyQualifiedErrorId :¦A new PowerShell stable release is available¦because running scripts is disabled on this system",
	"PowerShell‖certain‖Start it with -NoLogo -NoProfile -NonInteractive.‖^Windows PowerShell¦PowerShell 7.¦PS C:\\¦Copyright (C) Microsoft Corporation¦Loading personal and system profiles took",
	"cmd.exe‖certain‖The command was not found by cmd: give its full path, or cmd /c with the right PATH.‖?is not recognized as an internal or external command",
	"cmd.exe‖likely‖In the batch file put @echo off first.‖=cmdEcho",
	"shell profile‖likely‖" + toShell + "‖^Agent pid ¦Last login: ¦Restored session: ¦The default interactive shell is now zsh¦Identity added: ¦Saving session...¦[oh-my-zsh] ¦zsh compinit: ¦[WARNING]: Console output during zsh initialization",
	"interactive shell‖certain‖" + toShell + "‖^bash: cannot set terminal process group¦bash: no job control in this shell",
	"shell‖likely‖The command was not found by the shell that starts the server: give the full path.‖^bash: ¦sh: ¦zsh: ¦/bin/sh: ¦/bin/bash: ",

	// What no program owns.
	"SSE framing‖likely‖This is the stream of an HTTP transport: start the server with its stdio transport, one JSON message a line.‖^event: message¦event: endpoint¦data: {\"jsonrpc\"¦data: /",
	"HTTP framing‖certain‖This is an HTTP transport: start the server with its stdio transport, one JSON message a line.‖^HTTP/1.",
	"progress bar‖likely vague‖" + toBars + "‖=progressBar",
	"terminal control sequences‖possible vague ansi-escape‖Colours and cursor movement are for terminals: write them to stderr, and only when it is one.‖=escapes",
}

// jsonSignatures recognise structured log records.
var jsonSignatures = []string{
	"bunyan‖certain‖Give bunyan the stream process.stderr.‖&\"v\":0¦\"hostname\":¦\"level\":",
	"pino‖certain‖Give pino the destination stderr: pino(pino.destination(2)).‖&\"level\":¦\"time\":¦\"pid\":",
	".NET JSON console logger‖certain‖" + toDotnet + "‖&\"EventId\":¦\"LogLevel\":¦\"Category\":",
	"Serilog‖likely‖" + toSerilog + "‖?\"@t\":¦\"MessageTemplate\":",
	"Logback JSON‖likely‖" + toJava + "‖&\"@timestamp\":¦\"logger_name\":",
	"Rust tracing (JSON)‖certain‖" + toRust + "‖&\"timestamp\":¦\"level\":¦\"fields\":¦\"target\":",
	"Go slog (JSON)‖likely‖Give the handler os.Stderr: slog.NewJSONHandler(os.Stderr, nil).‖^{\"time\":\"‖&\"level\":\"¦\"msg\":\"",
	"zap‖likely‖" + toZap + "‖^{\"level\":\"‖&\"ts\":¦\"msg\":",
	"zerolog‖likely‖" + toZerolog + "‖^{\"level\":\"‖&\"time\":\"¦\"message\":\"",
	"Log4j‖certain‖" + toJava + "‖&\"instant\":{\"epochSecond\":",
	"loguru‖certain‖loguru writes to stderr unless told otherwise: remove logger.add(sys.stdout).‖&\"record\":{\"elapsed\":",
	"structured Python logging‖likely‖" + toPyLog + "‖?\"levelname\":",
	"winston‖likely‖" + toWinston + "‖^{\"level\":\"¦{\"message\":‖&\"message\":¦\"level\":",
	"structured Python logging‖possible‖" + toPyLog + "‖&\"event\":¦\"level\":",
	"a JSON logger‖possible‖Send the logger's records to stderr.‖?\"level\":¦\"severity\":¦\"lvl\":¦\"loglevel\":¦\"log_level\":",
}
