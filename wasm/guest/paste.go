package main

import (
	"stdioscope/engine"
	"stdioscope/engine/intake"
)

// paste is a handle of kind 1: pasted bytes on their way into the transcript of one session. The others are judged here,
// so that whoever reads the one can be told of them.
type paste struct {
	session int            // from 1; 0 = not chosen, the first
	as      string         // a format's name; "" = recognise
	reader  *intake.Reader // nil before the first bytes
	made    []byte         // transcript bytes not yet taken
	others  map[int]*engine.Analyzer
	summary []byte
}

// maxOthers bounds the sessions that are judged besides.
const maxOthers = 1000

func newPaste() *paste { return &paste{others: map[int]*engine.Analyzer{}} }

func (p *paste) feed(bytes []byte) error {
	_, err := p.open().Write(bytes)
	return err
}

func (p *paste) finish() error { return p.end(p.open().Close) }

func (p *paste) end(end func() (intake.Summary, error)) error {
	summary, err := end()
	bad := map[int]bool{}
	for session, a := range p.others {
		a.Close()
		bad[session] = a.Report().FirstViolation != nil
	}
	p.others = nil
	p.summary = appendSummary(nil, summary, bad)
	if err == nil && p.session > len(summary.Sessions) {
		return intake.ErrNoSession
	}
	return err
}

// open starts the reader when the first bytes come, so that a session can be chosen before.
func (p *paste) open() *intake.Reader {
	if p.reader == nil {
		p.reader = intake.New(intake.Options{As: p.as}, p.take)
	}
	return p.reader
}

func (p *paste) take(session int, transcript []byte) {
	if session == max(p.session, 1) {
		p.made = append(p.made, transcript...)
		return
	}
	a := p.others[session]
	if a == nil {
		if len(p.others) == maxOthers {
			return
		}
		a = engine.New()
		p.others[session] = a
	}
	_, _ = a.Write(transcript) // intake's own words are a transcript
}

//go:wasmexport leave
func leave(h uint32) uint32 {
	if p, ok := handles[h].(*paste); ok {
		return note(h, p.end(p.open().Leave))
	}
	return note(h, errClosed)
}

//go:wasmexport choose
func choose(h, n uint32) uint32 {
	p, ok := handles[h].(*paste)
	switch {
	case !ok:
		return note(h, errClosed)
	case p.reader != nil:
		return note(h, errLate)
	}
	p.session = int(n)
	return note(h, nil)
}

//go:wasmexport force
func force(h, address, n uint32) uint32 {
	p, ok := handles[h].(*paste)
	if !ok {
		return note(h, errClosed)
	}
	name, ok := taken(address, n)
	switch {
	case !ok:
		return note(h, errForeign)
	case p.reader != nil:
		return note(h, errLate)
	}
	p.as = string(name)
	return note(h, nil)
}

//go:wasmexport transcript
func madeTranscript(h uint32) uint64 {
	p, ok := handles[h].(*paste)
	if !ok {
		return give(nil)
	}
	made := p.made
	p.made = nil
	return give(made)
}

//go:wasmexport sessions
func sessions(h uint32) uint64 {
	if p, ok := handles[h].(*paste); ok {
		return give(p.summary)
	}
	return give(nil)
}
