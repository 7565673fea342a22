package redact

import (
	"bytes"
	"strings"
	"testing"

	"stdioscope/engine/transcript"
)

func record(events ...transcript.Event) []byte {
	h := transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}, Command: []string{"node", "s.js", "--token", "abc123def"}, Cwd: "/home/ann/x"}
	out := transcript.AppendHeader(nil, &h)
	for _, ev := range events {
		out = transcript.AppendEvent(out, &ev)
	}
	return out
}

func text(kind transcript.Kind, s string) transcript.Event {
	return transcript.Event{Kind: kind, Data: []byte(s)}
}

func TestTranscriptMasksAcrossChunks(t *testing.T) {
	in := record(
		text(transcript.KindStdout, `{"jsonrpc":"2.0","id":1,"result":{"password":"hun`), text(transcript.KindStderr, "key ghp_ABCDEFGHIJ"),
		text(transcript.KindStdout, "ter2\"}}\n"), text(transcript.KindStderr, "KLMNOPQRSTUV done\n"),
		transcript.Event{Kind: transcript.KindSecret, Stream: transcript.Stdout, Offset: 0, Length: 0},
		transcript.Event{Kind: transcript.KindFingerprint, JSON: []byte(`{"cwd":{"resolved":"/home/ann/x"}}`)},
		transcript.Event{Kind: transcript.KindSpawn, Error: "no /home/ann/x", ErrorCode: "ENOENT"},
	)
	out, summary, err := Transcript(in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"hunter2", "ghp_", "hun", "ter2", "abc123def", "/ann/"} {
		if bytes.Contains(out, []byte(secret)) {
			t.Errorf("%q is still there:\n%s", secret, out)
		}
	}
	if summary.Count < 6 || len(summary.Spans) != 2 {
		t.Errorf("summary %+v", summary)
	}
	if len(out) != len(in) {
		t.Errorf("length %d became %d", len(in), len(out))
	}
	again, _, err := Transcript(out, Options{})
	if err != nil || len(again) != len(out) {
		t.Errorf("a masked transcript is none any more: %v", err)
	}
}

