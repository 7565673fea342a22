package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"stdioscope/engine"
	"stdioscope/engine/diff"
	"stdioscope/engine/redact"
	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
	"stdioscope/server"
	"stdioscope/server/pages"
	"stdioscope/server/render"
	"stdioscope/ui"
)

// viewerFile is the built viewer among the page's files.
const viewerFile = "single.html"

// wantsPage says whether the transcript must be kept: a page of one file holds it.
func (p *plan) wantsPage() bool {
	return slices.ContainsFunc(p.outputs, func(o output) bool { return o.format == "html" })
}

// pageOf is what the HTML format renders: a masked copy of the transcript, since
// a file is passed on, with the report of that copy. What the masks changed is
// said on stderr.
func pageOf(v verdict, stderr io.Writer) (render.Input, error) {
	files, _ := ui.Files()
	viewer, err := fs.ReadFile(files, viewerFile)
	if errors.Is(err, fs.ErrNotExist) {
		return render.Input{}, failure(render.ErrNoViewer, "run "+ui.MakeTarget+" and build again")
	}
	if err != nil {
		return render.Input{}, failure(err, "")
	}
	masked, _, err := redact.Transcript(v.transcript, redact.Options{Names: ownNames()})
	if err != nil {
		return render.Input{}, failure(fmt.Errorf("mask the recording: %w", err), "")
	}
	copied, err := judgeBytes(masked)
	if err != nil {
		return render.Input{}, failure(fmt.Errorf("judge the masked recording: %w", err), "")
	}
	for _, c := range diff.Verdicts(v.report, copied) {
		fmt.Fprintf(stderr, "stdioscope: the masks changed the verdict of the HTML page: %s %s %s %s\n", c.Change, c.Severity, c.Code, c.Address)
	}
	return render.Input{Report: copied, Page: &render.Page{
		Viewer: viewer, Transcript: masked, Created: startOf(masked), Engine: server.Engine(),
		Rule: func(code string) (any, bool) { return pages.Lookup(code) },
	}}, nil
}

func judgeBytes(recording []byte) (*report.Report, error) {
	a := engine.New()
	if _, err := io.Copy(a, bytes.NewReader(recording)); err != nil {
		return nil, err
	}
	a.Close()
	return a.Report(), a.Err()
}

// startOf is when a recording was begun; "" when it does not say.
func startOf(recording []byte) string {
	started := ""
	line, _, _ := bytes.Cut(recording, []byte("\n"))
	r := transcript.Reader{OnHeader: func(h *transcript.Header) error { started = h.Started; return nil }}
	if _, err := r.Write(append(slices.Clone(line), '\n')); err != nil {
		return ""
	}
	return started
}
