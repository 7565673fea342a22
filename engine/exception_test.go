package engine_test

import (
	"strings"
	"testing"
)

// TestException: what a server died of stands in the headline, in the words of its
// runtime, with the place to look at.
func TestException(t *testing.T) {
	const node = `
		! node:internal/modules/cjs/loader:1210
		!   throw err;
		! Error: Cannot find module 'express'
		! Require stack:
		! - /srv/x.js
		!     at Module._load (node:internal/modules/cjs/loader:1038:27)
		!     at Object.<anonymous> (/srv/x.js:1:17)
		!     at main (/srv/y.js:1:17)
		! 
		! Node.js v20.20.2
		`
	const python = `
		! Traceback (most recent call last):
		!   File "/srv/x.py", line 4, in f
		!     raise MyFailure("no")
		!   File "/usr/lib/python3.12/asyncio/runners.py", line 118, in run
		! x.MyFailure: 1 thing
		! is missing
		`
	for _, c := range []struct{ name, script, message, hint string }{
		{"Node", opening + node + "exit 1", "the server died of an exception: Error: Cannot find module 'express'; it exited (code 1) after initialize",
			"Install what is missing in the directory of the server (npm install); look at Object.<anonymous> (/srv/x.js:1:17); the exception stands on line 3 of stderr."},
		{"at start-up", "spawn\n" + node + "exit 1", "an exception: Error: Cannot find module 'express'; it exited (code 1) before initialize", "line 3 of stderr"},
		{"in a call", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}` + python + "exit 1",
			"an exception: x.MyFailure: 1 thing; it exited (code 1) without an answer to tools/call", `or catch it and answer with an error; look at "/srv/x.py", line 4, in f`},
		{"an error with a code and a colour", opening + "! \\x1b[31mError [ERR_X]: no\\x1b[0m\n!     at x (/a.js:1:1)\nexit 1", "an exception: Error [ERR_X]: no;", "look at x (/a.js:1:1)"},
		{"an exception group", opening + `
			!   + Exception Group Traceback (most recent call last):
			!   |   File "/srv/x.py", line 9, in <module>
			!   | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
			!   +-+---------------- 1 ----------------
			!     | Traceback (most recent call last):
			!     |   File "/srv/x.py", line 3, in f
			!     | KeyError: 'x'
			!     +------------------------------------
			exit 1`, "an exception: KeyError: 'x';", "line 3, in f"},
		{"Python, drawn by Rich", opening + "! ╭──── Traceback (most recent call last) ────╮\n! │ /srv/x.py:3 in f │\n! ╰────╯\n! KeyError: 'x'\nexit 1", "an exception: KeyError: 'x';", "line 4"},
		{"Go", opening + "! panic: boom\n! \n! goroutine 1 [running]:\n! main.main()\n! \t/srv/main.go:2 +0x28\n! exit status 2\nexit 2", "died of a panic: boom;", "look at /srv/main.go:2;"},
		{"Rust", opening + "! thread 'main' panicked at src/main.rs:4:5:\n! no config\n! note: run with `RUST_BACKTRACE=1`\nexit 101", "a panic: no config;", "look at src/main.rs:4:5;"},
		{"Java", opening + "! Exception in thread \"main\" a.BException: x\n! \tat a.B.main(B.java:3)\n! Caused by: c.DException: why\n! \tat c.D.e(D.java:7)\n! \t... 2 more\nexit 1", "an exception: Caused by: c.DException: why;", "c.D.e(D.java:7)"},
		{".NET", opening + "! Unhandled exception. System.InvalidOperationException: boom\n!    at P.Main() in /srv/P.cs:line 3\nexit SIGABRT", "System.InvalidOperationException: boom;", "/srv/P.cs:line 3"},
		{"C++", opening + "! terminate called after throwing an instance of 'std::runtime_error'\n!   what():  boom\nexit SIGABRT", "an exception: what():  boom;", "line 2"},
		{"on stdout", opening + "< Traceback (most recent call last):\n<   File \"/srv/x.py\", line 4, in f\n< KeyError: 'x'\nexit 1", "the server died of an exception: KeyError: 'x'", "Let the exception reach stderr"},
		{"on stdout, below the line that threw it", opening + "< /srv/x.js:3\n<   throw e\n<   ^\n< \n< Error: no units\n<     at f (/srv/x.js:3:1)\nexit 1", "the server died of an exception: Error: no units; text where a message belongs: \"/srv/x.js:3\"", ""},
		{"with a secret", opening + "! TypeError: token=ghp_0123456789abcdefghijABCDEFGHIJ012345\n!     at x (/a.js:1:1)\nexit 1", "TypeError: token=****", ""},

		// What is no death by an exception stays as it was.
		{"exit code 0", opening + `> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}` + node + "exit 0", "the server exited (code 0) without an answer", ""},
		{"a signal", opening + node + "exit SIGSEGV", "the server exited (signal SIGSEGV) after", ""},
		{"a log line alone", opening + "! TypeError: not so bad\n! went on\nexit 1", "the server exited (code 1) after", ""},
		{"an answer after it", opening + node + `> {"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n" + `< {"jsonrpc":"2.0","id":1,"result":{}}` + "\nexit 1", "the server exited (code 1) after", ""},
		{"other last words", opening + "! fatal: the database is locked\nexit 1", "the server exited (code 1) after", `Its last line on stderr: "fatal: the database is locked".`},
		{"long ago", opening + node + "+ 6s\nexit 1", "the server exited (code 1) after", ""},
		{"on stdout, and alive", opening + "< Traceback (most recent call last):\n<   File \"/srv/x.py\", line 4, in f\n< KeyError: 'x'\neof stdin\nexit 0", `text where a message belongs: "Traceback`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			first := launched(t, c.script+"\nend").FirstViolation
			if first == nil {
				t.Fatal("nothing was found")
			}
			if !strings.Contains(first.Message, c.message) || !strings.Contains(first.Hint, c.hint) {
				t.Errorf("%s\n%s\nwant %s\n%s", first.Message, first.Hint, c.message, c.hint)
			}
			if !strings.Contains(c.message, ": ") && strings.Contains(first.Message, "died") {
				t.Error(first.Message)
			}
		})
	}
	t.Run("a server that goes on", func(t *testing.T) {
		with := launched(t, opening+node+python+"eof stdin\nexit 0\nend")
		if len(with.Issues) > 0 {
			t.Error(findings(with))
		}
	})
}
