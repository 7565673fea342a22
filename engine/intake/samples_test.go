package intake_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine"
	"stdioscope/engine/intake"
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

var update = flag.Bool("update", false, "write the .want files anew; read the difference before you keep it")

// outcome is what a pasted text turns into: its sessions, and the verdict.
type outcome struct {
	summary  intake.Summary
	sessions []sessionOutcome
}

type sessionOutcome struct {
	number int
	events []string
	first  string // the first violation
	notes  int
}

func convert(t *testing.T, src []byte, opts intake.Options) (outcome, error) {
	t.Helper()
	files := map[int][]byte{}
	r := intake.New(opts, func(n int, p []byte) { files[n] = append(files[n], p...) })
	if _, err := r.Write(src); err != nil {
		t.Fatal(err)
	}
	summary, err := r.Close()
	out := outcome{summary: summary}
	if err != nil {
		return out, err
	}
	for _, s := range summary.Sessions {
		if file, ok := files[s.Number]; ok {
			out.sessions = append(out.sessions, judge(t, s.Number, file))
		}
	}
	return out, nil
}

func judge(t *testing.T, number int, file []byte) sessionOutcome {
	t.Helper()
	out := sessionOutcome{number: number, first: "clean"}
	var m wire.Message
	reader := transcript.Reader{OnEvent: func(ev *transcript.Event, _, _ int64) error {
		if line := describe(ev, &m); line != "" {
			out.events = append(out.events, line)
		}
		return nil
	}}
	if _, err := reader.Write(file); err != nil {
		t.Fatalf("not a transcript: %v\n%s", err, file)
	}
	a := engine.New()
	if _, err := a.Write(file); err != nil {
		t.Fatal(err)
	}
	a.Close()
	report := a.Report()
	if v := report.FirstViolation; v != nil {
		out.first = fmt.Sprintf("%s layer %d line %d %s %q", v.Severity, v.Layer, v.Line, strings.Trim(v.Code+"/"+v.DetailCode, "/"), v.Recovered)
	}
	out.notes = len(report.Issues)
	return out
}

func describe(ev *transcript.Event, m *wire.Message) string {
	at := strconv.Itoa(ev.Line)
	text := strings.TrimSuffix(string(ev.Data), "\n")
	switch ev.Kind {
	case transcript.KindStdin, transcript.KindStdout:
		wire.Scan([]byte(text), m)
		if m.Fault.Code != wire.NoFault {
			return at + " " + string(ev.Kind) + " " + strconv.Quote(text)
		}
		return at + " " + string(ev.Kind) + " " + messageName(m, text)
	case transcript.KindOpaque:
		return at + " " + string(ev.Stream) + " cut " + ev.Method + "#" + string(ev.ID)
	case transcript.KindEvidence:
		return at + " evidence " + ev.Certainty + " " + strings.Trim(ev.Name+"/"+ev.Label, "/") + " " + strconv.Quote(string(ev.Data))
	case transcript.KindStderr:
		return at + " stderr " + strconv.Quote(text)
	case transcript.KindEOF, transcript.KindExit:
		return at + " " + string(ev.Kind)
	}
	return ""
}

func messageName(m *wire.Message, text string) string {
	id := string(m.ID.Of([]byte(text)))
	switch m.Kind {
	case wire.Result:
		return "result#" + id
	case wire.Error:
		return "error#" + id
	}
	method, _ := wire.String(m.Method.Of([]byte(text)))
	if m.Kind == wire.Request {
		method += "#" + id
	}
	return method
}

func (o outcome) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "format %s\n", o.summary.Format)
	for i, s := range o.sessions {
		fmt.Fprintf(&b, "session %d %s\n", s.number, o.summary.Sessions[i].Server)
		for _, e := range s.events {
			b.WriteString("  " + e + "\n")
		}
		b.WriteString("  => " + s.first + "\n")
	}
	return b.String()
}

func samples(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "logs", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	return files
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every sample turns into what its .want file says: format, sessions, frames, bad
// lines, and the first violation.
func TestLogs(t *testing.T) {
	for _, file := range samples(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			got, err := convert(t, readFile(t, file), intake.Options{})
			if err != nil {
				t.Fatal(err)
			}
			wantFile := strings.TrimSuffix(file, ".txt") + ".want"
			if *update {
				if err := os.WriteFile(wantFile, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(readFile(t, wantFile)), got.String()); d != "" {
				t.Error(d)
			}
			if strings.Contains(name, "clean") {
				for _, s := range got.sessions {
					if s.first != "clean" {
						t.Errorf("clean, yet %s", s.first)
					}
				}
			}
		})
	}
}

// What a paste puts around a log changes nothing but the numbers of its lines.
func TestWrapping(t *testing.T) {
	for _, file := range samples(t) {
		src := string(readFile(t, file))
		plain, err := convert(t, []byte(src), intake.Options{})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if strings.HasPrefix(plain.summary.Format, "raw") || plain.summary.Format == "stdioscope" {
			continue // there the bytes count
		}
		for _, w := range []struct {
			name string
			wrap func(string) string
			down int // lines before it
		}{
			{"crlf", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }, 0},
			{"a byte order mark", func(s string) string { return "\ufeff" + s }, 0},
			{"utf-16le", func(s string) string { return utf16(s, false, true) }, 0},
			{"utf-16be", func(s string) string { return utf16(s, true, true) }, 0},
			{"quoted", quote, 0},
			{"a code fence", func(s string) string { return "```text\n" + s + "```\n" }, 1},
			{"a quoted code fence", func(s string) string { return quote("```\n" + s + "```\n") }, 1},
			{"indented", func(s string) string {
				return "    " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n    ") + "\n"
			}, 0},
			{"no newline at the end", func(s string) string { return strings.TrimSuffix(s, "\n") }, 0},
		} {
			got, err := convert(t, []byte(w.wrap(src)), intake.Options{})
			if w.name == "indented" && strings.Count(src, "\n") == 1 {
				continue // one line tells nothing of its paste
			}
			if err != nil {
				t.Errorf("%s, %s: %v", file, w.name, err)
				continue
			}
			if d := cmp.Diff(shifted(plain, w.down), got.String()); d != "" {
				t.Errorf("%s, %s: %s", file, w.name, d)
			}
		}
	}
}

func quote(s string) string {
	return "> " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n> ") + "\n"
}

// shifted is an outcome with other line numbers.
func shifted(o outcome, by int) string {
	var b strings.Builder
	for line := range strings.Lines(o.String()) {
		head, rest, _ := strings.Cut(strings.TrimPrefix(line, "  "), " ")
		if n, err := strconv.Atoi(head); err == nil && strings.HasPrefix(line, "  ") {
			line = "  " + strconv.Itoa(n+by) + " " + rest
		}
		if head, rest, ok := strings.Cut(line, " line "); ok && strings.HasPrefix(line, "  => ") {
			number, rest, _ := strings.Cut(rest, " ")
			n, _ := strconv.Atoi(number)
			line = head + " line " + strconv.Itoa(n+by) + " " + rest
		}
		b.WriteString(line)
	}
	return b.String()
}

func utf16(s string, big, mark bool) string {
	var b strings.Builder
	put := func(u rune) {
		if big {
			b.WriteByte(byte(u >> 8))
			b.WriteByte(byte(u))
			return
		}
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	if mark {
		put(0xfeff)
	}
	for _, r := range s {
		if r >= 0x10000 {
			r -= 0x10000
			put(0xd800 + r>>10)
			put(0xdc00 + r&0x3ff)
			continue
		}
		put(r)
	}
	return b.String()
}
