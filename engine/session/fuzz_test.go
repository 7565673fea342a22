package session

import (
	"bytes"
	"testing"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// FuzzMachine feeds whatever a server may write, in pieces, with timers, pipes
// ending and a person in between. The machine never panics, sends whole lines of valid JSON
// (but for its own malformed probe), sends nothing after it closed stdin, and does
// nothing after it is done.
func FuzzMachine(f *testing.F) {
	for _, seed := range []string{
		legacyAnswer + "\n", withTools + "\n!\n",
		`{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}` + "\n" +
			`{"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","requestState":"x","inputRequests":{"a":{"method":"roots/list"}}}}` + "\n",
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"data":{"supported":[1,"2025-11-25"]}}}` + "\n!",
		`[{"jsonrpc":"2.0","id":"a","method":"ping"},[{}]]` + "\n?",
		`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":1}}}` + "\n" + `{"id":2,"result":{"nextCursor":"\ud800"}}` + "\n",
		withTools + "\n" + `{"jsonrpc":"2.0","id":"a","method":"roots/list"}` + "\n^!" + `{"jsonrpc":"2.0","id":"a","result":{}}` + "~",
		"Content-Length: 3\r\n\r\n{}",
	} {
		f.Add([]byte(seed), uint8(0))
		f.Add([]byte(seed), uint8(255))
	}
	f.Fuzz(func(t *testing.T, input []byte, options uint8) {
		cfg := Config{
			Protocol: []string{Auto, "2025-11-25", "2026-07-28", "1999-01-01"}[options&3], Probes: options&4 != 0, Interactive: options&8 != 0,
			SkipProbe: options&16 != 0, Requests: []Request{{Method: "tools/call", Params: []byte(`{"name":"a","_meta":{"x":1}}`)}},
		}
		if options&32 != 0 {
			cfg.Adversarial = AdversarialProbes()
			cfg.Capabilities = []string{"roots", "sampling", "elicitation"}
		}
		cfg.ByHand = options&64 != 0
		m := New(cfg)
		armed, closed, done := "", false, false
		take := func(actions []Action) {
			if done && len(actions) > 0 {
				t.Fatalf("after done: %v", describe(actions[0]))
			}
			for _, a := range actions {
				switch a.Kind {
				case Send:
					line, ok := bytes.CutSuffix(a.Data, []byte("\n"))
					if closed || !ok || bytes.IndexByte(line, '\n') >= 0 || !wire.Valid(line) && !bytes.Contains(line, []byte(`"id":,`)) {
						t.Fatalf("closed %v, sent %q", closed, a.Data)
					}
				case CloseStdin:
					closed = true
				case Arm:
					armed = a.Name
				case Disarm:
					armed = ""
				case Done:
					done = true
				}
			}
		}
		take(m.Next(&transcript.Event{Kind: transcript.KindSpawn, Pid: 1}))
		for len(input) > 0 && !done {
			n := 1 + bytes.IndexAny(input, "!?^~\n")
			if n == 0 {
				n = len(input)
			}
			switch piece := input[:n]; piece[n-1] {
			case '!': // what was armed fires
				if armed != "" {
					fired := armed
					armed = ""
					take(m.Next(&transcript.Event{Kind: transcript.KindDeadline, Phase: fired}))
				}
			case '?':
				take(m.Next(&transcript.Event{Kind: transcript.KindEOF, Stream: transcript.Stdout}))
			case '^': // who answers changes
				cfg.ByHand = !cfg.ByHand
				take(m.AnswerByHand(cfg.ByHand))
			case '~': // a person sends the line before it
				take(m.Said(append(bytes.Clone(piece[:n-1]), '\n')))
			default:
				take(m.Next(&transcript.Event{Kind: transcript.KindStdout, Data: bytes.Clone(piece)}))
			}
			input = input[n:]
		}
		take(m.Stop())
		take(m.Next(&transcript.Event{Kind: transcript.KindExit}))
		take(m.Next(&transcript.Event{Kind: transcript.KindStdout, Data: []byte(legacyAnswer + "\n")}))
		take(m.AnswerByHand(false))
		if !done {
			t.Error("not done after the exit")
		}
	})
}
