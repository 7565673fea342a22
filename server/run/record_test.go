package run

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/transcript"
)

// recordOf runs a recorder around a child that plays mode, between two pipes.
func recordOf(t *testing.T, r Recording, client func(in io.WriteCloser, out io.Reader)) (Ending, []byte) {
	t.Helper()
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.In, r.Out = inRead, outWrite
	if r.Err == nil {
		r.Err = io.Discard
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		client(inWrite, outRead)
	}()
	var file bytes.Buffer
	ending, err := Record(context.Background(), r, &file)
	if err != nil {
		t.Fatal(err)
	}
	outWrite.Close()
	<-done
	inWrite.Close()
	inRead.Close()
	outRead.Close()
	return ending, file.Bytes()
}

// What the client gave to the server is its secret, in whatever pipe it comes by.
func TestRecordMarksTheClientsSecrets(t *testing.T) {
	t.Setenv("NOTES_API_TOKEN", "hortensia-4711")
	_, file := recordOf(t, Recording{Argv: []string{"/bin/sh", "-c", `echo "no user $NOTES_API_TOKEN"`, "hortensia-4711"}}, func(in io.WriteCloser, out io.Reader) {
		_, _ = io.Copy(io.Discard, out)
	})
	header, _, _ := bytes.Cut(file, []byte("\n"))
	if bytes.Contains(header, []byte("hortensia")) {
		t.Errorf("the header tells it: %s", header)
	}
	if !bytes.Contains(file, []byte(`"k":"secret","stream":"stdout","offset":8,"length":14,"name":"NOTES_API_TOKEN"`)) {
		t.Errorf("not marked:\n%s", file)
	}
}

// crossed gives the bytes that a transcript has of a pipe.
func crossed(t *testing.T, file []byte, stream transcript.Stream) []byte {
	t.Helper()
	var all []byte
	r := transcript.Reader{OnEvent: func(ev *transcript.Event, _, _ int64) error {
		if ev.Kind == transcript.Kind(stream) {
			all = append(all, ev.Data...)
		}
		return nil
	}}
	if _, err := r.Write(file); err != nil {
		t.Fatal(err)
	}
	return all
}

// Any bytes pass in both directions as they came, and all are in the recording.
func TestRecordPassesEveryByte(t *testing.T) {
	sent := make([]byte, 3<<20)
	if _, err := rand.Read(sent); err != nil {
		t.Fatal(err)
	}
	var got []byte
	ending, file := recordOf(t, Recording{Argv: []string{"cat"}}, func(in io.WriteCloser, out io.Reader) {
		go func() {
			_, _ = in.Write(sent)
			in.Close()
		}()
		got, _ = io.ReadAll(out)
	})
	if ending != (Ending{}) {
		t.Errorf("ended with %+v", ending)
	}
	if !bytes.Equal(got, sent) {
		t.Errorf("%d bytes came back of %d, or others", len(got), len(sent))
	}
	if !bytes.Equal(crossed(t, file, transcript.Stdin), sent) || !bytes.Equal(crossed(t, file, transcript.Stdout), sent) {
		t.Error("the recording lacks bytes")
	}
}

func TestRecordHandsOnTheExit(t *testing.T) {
	for _, tc := range []struct {
		name, script string
		want         Ending
	}{
		{"a code", "exit 7", Ending{Code: 7}},
		{"a signal", "kill -TERM $$", Ending{Signal: "SIGTERM"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ending, file := recordOf(t, Recording{Argv: []string{"sh", "-c", tc.script}}, func(_ io.WriteCloser, out io.Reader) { _, _ = io.ReadAll(out) })
			if ending != tc.want {
				t.Errorf("got %+v, want %+v", ending, tc.want)
			}
			if !bytes.Contains(file, []byte(`"k":"reap"`)) || !bytes.Contains(file, []byte(`"k":"end"`)) {
				t.Errorf("the recording has no proper end:\n%s", file)
			}
		})
	}
}

