package main

import (
	"fmt"

	"stdioscope/engine/transcript"
)

// runCodec writes the events of sessions as lines of a transcript and reads them
// again.
func runCodec(s settings) []gate {
	var gates []gate
	for _, c := range sessions(s.bytes) {
		var file []byte
		write := func([]byte) {
			file = transcript.AppendHeader(file[:0], &transcript.Header{Source: transcript.Source{Format: "launch"}})
			for i := range c.events {
				file = transcript.AppendEvent(file, &c.events[i])
			}
		}
		write(nil)
		events := 0
		read := func([]byte) {
			r := transcript.Reader{OnEvent: func(*transcript.Event, int64, int64) error { events++; return nil }}
			for rest := file; len(rest) > 0; {
				n := min(block, len(rest))
				if _, err := r.Write(rest[:n]); err != nil {
					panic(err)
				}
				rest = rest[n:]
			}
		}
		times, _ := race(nil, s.rounds, []contender{{"write", write}, {"read", read}})
		fmt.Printf("%-6s %7d events, %6.1f MB as lines: write %6.0f MB/s, read %6.0f MB/s\n",
			c.name, len(c.events), float64(len(file))/1e6, mbps(len(file), times[0]), mbps(len(file), times[1]))
		// A reader's buffer grows a few times; what counts is that events cost nothing.
		gates = append(gates,
			gate{name: c.name + ": allocations to write the events", got: float64(allocations(func() { write(nil) })), most: 32},
			gate{name: c.name + ": allocations to read them", got: float64(allocations(func() { read(nil) })), most: 32})
	}
	return gates
}
