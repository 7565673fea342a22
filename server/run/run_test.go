package run

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
)

func TestRunRecordsALifeInOrder(t *testing.T) {
	h, events := record(t, play(t, "clean"))
	if h.Source.Format != "launch" || h.Tool.Name != "stdioscope" || len(h.Command) != 1 {
		t.Errorf("header %+v", h)
	}
	var got []string
	for _, ev := range events {
		switch ev.Kind {
		case transcript.KindPhase:
			got = append(got, "phase "+ev.Name)
		case transcript.KindPlan:
			got = append(got, "plan "+ev.Method)
		case transcript.KindStdout, transcript.KindStderr, transcript.KindFingerprint:
		case transcript.KindEOF:
			if ev.Stream == transcript.Stdin {
				got = append(got, "eof stdin")
			}
		default:
			got = append(got, string(ev.Kind))
		}
	}
	want := []string{
		"spawn", "phase startup", "phase discover", "plan server/discover", "stdin",
		"phase initialize", "plan initialize", "stdin", "stdin",
		"phase operation", "plan tools/list", "stdin",
		"phase post-initialize", "phase shutdown", "eof stdin", "exit", "reap", "end",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	for i := 1; i < len(events); i++ {
		if events[i].T < events[i-1].T {
			t.Errorf("event %d goes back in time", i)
		}
	}
	if reap := kinds(events, transcript.KindReap)[0]; !reap.ReadersJoined || !reap.GroupEmpty || reap.OrphansEnded != 0 {
		t.Errorf("reap %+v", reap)
	}
}

func TestSpawnFailureIsAnEvent(t *testing.T) {
	_, events := record(t, Spec{Argv: []string{"no-such-command-anywhere"}, Dir: t.TempDir()})
	spawn := kinds(events, transcript.KindSpawn)
	if len(spawn) != 1 || spawn[0].ErrorCode != "ENOENT" || spawn[0].Error == "" || spawn[0].Pid != 0 {
		t.Errorf("spawn %+v", spawn)
	}
	if last := events[len(events)-1]; last.Kind != transcript.KindEnd {
		t.Errorf("the last event is %s", last.Kind)
	}
}

func TestRepeatIsOneTranscript(t *testing.T) {
	spec := play(t, "clean")
	spec.Options.Repeat = 3
	_, events := record(t, spec)
	var runs []int
	for _, ev := range kinds(events, transcript.KindSpawn) {
		runs = append(runs, ev.Run)
	}
	if diff := cmp.Diff([]int{1, 2, 3}, runs); diff != "" {
		t.Error(diff)
	}
	if n := len(kinds(events, transcript.KindEnd)); n != 1 {
		t.Errorf("%d ends", n)
	}
}

func TestBothErasAreALaunchEach(t *testing.T) {
	spec := play(t, "clean")
	spec.Options.Eras = "both"
	_, events := record(t, spec)
	var first []string
	for _, ev := range kinds(events, transcript.KindPlan) {
		if string(ev.ID) == "1" {
			first = append(first, ev.Method)
		}
	}
	if diff := cmp.Diff([]string{"server/discover", "initialize"}, first); diff != "" {
		t.Error(diff)
	}
}

func TestServerThatDiesOfTheProbeIsLaunchedAgain(t *testing.T) {
	spec := play(t, "clean")
	spec.Argv = []string{"/bin/sh", "-c", `read line; case "$line" in *server/discover*) exit 3;; esac; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}'; while read line; do :; done`}
	spec.Options.Repeat = 2
	_, events := record(t, spec)
	var got []string
	for _, ev := range kinds(events, transcript.KindPlan) {
		got = append(got, ev.Method)
	}
	// The second repeat knows that already.
	if diff := cmp.Diff([]string{"server/discover", "initialize", "initialize"}, got); diff != "" {
		t.Error(diff)
	}
	if n := len(kinds(events, transcript.KindSpawn)); n != 3 {
		t.Errorf("%d launches, want 3", n)
	}
}

func TestLimitsCutTheStreamExactly(t *testing.T) {
	for _, test := range []struct {
		name    string
		script  string
		options transcript.Options
		stream  transcript.Kind
		limit   string
		kept    string
	}{
		{"stdout", `printf 'aaaa\nbbbb\ncccc\n'`, transcript.Options{MaxStdoutBytes: 12}, transcript.KindStdout, LimitStdout, "aaaa\nbbbb\ncc"},
		{"line", `printf 'aaaa\nbbbbbbbb\ncccc\n'`, transcript.Options{MaxStdoutLine: 6}, transcript.KindStdout, LimitStdoutLine, "aaaa\nbbbbbb"},
		{"stderr", `printf 'aaaabbbb' >&2`, transcript.Options{MaxStderrBytes: 5}, transcript.KindStderr, LimitStderr, "aaaab"},
		{"exactly the limit is within it", `printf 'aaaa\n'`, transcript.Options{MaxStdoutBytes: 5, MaxStdoutLine: 4}, transcript.KindStdout, "", "aaaa\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			spec := play(t, "clean")
			spec.Argv = []string{"/bin/sh", "-c", test.script + `; while read line; do :; done`}
			spec.Options = test.options
			spec.Session = session.Config{Protocol: "2025-11-25", Timeout: 50 * time.Millisecond, Settle: -1}
			_, events := record(t, spec)
			var kept bytes.Buffer
			for _, ev := range kinds(events, test.stream) {
				kept.Write(ev.Data)
			}
			limit := ""
			for _, ev := range kinds(events, transcript.KindLimit) {
				limit = ev.Name
			}
			if kept.String() != test.kept || limit != test.limit {
				t.Errorf("kept %q and met %q, want %q and %q", kept.String(), limit, test.kept, test.limit)
			}
		})
	}
}

