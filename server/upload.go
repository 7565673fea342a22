package server

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"stdioscope/engine"
	"stdioscope/engine/redact"
	"stdioscope/engine/report"
	"stdioscope/server/store"
)

// Bounds are what one request for a share may cost, before anybody knows what it
// is; zero means the default.
type Bounds struct {
	Wire       int64         // bytes of an upload as sent; default 16 MiB
	Unpacked   int64         // bytes of its transcript; default 64 MiB
	BodyTime   time.Duration // for a whole upload; default 1 minute
	ReaderTime time.Duration // for one write to who reads a share; default 30 seconds
	AtOnce     int           // uploads at once, on this instance; default 4
	Line       int           // bytes of unfinished lines that an upload may hold in memory beside another that holds more; default 4 MiB
}

func (b Bounds) withDefaults() Bounds {
	orDefault(&b.Wire, 16<<20)
	orDefault(&b.Unpacked, 64<<20)
	orDefault(&b.BodyTime, time.Minute)
	orDefault(&b.ReaderTime, 30*time.Second)
	orDefault(&b.AtOnce, 4)
	orDefault(&b.Line, 4<<20)
	return b
}

func orDefault[T comparable](value *T, unset T) {
	var zero T
	if *value == zero {
		*value = unset
	}
}

// judged is an upload that was a transcript: packed, with the report that this
// server's own engine made of it. A report that the client sends along would be
// no more than its word.
type judged struct {
	transcript, report store.Blob
	preview            string
	spool              *store.Spool
}

// receive reads an upload to its end in pieces, so that memory does not grow with
// it. The caller closes the spool.
func (s *Server) receive(c echo.Context) (judged, error) {
	release, err := s.slot(c)
	if err != nil {
		return judged{}, err
	}
	defer release()
	body, err := s.uploadBody(c)
	if err != nil {
		return judged{}, err
	}
	up, err := judge(c.Request().Context(), body, s.memory)
	if errors.Is(err, errNoMemory) {
		return judged{}, comeBack(c)
	}
	return up, err
}

// slot bounds how many uploads are read at once; who comes later is told to come back.
func (s *Server) slot(c echo.Context) (release func(), err error) {
	select {
	case s.uploads <- struct{}{}:
		return func() { <-s.uploads }, nil
	default:
		return nil, comeBack(c)
	}
}

func comeBack(c echo.Context) error {
	c.Response().Header().Set("Retry-After", "5")
	return refuse(http.StatusServiceUnavailable, "", "try again in some seconds", "too many uploads at once")
}

// uploadBody is the transcript, unpacked and bounded on the way.
func (s *Server) uploadBody(c echo.Context) (io.Reader, error) {
	r := c.Request()
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != transcriptType {
		return nil, refuse(http.StatusUnsupportedMediaType, "Content-Type", "send "+transcriptType, "the body is not declared as a transcript")
	}
	bounds := s.cfg.Bounds
	if r.ContentLength > bounds.Wire {
		return nil, &http.MaxBytesError{Limit: bounds.Wire}
	}
	// One deadline for the whole body: a client that dribbles ends as one that stops.
	if err := http.NewResponseController(c.Response()).SetReadDeadline(time.Now().Add(bounds.BodyTime)); err != nil {
		return nil, err
	}
	var body io.Reader = http.MaxBytesReader(c.Response(), r.Body, bounds.Wire)
	switch coding := strings.ToLower(r.Header.Get("Content-Encoding")); coding {
	case "", "identity":
	case "gzip":
		if body, err = gzip.NewReader(body); err != nil {
			return nil, unreadable(err)
		}
	default:
		return nil, refuse(http.StatusUnsupportedMediaType, "Content-Encoding", "send it as it is, or as gzip", "%q is not known here", clip(coding))
	}
	return &boundedReader{from: body, left: bounds.Unpacked, limit: bounds.Unpacked}, nil
}

