package intake

import (
	"bytes"
	"errors"

	"stdioscope/engine/transcript"
)

// Options narrows what is read.
type Options struct {
	As      string // a format's name; "" = recognise
	Server  string // only sessions of this server
	Session int    // only this session, from 1; 0 = all
}

// Session is one life of one server in the source.
type Session struct {
	Number    int    `json:"number"` // from 1, in order of appearance
	Server    string `json:"server,omitempty"`
	FirstLine int    `json:"firstLine,omitempty"`
	LastLine  int    `json:"lastLine,omitempty"`
	Frames    int    `json:"frames"`
	Evidence  int    `json:"evidence"`
}

// Summary is what was found.
type Summary struct {
	Format     string    `json:"format"`
	Confidence string    `json:"confidence"` // high, medium, low
	Hides      []string  `json:"hides"`
	Sessions   []Session `json:"sessions"`
	UTF16      bool      `json:"utf16,omitempty"` // the source was a UTF-16 text, decoded
}

// Emit takes the next bytes of one session's transcript. They are valid during
// the call alone.
type Emit func(session int, transcript []byte)

// ErrUnrecognised is returned by Close for a source in which nothing looks like
// JSON or like a known format.
var ErrUnrecognised = errors.New(`nothing in it looks like JSON or like the log of a known client; if it is what a server wrote to stdout, say so: --as raw`)

// ErrNoSession is returned when the source holds no session of that number or
// server.
var ErrNoSession = errors.New("the source holds no such session")

const (
	probeLines = 50        // non-empty lines that recognition looks at
	probeBytes = 256 << 10 // and as many bytes at most
)

// parser reads the lines of one format.
type parser interface {
	// line takes one line without its end; n counts from 1.
	line(n int, text []byte)
	// close takes the end of the source.
	close()
}

// byteParser is a parser that wants the bytes, not lines.
type byteParser interface {
	bytes(p []byte)
	close()
}

// Reader recognises and converts. Errors stand in Close; Write never fails.
type Reader struct {
	opts   Options
	out    *sink
	probe  []byte // what came before the format was known
	format *format
	lines  parser
	raw    byteParser
	split  lineSplitter
	utf16  *utf16Decoder
	asUTF8 bool // the decoder's output is being read
}

// New gives a Reader that hands transcripts to emit.
func New(opts Options, emit Emit) *Reader {
	return &Reader{opts: opts, out: newSink(opts, emit)}
}

// Write takes the next bytes.
func (r *Reader) Write(p []byte) (int, error) {
	if r.format == nil {
		r.probe = append(r.probe, p...)
		if len(r.probe) >= probeBytes || nonEmptyLines(r.probe) > probeLines {
			r.recognise()
		}
		return len(p), nil
	}
	r.feed(p)
	return len(p), nil
}

// Close takes the end of the source. The Reader is of no use afterwards.
func (r *Reader) Close() (Summary, error) {
	if r.format == nil {
		r.recognise()
	}
	if r.format == nil {
		if r.opts.As != "" {
			return Summary{}, errors.New("unknown format " + quoteName(r.opts.As) + "; known are " + joinNames(Formats()))
		}
		return Summary{}, ErrUnrecognised
	}
	if r.raw != nil {
		r.raw.close()
	} else {
		r.split.close(r.lines.line)
		r.lines.close()
	}
	summary := r.out.close()
	summary.UTF16 = r.utf16 != nil
	if (r.opts.Session > 0 || r.opts.Server != "") && r.out.emitted == 0 {
		return summary, ErrNoSession
	}
	return summary, nil
}

// recognise picks the format and hands it what was kept.
func (r *Reader) recognise() {
	text := r.probe
	decoder := newUTF16Decoder(text)
	if decoder != nil {
		text = decoder.decode(nil, text)
	}
	r.format = pick(r.opts.As, text)
	if r.format == nil {
		return
	}
	if decoder != nil && r.format.bytes == nil && r.format.name != "raw" {
		// A log saved as UTF-16. Raw stdout in UTF-16 is the server's own fault
		// and reaches the engine byte by byte.
		r.utf16 = newUTF16Decoder(r.probe)
	} else if decoder != nil {
		r.format = pick("raw", nil)
	}
	r.out.begin(r.format)
	if r.format.bytes != nil {
		r.raw = r.format.bytes(r.out)
	} else {
		r.lines = r.format.lines(r.out)
	}
	probe := r.probe
	r.probe = nil
	r.feed(probe)
}

func (r *Reader) feed(p []byte) {
	if r.utf16 != nil {
		p = r.utf16.decode(nil, p)
	}
	if r.raw != nil {
		r.raw.bytes(p)
		return
	}
	r.split.write(p, r.lines.line)
}

// Convert is the one-shot form: the transcript of the first session.
func Convert(src []byte, opts Options) ([]byte, Summary, error) {
	var out []byte
	r := New(opts, func(session int, p []byte) {
		if opts.Session > 0 || opts.Server != "" || session == 1 {
			out = append(out, p...)
		}
	})
	_, _ = r.Write(src) // never fails
	summary, err := r.Close()
	return out, summary, err
}

// lineSplitter cuts at LF; a CR before it belongs to the log.
type lineSplitter struct {
	rest []byte
	n    int
}

func (s *lineSplitter) write(p []byte, line func(int, []byte)) {
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			s.rest = append(s.rest, p...)
			return
		}
		s.n++
		if len(s.rest) > 0 {
			s.rest = append(s.rest, p[:i]...)
			line(s.n, trimCR(s.rest))
			s.rest = s.rest[:0]
		} else {
			line(s.n, s.trimmed(p[:i]))
		}
		p = p[i+1:]
	}
}

// trimmed drops a BOM from the first line.
func (s *lineSplitter) trimmed(line []byte) []byte {
	if s.n == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	return trimCR(line)
}

func (s *lineSplitter) close(line func(int, []byte)) {
	if len(s.rest) > 0 {
		s.n++
		line(s.n, s.trimmed(s.rest))
	}
}

func trimCR(b []byte) []byte { return bytes.TrimSuffix(b, []byte("\r")) }

func nonEmptyLines(b []byte) int {
	n := 0
	for line := range bytes.Lines(b) {
		if len(bytes.TrimSpace(line)) > 0 {
			n++
		}
	}
	return n
}

func quoteName(s string) string { return `"` + s + `"` }

func joinNames(names []string) string {
	out := ""
	for i, n := range names {
		if i > 0 {
			out += ", "
		}
		out += n
	}
	return out
}

// source is the header's account of a session.
func (s Summary) source() transcript.Source {
	return transcript.Source{Format: s.Format, Confidence: s.Confidence, Hides: s.Hides, Sessions: len(s.Sessions)}
}
