package server

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"stdioscope/server/store"
)

// newTeam serves a team and returns an upload token.
func newTeam(t *testing.T, team Team) (*bench, string) {
	t.Helper()
	return teamOn(t, filepath.Join(t.TempDir(), "team.db"), team)
}

func teamOn(t *testing.T, place string, team Team) (*bench, string) {
	t.Helper()
	shares, err := store.Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	_, token, err := shares.CreateToken(t.Context(), "tests", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ln, err := Listen("127.0.0.1:0", Anywhere)
	if err != nil {
		t.Fatal(err)
	}
	if team.PublicURL == nil {
		if team.PublicURL, err = ParsePublicURL("http://" + ln.Addr().String()); err != nil {
			t.Fatal(err)
		}
	}
	return serveBench(t, t.TempDir(), Config{Listener: ln, Store: shares, Team: &team}), token
}

func TestTeamUploadNeedsAToken(t *testing.T) {
	team, token := newTeam(t, Team{})
	shared := team.shareIt(token, "?name=x", recording("x"))
	if shared.URL != team.Origin()+"/r/"+shared.ID || shared.Reach != "everyone" {
		t.Errorf("got %+v", shared)
	}
	for name, headers := range map[string][]string{
		"none":                     {asTranscript},
		"empty":                    {asTranscript, "Authorization: Bearer "},
		"wrong":                    {asTranscript, "Authorization: Bearer guess"},
		"the deletion token":       {asTranscript, "Authorization: Bearer " + shared.DeletionToken},
		"from another site":        {asTranscript, "Authorization: Bearer " + token, "Origin: https://evil.example"},
		"as basic":                 {asTranscript, "Authorization: Basic " + token},
		"under another name":       {asTranscript, "Authorization: Bearer " + token, "Host: evil.example"},
		"a page without any token": {asTranscript, "Origin: " + team.Origin()},
	} {
		if got := team.do("POST", "/api/shares", recording("x"), headers...); got.status != 401 && got.status != 403 {
			t.Errorf("%s: status %d", name, got.status)
		}
	}
	if got := team.do("POST", "/api/shares", recording("x"), asTranscript, "Authorization: Bearer "+token, "Origin: "+team.Origin(), "Sec-Fetch-Site: same-origin"); got.status != http.StatusCreated {
		t.Errorf("from its own page: status %d", got.status)
	}
	tokens, err := team.cfg.Store.Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := team.cfg.Store.RevokeToken(t.Context(), tokens[0].ID, time.Now()); err != nil {
		t.Fatal(err)
	}
	if got := team.upload(token, "", recording("x")); got.status != http.StatusUnauthorized {
		t.Errorf("revoked: status %d", got.status)
	}
	if got := team.do("DELETE", "/api/shares/"+shared.ID, "", "Authorization: Bearer "+token); got.status != http.StatusForbidden {
		t.Errorf("taken back with the upload token: status %d", got.status)
	}
	if got := team.do("DELETE", "/api/shares/"+shared.ID, "", "Authorization: Bearer "+shared.DeletionToken); got.status != http.StatusNoContent {
		t.Errorf("taken back: status %d: %s", got.status, got.body)
	}
}

// A team's server has no address that leads to a launch or to anything of its machine.
func TestTeamLaunchesNothing(t *testing.T) {
	team, token := newTeam(t, Team{})
	for _, route := range team.echo.Routes() {
		for _, part := range []string{"run", "argv", "client", "demo"} {
			if strings.Contains(route.Path, part) {
				t.Errorf("it has a route %s %s", route.Method, route.Path)
			}
		}
	}
	for _, path := range []string{"/api/runs", "/api/demos", "/api/clients", "/api/argv"} {
		for _, method := range []string{"GET", "POST"} {
			got := team.do(method, path, `{"demo":"clean","command":"true"}`, "Authorization: Bearer "+token, "Content-Type: application/json")
			if got.status != http.StatusNotFound && got.status != http.StatusMethodNotAllowed {
				t.Errorf("%s %s: status %d", method, path, got.status)
			}
		}
	}
	info := team.do("GET", "/api/info", "")
	if info.status != http.StatusOK || !bytes.Contains(info.body, []byte(`"mode":"team"`)) || bytes.Contains(info.body, []byte(`"dir"`)) || bytes.Contains(info.body, []byte(`"names"`)) {
		t.Errorf("info: %d %s", info.status, info.body)
	}
	if got := team.do("GET", "/?token="+token, ""); got.status != http.StatusOK || got.header.Get("Set-Cookie") != "" {
		t.Errorf("a token in the URL: status %d, cookie %q", got.status, got.header.Get("Set-Cookie"))
	}
	if got := team.upload(token, "?to=http://127.0.0.1:1", recording("x")); got.status != http.StatusBadRequest {
		t.Errorf("sent on an errand: status %d", got.status)
	}
}

func TestTeamTellsABalancer(t *testing.T) {
	team, _ := newTeam(t, Team{PublicURL: &url.URL{Scheme: "https", Host: "scope.example"}})
	ask := func(path string, want int) {
		t.Helper()
		if got := team.do("GET", path, ""); got.status != want { // by address, as balancers do
			t.Errorf("%s: status %d, want %d", path, got.status, want)
		}
	}
	ask("/livez", 200)
	ask("/readyz", 200)
	ask("/", 403)
	team.Drain()
	ask("/livez", 200)
	ask("/readyz", 503)
	if got := team.do("GET", "/", "", "Host: scope.example"); got.status != 200 {
		t.Errorf("while it drains: status %d", got.status)
	}
}

func TestTeamIsNotReadyWithoutItsStore(t *testing.T) {
	team, _ := newTeam(t, Team{})
	team.cfg.Store.Close()
	if got := team.do("GET", "/readyz", ""); got.status != http.StatusServiceUnavailable {
		t.Errorf("status %d", got.status)
	}
	if got := team.do("GET", "/livez", ""); got.status != http.StatusOK {
		t.Errorf("live: status %d", got.status)
	}
}

func TestParsePublicURL(t *testing.T) {
	for _, good := range []string{"https://scope.example", "https://scope.example/", "http://127.0.0.1:8080"} {
		if u, err := ParsePublicURL(good); err != nil || strings.HasSuffix(u.String(), "/") {
			t.Errorf("%s: %v, %v", good, u, err)
		}
	}
	for _, bad := range []string{"", "scope.example", "ftp://scope.example", "https://", "https://a:b@scope.example", "https://scope.example/sub", "https://scope.example?x", "https://scope.example#x"} {
		if _, err := ParsePublicURL(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// The local server sends an upload on; the page never talks to the other server.
func TestForwardedShare(t *testing.T) {
	team, token := newTeam(t, Team{})
	local := newBench(t)
	to := "?name=x&expires=1d&to=" + url.QueryEscape(team.Origin())
	send := func(to, token string) answer {
		return local.upload(testToken, to, zipped(t, recording("x")), "Content-Encoding: gzip", uploadTokenHeader+": "+token)
	}
	got := send(to, token)
	if got.status != http.StatusCreated {
		t.Fatalf("status %d: %s", got.status, got.body)
	}
	var shared Shared
	local.decode(got, &shared)
	if there := team.do("GET", "/r/"+shared.ID+"/transcript", ""); string(there.body) != recording("x") {
		t.Errorf("there: %d %s", there.status, there.body)
	}
	if here := local.do("GET", "/r/"+shared.ID, ""); here.status != http.StatusNotFound {
		t.Errorf("here: status %d", here.status)
	}
	if got := send(to, "guess"); got.status != http.StatusBadGateway || !strings.Contains(got.problem(t).What, "refuses (401)") {
		t.Errorf("with a wrong token: %d %s", got.status, got.body)
	}
	change := func(method, deletion, body string) int {
		return local.do(method, "/api/shares/"+shared.ID+"?to="+url.QueryEscape(shared.URL), body, "Authorization: Bearer "+testToken, "Content-Type: application/json", deletionHeader+": "+deletion).status
	}
	if got := change("PATCH", shared.DeletionToken, `{"name":"better"}`); got != http.StatusNoContent {
		t.Errorf("renamed: status %d", got)
	}
	if got := change("DELETE", "guess", ""); got != http.StatusBadGateway {
		t.Errorf("taken back with a wrong token: status %d", got)
	}
	if got := change("DELETE", shared.DeletionToken, ""); got != http.StatusNoContent {
		t.Errorf("taken back: status %d", got)
	}
	if there := team.do("GET", "/r/"+shared.ID, ""); there.status != http.StatusGone {
		t.Errorf("there afterwards: status %d", there.status)
	}
}

// Another server's answer is bounded and believed in nothing.
func TestForwardToAHostileServer(t *testing.T) {
	local := newBench(t)
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	defer elsewhere.Close()
	tests := map[string]http.HandlerFunc{
		"redirects": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		},
		"link to elsewhere": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(201)
			_, _ = io.WriteString(w, `{"id":"x","url":"https://evil.example/r/x"}`)
		},
		"script for a link": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(201)
			_, _ = io.WriteString(w, `{"id":"x","url":"javascript:alert(1)"}`)
		},
		"no JSON": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(201); _, _ = io.WriteString(w, `<html>`) },
		"an endless answer": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(201)
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		},
		"an error of escape": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			_, _ = io.WriteString(w, `{"error":{"what":"\u001b[31m\u202e<script>"}}`)
		},
		"hangs up": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	}
	for name, handler := range tests {
		t.Run(name, func(t *testing.T) {
			other := httptest.NewServer(handler)
			defer other.Close()
			got := local.upload(testToken, "?to="+url.QueryEscape(other.URL), recording("x"), uploadTokenHeader+": secret")
			if got.status != http.StatusBadGateway {
				t.Fatalf("status %d: %s", got.status, got.body)
			}
			if what := got.problem(t).What; strings.ContainsAny(what, "\x1b\u202e") || strings.Contains(what, "secret") {
				t.Errorf("says %q", what)
			}
		})
	}
	for _, to := range []string{"http://scope.example", "ftp://x", "https://a:b@x", "file:///etc/passwd", "x"} {
		if got := local.upload(testToken, "?to="+url.QueryEscape(to), recording("x")); got.status != http.StatusBadRequest {
			t.Errorf("%s: status %d", to, got.status)
		}
	}
}