func TestSecretsAreMarkedAcrossChunksAndEscapes(t *testing.T) {
	const secret = `pa"ss/wörd`
	spec := play(t, "clean")
	spec.Argv = []string{"/bin/sh", "-c", `printf 'x%s' 'pa"ss' >&2; sleep 0.05; printf '/wörd and {"k":"pa\\"ss/w\\u00f6rd"}' >&2; printf ' pa%%22ss%%2Fw%%C3%%B6rd cGEic3Mvd8O2cmQ=' >&2; while read line; do :; done`}
	spec.Secrets = []Secret{{Name: "TOKEN", Value: secret}, {Name: "SHORT", Value: "and"}}
	spec.Session = session.Config{Protocol: "2025-11-25", Timeout: 200 * time.Millisecond}
	_, events := record(t, spec)
	var text bytes.Buffer
	for _, ev := range kinds(events, transcript.KindStderr) {
		text.Write(ev.Data)
	}
	var marked []string
	for _, ev := range kinds(events, transcript.KindSecret) {
		if ev.Stream != transcript.Stderr || ev.Name != "TOKEN" {
			t.Errorf("marked %+v", ev)
			continue
		}
		marked = append(marked, text.String()[ev.Offset:ev.Offset+ev.Length])
	}
	if diff := cmp.Diff([]string{secret, `pa\"ss/w\u00f6rd`, `pa%22ss%2Fw%C3%B6rd`, `cGEic3Mvd8O2cmQ`}, marked); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
}

// Forms that hide a value in something longer, and values that no user gave: by
// the name of its variable, not by that of another.
func TestSecretsOfTheEnvironmentAreMarked(t *testing.T) {
	const secret = "hortensia-4711"
	var shown []string
	for _, before := range []string{"", "a", "ab"} {
		shown = append(shown, base64.StdEncoding.EncodeToString([]byte(before+secret+"behind")))
	}
	shown = append(shown, hex.EncodeToString([]byte(secret)), secret+secret)
	spec := play(t, "clean")
	spec.Argv = []string{"/bin/sh", "-c", `printf '%s\n' "$SHOWN" "$PWD" >&2; while read line; do :; done`}
	spec.Env = append(spec.Env, "SHOWN="+strings.Join(shown, " "), "API_TOKEN="+secret, "PWD=/srv/x", "MONKEY=printf")
	spec.Session = session.Config{Protocol: "2025-11-25", Timeout: 200 * time.Millisecond}
	_, events := record(t, spec)
	var text []byte
	for _, ev := range kinds(events, transcript.KindStderr) {
		text = append(text, ev.Data...)
	}
	marks := kinds(events, transcript.KindSecret)
	if len(marks) != 6 {
		t.Errorf("%d places are marked, want 6", len(marks))
	}
	for _, ev := range marks {
		if ev.Name != "API_TOKEN" || ev.Stream != transcript.Stderr {
			t.Errorf("marked %+v", ev)
		}
		for i := range ev.Length {
			text[ev.Offset+i] = '*'
		}
	}
	for word := range strings.FieldsSeq(string(text)) {
		for cut := range 4 {
			plain, _ := base64.RawStdEncoding.DecodeString(word[min(cut, len(word)):])
			if bytes.Contains(plain, []byte("ortensia")) || strings.Contains(word, "ortensia") {
				t.Errorf("%q tells the secret", word)
			}
		}
	}
}

