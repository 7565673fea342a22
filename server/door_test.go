package server

import (
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// The printed URL lets a browser in: a cookie for the token, and an address bar
// without it.
func TestTokenIsExchangedForACookie(t *testing.T) {
	b := newBench(t)
	got := b.do("GET", strings.TrimPrefix(b.URL(), b.Origin()), "")
	if got.status != http.StatusSeeOther || got.header.Get("Location") != "/" {
		t.Fatalf("status %d to %q", got.status, got.header.Get("Location"))
	}
	want := "stdioscope-" + b.port() + "=" + testToken + "; Path=/; HttpOnly; SameSite=Strict"
	if cookie := got.header.Get("Set-Cookie"); cookie != want {
		t.Errorf("cookie %q, want %q", cookie, want)
	}
	if got.header.Get("Cache-Control") != "no-store" || got.header.Get("Referrer-Policy") != "no-referrer" {
		t.Error("the token may stay in a cache or leave as a referrer")
	}
	if got := b.do("GET", "/api/runs", "", "Cookie: stdioscope-"+b.port()+"="+testToken); got.status != http.StatusOK {
		t.Errorf("with the cookie: status %d", got.status)
	}
	for _, path := range []string{"/?token=guess", "/?token=", "/?token=" + testToken + "x"} {
		got := b.do("GET", path, "")
		if got.status != http.StatusUnauthorized || got.header.Get("Set-Cookie") != "" {
			t.Errorf("%s: status %d, cookie %q", path, got.status, got.header.Get("Set-Cookie"))
		}
		if got := b.do("GET", path, "", "Accept: text/html,*/*"); got.status != http.StatusUnauthorized || !strings.Contains(string(got.body), "shell") {
			t.Errorf("%s in a browser: status %d, %s", path, got.status, got.body)
		}
	}
}

// The URL that is given to a browser's command line is of no use afterwards.
func TestOneTimeURLWorksOnce(t *testing.T) {
	b := newBench(t)
	once := b.OneTimeURL()
	if strings.Contains(once, testToken) {
		t.Fatal("the token stands in it")
	}
	if got := b.do("GET", strings.TrimPrefix(once, b.Origin()), ""); got.status != http.StatusSeeOther || !strings.Contains(got.header.Get("Set-Cookie"), testToken) {
		t.Errorf("first: status %d", got.status)
	}
	if got := b.do("GET", strings.TrimPrefix(once, b.Origin()), ""); got.status != http.StatusUnauthorized || got.header.Get("Set-Cookie") != "" {
		t.Errorf("second: status %d", got.status)
	}
	_, pass, _ := strings.Cut(b.OneTimeURL(), "token=")
	if got := b.do("GET", "/api/runs", "", "Authorization: Bearer "+pass); got.status != http.StatusUnauthorized {
		t.Errorf("as a bearer: status %d", got.status)
	}
}

func TestTokensDiffer(t *testing.T) {
	a, b := NewToken(), NewToken()
	if a == b || len(a) != 43 {
		t.Errorf("tokens %q and %q are not 32 random bytes each", a, b)
	}
}

func TestSecurityHeadersAreEverywhere(t *testing.T) {
	b := newBench(t)
	const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:; worker-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'none'"
	for name, got := range map[string]answer{
		"shell":   b.do("GET", "/", ""),
		"missing": b.do("GET", "/nothing", ""),
		"refused": b.do("GET", "/api/runs", ""),
		"rebound": b.do("GET", "/", "", "Host: evil.example"),
		"API":     b.call(http.StatusOK, "GET", "/api/runs", nil),
	} {
		if got.header.Get("Content-Security-Policy") != policy || got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", name, got.header)
		}
		if allowed := got.header.Get("Access-Control-Allow-Origin"); allowed != "" {
			t.Errorf("%s: other origins may read it: %s", name, allowed)
		}
	}
}

