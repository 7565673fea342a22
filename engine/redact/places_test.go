package redact

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/transcript"
)

func TestParsePath(t *testing.T) {
	for text, want := range map[string]Path{
		"params.arguments.apiKey":   {"params", "arguments", "apiKey"},
		"$.result.content[0].text":  {"result", "content", "0", "text"},
		"$.result.content.*.text":   {"result", "content", "*", "text"},
		"/params/arguments/a~1b~0c": {"params", "arguments", "a/b~c"},
		"":                          nil,
		"$":                         nil,
	} {
		if diff := cmp.Diff(want, ParsePath(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestPathsMaskWhatLiesBelow(t *testing.T) {
	const line = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"private"},{"text":"too"}],"n":{"deep":-12.5e3,"ok":true}}}`
	for _, test := range []struct{ name, path, want string }{
		{"a member of every element", "result.content.*.text", strings.NewReplacer(`"private"`, `"xxxxxxx"`, `"too"`, `"xxy"`).Replace(line)},
		{"an index", "/result/content/1/text", strings.Replace(line, `"too"`, `"xxx"`, 1)},
		{"a number stays one", "result.n.deep", strings.Replace(line, `-12.5e3`, `-11.2e3`, 1)},
		{"nothing there", "params.arguments", line},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := record(text(transcript.KindStdout, "no JSON\n["+line+"]\n"+line+"\n"))
			out, _, err := Transcript(in, Options{Paths: []Path{ParsePath(test.path)}})
			if err != nil {
				t.Fatal(err)
			}
			want := "[" + quoted(test.want) + `]\n` + quoted(test.want) + `\n`
			if !bytes.Contains(out, []byte(want)) {
				t.Errorf("want %s in\n%s", want, out)
			}
		})
	}
}

// quoted is a text as it stands in a transcript's string.
func quoted(text string) string { return strings.ReplaceAll(text, `"`, `\"`) }

func TestPlacesShowWhatWasMasked(t *testing.T) {
	in := record(
		text(transcript.KindStdout, "first\n{\"password\":\"hun"), text(transcript.KindStderr, "at /home/ann/x\n"), text(transcript.KindStdout, "ter2\"}\n"),
		transcript.Event{Kind: transcript.KindSpawn, Run: 2, Error: "no /home/ann/x", ErrorCode: "ENOENT"},
		transcript.Event{Kind: transcript.KindStderr, Run: 2, Data: []byte("\n\n/home/ann\n")},
	)
	out, summary, err := Transcript(in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Places(in, out, summary.Spans)
	if err != nil {
		t.Fatal(err)
	}
	masked := got[0].After // the numbers of the masks are no matter here
	if len(masked) != len("abc123def") || masked == "abc123def" {
		t.Errorf("command: masked as %q", masked)
	}
	for i := range got {
		if got[i].After == got[i].Before || len(got[i].After) != len(got[i].Before) {
			t.Errorf("%+v", got[i])
		}
		got[i].After = ""
	}
	want := []Place{
		{Field: "command", Before: "abc123def"},
		{Field: "cwd", Lead: "/home/", Before: "ann"},
		{Field: "spawn", Lead: "no /home/", Before: "ann"},
		{Kind: Named, Run: 1, Stream: transcript.Stdout, Frame: 2, Lead: `{"password":"`, Before: "hunter2"},
		{Kind: Home, Run: 1, Stream: transcript.Stderr, Frame: 1, Lead: "at /home/", Before: "ann"},
		{Kind: Home, Run: 2, Stream: transcript.Stderr, Frame: 3, Lead: "/home/", Before: "ann"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPlacesRefuseSpansOfSomethingElse(t *testing.T) {
	in := record(text(transcript.KindStdout, "short\n"))
	got, err := Places(in, in, []StreamSpan{{1, transcript.Stdout, 3, 100, Token}, {1, transcript.Stderr, 0, 1, Token}, {1, transcript.Stdout, -5, 1, Token}})
	if err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := Places(in, []byte("nothing\n"), nil); err == nil {
		t.Error("no error for a text that is no transcript")
	}
}
