//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"stdioscope/engine/report"
	"stdioscope/fixtures/servers"
)

// What a check of a server that sends much may cost, beside testdata/bound, which
// reads the same and judges nothing.
const (
	lineGate       = 4.0  // times the bound, for one line of 64 MB
	lineMemoryGate = 4.4  // times the memory for 16 MB: linear, and a tenth for what else there is
	rateGate       = 2e6  // frames a second
	lengthGate     = 1.15 // times the memory of a run a tenth as long
	captureGate    = 64e6 // bytes of memory for a gigabyte of raw stdout, over those for one message

	floodRounds = 5
)

// BenchmarkFlood holds a check, its limits off, to its gates: check and bound take
// turns on the same server, and the medians of the rounds are compared. A gate that
// is missed fails the benchmark. Run it with
//
//	go test -run '^$' -bench Flood -benchtime 1x ./cmd/stdioscope
func BenchmarkFlood(b *testing.B) {
	f := newFlood(b)
	b.Run("line", func(b *testing.B) {
		for b.Loop() {
			small, _ := f.rounds(b, "huge-line", servers.LineVariable, 16_000_000)
			checked, bare := f.rounds(b, "huge-line", servers.LineVariable, 64_000_000)
			b.ReportMetric(0, "ns/op") // the sum of all says nothing
			b.ReportMetric(ms(bare.took), "bound-ms")
			b.ReportMetric(ms(checked.took), "check-ms")
			times := float64(checked.took) / float64(bare.took)
			b.ReportMetric(times, "times")
			b.ReportMetric(megabytes(small.peak), "16MB-MB")
			b.ReportMetric(megabytes(checked.peak), "64MB-MB")
			if times > lineGate {
				b.Errorf("one line of 64 MB takes %.1f times the bound, want %.1f or less", times, lineGate)
			}
			if grows := float64(checked.peak) / float64(small.peak); grows > lineMemoryGate {
				b.Errorf("four times the line takes %.1f times the memory, want %.1f or less", grows, lineMemoryGate)
			}
		}
	})
	b.Run("frames", func(b *testing.B) {
		const n = 4_000_000
		for b.Loop() {
			idle, _ := f.rounds(b, "many-frames", servers.FramesVariable, 0)
			short, _ := f.rounds(b, "many-frames", servers.FramesVariable, n/10)
			long, bare := f.rounds(b, "many-frames", servers.FramesVariable, n)
			if lost := idle.frames + n - long.frames; lost != 0 {
				b.Errorf("%d frames are lost", lost)
			}
			rate := n / (long.took - idle.took).Seconds()
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(n/(bare.took-idle.took).Seconds(), "bound-frames/s")
			b.ReportMetric(rate, "check-frames/s")
			b.ReportMetric(megabytes(short.peak), "short-MB")
			b.ReportMetric(megabytes(long.peak), "long-MB")
			if rate < rateGate {
				b.Errorf("%.0f frames a second are judged, want %.0f or more", rate, rateGate)
			}
			if grows := float64(long.peak) / float64(short.peak); grows > lengthGate {
				b.Errorf("ten times the run takes %.2f times the memory, want %.2f or less", grows, lengthGate)
			}
		}
	})
}

// BenchmarkFloodCapture holds validate to the memory that a raw capture of a
// gigabyte may take.
func BenchmarkFloodCapture(b *testing.B) {
	f := newFlood(b)
	const message = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"ready"}}` + "\n"
	for b.Loop() {
		var peaks [2]int64
		var took time.Duration
		for i, size := range []int64{int64(len(message)), 1_000_000_000} {
			cmd := exec.Command(f.stdioscope, "validate", "--as", "raw", "-")
			cmd.Stdin, cmd.Stderr = io.LimitReader(&endlessly{[]byte(strings.Repeat(message, 1000)), 0}, size/int64(len(message))*int64(len(message))), os.Stderr
			start := time.Now()
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
			took, peaks[i] = time.Since(start), peakOf(b, cmd)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(1000/took.Seconds(), "MB/s")
		b.ReportMetric(megabytes(peaks[0]), "message-MB")
		b.ReportMetric(megabytes(peaks[1]), "1GB-MB")
		if over := peaks[1] - peaks[0]; over > captureGate {
			b.Errorf("a gigabyte takes %.0f MB more than a message, want %.0f or less", megabytes(over), megabytes(captureGate))
		}
	}
}

// endlessly reads the same bytes over and over.
type endlessly struct {
	bytes []byte
	at    int
}

func (e *endlessly) Read(p []byte) (int, error) {
	n := copy(p, e.bytes[e.at:])
	e.at = (e.at + n) % len(e.bytes)
	return n, nil
}

// flood are the programs that read what a server sends.
type flood struct{ stdioscope, bound, fixture string }

func newFlood(b *testing.B) *flood {
	b.Helper()
	dir := b.TempDir()
	f := &flood{filepath.Join(dir, "stdioscope"), filepath.Join(dir, "bound"), filepath.Join(dir, "fixture")}
	for out, pkg := range map[string]string{f.stdioscope: ".", f.bound: "./testdata/bound", f.fixture: "../fixture"} {
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, pkg)
		cmd.Env, cmd.Stderr = append(os.Environ(), "CGO_ENABLED=0"), os.Stderr // as it is released
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
	}
	return f
}

// reading is what it cost to read a server to its end.
type reading struct {
	took   time.Duration
	peak   int64 // bytes of memory
	frames int   // that the report counts; 0 = of the bound
}

// rounds lets check and bound read a server in turn and gives the medians.
func (f *flood) rounds(b *testing.B, mode, variable string, n int) (checked, bare reading) {
	b.Helper()
	env := []string{fmt.Sprintf("%s=%d", variable, n), "BOUND_METHODS=tools/list"}
	check := []string{f.stdioscope, "check", "--settle", "0", "--json", "--timeout", "5m", "--max-stdout-bytes", "0", "--max-stdout-line-bytes", "0", "--", f.fixture, mode}
	var both [2][]reading
	for range floodRounds {
		both[0] = append(both[0], read(b, env, check))
		both[1] = append(both[1], read(b, env, []string{f.bound, f.fixture, mode}))
	}
	return middleOf(both[0]), middleOf(both[1])
}

func read(b *testing.B, env, argv []string) reading {
	b.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	var out bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), env...), &out, os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("%q: %v\n%s", argv, err, out.String())
	}
	took := time.Since(start)
	peak := peakOf(b, cmd)
	var r report.Report
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			b.Fatal(err)
		}
	}
	return reading{took, peak, int(r.Frames.Stdout)}
}

// peakOf is the most memory that a process had which has ended.
func peakOf(b *testing.B, cmd *exec.Cmd) int64 {
	b.Helper()
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		b.Fatal("the system does not tell a process's memory")
	}
	unit := int64(1 << 10)
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return int64(usage.Maxrss) * unit
}

// middleOf takes each figure's median.
func middleOf(all []reading) reading {
	took, peak := make([]time.Duration, len(all)), make([]int64, len(all))
	for i, r := range all {
		took[i], peak[i] = r.took, r.peak
	}
	slices.Sort(peak)
	return reading{median(took), peak[len(peak)/2], all[0].frames}
}

func megabytes(n int64) float64 { return float64(n) / 1e6 }
