package run

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"stdioscope/engine/report"
	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
)

// seer gives a function that waits until the transcript of a run holds a text.
func seer(t *testing.T, m *Manager, id string) func(what string) {
	t.Helper()
	tail, err := m.Tail(id, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tail.Close() })
	var seen []byte
	return func(what string) {
		t.Helper()
		for !bytes.Contains(seen, []byte(what)) {
			lines, err := tail.Next(testContext(t))
			if err != nil {
				t.Fatalf("waiting for %s: %v", what, err)
			}
			seen = append(seen, lines...)
		}
	}
}

// byHand is a run of a fixture whose questions a person answers.
func byHand(t *testing.T, mode string) Spec {
	spec := play(t, mode)
	spec.Session.ByHand = true
	spec.Session.Capabilities = []string{"roots", "sampling", "elicitation"}
	return spec
}

// judged is the report of a run that has ended, and all that was sent.
func judged(t *testing.T, m *Manager, id string) (*report.Report, string) {
	t.Helper()
	path, err := m.TranscriptPath(id)
	if err != nil {
		t.Fatal(err)
	}
	r, err := judge(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, events, err := transcript.DecodeAll(b)
	if err != nil {
		t.Fatal(err)
	}
	var sent strings.Builder
	for _, ev := range kinds(events, transcript.KindStdin) {
		sent.Write(ev.Data)
	}
	if silences := kinds(events, transcript.KindDeadline); len(silences) > 0 {
		t.Errorf("a deadline passed: %+v", silences)
	}
	return r, sent.String()
}

func TestPersonAnswersEveryKindOfRequest(t *testing.T) {
	m := open(t, t.TempDir())
	id := start(t, m, byHand(t, "server-requests")).ID
	sees := seer(t, m, id)
	for _, each := range []struct{ method, answer string }{
		{"roots/list", `{"jsonrpc":"2.0","id":2,"result":{"roots":[{"uri":"file:///srv"}]}}`},
		{"sampling/createMessage", `{"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"User rejected sampling request"}}`},
		{"elicitation/create", `{"jsonrpc":"2.0","id":4,"result":{"action":"accept","content":{"city":"Oslo"}}}`},
	} {
		sees(`\"method\":\"` + each.method)
		if err := m.Send(id, []byte(each.answer+"\n"), nil); err != nil {
			t.Fatalf("%s: %v", each.method, err)
		}
	}
	wait(t, m, id)
	r, sent := judged(t, m, id)
	if !r.OK || r.FirstViolation != nil {
		t.Errorf("the verdict: %+v", r.FirstViolation)
	}
	for _, want := range []string{
		`"id":"s1","result":{}}`, // ping is the session's own
		`"result":{"roots":[{"uri":"file:///srv"}]}`, `User rejected`, `"content":{"city":"Oslo"}`,
	} {
		if strings.Count(sent, want) != 1 {
			t.Errorf("%s was not sent once: %s", want, sent)
		}
	}
}

func TestPersonGivesTheInputThatAResultAsksFor(t *testing.T) {
	m := open(t, t.TempDir())
	spec := byHand(t, "mrtr")
	spec.Session.Requests = []session.Request{{Method: "tools/call", Params: []byte(`{"name":"echo","arguments":{"text":"hi"}}`)}}
	id := start(t, m, spec).ID
	sees := seer(t, m, id)
	sees("input_required")
	retry := `{"jsonrpc":"2.0","id":1001,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"},` +
		`"inputResponses":{"city":{"action":"accept","content":{"city":"Oslo"}}},"requestState":"asked-once",` +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}`
	plan := &transcript.Event{ID: []byte("1001"), Method: "tools/call", Purpose: "manual"}
	if err := m.Send(id, []byte(retry+"\n"), plan); err != nil {
		t.Fatal(err)
	}
	wait(t, m, id)
	r, sent := judged(t, m, id)
	if !r.OK || r.FirstViolation != nil || strings.Count(sent, "inputResponses") != 1 {
		t.Errorf("the verdict: %+v, sent: %s", r.FirstViolation, sent)
	}
}

func TestWhoAnswersChangesWhileTheRunGoesOn(t *testing.T) {
	m := open(t, t.TempDir())
	id := start(t, m, byHand(t, "server-requests")).ID
	seer(t, m, id)(`\"method\":\"roots/list`)
	if err := m.AnswerByHand(id, false); err != nil {
		t.Fatal(err)
	}
	if info := wait(t, m, id); info.ByHand || info.First != nil {
		t.Errorf("info %+v", info)
	}
	if _, sent := judged(t, m, id); !strings.Contains(sent, `"id":2,"result":{"roots":[]}`) || !strings.Contains(sent, `"action":"decline"`) {
		t.Errorf("sent: %s", sent)
	}
	if err := m.AnswerByHand(id, true); !errors.Is(err, ErrNotRunning) {
		t.Errorf("after the end: %v", err)
	}
}

// Whoever stops a run while the server waits for an answer holds nothing against
// the server.
func TestStopWhileAQuestionWaits(t *testing.T) {
	m := open(t, t.TempDir())
	id := start(t, m, byHand(t, "server-requests")).ID
	seer(t, m, id)(`\"method\":\"roots/list`)
	if err := m.Send(id, []byte(`{"jsonrpc":"2.0","id":1001,"method":"ping"}`+"\n"), nil); err != nil {
		t.Fatal(err)
	}
	if err := m.Stop(id); err != nil {
		t.Fatal(err)
	}
	if info := wait(t, m, id); info.First != nil {
		t.Errorf("first violation %+v", info.First)
	}
}
