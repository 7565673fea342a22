package run

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"io"
	"strings"
	"time"

	"stdioscope/engine"
)

// Run does one run in the foreground and writes its transcript to w as it
// happens; w may be nil where Spec.Begin and Spec.Watch see enough. It returns when the last process is gone; a done ctx takes the server
// down in order first. The error is that of w or of a folder for the run: whatever
// the server does, also not to start at all, stands in the transcript.
func Run(ctx context.Context, spec Spec, w io.Writer) error {
	spec, cleanUp, err := spec.prepare()
	if err != nil {
		return err
	}
	defer cleanUp()
	r := newRunner(newID(time.Now()), spec, newWriter(w))
	return r.do(ctx, toolVersion(spec))
}

func toolVersion(spec Spec) string {
	if spec.Version != "" {
		return spec.Version
	}
	return engine.Version
}

// newID names a run: sortable by its start, unguessable enough to be unique.
func newID(now time.Time) string {
	var b [5]byte
	_, _ = rand.Read(b[:]) // never fails
	return now.UTC().Format("20060102-150405-") + strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}
