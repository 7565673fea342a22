package transcript

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/wire"
)

func everything() (Header, []Event) {
	code := 0
	h := Header{
		Version: 1, Source: Source{Format: "launch", Confidence: "high", Hides: []string{"timing"}, Sessions: 2},
		Started: "2026-11-30T10:00:00Z", Command: []string{"node", "a \"b\"\n.js", "é\u2028"}, Cwd: `C:\x`, Env: []string{},
		Options: Options{Profile: "ci", Protocol: "auto", TimeoutMs: 5000, Repeat: 2, MaxStdoutBytes: 1 << 40, MaxStdoutLine: 262144, MaxStderrBytes: 7,
			FailOnStatic: true, ScanPath: "src", Probes: true, Adversarial: []string{"invalid-method"}, Eras: "both", ExpectStderr: "ready", Selftest: "pass",
			Config: []byte(`{"enabled":true, "n":1.0}`), Requests: []byte(`[{"method":"tools/list"}]`)},
		Tool: Tool{Name: "stdioscope", Version: "1.0.0"},
	}
	events := []Event{
		{T: 1, Run: 1, Kind: KindSpawn, Pid: 42},
		{T: 1, Run: 2, Kind: KindSpawn, Error: "no such file", ErrorCode: "ENOENT"},
		{T: 2, Run: 1, Kind: KindPlan, ID: []byte(`"a"`), Method: "initialize", Purpose: "handshake", Label: "x"},
		{T: 3, Run: 1, Kind: KindStdin, Data: []byte("{}\n")},
		{T: 4, Run: 1, Kind: KindStdout, Line: 9, Data: []byte("\xff\xfe\x00")},
		{T: 5, Run: 3, Kind: KindStderr, Data: []byte("é\r\n\x1b[0m\u2028\u0085\x7f")},
		{T: 5, Run: 1, Kind: KindStdout, Data: []byte{}},
		{T: 6, Run: 1, Kind: KindEOF, Stream: Stdout},
		{T: 7, Run: 1, Kind: KindPhase, Name: "initialize"},
		{T: 8, Run: 1, Kind: KindDeadline, Phase: "shutdown", Ms: 5000},
		{T: 9, Run: 1, Kind: KindLimit, Name: "maxStdoutBytes", Bytes: 1 << 33},
		{T: 10, Run: 1, Kind: KindSignal, Name: "SIGTERM", Why: "shutdown"},
		{T: 11, Run: 1, Kind: KindExit, Code: &code},
		{T: 11, Run: 1, Kind: KindExit, Signal: "SIGKILL"},
		{T: 12, Run: 1, Kind: KindReap, ReadersJoined: true, OrphansEnded: 3},
		{T: 13, Run: 1, Kind: KindFingerprint, JSON: []byte(`{"system":{}}`)},
		{T: 13, Run: 1, Kind: KindFinding, JSON: []byte(`{"code":"static-stdout-write"}`)},
		{T: 14, Run: 1, Kind: KindSecret, Stream: Stdout, Offset: 0, Length: 12, Name: "TOKEN"},
		{T: 15, Run: 1, Kind: KindEvidence, Stream: Stdout, Certainty: "likely", Layer: 2, Data: []byte("Server st")},
		{T: 16, Run: 1, Kind: KindOpaque, Stream: Stdin, ID: []byte("7"), Method: "tools/call", Data: []byte("{...")},
		{T: 17, Run: 1, Kind: KindEnd, State: "exited", Interrupted: true},
	}
	return h, events
}

func encodeAll(h *Header, events []Event) []byte {
	file := AppendHeader(nil, h)
	for i := range events {
		file = AppendEvent(file, &events[i])
	}
	return file
}

