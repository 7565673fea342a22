package intake

import (
	"bytes"

	"stdioscope/engine/wire"
)

// guess is a format, and how it was found.
type guess struct {
	format *format
	wrap   wrapping
	faint  bool // few lines look like it
}

// confidence is the format's own, one step lower for a faint resemblance.
func (g guess) confidence() string {
	if !g.faint {
		return g.format.confidence
	}
	if g.format.confidence == "high" {
		return "medium"
	}
	return "low"
}

// pick gives the forced format, or the one that the beginning of a text looks
// like; no format when there is none.
func pick(forced string, text []byte) guess {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	wrap := wrappingOf(text)
	if forced != "" {
		name, _ := Named(forced)
		g := guess{format: byName(name)}
		if g.format != nil && g.format.bytes == nil {
			g.wrap = wrap
		}
		return g
	}
	trimmed := bytes.TrimSpace(text)
	if looksLikeTranscript(trimmed) {
		return guess{format: byName("stdioscope")}
	}
	lines := linesOf(text, wrap)
	if wrap.any() {
		trimmed = bytes.TrimSpace(bytes.Join(lines, []byte("\n")))
	}
	if isDocument(trimmed) {
		return guess{format: byName("cassette"), wrap: wrap}
	}
	if g := bestScore(lines); g.format != nil && (g.format.name != formatArrows || bothMarked(lines)) {
		g.wrap = wrap
		return g
	}
	return guess{format: pickRaw(lines, wrap.quoted || wrap.fenced), wrap: wrap}
}

// linesOf cuts a text and takes the wrapping off. Only the first lines count.
func linesOf(text []byte, wrap wrapping) [][]byte {
	var out [][]byte
	for line := range bytes.Lines(text) {
		line, ok := wrap.take(bytes.TrimRight(line, "\r\n"))
		if ok && len(bytes.TrimSpace(line)) > 0 {
			out = append(out, line)
		}
	}
	return out
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

// surely is the score of a line that only one format has.
const surely = 3

// manyMaybes is how many lines must look a little like a format when none is
// telling.
const manyMaybes = 20

// bestScore takes the format with most hits on the first lines. Bare messages
// between them speak for a capture in which the server happens to log alike.
func bestScore(lines [][]byte) guess {
	scores, hits, sure := make([]int, len(formats)), make([]int, len(formats)), make([]bool, len(formats))
	bare := 0
	lines = lines[:min(len(lines), probeLines)]
	for _, line := range lines {
		isJSON := isJSONLine(line)
		if isJSON && isMessage(bytes.TrimSpace(line)) {
			bare++
			continue
		}
		plain := stripANSI(line)
		for i := range formats {
			f := &formats[i]
			if f.score == nil || isJSON && !f.json {
				continue
			}
			n := f.score(line)
			if n == 0 && len(plain) < len(line) {
				n = f.score(plain)
			}
			scores[i] += n
			if n > 0 {
				hits[i]++
			}
			sure[i] = sure[i] || n >= surely
		}
	}
	best := -1
	for i := range formats {
		if (sure[i] || scores[i] >= manyMaybes) && hits[i] > bare && (best < 0 || scores[i] > scores[best]) {
			best = i
		}
	}
	if best < 0 {
		return guess{}
	}
	return guess{format: &formats[best], faint: len(lines) >= manyMaybes && hits[best]*10 < len(lines)}
}

func isJSONLine(line []byte) bool {
	t := bytes.TrimSpace(line)
	return len(t) > 1 && (t[0] == '{' || t[0] == '"' || t[0] == '[' && t[1] == '{')
}

// pickRaw tells the captures by hand apart: a shell paste has prompts, a mixed
// one has what clients send, and what a server wrote has its answers. A text that
// was wrapped is a paste, not a capture.
func pickRaw(lines [][]byte, wrapped bool) *format {
	var messages, fromClient, prompts, broken, errors int
	var open *gather // a value that goes on over lines
	var said sentence
	for n, line := range lines {
		line = stripANSI(line)
		value := bytes.TrimSpace(line)
		if open != nil && !isMessage(value) {
			open.add(value)
			if !open.whole {
				continue
			}
			value, open = open.value(), nil
			if isSettings(value) {
				broken--
				continue
			}
		}
		if isPrompt(line) {
			prompts++
			if has(line, "jsonrpc") {
				messages++
			}
			continue
		}
		if at := bytes.IndexByte(value, '{'); at > 0 && has(value, `"jsonrpc"`) {
			value = value[at:]
		}
		switch {
		case isMessage(value):
			open = nil
			messages++
			if byClient(value) {
				fromClient++
			}
		case opensValue(value) && len(lines) < maxGatherLines:
			broken++
			open = newGather(n, value)
		case has(line, `"jsonrpc"`) || looksBroken(line):
			broken++
		case n < probeLines:
			if ev, _, ok := said.read(n, line); ok && ev.code != "" {
				errors++
			}
		}
	}
	switch {
	case prompts > 0 && messages > 0:
		return byName("raw-shell-session")
	case fromClient > 0 || wrapped && messages+broken > 0:
		return byName("raw-ndjson-mixed")
	case messages+broken > 0:
		return byName(formatRaw)
	case errors > 0:
		return byName("client-errors")
	}
	return nil
}

// isSettings says whether an object is a client's configuration, which people
// paste along with what came of it.
func isSettings(value []byte) bool {
	for _, name := range []string{"mcpServers", "servers", "context_servers", "mcp"} {
		if inside, ok := wire.Get(value, name); ok && has(inside, `"command"`) {
			return true
		}
	}
	return false
}

// maxGatherLines bounds the texts in which recognition joins lines.
const maxGatherLines = 4096

// opensValue says whether a line begins an object that goes on.
func opensValue(line []byte) bool {
	if len(line) == 0 || line[0] != '{' || len(line) > 1 && line[1] != '"' && line[1] != ' ' {
		return false
	}
	_, _, whole := jsonValue(line)
	return !whole
}

// looksBroken says whether a line may be damaged protocol: JSON in UTF-16,
// header framing, a value that begins and does not end.
func looksBroken(line []byte) bool {
	t := bytes.TrimSpace(line)
	return bytes.IndexByte(line, 0) >= 0 && bytes.IndexByte(line, '{') >= 0 ||
		hasPrefix(t, "Content-Length:") || len(t) > 0 && (t[0] == '{' || t[0] == '[') && (has(t, `":`) || len(t) == 1)
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
	return contains(clientMethods, method)
}
