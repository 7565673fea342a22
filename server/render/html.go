package render

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Page is what a page of one file holds beside its report. The page judges the
// transcript again by itself: Input's report must be that transcript's.
type Page struct {
	Viewer     []byte // the built viewer, with a place for a recording
	Transcript []byte // masked: whoever gets the file reads all of it
	Name       string // what the recording is called; may be ""
	Engine     string // that made the report
	Created    string // RFC 3339; "" when nobody knows
	// Rule is the page of a code, to be encoded as JSON; false when it has none.
	Rule func(code string) (any, bool)
}

// ErrNoViewer says that this binary was built without the page.
var ErrNoViewer = errors.New("the HTML page is not built into this binary")

// placeOfRecording is where the viewer takes a recording (ui/src/model/single.ts).
var placeOfRecording = []byte("<!--recording-->")

func writeHTML(out io.Writer, in Input) error {
	if in.Page == nil || len(in.Page.Viewer) == 0 {
		return ErrNoViewer
	}
	before, after, ok := bytes.Cut(in.Page.Viewer, placeOfRecording)
	if !ok || bytes.Contains(after, placeOfRecording) {
		return errors.New("the viewer has no place for a recording")
	}
	var report bytes.Buffer
	if err := writeJSON(&report, in); err != nil {
		return err
	}
	rules, err := json.Marshal(in.rulePages())
	if err != nil {
		return fmt.Errorf("the rules' pages: %w", err)
	}
	facts, err := json.Marshal(map[string]string{"name": in.Page.Name, "created": in.Page.Created, "engine": in.Page.Engine})
	if err != nil { // strings always encode
		panic(err)
	}
	var page bytes.Buffer
	page.Write(before)
	for _, part := range []struct {
		id      string
		content []byte
	}{{"transcript", in.Page.Transcript}, {"report", report.Bytes()}, {"rules", rules}, {"facts", facts}} {
		packed, err := pack(part.content)
		if err != nil {
			return err
		}
		fmt.Fprintf(&page, "<script type=\"application/gzip\" id=\"%s\">%s</script>\n", part.id, packed)
	}
	page.Write(after)
	_, err = out.Write(page.Bytes())
	return err
}

// rulePages are the pages of the codes that the report finds, each once: nothing
// can be fetched from a file.
func (in Input) rulePages() []any {
	pages := []any{}
	seen := map[string]bool{}
	for _, issue := range in.Report.Issues {
		if seen[issue.Code] || in.Page.Rule == nil {
			continue
		}
		seen[issue.Code] = true
		if page, ok := in.Page.Rule(issue.Code); ok {
			pages = append(pages, page)
		}
	}
	return pages
}

// pack is gzip in base64, in which no content can end the element that holds it.
func pack(content []byte) (string, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil { // the level is one
		panic(err)
	}
	if _, err := w.Write(content); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes()), nil
}
