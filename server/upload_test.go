package server

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stdioscope/server/run"
)

// emptyRuns is a manager without runs.
func emptyRuns(t *testing.T, data string) *run.Manager {
	t.Helper()
	runs, err := run.Open(data, run.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

// tightBench has bounds that a test can meet.
func tightBench(t *testing.T, bounds Bounds) *bench {
	t.Helper()
	data := t.TempDir()
	return serveBench(t, data, Config{Runs: emptyRuns(t, data), Token: testToken, Bounds: bounds})
}

func TestHostileUploads(t *testing.T) {
	ownTemp(t)
	b := tightBench(t, Bounds{Wire: 100 << 10, Unpacked: 1 << 20})
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	if w, err := z.Create("run.stdioscope.jsonl"); err != nil {
		t.Fatal(err)
	} else if _, err := io.WriteString(w, recording("x")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	header := strings.SplitAfter(recording(""), "\n")[0]
	tests := []struct {
		name, body string
		headers    []string
		want       int
	}{
		{"larger than the bound", recording(strings.Repeat("x", 100<<10)), nil, 413},
		{"a bomb of gzip", zipped(t, recording(strings.Repeat("x", 2<<20))), []string{"Content-Encoding: gzip"}, 413},
		{"a bomb in a bomb", zipped(t, zipped(t, strings.Repeat("x", 8<<20))), []string{"Content-Encoding: gzip"}, 422},
		{"declared as gzip, but none", recording("x"), []string{"Content-Encoding: gzip"}, 400},
		{"half a gzip", zipped(t, recording(strings.Repeat("x", 1000)))[:80], []string{"Content-Encoding: gzip"}, 400},
		{"a coding nobody knows", "x", []string{"Content-Encoding: br"}, 415},
		{"two codings", "x", []string{"Content-Encoding: gzip, gzip"}, 415},
		{"an archive", archive.String(), nil, 422},
		{"nothing", "", nil, 422},
		{"some other JSON", `{"a":1}` + "\n", nil, 422},
		{"a version that nobody knows", `{"stdioscope":99,"source":{"format":"launch"}}` + "\n", nil, 422},
		{"HTML", "<!doctype html><script>alert(1)</script>", nil, 422},
		{"a header and garbage", header + "garbage\n", nil, 422},
		{"an array as deep as it is long", header + strings.Repeat("[", 90<<10), nil, 201}, // half a line: the recording was interrupted
		{"JSON as deep as it is long on stdout", recording(strings.Repeat("[", 90<<10)), nil, 201},
		{"hostile text on stdout", recording(`\u001b]0;title\u0007\u202e<img src=x onerror=alert(1)>\u0000`), nil, 201},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := b.upload(testToken, "", tt.body, tt.headers...)
			if got.status != tt.want {
				t.Fatalf("status %d, want %d: %s", got.status, tt.want, got.body)
			}
			if tt.want >= 400 {
				got.problem(t)
				return
			}
			var shared Shared
			b.decode(got, &shared)
			b.isTame("/r/" + shared.ID)
		})
	}
	for _, query := range []string{"?name=a%00b", "?name=%ff%fe"} {
		if got := b.upload(testToken, query, recording("x")); got.status != http.StatusBadRequest {
			t.Errorf("%s: status %d, want 400", query, got.status)
		}
	}
	got := b.do("POST", "/api/shares", recording("x"), "Authorization: Bearer "+testToken, "Content-Type: text/plain")
	if got.status != http.StatusUnsupportedMediaType {
		t.Errorf("as plain text, which any form sends: status %d", got.status)
	}
}

// isTame fails when something that was uploaded could be obeyed on its way to a
// person: in the page, the pictures and the files that other tools read.
func (b *bench) isTame(link string) {
	b.t.Helper()
	for _, path := range everyPath {
		got := b.do("GET", link+path, "", "Accept-Encoding: identity")
		if got.status != http.StatusOK {
			b.t.Errorf("%s: status %d: %.200s", path, got.status, got.body)
		}
		if path == "/transcript" { // the bytes as they are: as a download of no type that a browser shows
			if kind := got.header.Get("Content-Type"); kind != transcriptType || !strings.HasPrefix(got.header.Get("Content-Disposition"), "attachment") {
				b.t.Errorf("the transcript is shown: %v", got.header)
			}
			continue
		}
		for _, obeyed := range []string{"<img", "\x00", "\x07", "\x1b", "\u202e"} {
			json := strings.HasSuffix(got.header.Get("Content-Type"), "json") // no browser takes it for HTML: nosniff
			if at := bytes.Index(got.body, []byte(obeyed)); at >= 0 && !(json && obeyed == "<img") {
				b.t.Errorf("%s holds %q: %.100q", path, obeyed, got.body[max(0, at-50):])
			}
		}
		if strings.HasSuffix(got.header.Get("Content-Type"), "xml") {
			for d := xml.NewDecoder(bytes.NewReader(got.body)); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					b.t.Errorf("%s is no XML: %v", path, err)
					break
				}
			}
		}
	}
}

