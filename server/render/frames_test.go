package render

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"stdioscope/engine/filter"
	"stdioscope/engine/report"
)

// What a server wrote into a listed line begins no line of its own, moves no
// cursor and commands no build service.
func TestListedFramesAreInert(t *testing.T) {
	rows := []filter.Row{{Address: "stdout:1", Stream: "stdout", Kind: "text", Text: "a\x1b[2J\u202eb\n::error::boo", Method: "##vso[x]"}}
	in := Frames{Rows: slices.Values(rows), Report: &report.Report{}}
	for _, format := range FrameFormats() {
		var b bytes.Buffer
		if err := WriteFrames(&b, format, in); err != nil {
			t.Fatal(err)
		}
		if format == "text" && strings.ContainsAny(b.String(), "\x1b\u202e") || format == "text" && strings.Count(b.String(), "\n") != 1 || format == "text" && strings.Contains(b.String(), "##vso[") {
			t.Errorf("%s: %q", format, b.String())
		}
		if format == "json" && !json.Valid(b.Bytes()) {
			t.Errorf("no JSON: %s", b.String())
		}
	}
}

func TestDuration(t *testing.T) {
	for us, want := range map[int64]string{0: "0us", 850: "850us", 4200: "4.2ms", 47_000: "47ms", 999_600: "1.00s", 1_240_000: "1.24s"} {
		if got := Duration(us); got != want {
			t.Errorf("%d us: %s, want %s", us, got, want)
		}
	}
}
