package engine_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/transcript"
)

// TestMemoryDoesNotGrow: what the engine keeps depends on what is open, not on
// how long a run was.
func TestMemoryDoesNotGrow(t *testing.T) {
	kept := func(n int) uint64 {
		a := engine.New()
		a.EnableIndex()
		a.Header(&transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}})
		for _, ev := range script(t, opening) {
			a.Event(&ev)
		}
		for i := 1; i <= n; i++ {
			in := transcript.Event{T: int64(10 * i), Run: 1, Kind: transcript.KindStdin, Data: fmt.Appendf(nil, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"t%d\",\"_meta\":{\"progressToken\":%d}}}\n", i, i, i)}
			out := transcript.Event{T: int64(10*i + 5), Run: 1, Kind: transcript.KindStdout, Data: fmt.Appendf(nil, "noise %d\n{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"content\":[]}}\n{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{}}\n", i, i, i+1<<40)}
			a.Event(&in)
			a.Event(&out)
			a.TakeRows()
			a.TakePatches()
			a.TakeStrings()
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if a.Report().Frames.Stdout == 0 {
			t.Fatal("nothing was read")
		}
		return m.HeapAlloc
	}
	kept(100)
	small, large := kept(2_000), kept(40_000)
	if large > small+2<<20 {
		t.Errorf("after 2,000 exchanges %d bytes are kept, after 40,000 %d", small, large)
	}
}

// TestOpenRequestsAreBounded: requests that nobody answers stop being tracked,
// and the report says so.
func TestOpenRequestsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("a long session")
	}
	a := engine.New()
	a.Header(&transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}})
	var b strings.Builder
	for i := range 100_100 {
		fmt.Fprintf(&b, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}\n", i)
	}
	for _, ev := range []transcript.Event{
		{T: 1, Run: 1, Kind: transcript.KindSpawn, Pid: 1},
		{T: 2, Run: 1, Kind: transcript.KindStdin, Data: []byte(b.String())},
		{T: 3, Run: 1, Kind: transcript.KindStdout, Data: []byte("{\"jsonrpc\":\"2.0\",\"id\":100050,\"result\":{}}\n")},
		{T: 4, Run: 1, Kind: transcript.KindEnd},
	} {
		a.Event(&ev)
	}
	a.Close()
	got := a.Report()
	if s := findings(got); !strings.Contains(s, "note tracking-bound-met") || strings.Contains(s, "error") {
		t.Errorf("%.300s", s)
	}
}
