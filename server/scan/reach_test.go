package scan

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const serving = "import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'\n"

func TestReach(t *testing.T) {
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  []string          // findings
		aside map[string]string // file:line, why
	}{
		{
			name: "what the bin does not load",
			files: map[string]string{
				"package.json":    `{"bin":{"s":"dist/index.js"}}`,
				"dist/index.js":   serving + "import './used.js'\nexport * from \"./again.js\"",
				"dist/used.js":    "console.log(1)",
				"dist/again.js":   "const x = require('./deep'); x.f()",
				"dist/deep.js":    "console.log(2)",
				"dist/other.js":   "console.log(3)",
				"scripts/gen.mjs": "console.log(4)",
			},
			want:  []string{"dist/deep.js:1:1 stdout-write", "dist/used.js:1:1 stdout-write"},
			aside: map[string]string{"dist/other.js:1": asideFile, "scripts/gen.mjs:1": asideFile},
		},
		{
			name: "near miss: a start that is not there says nothing",
			files: map[string]string{
				"package.json": `{"bin":"dist/index.js"}`,
				"lib/a.js":     "console.log(1)",
			},
			want: []string{"lib/a.js:1:1 stdout-write"},
		},
		{
			name: "a package.json that starts nothing",
			files: map[string]string{
				"package.json":         `{"bin":"dist/index.js"}`,
				"dist/index.js":        serving + "import './a.js'",
				"dist/a.js":            "console.log(1)",
				"dist/package.json":    `{"type":"module"}`,
				"scripts/package.json": `{"private":true,"scripts":{"migrate":"tsx migrate.ts"}}`,
				"scripts/migrate.ts":   "console.log(2)",
			},
			want:  []string{"dist/a.js:1:1 stdout-write"},
			aside: map[string]string{"scripts/migrate.ts:1": asideFile},
		},
		{
			name: "of two commands the one that serves",
			files: map[string]string{
				"package.json": `{"bin":{"s":"index.js","setup":"setup.js"}}`,
				"index.js":     serving + "console.log(1)",
				"setup.js":     "console.log(2)",
			},
			want:  []string{"index.js:2:1 stdout-write"},
			aside: map[string]string{"setup.js:1": asideFile},
		},
		{
			name: "TypeScript in place of what it is compiled to",
			files: map[string]string{
				"package.json":  `{"bin":"./dist/index.js"}`,
				"dist/index.js": serving + "import './a.js'",
				"dist/a.js":     "console.log(1)",
				"src/index.ts":  serving + "import { f } from './a.js'\nf()",
				"src/a.ts":      "export function f(): void { console.log(1) }",
				"src/b.ts":      "console.log(1)",
			},
			want:  []string{"src/a.ts:1:29 stdout-write"},
			aside: map[string]string{"dist/a.js:1": asideFile, "src/b.ts:1": asideFile},
		},
		{
			name: "a published package that is built to build",
			files: map[string]string{
				"package.json":   `{"bin":"build/index.js"}`,
				"build/index.js": serving + "console.log(1)",
			},
			want: []string{"build/index.js:2:1 stdout-write"},
		},
		{
			name: "a module for a subcommand",
			files: map[string]string{
				"package.json": `{"bin":"index.js"}`,
				"index.js":     serving + "import { auth } from './auth.js'\nif (process.argv[2] === 'auth') { await auth() }\nelse { await import('./serve.js') }\nif (cli.help) await import('./help.js')",
				"auth.js":      "console.log('loaded')\nexport async function auth() { console.log(2) }",
				"serve.js":     "console.log(3)",
				"help.js":      "console.log(4)",
			},
			want:  []string{"auth.js:1:1 stdout-write", "serve.js:1:1 stdout-write"},
			aside: map[string]string{"auth.js:2": asideUnused, "help.js:1": asideFile},
		},
		{
			name: "exports that only the subcommand asks for",
			files: map[string]string{
				"package.json": `{"bin":"index.js"}`,
				"index.js":     serving + "import { init, parse as read } from './cli.js'\nread()\nif (command === 'init') { init() }",
				"cli.js":       "export function init() { console.log(1) }\nexport function parse() { console.log(2) }\nfunction help() { console.log(3) }\nexport { help as usage }",
			},
			want:  []string{"cli.js:2:27 stdout-write"},
			aside: map[string]string{"cli.js:1": asideUnused, "cli.js:3": asideUnused},
		},
		{
			name: "exports that are exported again",
			files: map[string]string{
				"package.json": `{"bin":"index.js"}`,
				"index.js":     serving + "import { a, c } from './all.js'\na(); c()",
				"all.js":       "export * from './cli.js'\nexport { d as c, e } from './more.js'",
				"cli.js":       "export function a() { console.log(1) }\nexport function b() { console.log(2) }",
				"more.js":      "export function d() { console.log(3) }\nexport function e() { console.log(4) }",
			},
			want:  []string{"cli.js:1:23 stdout-write", "more.js:1:23 stdout-write"},
			aside: map[string]string{"cli.js:2": asideUnused, "more.js:2": asideUnused},
		},
		{
			name: "imports that are exported again, and what a dynamic import asks for",
			files: map[string]string{
				"package.json": `{"bin":"index.js"}`,
				"index.js":     serving + "import { setup } from './chunk.js'\nif (command === 'setup') { setup() }\nconst { find } = await import('./lazy.js')\nfind()",
				"lazy.js":      "import {\n  find,\n  setup\n} from './chunk.js'\nexport {\n  find,\n  setup as run\n}",
				"chunk.js":     "function find() { console.log(1) }\nfunction setup() { console.log(2) }\nexport { find, setup }",
			},
			want:  []string{"chunk.js:1:19 stdout-write"},
			aside: map[string]string{"chunk.js:2": asideUnused},
		},
		{
			name: "near miss: the whole of a dynamic import",
			files: map[string]string{
				"package.json": `{"bin":"index.js"}`,
				"index.js":     serving + "const all = await import('./lazy.js')\nall.run()",
				"lazy.js":      "import { setup } from './chunk.js'\nexport { setup as run }",
				"chunk.js":     "export function setup() { console.log(2) }",
			},
			want: []string{"chunk.js:1:27 stdout-write"},
		},
		{
			name: "methods that only the subcommand names",
			files: map[string]string{
				"package.json": `{"bin":"index.js"}`,
				"index.js":     serving + "import { ui } from './ui.js'\nui.serve()\nif (command === 'init') { ui.ask() }",
				"ui.js":        "class UI {\n serve() { console.log(1) }\n ask() { this.menu() }\n menu() { console.log(2) }\n save() { console.log(3) }\n}\nexport const ui = new UI()",
				"sub.js":       "class Sub extends UI {\n menu() { console.log(4) }\n}",
			},
			want:  []string{"ui.js:2:12 stdout-write", "ui.js:5:11 stdout-write"}, // a library may call save
			aside: map[string]string{"ui.js:4": asideUnused, "sub.js:2": asideFile},
		},
		{
			name: "near miss: exports of a namespace, a default, a library",
			files: map[string]string{
				"package.json":         `{"bin":"index.js"}`,
				"index.js":             serving + "import * as all from './a.js'\nimport b from './b.js'\nall[x](); b.f()",
				"a.js":                 "export function f() { console.log(1) }",
				"b.js":                 "function f() { console.log(2) }\nexport default { f }",
				"lib/package.json":     `{"name":"lib","main":"index.js"}`,
				"lib/index.js":         "export function f() { console.log(3) }",
				"plain/nopackage/a.js": "export function f() { console.log(4) }",
			},
			want:  []string{"a.js:1:23 stdout-write", "b.js:1:16 stdout-write", "lib/index.js:1:23 stdout-write"},
			aside: map[string]string{"plain/nopackage/a.js:1": asideFile},
		},
		{
			name: "near miss: what is loaded by what a folder holds",
			files: map[string]string{
				"package.json": `{"bin":"index.js"}`,
				"index.js":     serving + "for (const f of readdirSync('tools')) await import(f)",
				"tools/a.js":   "console.log(1)",
			},
			want: []string{"tools/a.js:1:1 stdout-write"},
		},
		{
			name: "near miss: a path that is put together",
			files: map[string]string{
				"package.json": `{"bin":"cli.cjs"}`,
				"cli.cjs":      "main(); async function main() { await import(url('server.js')) }",
				"server.js":    serving + "console.log(1)",
				"other.js":     "console.log(2)",
			},
			want:  []string{"server.js:2:1 stdout-write"},
			aside: map[string]string{"other.js:1": asideFile},
		},
		{
			name: "near miss: a worker",
			files: map[string]string{
				"package.json": `{"bin":"index.js"}`,
				"index.js":     serving + "new Worker(new URL('./worker.js', import.meta.url))",
				"worker.js":    "console.log(1)",
			},
			want: []string{"worker.js:1:1 stdout-write"},
		},
		{
			name: "near miss: a path with an alias",
			files: map[string]string{
				"package.json":    `{"bin":"dist/index.js"}`,
				"src/index.ts":    serving + "import { f } from '@/tools/f'\nf()",
				"src/tools/f.ts":  "export const f = () => { console.log(1) }",
				"src/tools/g.mts": "export const g = () => { console.log(1) }",
			},
			want:  []string{"src/tools/f.ts:1:26 stdout-write"},
			aside: map[string]string{"src/tools/g.mts:1": asideFile},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			root := write(t, tc.files)
			if d := cmp.Diff(tc.want, places(t, root), cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(tc.aside, asides(t, root), cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		})
	}
}

