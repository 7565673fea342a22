package engine_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/transcript"

	"github.com/google/go-cmp/cmp"
)

func seedRecordings(f *testing.F) {
	f.Helper()
	files, err := filepath.Glob("../fixtures/transcripts/*.stdioscope.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if len(b) < 1<<16 {
			f.Add(b)
		}
	}
}

// FuzzCheck: no file makes the engine panic, and the same file gives the same
// report in whatever pieces it comes, with the index or without.
func FuzzCheck(f *testing.F) {
	seedRecordings(f)
	f.Fuzz(func(t *testing.T, file []byte) {
		want, err := engine.Check(file)
		a := engine.New()
		a.EnableIndex()
		_, failed := a.Write(nil)
		for i := 0; i < len(file) && failed == nil; i += 7 {
			_, failed = a.Write(file[i:min(len(file), i+7)])
			a.TakeRows()
			a.TakePatches()
			a.TakeStrings()
		}
		a.Close()
		if failed == nil {
			failed = a.Err()
		}
		if (err == nil) != (failed == nil) {
			t.Fatalf("whole: %v, in pieces: %v", err, failed)
		}
		if err == nil {
			if got := a.Report().JSON(); !bytes.Equal(want, got) {
				t.Fatalf("in pieces (-whole +pieces):\n%s", cmp.Diff(string(want), string(got)))
			}
		}
	})
}

// FuzzStdout: whatever a server writes between two sound messages, however it
// is cut, is judged the same and never takes the engine down; every finding lies
// within the bytes.
func FuzzStdout(f *testing.F) {
	for _, s := range []string{
		"", "hello\n", "{\n\"a\": 1\n}\n", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "\n\n", "\xff\xfe{\x00", "Content-Length: 2\r\n\r\n{}",
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n",
		"[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,\"progress\":1}}]\n",
	} {
		f.Add([]byte(s), uint64(1))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		before := script(t, opening+`> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"progressToken":1}}}`)
		after := script(t, "deadline operation 5000\neof stdin\neof stdout\nexit 1\nend")
		for i := range after {
			after[i].T += 1 << 20
		}
		session := func(cut func([]byte) [][]byte) []transcript.Event {
			events := append([]transcript.Event{}, before...)
			for _, p := range cut(data) {
				events = append(events, transcript.Event{T: 1 << 19, Run: 1, Kind: transcript.KindStdout, Data: p})
			}
			return append(events, after...)
		}
		h := transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}}
		whole := judged(h, session(func(b []byte) [][]byte { return [][]byte{b} }))
		r := rand.New(rand.NewPCG(seed, 7))
		pieces := judged(h, session(func(b []byte) (out [][]byte) {
			for len(b) > 0 {
				n := 1 + r.IntN(min(len(b), 40))
				out, b = append(out, b[:n]), b[n:]
			}
			return out
		}))
		if want, got := string(whole.JSON()), string(pieces.JSON()); want != got {
			t.Fatalf("in pieces (-whole +pieces):\n%s", cmp.Diff(want, got))
		}
		size := int64(len(data)) + 400
		for _, i := range whole.Issues {
			if i.Offset != nil && (*i.Offset < 0 || *i.Offset > size || *i.Length < 0 || *i.Offset+int64(*i.Length) > size) {
				t.Fatalf("%s lies outside: offset %d, length %d", i.Code, *i.Offset, *i.Length)
			}
			if len([]rune(i.Excerpt)) > 160 || len(i.Hex) > 64 {
				t.Fatalf("%s shows too much: %q %s", i.Code, i.Excerpt, i.Hex)
			}
		}
	})
}
