package wire

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func splitIn(s *Splitter, in string, size int) []string {
	var got []string
	for len(in) > 0 {
		n := min(size, len(in))
		s.Write([]byte(in[:n]), func(line []byte, offset int64) {
			entry := fmt.Sprintf("%d:%s", offset, line)
			if n, cut := s.Cut(); cut {
				entry += fmt.Sprintf(" cut %d", n)
				if s.Hash != nil {
					entry += fmt.Sprintf(" %x", s.Hash.Sum(nil)[:4])
				}
			} else if n != int64(len(line)) {
				entry += " wrong length"
			}
			got = append(got, entry)
		})
		in = in[n:]
	}
	rest, offset := s.Rest()
	return append(got, fmt.Sprintf("rest %d:%s", offset, rest))
}

func TestSplitterGivesTheSameLinesForAnyChunks(t *testing.T) {
	const in = "one\n\ntwo\r\n" + "three and more\nrest"
	want := []string{"0:one", "4:", "5:two\r", "10:three and more", "rest 25:rest"}
	for size := 1; size <= len(in); size++ {
		if diff := cmp.Diff(want, splitIn(new(Splitter), in, size)); diff != "" {
			t.Errorf("chunks of %d: %s", size, diff)
		}
	}
}

func TestSplitterCutsLongLines(t *testing.T) {
	long := strings.Repeat("0123456789", 5)
	in := "short\n" + long + "\nten bytes.\n" + long
	sum := sha256.Sum256([]byte(long))
	want := []string{"0:short", fmt.Sprintf("6:0123 cut 50 %x", sum[:4]), "57:ten bytes.", "rest 68:0123"}
	for size := 1; size <= len(in); size++ {
		s := &Splitter{Limit: 10, Keep: 4, Hash: sha256.New()}
		if diff := cmp.Diff(want, splitIn(s, in, size)); diff != "" {
			t.Errorf("chunks of %d: %s", size, diff)
		}
		if n, cut := s.Cut(); n != 50 || !cut {
			t.Errorf("chunks of %d: rest is %d, %v", size, n, cut)
		}
	}
}

// The room of a very long line doubles: each of its bytes is moved once or twice.
func TestSplitterGrowsLongLines(t *testing.T) {
	chunk := bytes.Repeat([]byte("0123456789abcdef"), 4<<10)
	const chunks = 16 << 20 / (64 << 10)
	got := 0
	allocations := testing.AllocsPerRun(1, func() {
		var s Splitter
		for range chunks {
			s.Write(chunk, nil)
		}
		s.Write([]byte("\n"), func(line []byte, _ int64) {
			if got = len(line); !bytes.HasSuffix(line, chunk) || !bytes.HasPrefix(line, chunk) {
				t.Error("other bytes came out")
			}
		})
	})
	if got != chunks*len(chunk) || allocations > 20 {
		t.Errorf("%d bytes of %d, %.0f allocations", got, chunks*len(chunk), allocations)
	}
}
