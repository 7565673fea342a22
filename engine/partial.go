package engine

import (
	"bytes"
	"strconv"

	"stdioscope/engine/wire"
)

// judgePartial judges bytes of stdout that no newline ended, in the first
// silence while they stand. The finding stands where they begin.
func (r *run) judgePartial(at silence) {
	s := &r.out
	rest, offset := s.split.Rest()
	if len(rest) == 0 || s.stopped || s.judged == offset+1 {
		return
	}
	fr := &r.frame
	*fr = frame{st: s, no: s.frames + 1, line: rest, text: rest, offset: offset, row: noRow, partial: true}
	m := &r.msg
	wire.Scan(rest, m)
	if at == atEnd && r.a.interrupted && (passes(m.Fault.Code) || cutShort(m.Fault.Code)) {
		return // the rest of it may have come
	}
	r.read(fr, m, &r.client)
	g := &r.garbage
	if r.lsp != nil {
		// The body that follows a header has no newline of its own.
		s.judged = offset + 1
		r.soften(fr, m)
		r.partialRow(fr, m)
		return
	}
	if g.follows(fr) {
		// The end of what was already found: it is no second fault.
		if g.kind == splitLines && r.joins(fr, m) || g.kind == textLines && m.Fault.Layer == 2 || g.kind == utf16Lines && m.Fault.Code == wire.FaultNUL {
			if g.f != nil {
				g.extend(fr)
			}
			s.judged = offset + 1
			r.partialRow(fr, m)
			return
		}
	}
	var f *finding
	n := len(rest)
	rev := r.sessionRev()
	switch {
	case m.Fault.Code == wire.FaultEmptyLine || m.Fault.Code == wire.FaultBlankLine:
		f = r.newAt(fr, "stdout-empty-line", "whitespace-only", rev, 0, n, "white space and no newline after it")
	case passes(m.Fault.Code) && m.Kind != wire.Value && m.Kind != wire.None:
		f = r.newAt(fr, "stdout-without-newline", at.detail(), rev, 0, n,
			"a message without its newline: "+strconv.Itoa(n)+" bytes that would be "+r.said(rest, m))
		r.soften(fr, m)
	default:
		detail := at.detail()
		message := "a line that was never finished: " + strconv.Itoa(n) + " bytes " + ending(at)
		if at != atDeadline && roundSize(offset+int64(n), n) && cutShort(m.Fault.Code) {
			detail = "cut-at-pipe-size"
			size := "after " + strconv.Itoa(n) + " bytes"
			if round(offset + int64(n)) {
				size = "at byte " + strconv.FormatInt(offset+int64(n), 10) + " of stdout"
			}
			message = "a line cut off " + size + ", as much as a pipe or a buffer holds: the process ended before the rest was written"
		}
		f = r.newAt(fr, "stdout-partial-frame", detail, rev, 0, n, message)
		if f != nil {
			if sign := recognise(rest); sign != nil && m.Fault.Layer == 2 && !cutShort(m.Fault.Code) {
				f.culprit, f.hint = culpritOf(sign), sign.change
			}
		}
		r.soften(fr, m)
	}
	if f != nil {
		f.silence = at
		f.open = at == atDeadline || at == atEOF && !s.closed
		if at == atDeadline && r.process.timedOutNow {
			f.timeoutMs = r.process.deadlineMs
		}
	}
	r.partialRow(fr, m)
	if f != nil {
		f.row = fr.row
		f.id = string(m.ID.Of(rest))
	}
	r.add(f)
	s.judged, s.partial = offset+1, f
}

func (r *run) partialRow(fr *frame, m *wire.Message) {
	if i := r.a.idx; i != nil {
		i.partial(r, fr, m)
	}
}

// finishPartial takes the line of a finding that a silence already made: it is
// whole now, and is no second fault.
func (r *run) finishPartial(fr *frame, m *wire.Message) {
	f := r.out.partial
	r.out.judged, r.out.partial = 0, nil
	if f != nil {
		f.open = false
		f.length = len(fr.line)
		f.capture(fr)
	}
	if r.garbage.kind == splitLines || r.garbage.kind == textLines {
		r.garbage.extend(fr)
	}
	if !passes(m.Fault.Code) {
		r.countReached(1)
		r.invalid++
		r.soften(fr, m)
		return
	}
	r.garbage.close()
	r.countReached(5)
	r.invalid++
	if m.Kind == wire.Batch {
		r.onServerBatch(fr, m)
		return
	}
	r.onServerMessage(fr, m)
}

func ending(at silence) string {
	switch at {
	case atDeadline:
		return "and no newline when the deadline passed"
	case atEOF:
		return "and no newline when the pipe was closed"
	case atExit:
		return "and no newline when the process ended"
	}
	return "and no newline when the recording ended"
}

// cutShort reports whether a line is the beginning of a JSON text.
//
//go:noinline
func cutShort(c wire.FaultCode) bool {
	return c == wire.FaultTruncated || c == wire.FaultUnexpectedEnd || c == wire.FaultUTF8Truncated
}

// roundSize reports whether output that stops here stops where a pipe or buffer
// is full.
func roundSize(total int64, line int) bool {
	return round(total) || round(int64(line))
}

//go:noinline
func round(size int64) bool { return size >= 4096 && size%4096 == 0 }

// said is what a message would say, in a few words.
func (r *run) said(text []byte, m *wire.Message) string {
	switch m.Kind {
	case wire.Request:
		return "a request for " + clip(string(bytes.Trim(m.Method.Of(text), `"`)))
	case wire.Notification:
		return "the notification " + clip(string(bytes.Trim(m.Method.Of(text), `"`)))
	case wire.Result, wire.Error:
		what := "the answer"
		if m.Kind == wire.Error {
			what = "an error as the answer"
		}
		id := identOf(m.ID.Of(text))
		if x := r.client.find(&id); x != nil {
			return what + " to request " + x.idText() + " (" + x.method + ")"
		}
		return what + " to request " + clip(string(m.ID.Of(text)))
	case wire.Batch:
		return "a batch"
	}
	return "JSON"
}
