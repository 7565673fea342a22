package run

import (
	"errors"

	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// Script is the client's side of a recording: what it sent, and what it had been
// told before it sent it.
type Script struct {
	steps   []step
	awaited []string // ids of the requests that were answered in the end
}

// step is one line of the client's.
type step struct {
	line   []byte // with its newline
	id     string // of a request, as written; "" for anything else
	method string
	// answers are the client's requests that had been answered before the line
	// was sent, and asked the number of requests that the server had sent.
	answers []string
	asked   int
	// reply says that the line answers the server's nth request (from 1), whose
	// id a new run may choose anew.
	reply int
}

// ErrNoClient is returned for a recording that shows nothing of a client.
var ErrNoClient = errors.New("the recording shows nothing that a client sent")

// ReadScript takes the client's side of the last run in a recording.
func ReadScript(src []byte) (*Script, error) {
	r := scriptReader{}
	in := transcript.Reader{OnEvent: r.event}
	if _, err := in.Write(src); err != nil {
		return nil, err
	}
	if err := in.Close(); err != nil {
		return nil, err
	}
	if len(r.script.steps) == 0 {
		return nil, ErrNoClient
	}
	for id := range r.answered {
		r.script.awaited = append(r.script.awaited, id)
	}
	return &r.script, nil
}

type scriptReader struct {
	script   Script
	run      int
	stdin    wire.Splitter
	stdout   wire.Splitter
	message  wire.Message
	open     map[string]bool // the client's requests
	answered map[string]bool
	fresh    []string       // answered since the last line
	asked    map[string]int // the server's requests, by id: the how manieth
}

func (r *scriptReader) event(ev *transcript.Event, _, _ int64) error {
	if run := max(ev.Run, 1); run != r.run {
		*r = scriptReader{run: run, open: map[string]bool{}, answered: map[string]bool{}, asked: map[string]int{}}
	}
	switch ev.Kind {
	case transcript.KindStdin:
		r.stdin.Write(ev.Data, func(line []byte, _ int64) { r.sent(line) })
	case transcript.KindStdout:
		r.stdout.Write(ev.Data, func(line []byte, _ int64) { r.received(line) })
	}
	return nil
}

func (r *scriptReader) sent(line []byte) {
	wire.Scan(line, &r.message)
	m := &r.message
	id := string(m.ID.Of(line))
	s := step{line: append(append([]byte(nil), line...), '\n'), answers: r.fresh, asked: len(r.asked)}
	r.fresh = nil
	s.method, _ = wire.String(m.Method.Of(line))
	switch m.Kind {
	case wire.Request:
		s.id = id
		r.open[id] = true
	case wire.Result, wire.Error:
		s.reply = r.asked[id]
	}
	r.script.steps = append(r.script.steps, s)
}

func (r *scriptReader) received(line []byte) {
	wire.Scan(line, &r.message)
	m := &r.message
	id := string(m.ID.Of(line))
	switch m.Kind {
	case wire.Request:
		r.asked[id] = len(r.asked) + 1
	case wire.Result, wire.Error:
		if r.open[id] && !r.answered[id] {
			r.answered[id] = true
			r.fresh = append(r.fresh, id)
		}
	}
}
