//go:build linux

package launch

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"testing"

	"stdioscope/engine/transcript"
)

// counter is the cheapest sink.
type counter struct{ n atomic.Int64 }

func (c *counter) Bytes(_ transcript.Stream, p []byte) { c.n.Add(int64(len(p))) }
func (c *counter) EOF(transcript.Stream)               {}
func (c *counter) Exit(*int, string)                   {}

// BenchmarkFrames reads small frames from a pipe: frames/s is the figure.
func BenchmarkFrames(b *testing.B) {
	const n = 2_000_000
	for b.Loop() {
		c := &counter{}
		p, err := Start(childSpec("frames", strconv.Itoa(n)), c)
		if err != nil {
			b.Fatal(err)
		}
		<-p.Wait()
		p.Reap(context.Background())
		if got := c.n.Load(); got != int64(n*len(smallFrame)) {
			b.Fatalf("%d bytes arrived, want %d", got, n*len(smallFrame))
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "frames/s")
}

// BenchmarkLife is a start, an exit and a clean-up, beside the same by os/exec.
func BenchmarkLife(b *testing.B) {
	b.Run("launch", func(b *testing.B) {
		for b.Loop() {
			p, err := Start(childSpec("brief"), &counter{})
			if err != nil {
				b.Fatal(err)
			}
			<-p.Exited()
			p.Reap(context.Background())
		}
	})
	b.Run("os-exec", func(b *testing.B) {
		self, err := os.Executable()
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			c := exec.Command(self)
			c.Env = []string{roleEnv + "=brief"}
			if err := c.Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
