package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/transcript"
)

// play feeds a dialogue to a machine and returns what the machine did, a line an
// action. The lines of the dialogue:
//
//	spawn            the child was started
//	fail ENOENT      it could not be
//	< TEXT           the child wrote the line TEXT
//	<| TEXT          the child wrote TEXT without a newline
//	err TEXT         the child wrote TEXT to stderr
//	timer            the armed timer fired
//	eof STREAM       a pipe was closed
//	limit NAME       a limit was met
//	exit             the child ended
//	stop, kill       from outside
//	say TEXT         a person sent the line TEXT
//	hand, auto       a person, or the session, answers from now on
func play(t *testing.T, cfg Config, dialogue string) []string {
	t.Helper()
	m := New(cfg)
	var did []string
	timer := ""
	for _, line := range strings.Split(strings.TrimSpace(dialogue), "\n") {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		did = append(did, "# "+line)
		var actions []Action
		switch word {
		case "spawn":
			actions = m.Next(&transcript.Event{Kind: transcript.KindSpawn, Pid: 1})
		case "fail":
			actions = m.Next(&transcript.Event{Kind: transcript.KindSpawn, ErrorCode: rest, Error: "no"})
		case "<":
			actions = m.Next(&transcript.Event{Kind: transcript.KindStdout, Data: []byte(rest + "\n")})
		case "<|":
			actions = m.Next(&transcript.Event{Kind: transcript.KindStdout, Data: []byte(rest)})
		case "err":
			actions = m.Next(&transcript.Event{Kind: transcript.KindStderr, Data: []byte(rest + "\n")})
		case "timer":
			if timer == "" {
				t.Fatalf("%q: no timer is armed", line)
			}
			fired := timer
			timer = ""
			actions = m.Next(&transcript.Event{Kind: transcript.KindDeadline, Phase: fired})
		case "eof":
			actions = m.Next(&transcript.Event{Kind: transcript.KindEOF, Stream: transcript.Stream(rest)})
		case "limit":
			actions = m.Next(&transcript.Event{Kind: transcript.KindLimit, Name: rest})
		case "exit":
			actions = m.Next(&transcript.Event{Kind: transcript.KindExit})
		case "stop":
			actions = m.Stop()
		case "kill":
			actions = m.Kill()
		case "say":
			actions = m.Said([]byte(rest + "\n"))
		case "hand", "auto":
			actions = m.AnswerByHand(word == "hand")
		default:
			t.Fatalf("unknown line %q", line)
		}
		for _, a := range actions {
			switch a.Kind {
			case Arm:
				timer = a.Name
			case Disarm:
				timer = ""
			}
			did = append(did, describe(a))
		}
	}
	return did
}

func describe(a Action) string {
	switch a.Kind {
	case Record:
		if a.Event.Kind == transcript.KindPhase {
			return "phase " + a.Event.Name
		}
		return strings.TrimSpace(fmt.Sprintf("plan %s %s %s %s", a.Event.ID, a.Event.Method, a.Event.Purpose, a.Event.Label))
	case Send:
		return "> " + strings.TrimSuffix(string(a.Data), "\n")
	case Arm:
		if a.Quiet {
			return fmt.Sprintf("pause %s %v", a.Name, a.After)
		}
		return fmt.Sprintf("deadline %s %v", a.Name, a.After)
	case Disarm:
		return "disarm"
	case CloseStdin:
		return "close stdin"
	case Signal:
		return "signal " + a.Name + " " + a.Why
	case Relaunch:
		return "relaunch"
	}
	return "done"
}

// only keeps the lines of a kind, for tests that look at one thing.
func only(did []string, prefixes ...string) []string {
	var kept []string
	for _, line := range did {
		for _, p := range prefixes {
			if strings.HasPrefix(line, p) {
				kept = append(kept, line)
				break
			}
		}
	}
	return kept
}

