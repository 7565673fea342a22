package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"stdioscope/engine/transcript"
)

// session is a recording of a client and a server without a fault: every answer
// was asked for. Each message is an event, as when a client waits for its answers;
// long ones come in blocks of 64 KiB, as a pipe gives them.
func session(size int, line lineMaker, tools toolbox) []transcript.Event {
	r := rand.New(rand.NewPCG(7, 11))
	s := recorder{tools: tools(r)}
	s.add(transcript.Event{Kind: transcript.KindSpawn, Pid: 4242})
	s.ask(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	s.answer(`{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"bench","version":"1"}}}`)
	s.ask(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for id := 1; s.bytes < size; id++ {
		s.exchange(r, id, line(r, id))
	}
	code := 0
	s.add(transcript.Event{Kind: transcript.KindEOF, Stream: transcript.Stdin})
	s.add(transcript.Event{Kind: transcript.KindEOF, Stream: transcript.Stdout})
	s.add(transcript.Event{Kind: transcript.KindExit, Code: &code})
	s.add(transcript.Event{Kind: transcript.KindEnd})
	return s.events
}

// toolbox is where a server takes the tools of its lists from.
type toolbox func(r *rand.Rand) (list func() string)

// usual is a server that has 64 tools, once and for all, and shows its client
// now these four, now those: it never sends a tool's text that it did not send
// before, once each was listed.
func usual(r *rand.Rand) func() string {
	var pool [64]string
	for i := range pool {
		pool[i] = tool(r, i)
	}
	return func() string {
		from := r.Perm(len(pool))[:4]
		return listOf([]string{pool[from[0]], pool[from[1]], pool[from[2]], pool[from[3]]})
	}
}

// fickle is a server that has new tools each time: no server is like that, but the
// first list of any server is.
func fickle(r *rand.Rand) func() string { return func() string { return toolList(r) } }

// recorder collects events.
type recorder struct {
	events []transcript.Event
	stdout []byte        // not yet an event
	tools  func() string // what the server answers to the next tools/list
	bytes  int           // on both pipes so far
	t      int64
}

func (s *recorder) add(ev transcript.Event) {
	s.t += 37
	ev.T, ev.Run = s.t, 1
	s.events = append(s.events, ev)
	s.bytes += len(ev.Data)
}

func (s *recorder) ask(line string) {
	s.add(transcript.Event{Kind: transcript.KindStdin, Data: []byte(line + "\n")})
}

func (s *recorder) answer(line string) {
	s.stdout = append(append(s.stdout, line...), '\n')
	s.flush()
}

// flush hands over what stdout holds, in reads of at most 64 KiB.
func (s *recorder) flush() {
	for len(s.stdout) > 0 {
		n := min(len(s.stdout), 64<<10)
		s.add(transcript.Event{Kind: transcript.KindStdout, Data: s.stdout[:n:n]})
		s.stdout = s.stdout[n:]
	}
	s.stdout = nil
}

// exchange asks for what the line answers. Lines of stream that a server would
// not send in a session without a fault are replaced.
func (s *recorder) exchange(r *rand.Rand, id int, line string) {
	switch {
	case len(line) > 1000 && strings.Contains(line[:80], `"tools":[`):
		s.ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/list"}`, id))
		s.answer(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":%s}`, id, s.tools()))
	case strings.Contains(line[:min(len(line), 60)], `"method":"notifications/progress"`):
		s.ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":{},"_meta":{"progressToken":%d}}}`, id, word(r), id))
		s.answer(line)
		s.answer(callResult(r, id, 4))
	case strings.Contains(line[:min(len(line), 60)], `"method":"notifications/message"`):
		s.answer(line)
	case strings.Contains(line, `"method":"ping"`):
		s.ask(line)
		s.answer(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, id))
	case strings.Contains(line, `"content":[`):
		s.ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":{"path":"/home/user/%s","limit":%d}}}`, id, word(r), word(r), r.IntN(1000)))
		s.answer(line)
	default:
		s.ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":{"path":"/home/user/%s"}}}`, id, word(r), word(r)))
		s.answer(callResult(r, id, 6+r.IntN(24)))
	}
}