func TestKnownPlacesLiteralsAndHiddenPipes(t *testing.T) {
	in := record(
		text(transcript.KindStdin, "plain words here\n"), text(transcript.KindStderr, "first\nsecond\n"), text(transcript.KindStdout, "on workbench-7 now\n"),
		transcript.Event{Kind: transcript.KindSecret, Stream: transcript.Stdin, Offset: 6, Length: 5, Name: "X"},
	)
	out, _, err := Transcript(in, Options{Literals: []string{"workbench-7"}, Hide: []transcript.Stream{transcript.Stderr},
		Spans: []StreamSpan{{Run: 1, Stream: transcript.Stdin, Offset: 12, Length: 4}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"words", "workbench-7", "first", "second", "here"} {
		if bytes.Contains(out, []byte(secret)) {
			t.Errorf("%q is still there:\n%s", secret, out)
		}
	}
	if !bytes.Contains(out, []byte("plain ")) || strings.Count(string(out), `\n`) != 4 {
		t.Errorf("too much is gone:\n%s", out)
	}
}

// Names are known by the header and by who shares: elsewhere they may be written
// in another case, and in folders that are not always a person's.
func TestNamesInAnyCase(t *testing.T) {
	in := record(
		text(transcript.KindStderr, "/users/ANN/y ~ann -home-ann-src /run/user/ann\non Workbench-7\n"),
		text(transcript.KindStdout, `{"text":"\u002fusers\u002fann, /usr/ann, /users/anna, planner"}`+"\n"),
	)
	out, _, err := Transcript(in, Options{Names: []string{"workbench-7"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"ANN", "~ann", "home-ann", "user/ann", "Workbench", "u002fann,"} {
		if bytes.Contains(out, []byte(gone)) {
			t.Errorf("%q is still there:\n%s", gone, out)
		}
	}
	for _, kept := range []string{"/usr/ann", "/users/anna", "planner"} {
		if !bytes.Contains(out, []byte(kept)) {
			t.Errorf("%q is gone:\n%s", kept, out)
		}
	}
}

func TestPayloadsKeepTheProtocol(t *testing.T) {
	in := record(text(transcript.KindStdout, `{"jsonrpc":"2.0","id":"abc","result":{"content":[{"type":"text","text":"private"}],"structuredContent":{"k":"mine"}}}`+"\n"))
	out, _, err := Transcript(in, Options{Payloads: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"private", "mine"} {
		if bytes.Contains(out, []byte(gone)) {
			t.Errorf("%q is still there", gone)
		}
	}
	for _, kept := range []string{`\"type\":\"text\"`, `\"id\":\"abc\"`, `\"k\":`} {
		if !bytes.Contains(out, []byte(kept)) {
			t.Errorf("%s is gone: %s", kept, out)
		}
	}
}

// What a person's arguments are called is no word of the protocol, a batch is many
// messages, and numbers tell as much as texts.
func TestPayloadsAreWhole(t *testing.T) {
	in := record(
		text(transcript.KindStdin, `{"id":1,"method":"tools/call","params":{"name":"pay","arguments":{"name":"Hortensia","uri":"x:private","iban":4711}}}`+"\n"),
		text(transcript.KindStdin, `[{"id":2,"params":{"ar\u0067uments":{"a":"second"}}}]`+"\n"),
		text(transcript.KindStdout, `{"id":1,"result":{"structuredContent":{"type":"divorced","n":-17.5e3},"content":[{"type":"text","text":"third"}]}}`+"\n"),
		transcript.Event{Kind: transcript.KindOpaque, Stream: transcript.Stdout, Data: []byte(`{"id":3,"result":{"content":"fourth"}}`)},
	)
	out, _, err := Transcript(in, Options{Payloads: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"Hortensia", "private", "4711", "second", "divorced", "17.5", "third", "fourth"} {
		if bytes.Contains(out, []byte(gone)) {
			t.Errorf("%q is still there:\n%s", gone, out)
		}
	}
	for _, kept := range []string{`\"name\":\"pay\"`, `\"type\":\"text\"`} {
		if !bytes.Contains(out, []byte(kept)) {
			t.Errorf("%s is gone:\n%s", kept, out)
		}
	}
}

// No text of a recording is left out: what stands beside the pipes is masked like
// what crossed them, and the same secret in the same way.
func TestBesideThePipes(t *testing.T) {
	const key = "ghp_aB3aB3aB3aB3aB3aB3aB3aB3"
	h := transcript.Header{
		Version: 1, Source: transcript.Source{Format: "launch"}, Cwd: "/srv/" + key,
		Command: []string{"curl", "-u", "bob:" + key, "-H", "X-Key: " + key, "--header=" + key, "TOKEN=" + key},
		Options: transcript.Options{ScanPath: key, ExpectStderr: "ready " + key, Config: []byte(`{"a":"` + key + `"}`), Requests: []byte(`[{"method":"` + key + `"}]`)},
	}
	in := transcript.AppendHeader(nil, &h)
	for _, ev := range []transcript.Event{
		{Kind: transcript.KindSpawn, Error: key},
		{Kind: transcript.KindPhase, Name: key},
		{Kind: transcript.KindPlan, ID: []byte(`"` + key + `"`), Method: "x/" + key, Label: key},
		{Kind: transcript.KindStdin, Data: []byte(`{"id":"` + key + `"}` + "\n")},
		{Kind: transcript.KindSignal, Name: "SIGTERM", Why: key},
		{Kind: transcript.KindFingerprint, JSON: []byte(`{"x":"` + key + `"}`)},
		{Kind: transcript.KindFinding, JSON: []byte(`{"x":"` + key + `"}`)},
		{Kind: transcript.KindEvidence, Stream: transcript.Stdout, Data: []byte(key), Why: key, ID: []byte(`"` + key + `"`), Method: key},
		{Kind: transcript.KindOpaque, Stream: transcript.Stderr, Data: []byte("hidden with its pipe")},
	} {
		in = transcript.AppendEvent(in, &ev)
	}
	out, summary, err := Transcript(in, Options{Hide: []transcript.Stream{transcript.Stderr}})
	if err != nil {
		t.Fatal(err)
	}
	if i := bytes.Index(out, []byte("ghp_")); i >= 0 || bytes.Contains(out, []byte("hidden")) {
		t.Errorf("a text was left out:\n%s", out)
	}
	if n := strings.Count(string(out), "xxx_xX1xX1xX1xX1xX1xX1xX1xX1"); n < 15 {
		t.Errorf("the same secret got different masks:\n%s", out)
	}
	places, err := Places(in, out, summary.Spans)
	if err != nil || len(places) < 15 {
		t.Errorf("%d places are shown, %v", len(places), err)
	}
}

func TestEqualSecretsGetEqualMasks(t *testing.T) {
	in := record(text(transcript.KindStdin, `{"token":"Abc9"}`+"\n"), text(transcript.KindStdout, `{"token":"Abc9","secret":"Zbc8"}`+"\n"))
	out, _, err := Transcript(in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(out), "Xxx1") != 2 || strings.Count(string(out), "Xxx2") != 1 {
		t.Errorf("masks differ:\n%s", out)
	}
}

func TestNoTranscript(t *testing.T) {
	if _, _, err := Transcript([]byte("hello\n"), Options{}); err == nil {
		t.Error("no error for a text that is no transcript")
	}
}