func check(t *testing.T, got []string, want string) {
	t.Helper()
	var lines []string
	for _, line := range strings.Split(want, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if diff := cmp.Diff(lines, append([]string(nil), got...)); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
}

const (
	legacyAnswer = `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`
	withTools    = `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`
	meta         = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"stdioscope","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}`
	initialized  = `> {"jsonrpc":"2.0","method":"notifications/initialized"}`
)

func initializeLine(id int, version string) string {
	return fmt.Sprintf(`> {"jsonrpc":"2.0","id":%d,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"stdioscope","version":"1.0.0"}}}`, id, version)
}

func TestHandshakeFromSpawnToExit(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Probes: true, Requests: []Request{{Method: "ping"}}}, `
		spawn
		< `+withTools+`
		< {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}
		< {"jsonrpc":"2.0","id":3,"result":{}}
		timer
		eof stdin
		exit`)
	check(t, got, `
		# spawn
		phase startup
		phase initialize
		plan 1 initialize handshake
		`+initializeLine(1, "2025-11-25")+`
		deadline initialize 5s
		# < `+withTools+`
		disarm
		`+initialized+`
		phase operation
		plan 2 tools/list probe
		> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
		deadline operation 5s
		# < {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}
		disarm
		plan 3 ping request
		> {"jsonrpc":"2.0","id":3,"method":"ping"}
		deadline operation 5s
		# < {"jsonrpc":"2.0","id":3,"result":{}}
		disarm
		disarm
		phase post-initialize
		pause settle 50ms
		# timer
		phase shutdown
		close stdin
		deadline shutdown 2s
		# eof stdin
		# exit
		disarm
		done`)
}

func TestModernServerIsProbedAndSpokenToWithMetadata(t *testing.T) {
	got := play(t, Config{Probes: true, Settle: -1, Requests: []Request{{Method: "tools/call", Params: []byte(`{"name":"a","_meta":{"progressToken":7}}`)}}}, `
		spawn
		< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"public"}}
		< {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"public"}}
		< {"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","content":[]}}`)
	check(t, only(got, ">", "plan", "phase", "deadline", "close"), `
		phase startup
		phase discover
		plan 1 server/discover handshake
		> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+meta+`}}
		deadline discover 5s
		phase operation
		plan 2 tools/list probe
		> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{`+meta+`}}
		deadline operation 5s
		plan 3 tools/call request
		> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":7,`+strings.TrimPrefix(meta, `"_meta":{`)+`}}
		deadline operation 5s
		phase shutdown
		close stdin
		deadline shutdown 2s`)
}

func TestEraOfTheProbesAnswer(t *testing.T) {
	toInitialize := initializeLine(2, "2025-11-25")
	modernList := `> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{` + meta + `}}`
	tests := []struct {
		name, answer, want string
	}{
		{"method not found", `< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`, toInitialize},
		{"invalid params", `< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"x"}}`, toInitialize},
		{"code of its own", `< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"not initialized"}}`, toInitialize},
		{"code zero", `< {"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"x"}}`, toInitialize},
		{"no answer", `timer`, toInitialize},
		{"an empty result", `< {"jsonrpc":"2.0","id":1,"result":{}}`, toInitialize},
		{"handshake versions alone", `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2025-11-25"],"capabilities":{}}}`, toInitialize},
		{"refused with handshake versions", `< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"x","data":{"supported":["2025-11-25"],"requested":"2026-07-28"}}}`, toInitialize},
		{"discover result", `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}`, modernList},
		{"id as a string", `< {"jsonrpc":"2.0","id":"1","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}`, modernList},
		{"id with a fraction", `< {"jsonrpc":"2.0","id":1.0,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}`, modernList},
		{"missing capability", `< {"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"x","data":{"requiredCapabilities":{}}}}`, `> {"jsonrpc":"2.0","id":2,"method":"ping","params":{` + meta + `}}`},
		{"refused with other modern versions", `< {"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"x","data":{"supported":["2031-01-01"],"requested":"2026-07-28"}}}`, `close stdin`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := play(t, Config{Probes: true, Settle: -1, Requests: []Request{{Method: "ping"}}}, "spawn\n"+test.answer)
			got = only(got, ">", "close")[1:] // without the probe itself
			check(t, got, test.want)
		})
	}
}

