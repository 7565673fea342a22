package render_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"stdioscope/engine"
	"stdioscope/server/render"
)

// A developer who knows nothing of the protocol reads this: where, what was due,
// what came instead, and the server's own words.
func TestTextExplains(t *testing.T) {
	long := "Error: the file keys.json was not found in " + strings.Repeat("/a/long/folder", 6) + ", place it there"
	for _, tc := range []struct {
		name, session string
		want          []string
	}{
		{
			name:    "text on stdout",
			session: event("stdout", "loading\nready\n") + `{"t":3,"k":"end"}`,
			want: []string{
				"  where        lines 1 to 2 of stdout (stdout:1), byte 0\n",
				"  expected     one MCP message, a JSON object: each line of stdout is reserved\n               for one. Logs belong on stderr\n",
				"  found        loading\n",
				"which skip it: there it may go unnoticed\n",
			},
		},
		{name: "an empty line", session: event("stdout", "\n") + `{"t":3,"k":"end"}`, want: []string{"  found        an empty line\n"}},
		{
			name:    "silence, and its reason whole",
			session: event("stderr", long+"\n") + `{"t":3,"k":"exit","code":1}` + "\n" + `{"t":4,"k":"end"}`,
			want: []string{
				"  found        the server exited (code 1) before it answered initialize\n",
				"  on stderr    Error: the file keys.json was not found in\n               /a/long/folder/a/long",
				", place it there\n",
			},
		},
		{
			name:    "text, then an end: stderr says why",
			session: event("stdout", "hello\n") + event("stderr", "no key\n") + `{"t":3,"k":"exit","code":1}` + "\n" + `{"t":4,"k":"end"}`,
			want:    []string{"  found        hello\n", "  on stderr    no key\n"},
		},
		{
			name:    "much on stderr",
			session: event("stderr", strings.Repeat("line\n", 12)) + `{"t":3,"k":"exit","code":1}` + "\n" + `{"t":4,"k":"end"}`,
			want:    []string{"  on stderr    line\n", "               … 4 more lines\n"},
		},
		{
			name:    "a very long line on stderr",
			session: event("stderr", strings.Repeat("x ", 5000)+"\n") + `{"t":3,"k":"exit","code":1}` + "\n" + `{"t":4,"k":"end"}`,
			want:    []string{" x x x x"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a := engine.New()
			if _, err := a.Write([]byte(opened + tc.session + "\n")); err != nil {
				t.Fatal(err)
			}
			a.Close()
			var out bytes.Buffer
			if err := render.Write(&out, "text", render.Input{Report: a.Report()}); err != nil {
				t.Fatal(err)
			}
			for _, want := range tc.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("lacks %q:\n%s", want, out.String())
				}
			}
			for _, line := range strings.Split(out.String(), "\n") {
				if strings.HasPrefix(line, " ") && len([]rune(line)) > 80 {
					t.Errorf("wider than the screen: %q", line)
				}
			}
		})
	}
}

const opened = `{"stdioscope":1,"source":{"format":"launch"},"command":["node","s.js"],"options":{}}
{"t":0,"k":"spawn","pid":7}
{"t":1,"k":"stdin","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}\n"}
`

// event is a line of a transcript.
func event(stream, text string) string {
	quoted, _ := json.Marshal(text)
	return `{"t":2,"k":"` + stream + `","text":` + string(quoted) + "}\n"
}
