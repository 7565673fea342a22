package intake

// fromClient reads what clients say about the protocol rather than about JSON.
func fromClient(text []byte) (evidence, bool) {
	if hasAny(text, "bufio.Scanner: token too long") {
		return evidence{sure: certain}, true // the reader's own limit: no fault of the server
	}
	for _, s := range sentences {
		if hasAny(text, s.said...) {
			if s.code == "operation-timeout" && hasAny(text, opening...) {
				s.code, s.detail = "initialize-timeout", "startup-timeout"
			}
			return evidence{code: s.code, detail: s.detail, layer: s.layer, sure: certain}, true
		}
	}
	if has(text, "spawn ") && hasAny(text, " ENOENT", " EACCES", " EPERM", " ENOEXEC", " EINVAL") {
		return evidence{code: "spawn-failed", sure: certain}, true
	}
	return evidence{}, false
}

// opening is what a client says of a server that it waits for to open.
var opening = []string{"Connection failed", "Connection timeout triggered", "Connection to MCP server ", "startup timed out", "handshaking", "failed to start", `for "initialize"`}

// sentences are the clients' own words for what cannot be read off a line.
var sentences = []struct {
	code, detail string
	layer        int
	said         []string
}{
	{"response-id-mismatch", "", 5, []string{"Received a response for an unknown message ID"}},
	{"progress-unknown-token", "", 5, []string{"Received a progress notification for an unknown token"}},
	{"structured-content-missing", "", 4, []string{"has an output schema but did not return structured content"}},
	{"structured-content-mismatch", "", 4, []string{"Structured content does not match the tool's output schema"}},
	{"operation-timeout", "request-timeout", 5, []string{
		"MCP error -32001", "Request timed out", "request timed out", "context deadline exceeded", "Timed out while waiting for response",
		"MCP server startup timed out", "MCP startup timed out", "timed out handshaking", "timed out awaiting", "timed out after ", "Connection timeout triggered",
		"Operation timed out", "TimeoutException", "Context server request timeout", "cancelled csp request task",
	}},
	{"server-exited", "", 5, []string{
		"Server exited before responding to `initialize`", "MCP error -32000: Connection closed", "McpError: Connection closed", "connection closed: ",
		"server terminated", "Server transport closed unexpectedly", "ConnectionClosed(", "ServerBoxError(ChannelClosed", "StdioProcessError(", "Stdio process error: ",
	}},
	{"spawn-failed", "", 0, []string{
		"No such file or directory (os error 2)", "executable file not found in", "program not found", "is not recognized as an internal or external command",
	}},
}

func hasAny(text []byte, parts ...string) bool {
	for _, p := range parts {
		if has(text, p) {
			return true
		}
	}
	return false
}

// frameIn finds the message that an error string carries behind a colon.
func frameIn(text []byte) ([]byte, bool) {
	for at := 0; at < len(text); at++ {
		if text[at] != '{' {
			continue
		}
		value, _, whole := jsonValue(text[at:])
		if !whole {
			return nil, false
		}
		if isMessage(value) {
			return value, true
		}
		at += len(value) - 1
	}
	return nil, false
}
