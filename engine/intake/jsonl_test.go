package intake_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"stdioscope/engine/intake"
)

// A recording of chunks ends when it says so, not with its last byte.
func TestStreamsEnd(t *testing.T) {
	const (
		initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`
		answer     = `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`
	)
	chunk := func(at, stream, text string) string {
		return `{"t":` + at + `,"stream":"` + stream + `","data_b64":"` + base64.StdEncoding.EncodeToString([]byte(text+"\n")) + `"}` + "\n"
	}
	event := func(at, name, stream string) string {
		return `{"t":` + at + `,"stream":"` + stream + `","data_b64":"","event":"` + name + `"}` + "\n"
	}
	opened := chunk("0.0", "stdin", initialize) + chunk("0.1", "stdout", answer)
	for _, c := range []struct{ name, source, want string }{
		{"alive long after stdin's end", opened + event("1.0", "eof", "stdin") + event("41.5", "end", "stdout"), "shutdown-slow"},
		{"watched for a moment", opened + event("1.0", "eof", "stdin") + event("4.5", "end", "stdout"), "clean"},
		{"no answer for a minute", chunk("0.0", "stdin", initialize) + event("60.0", "end", "stdout"), "initialize-timeout"},
		{"no answer for a moment", chunk("0.0", "stdin", initialize) + event("2.0", "end", "stdout"), "clean"},
	} {
		got, err := convert(t, []byte(c.source), intake.Options{})
		if err != nil || len(got.sessions) != 1 || !strings.Contains(got.sessions[0].first, c.want) {
			t.Errorf("%s: %+v, %v; want %s", c.name, got.sessions, err, c.want)
		}
	}
}
