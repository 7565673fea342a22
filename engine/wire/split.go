package wire

import "hash"

// Splitter turns the chunks of a stream into its lines. The lines and offsets
// do not depend on how the bytes were chunked. The zero value is ready for use.
type Splitter struct {
	// Limit, when above 0, bounds what is kept: of a line longer than Limit only the
	// first Keep bytes reach emit, and Cut tells its true length. 0 = no bound.
	Limit int
	Keep  int // 0 = DefaultKeep
	// Hash, when not nil, takes the whole of every line that is cut.
	Hash hash.Hash

	// Ahead, when not nil, is the message into which emit scans every line. Where a
	// search for newlines is dear, most lines are then read before their end is known.
	Ahead *Message

	line   []byte // the unfinished line, or its head once it is cut
	start  int64  // its offset in the stream
	length int64  // its true length so far
	cut    bool   // it is longer than Limit
}

// DefaultKeep is how much of a cut line is kept.
const DefaultKeep = 160

// longLine is where a line begins to be long.
const longLine = 1 << 20

// Write takes the next bytes of the stream and calls emit for every line that
// they complete: the line without its newline, and the offset of its first byte
// in the stream. The line is valid during the call alone.
func (s *Splitter) Write(chunk []byte, emit func(line []byte, offset int64)) {
	for len(chunk) > 0 {
		n := -1
		if s.Ahead != nil && readsAhead && s.length == 0 {
			n = s.Ahead.scanAhead(chunk)
		}
		if n < 0 {
			n = newline(chunk)
		}
		if n < 0 {
			s.hold(chunk)
			return
		}
		if s.length == 0 && (s.Limit <= 0 || n <= s.Limit) {
			// The common case: the whole line lies in the chunk.
			s.length = int64(n)
			emit(chunk[:n:n], s.start)
			if s.Ahead != nil {
				s.Ahead.ahead = nil
			}
			s.length = 0
			s.start += int64(n) + 1
			chunk = chunk[n+1:]
			continue
		}
		s.hold(chunk[:n])
		emit(s.line[:len(s.line):len(s.line)], s.start)
		s.start += s.length + 1
		s.forget()
		chunk = chunk[n+1:]
	}
}

// Rest is the unfinished line (its head, when it is cut) and the offset of its
// first byte. It is valid until the next Write.
func (s *Splitter) Rest() (partial []byte, offset int64) {
	return s.line[:len(s.line):len(s.line)], s.start
}

// Cut reports on the line that emit is being called with, or between calls on
// the unfinished one: its true length, and whether only its head was kept.
func (s *Splitter) Cut() (length int64, cut bool) { return s.length, s.cut }

func (s *Splitter) hold(part []byte) {
	s.length += int64(len(part))
	if s.Limit <= 0 || s.length <= int64(s.Limit) {
		s.grow(len(part))
		s.line = append(s.line, part...)
		return
	}
	if !s.cut {
		s.cut = true
		if s.Hash != nil {
			s.Hash.Reset()
		}
		s.sum(s.line)
	}
	s.sum(part)
	keep := s.Keep
	if keep <= 0 {
		keep = DefaultKeep
	}
	if len(s.line) < keep {
		s.line = append(s.line, part[:min(len(part), keep-len(s.line))]...)
	}
	s.line = s.line[:min(len(s.line), keep)]
}

// grow doubles the room of a very long line: append would copy it five times over,
// into memory that the system has to find.
func (s *Splitter) grow(n int) {
	if need := len(s.line) + n; need > cap(s.line) && need > longLine {
		line := make([]byte, len(s.line), 2*need)
		copy(line, s.line)
		s.line = line
	}
}

func (s *Splitter) sum(part []byte) {
	if s.Hash != nil {
		s.Hash.Write(part)
	}
}

// forget begins the next line; one very long line must not hold its memory for
// ever.
func (s *Splitter) forget() {
	if cap(s.line) > longLine {
		s.line = nil
	}
	s.line, s.length, s.cut = s.line[:0], 0, false
}
