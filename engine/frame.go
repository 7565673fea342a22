package engine

import (
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// Frame is a line of one of the pipes at the moment at which it gets its row in
// the index: its bytes are at hand then, and are not kept.
type Frame struct {
	Row     int    // in the index, from 0
	Kind    string // "request", "result", "text" …
	Run     int
	Stream  transcript.Stream
	No      int           // in the run's stream, from 1
	Offset  int64         // of its first byte in the stream
	T       int64         // microseconds
	Line    []byte        // until the call returns, like Message
	Message *wire.Message // nil on stderr
	Method  string        // of a response, that of its request
}

// OnFrame has every line told as it gets its row. It takes EnableIndex, and comes
// before the first event, too.
func (a *Analyzer) OnFrame(tell func(*Frame)) { a.idx.tell = tell }

// kindNames are the kinds of rows that are lines of a pipe.
var kindNames = [...]string{
	rowRequest: "request", rowNotification: "notification", rowResult: "result", rowError: "error", rowBatch: "batch",
	rowText: "text", rowStderr: "stderr", rowPartial: "partial",
}

func (i *index) addFrame(w *row, fr *frame, m *wire.Message) int32 {
	n := i.add(w)
	if i.tell == nil {
		return n
	}
	f := Frame{
		Row: int(n), Kind: kindNames[w.kind], Run: int(w.run), Stream: transcript.Stream(fr.st.id.String()), No: fr.no,
		Offset: fr.offset, T: w.t, Line: fr.line, Message: m,
	}
	switch w.kind {
	case rowRequest, rowNotification:
		f.Method = fr.method.text
	case rowResult, rowError:
		if fr.exchange != nil {
			f.Method = fr.exchange.method
		}
	}
	i.tell(&f)
	return n
}

// Shown is the beginning of a frame that stands at offset in its stream as a
// report shows bytes: secrets are masked and control characters are escapes. cut:
// the frame goes on.
func (a *Analyzer) Shown(run int, stream transcript.Stream, offset int64, head []byte, cut bool) string {
	for _, r := range a.runs {
		if r.no == run {
			if s := r.stream(streamOf(stream)); s != nil {
				return shown(s.masked(head, offset), excerptRunes, false, cut)
			}
		}
	}
	return shown(veiled(head), excerptRunes, false, cut)
}