// narrow gives its connections small buffers, so that little is needed to fill them.
type narrow struct{ net.Listener }

func (n narrow) Accept() (net.Conn, error) {
	conn, err := n.Listener.Accept()
	if err == nil {
		err = conn.(*net.TCPConn).SetWriteBuffer(4 << 10)
	}
	return conn, err
}

// A reader who takes nothing of a share or of the page is cut off, and holds no
// connection to the database meanwhile.
func TestReaderWhoTakesNothing(t *testing.T) {
	data := t.TempDir()
	ln, err := Listen("127.0.0.1:0", Loopback)
	if err != nil {
		t.Fatal(err)
	}
	b := serveBench(t, data, Config{Listener: narrow{ln}, Runs: emptyRuns(t, data), Token: testToken, Bounds: Bounds{ReaderTime: 50 * time.Millisecond}})
	noise := make([]byte, 1<<20)
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
	shared := b.shareIt(testToken, "", recording(base64.StdEncoding.EncodeToString(noise)))
	var conns []net.Conn
	for _, path := range []string{"/r/" + shared.ID + "/transcript", "/engine.bin"} {
		conn, err := net.Dial("tcp", b.host())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: "+b.host()+"\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		conns = append(conns, conn)
	}
	// The server's shutdown waits for the answer, which ends only by the deadline.
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := b.http.Shutdown(ctx); err != nil {
		t.Errorf("the reader was not cut off: %v", err)
	}
	for _, conn := range conns {
		if got, err := io.Copy(io.Discard, conn); got >= 1<<20 {
			t.Errorf("all %d bytes came (%v)", got, err)
		}
	}
}

// ownTemp gives the test a temporary folder of its own and fails when something
// is left in it.
func ownTemp(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Cleanup(func() {
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v %v", left, err)
		}
	})
}

// A body of a gigabyte that does not say its length is read to the bound only.
func TestEndlessBody(t *testing.T) {
	b := tightBench(t, Bounds{Wire: 1 << 20})
	var sent atomic.Int64 // the client may still be sending when it has the answer
	body := readerFunc(func(p []byte) (int, error) {
		if sent.Load() > 1<<30 {
			return 0, io.EOF
		}
		for i := range p {
			p[i] = 'x'
		}
		if sent.Load() == 0 {
			copy(p, recording(""))
		}
		sent.Add(int64(len(p)))
		return len(p), nil
	})
	r, err := http.NewRequestWithContext(t.Context(), "POST", b.Origin()+"/api/shares", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+testToken)
	r.Header.Set("Content-Type", transcriptType)
	response, err := http.DefaultClient.Do(r)
	if err == nil { // or the connection was closed under the client, which is as good
		response.Body.Close()
		if response.StatusCode != http.StatusRequestEntityTooLarge && response.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("status %d", response.StatusCode)
		}
	}
	if read := sent.Load(); read > 16<<20 {
		t.Errorf("%d bytes were read", read)
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A body that dribbles ends at the deadline, and its slot is free again.
func TestSlowBody(t *testing.T) {
	ownTemp(t)
	b := tightBench(t, Bounds{BodyTime: 50 * time.Millisecond, AtOnce: 1})
	conn, err := net.Dial("tcp", b.host())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = io.WriteString(conn, "POST /api/shares HTTP/1.1\r\nHost: "+b.host()+"\r\nAuthorization: Bearer "+testToken+"\r\n"+asTranscript+"\r\nContent-Length: 1000\r\n\r\n{\"stdio")
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn) // until the server hangs up
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(answer), "HTTP/1.1 400") {
		t.Errorf("answered %q", answer)
	}
	b.shareIt(testToken, "", recording("x"))
}

// While as many uploads as are allowed are being read, another is told to come back.
func TestTooManyUploadsAtOnce(t *testing.T) {
	b := tightBench(t, Bounds{AtOnce: 1})
	pipe, write := io.Pipe()
	r, err := http.NewRequestWithContext(t.Context(), "POST", b.Origin()+"/api/shares", pipe)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+testToken)
	r.Header.Set("Content-Type", transcriptType)
	// The body is sent when the server has begun to read it: it has the slot then.
	r.Header.Set("Expect", "100-continue")
	patient := &http.Transport{ExpectContinueTimeout: time.Minute}
	defer patient.CloseIdleConnections()
	first := make(chan int, 1)
	go func() {
		response, err := patient.RoundTrip(r)
		if err != nil {
			first <- 0
			return
		}
		response.Body.Close()
		first <- response.StatusCode
	}()
	text := recording("x")
	if _, err := io.WriteString(write, text[:20]); err != nil {
		t.Fatal(err)
	}
	got := b.upload(testToken, "", recording("y"))
	if got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") == "" {
		t.Errorf("status %d: %s", got.status, got.body)
	}
	if _, err := io.WriteString(write, text[20:]); err != nil {
		t.Fatal(err)
	}
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	if status := <-first; status != http.StatusCreated {
		t.Errorf("the first one: status %d", status)
	}
}
