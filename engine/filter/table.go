package filter

import (
	"encoding/binary"

	"stdioscope/engine"
	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
)

// Table is the frame index of a recording, unpacked where it is asked for, with
// what a filter asks of the bytes, which are not kept.
type Table struct {
	filter Filter
	rows   []byte // packed, as package engine lays them out
	texts  []byte
	ends   []int // of each text
	tools  map[int]string
	held   []map[int]bool // rows whose bytes hold the text of a term, by term
	codes  map[int][]string
	shown  func(run int, stream transcript.Stream, offset int64, head []byte, cut bool) string
}

const (
	rowBytes   = 72
	patchBytes = 16
	noLatency  = 0xffffffff
)

// Watch keeps what an analyzer finds out about the frames. It comes before the
// first event; Take follows each Write, and Close the analyzer's.
func Watch(a *engine.Analyzer, f Filter) *Table {
	t := &Table{filter: f, tools: map[int]string{}, held: make([]map[int]bool, len(f.Terms)), shown: a.Shown}
	var needles []needle
	for i := range f.Terms {
		t.held[i] = map[int]bool{}
		needles = append(needles, newNeedle(f.Terms[i].Text))
	}
	a.EnableIndex()
	a.OnFrame(func(frame *engine.Frame) {
		for i, n := range needles {
			if f.Terms[i].Field == "" && n.in(frame.Line) {
				t.held[i][frame.Row] = true
			}
		}
		if frame.Kind == "request" && frame.Method == "tools/call" {
			t.tools[frame.Row] = toolOf(frame.Message, frame.Line)
		}
	})
	return t
}

// Take takes over what is new in the index.
func (t *Table) Take(a *engine.Analyzer) {
	t.rows = append(t.rows, a.TakeRows()...)
	le := binary.LittleEndian
	for p := a.TakePatches(); len(p) >= patchBytes; p = p[patchBytes:] {
		row := t.rows[int(le.Uint32(p))*rowBytes:]
		for _, word := range [...][2]int{{4, 48}, {8, 60}} {
			if v := le.Uint32(p[word[0]:]); v != 0xffffffff {
				le.PutUint32(row[word[1]:], v)
			}
		}
		for i, v := range p[12:16] {
			if v != 0xff {
				row[8+i] = v
			}
		}
	}
	for s := a.TakeStrings(); len(s) >= 4; {
		n := le.Uint32(s)
		t.texts = append(t.texts, s[4:4+n]...)
		t.ends = append(t.ends, len(t.texts))
		s = s[4+n:]
	}
}

// Close takes over the rest, and on which rows the report's findings stand.
func (t *Table) Close(a *engine.Analyzer, r *report.Report) {
	t.Take(a)
	type place struct {
		t    int64 // of a silence, which has no frame
		run  int
		lane string
		no   int
	}
	wanted := map[place][]string{}
	for _, i := range r.Issues {
		switch {
		case i.Frame > 0:
			p := place{run: i.Run, lane: i.Stream, no: i.Frame}
			wanted[p] = append(wanted[p], i.Code)
		case i.T != nil:
			wanted[place{t: *i.T, no: -1}] = append(wanted[place{t: *i.T, no: -1}], i.Code)
		}
	}
	t.codes = map[int][]string{}
	for n := 0; n < t.Len() && len(wanted) > 0; n++ {
		if t.severity(n) == 0 {
			continue
		}
		p := place{run: t.run(n), lane: lanes[t.lane(n)], no: t.no(n)}
		if t.lane(n) == laneEvent {
			p = place{t: t.time(n), no: -1}
		}
		if codes := wanted[p]; codes != nil {
			t.codes[n] = codes
			delete(wanted, p)
		}
	}
}

// Len is how many frames and events there are.
func (t *Table) Len() int { return len(t.rows) / rowBytes }

const laneEvent = 3

func (t *Table) at(n int) []byte       { return t.rows[n*rowBytes : (n+1)*rowBytes] }
func (t *Table) word(n, at int) uint32 { return binary.LittleEndian.Uint32(t.at(n)[at:]) }
func (t *Table) no(n int) int          { return int(t.word(n, 0)) }
func (t *Table) run(n int) int         { return int(binary.LittleEndian.Uint16(t.at(n)[4:])) }
func (t *Table) lane(n int) int        { return int(t.at(n)[6]) }
func (t *Table) kind(n int) int        { return int(t.at(n)[7]) }
func (t *Table) reached(n int) int     { return int(t.at(n)[8]) }
func (t *Table) failed(n int) int      { return int(t.at(n)[9]) }
func (t *Table) severity(n int) int    { return int(t.at(n)[10]) }
func (t *Table) flags(n int) int       { return int(t.at(n)[11]) }
func (t *Table) size(n int) int        { return int(t.word(n, 12)) }
func (t *Table) time(n int) int64      { return int64(binary.LittleEndian.Uint64(t.at(n)[16:])) }
func (t *Table) offset(n int) int64    { return int64(binary.LittleEndian.Uint64(t.at(n)[24:])) }
func (t *Table) pair(n int) int        { return int(t.word(n, 48)) - 1 }
func (t *Table) text(n int) []byte     { return t.string(t.word(n, 52)) }
func (t *Table) id(n int) []byte       { return t.string(t.word(n, 56)) }
func (t *Table) latency(n int) uint32  { return t.word(n, 60) }
func (t *Table) logLine(n int) int     { return int(t.word(n, 68)) }

func (t *Table) string(number uint32) []byte {
	if number == 0 || int(number) > len(t.ends) {
		return nil
	}
	from := 0
	if number > 1 {
		from = t.ends[number-2]
	}
	return t.texts[from:t.ends[number-1]]
}
