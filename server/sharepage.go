package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"stdioscope/engine/report"
	"stdioscope/server/render"
	"stdioscope/server/store"
)

// What is served under /r/ID is open to whoever has the link, asks for no token
// and leads to nothing but itself.

// share finds the share of a link.
func (s *Server) share(c echo.Context) (store.Share, error) {
	c.Response().Header().Set("X-Robots-Tag", "noindex, nofollow")
	return s.cfg.Store.Get(c.Request().Context(), c.Param("id"), s.cfg.Now())
}

// getSharePage is the shell, with what chat tools show of the link. The page
// itself fetches the transcript and judges it again.
func (s *Server) getSharePage(c echo.Context) error {
	share, err := s.share(c)
	if err != nil {
		problem := problemOf(err)
		if wantsHTML(c.Request()) && problem.Status < http.StatusInternalServerError {
			return serveHTML(c, problem.Status, s.page.below) // the page says why
		}
		return err
	}
	return serveHTML(c, http.StatusOK, withPreview(s.page.below, share, s.Origin()))
}

// withPreview adds the metadata to the shell's head. All of it is text from
// outside and is escaped for an attribute.
func withPreview(shell []byte, share store.Share, origin string) []byte {
	title := plainText(share.Name, maxName)
	if title == "" {
		title = "A recorded MCP server"
	}
	var b strings.Builder
	meta := func(kind, name, content string) {
		b.WriteString(`<meta ` + kind + `="` + name + `" content="` + html.EscapeString(content) + "\">\n")
	}
	meta("name", "robots", "noindex, nofollow")
	meta("name", "description", share.Preview)
	meta("property", "og:type", "website")
	meta("property", "og:site_name", "stdioscope")
	meta("property", "og:title", title)
	meta("property", "og:description", share.Preview)
	meta("property", "og:url", origin+"/r/"+share.ID)
	meta("name", "twitter:card", "summary")
	head := []byte("</head>")
	if !bytes.Contains(shell, head) { // the page that is not built has none
		return shell
	}
	return bytes.Replace(shell, head, []byte(b.String()+"</head>"), 1)
}

// shareFacts is what the page needs beside transcript and report.
type shareFacts struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	Created    time.Time  `json:"created"`
	Expires    *time.Time `json:"expires"` // null = never
	Engine     string     `json:"engine"`
	Preview    string     `json:"preview"`
	Size       int64      `json:"size"`
	Transcript string     `json:"transcriptSha256"`
	Report     string     `json:"reportSha256"`
}

func (s *Server) getShareFacts(c echo.Context) error {
	share, err := s.share(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, shareFacts{
		ID: share.ID, Name: share.Name, Created: share.Created, Expires: orNull(share.Expires), Engine: share.Engine,
		Preview: share.Preview, Size: share.Size, Transcript: share.Transcript, Report: share.Report,
	})
}

func (s *Server) getShareTranscript(c echo.Context) error {
	share, err := s.share(c)
	if err != nil {
		return err
	}
	name := downloadName(plainText(share.Name, maxName), nil, share.Created)
	c.Response().Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return s.serveBlob(c, share.Transcript, transcriptType)
}

func (s *Server) getShareReport(c echo.Context) error {
	share, err := s.share(c)
	if err != nil {
		return err
	}
	return s.serveBlob(c, share.Report, "application/json")
}

// serveBlob sends a content as it lies in the store where the client takes gzip.
// It may be kept, but is asked for each time, so that what was taken back is gone.
func (s *Server) serveBlob(c echo.Context, digest, kind string) error {
	h := c.Response().Header()
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Vary", "Accept-Encoding")
	packed := acceptsCoding(c.Request().Header.Values("Accept-Encoding"), "gzip")
	etag := `"` + digest + `"`
	if packed {
		etag = `"` + digest + `-gzip"`
	}
	h.Set("ETag", etag)
	if c.Request().Header.Get("If-None-Match") == etag {
		return c.NoContent(http.StatusNotModified)
	}
	h.Set("Content-Type", kind)
	ctx := c.Request().Context()
	content := s.cfg.Store.Packed(ctx, digest)
	if packed {
		h.Set("Content-Encoding", "gzip")
	} else {
		unpacked, err := s.cfg.Store.Content(ctx, digest)
		if err != nil {
			return err
		}
		content = unpacked
	}
	if c.Request().Method == http.MethodHead {
		return c.NoContent(http.StatusOK)
	}
	return copyPatiently(c, content, s.cfg.Bounds.ReaderTime)
}

// copyPatiently sends with a deadline a piece, so that a reader who takes nothing
// holds the connection for a while only.
func copyPatiently(c echo.Context, content io.Reader, patience time.Duration) error {
	control := http.NewResponseController(c.Response())
	buffer := make([]byte, 64<<10)
	for {
		n, err := content.Read(buffer)
		if n > 0 {
			if err := control.SetWriteDeadline(deadline(patience)); err != nil && !errors.Is(err, errors.ErrUnsupported) {
				return err
			}
			if _, err := c.Response().Write(buffer[:n]); err != nil {
				return nil // the client is gone
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// getShareAs renders the stored report in one of render's formats.
func (s *Server) getShareAs(format, kind string) echo.HandlerFunc {
	return func(c echo.Context) error {
		share, err := s.share(c)
		if err != nil {
			return err
		}
		stored, err := s.storedReport(c, share)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		if err := render.Write(&out, format, render.Input{Report: stored}); err != nil {
			return err
		}
		h := c.Response().Header()
		h.Set("Cache-Control", "no-cache")
		if strings.HasPrefix(format, "badge") { // made to be shown on other sites
			h.Set("Cache-Control", "public, max-age=300")
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		return send(c, http.StatusOK, kind, out.Bytes())
	}
}

// deadline is none at all for a patience of zero.
func deadline(patience time.Duration) time.Time {
	if patience == 0 {
		return time.Time{}
	}
	return time.Now().Add(patience)
}

func (s *Server) storedReport(c echo.Context, share store.Share) (*report.Report, error) {
	content, err := s.cfg.Store.Content(c.Request().Context(), share.Report)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	var stored report.Report
	if err := json.NewDecoder(content).Decode(&stored); err != nil {
		return nil, err
	}
	return &stored, nil
}
