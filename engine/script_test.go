package engine_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
)

// script reads a session written for people, a line an event:
//
//	> text        the client's line        < text   the server's line
//	<| text       without a newline        ! text   on stderr
//	>| text       without a newline        + 30s    time passes
//	eof stdin     plan ID METHOD PURPOSE [LABEL]    deadline PHASE MS
//	signal NAME [WHY]                      exit CODE or exit SIGNAME
//	spawn         limit NAME BYTES         end [interrupted]      phase NAME
//
// Text may hold Go escapes. Each event comes a millisecond after the one before.
func script(t *testing.T, text string) []transcript.Event {
	t.Helper()
	var out []transcript.Event
	now := int64(0)
	run := 0
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimLeft(line, " \t")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		now += 1000
		verb, rest, _ := strings.Cut(line, " ")
		words := strings.Fields(rest)
		ev := transcript.Event{T: now, Run: max(run, 1)}
		data := func(k transcript.Kind, end string) {
			ev.Kind, ev.Data = k, append(unescape(t, rest), end...)
		}
		switch verb {
		case ">":
			data(transcript.KindStdin, "\n")
		case ">|":
			data(transcript.KindStdin, "")
		case "<":
			data(transcript.KindStdout, "\n")
		case "<|":
			data(transcript.KindStdout, "")
		case "!":
			data(transcript.KindStderr, "\n")
		case "+":
			d, err := time.ParseDuration(rest)
			if err != nil {
				t.Fatal(err)
			}
			now += d.Microseconds() - 1000
			continue
		case "spawn":
			run++
			ev.Run, ev.Kind, ev.Pid = run, transcript.KindSpawn, 4241+run
			if len(words) > 0 {
				ev.ErrorCode, ev.Error = words[0], strings.Join(words[1:], " ")
			}
		case "eof":
			ev.Kind, ev.Stream = transcript.KindEOF, transcript.Stream(words[0])
		case "plan":
			ev.Kind = transcript.KindPlan
			if words[0] != "-" {
				ev.ID = []byte(words[0])
			}
			ev.Method, ev.Purpose = words[1], words[2]
			if len(words) > 3 {
				ev.Label = words[3]
			}
		case "deadline":
			ev.Kind, ev.Phase = transcript.KindDeadline, words[0]
			ev.Ms, _ = strconv.ParseInt(words[1], 10, 64)
		case "signal":
			ev.Kind, ev.Name = transcript.KindSignal, words[0]
			if len(words) > 1 {
				ev.Why = words[1]
			}
		case "exit":
			ev.Kind = transcript.KindExit
			if code, err := strconv.Atoi(words[0]); err == nil {
				ev.Code = &code
			} else {
				ev.Signal = words[0]
			}
		case "limit":
			ev.Kind, ev.Name = transcript.KindLimit, words[0]
			ev.Bytes, _ = strconv.ParseInt(words[1], 10, 64)
		case "secret":
			ev.Kind, ev.Stream = transcript.KindSecret, transcript.Stream(words[0])
			ev.Offset, _ = strconv.ParseInt(words[1], 10, 64)
			ev.Length, _ = strconv.ParseInt(words[2], 10, 64)
		case "phase":
			ev.Kind, ev.Name = transcript.KindPhase, words[0]
		case "end":
			ev.Kind, ev.Interrupted = transcript.KindEnd, rest == "interrupted"
		case "reap":
			ev.Kind, ev.ReadersJoined, ev.GroupEmpty = transcript.KindReap, true, true
			ev.OrphansEnded, _ = strconv.Atoi(words[0])
		default:
			t.Fatalf("what is %q?", line)
		}
		out = append(out, ev)
	}
	return out
}

func unescape(t *testing.T, s string) []byte {
	t.Helper()
	if !strings.Contains(s, `\x`) && !strings.Contains(s, `\r`) {
		return []byte(s)
	}
	out, err := strconv.Unquote(`"` + strings.ReplaceAll(strings.ReplaceAll(s, `"`, `\"`), `\\"`, `\\\"`) + `"`)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return []byte(out)
}

// launched judges a script as a recording of our own launcher.
func launched(t *testing.T, text string) *report.Report {
	t.Helper()
	return judged(transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}}, script(t, text))
}

// findings is the report's issues, one a line: severity, code and detail,
// address.
func findings(r *report.Report) string {
	var b strings.Builder
	for _, i := range r.Issues {
		b.WriteString(string(i.Severity) + " " + i.Code)
		if i.DetailCode != "" {
			b.WriteString("/" + i.DetailCode)
		}
		if i.Address != "" {
			b.WriteString(" " + i.Address)
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// The openings that most scripts begin with.
const (
	opening = `
		spawn
		> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}
		< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"logging":{}},"serverInfo":{"name":"s","version":"1"}}}
		> {"jsonrpc":"2.0","method":"notifications/initialized"}
	`
	modernMeta    = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	modernOpening = `
		spawn
		> {"jsonrpc":"2.0","id":0,"method":"server/discover","params":{` + modernMeta + `}}
		< {"jsonrpc":"2.0","id":0,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true},"logging":{}},"ttlMs":0,"cacheScope":"private"}}
	`
	closing = `
		eof stdin
		eof stdout
		exit 0
		end
	`
)
