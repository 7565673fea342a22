package engine

import "encoding/binary"

// The packed records of the index: their layout, and the bytes that they are
// written into.

// Sizes of the records, and the marks for "none" and "unchanged".
const (
	rowSize   = 72
	patchSize = 16

	noRow     int32  = -1
	noLatency uint32 = 0xffffffff
	same32    uint32 = 0xffffffff
	same8     uint8  = 0xff
)

// Kinds of rows.
const (
	rowRequest      = 1
	rowNotification = 2
	rowResult       = 3
	rowError        = 4
	rowBatch        = 5
	rowText         = 6
	rowStderr       = 7
	rowSpawn        = 8
	rowEOF          = 9
	rowPhase        = 10
	rowDeadline     = 11
	rowLimit        = 12
	rowSignal       = 13
	rowExit         = 14
	rowReap         = 15
	rowEnd          = 16
	rowEvidence     = 17
	rowOpaque       = 18
	rowPartial      = 19
	rowOther        = 20
)

// Flags of a row.
const (
	flagFirst      = 1
	flagClient     = 2
	flagAfterFirst = 4
	flagOpen       = 8
)

const laneEvent = 3

// buffer is output that is collected until it is taken; what was taken stays
// valid until the next take.
type buffer struct{ now, before []byte }

func (b *buffer) take() []byte {
	out := b.now
	b.now, b.before = b.before[:0], out
	if cap(b.now) == 0 && len(out) > 0 {
		b.now = make([]byte, 0, len(out)) // the next part is most likely as long
	}
	return out
}

// more makes room for n bytes and gives them. Growing by halves would copy a long
// part many times.
func (b *buffer) more(n int) []byte {
	from := len(b.now)
	if from+n > cap(b.now) {
		grown := make([]byte, from, max(2*cap(b.now), from+n, 4<<10))
		copy(grown, b.now)
		b.now = grown
	}
	b.now = b.now[:from+n]
	return b.now[from:]
}

// row is a row before it is packed.
type row struct {
	no                 uint32
	run                uint16
	lane, kind         uint8
	layer              uint8
	flags              uint8
	length             uint32
	t                  int64
	offset             int64
	fileStart, fileEnd int64
	text, id           uint32
	skip               uint32
	logLine            uint32
}

func (i *index) add(w *row) int32 {
	b := (*[rowSize]byte)(i.rows.more(rowSize))
	le := binary.LittleEndian
	le.PutUint32(b[0:], w.no)
	le.PutUint16(b[4:], w.run)
	b[6], b[7], b[8], b[9], b[10], b[11] = w.lane, w.kind, w.layer, 0, 0, w.flags
	le.PutUint32(b[12:], w.length)
	le.PutUint64(b[16:], uint64(w.t))
	le.PutUint64(b[24:], uint64(w.offset))
	le.PutUint64(b[32:], uint64(w.fileStart))
	le.PutUint64(b[40:], uint64(w.fileEnd))
	le.PutUint32(b[48:], 0)
	le.PutUint32(b[52:], w.text)
	le.PutUint32(b[56:], w.id)
	le.PutUint32(b[60:], noLatency)
	le.PutUint32(b[64:], w.skip)
	le.PutUint32(b[68:], w.logLine)
	i.total++
	return i.total - 1
}

// at is the packed row, while it was not taken yet.
func (i *index) at(n int32) []byte {
	if n < i.taken || n >= i.total {
		return nil
	}
	from := int(n-i.taken) * rowSize
	return i.rows.now[from : from+rowSize]
}

// change is a patch: the fields that change, the rest "unchanged".
type change struct {
	pair, latency           uint32
	layer, failed, severity uint8
	flags                   uint8
}

func unchanged() change {
	return change{pair: same32, latency: same32, layer: same8, failed: same8, severity: same8, flags: same8}
}

func (i *index) patch(n int32, c change) {
	if n < 0 || n >= i.total {
		return
	}
	le := binary.LittleEndian
	if b := i.at(n); b != nil {
		if c.pair != same32 {
			le.PutUint32(b[48:], c.pair)
		}
		if c.latency != same32 {
			le.PutUint32(b[60:], c.latency)
		}
		for k, v := range [...]uint8{c.layer, c.failed, c.severity, c.flags} {
			if v != same8 {
				b[8+k] = v
			}
		}
		return
	}
	var b [patchSize]byte
	le.PutUint32(b[0:], uint32(n))
	le.PutUint32(b[4:], c.pair)
	le.PutUint32(b[8:], c.latency)
	b[12], b[13], b[14], b[15] = c.layer, c.failed, c.severity, c.flags
	i.patches.now = append(i.patches.now, b[:]...)
}
