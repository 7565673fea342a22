package scan

import (
	"regexp"
	"slices"
	"sync"
)

// start is a boundary before a name that is neither a member nor part of a
// longer name.
const start = `(?:^|[^\w.$])`

// languages is built when the first file is looked at: compiling the patterns is
// no work for the start of every command.
var languages = sync.OnceValue(func() []language {
	jsPatterns := jsPatterns()
	return []language{
		{
			name: "javascript", family: "js", follow: true, extensions: []string{".js", ".mjs", ".cjs", ".jsx"}, lexer: "javascript",
			hints: jsHints, patterns: jsPatterns,
		},
		{
			name: "typescript", family: "js", follow: true, extensions: []string{".ts", ".mts", ".cts", ".tsx"}, lexer: "typescript",
			hints: jsHints, patterns: jsPatterns,
		},
		{
			name: "python", extensions: []string{".py"}, lexer: "python3",
			hints: []string{"print", "stdout", "echo", "Console", "basicConfig"},
			patterns: []pattern{
				{at: re(start + `print\s*\(`), unless: re(`\bfile\s*=`), reason: ReasonWrite,
					message: "print() writes to stdout: add file=sys.stderr, or use logging"},
				{at: re(start + `print\s*\(`), raw: re(`\bfile\s*=\s*sys\s*\.\s*stdout`), reason: ReasonWrite,
					message: "print(file=sys.stdout) writes to stdout: use sys.stderr"},
				{at: re(start + `pprint\s*(?:\.\s*pprint\s*)?\(`), unless: re(`\bstream\s*=`), reason: ReasonWrite,
					message: "pprint() writes to stdout: add stream=sys.stderr"},
				{at: re(start + `sys\s*\.\s*(?:__)?stdout(?:__)?\s*\.\s*(?:write|writelines)\s*\(`), reason: ReasonWrite,
					message: "sys.stdout.write() puts text between protocol messages: write to sys.stderr"},
				{at: re(start + `(?:click|typer)\s*\.\s*(?:echo|secho)\s*\(`), unless: re(`\berr\s*=\s*True`), reason: ReasonWrite,
					message: "echo() writes to stdout: add err=True"},
				{at: re(start + `(?:rich\s*\.\s*)?(?:console\s*\.\s*)?Console\s*\(`), unless: re(`\bstderr\s*=\s*True|\bfile\s*=`), reason: ReasonWrite,
					message: "a rich Console writes to stdout: create it with stderr=True"},
				{at: re(start + `(?:logging\s*\.\s*)?StreamHandler\s*\(`), unless: re(`^\s*$|^\s*(?:stream\s*=\s*)?sys\.stderr`), raw: re(`sys\s*\.\s*stdout`), reason: ReasonHandler,
					message: "this log handler writes to stdout: give it sys.stderr"},
				{at: re(start + `(?:logging\s*\.\s*)?basicConfig\s*\(`), raw: re(`\bstream\s*=\s*sys\s*\.\s*stdout`), reason: ReasonHandler,
					message: "logging goes to stdout: use stream=sys.stderr, which is also the default"},
				{at: re(start + `logger\s*\.\s*add\s*\(`), raw: re(`\(\s*sys\s*\.\s*stdout`), reason: ReasonHandler,
					message: "this log sink is stdout: use sys.stderr"},
			},
		},
		{name: "go", extensions: []string{".go"}, hints: []string{"fmt.Print", "os.Stdout"}, parse: goPlaces},
		{
			name: "rust", extensions: []string{".rs"}, lexer: "rust",
			hints: []string{"print", "tracing_subscriber", "Target::Stdout"},
			patterns: []pattern{
				{at: re(start + `print(?:ln)?!\s*[(\[{]`), reason: ReasonWrite, message: "println! writes to stdout: use eprintln! or tracing to stderr"},
				{at: re(start + `tracing_subscriber\s*::\s*fmt\s*(?:\(|::\s*Subscriber|::\s*layer)[^;]*;`), unless: re(`\bwith_writer\b`), reason: ReasonHandler, message: "tracing_subscriber::fmt writes to stdout by default: add .with_writer(std::io::stderr)"},
				{at: re(start + `tracing_subscriber\s*::\s*fmt\s*::\s*init\s*\(`), reason: ReasonHandler, message: "tracing_subscriber::fmt::init writes to stdout: build it with .with_writer(std::io::stderr)"},
				{at: re(`\bTarget\s*::\s*Stdout\b`), reason: ReasonHandler, message: "this logger's target is stdout: use Target::Stderr"},
			},
		},
		{
			name: "java", extensions: []string{".java"}, lexer: "java",
			hints: []string{"System.out", "ConsoleHandler"},
			patterns: []pattern{
				{at: re(start + `System\s*\.\s*out\s*\.\s*(?:print|println|printf|write|append|format)\s*\(`), reason: ReasonWrite, message: "System.out writes to stdout: use System.err or a logger that does"},
			},
		},
		{
			name: "kotlin", extensions: []string{".kt", ".kts"}, lexer: "kotlin",
			hints: []string{"print", "System.out"},
			patterns: []pattern{
				{at: re(start + `print(?:ln)?\s*\(`), reason: ReasonWrite, message: "println writes to stdout: use System.err.println or a logger that does"},
				{at: re(start + `System\s*\.\s*out\s*\.\s*(?:print|println|printf|write|append|format)\s*\(`), reason: ReasonWrite, message: "System.out writes to stdout: use System.err or a logger that does"},
			},
		},
		{
			name: "csharp", extensions: []string{".cs"}, lexer: "c#",
			hints: []string{"Console"},
			patterns: []pattern{
				{at: re(start + `(?:System\s*\.\s*)?Console\s*\.\s*(?:Out\s*\.\s*)?Write(?:Line)?(?:Async)?\s*\(`), reason: ReasonWrite, message: "Console.Write writes to stdout: use Console.Error or ILogger to stderr"},
				{at: re(`\.\s*Add(?:Simple|Json|Systemd)?Console\s*\(`), unless: re(`\bLogToStandardErrorThreshold\b`), reason: ReasonHandler, message: "the console logger writes to stdout: set LogToStandardErrorThreshold = LogLevel.Trace"},
			},
		},
	}
})

