package server

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/gorilla/websocket"
)

func TestSocketCarriesTheFile(t *testing.T) {
	b := newBench(t)
	id := b.start(RunRequest{Demo: "banner"})
	got := readAll(t, b.dial(id, 0)) // live, from the first byte on
	if want := b.transcript(id); !bytes.Equal(got.bytes, want) {
		t.Errorf("got %d bytes, the file has %d", len(got.bytes), len(want))
	}
	if got.code != websocket.CloseNormalClosure || got.reason != "finished" {
		t.Errorf("closed with %d %q", got.code, got.reason)
	}
}

// Wherever a connection is cut, the next one goes on at the offset after the last
// whole line: every byte comes once.
func TestSocketCutInMidStreamResumes(t *testing.T) {
	b := newBench(t)
	id := b.start(RunRequest{Demo: "clean", RunOptions: RunOptions{Repeat: 5}})
	var got []byte
	var last watched
	cuts := 0
	for last.code == 0 {
		conn := b.dial(id, int64(len(got)))
		_, batch, err := conn.ReadMessage()
		if closed, ok := err.(*websocket.CloseError); ok {
			last.code, last.reason = closed.Code, closed.Text
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, batch...)
		cuts++
		conn.NetConn().Close() // no goodbye, as when a machine sleeps
	}
	if want := b.transcript(id); !bytes.Equal(got, want) {
		t.Errorf("after %d cuts %d bytes, the file has %d", cuts, len(got), len(want))
	}
	if cuts < 2 || last.reason != "finished" {
		t.Errorf("%d cuts, ended with %q", cuts, last.reason)
	}
}

// From the offset of any line exactly the rest comes; from anywhere else nothing.
func TestSocketResumesAtEveryLine(t *testing.T) {
	b := newBench(t)
	id := b.start(RunRequest{Demo: "clean"})
	b.wait(id)
	file := b.transcript(id)
	for offset := 0; offset <= len(file); {
		got := readAll(t, b.dial(id, int64(offset)))
		if !bytes.Equal(got.bytes, file[offset:]) {
			t.Fatalf("from %d: %d bytes, want %d", offset, len(got.bytes), len(file)-offset)
		}
		line := bytes.IndexByte(file[offset:], '\n')
		if line < 0 {
			break
		}
		offset += line + 1
	}
	for _, from := range []string{"1", "-1", "x", "999999999", "1e3"} {
		url := "ws://" + b.host() + "/api/runs/" + id + "/events?from=" + from
		conn, response, err := websocket.DefaultDialer.DialContext(t.Context(), url, http.Header{"Authorization": {"Bearer " + testToken}})
		if err == nil {
			conn.Close()
			t.Errorf("from=%s: the socket opened", from)
		} else if response == nil || response.StatusCode != http.StatusBadRequest {
			t.Errorf("from=%s: %v", from, response)
		}
	}
	b.call(http.StatusUpgradeRequired, "GET", "/api/runs/"+id+"/events", nil)
}

func TestSeveralViewers(t *testing.T) {
	b := newBench(t)
	id := b.start(RunRequest{Demo: "clean"})
	var viewers sync.WaitGroup
	results := make([]watched, 10)
	for i := range results {
		conn := b.dial(id, 0)
		viewers.Go(func() { results[i] = readAll(t, conn) })
	}
	viewers.Wait()
	want := b.transcript(id)
	for i, got := range results {
		if !bytes.Equal(got.bytes, want) || got.reason != "finished" {
			t.Errorf("viewer %d: %d bytes and %q", i, len(got.bytes), got.reason)
		}
	}
}

// A viewer that reads nothing does not keep the run from ending.
func TestSlowViewerDoesNotSlowTheRun(t *testing.T) {
	b := newBench(t)
	id := b.start(RunRequest{Demo: "floods-stderr"})
	slow := b.dial(id, 0)
	b.wait(id) // the flood is larger than what the sockets' buffers take
	got := readAll(t, slow)
	if want := b.transcript(id); !bytes.Equal(got.bytes, want) {
		t.Errorf("the slow viewer got %d bytes, the file has %d", len(got.bytes), len(want))
	}
}

func TestSocketSaysDeleted(t *testing.T) {
	b := newBench(t)
	id := b.start(RunRequest{Demo: "never-answers", RunOptions: RunOptions{TimeoutMs: 600000}})
	conn := b.dial(id, 0)
	if _, _, err := conn.ReadMessage(); err != nil {
		t.Fatal(err)
	}
	b.call(http.StatusNoContent, "DELETE", "/api/runs/"+id, nil)
	if got := readAll(t, conn); got.code != closeDeleted || got.reason != "deleted" {
		t.Errorf("closed with %d %q", got.code, got.reason)
	}
}

// A recording that a crash cut short ends as interrupted.
func TestSocketSaysInterrupted(t *testing.T) {
	data := t.TempDir()
	const id = "20261130-120000-crashed"
	half := `{"stdioscope":1,"source":{"format":"launch"},"started":"2026-11-30T12:00:00Z","command":["node"]}
{"t":1,"k":"spawn","pid":1}
{"t":2,"k":"stdout","te`
	if err := os.WriteFile(filepath.Join(data, id+".stdioscope.jsonl"), []byte(half), 0o600); err != nil {
		t.Fatal(err)
	}
	b := benchIn(t, data)
	got := readAll(t, b.dial(id, 0))
	if got.code != closeInterrupted || got.reason != "interrupted" || !bytes.Contains(got.bytes, []byte(`"interrupted":true`)) {
		t.Errorf("closed with %d %q after %s", got.code, got.reason, got.bytes)
	}
}

// Shutting down ends the runs first, so that their viewers see the end.
func TestShutdownEndsRunsAndSockets(t *testing.T) {
	got := make(chan watched, 1)
	t.Run("serve", func(t *testing.T) {
		b := newBench(t)
		id := b.start(RunRequest{Demo: "never-answers", RunOptions: RunOptions{TimeoutMs: 600000}})
		url := "ws://" + b.host() + "/api/runs/" + id + "/events"
		conn, _, err := websocket.DefaultDialer.Dial(url, http.Header{"Authorization": {"Bearer " + testToken}})
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			defer conn.Close()
			got <- readAll(t, conn)
		}()
	}) // the end of the subtest shuts down
	if got := <-got; got.reason != "finished" || !bytes.Contains(got.bytes, []byte(`"k":"end"`)) {
		t.Errorf("closed with %d %q after %s", got.code, got.reason, got.bytes)
	}
}
