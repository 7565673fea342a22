package intake

import (
	"bytes"
	"errors"
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
var ErrUnrecognised = errors.New(`nothing in it looks like JSON or like the log of a known client`)

// ErrNoSession is returned when the source holds no session of that number or
// server.
var ErrNoSession = errors.New("the source holds no such session")

const (
	probeLines = 50        // non-empty lines that recognition looks at
	probeBytes = 256 << 10 // and as many bytes at most
	probeLimit = 8 << 20   // of a text that was not recognised so far
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
	next   int    // how much of it there must be before the next try
	format *format
	lines  parser
	raw    byteParser
	split  lineSplitter
	wrap   wrapping
	fence  bool // the lines at hand stand within a fence
	utf16  *utf16Decoder
	left   bool // before the end of the source
}

// New gives a Reader that hands transcripts to emit.
func New(opts Options, emit Emit) *Reader {
	return &Reader{opts: opts, out: newSink(opts, emit)}
}

// Write takes the next bytes.
func (r *Reader) Write(p []byte) (int, error) {
	if r.format != nil {
		r.feed(p)
		return len(p), nil
	}
	r.probe = append(r.probe, p[:min(len(p), max(0, probeLimit-len(r.probe)))]...)
	if r.ripe(p) {
		r.recognise()
		if r.format == nil {
			r.next = 2 * max(len(r.probe), probeBytes)
		}
	}
	return len(p), nil
}

// ripe says whether enough came to recognise the format; p is what came last.
func (r *Reader) ripe(p []byte) bool {
	switch {
	case len(r.probe) < r.next:
		return false
	case len(r.probe) >= probeBytes:
		return true
	}
	return bytes.IndexByte(p, '\n') >= 0 && nonEmptyLines(r.probe) > probeLines
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
	switch {
	case r.raw != nil:
		r.raw.close()
	case r.left:
		r.lines.close()
	default:
		r.split.close(r.line)
		r.lines.close()
	}
	summary := r.out.close()
	summary.UTF16 = r.utf16 != nil
	if (r.opts.Session > 0 || r.opts.Server != "") && r.out.emitted == 0 {
		return summary, ErrNoSession
	}
	return summary, nil
}

// Leave is Close before the end of the source: a line that is not whole yet is no
// fault, and the transcripts say that they were interrupted.
func (r *Reader) Leave() (Summary, error) {
	r.left, r.out.left = true, true
	return r.Close()
}

// recognise picks the format and hands it what was kept.
func (r *Reader) recognise() {
	text := r.probe
	decoder := newUTF16Decoder(text)
	if decoder != nil {
		text = decoder.decode(nil, text)
	}
	g := pick(r.opts.As, text)
	if g.format == nil && decoder != nil { // a byte order mark alone makes no UTF-16
		decoder = nil
		g = pick(r.opts.As, r.probe)
	}
	if g.format == nil {
		return
	}
	r.format, r.wrap = g.format, g.wrap
	// Raw stdout in UTF-16 is the server's own fault and reaches the engine byte
	// by byte; anything else was saved so by an editor or a shell.
	if decoder != nil && r.format.name != formatRaw {
		r.utf16 = newUTF16Decoder(r.probe)
	}
	r.out.begin(r.format, g.confidence())
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
	r.split.write(p, r.line)
}

// line hands a line to the format's parser without what a paste put around it.
// Colours come off only where they hide what the format is known by: elsewhere
// they may be the server's own.
func (r *Reader) line(n int, text []byte) {
	text, ok := r.wrap.take(text)
	if !ok {
		r.fence = !r.fence
		return
	}
	if r.wrap.within && r.format.plain && !r.fence {
		return
	}
	if score := r.format.score; score != nil && bytes.IndexByte(text, 0x1b) >= 0 && score(text) == 0 {
		if plain := stripANSI(text); score(plain) > 0 {
			text = plain
		}
	}
	r.lines.line(n, text)
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
