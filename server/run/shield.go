package run

import (
	"io"

	"stdioscope/engine/wire"
)

// shieldMark stands in front of what a shield kept from the client.
const shieldMark = "stdioscope: kept from stdout: "

// shield lets only well-formed messages through. A message inside a line of
// other text is let through alone; what is left of the line goes to stderr.
type shield struct {
	split   wire.Splitter
	message wire.Message
	passed  []byte
	kept    []byte
}

// pass takes the next bytes of stdout. The error is that of out.
func (s *shield) pass(p []byte, out, errOut io.Writer) error {
	s.passed, s.kept = s.passed[:0], s.kept[:0]
	s.split.Write(p, func(line []byte, _ int64) { s.line(line) })
	if len(s.kept) > 0 {
		_, _ = errOut.Write(s.kept) // nobody need read a log
	}
	if len(s.passed) == 0 {
		return nil
	}
	_, err := out.Write(s.passed)
	return err
}

func (s *shield) line(line []byte) {
	wire.Scan(line, &s.message)
	m := &s.message
	switch {
	case m.Fault.Code == wire.NoFault:
		s.passed = append(append(s.passed, line...), '\n')
	case m.Embedded.End > 0:
		s.passed = append(append(s.passed, m.Embedded.Of(line)...), '\n')
		s.keep(append(append([]byte(nil), line[:m.Embedded.Start]...), line[m.Embedded.End:]...))
	default:
		s.keep(line)
	}
}

func (s *shield) keep(line []byte) {
	s.kept = append(append(append(s.kept, shieldMark...), line...), '\n')
}

// close shows what stood on stdout without its newline.
func (s *shield) close(errOut io.Writer) {
	if rest, _ := s.split.Rest(); len(rest) > 0 && errOut != nil {
		s.kept = s.kept[:0]
		s.keep(rest)
		_, _ = errOut.Write(s.kept)
	}
}
