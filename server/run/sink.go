package run

import "stdioscope/engine/transcript"

// sink is what the pumps of one run's child report to.
type sink struct {
	r   *runner
	run int
}

func (s *sink) Bytes(stream transcript.Stream, p []byte) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	p, limit := s.r.meter.take(stream, p)
	if len(p) > 0 {
		ev := s.r.bytes(stream, p)
		s.r.carryOut(s.r.machine.Next(ev))
	}
	if limit != nil {
		s.r.happen(limit)
	}
}

func (s *sink) EOF(stream transcript.Stream) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	s.r.happen(&transcript.Event{Kind: transcript.KindEOF, Stream: stream})
}

func (s *sink) Exit(code *int, signal string) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	s.r.happen(&transcript.Event{Kind: transcript.KindExit, Code: code, Signal: signal})
}

// bytes records a chunk, and where secrets stand in it.
func (r *runner) bytes(stream transcript.Stream, p []byte) *transcript.Event {
	ev := &transcript.Event{Kind: kindOf(stream), Data: p}
	r.put(ev)
	r.secrets.mark(ev, r.put)
	return ev
}

func kindOf(s transcript.Stream) transcript.Kind {
	switch s {
	case transcript.Stdin:
		return transcript.KindStdin
	case transcript.Stderr:
		return transcript.KindStderr
	}
	return transcript.KindStdout
}
