package redact

import (
	"bytes"

	"stdioscope/engine/transcript"
)

// Place is one mask as a person looks at it, before a recording is shared: what
// stands there in the original and what in the copy. It holds the secret, so it
// is for the one who shares alone.
type Place struct {
	Kind   Kind              // "" outside of the pipes
	Run    int               // 1-based; 0 outside of the pipes
	Stream transcript.Stream // "" outside of the pipes
	Frame  int               // 1-based line of the stream
	Field  string            // outside of the pipes: "command", "cwd", "options" or the kind of the event
	Lead   string            // what stands before it in its line
	Before string
	After  string
}

// How much of a place is shown, in bytes.
const (
	leadShown = 24
	maskShown = 80
)

// Places lists what a masked copy differs in: what stands outside of the pipes
// first, then the spans of its [Summary]. An error means that one of the two is
// no transcript.
func Places(before, after []byte, spans []StreamSpan) ([]Place, error) {
	a, err := readSide(before)
	if err != nil {
		return nil, err
	}
	b, err := readSide(after)
	if err != nil {
		return nil, err
	}
	places := differences(a.outside, b.outside)
	var at struct {
		pipe
		offset, frame int // the frame that holds offset
	}
	for _, span := range spans {
		key := pipe{span.Run, span.Stream}
		if at.pipe != key {
			at.pipe, at.offset, at.frame = key, 0, 1
		}
		was, is := a.pipes[key], b.pipes[key]
		start, end := int(span.Offset), int(span.Offset+span.Length)
		if start < at.offset || end > len(was) || end > len(is) {
			continue // no span of these two
		}
		at.frame += bytes.Count(was[at.offset:start], []byte("\n"))
		at.offset = start
		places = append(places, Place{
			Kind: span.Kind, Run: span.Run, Stream: span.Stream, Frame: at.frame, Lead: leadOf(is[:start]),
			Before: shown(was[start:end]), After: shown(is[start:end]),
		})
	}
	return places, nil
}

// side is a recording taken apart: its pipes, and the texts outside of them, in
// the same order for original and copy.
type side struct {
	pipes   map[pipe][]byte
	outside []field
}

type field struct{ name, text string }

func readSide(src []byte) (side, error) {
	s := side{pipes: map[pipe][]byte{}}
	r := transcript.Reader{OnHeader: s.header, OnEvent: s.event}
	return s, readAll(&r, src)
}

func (s *side) header(h *transcript.Header) error {
	for _, argument := range h.Command {
		s.add("command", argument)
	}
	s.add("cwd", h.Cwd)
	s.add("options", h.Options.ScanPath)
	s.add("options", h.Options.ExpectStderr)
	s.add("options", string(h.Options.Config))
	s.add("options", string(h.Options.Requests))
	return nil
}

func (s *side) event(ev *transcript.Event, _, _ int64) error {
	switch ev.Kind {
	case transcript.KindStdin, transcript.KindStdout, transcript.KindStderr:
		key := pipe{max(ev.Run, 1), transcript.Stream(ev.Kind)}
		s.pipes[key] = append(s.pipes[key], ev.Data...)
	case transcript.KindEvidence, transcript.KindOpaque:
		s.add(string(ev.Kind), string(ev.Data))
		s.add(string(ev.Kind), ev.Why)
		s.add(string(ev.Kind), string(ev.ID))
		s.add(string(ev.Kind), ev.Method)
	case transcript.KindPlan:
		s.add(string(ev.Kind), string(ev.ID))
		s.add(string(ev.Kind), ev.Method)
		s.add(string(ev.Kind), ev.Label)
	case transcript.KindPhase, transcript.KindLimit, transcript.KindSignal:
		s.add(string(ev.Kind), ev.Name)
		s.add(string(ev.Kind), ev.Why)
	case transcript.KindFingerprint, transcript.KindFinding:
		s.add(string(ev.Kind), string(ev.JSON))
	case transcript.KindSpawn:
		s.add(string(ev.Kind), ev.Error)
	}
	return nil
}

func (s *side) add(name, text string) { s.outside = append(s.outside, field{name, text}) }

// differences shows where two lists of fields differ, each from its first byte
// that does to its last.
func differences(a, b []field) []Place {
	var places []Place
	for i := range min(len(a), len(b), listed) {
		was, is := a[i].text, b[i].text
		if was == is || len(was) != len(is) {
			continue // masks keep the length
		}
		start, end := 0, len(was)
		for was[start] == is[start] {
			start++
		}
		for was[end-1] == is[end-1] {
			end--
		}
		places = append(places, Place{Field: b[i].name, Lead: leadOf([]byte(is[:start])), Before: shown([]byte(was[start:end])), After: shown([]byte(is[start:end]))})
	}
	return places
}

// leadOf is the end of the line that text ends in.
func leadOf(text []byte) string {
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	return valid(line[max(0, len(line)-leadShown):])
}

func shown(text []byte) string {
	if len(text) > maskShown {
		return valid(text[:maskShown]) + "…"
	}
	return valid(text)
}

// valid mends a text that was cut, or never was UTF-8.
func valid(text []byte) string { return string(bytes.ToValidUTF8(text, []byte("\ufffd"))) }
