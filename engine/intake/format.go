package intake

import (
	"bytes"

	"stdioscope/engine/wire"
)

// format is one kind of source.
type format struct {
	name       string
	about      string
	confidence string // of a verdict on it: how well the log keeps what was sent
	hides      []string
	score      func(line []byte) int // how much a line looks like it; nil = decided elsewhere
	lines      func(*sink) parser
	bytes      func(*sink) byteParser
}

// What a client's log cannot show; see transcript.Source.Hides.
var (
	hidesBytes   = []string{"bytes"}                    // frames are re-serialised
	hidesFrames  = []string{"bytes", "stdin", "stdout"} // only errors are logged
	hidesAllTime = []string{"bytes", "stdin", "stdout", "timing"}
)

// formats are all that is known, in the order in which a tie is decided.
var formats = []format{
	{name: "stdioscope", about: "a transcript of this program", confidence: "high", bytes: newPassthrough},
	{name: "claude-desktop-server", about: "Claude Desktop, mcp-server-NAME.log", confidence: "high", hides: hidesBytes,
		score: scoreDesktop("name"), lines: newDesktopServer},
	{name: "claude-desktop-main", about: "Claude Desktop, mcp.log", confidence: "high", hides: hidesBytes,
		score: scoreDesktop("level"), lines: newDesktopMain},
	{name: "claude-code-debug", about: "Claude Code, --debug", confidence: "medium", hides: hidesFrames, score: scoreClaudeCode, lines: newClaudeCode},
	{name: "claude-code-cache-json", about: "Claude Code, the cached log (2025)", confidence: "medium", hides: hidesFrames, score: scoreClaudeCache, lines: newClaudeCache},
	{name: "claude-code-jsonl", about: "Claude Code, the cached log (2026)", confidence: "medium", hides: hidesFrames, score: scoreClaudeJSONL, lines: newClaudeJSONL},
	{name: "vscode-mcp-output", about: "VS Code, the output channel MCP: NAME", confidence: "high", hides: hidesBytes, score: scoreVSCode, lines: newVSCode},
	{name: "windsurf", about: "Windsurf", confidence: "medium", hides: hidesFrames, score: scoreWindsurf, lines: newWindsurf},
	{name: "cursor-mcp", about: "Cursor, the MCP log", confidence: "high", hides: hidesFrames, score: scoreCursor, lines: newCursor},
	{name: "warp", about: "Warp", confidence: "medium", hides: hidesBytes, score: scoreWarp, lines: newWarp},
	{name: "lm-studio-developer-log", about: "LM Studio, the developer log", confidence: "medium", hides: hidesFrames, score: scoreLMStudio, lines: newLMStudio},
	{name: "supergateway", about: "supergateway", confidence: "high", hides: []string{"bytes", "timing"}, score: scoreSupergateway, lines: newSupergateway},
	{name: "java-sdk-client", about: "the Java SDK's client", confidence: "high", hides: hidesFrames, score: scoreJava, lines: newJava},
	{name: "python-sdk-client", about: "the Python SDK's client", confidence: "high", hides: hidesAllTime, score: scorePython, lines: newPython},
	{name: "mcp-inspector-proxy", about: "the MCP Inspector's proxy", confidence: "high", hides: hidesAllTime, score: scoreInspector, lines: newInspector},
	{name: "gemini-cli", about: "Gemini CLI", confidence: "medium", hides: hidesAllTime, score: scoreGemini, lines: newGemini},
	{name: "cline", about: "Cline", confidence: "medium", hides: hidesAllTime, score: scoreCline, lines: newCline},
	{name: "codex", about: "Codex CLI", confidence: "medium", hides: hidesFrames, score: scoreCodex, lines: newCodex},
	{name: "opencode", about: "opencode", confidence: "medium", hides: hidesFrames, score: scoreOpencode, lines: newOpencode},
	{name: "jsonl-streams", about: `JSON lines {"t","stream","data_b64"}`, confidence: "high", score: scoreStreams, lines: newStreams},
	{name: "jsonl-messages", about: "JSON lines with a direction and a message (mcpsnoop, .mcptrace and others)", confidence: "high", hides: hidesBytes, score: scoreMessages, lines: newMessages},
	{name: "cassette", about: "one JSON document of requests and responses", confidence: "high", hides: hidesBytes, lines: newCassette},
	{name: "raw-shell-session", about: "a paste of a shell, prompts and all", confidence: "medium", hides: []string{"timing"}, lines: newShell},
	{name: "raw-arrows", about: "messages behind direction marks", confidence: "medium", hides: []string{"bytes", "timing"}, score: scoreArrows, lines: newArrows},
	{name: "raw-ndjson-mixed", about: "both directions in one text, unmarked", confidence: "medium", hides: []string{"timing"}, lines: newMixed},
	{name: "raw", about: "what a server wrote to stdout, byte for byte", confidence: "high", hides: []string{"timing", "stdin", "stderr", "exit"}, bytes: newRaw},
}

