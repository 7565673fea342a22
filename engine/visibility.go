package engine

import "stdioscope/engine/transcript"

// What a source cannot show is skipped, never passed.

// sight is what a header lets a transcript show. The zero value is that of a
// file without a header.
type sight struct {
	recorded bool           // the recorder saw everything that crossed the pipes
	hidden   [noStream]bool // pipes that were not kept
}

func sightOf(h *transcript.Header) (v sight) {
	f := h.Source.Format
	v.recorded = f == formatLaunch || f == formatRecord
	for _, hide := range h.Source.Hides {
		if s := streamOf(transcript.Stream(hide)); s != noStream {
			v.hidden[s] = true
		}
	}
	return v
}

// hides reports whether the source says that it did not keep something: "bytes",
// "timing", "exit" or a pipe.
//
//go:noinline
func (a *Analyzer) hides(what string) bool {
	for _, h := range a.header.Source.Hides {
		if h == what {
			return true
		}
	}
	return false
}

// recorded reports whether the recorder saw everything that crossed the pipes.
func (a *Analyzer) recorded() bool { return a.sight.recorded }

// sees reports whether the transcript shows a pipe. One that was not recorded by
// us shows stdin only when something stands on it.
func (r *run) sees(id streamID) bool {
	if id < noStream && r.a.sight.hidden[id] {
		return false
	}
	return id != stdinStream || r.a.recorded() || r.in.bytes > 0 || r.process.stdinEOF
}

// begunBefore reports whether a pasted log may begin in the middle of a session:
// somebody else kept it and no opening stands in it.
func (r *run) begunBefore() bool {
	l := &r.life
	return !r.a.recorded() && r.a.hides("bytes") && l.initializes+l.discovers+l.modernRequests == 0
}

// correlates reports whether an answer without a request means anything.
func (r *run) correlates() bool { return r.sees(stdinStream) }
