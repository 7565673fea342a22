package engine

import (
	"encoding/binary"
	"unicode/utf8"

	"stdioscope/engine/rule"
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// index is the packed frame index: one row a frame or event, for a list that
// shows millions of them. It lets a reader find the bytes of a frame in the
// transcript file and tells what became of it. Everything is little endian; the
// layout is fixed, so a reader needs no parser.
type index struct {
	rows, patches, strings buffer
	taken                  int32 // rows that were handed out
	total                  int32
	strs                   uint32            // strings that exist
	methods                map[string]uint32 // strings that are shared
	eventRow               int32             // row of the event at hand, if it has one
	tell                   func(*Frame)      // nil: nobody asks for frames
	first                  *finding
	marked                 map[int32]uint8 // flags that findings set
}

// EnableIndex turns on the packed frame index; call it before the first event.
func (a *Analyzer) EnableIndex() {
	if a.idx == nil {
		a.idx = &index{methods: map[string]uint32{}, eventRow: noRow}
	}
}

// TakeRows gives the index rows that are new since the last call. The bytes are
// valid until the next call.
func (a *Analyzer) TakeRows() []byte {
	if a.idx == nil {
		return nil
	}
	a.idx.taken = a.idx.total
	return a.idx.rows.take()
}

// TakePatches gives the changes to rows that were taken before. The bytes are
// valid until the next call.
func (a *Analyzer) TakePatches() []byte {
	if a.idx == nil {
		return nil
	}
	return a.idx.patches.take()
}

// TakeStrings gives the strings that are new since the last call: a length and
// the bytes of each, in the order of their numbers, the first of all being 1. The
// bytes are valid until the next call.
func (a *Analyzer) TakeStrings() []byte {
	if a.idx == nil {
		return nil
	}
	return a.idx.strings.take()
}

func (i *index) string(b []byte) uint32 {
	if len(b) == 0 {
		return 0
	}
	to := i.strings.more(4 + len(b))
	binary.LittleEndian.PutUint32(to, uint32(len(b)))
	copy(to[4:], b)
	i.strs++
	return i.strs
}

// shared is a string that many rows have.
func (i *index) shared(s string) uint32 {
	if s == "" {
		return 0
	}
	if n, ok := i.methods[s]; ok {
		return n
	}
	n := i.string([]byte(s))
	if len(i.methods) < maxNames {
		i.methods[s] = n
	}
	return n
}

// place fills in where the bytes of a frame stand.
func (w *row) place(r *run, fr *frame) {
	s := fr.st
	now := &r.a.now
	w.no, w.run, w.lane = uint32(fr.no), uint16(r.no), uint8(s.id)
	w.length, w.offset = uint32(len(fr.line)), fr.offset
	w.t, w.fileEnd, w.logLine = now.t, now.fileEnd, uint32(now.line)
	first := s.chunkAt(fr.offset)
	w.fileStart, w.skip = first.fileStart, uint32(fr.offset-first.offset)
	if fr.partial {
		if n := len(s.chunks); n > 0 {
			w.fileEnd = s.chunks[n-1].fileEnd
		}
	}
}

// frame adds the row of a line of stdin or stdout.
func (i *index) frame(r *run, fr *frame, m *wire.Message) int32 {
	var w row
	w.place(r, fr)
	i.describe(r, fr, m, &w)
	return i.addFrame(&w, fr, m)
}

func (i *index) describe(r *run, fr *frame, m *wire.Message, w *row) {
	w.layer = reachedLayer(m)
	w.kind = rowText
	if m.Fault.Layer != 1 && m.Fault.Layer != 2 {
		switch m.Kind {
		case wire.Request:
			w.kind = rowRequest
		case wire.Notification:
			w.kind = rowNotification
		case wire.Result:
			w.kind = rowResult
		case wire.Error:
			w.kind = rowError
		case wire.Batch:
			w.kind = rowBatch
		}
	}
	switch w.kind {
	case rowRequest, rowNotification:
		w.text = i.named(fr.method)
		if w.kind == rowRequest {
			w.flags |= flagOpen
			w.id = i.string(fr.id.raw)
			fr.idText = w.id
		}
	case rowResult, rowError:
		if x := fr.exchange; x != nil {
			w.text = x.called.str
			if x.idString != 0 && x.writtenAs(&fr.id) {
				w.id = x.idString
				return
			}
		} else {
			w.text = i.string(head(fr.line))
		}
		w.id = i.string(fr.id.raw)
	default:
		w.text = i.string(head(fr.line))
	}
}

// named is the string of a method.
func (i *index) named(n *name) uint32 {
	if n.str == 0 && n.text != "" {
		n.str = i.string([]byte(clipName(n.text)))
	}
	return n.str
}

func clipName(s string) string {
	if len(s) > headBytes {
		return s[:headBytes]
	}
	return s
}

const headBytes = 96

// head is the first bytes of a line, cut between characters.
func head(line []byte) []byte {
	if len(line) <= headBytes {
		return line
	}
	n := headBytes
	for n > 0 && !utf8.RuneStart(line[n]) {
		n--
	}
	return line[:n]
}

// partial adds the row of a line that no newline ended.
func (i *index) partial(r *run, fr *frame, m *wire.Message) {
	var w row
	w.place(r, fr)
	w.kind = rowPartial
	w.layer = 1
	w.text = i.string(head(fr.line))
	fr.row = i.addFrame(&w, fr, m)
}

func (i *index) stderr(r *run, fr *frame) int32 {
	var w row
	w.place(r, fr)
	w.kind = rowStderr
	w.text = i.string(head(fr.line))
	return i.addFrame(&w, fr, nil)
}

// event adds the row of an event that is no bytes.
func (i *index) event(r *run, ev *transcript.Event) {
	i.eventRow = noRow
	w := row{run: uint16(r.no), lane: laneEvent, t: ev.T, fileStart: r.a.now.fileStart, fileEnd: r.a.now.fileEnd, logLine: uint32(ev.Line)}
	text := ""
	switch ev.Kind {
	case transcript.KindSpawn:
		w.kind, text = rowSpawn, ev.Error
	case transcript.KindEOF:
		w.kind, text = rowEOF, string(ev.Stream)
	case transcript.KindPhase:
		w.kind, text = rowPhase, ev.Name
	case transcript.KindDeadline:
		w.kind, text = rowDeadline, ev.Phase
	case transcript.KindLimit:
		w.kind, text = rowLimit, ev.Name
	case transcript.KindSignal:
		w.kind, text = rowSignal, ev.Name
	case transcript.KindExit:
		w.kind, text = rowExit, ev.Signal
		if ev.Signal == "" && ev.Code != nil {
			text = itoa(*ev.Code)
		}
	case transcript.KindReap:
		w.kind = rowReap
	case transcript.KindEnd:
		w.kind, text = rowEnd, ev.State
	case transcript.KindEvidence:
		w.kind = rowEvidence
		w.text = i.string(head(ev.Data))
	case transcript.KindOpaque:
		w.kind = rowOpaque
		w.text = i.string(head(ev.Data))
	case transcript.KindFingerprint, transcript.KindFinding:
		w.kind, text = rowOther, string(ev.Kind)
	default:
		return
	}
	if text != "" {
		w.text = i.shared(clipName(text))
	}
	i.eventRow = i.add(&w)
}

// pair joins a request with its response; both are closed by it.
func (i *index) pair(request, response int32, latency int64) {
	us := noLatency - 1
	if latency >= 0 && latency < int64(us) {
		us = uint32(latency)
	}
	if request >= i.taken && response > request {
		// Most requests are answered before anybody looks.
		le := binary.LittleEndian
		q, a := i.at(request), i.at(response)
		le.PutUint32(q[48:], uint32(response)+1)
		le.PutUint32(q[60:], us)
		q[11] &^= flagOpen
		le.PutUint32(a[48:], uint32(request)+1)
		le.PutUint32(a[60:], us)
		return
	}
	c := unchanged()
	c.latency = us
	if request >= 0 && response >= 0 {
		c.pair = uint32(response) + 1
	}
	c.flags = i.flags(request) &^ flagOpen
	i.patch(request, c)
	if response >= 0 {
		c = unchanged()
		c.latency = us
		if request >= 0 {
			c.pair = uint32(request) + 1
		}
		i.patch(response, c)
	}
}

// flags is a row's flags, also of a taken one.
func (i *index) flags(n int32) uint8 {
	if b := i.at(n); b != nil {
		return b[11]
	}
	return i.marked[n]
}

// maxMarked bounds the flags remembered of taken rows; later ones may lose a
// mark when their request is answered.
const maxMarked = 4 * keptInAll

func (i *index) mark(n int32, flags uint8) {
	if len(i.marked) < maxMarked {
		if i.marked == nil {
			i.marked = map[int32]uint8{}
		}
		i.marked[n] = flags
	}
}

// unanswered marks a request that a silence was held against.
func (i *index) unanswered(n int32) {
	c := unchanged()
	c.flags = i.flags(n) | flagOpen
	i.patch(n, c)
}

//go:noinline
func severityCode(s rule.Severity) uint8 { return uint8(3 - s.Rank()) }

// found marks the row that a finding is about.
func (i *index) found(r *run, f *finding) {
	if f.row >= 0 {
		c := unchanged()
		c.severity = severityCode(f.severity)
		f.flags |= i.flags(f.row)
		if f.party != byServer {
			f.flags |= flagClient
		}
		if b := i.at(f.row); b != nil && b[10] > c.severity {
			c.severity = same8
		}
		if f.severity != rule.Note && f.party == byServer {
			c.failed = uint8(f.rule.Layer)
			if b := i.at(f.row); b != nil && b[9] != 0 && b[9] < c.failed {
				c.failed = same8
			}
			if f.severity == rule.Error && c.failed != same8 && c.failed > 0 {
				c.layer = c.failed
			}
			if first := i.first; first != nil && first != f && (first.run < f.run || first.run == f.run && first.at.before(f.at)) {
				f.flags |= flagAfterFirst
			}
		}
		c.flags = f.flags
		i.mark(f.row, f.flags)
		i.patch(f.row, c)
	}
	i.moveFirst(r.a)
}

// moveFirst keeps the mark of the first violation on its row.
func (i *index) moveFirst(a *Analyzer) {
	f, _ := firstOfRuns(a.runs)
	if f == i.first {
		return
	}
	if old := i.first; old != nil && old.row >= 0 {
		old.flags = i.flags(old.row) &^ flagFirst
		i.mark(old.row, old.flags)
		c := unchanged()
		c.flags = old.flags
		i.patch(old.row, c)
	}
	i.first = f
	if f != nil && f.row >= 0 {
		f.flags = i.flags(f.row)&^flagAfterFirst | flagFirst
		i.mark(f.row, f.flags)
		c := unchanged()
		c.flags = f.flags
		i.patch(f.row, c)
	}
}

// recoded follows a finding whose code was refined.
func (i *index) recoded(f *finding) {
	if f.row < 0 || f.severity == rule.Note {
		return
	}
	c := unchanged()
	c.failed, c.layer = uint8(f.rule.Layer), uint8(f.rule.Layer)
	i.patch(f.row, c)
}
