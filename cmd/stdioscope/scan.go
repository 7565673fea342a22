package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"stdioscope/server/scan"
)

// scan looks through the source before anything is started; what it finds stands
// in the transcript and is judged with the rest.
func (p *plan) scan(ctx context.Context, stderr io.Writer) error {
	path := p.spec.Options.ScanPath
	if path == "" {
		return nil
	}
	result, err := awaited(ctx, func() (scan.Result, error) { return scan.Scan(path) })
	if err != nil {
		return unread(err, "source", "give the path of a source file or folder")
	}
	for _, s := range result.Skipped {
		fmt.Fprintf(stderr, "stdioscope: %s was not scanned: %s\n", s.File, s.Why)
	}
	for _, f := range result.Findings {
		b, err := json.Marshal(f)
		if err != nil {
			return failure(err, "")
		}
		p.spec.Findings = append(p.spec.Findings, b)
	}
	return nil
}
