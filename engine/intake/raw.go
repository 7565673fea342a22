package intake

import (
	"bytes"

	"stdioscope/engine/transcript"
)

// Raw makes a transcript of what a server wrote to stdout, byte for byte.
func Raw(stdout []byte) []byte {
	out, _, _ := Convert(stdout, Options{As: "raw"}) // a forced raw source cannot fail
	return out
}

// passthrough hands a transcript on as it is.
type passthrough struct {
	s     *sink
	begun bool
}

func newPassthrough(s *sink) byteParser { return &passthrough{s: s} }

func (p *passthrough) bytes(b []byte) {
	if !p.begun && len(b) > 0 {
		p.begun = true
		b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	}
	c := p.s.current("", 1)
	p.s.admit(c)
	c.flowing, c.whole = true, true
	if p.s.wanted(c) {
		p.s.emitted = 1
		p.s.emit(c.Number, b)
	}
}

// close keeps the sink from adding a header or an end: the file has its own.
func (p *passthrough) close() {}

// raw is the stdout of one server.
type raw struct {
	s    *sink
	rest []byte // the beginning of a character at the end of a piece
}

func newRaw(s *sink) byteParser { return &raw{s: s} }

func (r *raw) bytes(b []byte) {
	c := r.s.current("", 0)
	for len(b) > 0 {
		n := min(len(b), 256<<10)
		piece := append(r.rest, b[:n]...)
		b = b[n:]
		cut := len(piece) - unfinished(piece)
		if cut > 0 {
			r.s.event(c, &transcript.Event{Kind: transcript.KindStdout, Data: piece[:cut]})
		}
		r.rest = append([]byte(nil), piece[cut:]...)
	}
}

func (r *raw) close() {
	if len(r.rest) > 0 {
		r.s.event(r.s.current("", 0), &transcript.Event{Kind: transcript.KindStdout, Data: r.rest})
	}
}

// unfinished is the length of a character that b ends in the middle of, so that
// chunks of valid text stay text in the transcript.
func unfinished(b []byte) int {
	for back := 1; back <= 3 && back <= len(b); back++ {
		c := b[len(b)-back]
		if c < 0x80 {
			return 0
		}
		if c >= 0xC0 {
			need := 2
			if c >= 0xF0 {
				need = 4
			} else if c >= 0xE0 {
				need = 3
			}
			if back < need {
				return back
			}
			return 0
		}
	}
	return 0
}
