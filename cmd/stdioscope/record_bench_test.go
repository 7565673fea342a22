package main

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"stdioscope/engine/transcript"
)

// What the recorder may cost, beside the copy in its place.
const (
	offeredGate = 0.97 // "no slower", less what two clocks differ on a busy machine
	freeGate    = 0.5
	latencyGate = 1.3

	offeredRate = 100_000_000 // bytes a second
	offeredSize = 100_000_000
	freeSize    = 200_000_000
	trips       = 3000
	rounds      = 5
)

// BenchmarkRecord holds record to its gates: record and testdata/relay, which
// only copies, stand in turn between the same client and server, and the medians
// of the rounds are compared. Every recording is read back from the disk and must
// hold all that passed. A gate that is missed fails the benchmark. Run it with
//
//	go test -run '^$' -bench Record -benchtime 1x ./cmd/stdioscope
func BenchmarkRecord(b *testing.B) {
	s := newStands(b)
	raw := filepath.Join(s.dir, "raw")
	for _, load := range []struct {
		name       string
		size, rate int64
		bare       []string
		gate       float64
	}{
		{"offered", offeredSize, offeredRate, []string{s.relay, "copy"}, offeredGate},
		{"unthrottled", freeSize, 0, []string{s.relay, "tee", raw}, freeGate},
	} {
		source := []string{s.relay, "source", fmt.Sprint(load.size), fmt.Sprint(load.rate)}
		sink := []string{s.relay, "sink"}
		for _, way := range []struct {
			name           string
			client, server []string
			stream         transcript.Stream
		}{
			{"server-writes", sink, source, transcript.Stdout},
			{"client-writes", source, sink, transcript.Stdin},
		} {
			b.Run(load.name+"/"+way.name, func(b *testing.B) {
				var bare, recorded []float64
				for b.Loop() {
					for range rounds {
						want := s.pass(b, slices.Concat(load.bare, way.server), way.client)
						got := s.pass(b, slices.Concat(s.record, way.server), way.client)
						s.mustHold(b, way.stream, got)
						if got.size != load.size || got.sum != want.sum {
							b.Fatalf("%d bytes arrived of %d, or others", got.size, load.size)
						}
						bare, recorded = append(bare, want.rate()), append(recorded, got.rate())
					}
				}
				ratio := middle(recorded) / middle(bare)
				b.ReportMetric(0, "ns/op") // the sum of both says nothing
				b.ReportMetric(middle(bare), "bare-MB/s")
				b.ReportMetric(middle(recorded), "record-MB/s")
				b.ReportMetric(ratio, "times")
				if ratio < load.gate {
					b.Errorf("record passes %.2f of what the copy passes, want %.2f or more", ratio, load.gate)
				}
			})
		}
	}
	b.Run("round-trip", func(b *testing.B) {
		var bare, recorded []float64
		for b.Loop() {
			for range rounds {
				bare = append(bare, s.roundTrip(b, []string{s.relay, "copy", s.relay, "echo"}))
				recorded = append(recorded, s.roundTrip(b, slices.Concat(s.record, []string{s.relay, "echo"})))
			}
		}
		ratio := middle(recorded) / middle(bare)
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(middle(bare), "bare-µs")
		b.ReportMetric(middle(recorded), "record-µs")
		b.ReportMetric(ratio, "times")
		if ratio > latencyGate {
			b.Errorf("a round trip takes %.1f µs, %.2f of the copy's %.1f µs, want %.2f or less", middle(recorded), ratio, middle(bare), latencyGate)
		}
	})
}

// stands are the programs that can stand between a client and a server.
type stands struct {
	dir, relay, file string
	record           []string
}