// What an attacker can send against a live server, over real sockets: nothing of
// it launches, reads or upgrades.
func TestOutsidersCanNeitherLaunchReadNorUpgrade(t *testing.T) {
	b := newBench(t)
	secret := b.start(RunRequest{Demo: "clean"})
	b.wait(secret)
	before := len(b.transcripts())
	cookie := "Cookie: stdioscope-" + b.port() + "=" + testToken
	own := "Origin: " + b.Origin()
	outsiders := map[string][]string{
		"no token":                            {own},
		"wrong cookie":                        {own, "Cookie: stdioscope-" + b.port() + "=guess"},
		"wrong bearer":                        {"Authorization: Bearer guess"},
		"page of another origin":              {cookie, "Origin: https://evil.example", "Sec-Fetch-Site: cross-site"},
		"page of another origin, no metadata": {cookie, "Origin: https://evil.example"},
		"page on another port":                {cookie, "Origin: http://127.0.0.1:1", "Sec-Fetch-Site: same-site"},
		"sandboxed page":                      {cookie, "Origin: null", "Sec-Fetch-Site: cross-site"},
		"rebound page":                        {"Host: evil.example:" + b.port(), "Origin: http://evil.example:" + b.port(), cookie, "Sec-Fetch-Site: same-origin"},
		"cookie and bearer":                   {cookie, own, "Authorization: Bearer " + testToken},
		"bearer of a page elsewhere":          {"Authorization: Bearer " + testToken, "Origin: https://evil.example"},
	}
	for name, headers := range outsiders {
		t.Run(name, func(t *testing.T) {
			launch := b.do("POST", "/api/runs", `{"demo":"clean"}`, append(headers, "Content-Type: application/json")...)
			if launch.status != 401 && launch.status != 403 {
				t.Errorf("launch: status %d", launch.status)
			}
			launch.problem(t)
			for _, path := range []string{"/api/runs", "/api/runs/" + secret, "/api/runs/" + secret + "/transcript", "/api/runs/" + secret + "/report", "/api/runs/" + secret + "/changes/" + secret, "/api/info", "/api/clients"} {
				read := b.do("GET", path, "", headers...)
				if read.status != 401 && read.status != 403 {
					t.Errorf("read %s: status %d", path, read.status)
				}
			}
			h := http.Header{}
			for _, line := range headers {
				key, value, _ := strings.Cut(line, ": ")
				h.Set(key, value)
			}
			conn, response, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+b.host()+"/api/runs/"+secret+"/events", h)
			if err == nil {
				conn.Close()
				t.Fatal("the socket opened")
			}
			if response == nil || response.StatusCode != 401 && response.StatusCode != 403 {
				t.Errorf("upgrade: %v", response)
			}
		})
	}
	if after := len(b.transcripts()); after != before {
		t.Errorf("%d runs were launched", after-before)
	}
}

// Nothing is started by GET, whatever the query says and whoever asks.
func TestNothingLaunchesByGET(t *testing.T) {
	b := newBench(t)
	for _, path := range []string{
		"/?command=node", "/?demo=clean&token=" + testToken, "/api/runs?demo=clean", "/api/runs?command=x&_method=POST",
		"/api/argv?command=x", "/api/runs/x/stop", "/api/runs/x/send", "/r/x?demo=clean",
	} {
		for _, method := range []string{"GET", "HEAD"} {
			b.do(method, path, `{"demo":"clean"}`, "Authorization: Bearer "+testToken, "Content-Type: application/json", "X-HTTP-Method-Override: POST")
		}
	}
	b.nothingRan()
}

// Every route but the page's own is refused without a token: a new one that
// forgot the guard would show here.
func TestEveryRouteIsGuarded(t *testing.T) {
	b := newBench(t)
	open := map[string]bool{"GET /": true, "HEAD /": true, "GET /*": true, "HEAD /*": true}
	for _, route := range b.echo.Routes() {
		if open[route.Method+" "+route.Path] || strings.HasPrefix(route.Path, "/r/") && (route.Method == "GET" || route.Method == "HEAD") {
			continue
		}
		if !validMethod(route.Method) {
			continue
		}
		got := b.do(route.Method, strings.ReplaceAll(route.Path, ":id", "x"), "")
		if got.status != 401 && got.status != 403 {
			t.Errorf("%s %s: status %d without a token", route.Method, route.Path, got.status)
		}
	}
}

// validMethod leaves out echo's own pseudo method for missing routes.
func validMethod(method string) bool {
	return method == strings.ToUpper(method) && !strings.Contains(method, "_")
}

func (b *bench) transcripts() []string {
	b.t.Helper()
	var list struct{ Runs []struct{ ID string } }
	b.decode(b.call(http.StatusOK, "GET", "/api/runs", nil), &list)
	ids := []string{}
	for _, r := range list.Runs {
		ids = append(ids, r.ID)
	}
	return ids
}
