package transcript

import (
	"bytes"
	"strconv"

	"stdioscope/engine/wire"
)

// Reader reads a transcript in chunks of any size: set the two callbacks, call
// Write for the bytes as they come, and Close at the end. It keeps nothing but
// the unfinished line.
//
// It is tolerant of files written by hand: a byte order mark, CRLF, blank lines,
// fields that it does not know and fields that are missing are no errors, and
// events of a kind that it does not know are skipped. It refuses, with an error
// that stays, what is no transcript: a first line without "stdioscope", a version
// that it does not know, a line that is no JSON object or names no kind.
type Reader struct {
	// OnHeader takes the first line.
	OnHeader func(h *Header) error
	// OnEvent takes every event, with the offsets in the file of the line's first
	// byte and of the byte after its newline. The event and what it refers to are
	// valid during the call alone.
	OnEvent func(ev *Event, fileStart, fileEnd int64) error

	split       wire.Splitter
	emit        func(line []byte, offset int64)
	scan        wire.Message
	ev          Event
	code        int
	data        []byte // decoded bytes of the event at hand
	lines       int
	inBody      bool
	interrupted bool
	err         error
}

// FormatError says why a file is no transcript that this reader knows.
type FormatError struct {
	Line    int    // from 1
	Problem string // what is wrong with it
}

func (e *FormatError) Error() string {
	return "transcript line " + strconv.Itoa(e.Line) + ": " + e.Problem
}

// VersionError says that the file is a transcript of another format version.
type VersionError struct{ Version string }

func (e *VersionError) Error() string {
	return "transcript has format version " + e.Version + "; this reader knows version " + strconv.Itoa(Version)
}

// Write takes the next bytes of the file. Its error is that of the first line
// that could not be read, or the first that a callback returned; after it, more
// bytes are ignored and the same error comes again.
func (r *Reader) Write(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	if r.emit == nil {
		r.emit = r.line
	}
	r.split.Write(p, r.emit)
	if r.err != nil {
		return 0, r.err
	}
	return len(p), nil
}

// Close says that the file ends here. A last line without its newline counts
// when it is whole; half a line means that the recording was interrupted.
func (r *Reader) Close() error {
	if r.err != nil {
		return r.err
	}
	rest, offset := r.split.Rest()
	if len(bytes.TrimSpace(rest)) > 0 {
		r.line(rest, offset)
		if _, bad := r.err.(*FormatError); bad && r.inBody {
			r.err, r.interrupted = nil, true
		}
	}
	if r.err == nil && !r.inBody {
		r.err = &FormatError{Line: r.lines + 1, Problem: "no header: the file is empty"}
	}
	return r.err
}

// Held is how many bytes of an unfinished line are in memory.
func (r *Reader) Held() int {
	rest, _ := r.split.Rest()
	return len(rest)
}

// Interrupted reports whether the file ended in half a line. It is known after
// Close.
func (r *Reader) Interrupted() bool { return r.interrupted }

func (r *Reader) line(line []byte, offset int64) {
	if r.err != nil {
		return
	}
	r.lines++
	end := offset + int64(len(line)) + 1
	if r.inBody {
		known, err := r.parseEvent(line)
		if err == nil && known && r.OnEvent != nil {
			err = r.OnEvent(&r.ev, offset, end)
		}
		r.err = err
		return
	}
	if r.lines == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	if len(bytes.TrimSpace(line)) == 0 {
		return
	}
	h, err := r.parseHeader(line)
	if err == nil {
		r.inBody = true
		if r.OnHeader != nil {
			err = r.OnHeader(h)
		}
	}
	r.err = err
}

func (r *Reader) bad(problem string) error {
	return &FormatError{Line: r.lines, Problem: problem}
}

// object checks that a line is one JSON object and returns it.
func (r *Reader) object(line []byte) ([]byte, error) {
	wire.Scan(line, &r.scan)
	value := r.scan.Value.Of(line)
	if !isJSON(&r.scan) || wire.TypeOf(value) != wire.Object {
		return nil, r.bad("not a JSON object (column " + strconv.Itoa(r.scan.Fault.Column+1) + ")")
	}
	return value, nil
}

// isJSON reports whether a scanned line is JSON by RFC 8259; how deep it is
// nested and whether a name stands twice is the writer's affair.
func isJSON(m *wire.Message) bool {
	f := m.Fault
	return f.Layer == 0 || f.Layer > 2 || f.Code == wire.FaultDuplicateMember || f.Code == wire.FaultTooDeep
}

// DecodeAll reads a whole file. Unlike a Reader's, its events are the caller's
// to keep. The error is the Reader's; what was read before it is returned too.
func DecodeAll(file []byte) (*Header, []Event, error) {
	header := new(Header)
	var events []Event
	r := Reader{
		OnHeader: func(h *Header) error { *header = *h; return nil },
		OnEvent: func(ev *Event, _, _ int64) error {
			events = append(events, ev.Clone())
			return nil
		},
	}
	if _, err := r.Write(file); err != nil {
		return header, events, err
	}
	return header, events, r.Close()
}

// Clone is a copy that shares no memory with the event.
func (ev *Event) Clone() Event {
	c := *ev
	c.Data, c.ID, c.JSON = bytes.Clone(ev.Data), bytes.Clone(ev.ID), bytes.Clone(ev.JSON)
	if ev.Code != nil {
		code := *ev.Code
		c.Code = &code
	}
	return c
}
