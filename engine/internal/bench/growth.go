package main

import (
	"bytes"
	"fmt"
	"strings"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// growths are inputs that come in two sizes: the cost of the larger, a unit, may
// be at most twice that of the smaller.
var growths = []struct {
	name  string
	sizes [2]int
	make  func(n int) []transcript.Event
}{
	{"one line of N MB", [2]int{4, 64}, func(n int) []transcript.Event {
		text := strings.Repeat("a long text, é, with \\\"escapes\\\" ", n*1e6/36)
		return stdoutOf([]byte(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"` + text + "\"}}\n"))
	}},
	{"one line of N MB that is never finished", [2]int{4, 64}, func(n int) []transcript.Event {
		return stdoutOf(bytes.Repeat([]byte(`{"a":"`), n*1e6/6))
	}},
	{"one line of N MB of text", [2]int{4, 64}, func(n int) []transcript.Event {
		return stdoutOf(append(bytes.Repeat([]byte(`{"jsonrpc" and text `), n*1e6/20), '\n'))
	}},
	{"one object of N thousand names", [2]int{400, 1600}, func(n int) []transcript.Event {
		var b bytes.Buffer
		b.WriteString(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{`)
		for i := range n * 1000 {
			fmt.Fprintf(&b, `"a name that is long %d":0,`, i)
		}
		b.WriteString("\"end\":0}}}\n")
		return stdoutOf(b.Bytes())
	}},
	{"brackets nested N thousand deep", [2]int{100, 1600}, func(n int) []transcript.Event {
		return stdoutOf([]byte(strings.Repeat("[", n*1000) + strings.Repeat("]", n*1000) + "\n"))
	}},
	{"N thousand frames", [2]int{60, 1000}, func(n int) []transcript.Event {
		return stdoutOf(bytes.Repeat([]byte(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`+"\n"), n*1000))
	}},
	{"N hundred findings of one kind", [2]int{25, 100}, func(n int) []transcript.Event {
		return stdoutOf(bytes.Repeat([]byte(`{"jsonrpc":"2.0","id":7,"result":null}`+"\n"), n*100))
	}},
	{"N hundred lines of text", [2]int{25, 100}, func(n int) []transcript.Event {
		return stdoutOf(bytes.Repeat([]byte("\x1b[32mServer\x1b[0m listening on port 3000\n"+`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`+"\n"), n*100))
	}},
	{"N hundred open requests of the server", [2]int{200, 1000}, func(n int) []transcript.Event {
		var b bytes.Buffer
		for i := range n * 100 {
			fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", i)
		}
		return stdoutOf(b.Bytes())
	}},
}

// stdoutOf is a run of a server that writes the bytes, read 64 KiB at a time.
func stdoutOf(data []byte) []transcript.Event {
	s := recorder{}
	s.add(transcript.Event{Kind: transcript.KindSpawn, Pid: 1})
	s.stdout = data
	s.flush()
	s.add(transcript.Event{Kind: transcript.KindEnd})
	return s.events
}

func runGrowth(s settings) []gate {
	var gates []gate
	for _, g := range growths {
		var cost [2]float64
		for i, n := range g.sizes {
			events := g.make(n)
			times, _ := race(nil, max(1, s.rounds/3), []contender{{g.name, func([]byte) { analyse(events) }}})
			cost[i] = times[0].Seconds() * 1e6 / float64(n)
			fmt.Printf("%-44s N = %5d: %9.1f ms, %8.1f µs a unit\n", g.name, n, times[0].Seconds()*1e3, cost[i])
		}
		gates = append(gates, gate{name: g.name + ": cost a unit", got: cost[1] / cost[0], most: 2, unit: "x"})
	}
	return append(gates, scanGrowth(s)...)
}

// scanGrowth is the same for the wire pass alone, on lines that are made to be
// hard for it.
func scanGrowth(s settings) []gate {
	var gates []gate
	for _, g := range []struct {
		name string
		make func(n int) []byte
	}{
		{"scan: quotes", func(n int) []byte { return bytes.Repeat([]byte(`"`), n) }},
		{"scan: openings of objects in text", func(n int) []byte { return bytes.Repeat([]byte(`x{"`), n/3) }},
		{"scan: bad UTF-8", func(n int) []byte { return bytes.Repeat([]byte("\xe2\x82"), n/2) }},
		{"scan: equal names", func(n int) []byte { return append([]byte("{"), bytes.Repeat([]byte(`"a":0,`), n/6)...) }},
		{"scan: small objects of many names", func(n int) []byte {
			return append([]byte("["), bytes.Repeat([]byte(`{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0,"k":0,"l":0,"m":0,"n":0,"o":0,"p":0,"q":0,"r":0},`), n/110)...)
		}},
	} {
		var m wire.Message
		var cost [2]float64
		for i, n := range [2]int{1 << 20, 16 << 20} {
			line := g.make(n)
			times, _ := race(line, max(1, s.rounds/3), []contender{{g.name, func(d []byte) { wire.Scan(d, &m) }}})
			cost[i] = times[0].Seconds() / float64(n)
		}
		fmt.Printf("%-44s %8.2f, then %.2f ns a byte\n", g.name, cost[0]*1e9, cost[1]*1e9)
		gates = append(gates, gate{name: g.name + ": cost a byte", got: cost[1] / cost[0], most: 2, unit: "x"})
	}
	return gates
}