// instanceVariable makes the test binary one instance of a team's server on the
// store that it names. It prints its address and runs until it is killed.
const instanceVariable = "STDIOSCOPE_TEST_INSTANCE_ON"

func playInstance(place string) {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	shares, err := store.Open(context.Background(), place)
	fail(err)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	fail(err)
	s, err := New(Config{Listener: ln, Store: shares, Team: &Team{PublicURL: &url.URL{Scheme: "http", Host: "scope.example"}}})
	fail(err)
	fmt.Println(ln.Addr())
	fail(s.Serve())
}

// One instance is killed while clients upload to it. Every share that it
// acknowledged opens on another one, and no half share does.
func TestInstanceKilledUnderLoad(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("kill -9 is a matter of Unix")
	}
	places := map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "team.db") },
		"postgres": postgresPlace,
	}
	for name, place := range places {
		t.Run(name, func(t *testing.T) { killUnderLoad(t, place(t)) })
	}
}

// postgresPlace is an empty schema of its own, dropped when the test has ended.
func postgresPlace(t *testing.T) string {
	t.Helper()
	base := os.Getenv("STDIOSCOPE_TEST_POSTGRES")
	if base == "" {
		t.Skip("NOT TESTED on PostgreSQL: STDIOSCOPE_TEST_POSTGRES names none")
	}
	db, err := sql.Open("pgx", base) // package store has brought the driver
	if err != nil {
		t.Fatal(err)
	}
	schema := fmt.Sprintf("test_server_%x", rand.Uint64())
	if _, err := db.Exec("CREATE SCHEMA " + schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	return u.String()
}

// startInstance starts an instance in a process of its own.
func startInstance(t *testing.T, place string) (child *exec.Cmd, address string) {
	t.Helper()
	child = exec.Command(os.Args[0])
	child.Env = append(os.Environ(), instanceVariable+"="+place)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fscanln(out, &address); err != nil {
		t.Fatal(err)
	}
	return child, address
}

func killUnderLoad(t *testing.T, place string) {
	survivor, token := teamOn(t, place, Team{})
	child, address := startInstance(t, place)
	acknowledged := make(chan Shared)
	var clients sync.WaitGroup
	for client := range 4 {
		clients.Go(func() {
			for i := 0; ; i++ {
				shared, err := uploadTo(t.Context(), address, token, recording(fmt.Sprintf("client %d upload %d %s", client, i, strings.Repeat("x", 50000))))
				if err != nil {
					return // the instance is dead
				}
				acknowledged <- shared
			}
		})
	}
	go func() {
		clients.Wait()
		close(acknowledged)
	}()
	var all []Shared
	for shared := range acknowledged {
		if all = append(all, shared); len(all) == 20 {
			if err := child.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
	}
	_ = child.Wait() // killed, as asked
	if len(all) < 20 {
		t.Fatalf("only %d uploads", len(all))
	}
	for _, shared := range all {
		got := survivor.do("GET", "/r/"+shared.ID+"/transcript", "", "Accept-Encoding: identity")
		if got.status != http.StatusOK || int64(len(got.body)) != shared.Size || !bytes.HasSuffix(got.body, []byte(`"k":"end"}`+"\n")) {
			t.Errorf("an acknowledged share: status %d, %d bytes of %d", got.status, len(got.body), shared.Size)
		}
	}
	if mine := survivor.shareIt(token, "", recording("the survivor's")); mine.ID == "" {
		t.Error("the survivor takes no more")
	}
}

// uploadTo shares on an instance whose public name is not its address.
func uploadTo(ctx context.Context, address, token, body string, headers ...string) (Shared, error) {
	r, err := http.NewRequestWithContext(ctx, "POST", "http://"+address+"/api/shares", strings.NewReader(body))
	if err != nil {
		return Shared{}, err
	}
	r.Host = "scope.example"
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", transcriptType)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return Shared{}, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusCreated {
		return Shared{}, fmt.Errorf("status %d: %s (%w)", response.StatusCode, content, err)
	}
	var shared Shared
	return shared, json.Unmarshal(content, &shared)
}
