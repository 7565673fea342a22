package intake

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// got is what a source turned into, in a form that tests can write down.
type got struct {
	Format   string
	Frames   []string // "server/line:stream:what"
	Bad      []string // "line: text" of stdout that is no message, and of evidence
	Stderr   []string
	Events   []string // eof and exit
	Sessions int
}

// read converts a source and lists what its transcripts hold.
func read(t *testing.T, src []byte, opts Options) got {
	t.Helper()
	files := map[int][]byte{}
	r := New(opts, func(n int, p []byte) { files[n] = append(files[n], p...) })
	if _, err := r.Write(src); err != nil {
		t.Fatal(err)
	}
	summary, err := r.Close()
	if err != nil {
		t.Fatal(err)
	}
	g := got{Format: summary.Format, Sessions: len(summary.Sessions)}
	for _, s := range summary.Sessions {
		g.list(t, s.Server, files[s.Number])
	}
	return g
}

func (g *got) list(t *testing.T, server string, file []byte) {
	t.Helper()
	if server != "" {
		server += "/"
	}
	var m wire.Message
	reader := transcript.Reader{OnEvent: func(ev *transcript.Event, _, _ int64) error {
		at := server + itoa(ev.Line)
		switch ev.Kind {
		case transcript.KindStdin, transcript.KindStdout:
			text := strings.TrimSuffix(string(ev.Data), "\n")
			wire.Scan([]byte(text), &m)
			if m.Fault.Code != wire.NoFault {
				g.Bad = append(g.Bad, at+": "+text)
				return nil
			}
			g.Frames = append(g.Frames, at+":"+string(ev.Kind)+":"+what(&m, text))
		case transcript.KindOpaque:
			g.Frames = append(g.Frames, at+":"+string(ev.Stream)+":cut "+ev.Method+"#"+string(ev.ID))
		case transcript.KindEvidence:
			g.Bad = append(g.Bad, at+": ~"+string(ev.Data)+" "+ev.Name)
		case transcript.KindStderr:
			g.Stderr = append(g.Stderr, at+": "+strings.TrimSuffix(string(ev.Data), "\n"))
		case transcript.KindEOF, transcript.KindExit:
			g.Events = append(g.Events, at+": "+string(ev.Kind))
		}
		return nil
	}}
	if _, err := reader.Write(file); err != nil {
		t.Fatalf("not a transcript: %v\n%s", err, file)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
}

func what(m *wire.Message, text string) string {
	id := string(m.ID.Of([]byte(text)))
	switch m.Kind {
	case wire.Result:
		return "result#" + id
	case wire.Error:
		return "error#" + id
	}
	method, _ := wire.String(m.Method.Of([]byte(text)))
	if m.Kind == wire.Request {
		return method + "#" + id
	}
	return method
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

const (
	initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`
	answer     = `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`
)

func TestFormats(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		want     got
	}{
		{"raw stdout", answer + "\nhello\n", got{Format: "raw", Bad: []string{"0: " + answer + "\nhello"}, Sessions: 1}},
		{"mixed", initialize + "\nready\n" + answer + "\n", got{Format: "raw-ndjson-mixed", Sessions: 1,
			Frames: []string{"1:stdin:initialize#0", "3:stdout:result#0"}, Bad: []string{"2: ~ready stdout-non-json"}}},
		{"arrows from the server's side", "in: x\n<-- " + initialize + "\n--> " + answer + "\n", got{Format: "raw-arrows", Sessions: 1,
			Frames: []string{"2:stdin:initialize#0", "3:stdout:result#0"}, Stderr: []string{"1: in: x"}}},
		{"mcpsnoop", `{"session_id":"a","server_label":"s","seq":1,"ts":"2026-01-01T00:00:00Z","direction":"c2s","transport":"stdio","raw":` + initialize + `}` + "\n" +
			`{"session_id":"a","server_label":"s","seq":2,"ts":"2026-01-01T00:00:01Z","direction":"s2c","transport":"stdio","text":"hello"}` + "\n" +
			`{"session_id":"a","server_label":"s","seq":3,"ts":"2026-01-01T00:00:01Z","direction":"stderr","transport":"stdio","text":"log"}` + "\n" +
			`{"session_id":"a","server_label":"s","seq":4,"ts":"2026-01-01T00:00:02Z","direction":"s2c","transport":"stdio","raw":` + answer + `}` + "\n",
			got{Format: "jsonl-messages", Sessions: 1, Frames: []string{"s/1:stdin:initialize#0", "s/4:stdout:result#0"}, Bad: []string{"s/2: hello"}, Stderr: []string{"s/3: log"}}},
		{"mcptrace", `{"id":1,"ts":1700000000000,"direction":"out","frame":` + initialize + `}` + "\n" + `{"id":2,"ts":1700000000005,"direction":"in","frame":` + answer + `}` + "\n",
			got{Format: "jsonl-messages", Sessions: 1, Frames: []string{"1:stdin:initialize#0", "2:stdout:result#0"}}},
		{"cassette", "{\n \"metadata\": {},\n \"interactions\": [\n  {\"request\": " + initialize + ",\n   \"response\": " + answer + "}\n ]\n}\n",
			got{Format: "cassette", Sessions: 1, Frames: []string{"4:stdin:initialize#0", "5:stdout:result#0"}}},
		{"streams", `{"t":0.5,"stream":"stdin","data_b64":"` + base64.StdEncoding.EncodeToString([]byte(initialize+"\n")) + `"}` + "\n" +
			`{"t":1,"stream":"stdout","data_b64":"","event":"exit","code":1}` + "\n" + `{"t":2,"stream":"stdout","data_b64":"","event":"end"}` + "\n",
			got{Format: "jsonl-streams", Sessions: 1, Frames: []string{"0:stdin:initialize#0"}, Events: []string{"0: exit"}}},
		{"vs code keeps the bad line", "2026-05-06 14:31:02.401 [info] Connection state: Starting\n2026-05-06 14:31:03.020 [warning] Failed to parse message: \"a\\u001b[1m b\\r\\n\"\n",
			got{Format: "vscode-mcp-output", Sessions: 1, Bad: []string{"2: a\x1b[1m b\r"}}},
		{"claude desktop cuts a payload", "2026-02-11T17:40:02.310Z [n] [info] Message from client: " + initialize + " { metadata: undefined }\n" +
			"2026-02-11T17:40:02.480Z [n] [info] Message from server: {\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"a\":\"x...[9 chars truncated]...\":1}}} { metadata: undefined }\nlog\n",
			got{Format: "claude-desktop-server", Sessions: 1, Frames: []string{"n/1:stdin:initialize#0", "n/2:stdout:cut #0"}, Stderr: []string{"n/3: log"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := read(t, []byte(tc.in), Options{})
			if d := cmp.Diff(tc.want, g, cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestATranscriptIsHandedOnAsItIs(t *testing.T) {
	in := "{\"stdioscope\":1,\"source\":{\"format\":\"launch\"}}\n{\"t\":1,\"k\":\"stdout\",\"text\":\"x\\n\"}\n{\"t\":2,"
	out, s, err := Convert([]byte(in), Options{})
	if err != nil || string(out) != in || s.Format != "stdioscope" {
		t.Errorf("%v %q %q", err, s.Format, out)
	}
}

func TestUnrecognised(t *testing.T) {
	for _, in := range []string{"", "hello\nworld\n", "total 12\ndrwx\n", "# a list\n- one\n- two\n"} {
		if _, _, err := Convert([]byte(in), Options{}); !errors.Is(err, ErrUnrecognised) {
			t.Errorf("%q: error %v, want %v", in, err, ErrUnrecognised)
		}
		if out, s, err := Convert([]byte(in), Options{As: "raw"}); err != nil || s.Format != "raw" || len(out) == 0 {
			t.Errorf("%q as raw: %v %v", in, s, err)
		}
	}
	if _, _, err := Convert([]byte("x"), Options{As: "nope"}); err == nil || !strings.Contains(err.Error(), "nope") {
		t.Errorf("unknown format: %v", err)
	}
}

func TestSessionsAndServersAreOffered(t *testing.T) {
	log := ""
	for i, name := range []string{"a", "b", "a"} {
		log += "2026-02-11T17:40:0" + itoa(i) + ".000Z [info] [" + name + "] Initializing server...\n"
		log += "2026-02-11T17:40:0" + itoa(i) + ".100Z [info] [" + name + "] Message from client: " + initialize + "\n"
		log += "2026-02-11T17:40:0" + itoa(i) + ".200Z [info] [" + name + "] Message from server: " + answer + "\n"
	}
	all := read(t, []byte(log), Options{})
	if all.Sessions != 3 {
		t.Fatalf("%d sessions, want 3", all.Sessions)
	}
	out, _, err := Convert([]byte(log), Options{Server: "a", Session: 2})
	if err != nil || !strings.Contains(string(out), `"line":8`) || strings.Contains(string(out), `"line":2`) {
		t.Errorf("second session of a: %v\n%s", err, out)
	}
	if _, _, err := Convert([]byte(log), Options{Server: "c"}); !errors.Is(err, ErrNoSession) {
		t.Errorf("unknown server: %v", err)
	}
}

// The pieces in which a source comes never matter.
func TestPiecesDoNotMatter(t *testing.T) {
	for _, in := range []string{
		"2026-02-11T17:40:02.310Z [n] [info] Message from client: " + initialize + "\r\nü log\r\n",
		answer + "\nhällo\xff\n", "\xff\xfe" + utf16le("2026-05-06 14:31:02.401 [info] Connection state: Starting\n2026-05-06 14:31:03.020 [warning] Failed to parse message: \"x\"\n"),
	} {
		whole, _, err := Convert([]byte(in), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var pieces []byte
		r := New(Options{}, func(_ int, p []byte) { pieces = append(pieces, p...) })
		for i := range len(in) {
			_, _ = r.Write([]byte{in[i]})
		}
		if _, err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(whole), string(pieces)); d != "" {
			t.Error(d)
		}
	}
}

func utf16le(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteByte(byte(r))
		b.WriteByte(byte(r >> 8))
	}
	return b.String()
}

// The samples that lie beside the project, where they do.
func TestSamples(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedDir(t), "cases", "logs", "*.txt"))
	if len(files) == 0 {
		t.Skip("no sample logs beside the project")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			var want struct {
				Format string
				Frames []struct {
					LogLine int `json:"log_line"`
					Dir     string
					What    string
				}
				FirstBad  *int     `json:"first_bad_log_line"`
				Recovered []string `json:"recovered_stdout"`
			}
			data, err := os.ReadFile(strings.TrimSuffix(file, ".txt") + ".expect.json")
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(data, &want); err != nil {
				t.Fatal(err)
			}
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			g := read(t, src, Options{})
			if g.Format != want.Format {
				t.Errorf("format %s, want %s", g.Format, want.Format)
			}
			for _, f := range want.Frames {
				stream := map[string]string{"c2s": "stdin", "s2c": "stdout"}[f.Dir]
				server, name, named := strings.Cut(f.What, " ")
				if !named {
					server, name = "", f.What
				}
				if !holds(g.Frames, func(s string) bool {
					return strings.HasSuffix(s, itoa(f.LogLine)+":"+stream+":"+name) && strings.HasPrefix(s, server)
				}) {
					t.Errorf("no frame %d %s %s in %v", f.LogLine, f.Dir, f.What, g.Frames)
				}
			}
			for _, text := range want.Recovered {
				if !holds(g.Bad, func(s string) bool { return strings.Contains(s, text) }) {
					t.Errorf("%q not recovered: %q", text, g.Bad)
				}
			}
			if want.FirstBad == nil && len(g.Bad) > 0 {
				t.Errorf("clean, yet bad: %q", g.Bad)
			}
		})
	}
}

func holds(list []string, fits func(string) bool) bool {
	for _, s := range list {
		if fits(s) {
			return true
		}
	}
	return false
}

// sharedDir is where samples may lie: beside the project, or where
// STDIOSCOPE_SHARED says.
func sharedDir(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("STDIOSCOPE_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "..", "shared")
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{answer, initialize + "\n" + answer, "2026-02-11T17:40:02.310Z [n] [error] [\n {\n", `{"direction":"in","raw":{`, "[supergateway] Child → SSE: {\n", "input_value='\\x"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		out, _, err := Convert(in, Options{})
		if err != nil {
			return
		}
		r := transcript.Reader{}
		if _, err := r.Write(out); err != nil {
			t.Fatalf("%q gives no transcript: %v\n%s", in, err, out)
		}
	})
}

// A source that was left is judged up to its last whole line, and says so.
func TestLeave(t *testing.T) {
	whole := `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"
	for _, tc := range []struct{ name, as, src, want string }{
		{"raw", "raw", whole + whole[:9], `"k":"end","interrupted":true`},
		{"a log", "jsonl-streams", `{"t":1,"stream":"stdout","data_b64":"eA=="}` + "\n" + `{"t":2,"str`, `"k":"end","interrupted":true`},
	} {
		var out []byte
		r := New(Options{As: tc.as}, func(_ int, p []byte) { out = append(out, p...) })
		_, _ = r.Write([]byte(tc.src)) // never fails
		summary, err := r.Leave()
		if err != nil || len(summary.Sessions) != 1 {
			t.Errorf("%s: %v, %+v", tc.name, err, summary)
		}
		if lines := strings.Split(strings.TrimSpace(string(out)), "\n"); !strings.Contains(lines[len(lines)-1], tc.want) {
			t.Errorf("%s: ends with %s", tc.name, lines[len(lines)-1])
		}
		if summary.Sessions[0].LastLine > 1 {
			t.Errorf("%s: half a line was read", tc.name)
		}
	}
	r := New(Options{}, func(int, []byte) {})
	if _, err := r.Leave(); !errors.Is(err, ErrUnrecognised) {
		t.Errorf("nothing: %v", err)
	}
}