func TestLateAnswerToTheProbeIsIgnored(t *testing.T) {
	got := play(t, Config{Settle: -1}, `
		spawn
		timer
		< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
		< `+strings.Replace(legacyAnswer, `"id":1`, `"id":2`, 1))
	check(t, only(got, ">", "close", "deadline"), `
		> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+meta+`}}
		deadline discover 5s
		`+initializeLine(2, "2025-11-25")+`
		deadline initialize 5s
		`+initialized+`
		close stdin
		deadline shutdown 2s`)
}

func TestProbeWaitsNoLongerThanTheTimeout(t *testing.T) {
	got := play(t, Config{Timeout: 2 * time.Second}, "spawn")
	check(t, only(got, "deadline"), "deadline discover 2s")
	got = play(t, Config{Timeout: time.Minute}, "spawn")
	check(t, only(got, "deadline"), "deadline discover 5s")
}

func TestRelaunch(t *testing.T) {
	tests := []struct {
		name     string
		cfg      Config
		dialogue string
		want     bool
	}{
		{"exit on the probe", Config{}, "spawn\nexit", true},
		{"answer, then exit before initialize was answered", Config{}, "spawn\n< {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"x\"}}\nexit", true},
		{"half an answer to initialize", Config{}, "spawn\n< {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"x\"}}\n<| {\"jsonrpc\"\nexit", false},
		{"text behind the refusal", Config{}, "spawn\n< {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"x\"}}\n< goodbye\nexit", false},
		{"stdout closed first", Config{}, "spawn\neof stdout\nexit", true},
		{"already without the probe", Config{SkipProbe: true}, "spawn\nexit", false},
		{"asked for by name", Config{Protocol: "2026-07-28"}, "spawn\nexit", false},
		{"handshake by name", Config{Protocol: "2025-11-25"}, "spawn\nexit", false},
		{"after the handshake", Config{}, "spawn\ntimer\n< " + strings.Replace(legacyAnswer, `"id":1`, `"id":2`, 1) + "\nexit", false},
		{"we ended it", Config{}, "spawn\nstop\nexit", false},
		{"it was silent and we gave up", Config{}, "spawn\ntimer\ntimer\nexit", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := len(only(play(t, test.cfg, test.dialogue), "relaunch")) == 1
			if got != test.want {
				t.Errorf("relaunch = %v, want %v", got, test.want)
			}
		})
	}
}

func TestSkipProbeGoesStraightToInitialize(t *testing.T) {
	got := play(t, Config{SkipProbe: true}, "spawn")
	check(t, only(got, ">"), initializeLine(1, "2025-11-25"))
}

func TestUnknownRevisionIsAskedForInTheHandshake(t *testing.T) {
	got := play(t, Config{Protocol: "1999-01-01"}, "spawn")
	check(t, only(got, ">"), initializeLine(1, "1999-01-01"))
}

func TestOpeningThatCannotGoOn(t *testing.T) {
	tests := []struct{ name, answer string }{
		{"error", `< {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"}}`},
		{"no version", `< {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"tools":{}}}}`},
		{"version is a number", `< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":20251125,"capabilities":{}}}`},
		{"version of no revision", `< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-01-01","capabilities":{}}}`},
		{"version without a handshake", `< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2026-07-28","capabilities":{}}}`},
		{"no capabilities", `< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}`},
		{"capabilities are a list", `< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":[]}}`},
		{"result is null", `< {"jsonrpc":"2.0","id":1,"result":null}`},
		{"no answer", `timer`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := play(t, Config{Protocol: "2025-11-25", Probes: true, Settle: -1, Requests: []Request{{Method: "ping"}}}, "spawn\n"+test.answer)
			check(t, only(got, ">", "close"), initializeLine(1, "2025-11-25")+"\nclose stdin")
		})
	}
}

func TestLegacyRevisionOfTheServersChoiceIsSpoken(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Settle: -1, Probes: true}, "spawn\n< "+strings.Replace(withTools, "2025-11-25", "2024-11-05", 1))
	check(t, only(got, ">")[1:], initialized+"\n"+`> {"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
}

func TestTextOnStdoutIsLookedPast(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25", Settle: -1}, `
		spawn
		< server starting…
		<| {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25",
		< "capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`)
	check(t, only(got, ">", "close")[1:], initialized+"\nclose stdin")
}

func TestHeaderFramingEndsTheSession(t *testing.T) {
	got := play(t, Config{Protocol: "2025-11-25"}, "spawn\n< Content-Length: 120\r")
	check(t, only(got, ">", "close", "pause")[1:], "close stdin")
}
