package run

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
	"stdioscope/fixtures/servers"
	"stdioscope/server/launch"
)

// playVariable makes the test binary one of the fixture servers, so that the
// tests need no other program.
const playVariable = "RUN_TEST_PLAY"

func TestMain(m *testing.M) {
	if mode := os.Getenv(playVariable); mode != "" {
		os.Exit(servers.Main(mode, os.Stdin, os.Stdout, os.Stderr))
	}
	if err := launch.Setup(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if code == 0 {
		// The one thread that spawns lives as long as the program.
		if err := goleak.Find(goleak.IgnoreTopFunction("stdioscope/server/launch.spawnLoop")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// play is a spec that launches a fixture server.
func play(t *testing.T, mode string) Spec {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Spec{
		Argv: []string{self}, Dir: t.TempDir(), Env: append(os.Environ(), playVariable+"="+mode),
		Options: transcript.Options{Protocol: session.Auto, TimeoutMs: 5000},
		Session: session.Config{Protocol: session.Auto, Probes: true, Settle: time.Millisecond},
	}
}

// record does a run in the foreground and gives its events.
func record(t *testing.T, spec Spec) (*transcript.Header, []transcript.Event) {
	t.Helper()
	var b bytes.Buffer
	if err := Run(context.Background(), spec, &b); err != nil {
		t.Fatal(err)
	}
	h, events, err := transcript.DecodeAll(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return h, events
}

func kinds(events []transcript.Event, of ...transcript.Kind) []transcript.Event {
	var kept []transcript.Event
	for _, ev := range events {
		for _, k := range of {
			if ev.Kind == k {
				kept = append(kept, ev)
			}
		}
	}
	return kept
}

func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