// boundedReader fails where io.LimitReader would silently cut: a bomb ends here.
type boundedReader struct {
	from        io.Reader
	left, limit int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, &http.MaxBytesError{Limit: b.limit}
	}
	n, err := b.from.Read(p[:min(int64(len(p)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		return 0, &http.MaxBytesError{Limit: b.limit}
	}
	return n, err
}

// judge reads a transcript to its end and packs it.
func judge(ctx context.Context, body io.Reader, m *memory) (judged, error) {
	spool, err := store.NewSpool()
	if err != nil {
		return judged{}, err
	}
	up, err := judgeInto(ctx, body, spool, m)
	if err != nil {
		return judged{}, errors.Join(err, spool.Close())
	}
	return up, nil
}

// judgeInto feeds spool and engine with the same bytes.
func judgeInto(ctx context.Context, body io.Reader, spool *store.Spool, m *memory) (judged, error) {
	lease := lease{of: m}
	defer lease.end()
	analyzer := engine.New()
	buffer := make([]byte, 64<<10)
	for {
		n, err := body.Read(buffer)
		if _, err := spool.Write(buffer[:n]); err != nil {
			return judged{}, err
		}
		if _, err := analyzer.Write(buffer[:n]); err != nil {
			return judged{}, noTranscript(err)
		}
		if err := lease.take(ctx, analyzer.Held()); err != nil {
			return judged{}, err
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return judged{}, unreadable(err)
		}
		if ctx.Err() != nil { // nobody waits for the answer any more
			return judged{}, ctx.Err()
		}
	}
	analyzer.Close()
	if err := analyzer.Err(); err != nil {
		return judged{}, noTranscript(err)
	}
	verdict := analyzer.Report()
	up := judged{spool: spool, preview: previewOf(verdict)}
	var err error
	if up.transcript, err = spool.Finish(); err != nil {
		return judged{}, err
	}
	up.report, err = store.BlobOf(verdict.JSON())
	return up, err
}

func noTranscript(err error) error {
	return refuse(http.StatusUnprocessableEntity, "body", "share a recording: *.stdioscope.jsonl", "it cannot be read as a transcript: %v", err)
}

// unreadable says that a body did not come whole; a bound that was met keeps its
// own words.
func unreadable(err error) error {
	var tooBig *http.MaxBytesError
	if errors.As(err, &tooBig) {
		return err
	}
	return badField("body", "", "the body did not come whole: %v", err)
}

// ShareLocally judges a transcript and stores it, for the command line, which
// shares on this machine without a server that runs. The link begins with origin.
func ShareLocally(ctx context.Context, shares *store.Store, origin string, up Upload, now time.Time) (Shared, error) {
	if err := checkName(up.Name); err != nil {
		return Shared{}, err
	}
	lasts, err := parseExpiry(up.Expires)
	if err != nil {
		return Shared{}, err
	}
	j, err := judge(ctx, up.Body, nil)
	if err != nil {
		return Shared{}, err
	}
	defer j.spool.Close()
	share, deletion, err := shares.Put(ctx, j.upload(up.Name, after(now, lasts)), now)
	if err != nil {
		return Shared{}, err
	}
	return sharedOf(share, deletion, origin, "machine"), nil
}

// upload is what the store takes of it.
func (j judged) upload(name string, expires time.Time) store.Upload {
	return store.Upload{Name: name, Expires: expires, Engine: Engine(), Preview: j.preview, Transcript: j.transcript, Report: j.report}
}

// maxPreview bounds the sentence that chat tools show, in characters.
const maxPreview = 240

// previewOf is the verdict in a sentence. It is masked once more, whatever the
// sharer did: a preview is read by many who do not open the link.
func previewOf(r *report.Report) string {
	text := "No violation found."
	if r.FirstViolation != nil {
		text = r.FirstViolation.Message
		if r.FirstViolation.Address != "" {
			text = r.FirstViolation.Address + ": " + text
		}
	}
	if r.Summary.Badge.Message != "" {
		text = strings.ToUpper(r.Summary.Badge.Message) + " · " + text
	}
	return plainText(string(redact.Text([]byte(text))), maxPreview)
}

// plainText keeps a line of text free of what hides or reorders it elsewhere:
// control characters and those that change the writing direction.
func plainText(text string, most int) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n == most {
			b.WriteString("…")
			break
		}
		if hides(r) {
			r = '�'
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// hides says whether a character is obeyed instead of shown.
func hides(r rune) bool {
	switch {
	case r < ' ', r >= 0x7f && r < 0xa0, // C0, DEL, C1
		r == 0x061c, r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f, // zero width, bidi
		r == 0xfeff, r >= 0xe0000 && r <= 0xe0fff: // BOM, tags
		return true
	}
	return false
}