// A bundler writes imports longer than a screen.
func TestLongImport(t *testing.T) {
	root := write(t, map[string]string{
		"package.json": `{"bin":"index.js"}`,
		"index.js":     serving + "import {\n" + strings.Repeat("  a,\n", 2000) + "} from './a.js'\na()",
		"a.js":         "console.log(1)",
	})
	if d := cmp.Diff([]string{"a.js:1:1 stdout-write"}, places(t, root)); d != "" {
		t.Error(d)
	}
}

// A scan of src knows the package above it.
func TestFolderOfAPackage(t *testing.T) {
	root := write(t, map[string]string{
		"package.json": `{"bin":"dist/index.js"}`,
		"src/index.ts": serving + "console.log(1)",
		"src/gen.ts":   "console.log(2)",
	})
	if d := cmp.Diff([]string{"index.ts:2:1 stdout-write"}, places(t, filepath.Join(root, "src"))); d != "" {
		t.Error(d)
	}
}

func TestDotenv(t *testing.T) {
	const src = "import 'dotenv/config'"
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  int
	}{
		{"17 is installed", map[string]string{"node_modules/dotenv/package.json": `{"version":"17.0.1"}`}, 1},
		{"16 is installed", map[string]string{"node_modules/dotenv/package.json": `{"version":"16.6.1"}`, "package.json": `{"dependencies":{"dotenv":"^17.0.0"}}`}, 0},
		{"16 is asked for", map[string]string{"package.json": `{"devDependencies":{"dotenv":"~16.4"}}`}, 0},
		{"17 is asked for", map[string]string{"package.json": `{"dependencies":{"dotenv":">=17"}}`}, 1},
		{"it cannot be told", map[string]string{"package.json": `{"dependencies":{"dotenv":"latest"}}`}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.files["a.ts"] = src
			if got := places(t, write(t, tc.files)); len(got) != tc.want {
				t.Errorf("findings %v, want %d", got, tc.want)
			}
		})
	}
}
