package intake

import "bytes"

// sentence reads a client's error that a narrow terminal, or a box drawn on it,
// spread over lines.
type sentence struct {
	text  []byte // what was read of it; nil when none is begun
	at    int    // its first line
	lines int
}

// maxSentence bounds the lines of one sentence.
const maxSentence = 3

// read takes a line; at is the first line of the sentence that it ends.
func (s *sentence) read(n int, line []byte) (ev evidence, at int, ok bool) {
	if ev, ok = fromError(line); ok && !breaksOff(line) {
		s.text = nil
		return ev, n, true
	}
	part := bytes.Trim(line, " \t│")
	if s.text != nil {
		s.text = append(append(s.text, ' '), part...)
		if ev, ok = fromError(s.text); ok && !breaksOff(part) {
			s.text = nil
			return ev, s.at, true
		}
		if s.lines++; s.lines == maxSentence {
			s.text = nil
		}
	}
	if s.text == nil && hasAny(part, "Unexpected", "Expected ", "MCP error", "failed to start:", "handshaking with") {
		s.text, s.at, s.lines = append([]byte{}, part...), n, 1
	}
	return ev, 0, false
}

// breaksOff says whether the number that a sentence ends in is still to come.
func breaksOff(line []byte) bool {
	return bytes.HasSuffix(bytes.TrimSpace(line), []byte(" at position"))
}
