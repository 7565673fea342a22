package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
)

// certainty is how sure it is what a text proves.
type certainty string

const (
	certain  certainty = "certain"
	likely   certainty = "likely"
	possible certainty = "possible" // the line may have stood on stderr
)

// evidence is what an error string proves about bytes that the log does not
// show.
type evidence struct {
	code, detail string // as the catalogue names the fault; no code: worth showing, no fault of the server
	layer        int
	sure         certainty
	text         string // the beginning of the line, as far as the string tells; N stands for a digit
	words        string // what the client said
	stream       transcript.Stream
}

// badLine is a line that is no JSON, of which text is known.
func badLine(detail, text string) evidence {
	return evidence{code: "stdout-non-json", detail: detail, layer: 2, sure: certain, text: text}
}

// guessed is evidence that has another explanation, too.
func (ev evidence) guessed() evidence { ev.sure = likely; return ev }

// atLayer1 is evidence about bytes or framing.
func atLayer1(code, detail, text string) evidence {
	return evidence{code: code, detail: detail, layer: 1, sure: certain, text: text}
}

// emptyLine is a blank line, or one that was cut before anything stood on it.
func emptyLine() evidence { return atLayer1("stdout-empty-line", "", "") }

// readers are the dialects in which clients complain, most telling first.
var readers = [...]func([]byte) (evidence, bool){
	fromV8, fromJSC, fromSerde, fromKotlin, fromJackson, fromDotNet, fromPython, fromGo, fromClient,
}

// fromError reads the error strings of the JSON parsers of V8, JavaScriptCore,
// Go, Python, Rust, Java and .NET, and of the clients themselves. ok is false for
// a text that proves nothing.
func fromError(text []byte) (ev evidence, ok bool) {
	if has(text, `, \"`) { // quoted once more by the writer of the log
		text = bytes.ReplaceAll(text, []byte(`\"`), []byte(`"`))
	}
	for _, read := range readers {
		if ev, ok = read(text); ok {
			if ev.stream == "" {
				ev.stream = transcript.Stdout
			}
			ev.words = string(firstBytes(bytes.TrimSpace(text), maxWords))
			return ev, true
		}
	}
	return evidence{}, false
}

// maxWords bounds what is kept of a client's sentence.
const maxWords = 160

// unescapeControls turns what log writers made of control characters back.
func unescapeControls(s string) string {
	if !has([]byte(s), `\`) {
		return s
	}
	for _, p := range [...][2]string{
		{`\u001b`, "\x1b"}, {`\u001B`, "\x1b"}, {`\x1B`, "\x1b"}, {`\x1b`, "\x1b"}, {`\ufeff`, "\ufeff"}, {`\uFEFF`, "\ufeff"},
		{`\ufffd`, "\ufffd"}, {`\uFFFD`, "\ufffd"}, {`\u0000`, "\x00"}, {`\x00`, "\x00"}, {`\r`, "\r"}, {`\t`, "\t"},
	} {
		s = string(bytes.ReplaceAll([]byte(s), []byte(p[0]), []byte(p[1])))
	}
	return s
}

// named judges a line whose beginning, or first character, is shown.
func named(token, begin string) evidence {
	token, begin = unescapeControls(token), unescapeControls(begin)
	if begin == "" {
		begin = token
	}
	text := []byte(begin)
	switch {
	case begin == "":
		return badLine("syntax", "")
	case token == "\ufeff" || hasPrefix(text, "\ufeff"):
		return atLayer1("stdout-bom", "bom-at-start", begin)
	case hasPrefix(text, "\ufffd") && bytes.IndexByte(text, 0) >= 0:
		return atLayer1("stdout-utf16", "", begin)
	case token == "\ufffd" || hasPrefix(text, "\ufffd"):
		return atLayer1("stdout-invalid-utf8", "", begin)
	case token == "\x00" || text[0] == 0:
		return atLayer1("stdout-nul", "", begin)
	case headerName(text):
		return atLayer1("stdout-content-length-framing", "content-length", begin)
	case text[0] == 0x1b:
		return badLine("ansi-escape", begin)
	case text[0] == '{' || text[0] == '[':
		return badLine(detailInside(token, begin), begin)
	}
	return badLine("text", begin)
}

// headerName says whether a line begins as a header of LSP framing.
func headerName(text []byte) bool {
	return hasPrefix(text, "Content-Le") || hasPrefix(text, "Content-Ty")
}

// detailInside is the detail of a line that begins like JSON.
func detailInside(token, begin string) string {
	if numberWord(token, begin) {
		return "nan-or-infinity"
	}
	if len(begin) < 2 || begin[0] != '[' {
		return "syntax"
	}
	switch c := begin[1]; {
	case isLetter(c):
		return "log-prefix"
	case c >= '0' && c <= '9':
		return "log-timestamp"
	}
	return "syntax"
}

// numberWord says whether a parser stumbled over NaN or Infinity.
func numberWord(token, source string) bool {
	s := []byte(source)
	return has(s, "NaN") && (token == "N" || token == "NaN" || token == "") || has(s, "Infinity") && (token == "I" || token == "")
}

func isLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

// digits is n digits that are not known.
func digits(n int) string { return "NNNNNNNNNNNNNNNN"[:min(max(n, 0), 16)] }
