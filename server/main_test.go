package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"stdioscope/fixtures"
	"stdioscope/fixtures/servers"
	"stdioscope/server/clients"
	"stdioscope/server/launch"
	"stdioscope/server/run"
	"stdioscope/server/store"
)

// fixtureWord makes the test binary play a fixture server instead of running tests.
const fixtureWord = "play-fixture"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == fixtureWord {
		os.Exit(servers.Main(os.Args[2], os.Stdin, os.Stdout, os.Stderr))
	}
	if place := os.Getenv(instanceVariable); place != "" {
		playInstance(place)
	}
	// Under the race detector every fixture would sleep for a second before it exits.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := launch.Setup(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m,
		// The spawner is one locked thread for as long as the process lives.
		goleak.IgnoreTopFunction("stdioscope/server/launch.spawnLoop"),
		// The scan's lexers keep a clock for a moment, which stops by itself.
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"))
}

// bench is a whole workbench on a real listener, and a client of it.
type bench struct {
	*Server
	t    *testing.T
	data string
	log  *logBuffer
}

// logBuffer may be read while the server writes.
type logBuffer struct{ lines chan string }

func (b *logBuffer) Write(p []byte) (int, error) {
	select {
	case b.lines <- string(p):
	default: // nobody reads so much
	}
	return len(p), nil
}

// fixture is the argv of a fixture server.
func fixture(mode string) []string { return []string{os.Args[0], fixtureWord, mode} }

// newBench starts one; it is shut down when the test ends.
func newBench(t *testing.T) *bench { return benchIn(t, t.TempDir()) }

func benchIn(t *testing.T, data string) *bench {
	t.Helper()
	runs, err := run.Open(data, run.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	var demos []Demo
	for _, mode := range servers.Modes() {
		demos = append(demos, Demo{Mode: mode.Name, Title: mode.About, Code: mode.Expect.Code, Argv: fixture(mode.Name)})
	}
	return serveBench(t, data, Config{
		Runs:  runs,
		Token: testToken,
		Demos: demos,
		Clients: func() ([]clients.Server, []clients.Problem) {
			return []clients.Server{{Name: "found", Path: "/home/me/.cursor/mcp.json", Command: os.Args[0], Args: fixture("clean")[1:], Env: map[string]string{"KEY": "secret-value"}, EnvNames: []string{"KEY"}}}, nil
		},
		Env: os.Environ(),
		Dir: data,
	})
}

// serveBench serves what cfg says, with the listener, page and log of tests, and
// with shares in data unless cfg has a store.
func serveBench(t *testing.T, data string, cfg Config) *bench {
	t.Helper()
	var err error
	if cfg.Listener == nil {
		if cfg.Listener, err = Listen("127.0.0.1:0", Loopback); err != nil {
			t.Fatal(err)
		}
	}
	if cfg.Store == nil {
		if cfg.Store, err = store.Open(t.Context(), filepath.Join(data, "shares.db")); err != nil {
			t.Fatal(err)
		}
	}
	b := &bench{t: t, data: data, log: &logBuffer{lines: make(chan string, 100)}}
	cfg.Version = "9.9.9"
	cfg.Examples = fixtures.Transcripts()
	cfg.UI = fstest.MapFS{
		"index.html": {Data: []byte("<!doctype html><head><title>shell</title></head>")},
		"engine.bin": {Data: make([]byte, 1<<20)},
	}
	cfg.Log = log.New(b.log, "", 0)
	if b.Server, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- b.Serve() }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := b.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
		if err := cfg.Store.Close(); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return b
}

func (b *bench) host() string { return b.cfg.Listener.Addr().String() }

func (b *bench) port() string {
	_, port, err := net.SplitHostPort(b.host())
	if err != nil {
		b.t.Fatal(err)
	}
	return port
}

// answer is a response that has been read.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// problem is the error that an answer carries.
func (a answer) problem(t *testing.T) Problem {
	t.Helper()
	var body struct{ Error Problem }
	if err := json.Unmarshal(a.body, &body); err != nil || body.Error.What == "" {
		t.Fatalf("status %d without an error in the agreed form: %s", a.status, a.body)
	}
	return body.Error
}

// do asks with exactly these headers; a Host header changes the host.
func (b *bench) do(method, path, body string, headers ...string) answer {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, "http://"+b.host()+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Add(name, value)
	}
	noRedirect := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := noRedirect.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, content}
}

// call asks as the command line does and wants a status.
func (b *bench) call(want int, method, path string, body any) answer {
	b.t.Helper()
	headers := []string{"Authorization: Bearer " + testToken}
	var text string
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			b.t.Fatal(err)
		}
		text = string(raw)
		headers = append(headers, "Content-Type: application/json")
	}
	a := b.do(method, path, text, headers...)
	if a.status != want {
		b.t.Fatalf("%s %s: status %d, want %d: %s", method, path, a.status, want, a.body)
	}
	return a
}

// start launches a run and returns its id.
func (b *bench) start(request RunRequest) string {
	b.t.Helper()
	var info run.Info
	b.decode(b.call(http.StatusCreated, "POST", "/api/runs", request), &info)
	return info.ID
}

func (b *bench) decode(a answer, v any) {
	b.t.Helper()
	if err := json.Unmarshal(a.body, v); err != nil {
		b.t.Fatalf("%v: %s", err, a.body)
	}
}

// wait returns the run's Info when it has ended.
func (b *bench) wait(id string) run.Info {
	b.t.Helper()
	if err := b.cfg.Runs.Wait(b.t.Context(), id); err != nil {
		b.t.Fatal(err)
	}
	var info run.Info
	b.decode(b.call(http.StatusOK, "GET", "/api/runs/"+id, nil), &info)
	return info
}

// dial opens the run's socket as the command line does.
func (b *bench) dial(id string, from int64) *websocket.Conn {
	b.t.Helper()
	url := fmt.Sprintf("ws://%s/api/runs/%s/events?from=%d", b.host(), id, from)
	conn, response, err := websocket.DefaultDialer.DialContext(b.t.Context(), url, http.Header{"Authorization": {"Bearer " + testToken}})
	if err != nil {
		b.t.Fatalf("dial: %v (%v)", err, response)
	}
	b.t.Cleanup(func() { conn.Close() })
	return conn
}

// watched is what one socket gave until it ended.
type watched struct {
	bytes  []byte
	code   int
	reason string
}

// readAll reads a socket to its end; only whole lines may come.
func readAll(t *testing.T, conn *websocket.Conn) watched {
	t.Helper()
	var w watched
	for {
		kind, message, err := conn.ReadMessage()
		if closed, ok := err.(*websocket.CloseError); ok {
			w.code, w.reason = closed.Code, closed.Text
			return w
		}
		if err != nil {
			t.Errorf("the socket ended without a reason: %v", err)
			return w
		}
		if kind != websocket.BinaryMessage || !bytes.HasSuffix(message, []byte("\n")) {
			t.Errorf("a message of kind %d is no batch of whole lines: %.80q", kind, message)
		}
		w.bytes = append(w.bytes, message...)
	}
}

// transcript is the run's file.
func (b *bench) transcript(id string) []byte {
	b.t.Helper()
	content, err := os.ReadFile(filepath.Join(b.data, id+".stdioscope.jsonl"))
	if err != nil {
		b.t.Fatal(err)
	}
	return content
}
