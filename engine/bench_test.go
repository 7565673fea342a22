package engine_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// good is a session without a fault: n tool calls whose answers hold a text of
// the given size, each in a chunk of its own.
func good(n, size int) []transcript.Event {
	text := strings.Repeat("file path query limit é ", size/25+1)[:size]
	for text[len(text)-1] >= 0x80 {
		text = text[:len(text)-1]
	}
	ev := func(t int64, k transcript.Kind, s string) transcript.Event {
		return transcript.Event{T: t, Run: 1, Kind: k, Data: []byte(s + "\n")}
	}
	out := []transcript.Event{
		{T: 1, Run: 1, Kind: transcript.KindSpawn, Pid: 1},
		ev(2, transcript.KindStdin, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`),
		ev(3, transcript.KindStdout, `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`),
		ev(4, transcript.KindStdin, `{"jsonrpc":"2.0","method":"notifications/initialized"}`),
	}
	for i := 1; i <= n; i++ {
		t := int64(10 * i)
		out = append(out,
			ev(t, transcript.KindStdin, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"read_file","arguments":{"path":"/home/user/notes","limit":%d}}}`, i, i)),
			ev(t+5, transcript.KindStdout, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"%s"}],"isError":false}}`, i, text)))
	}
	return out
}

func BenchmarkAnalysis(b *testing.B) {
	for _, size := range []int{80, 2000, 200_000} {
		events := good(max(4, 2_000_000/(size+200)), size)
		total := 0
		for i := range events {
			total += len(events[i].Data)
		}
		b.Run(fmt.Sprintf("wire/%d", size), func(b *testing.B) {
			var m wire.Message
			b.SetBytes(int64(total))
			b.ReportAllocs()
			for b.Loop() {
				for i := range events {
					if d := events[i].Data; len(d) > 0 {
						n := bytes.IndexByte(d, '\n')
						wire.Scan(d[:n], &m)
					}
				}
			}
		})
		for _, indexed := range []bool{false, true} {
			b.Run(fmt.Sprintf("whole/%d/index=%v", size, indexed), func(b *testing.B) {
				b.SetBytes(int64(total))
				b.ReportAllocs()
				for b.Loop() {
					a := engine.New()
					if indexed {
						a.EnableIndex()
					}
					for i := range events {
						a.Event(&events[i])
					}
					if indexed {
						a.TakeRows()
						a.TakePatches()
						a.TakeStrings()
					}
					a.Close()
				}
			})
		}
	}
}
