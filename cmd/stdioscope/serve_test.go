package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stdioscope/server"
)

// serving is a serve command that runs in this process.
type serving struct {
	url    string // the one that it printed
	stop   func()
	exited chan int
}

// startServe runs serve until the test ends and waits for the URL on stderr.
func startServe(t *testing.T, args ...string) *serving {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	stderr, write := io.Pipe()
	s := &serving{stop: cancel, exited: make(chan int, 1)}
	go func() {
		s.exited <- execute(ctx, append([]string{"serve"}, args...), streams{strings.NewReader(""), io.Discard, write})
		write.Close()
	}()
	lines := bufio.NewScanner(stderr)
	form := regexp.MustCompile(`at (http://\S+?)(,|$)`)
	for s.url == "" {
		if !lines.Scan() {
			t.Fatalf("serve ended with %d and printed no URL", <-s.exited)
		}
		if m := form.FindStringSubmatch(lines.Text()); m != nil {
			s.url = m[1]
		}
	}
	go io.Copy(io.Discard, stderr) //nolint:errcheck // ends with the pipe
	t.Cleanup(func() {
		cancel()
		if code, ok := <-s.exited; ok && code != exitClean {
			t.Errorf("serve ended with %d", code)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return s
}

// call runs one command and returns what it wrote.
func call(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := execute(t.Context(), args, streams{strings.NewReader(""), &out, &errs}); code != want {
		t.Fatalf("%q: exit code %d, want %d\n%s", args, code, want, &errs)
	}
	return out.String(), errs.String()
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// recorded is a recording with a secret in it.
func recorded(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.stdioscope.jsonl")
	text := `{"stdioscope":1,"source":{"format":"launch"},"command":["node"],"options":{}}
{"t":1,"k":"spawn","pid":1}
{"t":2,"k":"stdout","text":"starting with sk-abcdefghijklmnopqrstuvwxyz\n"}
{"t":3,"k":"end"}
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The workbench of a person: open, look, end in order. Shares made on the command
// line open in it.
func TestServe(t *testing.T) {
	data := t.TempDir()
	s := startServe(t, "--no-open", "--listen", "127.0.0.1:0", "--data", data)
	origin, token, found := strings.Cut(s.url, "/?token=")
	if !found || len(token) != 43 {
		t.Fatalf("it printed %s", s.url)
	}
	if status, _ := get(t, origin+"/api/runs"); status != http.StatusUnauthorized {
		t.Errorf("without the token: status %d", status)
	}
	request, err := http.NewRequest("GET", origin+"/api/demos", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var demos struct{ Demos []server.Demo }
	if err := json.NewDecoder(response.Body).Decode(&demos); err != nil || len(demos.Demos) < 10 {
		t.Errorf("demos: %d, %v", len(demos.Demos), err)
	}

	link, stderr := call(t, exitClean, "share", recorded(t), "--data", data)
	link = strings.TrimSpace(link)
	if !strings.HasPrefix(link, origin+"/r/") {
		t.Fatalf("the link %s is not on the workbench %s", link, origin)
	}
	if status, body := get(t, link+"/transcript"); status != http.StatusOK || strings.Contains(body, "sk-abcdefghijklmnopqrstuvwxyz") {
		t.Errorf("status %d, %s", status, body)
	}
	back := regexp.MustCompile(`stdioscope (unshare \S+ --token \S+)`).FindStringSubmatch(stderr)
	if back == nil {
		t.Fatalf("it does not say how to take it back: %s", stderr)
	}
	call(t, exitUsage, "unshare", link, "--token", "guess", "--data", data)
	call(t, exitClean, append(strings.Fields(back[1]), "--data", data)...)
	if status, _ := get(t, link); status != http.StatusGone {
		t.Errorf("taken back: status %d", status)
	}
	call(t, exitUsage, append(strings.Fields(back[1]), "--data", data)...)

	s.stop()
	if code := <-s.exited; code != exitClean {
		t.Errorf("exit code %d", code)
	}
	close(s.exited)
	if _, err := os.Stat(filepath.Join(data, addressFile)); !os.IsNotExist(err) {
		t.Error("the note of its address is left")
	}
}

// A team's server and those who use it, by the commands alone.
func TestServeTeam(t *testing.T) {
	place := filepath.Join(t.TempDir(), "team.db")
	t.Setenv("STDIOSCOPE_STORE", place)
	token, _ := call(t, exitClean, "token", "create", "ci")
	public := "http://127.0.0.1:" + freePort(t)
	startServe(t, "--team", "--listen", strings.TrimPrefix(public, "http://"), "--public-url", public)
	if status, body := get(t, public+"/readyz"); status != http.StatusOK || body != "ok\n" {
		t.Errorf("ready: %d %s", status, body)
	}

	t.Setenv(uploadTokenVariable, strings.TrimSpace(token))
	link, stderr := call(t, exitClean, "share", recorded(t), "--to", public, "--name", "polluted", "--expires", "1d")
	link = strings.TrimSpace(link)
	if !strings.HasPrefix(link, public+"/r/") || strings.Contains(stderr, "only this machine") {
		t.Fatalf("%s\n%s", link, stderr)
	}
	if status, body := get(t, link+"/report.json"); status != http.StatusOK || !strings.Contains(body, `"schemaVersion": 1`) {
		t.Errorf("report: %d %s", status, body)
	}
	back := regexp.MustCompile(`stdioscope (unshare \S+ --token \S+)`).FindStringSubmatch(stderr)
	if back == nil {
		t.Fatalf("it does not say how to take it back: %s", stderr)
	}
	call(t, exitClean, append(strings.Fields(back[1]), "--data", t.TempDir())...)
	if status, _ := get(t, link); status != http.StatusGone {
		t.Errorf("taken back: status %d", status)
	}

	list, _ := call(t, exitClean, "token", "list")
	id := regexp.MustCompile(`(?m)^(\S+) +ci `).FindStringSubmatch(list)
	if id == nil {
		t.Fatalf("the list lacks it: %s", list)
	}
	call(t, exitClean, "token", "revoke", id[1])
	if _, stderr := call(t, exitFailure, "share", recorded(t), "--to", public); !strings.Contains(stderr, "refuses (401)") {
		t.Errorf("revoked: %s", stderr)
	}
}

// freePort is a port that was free a moment ago.
func freePort(t *testing.T) string {
	t.Helper()
	ln, err := server.Listen("127.0.0.1:0", server.Loopback)
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	_, port, _ := strings.Cut(ln.Addr().String(), ":")
	return port
}

func TestBrowserArgv(t *testing.T) {
	display := func(name string) string {
		if name == "DISPLAY" {
			return ":0"
		}
		return ""
	}
	none := func(string) string { return "" }
	tests := []struct {
		name, goos string
		getenv     func(string) string
		want       string
	}{
		{"Linux with a display", "linux", display, "xdg-open"},
		{"Linux without", "linux", none, ""},
		{"macOS", "darwin", none, "open"},
		{"Windows", "windows", none, "rundll32 url.dll,FileProtocolHandler"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(browserArgv(tt.goos, tt.getenv), " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