// A client that goes away takes the server with it, although it ignores the end
// of its stdin, that of its stdout and SIGTERM.
func TestRecordDiesWithTheClient(t *testing.T) {
	ending, file := recordOf(t, Recording{Argv: []string{"sh", "-c", "trap '' TERM PIPE; while echo x; do :; done 2>/dev/null; exec sleep 600"}}, func(in io.WriteCloser, out io.Reader) {
		buf := make([]byte, 10)
		_, _ = io.ReadFull(out, buf)
		in.Close()
		out.(*os.File).Close()
	})
	if ending.Signal != "SIGKILL" {
		t.Errorf("ended with %+v", ending)
	}
	if !bytes.Contains(file, []byte("the client is gone")) {
		t.Error("the recording does not say why")
	}
}

// A server that writes to a client that reads no more sees what it would have seen
// without us.
func TestRecordHandsOnAClosedEnd(t *testing.T) {
	t.Run("the client's", func(t *testing.T) {
		ending, file := recordOf(t, Recording{Argv: []string{"yes"}}, func(_ io.WriteCloser, out io.Reader) {
			_, _ = io.ReadFull(out, make([]byte, 10))
			out.(*os.File).Close()
		})
		if ending.Signal != "SIGPIPE" || !bytes.Contains(file, []byte(`"k":"end"`)) {
			t.Errorf("ended with %+v", ending)
		}
	})
	t.Run("the server's", func(t *testing.T) {
		ending, _ := recordOf(t, Recording{Argv: []string{"sh", "-c", "exec >&-; read line; exit 3"}}, func(in io.WriteCloser, out io.Reader) {
			if _, err := io.ReadAll(out); err != nil {
				t.Error(err)
			}
			_, _ = io.WriteString(in, "the end was seen\n")
		})
		if ending.Code != 3 {
			t.Errorf("ended with %+v", ending)
		}
	})
	t.Run("the server's stdin", func(t *testing.T) {
		signals := make(chan os.Signal, 1)
		ending, _ := recordOf(t, Recording{Argv: []string{"sh", "-c", "exec <&-; echo closed; exec sleep 600"}, Signals: signals}, func(in io.WriteCloser, out io.Reader) {
			_, _ = io.ReadFull(out, make([]byte, 7))
			var err error
			for err == nil {
				_, err = io.WriteString(in, "anybody there?\n")
			}
			if !errors.Is(err, syscall.EPIPE) {
				t.Error(err)
			}
			signals <- syscall.SIGTERM
		})
		if ending.Signal != "SIGTERM" {
			t.Errorf("ended with %+v", ending)
		}
	})
}

func TestRecordASignal(t *testing.T) {
	signals := make(chan os.Signal, 1)
	ending, _ := recordOf(t, Recording{Argv: []string{"sh", "-c", "trap 'exit 5' INT; echo ready; while :; do sleep 0.01; done"}, Signals: signals}, func(_ io.WriteCloser, out io.Reader) {
		buf := make([]byte, 6)
		_, _ = io.ReadFull(out, buf)
		signals <- os.Interrupt
		_, _ = io.ReadAll(out)
	})
	if ending.Code != 5 {
		t.Errorf("ended with %+v, want code 5", ending)
	}
}