func TestEverythingComesBack(t *testing.T) {
	h, events := everything()
	file := encodeAll(&h, events)
	gotHeader, got, err := DecodeAll(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&h, gotHeader); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(events, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if again := encodeAll(gotHeader, got); !bytes.Equal(file, again) {
		t.Errorf("second writing differs:\n%s\n%s", file, again)
	}
	for i, line := range bytes.Split(bytes.TrimSuffix(file, []byte("\n")), []byte("\n")) {
		if !wire.Valid(line) {
			t.Errorf("line %d is no JSON: %s", i+1, line)
		}
	}
}

func TestReaderTakesAnyChunks(t *testing.T) {
	h, events := everything()
	file := encodeAll(&h, events)
	for size := 1; size < 40; size++ {
		var got []Event
		var places []int64
		r := Reader{OnEvent: func(ev *Event, start, end int64) error {
			got = append(got, ev.Clone())
			places = append(places, start, end)
			return nil
		}}
		for rest := file; len(rest) > 0; {
			n := min(size, len(rest))
			if _, err := r.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := r.Close(); err != nil || r.Interrupted() {
			t.Fatal(err, r.Interrupted())
		}
		if diff := cmp.Diff(events, got); diff != "" {
			t.Fatalf("chunks of %d: %s", size, diff)
		}
		for i := range events {
			line := file[places[2*i]:places[2*i+1]]
			if want := AppendEvent(nil, &events[i]); !bytes.Equal(line, want) {
				t.Fatalf("event %d stands at %q", i, line)
			}
		}
	}
}

func TestReaderIsTolerantOfHandWrittenFiles(t *testing.T) {
	const file = "\xef\xbb\xbf { \"stdioscope\" : 1 , \"source\":{\"format\":\"manual\"}, \"new\":[] }\r\n" +
		"\r\n" +
		`{"k":"stdout","t":1.9e3,"text":"a\u00e9\n"}` + "\r\n" +
		`{"t":2000,"k":"from-the-future","x":1}` + "\n" +
		` {"t":2001, "b64":"/w", "k":"stderr", "colour":"red"}` + "\n" +
		`{"t":2002,"k":"plan","id":7,"method":8}` + "\n" +
		`{"t":2003,"k":"end"}`
	h, events, err := DecodeAll([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if h.Source.Format != "manual" {
		t.Errorf("format %q", h.Source.Format)
	}
	want := []Event{
		{T: 1900, Run: 1, Kind: KindStdout, Data: []byte("aé\n")},
		{T: 2001, Run: 1, Kind: KindStderr, Data: []byte{0xff}},
		{T: 2002, Run: 1, Kind: KindPlan, ID: []byte("7")},
		{T: 2003, Run: 1, Kind: KindEnd},
	}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Error(diff)
	}
}

func TestReaderRefuses(t *testing.T) {
	const header = `{"stdioscope":1}` + "\n"
	tests := []struct{ name, file, want string }{
		{"nothing", "", "transcript line 1: no header: the file is empty"},
		{"text", "hello\n", `transcript line 1: no header: the first line of a transcript is an object with the member "stdioscope"`},
		{"other JSON", `{"jsonrpc":"2.0"}` + "\n", `transcript line 1: no header: the member "stdioscope" is missing`},
		{"later version", `{"stdioscope":2}` + "\n", "transcript has format version 2; this reader knows version 1"},
		{"version as text", `{"stdioscope":"1"}` + "\n", `transcript has format version "1"; this reader knows version 1`},
		{"broken line", header + "{\"t\":1,\"k\":\"end\"\n", "transcript line 2: not a JSON object (column 17)"},
		{"array", header + "[]\n", "transcript line 2: not a JSON object (column 1)"},
		{"no kind", header + `{"t":1}` + "\n", `transcript line 2: no kind: an event is named by "k"`},
		{"bad base64", header + `{"t":1,"k":"stdout","b64":"/w=a"}` + "\n", `transcript line 2: "b64" is no base64`},
		{"bad text", header + `{"t":1,"k":"stdout","text":1}` + "\n", `transcript line 2: "text" is no string`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := DecodeAll([]byte(tt.file))
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

func TestHalfALastLineIsAnInterruption(t *testing.T) {
	file := `{"stdioscope":1}` + "\n" + `{"t":1,"k":"spawn"}` + "\n" + `{"t":2,"k":"std`
	n := 0
	r := Reader{OnEvent: func(*Event, int64, int64) error { n++; return nil }}
	r.Write([]byte(file))
	if err := r.Close(); err != nil || !r.Interrupted() || n != 1 {
		t.Errorf("error %v, interrupted %v, %d events", err, r.Interrupted(), n)
	}
}

func TestACallbacksErrorStays(t *testing.T) {
	stop := errors.New("stop")
	r := Reader{OnEvent: func(*Event, int64, int64) error { return stop }}
	_, err := r.Write([]byte("{\"stdioscope\":1}\n{\"t\":1,\"k\":\"end\"}\nrubbish\n"))
	if _, again := r.Write([]byte("more")); err != stop || again != stop || r.Close() != stop {
		t.Errorf("errors %v, %v", err, again)
	}
}

func TestRawJSONNeverBreaksALine(t *testing.T) {
	ev := Event{Run: 1, Kind: KindFingerprint, JSON: []byte("{\n\t\"a\":\r\n1}")}
	if got, want := string(AppendEvent(nil, &ev)), "{\"t\":0,\"k\":\"fingerprint\",\"fingerprint\":{ \t\"a\":  1}}\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	ev.JSON = []byte("{not json\n")
	if got, want := string(AppendEvent(nil, &ev)), "{\"t\":0,\"k\":\"fingerprint\",\"fingerprint\":\"{not json\\n\"}\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Recordings of real servers, where they are present, come back byte for byte
// once written by this package, and lose nothing.
func TestRecordingsComeBack(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedDir(), "realservers", "*.stdioscope.jsonl"))
	if len(files) == 0 {
		t.Skip("no recordings of real servers beside the repository")
	}
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		h, events, err := DecodeAll(file)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
			continue
		}
		if lines := strings.Count(string(file), "\n"); len(events) != lines-1 {
			t.Errorf("%s: %d events in %d lines", filepath.Base(path), len(events), lines)
		}
		again := encodeAll(h, events)
		h2, events2, err := DecodeAll(again)
		if err != nil || !bytes.Equal(again, encodeAll(h2, events2)) || pipes(events) != pipes(events2) {
			t.Errorf("%s: changed by writing it again: %v", filepath.Base(path), err)
		}
	}
}

// pipes joins what the pipes carried.
func pipes(events []Event) string {
	var b strings.Builder
	for i := range events {
		b.WriteString(string(events[i].Kind))
		b.Write(events[i].Data)
	}
	return b.String()
}

// The reader has a short way for lines as AppendEvent writes them; with a blank
// before its first member the same line goes the long way.
func TestShortAndLongWayAgree(t *testing.T) {
	_, events := everything()
	for _, line := range []string{
		`{"t":007,"k":"stdout","text":"a"}`, `{"t":7,"run":0,"k":"stdout","text":"a"}`, `{"t":7,"run":2,"k":"stdout","text":"a","x":1}`,
		`{"t":7,"k":"stdout","text":"a\q"}`, `{"t":7,"k":"stdout","text":"\ud800"}`, "{\"t\":7,\"k\":\"stdout\",\"text\":\"\xff\"}",
		`{"t":7,"k":"stdout","text":"a"} `, `{"t":7,"k":"stdout","b64":"YQ"}`, `{"t":7,"k":"stdout","b64":"YQ=="}`, `{"t":7,"k":"stdout","b64":"Y"}`,
		`{"t":7,"k":"stdin","line":3,"text":""}`, `{"t":9223372036854775807,"k":"stdin","text":""}`, `{"t":-1,"k":"stdin","text":""}`, `{"t":1,"k":"stdin","text":"`,
	} {
		compareWays(t, []byte(line))
	}
	for i := range events {
		compareWays(t, bytes.TrimSuffix(AppendEvent(nil, &events[i]), []byte("\n")))
	}
}

func compareWays(t *testing.T, line []byte) {
	t.Helper()
	read := func(line []byte) string {
		var got Event
		r := Reader{inBody: true, OnEvent: func(ev *Event, _, _ int64) error { got = ev.Clone(); return nil }}
		r.Write(append(line, '\n'))
		if err := r.Close(); err != nil {
			return "refused"
		}
		return string(AppendEvent(nil, &got))
	}
	short, long := read(bytes.Clone(line)), read(bytes.Replace(bytes.Clone(line), []byte("{"), []byte("{ "), 1))
	if short != long {
		t.Errorf("%q\nthe short way: %s\nthe long way:  %s", line, short, long)
	}
}

func TestPipeEventsCostNoAllocation(t *testing.T) {
	ev := Event{T: 123456, Run: 2, Kind: KindStdout, Data: []byte("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"é\"}}\n")}
	raw := Event{T: 123456, Run: 1, Kind: KindStderr, Data: []byte("\xff\xfe")}
	end := Event{T: 123457, Run: 1, Kind: KindEOF, Stream: Stdout}
	lines := AppendEvent(AppendEvent(AppendEvent(nil, &ev), &raw), &end)
	r := Reader{inBody: true, OnEvent: func(ev *Event, _, _ int64) error { return nil }}
	if n := testing.AllocsPerRun(100, func() { r.Write(lines) }); n != 0 {
		t.Errorf("reading costs %v allocations", n)
	}
	buf := make([]byte, 0, 4096)
	if n := testing.AllocsPerRun(100, func() { buf = AppendEvent(AppendEvent(buf[:0], &ev), &raw) }); n != 0 {
		t.Errorf("writing costs %v allocations", n)
	}
}

// FuzzTranscript: a reader takes anything without a panic; chunks make no
// difference; what it took comes back the same when it is written and read again;
// and any bytes of a pipe come back exactly.
func FuzzTranscript(f *testing.F) {
	h, events := everything()
	f.Add(encodeAll(&h, events), uint8(7))
	f.Add([]byte("{\"stdioscope\":1}\n{\"t\":1.5,\"k\":\"stdout\",\"b64\":\"AA==\"}\nhalf"), uint8(1))
	f.Fuzz(func(t *testing.T, file []byte, size uint8) {
		header, got, err := DecodeAll(file)
		var chunked []Event
		r := Reader{OnEvent: func(ev *Event, start, end int64) error {
			if start < 0 || end <= start || end > int64(len(file))+1 {
				t.Fatalf("an event at %d to %d of %d bytes", start, end, len(file))
			}
			chunked = append(chunked, ev.Clone())
			return nil
		}}
		var chunkErr error
		for rest := file; len(rest) > 0 && chunkErr == nil; {
			n := min(int(size)+1, len(rest))
			_, chunkErr = r.Write(rest[:n])
			rest = rest[n:]
		}
		if chunkErr == nil {
			chunkErr = r.Close()
		}
		if (err == nil) != (chunkErr == nil) || err != nil && err.Error() != chunkErr.Error() || pipes(got) != pipes(chunked) {
			t.Fatalf("whole: %v, in chunks of %d: %v", err, int(size)+1, chunkErr)
		}
		if err == nil {
			again := encodeAll(header, got)
			header2, got2, err := DecodeAll(again)
			if err != nil || pipes(got) != pipes(got2) || !bytes.Equal(again, encodeAll(header2, got2)) {
				t.Fatalf("written again it is another: %v\n%s", err, again)
			}
		}
		ev := Event{Run: 1, Kind: KindStdout, Data: file}
		line := AppendEvent(nil, &ev)
		if bytes.Count(line, []byte("\n")) != 1 {
			t.Fatalf("not one line: %q", line)
		}
		back := Reader{inBody: true, OnEvent: func(ev *Event, _, _ int64) error {
			if !bytes.Equal(ev.Data, file) {
				t.Fatalf("%q came back as %q", file, ev.Data)
			}
			return nil
		}}
		if _, err := back.Write(line); err != nil {
			t.Fatal(err)
		}
	})
}

// sharedDir is the folder of cases beside the repository.
func sharedDir() string {
	if dir := os.Getenv("STDIOSCOPE_SHARED"); dir != "" {
		return dir
	}
	for dir := "."; len(dir) < 64; dir = filepath.Join(dir, "..") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "..", "shared")
		}
	}
	return ""
}