func TestSecretsAreMaskedInTheCommand(t *testing.T) {
	spec := Spec{Argv: []string{"no-such-command", "--key", "hunter2hunter2", "plain"}, Secrets: []Secret{{Name: "K", Value: "hunter2hunter2"}}}
	h, _ := record(t, spec)
	if got := strings.Join(h.Command, " "); strings.Contains(got, "hunter2") || !strings.HasSuffix(got, " plain") {
		t.Errorf("command %q", got)
	}
}

func TestCancelTakesTheServerDownInOrder(t *testing.T) {
	spec := play(t, "never-answers")
	spec.Session.Timeout = time.Minute
	ctx, cancel := context.WithCancel(testContext(t))
	spec.Watch = func(ev *transcript.Event) {
		if ev.Kind == transcript.KindStdin {
			cancel()
		}
	}
	var b bytes.Buffer
	if err := Run(ctx, spec, &b); err != nil {
		t.Fatal(err)
	}
	_, events, err := transcript.DecodeAll(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(kinds(events, transcript.KindExit, transcript.KindReap)); n != 2 {
		t.Errorf("the server was not ended and reaped")
	}
	if end := events[len(events)-1]; end.Kind != transcript.KindEnd || !end.Interrupted {
		t.Errorf("end %+v", end)
	}
}

func TestTemporaryFolderIsEmptyAndGoesAway(t *testing.T) {
	spec := play(t, "clean")
	spec.Argv = []string{"/bin/sh", "-c", `echo "$PWD: $(ls -A)" >&2`}
	spec.Dir, spec.AskedDir = "", TempDir
	h, events := record(t, spec)
	var text string
	for _, ev := range kinds(events, transcript.KindStderr) {
		text += string(ev.Data)
	}
	if want := h.Cwd + ": \n"; !strings.HasSuffix(text, want) {
		t.Errorf("the server saw %q, want %q", text, want)
	}
	if _, err := Judge(h.Cwd); err == nil {
		t.Error("the folder is still there")
	}
}

// full is a disk that takes so many bytes.
type full struct {
	bytes.Buffer
	room int
}

func (f *full) Write(p []byte) (int, error) {
	if f.Len()+len(p) > f.room {
		n := f.room - f.Len()
		f.Buffer.Write(p[:n])
		return n, errors.New("no space left")
	}
	return f.Buffer.Write(p)
}

func TestFullDiskEndsTheRecordingWithAWord(t *testing.T) {
	disk := &full{room: 400}
	w := newWriter(disk)
	w.undo = func(size int64) error {
		disk.Truncate(int(size))
		return nil
	}
	w.header(&transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}})
	head := disk.Len()
	for i := range 100 {
		w.event(&transcript.Event{T: int64(i), Run: 1, Kind: transcript.KindStdout, Data: []byte("0123456789\n")})
	}
	if err := w.close(); err == nil {
		t.Error("no error is returned")
	}
	_, events, err := transcript.DecodeAll(disk.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if len(events) != 2 || events[0].Kind != transcript.KindLimit || events[0].Name != session.LimitDisk || events[0].Bytes != int64(head) || events[1].Kind != transcript.KindEnd {
		t.Errorf("events %+v", events)
	}
}
