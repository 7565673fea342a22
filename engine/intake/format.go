package intake

import "strings"

// format is one kind of source.
type format struct {
	name       string
	about      string
	confidence string // of a verdict on it: how well the log keeps what was sent
	hides      []string
	score      func(line []byte) int // how much a line looks like it: 0 no, 1 maybe, from 3 on surely; nil = decided elsewhere
	json       bool                  // its lines are JSON
	plain      bool                  // any line in it may be the server's
	lines      func(*sink) parser
	bytes      func(*sink) byteParser
}

// What a client's log cannot show; see transcript.Source.Hides.
var (
	hidesBytes  = []string{"bytes", "exit"}                    // frames are re-serialised
	hidesFrames = []string{"bytes", "stdin", "stdout", "exit"} // only errors are logged
	hidesMost   = []string{"bytes", "stdin", "stdout", "exit", "timing"}
)

const (
	formatRaw    = "raw"
	formatArrows = "raw-arrows"
)

// formats are all that is known, in the order in which a tie is decided.
var formats = []format{
	{name: "stdioscope", about: "a transcript of this program", confidence: "high", bytes: newPassthrough},
	{name: "claude-desktop-server", about: "Claude Desktop, mcp-server-NAME.log", confidence: "high", hides: hidesBytes,
		score: scoreDesktop("name"), lines: newDesktopServer},
	{name: "claude-desktop-main", about: "Claude Desktop, mcp.log", confidence: "high", hides: hidesBytes,
		score: scoreDesktop("level"), lines: newDesktopMain},
	{name: "claude-code-debug", about: "Claude Code, --debug", confidence: "medium", hides: hidesFrames, score: scoreClaudeCode, lines: newClaudeCode},
	{name: "claude-code-cache-json", about: "Claude Code, the cached log (2025)", confidence: "medium", hides: hidesFrames, score: scoreClaudeCache, json: true, lines: newClaudeCache},
	{name: "claude-code-jsonl", about: "Claude Code, the cached log (2026)", confidence: "medium", hides: hidesFrames, score: scoreClaudeJSONL, json: true, lines: newClaudeJSONL},
	{name: "vscode-mcp-output", about: "VS Code, the output channel MCP: NAME", confidence: "high", hides: []string{"bytes"}, score: scoreVSCode, lines: newVSCode},
	{name: "windsurf", about: "Windsurf", confidence: "medium", hides: append([]string{"stderr"}, hidesFrames...), score: scoreWindsurf, lines: newWindsurf},
	{name: "cursor-mcp", about: "Cursor, the MCP log", confidence: "high", hides: hidesFrames, score: scoreCursor, lines: newCursor},
	{name: "warp", about: "Warp", confidence: "medium", hides: hidesBytes, score: scoreWarp, lines: newWarp},
	{name: "lm-studio-developer-log", about: "LM Studio, the developer log", confidence: "medium", hides: hidesFrames, score: scoreLMStudio, lines: newLMStudio},
	{name: "supergateway", about: "supergateway", confidence: "high", hides: []string{"bytes", "timing"}, score: scoreSupergateway, lines: newSupergateway},
	{name: "java-sdk-client", about: "the Java SDK's client", confidence: "high", hides: hidesFrames, score: scoreJava, lines: newJava},
	{name: "python-sdk-client", about: "the Python SDK's client", confidence: "high", hides: hidesMost, score: scorePython, lines: newPython},
	{name: "mcp-inspector-proxy", about: "the MCP Inspector's proxy", confidence: "high", hides: hidesMost, score: scoreInspector, lines: newInspector},
	{name: "gemini-cli", about: "Gemini CLI", confidence: "medium", hides: hidesMost, score: scoreGemini, lines: newGemini},
	{name: "cline", about: "Cline", confidence: "medium", hides: hidesMost, score: scoreCline, lines: newCline},
	{name: "codex-cli", about: "Codex CLI", confidence: "medium", hides: hidesFrames, score: scoreCodex, lines: newCodex},
	{name: "opencode", about: "opencode", confidence: "medium", hides: hidesFrames, score: scoreOpencode, lines: newOpencode},
	{name: "jsonl-streams", about: `JSON lines {"t","stream","data_b64"}`, confidence: "high", score: scoreStreams, json: true, lines: newStreams},
	{name: "jsonl-messages", about: "JSON lines with a direction and a message (mcpsnoop, .mcptrace and others)", confidence: "high", hides: hidesBytes, score: scoreMessages, json: true, lines: newMessages},
	{name: "cassette", about: "one JSON document of requests and responses", confidence: "high", hides: hidesBytes, lines: newCassette},
	{name: "raw-shell-session", about: "a paste of a shell, prompts and all", confidence: "medium", hides: []string{"timing"}, plain: true, lines: newShell},
	{name: formatArrows, about: "messages behind direction marks", confidence: "medium", hides: []string{"bytes", "timing"}, score: scoreArrows, lines: newArrows},
	{name: "raw-ndjson-mixed", about: "both directions in one text, unmarked", confidence: "medium", hides: []string{"timing"}, plain: true, lines: newMixed},
	{name: formatRaw, about: "what a server wrote to stdout, byte for byte", confidence: "high", hides: []string{"timing", "stdin", "stderr", "exit"}, bytes: newRaw},
	{name: "client-errors", about: "error messages of a client, without its log", confidence: "low", hides: hidesMost, lines: newClientErrors},
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

// Named is the format that a name, or the beginning of one name alone, means.
func Named(name string) (full string, ok bool) {
	if f := byName(name); f != nil {
		return f.name, true
	}
	for _, f := range formats {
		if name != "" && strings.HasPrefix(f.name, name) {
			if full != "" {
				return "", false
			}
			full = f.name
		}
	}
	return full, full != ""
}

func byName(name string) *format {
	for i := range formats {
		if formats[i].name == name {
			return &formats[i]
		}
	}
	return nil
}
