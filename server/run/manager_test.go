package run

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/transcript"
)

func open(t *testing.T, dir string) *Manager {
	t.Helper()
	m, err := Open(dir, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := m.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return m
}

func start(t *testing.T, m *Manager, spec Spec) Info {
	t.Helper()
	info, err := m.Start(spec)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func wait(t *testing.T, m *Manager, id string) Info {
	t.Helper()
	if err := m.Wait(testContext(t), id); err != nil {
		t.Fatal(err)
	}
	info, err := m.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// readAll follows a tail to its end.
func readAll(t *testing.T, tail *Tail) ([]byte, Reason) {
	t.Helper()
	defer tail.Close()
	var all []byte
	for {
		lines, err := tail.Next(testContext(t))
		if errors.Is(err, io.EOF) {
			return all, tail.Reason()
		}
		if err != nil {
			t.Fatal(err)
		}
		if lines[len(lines)-1] != '\n' {
			t.Fatalf("half a line: %q", lines)
		}
		all = append(all, lines...)
	}
}

func TestManagerRunsStoresAndRemembers(t *testing.T) {
	dir := t.TempDir()
	m := open(t, dir)
	spec := play(t, "clean")
	spec.EnvNames, spec.Secrets = []string{"TOKEN"}, []Secret{{Name: "TOKEN", Value: "hunter2hunter2"}}
	spec.Env = append(spec.Env, "TOKEN=hunter2hunter2")
	id := start(t, m, spec).ID
	info := wait(t, m, id)
	if info.State != Finished || info.Summary == nil || info.Bytes == 0 {
		t.Errorf("info %+v", info)
	}
	path, err := m.TranscriptPath(id)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := m.Report(id)
	if err != nil {
		t.Fatal(err)
	}
	judged, err := Judge(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(stored, judged) {
		t.Error("the stored report is not the transcript's")
	}
	// What lies on the disk is for its owner alone and holds no value of a variable.
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(files) != 3 {
		t.Errorf("files %v", files)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", f, info.Mode())
		}
		if b, _ := os.ReadFile(f); bytes.Contains(b, []byte("hunter2")) {
			t.Errorf("%s holds the secret", f)
		}
	}
	again := open(t, dir)
	list, err := again.List()
	if err != nil || len(list) != 1 {
		t.Fatalf("list %v, %v", list, err)
	}
	list[0].Started, info.Started = time.Time{}, time.Time{}
	if diff := cmp.Diff(info, list[0]); diff != "" {
		t.Errorf("before the restart -, after it +\n%s", diff)
	}
	spec, err = again.SpecOf(id)
	if err != nil || len(spec.Argv) != 1 || spec.EnvNames[0] != "TOKEN" || spec.Secrets != nil {
		t.Errorf("spec %+v, %v", spec, err)
	}
}

func TestTailGivesEveryLineToEveryReader(t *testing.T) {
	m := open(t, t.TempDir())
	spec := play(t, "clean")
	spec.Options.Repeat = 5
	id := start(t, m, spec).ID
	var got [8][]byte
	var readers sync.WaitGroup
	for i := range got {
		tail, err := m.Tail(id, 0)
		if err != nil {
			t.Fatal(err)
		}
		readers.Add(1)
		go func() {
			defer readers.Done()
			got[i], _ = readAll(t, tail)
		}()
	}
	readers.Wait()
	path, _ := m.TranscriptPath(id)
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if !bytes.Equal(got[i], want) {
			t.Errorf("reader %d got %d bytes, the file has %d", i, len(got[i]), len(want))
		}
	}
}

func TestTailGoesOnWhereItWasCut(t *testing.T) {
	m := open(t, t.TempDir())
	id := start(t, m, play(t, "clean")).ID
	wait(t, m, id)
	path, _ := m.TranscriptPath(id)
	want, _ := os.ReadFile(path)
	for offset := 0; offset < len(want); {
		tail, err := m.Tail(id, int64(offset))
		if err != nil {
			t.Fatal(err)
		}
		got, reason := readAll(t, tail)
		if !bytes.Equal(got, want[offset:]) || reason != ReasonFinished {
			t.Errorf("from %d: %d bytes and %q", offset, len(got), reason)
		}
		offset += bytes.IndexByte(want[offset:], '\n') + 1
	}
	for _, offset := range []int64{-1, 3, int64(len(want)) + 1} {
		if _, err := m.Tail(id, offset); !errors.Is(err, ErrOffset) {
			t.Errorf("from %d: %v", offset, err)
		}
	}
}

func TestTailOfALineLongerThanABatch(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("x", 3*tailBatch)
	content := `{"stdioscope":1,"source":{"format":"launch"}}` + "\n" + `{"t":1,"k":"stdout","text":"` + long + `"}` + "\n" + `{"t":2,"k":"end"}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "long"+transcriptSuffix), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	m := open(t, dir)
	tail, err := m.Tail("long", 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := readAll(t, tail); string(got) != content {
		t.Errorf("%d bytes of %d", len(got), len(content))
	}
}

func TestStopAndDelete(t *testing.T) {
	dir := t.TempDir()
	m := open(t, dir)
	spec := play(t, "never-answers")
	spec.Session.Timeout = time.Minute
	stopped, deleted := start(t, m, spec).ID, start(t, m, spec).ID
	tail, err := m.Tail(deleted, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tail.Next(testContext(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Report(stopped); !errors.Is(err, ErrStillRunning) {
		t.Errorf("report of a run that goes on: %v", err)
	}
	if err := m.Stop(stopped); err != nil {
		t.Fatal(err)
	}
	if info := wait(t, m, stopped); info.State != Finished {
		t.Errorf("state %s", info.State)
	}
	if err := m.Stop(stopped); err != nil {
		t.Errorf("stopping what has ended: %v", err)
	}
	if err := m.Delete(deleted); err != nil {
		t.Fatal(err)
	}
	if _, reason := readAll(t, tail); reason != ReasonDeleted {
		t.Errorf("the tail ended as %q", reason)
	}
	if _, err := m.Get(deleted); !errors.Is(err, ErrNotFound) {
		t.Errorf("get of a deleted run: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, deleted+"*")); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	for _, bad := range []string{"", "../x", "a/b", deleted} {
		if err := m.Delete(bad); !errors.Is(err, ErrNotFound) {
			t.Errorf("delete of %q: %v", bad, err)
		}
	}
}

func TestTalk(t *testing.T) {
	m := open(t, t.TempDir())
	spec := play(t, "clean")
	if err := m.Send(start(t, m, spec).ID, []byte("x\n"), nil); err == nil {
		t.Error("a run that is not interactive took input")
	}
	spec.Session.Interactive = true
	id := start(t, m, spec).ID
	seen := seer(t, m, id)
	seen(`"name":"post-initialize"`)
	plan := &transcript.Event{ID: []byte("77"), Method: "ping", Purpose: "manual"}
	if err := m.Send(id, []byte(`{"jsonrpc":"2.0","id":77,"method":"ping"}`+"\n"), plan); err != nil {
		t.Fatal(err)
	}
	seen(`\"id\":77,\"result\":{}`)
	if err := m.Stop(id); err != nil {
		t.Fatal(err)
	}
	wait(t, m, id)
	if err := m.Send(id, []byte("x\n"), nil); !errors.Is(err, ErrNotRunning) {
		t.Errorf("send after the end: %v", err)
	}
}

func TestRename(t *testing.T) {
	m := open(t, t.TempDir())
	spec := play(t, "clean")
	id := start(t, m, spec).ID
	wait(t, m, id)
	for _, name := range []string{"mine", ""} {
		if err := m.Rename(id, name); err != nil {
			t.Fatal(err)
		}
		want := name
		if name == "" {
			want = spec.Argv[0]
		}
		if info, _ := m.Get(id); info.Name != want {
			t.Errorf("name %q, want %q", info.Name, want)
		}
	}
}

func TestCloseEndsEverything(t *testing.T) {
	m, err := Open(t.TempDir(), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for range 4 {
		spec := play(t, "never-answers")
		spec.Session.Timeout = time.Minute
		ids = append(ids, start(t, m, spec).ID)
	}
	if err := m.Close(testContext(t)); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if info, _ := m.Get(id); info.State != Finished {
			t.Errorf("%s is %s", id, info.State)
		}
	}
	if _, err := m.Start(play(t, "clean")); !errors.Is(err, ErrClosed) {
		t.Errorf("start after close: %v", err)
	}
}

func TestRecoveryAfterACrash(t *testing.T) {
	const header = `{"stdioscope":1,"source":{"format":"launch"},"started":"2026-11-30T10:00:00Z","command":["node","server.js"]}` + "\n"
	const spawn = `{"t":5,"k":"spawn","pid":1}` + "\n"
	const id = "20261130-100000-crashed"
	tests := []struct {
		name, content, want string
		state               State
	}{
		{"half a line", header + spawn + `{"t":9,"run":1,"k":"stdout","te`, header + spawn + `{"t":5,"k":"end","interrupted":true}` + "\n", Interrupted},
		{"no end", header + spawn, header + spawn + `{"t":5,"k":"end","interrupted":true}` + "\n", Interrupted},
		{"the end and half a line", header + `{"t":9,"k":"end"}` + "\n" + `{"t"`, header + `{"t":9,"k":"end"}` + "\n", Interrupted},
		{"whole", header + `{"t":9,"k":"end"}` + "\n", header + `{"t":9,"k":"end"}` + "\n", Finished},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, id+transcriptSuffix)
			if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
				t.Fatal(err)
			}
			m := open(t, dir)
			info, err := m.Get(id)
			if err != nil {
				t.Fatal(err)
			}
			if info.State != test.state || info.Name != "node server.js" || info.Summary == nil {
				t.Errorf("info %+v", info)
			}
			if got, _ := os.ReadFile(path); string(got) != test.want {
				t.Errorf("got %q\nwant %q", got, test.want)
			}
			tail, err := m.Tail(id, 0)
			if err != nil {
				t.Fatal(err)
			}
			want := ReasonFinished
			if test.state == Interrupted {
				want = ReasonInterrupted
			}
			if _, reason := readAll(t, tail); reason != want {
				t.Errorf("reason %q", reason)
			}
		})
	}
}

