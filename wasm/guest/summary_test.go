package main

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/intake"
)

func TestSummaryReadsBack(t *testing.T) {
	for _, test := range []struct {
		name string
		want intake.Summary
	}{
		{"raw", intake.Summary{Format: "raw", Confidence: "low", Hides: []string{}, Sessions: []intake.Session{}}},
		{"a log", intake.Summary{
			Format: "claude-desktop", Confidence: "high", Hides: []string{"bytes", "timing"}, UTF16: true,
			Sessions: []intake.Session{
				{Number: 1, Server: "say \"hi\"\n", FirstLine: 1, LastLine: 9, Frames: 4},
				{Number: 2, Server: "é", FirstLine: 10, LastLine: 1 << 30, Frames: 5, Evidence: 6},
			},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			written := appendSummary(nil, test.want, nil)
			var got intake.Summary
			if err := json.Unmarshal(written, &got); err != nil {
				t.Fatalf("%v: %s", err, written)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s: %s", written, diff)
			}
		})
	}
}

func TestSummaryMendsANameThatIsNoUTF8(t *testing.T) {
	got := string(appendText(nil, "server", "a\xffb"))
	if want := `"server":"a` + "\ufffd" + `b"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
