package render_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/report"
	"stdioscope/server/render"

	"github.com/google/go-cmp/cmp"
)

const recorded = `{"stdioscope":1,"source":{"format":"launch"},"command":["node","s.js"],"options":{}}
{"t":1,"k":"spawn","pid":7}
{"t":2,"k":"stdout","text":"</script><script>alert(1)</script><!--recording-->\n"}
{"t":3,"k":"stdout","text":"again\n"}
{"t":4,"k":"end"}
`

func judge(t *testing.T) *report.Report {
	t.Helper()
	a := engine.New()
	if _, err := a.Write([]byte(recorded)); err != nil {
		t.Fatal(err)
	}
	a.Close()
	return a.Report()
}

// parts unpacks what a page of one file holds.
func parts(t *testing.T, page string) map[string]string {
	t.Helper()
	held := map[string]string{}
	for _, found := range regexp.MustCompile(`<script type="application/gzip" id="(\w+)">([^<]*)</script>\n`).FindAllStringSubmatch(page, -1) {
		packed, err := base64.StdEncoding.DecodeString(found[2])
		if err != nil {
			t.Fatal(err)
		}
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		held[found[1]] = string(content)
	}
	return held
}

func TestHTMLHoldsTheRecording(t *testing.T) {
	r := judge(t)
	asked := 0
	in := render.Input{Report: r, Page: &render.Page{
		Viewer: []byte("<body>$1<!--recording--></body>\n"), Transcript: []byte(recorded), Name: `"x"`, Created: "2026-11-30T10:00:00Z", Engine: "1.0.0+0123456789ab",
		Rule: func(code string) (any, bool) {
			asked++
			return map[string]string{"code": code}, code == r.Issues[0].Code
		},
	}}
	var out, again bytes.Buffer
	if err := render.Write(&out, "html", in); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if !strings.HasPrefix(page, "<body>$1<script") || !strings.HasSuffix(page, "</script>\n</body>\n") || strings.Contains(page, "alert") {
		t.Errorf("got %s", page)
	}
	want := map[string]string{
		"transcript": recorded,
		"report":     string(r.JSON()),
		"rules":      `[{"code":"` + r.Issues[0].Code + `"}]`,
		"facts":      `{"created":"2026-11-30T10:00:00Z","engine":"1.0.0+0123456789ab","name":"\"x\""}`,
	}
	if diff := cmp.Diff(want, parts(t, page)); diff != "" {
		t.Error(diff)
	}
	codes := map[string]bool{}
	for _, issue := range r.Issues {
		codes[issue.Code] = true
	}
	if asked != len(codes) {
		t.Errorf("asked for %d pages, there are %d codes", asked, len(codes))
	}
	if err := render.Write(&again, "html", in); err != nil || again.String() != page {
		t.Errorf("the same page is not the same bytes: %v", err)
	}
}

func TestHTMLNeedsItsViewer(t *testing.T) {
	r := judge(t)
	for name, page := range map[string]*render.Page{
		"none": nil, "not built": {}, "no place": {Viewer: []byte("<body>")}, "two places": {Viewer: []byte("<!--recording--><!--recording-->")},
	} {
		var out bytes.Buffer
		if err := render.Write(&out, "html", render.Input{Report: r, Page: page}); err == nil || out.Len() > 0 {
			t.Errorf("%s: wrote %d bytes, error %v", name, out.Len(), err)
		} else if page == nil && !errors.Is(err, render.ErrNoViewer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
