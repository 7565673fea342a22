package session

import (
	"slices"
	"testing"

	"stdioscope/engine/transcript"
)

const (
	asksCity     = `< {"jsonrpc":"2.0","id":"s1","method":"elicitation/create","params":{"message":"Which city?"}}`
	saysCity     = `say {"jsonrpc":"2.0","id":"s1","result":{"action":"accept","content":{"city":"Oslo"}}}`
	listAnswer   = `< {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}`
	modernOpened = "spawn\n" + `< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}}` + "\n"
	asksInputNow = `< {"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{}}},"requestState":"s"}}`
)

func byPerson() Config {
	return Config{Protocol: "2025-11-25", Probes: true, ByHand: true, Capabilities: []string{"elicitation", "roots"}}
}

func TestPersonIsWaitedForWithoutADeadline(t *testing.T) {
	got := play(t, byPerson(), `
		spawn
		< `+withTools+`
		`+asksCity+`
		`+saysCity+`
		`+listAnswer)
	check(t, only(got, "#", ">", "deadline", "pause", "disarm")[2:], `
		deadline initialize 5s
		# < `+withTools+`
		disarm
		`+initialized+`
		> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
		deadline operation 5s
		# `+asksCity+`
		disarm
		# `+saysCity+`
		deadline operation 5s
		# `+listAnswer+`
		disarm
		disarm
		pause settle 50ms`)
}

func TestPingIsNeverLeftToAPerson(t *testing.T) {
	got := play(t, byPerson(), "spawn\n< "+withTools+"\n"+`< {"jsonrpc":"2.0","id":9,"method":"ping"}`)
	check(t, only(got, `> {"jsonrpc":"2.0","id":9`), `> {"jsonrpc":"2.0","id":9,"result":{}}`)
}

func TestDeadlineBeginsAgainAfterTheLastAnswer(t *testing.T) {
	second := `< {"jsonrpc":"2.0","id":7,"method":"roots/list"}`
	for name, test := range map[string]struct{ last, want string }{
		"answered":   {`say {"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"no"}}`, "deadline operation 5s"},
		"taken back": {`< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, "deadline operation 5s"},
		"another id": {`say {"jsonrpc":"2.0","id":8,"result":{}}`, ""},
		"no message": {`say {"jsonrpc":`, ""},
		"a request":  {`say {"jsonrpc":"2.0","id":1001,"method":"ping"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := play(t, byPerson(), "spawn\n< "+withTools+"\n"+asksCity+"\n"+second+"\n"+saysCity+"\n"+test.last)
			check(t, only(got, "deadline operation")[1:], test.want)
		})
	}
}

// An answer of the server's that comes while something waits goes its way, and
// the next request has no deadline before all is answered.
func TestServerThatDoesNotWaitForThePerson(t *testing.T) {
	cfg := byPerson()
	cfg.Requests = []Request{{Method: "ping"}}
	got := play(t, cfg, "spawn\n< "+withTools+"\n"+asksCity+"\n"+listAnswer+"\n"+saysCity)
	check(t, only(got, "> {\"jsonrpc\":\"2.0\",\"id\":3", "# say", "deadline operation")[1:], `
		> {"jsonrpc":"2.0","id":3,"method":"ping"}
		# `+saysCity+`
		deadline operation 5s`)
}

func TestAQuestionHoldsTheSessionOpen(t *testing.T) {
	got := play(t, byPerson(), "spawn\n< "+withTools+"\n"+listAnswer+"\n"+asksCity+"\n"+saysCity+"\ntimer")
	check(t, only(got, "pause", "# say", "close"), `
		pause settle 50ms
		pause settle 50ms
		# `+saysCity+`
		pause settle 50ms
		close stdin`)
}

func TestWhoAnswersMayChangeWhileSomethingWaits(t *testing.T) {
	got := play(t, byPerson(), "spawn\n< "+withTools+"\n"+asksCity+"\nauto\n"+asksCity+"\nhand\n"+asksCity)
	check(t, only(got, "# auto", "# hand", `> {"jsonrpc":"2.0","id":"s1"`, "deadline operation", "disarm")[2:], `
		disarm
		# auto
		> {"jsonrpc":"2.0","id":"s1","result":{"action":"decline"}}
		deadline operation 5s
		> {"jsonrpc":"2.0","id":"s1","result":{"action":"decline"}}
		# hand
		disarm`)
}

func TestInputIsGivenByAPerson(t *testing.T) {
	cfg := Config{
		Protocol: "2026-07-28", Requests: []Request{{Method: "tools/call", Params: []byte(`{"name":"a"}`)}, {Method: "ping"}},
		ByHand: true, Capabilities: []string{"elicitation"},
	}
	retry := `say {"jsonrpc":"2.0","id":1001,"method":"tools/call","params":{"name":"a","inputResponses":{"q":{"action":"cancel"}},"requestState":"s"}}`
	const next = "plan 3 ping request\ndeadline operation 5s"
	for name, test := range map[string]struct{ dialogue, want string }{
		"it waits":                         {"", ""},
		"another request is not the retry": {`say {"jsonrpc":"2.0","id":1001,"method":"tools/list"}`, ""},
		"the retry's answer is the answer": {retry + "\n" + `< {"jsonrpc":"2.0","id":1001,"result":{"resultType":"complete","content":[]}}`, "deadline operation 5s\n" + next},
		"the retry has a deadline":         {retry + "\ntimer", "deadline operation 5s\n" + `> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1001,"reason":"no response in time"}}` + "\n" + next},
		"it asks once more":                {retry + "\n" + `< {"jsonrpc":"2.0","id":1001,"result":{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create"}}}}`, "deadline operation 5s"},
		"left to the session":              {"auto", "plan 3 tools/call request\ndeadline operation 5s"},
		"stdin is closed":                  {"eof stdin", "pause settle 50ms"},
	} {
		t.Run(name, func(t *testing.T) {
			got := play(t, cfg, modernOpened+asksInputNow+"\n"+test.dialogue)
			after := slices.Index(got, "# "+asksInputNow)
			check(t, only(got[after:], "plan", "deadline", "pause", `> {"jsonrpc":"2.0","method":"notifications/cancelled"`), test.want)
		})
	}
	// State alone asks nothing of a person.
	got := play(t, cfg, modernOpened+`< {"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","requestState":"s"}}`)
	check(t, only(got, "plan")[1:], "plan 2 tools/call request\nplan 3 tools/call request")
}

func TestAPersonMaySpeakWhenAskedOrWhenTheSessionIsOpen(t *testing.T) {
	m := New(byPerson())
	m.Next(&transcript.Event{Kind: transcript.KindSpawn, Pid: 1})
	feed := func(line string) { m.Next(&transcript.Event{Kind: transcript.KindStdout, Data: []byte(line + "\n")}) }
	feed(withTools)
	if m.Takes() || m.Waits() {
		t.Error("a person may speak although nothing was asked")
	}
	feed(asksCity[len("< "):])
	if !m.Takes() || !m.Waits() {
		t.Error("a person may not answer what was asked")
	}
	m.Stop()
	if m.Takes() || m.Waits() {
		t.Error("something waits although stdin is closed")
	}
}

func TestNothingWaitsForAPersonWhenStdoutHasEnded(t *testing.T) {
	got := play(t, byPerson(), "spawn\n< "+withTools+"\n"+asksCity+"\neof stdout\nexit")
	check(t, only(got, "pause", "done"), "pause drain 500ms\ndone")
}