func newStands(b *testing.B) *stands {
	b.Helper()
	dir := b.TempDir()
	s := &stands{dir: dir, relay: filepath.Join(dir, "relay"), file: filepath.Join(dir, "recording")}
	stdioscope := filepath.Join(dir, "stdioscope")
	s.record = []string{stdioscope, "record", "-q", "-o", s.file, "--"}
	for out, pkg := range map[string]string{stdioscope: ".", s.relay: "./testdata/relay"} {
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, pkg)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// arrived is what a sink saw.
type arrived struct {
	size int64
	sum  uint32
	took time.Duration
}

func (a arrived) rate() float64 { return float64(a.size) / 1e6 / a.took.Seconds() }

// pass runs a stand beside a client and tells what the sink, on whichever side,
// saw.
func (s *stands) pass(b *testing.B, stand, client []string) arrived {
	b.Helper()
	middle, end := exec.Command(stand[0], stand[1:]...), exec.Command(client[0], client[1:]...)
	middle.Stderr, end.Stderr = os.Stderr, os.Stderr
	var pipes [3][2]*os.File
	for i := range pipes {
		var err error
		if pipes[i][0], pipes[i][1], err = os.Pipe(); err != nil {
			b.Fatal(err)
		}
	}
	// A sink as the client has nothing to say, so its stdin is the server's stdout
	// and its answer comes here; a source gets its server's answer the other way.
	answer := pipes[2][0]
	if client[1] == "sink" {
		middle.Stdin, middle.Stdout = pipes[0][0], pipes[1][1]
		end.Stdin, end.Stdout = pipes[1][0], pipes[2][1]
	} else {
		middle.Stdin, middle.Stdout = pipes[0][0], pipes[2][1]
		end.Stdout = pipes[0][1]
	}
	for _, cmd := range []*exec.Cmd{middle, end} {
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
	}
	pipes[0][0].Close()
	pipes[1][0].Close()
	pipes[1][1].Close()
	pipes[2][1].Close()
	if client[1] != "sink" {
		pipes[0][1].Close()
	}
	said, err := io.ReadAll(answer)
	pipes[0][1].Close()
	answer.Close()
	for _, cmd := range []*exec.Cmd{middle, end} {
		if failed := cmd.Wait(); failed != nil {
			b.Fatalf("%q: %v", cmd.Args, failed)
		}
	}
	var a arrived
	if _, scanned := fmt.Sscan(string(said), &a.size, &a.sum, &a.took); err != nil || scanned != nil {
		b.Fatalf("the sink said %q: %v, %v", said, err, scanned)
	}
	return a
}

// mustHold reads the recording back: its stream must be what arrived, and it must
// have an end.
func (s *stands) mustHold(b *testing.B, stream transcript.Stream, want arrived) {
	b.Helper()
	file, err := os.Open(s.file)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	var (
		table = crc32.MakeTable(crc32.Castagnoli)
		got   arrived
		ended bool
	)
	r := transcript.Reader{OnEvent: func(ev *transcript.Event, _, _ int64) error {
		switch ev.Kind {
		case transcript.Kind(stream):
			got.sum = crc32.Update(got.sum, table, ev.Data)
			got.size += int64(len(ev.Data))
		case transcript.KindEnd:
			ended = true
		}
		return nil
	}}
	if _, err := io.Copy(struct{ io.Writer }{&r}, bufio.NewReaderSize(file, 1<<20)); err != nil {
		b.Fatal(err)
	}
	if got.size != want.size || got.sum != want.sum || !ended {
		b.Fatalf("the recording holds %d bytes of %d, or others; has an end: %t", got.size, want.size, ended)
	}
}

// roundTrip is the median time in microseconds until a request comes back.
func (s *stands) roundTrip(b *testing.B, stand []string) float64 {
	b.Helper()
	cmd := exec.Command(stand[0], stand[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewReader(out)
	times := make([]float64, trips)
	for i := range times {
		line := []byte(`{"jsonrpc":"2.0","id":` + strconv.Itoa(i) + `,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"}}}` + "\n")
		start := time.Now()
		if _, err := in.Write(line); err != nil {
			b.Fatal(err)
		}
		back, err := lines.ReadSlice('\n')
		if err != nil || len(back) != len(line) {
			b.Fatalf("%q came back: %v", back, err)
		}
		times[i] = float64(time.Since(start).Nanoseconds()) / 1000
	}
	_ = in.Close()
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		b.Fatal(err)
	}
	return middle(times)
}

func middle(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}
