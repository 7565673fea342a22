package main

import (
	"fmt"

	"stdioscope/engine"
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// neverSeen names the session of answers that no judgement remembered can help
// with.
const neverSeen = "new"

// recorded is a session with its events.
type recorded struct {
	name   string
	events []transcript.Event
	bytes  int // on the pipes
}

func sessions(size int) []recorded {
	var all []recorded
	for _, c := range []struct {
		name  string
		line  lineMaker
		tools toolbox
	}{
		{"small", smallLine, usual}, {"medium", mediumLine, usual}, {"large", largeLine, usual}, {"mixed", mixedLine(), usual},
		{neverSeen, mediumLine, fickle},
	} {
		r := recorded{name: c.name, events: session(size, c.line, c.tools)}
		for i := range r.events {
			r.bytes += len(r.events[i].Data)
		}
		all = append(all, r)
	}
	return all
}

// wirePass splits and scans both pipes of a session.
func wirePass(events []transcript.Event) func([]byte) {
	var m wire.Message
	lines := 0
	emit := func(line []byte, _ int64) {
		wire.Scan(line, &m)
		lines++
	}
	return func([]byte) {
		var in, out wire.Splitter
		for i := range events {
			switch ev := &events[i]; ev.Kind {
			case transcript.KindStdin:
				in.Write(ev.Data, emit)
			case transcript.KindStdout:
				out.Write(ev.Data, emit)
			}
		}
	}
}

// analyse gives every event to an analyzer with its index on, takes the index as
// a page would, and makes the report.
func analyse(events []transcript.Event) *engine.Analyzer {
	a := engine.New()
	a.EnableIndex()
	a.Header(&transcript.Header{Source: transcript.Source{Format: "launch"}})
	taken := 0
	for i := range events {
		a.Event(&events[i])
		if taken += len(events[i].Data); taken >= block {
			taken = 0
			takeIndex(a)
		}
	}
	a.Close()
	takeIndex(a)
	a.Report()
	return a
}

func takeIndex(a *engine.Analyzer) {
	a.TakeRows()
	a.TakePatches()
	a.TakeStrings()
}

func runAnalysis(s settings) []gate {
	var gates []gate
	for _, c := range sessions(s.bytes) {
		for _, issue := range analyse(c.events).Report().Issues {
			fmt.Printf("%s: the session was to be without a fault: %s %s\n", c.name, issue.Address, issue.Message)
			break
		}
		times, ratios := race(nil, s.rounds, []contender{
			{"wire", wirePass(c.events)},
			{"whole", func([]byte) { analyse(c.events) }},
		})
		fmt.Printf("%-6s %7d events, %6.1f MB on the pipes: wire pass %6.0f MB/s, whole analysis %6.0f MB/s\n",
			c.name, len(c.events), float64(c.bytes)/1e6, mbps(c.bytes, times[0]), mbps(c.bytes, times[1]))
		if c.name == neverSeen {
			fmt.Printf("%s: no gate: medium, but of tools that were never listed before: %.2fx the time of the wire pass\n", c.name, ratios[1])
			continue
		}
		gates = append(gates, gate{name: c.name + ": time of the analysis / of the wire pass", got: ratios[1], most: 2, unit: "x"})
	}
	return gates
}
