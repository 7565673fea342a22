package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stdioscope/engine"
	"stdioscope/server/store"
)

// recording is a small transcript; note makes it differ from others.
func recording(note string) string {
	return `{"stdioscope":1,"source":{"format":"launch"},"started":"2026-11-30T10:00:00Z","command":["node","server.js"],"options":{"protocol":"2025-11-25"}}
{"t":1,"k":"spawn","pid":4242}
{"t":2,"k":"stdout","text":"` + note + `\n"}
{"t":3,"k":"eof","stream":"stdout"}
{"t":4,"k":"exit","code":0}
{"t":5,"k":"end"}
`
}

const asTranscript = "Content-Type: " + transcriptType

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// upload shares as the command line does.
func (b *bench) upload(token, query, body string, headers ...string) answer {
	b.t.Helper()
	return b.do("POST", "/api/shares"+query, body, append(headers, "Authorization: Bearer "+token, asTranscript)...)
}

// share uploads and wants the link.
func (b *bench) shareIt(token, query, body string) Shared {
	b.t.Helper()
	got := b.upload(token, query, body)
	if got.status != http.StatusCreated {
		b.t.Fatalf("status %d: %s", got.status, got.body)
	}
	var shared Shared
	b.decode(got, &shared)
	return shared
}

// Whoever has the link reads the share, from any site and without a token.
func TestShareIsOpenToTheLink(t *testing.T) {
	b := newBench(t)
	transcript := recording("server starting")
	shared := b.shareIt(testToken, "?name=my%20run", transcript)
	if shared.URL != b.Origin()+"/r/"+shared.ID || shared.Reach != "machine" || shared.Expires == nil || shared.Size != int64(len(transcript)) || shared.Engine != Engine() {
		t.Errorf("got %+v", shared)
	}
	link := "/r/" + shared.ID
	elsewhere := []string{"Sec-Fetch-Site: cross-site", "Referer: https://chat.example/"}

	got := b.do("GET", link+"/transcript", "", append(elsewhere, "Accept-Encoding: identity")...)
	if string(got.body) != transcript || got.header.Get("Content-Type") != transcriptType || !strings.HasPrefix(got.header.Get("Content-Disposition"), `attachment; filename="my-run-`) {
		t.Errorf("transcript: %v %q", got.header, got.body)
	}
	want, err := engine.Check([]byte(transcript))
	if err != nil {
		t.Fatal(err)
	}
	if got := b.do("GET", link+"/report.json", "", append(elsewhere, "Accept-Encoding: identity")...); !bytes.Equal(got.body, want) {
		t.Errorf("the report is not the engine's: %s", got.body)
	}
	var facts shareFacts
	b.decode(b.do("GET", link+"/share.json", "", elsewhere...), &facts)
	digest := sha256.Sum256([]byte(transcript))
	if facts.Name != "my run" || facts.Engine != Engine() || facts.Transcript != hex.EncodeToString(digest[:]) || facts.Size != shared.Size {
		t.Errorf("facts: %+v", facts)
	}
	for path, kind := range map[string]string{
		"": "text/html; charset=utf-8", "/badge.svg": "image/svg+xml", "/badge.json": "application/json",
		"/report.sarif": "application/sarif+json", "/junit.xml": "application/xml",
	} {
		for _, method := range []string{"GET", "HEAD"} {
			got := b.do(method, link+path, "", elsewhere...)
			if got.status != http.StatusOK || got.header.Get("Content-Type") != kind {
				t.Errorf("%s %s: status %d, type %q: %.200s", method, path, got.status, got.header.Get("Content-Type"), got.body)
			}
			if got.header.Get("X-Robots-Tag") == "" || got.header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: headers %v", path, got.header)
			}
		}
	}
	if got := b.do("GET", link+"/badge.svg", "").header.Get("Cross-Origin-Resource-Policy"); got != "cross-origin" {
		t.Errorf("a badge cannot be shown elsewhere: %s", got)
	}
}

func TestShareIsSentAsItLies(t *testing.T) {
	b := newBench(t)
	transcript := recording(strings.Repeat("x", 100000))
	got := b.upload(testToken, "", zipped(t, transcript), "Content-Encoding: gzip")
	if got.status != http.StatusCreated {
		t.Fatalf("status %d: %s", got.status, got.body)
	}
	var shared Shared
	b.decode(got, &shared)
	path := "/r/" + shared.ID + "/transcript"
	packed := b.do("GET", path, "", "Accept-Encoding: gzip")
	if packed.header.Get("Content-Encoding") != "gzip" || len(packed.body) > len(transcript)/10 {
		t.Fatalf("%d bytes with headers %v", len(packed.body), packed.header)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed.body))
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, err := io.ReadAll(r); err != nil || string(unpacked) != transcript {
		t.Errorf("unpacked %d bytes, %v", len(unpacked), err)
	}
	if again := b.do("GET", path, "", "Accept-Encoding: gzip", "If-None-Match: "+packed.header.Get("ETag")); again.status != http.StatusNotModified {
		t.Errorf("asked again: status %d", again.status)
	}
	if plain := b.do("GET", path, "", "Accept-Encoding: gzip;q=0"); string(plain.body) != transcript {
		t.Error("a client without gzip got something else")
	}
}

