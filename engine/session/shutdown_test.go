package session

import (
	"testing"

	"stdioscope/engine/transcript"
)

func TestShutdownLadder(t *testing.T) {
	const opened = "spawn\n< " + legacyAnswer + "\n"
	tests := []struct{ name, dialogue, want string }{
		{"leaves when asked", opened + "timer\neof stdin\nexit", `
			phase shutdown
			close stdin
			deadline shutdown 2s
			disarm
			done`},
		{"needs SIGTERM", opened + "timer\neof stdin\ntimer\nexit", `
			phase shutdown
			close stdin
			deadline shutdown 2s
			signal SIGTERM guard-finished
			deadline terminate 2s
			disarm
			done`},
		{"needs SIGKILL", opened + "timer\neof stdin\ntimer\ntimer\nexit", `
			phase shutdown
			close stdin
			deadline shutdown 2s
			signal SIGTERM guard-finished
			deadline terminate 2s
			signal SIGKILL guard-finished
			deadline kill 2s
			disarm
			done`},
		{"cannot be ended", opened + "timer\neof stdin\ntimer\ntimer\ntimer", `
			phase shutdown
			close stdin
			deadline shutdown 2s
			signal SIGTERM guard-finished
			deadline terminate 2s
			signal SIGKILL guard-finished
			deadline kill 2s
			done`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := play(t, Config{Protocol: "2025-11-25"}, test.dialogue)
			got = only(got, "phase shutdown", "close", "deadline shutdown", "deadline terminate", "deadline kill", "signal", "disarm", "done")
			for len(got) > 0 && got[0] == "disarm" {
				got = got[1:]
			}
			check(t, got, test.want)
		})
	}
}

func TestCrash(t *testing.T) {
	// The exit that follows stdout's end must not come after a close of ours: that
	// would make it look like an answer to the close.
	got := play(t, Config{Protocol: "2025-11-25", Requests: []Request{{Method: "a"}}}, "spawn\n< "+legacyAnswer+"\neof stdout\nexit")
	check(t, only(got, "close", "pause", "done"), "pause drain 500ms\ndone")
}

func TestStdoutClosedByALivingServer(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Requests: []Request{{Method: "a"}}}, "spawn\n< "+legacyAnswer+"\neof stdout\ntimer\ntimer\nexit")
	check(t, only(got, "close", "pause", "signal", "done"), "pause drain 500ms\nclose stdin\nsignal SIGTERM stdout-closed\ndone")
}

func TestServerThatClosedItsStdinIsAskedNothingMore(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Requests: []Request{{Method: "a"}, {Method: "b"}}}, "spawn\n< "+legacyAnswer+"\neof stdin\n"+`< {"jsonrpc":"2.0","id":2,"result":{}}`+"\ntimer")
	check(t, only(got, "> ", "close", "pause", "deadline shutdown")[2:], `
		> {"jsonrpc":"2.0","id":2,"method":"a"}
		pause settle 50ms
		deadline shutdown 2s`)
}

func TestSpawnFailure(t *testing.T) {
	check(t, play(t, Config{}, "fail ENOENT"), "# fail ENOENT\ndone")
}

func TestLimits(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25"}, "spawn\nlimit stdout\ntimer\nexit")
	check(t, only(got, "close", "signal", "done"), "close stdin\nsignal SIGTERM limit\ndone")
	got = play(t, Config{Protocol: "2025-11-25"}, "spawn\nlimit "+LimitDisk)
	check(t, only(got, "close"), "")
}

func TestStop(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Requests: []Request{{Method: "a"}}}, "spawn\n< "+legacyAnswer+"\nstop\nstop\ntimer\nexit")
	check(t, only(got, "> ", "close", "signal", "done")[3:], `
		> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"the check was stopped"}}
		close stdin
		signal SIGTERM stopped
		done`)
	got = play(t, Config{Protocol: "2025-11-25", Adversarial: []string{"malformed-json"}}, "spawn\n< "+legacyAnswer+"\nstop\nexit")
	check(t, only(got, "> ", "close", "done")[3:], "close stdin\ndone")
	got = play(t, Config{}, "spawn\nstop\nkill\nexit")
	check(t, only(got, "close", "signal", "done"), "close stdin\nsignal SIGKILL stopped\ndone")
	check(t, play(t, Config{}, "stop\nkill"), "# stop\n# kill")
}

func TestInteractiveStaysOpenUntilStopped(t *testing.T) {
	m := New(Config{Protocol: "2025-11-25", Interactive: true})
	m.Next(&transcript.Event{Kind: transcript.KindSpawn, Pid: 1})
	if m.Takes() {
		t.Error("open before the handshake")
	}
	for _, a := range m.Next(&transcript.Event{Kind: transcript.KindStdout, Data: []byte(legacyAnswer + "\n")}) {
		if a.Kind == Arm {
			t.Errorf("a timer was armed: %s", a.Name)
		}
	}
	if !m.Takes() {
		t.Error("not open after the handshake")
	}
	if id := m.TakeID(); id != 2 || m.TakeID() != 3 {
		t.Errorf("the first free id is %d, want 2", id)
	}
	m.Next(&transcript.Event{Kind: transcript.KindStdout, Data: []byte(`{"jsonrpc":"2.0","id":2,"result":{}}` + "\n")})
	if !m.Takes() {
		t.Error("not open after an answer to a person's request")
	}
	m.Stop()
	if m.Takes() {
		t.Error("open after Stop")
	}
}

func TestInteractiveSurvivesAFailedOpening(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Interactive: true}, "spawn\ntimer")
	check(t, only(got, "close", "phase"), "phase startup\nphase initialize\nphase post-initialize")
}

func TestSettleWindowBeginsAgainWithLateOutput(t *testing.T) {
	cfg := Config{Protocol: "2025-11-25"}
	got := play(t, cfg, "spawn\n< "+legacyAnswer+"\n< late\nerr fatal\ntimer")
	check(t, only(got, "pause", "close"), "pause settle 50ms\npause settle 50ms\npause settle 50ms\nclose stdin")
	dialogue := "spawn\n< " + legacyAnswer
	for range 3 * maxWindows {
		dialogue += "\n< more"
	}
	if n := len(only(play(t, cfg, dialogue), "pause")); n != 1+maxWindows {
		t.Errorf("%d windows, want %d", n, 1+maxWindows)
	}
	cfg.Settle = -1
	check(t, only(play(t, cfg, "spawn\n< "+legacyAnswer), "pause", "close"), "close stdin")
}
