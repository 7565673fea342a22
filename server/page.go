package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/labstack/echo/v4"

	"stdioscope/ui"
)

// page serves the built workbench: the shell, its hashed assets, and the few
// files beside them. It holds no data of anybody's.
type page struct {
	files fs.FS
	// shell is index.html as served at "/"; below is the same as served one folder
	// deeper (/r/ID), where the relative base of the build leads elsewhere.
	shell, below []byte
	patience     time.Duration // for one write to who takes a file; 0 = no bound
}

// assetsDir is the folder whose names carry a digest of their content.
const assetsDir = "assets"

// newPage reads the shell once. Without a built page the shell says so.
func newPage(files fs.FS, built bool) (*page, error) {
	if !built {
		shell := notBuilt()
		return &page{files: files, shell: shell, below: shell}, nil
	}
	shell, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return nil, err
	}
	return &page{files: files, shell: shell, below: bytes.ReplaceAll(shell, []byte(`="./`), []byte(`="../`))}, nil
}

// notBuilt is plain HTML: the page's policy allows no inline style or script.
func notBuilt() []byte {
	return []byte(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>stdioscope: the page is not built</title>
<h1>The page is not built</h1>
<p>This binary was built with Go alone, so it holds no page. Run <code>` + ui.MakeTarget + `</code> (it needs Node 20.19 or later)
and then <code>make build</code>, or <code>make run</code>, which does all of it.
<p>The command line works without it: <code>stdioscope check -- node server.js</code>.
</html>
`)
}

func (p *page) serveShell(c echo.Context) error { return serveHTML(c, http.StatusOK, p.shell) }

// serveHTML lets the browser keep the shell but ask each time: it names the
// assets of one build.
func serveHTML(c echo.Context, status int, html []byte) error {
	digest := sha256.Sum256(html)
	etag := `"` + base64.RawURLEncoding.EncodeToString(digest[:12]) + `"`
	h := c.Response().Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", etag)
	if status == http.StatusOK && c.Request().Header.Get("If-None-Match") == etag {
		return c.NoContent(http.StatusNotModified)
	}
	return send(c, status, "text/html; charset=utf-8", html)
}

// serveFile answers for any other path: a file of the build, or nothing.
func (p *page) serveFile(c echo.Context) error {
	name := path.Clean(strings.TrimPrefix(c.Request().URL.Path, "/"))
	if !fs.ValidPath(name) || strings.HasPrefix(path.Base(name), ".") || name == "index.html" {
		return echo.ErrNotFound
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "no-cache")
	if path.Dir(name) == assetsDir {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("Vary", "Accept-Encoding")
	if acceptsCoding(c.Request().Header.Values("Accept-Encoding"), "br") {
		err := p.sendFile(c, name+".br", name, "br")
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	err := p.sendFile(c, name, name, "")
	if errors.Is(err, fs.ErrNotExist) {
		err = p.sendUnpacked(c, name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return echo.ErrNotFound
	}
	return err
}

// sendFile sends a file in pieces: whoever asks and takes nothing must not hold a
// copy of the engine in our memory. fs.ErrNotExist, with nothing sent, when there
// is no such file.
func (p *page) sendFile(c echo.Context, file, name, coding string) error {
	f, err := p.files.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return fs.ErrNotExist
	}
	h := c.Response().Header()
	if coding != "" {
		h.Set("Content-Encoding", coding)
	}
	h.Set("Content-Type", mimeType(name))
	h.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	if c.Request().Method == http.MethodHead {
		return c.NoContent(http.StatusOK)
	}
	c.Response().WriteHeader(http.StatusOK)
	return copyPatiently(c, f, p.patience)
}

// sendUnpacked is for a file of which only the .br was embedded.
func (p *page) sendUnpacked(c echo.Context, name string) error {
	packed, err := p.files.Open(name + ".br")
	if err != nil {
		return err
	}
	defer packed.Close()
	plain, err := io.ReadAll(brotli.NewReader(packed))
	if err != nil {
		return err
	}
	return send(c, http.StatusOK, mimeType(name), plain)
}

func send(c echo.Context, status int, contentType string, body []byte) error {
	if c.Request().Method == http.MethodHead {
		h := c.Response().Header()
		h.Set("Content-Type", contentType)
		h.Set("Content-Length", strconv.Itoa(len(body)))
		return c.NoContent(status)
	}
	return c.Blob(status, contentType, body)
}

// mimeType is fixed for what a build holds: the system's own table may lack
// wasm, and browsers compile nothing else while it streams.
func mimeType(name string) string {
	switch path.Ext(name) {
	case ".wasm":
		return "application/wasm"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".webmanifest":
		return "application/manifest+json"
	}
	if known := mime.TypeByExtension(path.Ext(name)); known != "" {
		return known
	}
	return "application/octet-stream"
}

// acceptsCoding reads Accept-Encoding as RFC 9110, 12.5.3 has it: a coding by its
// name with a weight above zero, or a "*" that does not exclude it.
func acceptsCoding(headers []string, name string) bool {
	star := false
	for _, header := range headers {
		for item := range strings.SplitSeq(header, ",") {
			coding, parameters, _ := strings.Cut(item, ";")
			switch strings.ToLower(strings.TrimSpace(coding)) {
			case name:
				return weightAboveZero(parameters)
			case "*":
				star = weightAboveZero(parameters)
			}
		}
	}
	return star
}

// weightAboveZero reads "q=0.5"; no weight is 1, and one that is none is 0.
func weightAboveZero(parameters string) bool {
	name, value, found := strings.Cut(strings.TrimSpace(parameters), "=")
	if !found || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return strings.TrimSpace(parameters) == ""
	}
	weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	return err == nil && weight > 0 && weight <= 1
}
