package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// What a check may cost: of a server that starts at once, and of one on Node.
const (
	moreGate  = 8 * time.Millisecond
	timesGate = 1.05
)

// BenchmarkCheck compares a check with the bare bound: testdata/bound, a program
// that does the same exchange and judges nothing. The two take turns, so that
// whatever else the machine does hits both; the medians are reported. A gate that is
// missed fails the benchmark. Run it with
//
//	go test -run '^$' -bench Check -benchtime 30x ./cmd/stdioscope
func BenchmarkCheck(b *testing.B) {
	dir := b.TempDir()
	build := func(name, pkg string) string {
		b.Helper()
		out := filepath.Join(dir, name)
		cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, pkg)
		cmd.Env, cmd.Stderr = append(os.Environ(), "CGO_ENABLED=0"), os.Stderr // as it is released
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		return out
	}
	stdioscope, fixture := build("stdioscope", "."), build("fixture", "../fixture")
	bound := build("bound", "./testdata/bound")
	node, _ := exec.LookPath("node")
	sdk, err := filepath.Abs("../../fixtures/servers/sdk")
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range []struct {
		name, needs, asked string
		argv               []string
	}{
		{"go", fixture, "tools/list tools/list", []string{fixture, "clean"}},
		{"sdk", filepath.Join(sdk, "node_modules"), "tools/list tools/list", []string{node, filepath.Join(sdk, "v1.mjs"), "@modelcontextprotocol/sdk", "clean"}},
		{
			"everything", filepath.Join(sdk, "node_modules/@modelcontextprotocol/server-everything"),
			"tools/list resources/list resources/templates/list prompts/list tools/list",
			[]string{node, filepath.Join(sdk, "node_modules/@modelcontextprotocol/server-everything/dist/index.js"), "stdio"},
		},
	} {
		b.Run(s.name, func(b *testing.B) {
			if _, err := os.Stat(s.needs); err != nil || s.argv[0] == "" {
				b.Skip("the server is not installed")
			}
			var bare, checked []time.Duration
			for b.Loop() {
				bare = append(bare, timed(b, "BOUND_METHODS="+s.asked, append([]string{bound}, s.argv...)))
				checked = append(checked, timed(b, "", append([]string{stdioscope, "check", "--settle", "0", "--request", "tools/list", "--"}, s.argv...)))
			}
			low, high := median(bare), median(checked)
			b.ReportMetric(0, "ns/op") // the sum of both says nothing
			b.ReportMetric(ms(low), "bound-ms")
			b.ReportMetric(ms(high), "check-ms")
			b.ReportMetric(ms(high-low), "more-ms")
			b.ReportMetric(float64(high)/float64(low), "times")
			if s.name == "go" && high-low > moreGate {
				b.Errorf("a check takes %v more than the bound, want %v or less", high-low, moreGate)
			}
			if s.name != "go" && float64(high) > timesGate*float64(low) {
				b.Errorf("a check takes %.3f times the bound, want %.2f or less", float64(high)/float64(low), timesGate)
			}
		})
	}
}

func timed(b *testing.B, env string, argv []string) time.Duration {
	b.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env)
	cmd.Stdout, cmd.Stderr = io.Discard, nil
	start := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatalf("%q: %v", argv, err)
	}
	return time.Since(start)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
