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
