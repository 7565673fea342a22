package engine_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/transcript"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden reports from the recordings")

// recordings are the project's own transcripts, by name.
func recordings(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("../fixtures/transcripts/*.stdioscope.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(f), ".stdioscope.jsonl")] = b
	}
	if len(out) == 0 {
		t.Fatal("no recordings")
	}
	return out
}

// TestGolden: each recording has its report.
func TestGolden(t *testing.T) {
	for name, file := range recordings(t) {
		t.Run(name, func(t *testing.T) {
			got, err := engine.Check(file)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("../fixtures/transcripts", name+".report.json")
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("report (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReportIsPure: a report changes nothing, and asking early changes nothing
// either.
func TestReportIsPure(t *testing.T) {
	for name, file := range recordings(t) {
		t.Run(name, func(t *testing.T) {
			once, err := engine.Check(file)
			if err != nil {
				t.Fatal(err)
			}
			a := engine.New()
			a.EnableIndex()
			for _, part := range bytesLines(file) {
				if _, err := a.Write(part); err != nil {
					t.Fatal(err)
				}
				if first, second := a.Report().JSON(), a.Report().JSON(); string(first) != string(second) {
					t.Fatal("two reports in a row differ")
				}
			}
			a.Close()
			if diff := cmp.Diff(string(once), string(a.Report().JSON())); diff != "" {
				t.Errorf("asked on the way (-once +often):\n%s", diff)
			}
		})
	}
}

func bytesLines(b []byte) [][]byte {
	var out [][]byte
	for len(b) > 0 {
		n := strings.IndexByte(string(b), '\n') + 1
		if n == 0 {
			n = len(b)
		}
		out = append(out, b[:n])
		b = b[n:]
	}
	return out
}

// TestChunking: how bytes were cut into events changes no finding.
func TestChunking(t *testing.T) {
	for name, file := range recordings(t) {
		t.Run(name, func(t *testing.T) {
			h, events, err := transcript.DecodeAll(file)
			if err != nil {
				t.Fatal(err)
			}
			want := string(judged(*h, events).JSON())
			for _, size := range []int{1, 2, 7, 64} {
				if got := string(judged(*h, cut(events, size)).JSON()); got != want {
					t.Errorf("in pieces of %d bytes (-whole +cut):\n%s", size, cmp.Diff(want, got))
				}
			}
			if got := string(judged(*h, joined(events)).JSON()); got != want {
				t.Errorf("joined (-whole +joined):\n%s", cmp.Diff(want, got))
			}
		})
	}
}

func isBytes(k transcript.Kind) bool {
	return k == transcript.KindStdin || k == transcript.KindStdout || k == transcript.KindStderr
}

// cut splits every event of bytes; the pieces have its time.
func cut(events []transcript.Event, size int) []transcript.Event {
	var out []transcript.Event
	for _, ev := range events {
		if !isBytes(ev.Kind) {
			out = append(out, ev)
			continue
		}
		for data := ev.Data; len(data) > 0; {
			n := min(size, len(data))
			piece := ev
			piece.Data = data[:n]
			out = append(out, piece)
			data = data[n:]
		}
	}
	return out
}

// joined puts neighbours of one pipe and one time together.
func joined(events []transcript.Event) []transcript.Event {
	var out []transcript.Event
	for _, ev := range events {
		if n := len(out); n > 0 && isBytes(ev.Kind) && out[n-1].Kind == ev.Kind && out[n-1].T == ev.T && out[n-1].Run == ev.Run {
			out[n-1].Data = append(append([]byte(nil), out[n-1].Data...), ev.Data...)
			continue
		}
		out = append(out, ev)
	}
	return out
}