// What others wrote stands in the page as text of attributes, and nothing in it
// is obeyed.
func TestPreviewIsText(t *testing.T) {
	b := newBench(t)
	shared := b.shareIt(testToken, "?name=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%E2%80%AEevil%1B%5B31m", recording("x"))
	got := string(b.do("GET", "/r/"+shared.ID, "").body)
	if strings.Contains(got, "<script") || strings.ContainsAny(got, "\u202e\x1b") {
		t.Errorf("the page holds what was sent: %s", got)
	}
	for _, want := range []string{
		`<meta property="og:title" content="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;�evil�[31m">`,
		`<meta property="og:url" content="` + shared.URL + `">`,
		`<meta property="og:description" content="`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %s: %s", want, got)
		}
	}
}

func TestPlainText(t *testing.T) {
	tests := []struct {
		name, in, want string
		most           int
	}{
		{"text", "stdout line 1", "stdout line 1", 20},
		{"not ASCII", "größe 日本 🌍", "größe 日本 🌍", 20},
		{"cut by characters", "äöü", "äö…", 2},
		{"ANSI", "\x1b[31mred", "�[31mred", 20},
		{"bidi", "a\u202eb\u2066c\u200fd\u061ce", "a�b�c�d�e", 20},
		{"zero width, BOM, tags", "a\u200bb\ufeffc\U000e0041d", "a�b�c�d", 20},
		{"C1 and line ends", "a\u0085b\nc\r\u2028d", "a�b�c��d", 20},
		{"bytes that are no text", "a\xffb", "a�b", 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := plainText(tt.in, tt.most); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// everyPath is all that a link leads to.
var everyPath = []string{"", "/share.json", "/report.json", "/transcript", "/badge.svg", "/badge.json", "/report.sarif", "/junit.xml"}

func TestShareExpiresAndIsTakenBack(t *testing.T) {
	var hours atomic.Int64
	start := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	data := t.TempDir()
	b := serveBench(t, data, Config{Runs: emptyRuns(t, data), Token: testToken, Now: func() time.Time { return start.Add(time.Duration(hours.Load()) * time.Hour) }})

	hour := b.shareIt(testToken, "?expires=1h", recording("one"))
	day := b.shareIt(testToken, "?expires=1d", recording("two"))
	never := b.shareIt(testToken, "?expires=never", recording("three"))
	if never.Expires != nil || !day.Expires.Equal(start.Add(24*time.Hour)) {
		t.Errorf("expiries: %v, %v", never.Expires, day.Expires)
	}
	all := func(shared Shared, want int) {
		t.Helper()
		for _, path := range everyPath {
			if got := b.do("GET", "/r/"+shared.ID+path, ""); got.status != want {
				t.Errorf("%s: status %d, want %d", path, got.status, want)
			}
		}
	}
	all(hour, http.StatusOK)
	hours.Store(2)
	all(hour, http.StatusGone)
	all(day, http.StatusOK)
	all(Shared{ID: "AAAAAAAAAAAAAAAAAAAAAA"}, http.StatusNotFound)
	all(Shared{ID: strings.Repeat("A", 10000)}, http.StatusNotFound)
	if got := b.do("GET", "/r/"+hour.ID, "", "Accept: text/html"); got.status != http.StatusGone || !strings.Contains(string(got.body), "shell") {
		t.Errorf("in a browser: status %d, %s", got.status, got.body)
	}

	change := func(method, id, deletion, body string) int {
		return b.do(method, "/api/shares/"+id, body, "Authorization: Bearer "+testToken, "Content-Type: application/json", deletionHeader+": "+deletion).status
	}
	for name, got := range map[string]int{
		"delete without its token":    change("DELETE", day.ID, "", ""),
		"delete with another's token": change("DELETE", day.ID, never.DeletionToken, ""),
		"rename with another's token": change("PATCH", day.ID, never.DeletionToken, `{"name":"mine"}`),
		"delete with the workbench's": change("DELETE", day.ID, testToken, ""),
	} {
		if got != http.StatusForbidden {
			t.Errorf("%s: status %d", name, got)
		}
	}
	if got := change("PATCH", day.ID, day.DeletionToken, `{"name":"better","expires":"never"}`); got != http.StatusNoContent {
		t.Errorf("rename: status %d", got)
	}
	hours.Store(100)
	var facts shareFacts
	b.decode(b.do("GET", "/r/"+day.ID+"/share.json", ""), &facts)
	if facts.Name != "better" || facts.Expires != nil {
		t.Errorf("facts: %+v", facts)
	}
	if got := change("DELETE", day.ID, day.DeletionToken, ""); got != http.StatusNoContent {
		t.Errorf("delete: status %d", got)
	}
	all(day, http.StatusGone)
	if got := change("DELETE", day.ID, day.DeletionToken, ""); got != http.StatusGone {
		t.Errorf("delete again: status %d", got)
	}
	all(never, http.StatusOK)
}

// Nobody can list shares: not with the workbench's token, not on a team's server.
func TestSharesCannotBeListed(t *testing.T) {
	b := newBench(t)
	secret := b.shareIt(testToken, "", recording("x"))
	for _, path := range []string{"/api/shares", "/api/shares/", "/r", "/r/", "/r/*", "/r/%25", "/api/shares/" + secret.ID} {
		got := b.do("GET", path, "", "Authorization: Bearer "+testToken)
		if got.status == http.StatusOK || bytes.Contains(got.body, []byte(secret.ID)) {
			t.Errorf("%s: status %d, %s", path, got.status, got.body)
		}
	}
}

func TestParseExpiry(t *testing.T) {
	for text, want := range map[string]time.Duration{"": defaultExpiry, "never": 0, "7d": 7 * 24 * time.Hour, "12h": 12 * time.Hour} {
		if got, err := parseExpiry(text); err != nil || got != want {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"7", "d", "-1d", "0d", "07d", "1w", "999999d", "7d ", "Never", "1e3h"} {
		if _, err := parseExpiry(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestSharesSurviveARestart(t *testing.T) {
	data := t.TempDir()
	var shared Shared
	t.Run("before", func(t *testing.T) { shared = benchIn(t, data).shareIt(testToken, "", recording("kept")) })
	t.Run("after", func(t *testing.T) {
		b := benchIn(t, data)
		if got := b.do("GET", "/r/"+shared.ID+"/transcript", ""); string(got.body) != recording("kept") {
			t.Errorf("status %d: %s", got.status, got.body)
		}
	})
}

// Equal transcripts are stored once, whoever shares them.
func TestEqualSharesHaveTheirOwnLinks(t *testing.T) {
	b := newBench(t)
	first, second := b.shareIt(testToken, "", recording("same")), b.shareIt(testToken, "", recording("same"))
	if first.ID == second.ID || first.DeletionToken == second.DeletionToken {
		t.Error("two sharers have one link")
	}
	if got := b.do("DELETE", "/api/shares/"+first.ID, "", "Authorization: Bearer "+testToken, deletionHeader+": "+first.DeletionToken); got.status != http.StatusNoContent {
		t.Fatalf("status %d", got.status)
	}
	if got := b.do("GET", "/r/"+second.ID+"/transcript", ""); string(got.body) != recording("same") {
		t.Errorf("the other one lost its transcript: %d", got.status)
	}
}

// A million small uploads end at the token's limits.
func TestTeamLimits(t *testing.T) {
	team, token := newTeam(t, Team{Limits: store.Limits{PerHour: 3}})
	for i := range 3 {
		team.shareIt(token, "", recording(fmt.Sprint(i)))
	}
	got := team.upload(token, "", "a body that nobody reads")
	if got.status != http.StatusTooManyRequests {
		t.Errorf("status %d: %s", got.status, got.body)
	}
	if problem := got.problem(t); !strings.Contains(problem.What, "3 uploads an hour") {
		t.Errorf("says %q", problem.What)
	}
}

func TestTeamRetention(t *testing.T) {
	team, token := newTeam(t, Team{Retention: 10 * 24 * time.Hour})
	if got := team.shareIt(token, "", recording("x")); got.Expires == nil || time.Until(*got.Expires) > 10*24*time.Hour {
		t.Errorf("without a word it expires %v", got.Expires)
	}
	for _, expires := range []string{"11d", "never"} {
		if got := team.upload(token, "?expires="+expires, recording("x")); got.status != http.StatusBadRequest {
			t.Errorf("%s: status %d", expires, got.status)
		}
	}
	team.shareIt(token, "?expires=9d", recording("x"))
}

func TestErrorsHaveOneForm(t *testing.T) {
	b := newBench(t)
	for _, got := range []answer{
		b.do("GET", "/nothing", ""), b.do("GET", "/r/nothing/transcript", ""), b.do("GET", "/api/nothing", ""),
		b.do("PUT", "/api/runs", "", "Authorization: Bearer "+testToken), b.do("GET", "/api/runs/nothing", "", "Authorization: Bearer "+testToken),
	} {
		var body map[string]map[string]string
		if err := json.Unmarshal(got.body, &body); err != nil || len(body["error"]) != 3 || body["error"]["what"] == "" {
			t.Errorf("status %d: %s", got.status, got.body)
		}
		if got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("status %d may be cached", got.status)
		}
	}
}
