package server

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"github.com/labstack/echo/v4"
)

func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAcceptsCoding(t *testing.T) {
	tests := []struct {
		name string
		in   []string
		want bool
	}{
		{"absent", nil, false},
		{"by name", []string{"gzip, deflate, br"}, true},
		{"in capitals", []string{"BR"}, true},
		{"with a weight", []string{"gzip;q=1.0, br;q=0.1"}, true},
		{"excluded", []string{"gzip, br;q=0"}, false},
		{"excluded with digits and blanks", []string{"br ; q=0.000"}, false},
		{"a longer name", []string{"brotli, x-br"}, false},
		{"everything", []string{"*"}, true},
		{"everything but br", []string{"*, br;q=0"}, false},
		{"everything excluded", []string{"*;q=0"}, false},
		{"a weight that is none", []string{"br;q=high"}, false},
		{"another parameter", []string{"br;level=4"}, false},
		{"in a second header", []string{"gzip", "br"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := acceptsCoding(tt.in, "br"); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestPage(t *testing.T) {
	const shell = `<!doctype html><script type="module" src="./assets/index-AbC.js"></script>`
	files := fstest.MapFS{
		"index.html":              {Data: []byte(shell)},
		"icon.svg":                {Data: []byte("<svg/>")},
		".gitkeep":                {},
		"assets/index-AbC.js":     {Data: []byte("plain")},
		"assets/index-AbC.js.br":  {Data: packed(t, "plain")},
		"assets/engine-1.wasm.br": {Data: packed(t, "\x00asm")},
	}
	p, err := newPage(files, true)
	if err != nil {
		t.Fatal(err)
	}
	e := echo.New()
	e.GET("/", p.serveShell)
	e.GET("/*", p.serveFile)
	e.HEAD("/*", p.serveFile)

	const forever = "public, max-age=31536000, immutable"
	tests := []struct {
		name, method, path, accept              string
		status                                  int
		kind, encoding, cache, body, wantLength string
	}{
		{name: "shell", method: "GET", path: "/", status: 200, kind: "text/html; charset=utf-8", cache: "no-cache", body: shell},
		{name: "asset for a browser", method: "GET", path: "/assets/index-AbC.js", accept: "gzip, br", status: 200, kind: "text/javascript; charset=utf-8", encoding: "br", cache: forever, body: string(packed(t, "plain"))},
		{name: "asset for a plain client", method: "GET", path: "/assets/index-AbC.js", accept: "gzip, br;q=0", status: 200, kind: "text/javascript; charset=utf-8", cache: forever, body: "plain"},
		{name: "wasm that was embedded packed alone", method: "GET", path: "/assets/engine-1.wasm", status: 200, kind: "application/wasm", cache: forever, body: "\x00asm"},
		{name: "wasm packed", method: "GET", path: "/assets/engine-1.wasm", accept: "br", status: 200, kind: "application/wasm", encoding: "br", cache: forever, body: string(packed(t, "\x00asm"))},
		{name: "head", method: "HEAD", path: "/assets/index-AbC.js", status: 200, kind: "text/javascript; charset=utf-8", cache: forever, wantLength: "5"},
		{name: "beside the assets", method: "GET", path: "/icon.svg", status: 200, kind: "image/svg+xml", cache: "no-cache", body: "<svg/>"},
		{name: "no such asset", method: "GET", path: "/assets/other.js", status: 404},
		{name: "no such page", method: "GET", path: "/runs/1", status: 404},
		{name: "a folder", method: "GET", path: "/assets", status: 404},
		{name: "a placeholder", method: "GET", path: "/.gitkeep", status: 404},
		{name: "out of the folder", method: "GET", path: "/assets/../../page.go", status: 404},
		{name: "the shell by its file name", method: "GET", path: "/index.html", status: 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(tt.method, tt.path, nil)
			if tt.accept != "" {
				r.Header.Set("Accept-Encoding", tt.accept)
			}
			w := httptest.NewRecorder()
			e.ServeHTTP(w, r)
			if w.Code != tt.status {
				t.Fatalf("status %d, want %d", w.Code, tt.status)
			}
			if tt.status != http.StatusOK {
				return
			}
			h := w.Result().Header
			for name, want := range map[string]string{"Content-Type": tt.kind, "Content-Encoding": tt.encoding, "Cache-Control": tt.cache, "Content-Length": tt.wantLength} {
				if got := h.Get(name); got != want && (name != "Content-Length" || want != "") {
					t.Errorf("%s: got %q, want %q", name, got, want)
				}
			}
			if w.Body.String() != tt.body {
				t.Errorf("body %q, want %q", w.Body, tt.body)
			}
		})
	}
}

func TestShellBelowItsFolder(t *testing.T) {
	p, err := newPage(fstest.MapFS{"index.html": {Data: []byte(`<link href="./icon.svg"><script src="./assets/a.js">`)}}, true)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(p.below), `<link href="../icon.svg"><script src="../assets/a.js">`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestShellIsAskedForAgain(t *testing.T) {
	p, err := newPage(fstest.MapFS{"index.html": {Data: []byte("x")}}, true)
	if err != nil {
		t.Fatal(err)
	}
	e := echo.New()
	e.GET("/", p.serveShell)
	w := httptest.NewRecorder()
	e.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("If-None-Match", w.Header().Get("ETag"))
	w = httptest.NewRecorder()
	e.ServeHTTP(w, r)
	if w.Code != http.StatusNotModified {
		t.Errorf("status %d, want 304", w.Code)
	}
}

func TestNotBuiltSaysHow(t *testing.T) {
	p, err := newPage(fstest.MapFS{".gitkeep": {}}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"make ui", "make build"} {
		if !strings.Contains(string(p.shell), want) {
			t.Errorf("the page does not name %q", want)
		}
	}
	if strings.Contains(string(p.shell), "style=") || strings.Contains(string(p.shell), "<style") {
		t.Error("the policy forbids inline styles")
	}
}
