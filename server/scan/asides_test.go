package scan

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// asides gives what was set aside as file:line, and why.
func asides(t *testing.T, root string) map[string]string {
	t.Helper()
	r, err := Scan(root)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, a := range r.Aside {
		got[a.File+":"+string(rune('0'+a.Line))] = a.Why
	}
	return got
}

// Each row prints in its first line, or the last of a few; the negative controls
// look alike and must stay findings.
func TestAsides(t *testing.T) {
	for _, tc := range []struct{ name, src, why string }{
		{"behind --help", "if (process.argv.includes('--help')) { console.log(usage) }", asideHelp},
		{"behind -h or --help", "if (args[0] === '-h' || args[0] === '--help') console.log(usage)", asideHelp},
		{"behind an option of a parser", "if (cli.version) {\nconsole.log(v) }", asideHelp},
		{"an option that is true", "if (opts.help === true) { console.log(usage) }", asideHelp},
		{"near miss: an option that is false", "if (opts.help === false) { console.log('x') }", ""},
		{"help, or nothing asked for", "if (command === 'help' || !command) { console.log(usage) }", asideHelp},
		{"near miss: nothing asked for", "if (!command) { console.log('x') }", ""},
		{"near miss: --verbose serves", "if (process.argv.includes('--verbose')) { console.log('x') }", ""},
		{"near miss: one of two need not be help", "if (cli.help || debug) console.log('x')", ""},
		{"near miss: not help", "if (!cli.help) { console.log('x') }", ""},
		{"help and more", "if (cli.help && debug) console.log('x')", asideHelp},
		{"else of not help", "if (!cli.help) { serve() } else { console.log('x') }", asideHelp},
		{"near miss: the version of something else", "if (tool.result.version) console.log('x')", ""},
		{"a subcommand", "if (process.argv[2] === 'auth') { console.log('log in at') }", asideHelp},
		{"near miss: a subcommand that serves", "if (process.argv[2] === 'serve') { console.log('x') }", ""},
		{"a subcommand by its name", "const [command] = rest\nif (command === 'init') { console.log('x') }", asideHelp},
		{"a subcommand that a name holds", "const command = args[0]\nif (command === 'keys') { console.log('x') }", asideHelp},
		{"near miss: a name holds one that serves", "const command = args[0]\nif (command === 'serve') { console.log('x') }", ""},
		{"near miss: not that subcommand", "const word = process.argv[2]\nif (word !== 'keys') { console.log('x') }", ""},
		{"near miss: a name holds an option's value", "const level = after(process.argv, '--level')\nif (level === 'debug') { console.log('x') }", ""},
		{"an option that a name holds", "const args = parseArgs()\nif (args.setup) { console.log('x') }", asideHelp},
		{"near miss: an option with which it serves", "const args = parseArgs()\nif (args.verbose) { console.log('x') }", ""},
		{"near miss: an argument of a tool", "const args = request.params\nif (args.setup) { console.log('x') }", ""},
		{"nothing asked for, then an end", "if (!command) { console.log(usage); process.exit(0) }", asideHelp},
		{"near miss: nothing asked for ends in failure", "if (!command) { console.log('x'); process.exit(1) }", ""},
		{"a name for a way to use it", "if (shouldRunCLI) { console.log('x') }", asideHelp},
		{"near miss: the file that was started", "if (isCLI) { console.log('x') }", ""},
		{"near miss: a command a tool is given", "if (command === 'ls') { console.log('x') }", ""},
		{"an option that does its work and ends", "if (args.listAccounts) {\nconsole.log(a); process.exit(0) }", asideHelp},
		{"near miss: an option that ends in failure", "if (args.key === undefined) { console.log('no key'); process.exit(1) }", ""},
		{"near miss: no option", "if (!process.env.KEY) { console.log('no key'); process.exit(0) }", ""},
		{"usage, then an end", "if (n !== 3) { console.log('Usage: server stdio'); process.exit(1) }", asideHelp},
		{"near miss: an end without usage", "if (n !== 3) { console.log('no config'); process.exit(1) }", ""},
		{"the switch of a command line", "switch (process.argv[2]) { case 'login':\ncase 'logout': console.log('x') }", asideHelp},
		{"the switch that knows --help", "switch (word) { case '--help': help(); break; case 'auth': console.log('x') }", asideHelp},
		{"the switch of what stands on it", "const command = positionals[0]\nswitch (command) { case 'install': console.log('x') }", asideHelp},
		{"its default, which ends", "switch (word) { case '-h': help(); break; default: console.log('no such command'); process.exit(1) }", asideHelp},
		{"near miss: its default", "switch (process.argv[2]) { case 'login': break; default: console.log('x') }", ""},
		{"near miss: a switch of a tool", "switch (request.name) { case 'login': console.log('x') }", ""},
		{"a switch with a case for stdio", "switch (mode) { case 'stdio': serve(); break; case 'http': console.log('x') }", asideOther},
		{"its default", "switch (mode) { case 'stdio': serve(); break; default: console.log('x') }", asideOther},
		{"near miss: default falls from stdio", "switch (mode) { case 'http': http(); break; case 'stdio': default: console.log('x') }", ""},
		{"yargs", "yargs.command('login', 'd', y => y, async () => { console.log('x') })", asideHelp},
		{"yargs with an object", "yargs.command({\n  command: 'install', handler: () => { console.log('x') } })", asideHelp},
		{"near miss: yargs with any command", "yargs.command({ command: '*', handler: () => { console.log('x') } })", ""},
		{"commander", "program.command('login').action(async () => {\nconsole.log('x')\n})", asideHelp},
		{"near miss: commander serves", "program.command('start').action(() => { console.log('x') })", ""},
		{"near miss: behind another command", "program.command('login').action(f)\nprogram.command('serve').action(() => { console.log('x') })", ""},
		{"another transport by name", "if (transport === 'sse') console.log('x')", asideOther},
		{"near miss: not that transport", "if (transport !== 'sse') console.log('x')", ""},
		{"not stdio", "if (options.transport !== 'stdio') { console.log('x') }", asideOther},
		{"near miss: stdio", "if (options.transport === 'stdio') { console.log('x') }", ""},
		{"else of stdio", "if (isStdio) { a() } else { console.log('x') }", asideOther},
		{"behind the return of stdio", "function f() { if (isStdio) { serve(); return }\nconsole.log('x') }", asideOther},
		{"near miss: stdio does not return", "function f() { if (isStdio) { serve() }\nconsole.log('x') }", ""},
		{"from the environment", "if (process.env.USE_HTTP === 'true') { console.log('x') }", asideOther},
		{"near miss: a web address", "if (url.startsWith('http')) { console.log('x') }", ""},
		{"near miss: a failure", "if (httpError) { console.log('x') }", ""},
		{"a name for it", "const web = transport === 'http'\nif (web) { console.log('x') }", asideOther},
		{"near miss: a name set twice", "let web = transport === 'http'\nweb = other()\nif (web) { console.log('x') }", ""},
		{"a function that tells", "function quiet() {\n  return env.LEVEL === 'none' || env.MCP_TRANSPORT === 'stdio';\n}\nif (!quiet()) { console.log('x') }", asideOther},
		{"an arrow that tells", "const web = () => transport === 'http'\nif (web()) { console.log('x') }", asideOther},
		{"near miss: a function that tells the contrary", "function quiet() { return transport !== 'stdio' }\nif (!quiet()) { console.log('x') }", ""},
		{"near miss: a function that does more", "function quiet() { check(); return transport === 'stdio' }\nif (!quiet()) { console.log('x') }", ""},
		{"the question mark", "isHttp ? console.log('x') : console.error('x')", asideOther},
		{"its other side", "isStdio ? console.error('x') : console.log('x')", asideOther},
		{"near miss: the wrong side", "isHttp ? console.error('x') : console.log('x')", ""},
		{"and", "isHttp && console.log('x')", asideOther},
		{"the piece that makes the transport", "function web() { const t = new StreamableHTTPServerTransport();\nconsole.log('x') }", asideOther},
		{"near miss: it makes both", "function both() { http ? new SSEServerTransport() : new StdioServerTransport(); console.log('x') }", ""},
		{"near miss: it answers requests for any", "function all() { server.setRequestHandler(S, () => { console.log('x') }); new SSEServerTransport() }", ""},
		{"near miss: a server beside it", "function beside() { createServer().listen(9, () => console.log('x')) }", ""},
		{"called from an aside alone", "function auth() { console.log('x') }\nif (process.argv[2] === 'auth') { auth() }", asideHelp},
		{"and by what is called so", "const a = () => { console.log('x') }\nconst b = async () => { a() }\nif (cli.help) b()", asideHelp},
		{"near miss: also called to serve", "function auth() { console.log('x') }\nif (process.argv[2] === 'auth') { auth() }\nauth()", ""},
		{"near miss: called by nobody that can be seen", "function auth() { console.log('x') }", ""},
		{"bundled", "// node_modules/x/y.js\nconsole.log('x')\n// src/a.ts\n", asideBundled},
		{"near miss: our own part of a bundle", "// node_modules/x/y.js\nz()\n// src/a.ts\nconsole.log('x')", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := Scan(write(t, map[string]string{"a.js": tc.src}))
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Findings)+len(r.Aside) != 1 {
				t.Fatalf("findings %v, aside %v; want one of both", r.Findings, r.Aside)
			}
			got := ""
			if len(r.Aside) > 0 {
				got = r.Aside[0].Why
			}
			if got != tc.why {
				t.Errorf("set aside because %q, want %q", got, tc.why)
			}
		})
	}
}

