package intake

import "bytes"

// maxLine bounds the line of a log: what is longer is cut, and then unreadable.
// Raw stdout has no such bound.
const maxLine = 32 << 20

// lineSplitter cuts at LF; a CR before it belongs to the log.
type lineSplitter struct {
	rest []byte
	n    int
}

func (s *lineSplitter) write(p []byte, line func(int, []byte)) {
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			s.keep(p)
			return
		}
		s.n++
		if len(s.rest) > 0 {
			s.keep(p[:i])
			line(s.n, s.trimmed(s.rest))
			s.rest = s.rest[:0]
		} else {
			line(s.n, s.trimmed(p[:i]))
		}
		p = p[i+1:]
	}
}

func (s *lineSplitter) keep(p []byte) {
	s.rest = append(s.rest, p[:min(len(p), max(0, maxLine-len(s.rest)))]...)
}

// trimmed drops a BOM from the first line, and the CR.
func (s *lineSplitter) trimmed(line []byte) []byte {
	if s.n == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	return bytes.TrimSuffix(line, []byte("\r"))
}

func (s *lineSplitter) close(line func(int, []byte)) {
	if len(s.rest) > 0 {
		s.n++
		line(s.n, s.trimmed(s.rest))
	}
}
