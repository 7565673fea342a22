//go:build !race

// The race detector slows wazero's compiler fourfold and finds nothing in compiled code: make test runs these without.

package host

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine"
)

// compiled is one Engine for all tests: compiling takes a second.
var compiled = sync.OnceValues(func() (*Engine, error) { return Open(context.Background(), Options{}) })

func shared(t *testing.T) *Engine {
	t.Helper()
	e, err := compiled()
	return opened(t, e, err)
}

// opened leaves a test out, loudly, in a clone where the module was not built; CI builds it.
func opened(t *testing.T, e *Engine, err error) *Engine {
	t.Helper()
	if errors.Is(err, ErrNotBuilt) && os.Getenv("CI") == "" {
		t.Skip("NOT TESTED: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func start(t *testing.T, e *Engine, k kind) *Session {
	t.Helper()
	s, err := e.start(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(context.WithoutCancel(t.Context())) })
	return s
}

const header = `{"stdioscope":1,"source":{"format":"launch"}}` + "\n"

const small = header +
	`{"t":1,"k":"spawn","pid":7}` + "\n" +
	`{"t":2,"k":"stdin","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"}` + "\n" +
	`{"t":3,"k":"stdout","text":"server starting\n"}` + "\n" +
	`{"t":4,"k":"end"}` + "\n"

// transcripts are the recordings of fixtures/transcripts, by name, and small.
func transcripts(t *testing.T) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("../../fixtures/transcripts/*.stdioscope.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{"small": []byte(small)}
	for _, name := range names {
		if all[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestReportAndIndexEqualNative(t *testing.T) {
	e := shared(t)
	for name, transcript := range transcripts(t) {
		t.Run(name, func(t *testing.T) {
			native := engine.New()
			native.EnableIndex()
			if _, err := native.Write(transcript); err != nil {
				t.Fatal(err)
			}
			native.Close()

			s := start(t, e, indexed)
			if err := s.Feed(t.Context(), transcript); err != nil {
				t.Fatal(err)
			}
			if err := s.Finish(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, part := range []struct {
				name string
				want []byte
			}{
				{"report", native.Report().JSON()},
				{"rows", native.TakeRows()},
				{"patches", native.TakePatches()},
				{"strings", native.TakeStrings()},
			} {
				got, err := s.bytes(t.Context(), part.name, s.handle)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(part.want), string(got)); diff != "" {
					t.Errorf("%s, native (-) and wazero (+):\n%s", part.name, diff)
				}
			}
		})
	}
}

func TestCheckEqualsNative(t *testing.T) {
	want, err := engine.Check([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	got, err := shared(t).Check(t.Context(), []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("native (-) and wazero (+):\n%s", diff)
	}
}

func TestAnyChunksGiveTheSameReport(t *testing.T) {
	e := shared(t)
	want, err := e.Check(t.Context(), []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 7, 100} {
		s := start(t, e, judged)
		for chunk := range chunks([]byte(small), size) {
			if err := s.Feed(t.Context(), chunk); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := s.Report(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("in chunks of %d:\n%s", size, diff)
		}
	}
}

func chunks(all []byte, size int) func(func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(all) > 0 {
			n := min(size, len(all))
			if !yield(all[:n]) {
				return
			}
			all = all[n:]
		}
	}
}

func TestPasteBecomesATranscript(t *testing.T) {
	s := start(t, shared(t), pasted)
	if err := s.Feed(t.Context(), []byte("server starting\n"+`{"jsonrpc":"2.0","id":1,"result":{}}`+"\n")); err != nil {
		t.Fatal(err)
	}
	if err := s.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	transcript, err := s.bytes(t.Context(), "transcript", s.handle)
	if err != nil {
		t.Fatal(err)
	}
	report, err := engine.Check(transcript)
	if err != nil {
		t.Fatal(err)
	}
	if want := `"server starting"`; !strings.Contains(string(report), want) {
		t.Errorf("the report of the paste does not show %s:\n%s", want, report)
	}
}

func TestWhatIsNoTranscriptIsRefusedAsNativelyRefused(t *testing.T) {
	e := shared(t)
	for _, input := range []string{"server starting\n", `{"stdioscope":99,"source":{}}` + "\n", `{"stdioscope":99}`, ""} {
		_, want := engine.Check([]byte(input))
		_, got := e.Check(t.Context(), []byte(input))
		if want == nil || got == nil || want.Error() != got.Error() {
			t.Errorf("%q: natively %v, under wazero %v", input, want, got)
		}
	}
}

func TestAContextThatEndsStopsTheCall(t *testing.T) {
	e := shared(t)
	s := start(t, e, judged)
	reason := errors.New("the user left")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	if err := s.Feed(ctx, []byte(small)); !errors.Is(err, reason) {
		t.Errorf("got %v, want %v", err, reason)
	}
	if err := s.Feed(t.Context(), []byte(small)); err == nil {
		t.Error("a stopped session took more bytes")
	}
	if _, err := e.Check(t.Context(), []byte(small)); err != nil {
		t.Errorf("another session: %v", err)
	}
}

func TestAGuestWithoutMemoryIsAnErrorAndNotUsedAgain(t *testing.T) {
	e, err := Open(t.Context(), Options{MemoryLimit: 16 << 20})
	e = opened(t, e, err)
	defer func() { _ = e.Close(t.Context()) }()
	s := start(t, e, judged)
	line := []byte(`{"t":2,"k":"stdout","text":"` + strings.Repeat("x", 64<<20)) // one line, so it has to be kept
	err = s.Feed(t.Context(), append([]byte(header), line...))
	var failed *GuestError
	if !errors.As(err, &failed) || failed.Reason == "" { // the words are up to Go's allocator
		t.Fatalf("got %v, want a GuestError with the runtime's last words", err)
	}
	if _, again := s.Report(t.Context()); again != err {
		t.Errorf("the broken session was called again: %v", again)
	}
	if _, err := e.Check(t.Context(), []byte(small)); err != nil {
		t.Errorf("another session: %v", err)
	}
}

func TestCompiledCodeIsKept(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		e, err := Open(t.Context(), Options{CacheDir: dir})
		e = opened(t, e, err)
		if _, err := e.Check(t.Context(), []byte(small)); err != nil {
			t.Error(err)
		}
		if err := e.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
	kept := 0
	err := filepath.WalkDir(dir, func(_ string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			kept++
		}
		return err
	})
	if err != nil || kept != 1 {
		t.Errorf("%d files in the cache (%v), want 1", kept, err)
	}
}

func TestAnotherABIIsRefused(t *testing.T) {
	// (module (memory (export "memory") 1) (func (export "abi") (result i32) i32.const 99))
	module := []byte("\x00asm\x01\x00\x00\x00\x01\x05\x01\x60\x00\x01\x7f\x03\x02\x01\x00\x05\x03\x01\x00\x01" +
		"\x07\x10\x02\x06memory\x02\x00\x03abi\x00\x00\x0a\x07\x01\x05\x00\x41\xe3\x00\x0b")
	e, err := compile(t.Context(), module, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close(t.Context()) }()
	if _, err := e.Check(t.Context(), []byte(small)); err == nil || !strings.Contains(err.Error(), "ABI 99") {
		t.Errorf("got %v, want a refusal that names ABI 99", err)
	}
}

// TestMisuseIsAnswered holds the ABI's words on what a host may not do.
func TestMisuseIsAnswered(t *testing.T) {
	s := start(t, shared(t), pasted)
	call := func(function string, arguments ...uint64) uint64 {
		t.Helper()
		result, err := s.call(t.Context(), function, arguments...)
		if err != nil {
			t.Fatalf("%s: %v", function, err)
		}
		return result
	}
	buffer := call("alloc", 8)
	const closed = 999
	for _, test := range []struct {
		name string
		got  uint64
		want uint64
	}{
		{"a kind that does not exist", call("open", 99), 0},
		{"bytes beyond a buffer", call("feed", s.handle, buffer, 9), 1},
		{"bytes of nobody", call("feed", s.handle, buffer+1, 1), 1},
		{"feeding what is not open", call("feed", closed, buffer, 1), 1},
		{"finishing what is not open", call("finish", closed), 1},
		{"the report of a paste", call("report", s.handle), 0},
		{"the rows of what is not open", call("rows", closed), 0},
		{"choosing in time", call("choose", s.handle, 1), 0},
		{"forcing a format in time", call("force", s.handle, buffer, 0), 0},
		{"a format's name beyond a buffer", call("force", s.handle, buffer, 9), 1},
		{"feeding", call("feed", s.handle, buffer, 1), 0},
		{"choosing too late", call("choose", s.handle, 1), 1},
		{"forcing too late", call("force", s.handle, buffer, 0), 1},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, test.got, test.want)
		}
	}
	reason, err := s.bytes(t.Context(), "failure", s.handle)
	if want := "a session is chosen before the first bytes"; err != nil || string(reason) != want {
		t.Errorf("the reason of the last misuse: %q, %v; want %q", reason, err, want)
	}
}