func TestRedirections(t *testing.T) {
	for _, tc := range []struct {
		name, src string
		want      []string
	}{
		{"one method", "console.log = console.error\nconsole.log(1); console.info(2)", []string{"a.js:2:17 stdout-write"}},
		{"the console", "globalThis.console = new Console(process.stderr)\nconsole.info(1); process.stdout.write('x')", []string{"a.js:2:18 stdout-write"}},
		{"its members", "for (const m of all) console[m] = console.error\nconsole.log(1)", nil},
		{"stdout itself", "process.stdout.write = process.stderr.write\nconsole.log(1); process.stdout.write('x')", nil},
		{"in a function that waits for nothing", "function quiet() { console.log = () => {} }\nconsole.log(1)", nil},
		{"too late", "async function main() { await find(); process.stdout.write = f }\nasync function find() { console.log(1) }\nserver.tool('x', () => { console.log(2) })", []string{"a.js:2:25 stdout-write"}},
		{"near miss: in a page", "function shot() { page.evaluate(() => { ['log'].forEach(m => { console[m] = f }) }) }\nconsole.log(1)", []string{"a.js:2:1 stdout-write"}},
		{"in a loop", "['log'].forEach(m => { console[m] = f })\nconsole.log(1)", nil},
		{"in a main that calls itself", "(async () => { console.log = console.error; await serve() })()\nconsole.log(1)", nil},
		{"for another transport", "if (isHttp) { console.log = f }\nconsole.log(1)", []string{"a.js:2:1 stdout-write"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := places(t, write(t, map[string]string{"a.js": tc.src}))
			if d := cmp.Diff(tc.want, got, cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		})
	}
}