func TestRecordSaysWhatCannotStart(t *testing.T) {
	var file bytes.Buffer
	_, err := Record(context.Background(), Recording{Argv: []string{"no-such-program-here"}, In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, &file)
	if err == nil {
		t.Fatal("no error")
	}
	report, err := engine.Check(file.Bytes())
	if err != nil || !bytes.Contains(report, []byte("spawn-failed")) {
		t.Errorf("%v\n%s", err, report)
	}
}

// A place that takes no recording never disturbs the traffic.
func TestRecordWithoutRoom(t *testing.T) {
	var out bytes.Buffer
	_, err := Record(context.Background(), Recording{Argv: []string{"cat"}, In: strings.NewReader("hello"), Out: &out, Err: io.Discard}, fullDisk{})
	if err == nil || out.String() != "hello" {
		t.Errorf("error %v, output %q", err, out.String())
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestShield(t *testing.T) {
	const good = `{"jsonrpc":"2.0","id":1,"result":{}}`
	var out, kept bytes.Buffer
	var s shield
	in := "banner\n" + good + "\nlog " + good + "\n\n" + good + "tail\n" + good
	for i := range len(in) {
		if err := s.pass([]byte{in[i]}, &out, &kept); err != nil {
			t.Fatal(err)
		}
	}
	s.close(&kept)
	if out.String() != good+"\n"+good+"\n"+good+"\n" {
		t.Errorf("passed %q", out.String())
	}
	for _, want := range []string{shieldMark + "banner\n", shieldMark + "log \n", shieldMark + "tail\n", shieldMark + good + "\n"} {
		if !strings.Contains(kept.String(), want) {
			t.Errorf("%q not kept: %q", want, kept.String())
		}
	}
}

func TestShieldFindsEveryMessageOfALine(t *testing.T) {
	const one, two = `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":2,"result":{}}`
	const twice = `{"jsonrpc":"2.0","id":1,"id":2,"result":{}}`
	for _, tt := range []struct{ name, line, passed, kept string }{
		{"none", "log {x}", "", shieldMark + "log {x}\n"},
		{"blank", "", "", shieldMark + "\n"},
		{"two without a newline", one + two, one + "\n" + two + "\n", ""},
		{"two in a text", "a " + one + " b " + two + " c", one + "\n" + two + "\n", shieldMark + "a  b  c\n"},
		{"three", one + two + one, one + "\n" + two + "\n" + one + "\n", ""},
		{"behind other JSON", `{"level":"info"}` + one, one + "\n", shieldMark + `{"level":"info"}` + "\n"},
		{"behind other JSON, two", `{"level":"info"} ` + one + two, one + "\n" + two + "\n", shieldMark + `{"level":"info"} ` + "\n"},
		{"around other JSON", one + `{"level":"info"}` + two, one + "\n" + two + "\n", shieldMark + `{"level":"info"}` + "\n"},
		{"behind a list", `[{"level":"info"}]` + one, one + "\n", shieldMark + `[{"level":"info"}]` + "\n"},
		{"behind a number", "7 " + one, one + "\n", shieldMark + "7 \n"},
		{"within other JSON", `{"level":"info","sent":` + one + `}`, "", shieldMark + `{"level":"info","sent":` + one + "}\n"},
		{"behind an ill-formed one", "a " + twice + " " + two, " " + two + "\n", shieldMark + "a " + twice + "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out, kept bytes.Buffer
			var s shield
			if err := s.pass([]byte(tt.line+"\n"), &out, &kept); err != nil {
				t.Fatal(err)
			}
			if out.String() != tt.passed || kept.String() != tt.kept {
				t.Errorf("passed %q, want %q; kept %q, want %q", out.String(), tt.passed, kept.String(), tt.kept)
			}
		})
	}
}

// What a long line costs is bounded; none of it is lost.
func TestShieldGivesUpOnAnEndlessSearch(t *testing.T) {
	line := strings.Repeat(`{"jsonrpc":"2.0","id":1,"result":{}}`, 100_000)
	var out, kept bytes.Buffer
	var s shield
	if err := s.pass([]byte(line+"\n"), &out, &kept); err != nil {
		t.Fatal(err)
	}
	passed := strings.Count(out.String(), "\n")
	if got := out.Len() - passed + kept.Len() - len(shieldMark) - 1; passed == 0 || passed > 10 || got != len(line) {
		t.Errorf("%d messages passed, %d bytes of %d are left", passed, got, len(line))
	}
}