func TestRecordingOfAnotherProcessIsLeftAloneAndFollowed(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "other"+transcriptSuffix)
	file, err := createTranscript(path)
	if err != nil {
		t.Fatal(err)
	}
	const first = `{"stdioscope":1,"source":{"format":"record"},"command":["x"]}` + "\n"
	if _, err := file.WriteString(first); err != nil {
		t.Fatal(err)
	}
	m := open(t, dir)
	info, err := m.Get("other")
	if err != nil || info.State != Running || info.Bytes != int64(len(first)) {
		t.Fatalf("info %+v, %v", info, err)
	}
	tail, err := m.Tail("other", 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := tail.Next(testContext(t)); err != nil || string(got) != first {
		t.Fatalf("got %q, %v", got, err)
	}
	if err := m.Delete("other"); !errors.Is(err, ErrForeign) {
		t.Errorf("delete of another process's run: %v", err)
	}
	if err := m.Stop("other"); !errors.Is(err, ErrForeign) {
		t.Errorf("stop of another process's run: %v", err)
	}
	const rest = `{"t":1,"k":"spawn","pid":1}` + "\n" + `{"t":2,"k":"end"}` + "\n"
	if _, err := file.WriteString(rest); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if got, reason := readAll(t, tail); string(got) != rest || reason != ReasonFinished {
		t.Errorf("got %q and %q", got, reason)
	}
}

