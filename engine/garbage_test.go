package engine_test

import "testing"

// TestNamed: which of the lines that belong together names what printed them.
func TestNamed(t *testing.T) {
	for _, c := range []struct{ name, out, want string }{
		{"a box by what stands in it", "╭────╮\n│ FastMCP 2.14 │\n╰────╯\n", "FastMCP banner"},
		{"a box alone", "╭────╮\n│ notes │\n╰────╯\n", "Rich"},
		{"the first that is known", "usage: notes [-h]\nnpm error code 1\n", "Click or argparse usage"},
		{"a banner by its name below", " __  __ _\n|  \\/  (_)\n  Micronaut (v4.6.1)\n", "Micronaut"},
		{"a banner and its log are one program's", "__  ____  __  _____   ___  __ ____  ______ \n --/ __ \\\n2026-01-31 10:11:12,345 INFO  [io.quarkus] (main) up\n", "Quarkus"},
		{"an answer over HTTP", "HTTP/1.1 200 OK\r\nDate: Mon, 30 Nov 2026 10:00:00 GMT\r\nContent-Type: application/json\r\nContent-Length: 36\r\nConnection: close\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n", "HTTP framing"},
		{"colours are no name", "\x1b[33mcareful\x1b[0m\n", "terminal control sequences"},
	} {
		got := rawStdout([]byte(c.out))
		if len(got.Issues) != 1 || got.Issues[0].Culprit == nil || got.Issues[0].Culprit.Name != c.want {
			t.Errorf("%s: %d findings, %+v; want one of %s", c.name, len(got.Issues), got.FirstViolation, c.want)
		}
	}
}

// UTF-16 ends each line with half a character, the last one too.
func TestUTF16IsOneFinding(t *testing.T) {
	for _, out := range []string{"\xff\xfe{\x00}\x00\n\x00", "{\x00\"\x00}\x00\r\x00\n\x00{\x00\"\x00}\x00\n\x00"} {
		if got := rawStdout([]byte(out)); len(got.Issues) != 1 || got.Issues[0].Code != "stdout-utf16" {
			t.Errorf("%q: %d findings, first %+v", out, len(got.Issues), got.FirstViolation)
		}
	}
}
