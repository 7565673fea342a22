package engine

import (
	"sort"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// streamID is one of the three pipes of a child.
type streamID uint8

const (
	stdinStream streamID = iota
	stdoutStream
	stderrStream
	noStream
)

//go:noinline
func (s streamID) String() string {
	return [...]string{"stdin", "stdout", "stderr", ""}[s]
}

// streamOf finds a pipe by its name, letter by letter: it is asked of every event,
// and a comparison of strings is a call in the browser.
func streamOf(s transcript.Stream) streamID {
	if len(s) < 5 || len(s) > 6 || s[0] != 's' || s[1] != 't' || s[2] != 'd' {
		return noStream
	}
	switch {
	case len(s) == 5 && s[3] == 'i' && s[4] == 'n':
		return stdinStream
	case len(s) == 6 && s[3] == 'o' && s[4] == 'u' && s[5] == 't':
		return stdoutStream
	case len(s) == 6 && s[3] == 'e' && s[4] == 'r' && s[5] == 'r':
		return stderrStream
	}
	return noStream
}

// chunk is what the analyzer remembers of one event's bytes, as long as a line
// that began in it is unfinished.
type chunk struct {
	offset             int64 // of its first byte in the stream
	seq                int64 // number of the event
	t                  int64
	fileStart, fileEnd int64 // the event's line in the transcript file
	line               int   // of the pasted log
}

// maxChunks bounds the chunks remembered of one line. A line that came in more
// pieces keeps every second one: its bytes are then placed in the event before.
const maxChunks = 1 << 14

// stream is one pipe: its bytes cut into lines, and where each byte came from.
type stream struct {
	id       streamID
	split    wire.Splitter
	emit     func(line []byte, offset int64)
	bytes    int64
	frames   int
	closed   bool
	closedAt chunk // the event that closed it

	chunks  []chunk // in the order of their offsets
	last    *chunk  // the one whose lines are being judged; it follows them
	secrets []secretRange
	judged  int64 // offset+1 of the unfinished line that a silence was judged on; 0 = none
	partial *finding
	sum     string // the digest of the last line that was shown in part
	sumAt   int64
	sumOf   int  // its length
	stopped bool // a limit ended it: its unfinished line is our doing

	exception exception // that it told of last
}

// frame is the line that is being judged.
type frame struct {
	st     *stream
	no     int // 1-based
	line   []byte
	offset int64
	text   []byte // the message that is judged: the line, or a member of its batch
	base   int    // column of text within the line
	row    int32
	idText uint32 // the id in the index
	// What the message is about; see read.
	method   *name
	id       ident
	exchange *exchange // the open request that a response answers
	unowed   bool      // a member of a batch that nobody need answer
	// partial: no newline ended it
	partial bool
}

// begin makes the frame that of the next line of a stream. Field by field, it costs
// a fraction of an assignment of the whole.
func (fr *frame) begin(s *stream, line []byte, offset int64) {
	fr.st, fr.no = s, s.frames
	fr.line, fr.text = line, line
	fr.offset, fr.base, fr.row = offset, 0, noRow
	fr.method, fr.exchange = nil, nil
	fr.id.kind, fr.idText = noID, 0
	fr.unowed, fr.partial = false, false
}

// feed takes the bytes of one event.
func (s *stream) feed(c *chunk, data []byte) {
	if len(data) == 0 {
		return
	}
	c.offset = s.bytes
	s.bytes += int64(len(data))
	if len(s.chunks) >= maxChunks {
		kept := s.chunks[:1]
		for i := 2; i < len(s.chunks); i += 2 {
			kept = append(kept, s.chunks[i])
		}
		s.chunks = kept
	}
	s.last = c
	s.split.Write(data, s.emit)
	s.last = nil
	if rest, _ := s.split.Rest(); len(rest) == 0 {
		s.chunks = s.chunks[:0]
		return
	}
	s.chunks = append(s.chunks, *c)
	s.forgetBefore()
}

// forgetBefore drops the chunks that hold no byte of the unfinished line.
func (s *stream) forgetBefore() {
	_, start := s.split.Rest()
	first := s.index(start)
	if first > 0 {
		n := copy(s.chunks, s.chunks[first:])
		s.chunks = s.chunks[:n]
	}
}

// index is the chunk that holds a byte of the stream.
func (s *stream) index(offset int64) int {
	n := len(s.chunks)
	if n == 0 {
		return -1
	}
	if s.chunks[n-1].offset <= offset {
		return n - 1
	}
	i := sort.Search(n, func(i int) bool { return s.chunks[i].offset > offset }) - 1
	return max(i, 0)
}

// chunkAt is the chunk that holds a byte of the stream, as long as its line is
// unfinished or being judged.
func (s *stream) chunkAt(offset int64) *chunk {
	if s.last != nil && (s.last.offset <= offset || len(s.chunks) == 0) {
		return s.last
	}
	if i := s.index(offset); i >= 0 {
		return &s.chunks[i]
	}
	return &noChunk
}

var noChunk chunk // of bytes that no event brought