var jsHints = []string{"console", "writeSync", "stdout", "dotenv", "pino", "winston"}

func jsPatterns() []pattern {
	return []pattern{
		{at: re(start + `(?:globalThis\s*\.\s*)?console\s*\.\s*(log|info|debug|table|dir|group)\s*=[^=]`), redirect: byGroup},
		{at: re(start + `(?:globalThis|global)\s*\.\s*console\s*=[^=]`), redirect: ofConsole},
		{at: re(start + `console\s*\[[^\]\n]*\]\s*=[^=]`), redirect: ofConsole},
		{at: re(start + `Object\s*\.\s*(?:assign|defineProperty)\s*\(\s*console\b`), redirect: ofConsole},
		{at: re(start + `process\s*\.\s*stdout\s*\.\s*write\s*=[^=]`), redirect: ofStdout},
		{at: re(start + `(?:globalThis\s*\.\s*)?console\s*\.\s*(log|info|debug|table|dir|dirxml|group|groupCollapsed|count|timeEnd|timeLog)\s*\(`), reason: ReasonWrite,
			message: "console.log and its kin write to stdout: use console.error"},
		{at: re(`[(,]\s*console\s*\.\s*(log|info|debug)\s*[,)]`), reason: ReasonWrite,
			message: "console.log writes to stdout wherever it is called: pass console.error"},
		{at: re(start + `process\s*\.\s*stdout\s*\.\s*(write|end)\s*\(`), unless: re(`^\s*(?:JSON\s*\.\s*stringify|serializeMessage)\b`),
			relays: re("^\\s*[\\w$.]+\\s*(?:\\+\\s*[\"'`]\\\\n[\"'`]\\s*)?$"),
			// An empty string waits until all is written.
			raw: re("^[^(]*\\(\\s*(?:$|[^\"'`\\s]|\"[^\"]|'[^']|`[^`]|(?:\"\"|''|``)\\s*[^,\\s])"), reason: ReasonWrite,
			message: "process.stdout.write puts text between protocol messages: use process.stderr.write"},
		{at: re(start + `(?:fs\s*\.\s*)?writeSync\s*\(`), raw: re(`\(\s*1\s*,`), reason: ReasonWrite,
			message: "writing to descriptor 1 is writing to stdout: use 2"},
		{at: re(start + `(?:winston\s*\.\s*)?transports\s*\.\s*Console\s*\(`), unless: re(`\bstderrLevels\b|\bforceConsole\b`), reason: ReasonHandler,
			message: "winston's console transport writes to stdout: set stderrLevels to all levels"},
		{at: re(start + `pino\s*\(`), unless: re(`\bdestination\b|\btransport\b|\bstderr\b|,`), reason: ReasonHandler,
			message: "pino writes to stdout by default: pass pino.destination(2)"},
		{at: re(start + `dotenv(?:__default|_1)?\s*(?:\.\s*default\s*)?\.\s*config\s*(?:\)\s*)?\(`), unless: re(`\bquiet\s*:`), reason: ReasonStartup,
			message: dotenvBanner},
		{at: re(start + `require\s*\(\s*\)\s*\.\s*config\s*\(`), unless: re(`\bquiet\s*:`), raw: re("require\\s*\\(\\s*[\"'`]dotenv[\"'`]"), reason: ReasonStartup, message: dotenvBanner},
		{at: re(`(?m)^\s*import\b[^;\n]*`), raw: re("[\"']dotenv/config[\"']"), reason: ReasonStartup, message: "dotenv 17 prints a banner to stdout when it loads: set DOTENV_CONFIG_QUIET=true"},
	}
}

func re(expr string) *regexp.Regexp { return regexp.MustCompile(expr) }

// sortHits orders by place and keeps one hit a place.
func sortHits(hits []hit) []hit {
	slices.SortStableFunc(hits, func(a, b hit) int { return a.offset - b.offset })
	return slices.CompactFunc(hits, func(a, b hit) bool { return a.offset == b.offset && a.redirects == b.redirects })
}
