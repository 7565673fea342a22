package run

import (
	"time"

	"stdioscope/engine/transcript"
)

func (r *runner) header(version string) *transcript.Header {
	return &transcript.Header{
		Version: transcript.Version,
		Source:  transcript.Source{Format: "launch"},
		Started: r.start.Format(time.RFC3339Nano),
		Command: maskedArgv(r.spec),
		Cwd:     r.spec.Dir,
		Env:     r.spec.EnvNames,
		Options: r.spec.Options,
		Tool:    transcript.Tool{Name: "stdioscope", Version: version},
	}
}
