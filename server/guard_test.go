package server

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

const (
	testToken = "the-token-of-this-start"
	ours      = "127.0.0.1:7437"
)

// request builds one from "Name: value" lines.
func request(method, path, host string, headers ...string) *http.Request {
	r := httptest.NewRequest(method, path, nil)
	r.Host = host
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Add(name, value)
	}
	return r
}

// The rows are attacks and their honest twins. Zero means let through.
func TestGuard(t *testing.T) {
	const (
		cookie    = "Cookie: stdioscope-7437=" + testToken
		badCookie = "Cookie: stdioscope-7437=guess"
		bear      = "Authorization: Bearer " + testToken
		badBear   = "Authorization: Bearer guess"
		origin    = "Origin: http://" + ours
		upgrade   = "Upgrade: websocket"
	)
	tests := []struct {
		name         string
		method, path string
		host         string
		headers      []string
		want         int
	}{
		{"the shell needs nothing", "GET", "/", ours, nil, 0},
		{"assets need nothing", "GET", "/assets/index.js", ours, nil, 0},
		{"a shared report may be linked to from anywhere", "GET", "/r/abc", ours, []string{"Sec-Fetch-Site: cross-site"}, 0},
		{"the shell under a rebound host", "GET", "/", "evil.example:7437", nil, 403},
		{"an asset under a rebound host", "GET", "/assets/index.js", "evil.example", nil, 403},
		{"the API under a rebound host, cookie and all", "GET", "/api/runs", "evil.example:7437", []string{cookie}, 403},
		{"our name on another port", "GET", "/", "127.0.0.1:80", nil, 403},
		{"no host", "GET", "/", "", nil, 403},
		{"localhost is us", "GET", "/api/runs", "localhost:7437", []string{cookie}, 0},
		{"localhost in capitals is us", "GET", "/", "LOCALHOST:7437", nil, 0},
		{"another loopback address is not us", "GET", "/", "127.0.0.2:7437", nil, 403},
		{"our name with something after it", "GET", "/", "127.0.0.1:7437.evil.example", nil, 403},

		{"read with the cookie", "GET", "/api/runs", ours, []string{cookie}, 0},
		{"read with the bearer", "GET", "/api/runs", ours, []string{bear}, 0},
		{"read without anything", "GET", "/api/runs", ours, nil, 401},
		{"read with a wrong cookie", "GET", "/api/runs", ours, []string{badCookie}, 401},
		{"read with a wrong bearer", "GET", "/api/runs", ours, []string{badBear}, 401},
		{"read with an empty bearer", "GET", "/api/runs", ours, []string{"Authorization: Bearer "}, 401},
		{"read with the token as basic", "GET", "/api/runs", ours, []string{"Authorization: Basic " + testToken}, 401},
		{"read with the cookie of another port", "GET", "/api/runs", ours, []string{"Cookie: stdioscope-7438=" + testToken}, 401},
		{"a planted cookie beside ours does not lock us out", "GET", "/api/runs", ours, []string{badCookie + "; stdioscope-7437=" + testToken}, 0},
		{"read with the cookie from another site", "GET", "/api/runs", ours, []string{cookie, "Sec-Fetch-Site: cross-site"}, 403},
		{"read with the cookie from another port of this machine", "GET", "/api/runs", ours, []string{cookie, "Sec-Fetch-Site: same-site"}, 403},
		{"read with the cookie and a foreign origin", "GET", "/api/runs", ours, []string{cookie, "Origin: http://evil.example"}, 403},
		{"read with the cookie and a null origin", "GET", "/api/runs", ours, []string{cookie, "Origin: null"}, 403},
		{"read with our page's headers", "GET", "/api/runs", ours, []string{cookie, "Sec-Fetch-Site: same-origin"}, 0},
		{"an address typed by a person", "GET", "/api/runs/1/transcript", ours, []string{cookie, "Sec-Fetch-Site: none"}, 0},
		{"two Sec-Fetch-Site headers, one foreign", "GET", "/api/runs", ours, []string{cookie, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"}, 403},
		{"two origins, one foreign", "GET", "/api/runs", ours, []string{cookie, origin, "Origin: http://evil.example"}, 403},
		{"read with cookie and bearer", "GET", "/api/runs", ours, []string{cookie, bear}, 403},
		{"read with a wrong cookie and the bearer", "GET", "/api/runs", ours, []string{badCookie, bear}, 403},
		{"read with the cookie and a wrong bearer", "GET", "/api/runs", ours, []string{cookie, badBear}, 403},
		{"read with somebody's cookie and the bearer", "GET", "/api/runs", ours, []string{"Cookie: other=1", bear}, 403},
		{"read with two bearers", "GET", "/api/runs", ours, []string{bear, badBear}, 401},
		{"a path that does not exist tells nothing", "GET", "/api/nothing", ours, nil, 401},

		{"launch from our page", "POST", "/api/runs", ours, []string{cookie, origin}, 0},
		{"launch by the command line", "POST", "/api/runs", ours, []string{bear}, 0},
		{"launch by cookie without an origin", "POST", "/api/runs", ours, []string{cookie}, 403},
		{"launch by cookie with an empty origin", "POST", "/api/runs", ours, []string{cookie, "Origin: "}, 403},
		{"launch by cookie from another site", "POST", "/api/runs", ours, []string{cookie, "Origin: https://evil.example", "Sec-Fetch-Site: cross-site"}, 403},
		{"launch by cookie from another port", "POST", "/api/runs", ours, []string{cookie, "Origin: http://127.0.0.1:3000", "Sec-Fetch-Site: same-site"}, 403},
		{"launch by cookie over another scheme", "POST", "/api/runs", ours, []string{cookie, "Origin: https://" + ours}, 403},
		{"launch by cookie with the origin of our other name", "POST", "/api/runs", ours, []string{cookie, "Origin: http://localhost:7437"}, 403},
		{"launch with our origin and no token", "POST", "/api/runs", ours, []string{origin}, 401},
		{"launch with our origin and a wrong cookie", "POST", "/api/runs", ours, []string{origin, badCookie}, 401},
		{"launch with cookie, origin and bearer", "POST", "/api/runs", ours, []string{cookie, origin, bear}, 403},
		{"launch with a bearer and a foreign origin", "POST", "/api/runs", ours, []string{bear, "Origin: http://evil.example"}, 403},
		{"launch with a bearer from another site", "POST", "/api/runs", ours, []string{bear, "Sec-Fetch-Site: cross-site"}, 403},
		{"launch typed by a person", "POST", "/api/runs", ours, []string{cookie, origin, "Sec-Fetch-Site: none"}, 403},
		{"launch under a rebound host with its own origin", "POST", "/api/runs", "evil.example:7437", []string{cookie, "Origin: http://evil.example:7437"}, 403},
		{"a preflight is not answered", "OPTIONS", "/api/runs", ours, []string{"Origin: http://evil.example", "Access-Control-Request-Method: POST"}, 403},
		{"an unsafe method on the shell", "POST", "/", ours, nil, 401},
		{"delete by cookie without an origin", "DELETE", "/api/runs/1", ours, []string{cookie}, 403},

		{"upgrade from our page", "GET", "/api/runs/1/events", ours, []string{cookie, origin, upgrade}, 0},
		{"upgrade by the command line", "GET", "/api/runs/1/events", ours, []string{bear, upgrade}, 0},
		{"upgrade by cookie without an origin", "GET", "/api/runs/1/events", ours, []string{cookie, upgrade}, 403},
		{"upgrade by cookie from another site", "GET", "/api/runs/1/events", ours, []string{cookie, upgrade, "Origin: http://evil.example"}, 403},
		{"upgrade without a token", "GET", "/api/runs/1/events", ours, []string{origin, upgrade}, 401},
		{"upgrade with cookie and bearer", "GET", "/api/runs/1/events", ours, []string{cookie, origin, bear, upgrade}, 403},
		{"upgrade of another protocol, anywhere", "GET", "/", ours, []string{"Upgrade: h2c"}, 401},
		{"upgrade under a rebound host", "GET", "/api/runs/1/events", "evil.example", []string{cookie, "Origin: http://evil.example", upgrade}, 403},
	}
	g := localGuard(netip.MustParseAddrPort(ours), testToken)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := 0
			if problem := g.check(request(tt.method, tt.path, tt.host, tt.headers...)); problem != nil {
				got = problem.Status
			}
			if got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

// On a wildcard bind any address of the machine is ours, and no name is.
func TestGuardWildcard(t *testing.T) {
	g := localGuard(netip.MustParseAddrPort("[::]:7437"), testToken)
	for host, want := range map[string]bool{
		"192.168.1.7:7437":    true,
		"[fe80::1]:7437":      true,
		"localhost:7437":      true,
		"192.168.1.7:80":      false,
		"192.168.1.7":         false,
		"evil.example:7437":   false,
		"1.2.3.4.nip.io:7437": false,
	} {
		if got := g.ownHost(host); got != want {
			t.Errorf("ownHost(%q) = %v, want %v", host, got, want)
		}
	}
}

func TestGuardKnowsItsNames(t *testing.T) {
	for at, names := range map[string][]string{
		"[::1]:7437":   {"[::1]:7437", "localhost:7437"},
		"[::1]:80":     {"[::1]:80", "[::1]", "localhost"},
		"127.0.0.1:80": {"127.0.0.1", "127.0.0.1:80"},
	} {
		g := localGuard(netip.MustParseAddrPort(at), testToken)
		for _, name := range names {
			if !g.ownHost(name) {
				t.Errorf("at %s: %s is not ours", at, name)
			}
		}
		if g.ownHost("[::1]:1") || g.ownHost("") {
			t.Errorf("at %s: another port, or nothing, is ours", at)
		}
	}
}

func TestGuardTeam(t *testing.T) {
	const bear = "Authorization: Bearer upload-token"
	g := teamGuard("https", "scope.example")
	tests := []struct {
		name               string
		method, path, host string
		headers            []string
		want               int
	}{
		{"a shared report is open", "GET", "/r/abc", "scope.example", []string{"Sec-Fetch-Site: cross-site"}, 0},
		{"under another name it is not", "GET", "/r/abc", "10.0.0.7:8080", nil, 403},
		{"a balancer asks by address whether we live", "GET", "/livez", "10.0.0.7:8080", nil, 0},
		{"upload by a program", "POST", "/api/shares", "scope.example", []string{bear}, 0},
		{"upload from our own page", "POST", "/api/shares", "scope.example", []string{bear, "Origin: https://scope.example"}, 0},
		{"upload from another site", "POST", "/api/shares", "scope.example", []string{bear, "Origin: https://evil.example"}, 403},
		{"upload without a token", "POST", "/api/shares", "scope.example", nil, 401},
		{"upload with a cookie and no origin", "POST", "/api/shares", "scope.example", []string{bear, "Cookie: a=b"}, 401},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := 0
			if problem := g.check(request(tt.method, tt.path, tt.host, tt.headers...)); problem != nil {
				got = problem.Status
			}
			if got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

// In team mode no token of ours exists, so none may be guessed.
func TestTeamHasNoSession(t *testing.T) {
	g := teamGuard("https", "scope.example")
	if g.isToken("") {
		t.Error("the empty token is taken for a session")
	}
}
