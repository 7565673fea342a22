package run

import (
	"io"

	"stdioscope/engine/wire"
)

// shieldMark stands in front of what a shield kept from the client.
const shieldMark = "stdioscope: kept from stdout: "

// mostSearched bounds the search for messages inside a line that is none: each one
// found has what follows it read again.
const mostSearched = 16 << 20

// shield lets only well-formed messages through. Messages inside a line of other
// text, or without a newline between them, are let through each on its own line;
// what is left of the line goes to stderr.
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
	m := &s.message
	if wire.Scan(line, m); m.Fault.Code == wire.NoFault {
		s.let(line)
		return
	}
	var left []byte
	rest := line
	for searched := 0; m.Embedded.End > 0 && searched < mostSearched; searched += len(rest) {
		at := m.Embedded
		message := at.Of(rest)
		if wire.Scan(message, m); m.Fault.Code == wire.NoFault {
			s.let(message)
			left = append(left, rest[:at.Start]...)
		} else {
			left = append(left, rest[:at.End]...)
		}
		rest = rest[at.End:]
		if wire.Scan(rest, m); m.Fault.Code == wire.NoFault {
			s.let(rest)
			rest = nil
			break
		}
	}
	if left = append(left, rest...); len(left) > 0 || len(line) == 0 {
		s.keep(left)
	}
}

func (s *shield) let(message []byte) {
	s.passed = append(append(s.passed, message...), '\n')
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
