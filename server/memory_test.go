package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// One upload with the longest line takes what it takes; four at once take little
// more, and all are stored.
func TestLongLinesTakeTurns(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("NOT TESTED here: the system does not tell a process's peak memory as Linux does")
	}
	t.Setenv("GOGC", "20") // so that the peak is what is held, and little of what is garbage
	const long = 24 << 20
	head := strings.SplitAfter(recording(""), "\n")[0]
	var pieces strings.Builder
	for range long >> 16 {
		pieces.WriteString(`{"t":2,"k":"stdout","text":"` + strings.Repeat("x", 1<<16) + `"}` + "\n")
	}
	for name, body := range map[string]string{
		"a line of the file":    head + `{"t":2,"k":"stdout","text":"` + strings.Repeat("x", long) + `"}` + "\n",
		"a line of many events": head + pieces.String(),
	} {
		t.Run(name, func(t *testing.T) {
			packed := zipped(t, body)
			one := peakOfUploads(t, packed, 1)
			four := peakOfUploads(t, packed, 4)
			t.Logf("one takes %d MiB, four at once %d MiB", one>>20, four>>20)
			if four > 2*one {
				t.Errorf("four at once take %d MiB, one takes %d MiB", four>>20, one>>20)
			}
		})
	}
}

// peakOfUploads is the most memory that an instance ever had that took so many
// uploads at once.
func peakOfUploads(t *testing.T, packed string, n int) int {
	t.Helper()
	place := filepath.Join(t.TempDir(), "team.db")
	_, token := teamOn(t, place, Team{})
	child, address := startInstance(t, place)
	var uploads sync.WaitGroup
	for range n {
		uploads.Go(func() {
			if _, err := uploadTo(t.Context(), address, token, packed, "Content-Encoding: gzip"); err != nil {
				t.Error(err)
			}
		})
	}
	uploads.Wait()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", child.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = child.Wait() // killed, as asked
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		t.Fatalf("no peak in %s", status)
	}
	kilobytes, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}

func TestLease(t *testing.T) {
	m := newMemory(Bounds{Line: 10, BodyTime: time.Millisecond})
	var small, first, second lease
	small.of, first.of, second.of = m, m, m
	if err := errors.Join(small.take(t.Context(), 10), first.take(t.Context(), 11), first.take(t.Context(), 99)); err != nil {
		t.Error(err)
	}
	if err := second.take(t.Context(), 11); !errors.Is(err, errNoMemory) {
		t.Errorf("a second one: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if m.wait = time.Hour; !errors.Is(second.take(gone, 11), context.Canceled) {
		t.Error("who has gone waits")
	}
	second.end()
	small.end()
	first.end()
	if err := second.take(t.Context(), 11); err != nil {
		t.Errorf("after the first: %v", err)
	}
	var none lease
	if err := none.take(t.Context(), 1<<30); err != nil {
		t.Errorf("without a bound: %v", err)
	}
}
