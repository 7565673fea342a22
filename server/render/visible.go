package render

import (
	"fmt"
	"regexp"
	"strings"
)

// Visible shows what a terminal, a log or a page would obey: control characters
// and those that hide text or change its direction. Server text may hold them
// wherever the report quotes it as it was.
func Visible(s string) string {
	if strings.IndexFunc(s, obeyed) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !obeyed(r):
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	return b.String()
}

// obeyed leaves the newline alone: each format has a word of its own for it.
func obeyed(r rune) bool {
	switch {
	case r < ' ' && r != '\n', r >= 0x7f && r < 0xa0, // C0, DEL, C1
		r == 0x061c, r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f, // zero width, bidi
		r == 0xfeff, r >= 0xe0000 && r <= 0xe0fff: // BOM, tags
		return true
	}
	return false
}

// oneLine keeps a text from beginning a line of its own, which a CI system may
// read as a command to itself.
func oneLine(s string) string { return strings.ReplaceAll(Visible(s), "\n", `\n`) }

// commands are what build services obey in a log: "::name::" at the beginning of a
// line, blanks before it or not, and "##name[" anywhere.
var commands = regexp.MustCompile(`(?m)^([ \t]*):(:)|#(#[a-z]*\[)`)

// inert takes a text for a log its commands: nothing of ours is one, so one that
// stands there is the server's.
func inert(text []byte) []byte { return commands.ReplaceAll(text, []byte(`$1\$2$3`)) }
