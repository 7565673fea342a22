package engine_test

import (
	"strings"
	"testing"
)

// TestSilence: requests without an answer, and how a process ends.
func TestSilence(t *testing.T) {
	const initialize = `spawn
		> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
		`
	const asks = `< {"jsonrpc":"2.0","id":"s1","method":"roots/list"}` + "\n"
	const gets = `> {"jsonrpc":"2.0","id":"s1","result":{"roots":[]}}` + "\n"
	const call = "\n> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\"}}\n"
	for _, c := range []scriptCase{
		{"initialize times out", initialize + "deadline initialize 5000\neof stdin\nexit 0\nend", `error initialize-timeout/startup-timeout`},
		{"exit before initialize", initialize + "exit 0", `error server-exited/clean-exit-before-initialize`},
		{"exit with a code before initialize", initialize + "eof stdout\nexit 3", `error server-exited/nonzero-exit-before-initialize`},
		{"a signal before initialize", initialize + "exit SIGSEGV", `error server-exited/signal-exit-before-initialize`},
		{"an operation times out", opening + call + "deadline operation 5000" + closing, `error operation-timeout/request-timeout`},
		{"an answer after its timeout mends nothing and breaks nothing", opening + call + "deadline operation 5000\n< {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}" + closing, `error operation-timeout/request-timeout`},
		{"an advertised list times out", opening + "> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\ndeadline operation 5000" + closing, `error capability-list-timeout`},
		{"exit with a request open", opening + call + "exit 0", `error operation-missing-response/clean-exit-during-operation`},
		{"crash with a request open", opening + call + "exit 1", `error operation-missing-response/nonzero-exit-during-operation
			error server-crashed/nonzero-exit-after-initialize`},
		{"an advertised list and an exit", opening + "> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\nexit 0", `error capability-list-missing-response`},
		{"stdout closes with a request open", opening + call + "eof stdout\nend", `error operation-missing-response/stdout-closed-during-operation`},
		{"then the exit says how", opening + call + "eof stdout\nexit 2", `error operation-missing-response/nonzero-exit-during-operation
			error server-crashed/nonzero-exit-after-initialize`},
		{"crash after initialize", opening + "exit 1", `error server-crashed/nonzero-exit-after-initialize`},
		{"a signal after initialize", opening + "exit SIGABRT", `error server-crashed/signal-exit-after-initialize`},
		{"a clean exit is the server's right", opening + "exit 0", ``},
		{"a code after stdin's end is information", opening + "eof stdin\nexit 7", ``},
		{"an exit with nothing asked", "spawn\neof stdin\nexit 0", ``},
		{"a crash with nothing asked", "spawn\nexit 1", `error server-exited/nonzero-exit-before-initialize`},
		{"open for 30 s when stdin closes", opening + call + "+ 30s\neof stdin\n< {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\nexit 0", `error operation-timeout/answered-after-stdin-close`},
		{"open for 29 s when stdin closes", opening + call + "+ 28s\neof stdin\n< {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\nexit 0", ``},
		{"open at the end for 30 s", opening + call + "+ 30s\nend", `error operation-timeout/request-timeout`},
		{"open at the end for less", opening + call + "+ 20s\nend", `note request-unanswered`},
		{"answered after a minute", opening + call + "+ 60s\n< {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}" + closing, ``},
		{"a minute that the client took to answer", opening + call + asks + "+ 60s\n" + gets + "eof stdin\nexit 0", `error operation-missing-response/clean-exit-during-operation`},
		{"a minute that the client took to answer, and half a one of the server's own", opening + call + asks + "+ 60s\n" + gets + "+ 30s\neof stdin\nexit 0", `error operation-timeout/request-timeout`},
		{"a minute before the server asks", opening + call + "+ 60s\n" + asks + gets + "eof stdin\nexit 0", `error operation-timeout/request-timeout`},
		{"a minute until the server gives up asking", opening + call + asks + "+ 60s\n< {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"s1\"}}\n+ 20s\nend", `note request-unanswered`},
		{"a minute in which the server only pings", opening + call + "< {\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\n+ 60s\neof stdin\nexit 0", `error operation-timeout/request-timeout`},
		{"stdin closes while the server waits for an answer", opening + call + asks + "eof stdin\neof stdout\nexit 0", `note request-unanswered`},
		{"the server exits while it waits for an answer", opening + call + asks + "eof stdout\nexit 0", `error operation-missing-response/clean-exit-during-operation`},
		{"initialize cannot be cancelled", initialize + "> {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":0}}\neof stdin\nexit 0", `error server-exited/clean-exit-before-initialize`},
		{"SIGTERM needed", opening + "eof stdin\ndeadline shutdown 2000\nsignal SIGTERM guard-finished\nexit SIGTERM", `note shutdown-sigterm-needed`},
		{"SIGKILL needed", opening + "eof stdin\ndeadline shutdown 2000\nsignal SIGTERM guard-finished\ndeadline terminate 2000\nsignal SIGKILL guard-finished\nexit SIGKILL", `note shutdown-sigterm-needed
			error shutdown-sigkill-needed`},
		{"SIGTERM needed by a modern server", modernOpening + "eof stdin\ndeadline shutdown 2000\nsignal SIGTERM guard-finished\nexit SIGTERM", `warning shutdown-sigterm-needed`},
		{"alive half a minute after stdin's end", opening + "eof stdin\n+ 30s\nend", `warning shutdown-slow`},
		{"gone in half a minute", opening + "eof stdin\n+ 29s\nexit 0", ``},
		{"children left behind", opening + "eof stdin\nexit 0\nreap 2", `warning orphan-left`},
		{"more on stderr than allowed", opening + "limit stderr 100\neof stdin\nexit 0", `error stderr-output-limit-exceeded`},
		{"a full disk is not the server's fault", opening + "limit disk 100" + closing, ``},
		{"cut short", opening, `note recording-interrupted`},
		{"could not start", "spawn ENOENT spawn nothing ENOENT\nend", `error spawn-failed/spawn-failed-before-startup`},
		{"cut short within a message", opening + "<| {\"jsonrpc\":\"2.0\",\nend interrupted", `note recording-interrupted`},
		{"cut short before a newline", opening + "<| {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":1}}\nend interrupted", `note recording-interrupted`},
		{"cut short within other text", opening + "<| Server rea\nend interrupted", `error stdout-partial-frame/at-end stdout:2
			note recording-interrupted`},
	} {
		if !strings.HasPrefix(c.name, "cut short") {
			c.script += "\nend"
		}
		c.run(t)
	}
}
