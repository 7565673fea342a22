package wire

// readsAhead: a search for the newline first would cost an eighth of the pass. Where
// the runtime searches many bytes at once it costs less than what it saves.
var readsAhead = !wideSearch

// aheadLimit bounds what is read in vain when the line is not all there.
const aheadLimit = 4 << 10

// scanAhead reads the line with which chunk begins as Scan would, without knowing
// where it ends: the pass finds that out while it reads. It returns the line's
// length; or -1, when this is no message without a fault or not all of it, and Scan
// has to look. Scan knows the line again, so a message is read once.
func (m *Message) scanAhead(chunk []byte) int {
	m.ahead = nil
	d := chunk[:min(len(chunk), aheadLimit)]
	if len(d) == 0 || d[0] != '{' {
		return -1
	}
	m.clearMembers()
	s := &m.s
	s.start(d)
	s.newline = false
	i := m.envelope(1)
	s.end()
	if i < 0 || i >= len(d) || s.newline || s.dup.End|s.deep != 0 {
		return -1
	}
	n := i
	if m.CRLF = d[i] == '\r'; m.CRLF {
		n++
	}
	if n >= len(d) || d[n] != '\n' {
		return -1
	}
	m.Value = Span{0, i}
	m.Depth, m.LoneSurrogate = s.depth, s.lone
	if !m.isFlawless(d[:i]) {
		return -1
	}
	m.ahead = &d[0]
	return n
}

// isAhead reports whether the line is the one that scanAhead has just read.
func (m *Message) isAhead(line []byte) bool {
	n := m.Value.End
	if m.CRLF {
		n++
	}
	read := len(line) == n && &line[0] == m.ahead
	m.ahead = nil
	return read
}