// Formats names the formats that can be forced.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// About is a format's one-line description; "" for an unknown name.
func About(name string) string {
	if f := byName(name); f != nil {
		return f.about
	}
	return ""
}

func byName(name string) *format {
	for i := range formats {
		if formats[i].name == name {
			return &formats[i]
		}
	}
	return nil
}

// pick gives the forced format, or the one that the text looks like; nil when
// there is none.
func pick(forced string, text []byte) *format {
	if forced != "" {
		return byName(forced)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	trimmed := bytes.TrimSpace(text)
	if looksLikeTranscript(trimmed) {
		return byName("stdioscope")
	}
	if isCassette(trimmed) {
		return byName("cassette")
	}
	if f := bestScore(text); f != nil {
		return f
	}
	return pickRaw(text)
}

func looksLikeTranscript(text []byte) bool {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	first = bytes.TrimSpace(first)
	if !hasPrefix(first, "{") || !has(first, `"stdioscope"`) {
		return false
	}
	_, ok := wire.Get(first, "stdioscope")
	return ok && wire.Valid(first)
}

// bestScore takes the format with most hits on the first lines.
func bestScore(text []byte) *format {
	var scores [64]int
	seen := 0
	for line := range bytes.Lines(text) {
		line = cleanPaste(bytes.TrimRight(line, "\r\n"))
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if seen++; seen > probeLines {
			break
		}
		for i := range formats {
			if formats[i].score != nil {
				scores[i] += formats[i].score(line)
			}
		}
	}
	best := -1
	for i := range formats {
		if scores[i] >= 3 && (best < 0 || scores[i] > scores[best]) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return &formats[best]
}

// pickRaw tells the captures by hand apart: a shell paste has prompts, a mixed
// one has what clients send, and what a server wrote has its answers.
func pickRaw(text []byte) *format {
	var messages, fromClient, prompts, broken int
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\r\n")
		if isPrompt(line) {
			prompts++
			if has(line, "jsonrpc") {
				messages++
			}
			continue
		}
		value := bytes.TrimSpace(cleanPaste(line))
		if at := bytes.IndexByte(value, '{'); at > 0 && has(value, `"jsonrpc"`) {
			value = value[at:]
		}
		switch {
		case isMessage(value):
			messages++
			if byClient(value) {
				fromClient++
			}
		case has(line, `"jsonrpc"`) || looksBroken(line):
			broken++
		}
	}
	switch {
	case prompts > 0 && messages > 0:
		return byName("raw-shell-session")
	case fromClient > 0:
		return byName("raw-ndjson-mixed")
	case messages+broken > 0:
		return byName("raw")
	}
	return nil
}

// looksBroken says whether a line may be damaged protocol: JSON in UTF-16,
// header framing, a value that begins and does not end.
func looksBroken(line []byte) bool {
	t := bytes.TrimSpace(line)
	return bytes.IndexByte(line, 0) >= 0 && bytes.IndexByte(line, '{') >= 0 ||
		hasPrefix(t, "Content-Length:") || len(t) > 0 && (t[0] == '{' || t[0] == '[') && (has(t, `":`) || len(t) == 1)
}

// isPrompt says whether a line begins with a shell's prompt and goes on with a
// command.
func isPrompt(line []byte) bool {
	for _, p := range []string{"$ ", "% ", "# "} {
		if hasPrefix(line, p) && len(line) > 2 && line[2] != '{' {
			return true
		}
	}
	return hasPrefix(line, "PS ") && has(line, "> ")
}

// clientMethods are sent by clients alone.
var clientMethods = []string{
	"initialize", "server/discover", "tools/list", "tools/call", "resources/list", "resources/read", "resources/templates/list",
	"resources/subscribe", "resources/unsubscribe", "prompts/list", "prompts/get", "completion/complete", "logging/setLevel",
	"subscriptions/listen", "notifications/initialized", "notifications/roots/list_changed",
}

// byClient says whether a message is one that only a client sends.
func byClient(value []byte) bool {
	raw, ok := wire.Get(value, "method")
	if !ok {
		return false
	}
	method, _ := wire.String(raw)
	for _, m := range clientMethods {
		if m == method {
			return true
		}
	}
	return false
}
