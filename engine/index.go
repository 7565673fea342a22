package engine

import (
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

const noRow int32 = -1

type index struct{}

func (i *index) frame(r *run, fr *frame, m *wire.Message) int32 { return noRow }
func (i *index) partial(r *run, fr *frame, m *wire.Message)     {}
func (i *index) stderr(r *run, fr *frame) int32                 { return noRow }
func (i *index) event(r *run, ev *transcript.Event)             {}
func (i *index) reached(row int32, layer uint8)                 {}
func (i *index) pair(request, response int32, latency int64)    {}
func (i *index) unanswered(row int32)                           {}
func (i *index) found(f *finding)                               {}
func (i *index) recoded(f *finding)                             {}
func (i *index) close(a *Analyzer)                              {}

// EnableIndex turns on the packed frame index; call it before the first event.
func (a *Analyzer) EnableIndex() {}

// TakeRows gives the index rows that are new since the last call.
func (a *Analyzer) TakeRows() []byte { return nil }

// TakePatches gives the changes to rows that were taken before.
func (a *Analyzer) TakePatches() []byte { return nil }

// TakeStrings gives the strings that are new since the last call.
func (a *Analyzer) TakeStrings() []byte { return nil }
