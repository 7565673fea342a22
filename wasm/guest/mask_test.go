package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine"
)

const polluted = `{"stdioscope":1,"source":{"format":"launch"},"command":["node","s.js"],"options":{}}
{"t":1,"k":"spawn","pid":7}
{"t":2,"k":"stdout","text":"Project X starts, key ghp_ABCDEFGHIJKLMNOPQRSTUV\n"}
{"t":3,"k":"stderr","text":"in the way\n"}
{"t":4,"k":"end"}
`

func TestMaskHandle(t *testing.T) {
	m := &mask{options: readOptions([]byte(`{"literals":["Project X"],"paths":["$",""],"hide":["stderr"],"payloads":false,"more":1}`))}
	for _, part := range []string{polluted[:100], polluted[100:]} {
		if err := m.feed([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.finish(); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"Project X", "ghp_", "in the way"} {
		if strings.Contains(string(m.masked), secret) {
			t.Errorf("%q is still there:\n%s", secret, m.masked)
		}
	}
	want, err := engine.Check(m.masked)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(m.report)); diff != "" {
		t.Errorf("the report is not that of the copy: %s", diff)
	}
	var told struct {
		Count  int
		Kinds  []struct{ Kind string }
		Places []struct {
			Kind, Stream, Lead, Before, After string
			Run, Frame                        int
		}
		Changes []any
	}
	if err := json.Unmarshal(m.masks, &told); err != nil {
		t.Fatalf("%v: %s", err, m.masks)
	}
	if told.Count != 3 || len(told.Places) != 3 || len(told.Kinds) != 3 || told.Changes == nil || len(told.Changes) != 0 {
		t.Errorf("got %s", m.masks)
	}
	if p := told.Places[0]; p.Before != "Project X" || p.After == p.Before || p.Stream != "stdout" || p.Run != 1 || p.Frame != 1 {
		t.Errorf("first place %+v", p)
	}
	if m.feed([]byte("more")) == nil || m.finish() == nil {
		t.Error("it goes on after its end")
	}
}

func TestMaskTellsAChangedVerdict(t *testing.T) {
	// A version that is masked is no version any more: the mask wins, and says so.
	m := &mask{options: readOptions([]byte(`{"paths":["jsonrpc"]}`))}
	err := m.feed([]byte(strings.Replace(polluted, `Project X starts, key ghp_ABCDEFGHIJKLMNOPQRSTUV`, `{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}`, 1)))
	if err == nil {
		err = m.finish()
	}
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Changes []struct{ Change, Code, Severity, Address string }
	}
	if err := json.Unmarshal(m.masks, &told); err != nil || len(told.Changes) == 0 || told.Changes[0].Code == "" {
		t.Errorf("%v: %s", err, m.masks)
	}
}

func TestMaskRefusesWhatIsNoTranscript(t *testing.T) {
	m := &mask{}
	if err := m.feed([]byte("hello\n")); err != nil {
		t.Fatal(err)
	}
	if m.finish() == nil || m.masked != nil {
		t.Error("it masks what is no transcript")
	}
}