func TestRetention(t *testing.T) {
	dir := t.TempDir()
	write := func(id string, size int, age time.Duration) {
		head := `{"stdioscope":1,"source":{"format":"launch"}}` + "\n"
		end := `{"t":9,"k":"end"}` + "\n"
		path := filepath.Join(dir, id+transcriptSuffix)
		if err := os.WriteFile(path, []byte(head+strings.Repeat("\n", size)+end), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	write("20261020-100000-old", 10, 40*24*time.Hour)
	write("20261130-100000-young", 10, time.Hour)
	m := open(t, dir)
	if list, _ := m.List(); len(list) != 1 || list[0].ID != "20261130-100000-young" {
		t.Errorf("kept %+v", list)
	}
	write("20261130-080000-oldest", 100_000, 3*time.Hour)
	write("20261130-090000-older", 100_000, 2*time.Hour)
	m = open(t, dir)
	m.settings.MaxBytes = 150_000
	m.retain(time.Now())
	if list, _ := m.List(); len(list) != 2 || list[0].ID != "20261130-100000-young" || list[1].ID != "20261130-090000-older" {
		t.Errorf("of the size it kept %+v", list)
	}
	m.settings.MaxBytes = 1
	m.retain(time.Now())
	if list, _ := m.List(); len(list) != 0 {
		t.Errorf("kept %+v", list)
	}
}

// A folder of recordings that somebody keeps may be shown; nothing in it is
// changed, overwritten or dropped, whatever its age and state.
func TestForeignRecordingsAreLeftAsTheyAre(t *testing.T) {
	dir := t.TempDir()
	const header = `{"stdioscope":1,"source":{"format":"launch"},"command":["node","server.js"]}` + "\n"
	kept := map[string]string{
		"whole" + transcriptSuffix:  header + `{"t":9,"k":"end"}` + "\n",
		"whole" + reportSuffix:      "{}",
		"no-end" + transcriptSuffix: header + `{"t":5,"k":"spawn","pid":1}` + "\n" + `{"t":6,"k":"stderr","text":"no newline"}`,
		"half" + transcriptSuffix:   header + `{"t":5,"k":"spa`,
		"notes.txt":                 "mine",
	}
	old := time.Now().Add(-400 * 24 * time.Hour)
	for name, content := range kept {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, []byte(content), 0o400), os.Chtimes(path, old, old)); err != nil {
			t.Fatal(err)
		}
	}
	m := open(t, dir)
	m.settings.MaxBytes = 1
	m.retain(time.Now())
	for id, state := range map[string]State{"whole": Finished, "no-end": Interrupted, "half": Interrupted} {
		info, err := m.Get(id)
		if err != nil || info.State != state {
			t.Errorf("%s: %+v, %v", id, info, err)
		}
		if report, err := m.Report(id); err != nil || len(report) < 10 {
			t.Errorf("%s: report %s, %v", id, report, err)
		}
		tail, err := m.Tail(id, 0)
		if err != nil {
			t.Fatal(err)
		}
		readAll(t, tail)
	}
	for name, want := range kept {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s is now %q, %v", name, got, err)
		}
	}
	if err := m.Delete("whole"); err != nil { // when a person says so
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "whole"+reportSuffix)); err != nil {
		t.Error(err)
	}
}
