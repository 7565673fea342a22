package main

import (
	"stdioscope/engine/intake"
)

// paste is a handle of kind 1: pasted bytes on their way into the transcript of one session.
type paste struct {
	session int            // from 1; 0 = not chosen, the first
	as      string         // a format's name; "" = recognise
	reader  *intake.Reader // nil before the first bytes
	made    []byte         // transcript bytes not yet taken
	summary []byte
}

func newPaste() *paste { return &paste{} }

func (p *paste) feed(bytes []byte) error {
	_, err := p.open().Write(bytes)
	return err
}

func (p *paste) finish() error {
	summary, err := p.open().Close()
	p.summary = appendSummary(nil, summary)
	return err
}

// open starts the reader when the first bytes come, so that a session can be chosen before.
func (p *paste) open() *intake.Reader {
	if p.reader == nil {
		wanted := max(p.session, 1)
		p.reader = intake.New(intake.Options{As: p.as, Session: p.session}, func(session int, transcript []byte) {
			if session == wanted {
				p.made = append(p.made, transcript...)
			}
		})
	}
	return p.reader
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
