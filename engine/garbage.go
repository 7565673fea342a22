package engine

import (
	"bytes"
	"strconv"

	"stdioscope/engine/report"
	"stdioscope/engine/wire"
)

// garbage is the finding that the lines before belong to: lines that are no
// messages and follow each other without a message between are one thing that
// something printed, unless the later ones show another origin.
type garbage struct {
	kind  garbageKind
	f     *finding
	last  int // the last frame that belongs to it
	lead  *finding
	shape wire.FaultCode
	sign  *signature
	join  joiner
}

type garbageKind uint8

const (
	noGarbage garbageKind = iota
	blankLines
	textLines
	splitLines // the beginning of a JSON text that may go on
	jsonLogs
	utf16Lines
)

// close ends the group: a message came.
func (g *garbage) close() {
	if g.kind == noGarbage {
		return
	}
	if g.f != nil {
		g.f.open = false
	}
	g.kind, g.f, g.lead, g.sign = noGarbage, nil, nil, nil
}

// follows reports whether a frame comes right after the group.
func (g *garbage) follows(fr *frame) bool { return g.kind != noGarbage && g.last+1 == fr.no }

// onBadLine judges a line that failed on layers 1 to 3.
func (r *run) onBadLine(fr *frame, m *wire.Message) {
	g := &r.garbage
	c := m.Fault.Code
	e := &r.out.exception
	if !g.follows(fr) {
		e.since = fr.no
	}
	e.read(r, fr)
	if r.lsp != nil && r.headerFraming(fr, m) {
		return
	}
	if !g.follows(fr) {
		r.probes.onInvalidStdout(r, fr, m)
	}
	if g.kind == splitLines && g.follows(fr) && r.joins(fr, m) {
		return
	}
	switch {
	case c.Code() == "stdout-content-length-framing" && g.follows(fr) && g.sign != nil && g.sign.name == httpFraming:
		g.extend(fr) // a header of the answer whose status line is told of
	case c.Code() == "stdout-content-length-framing":
		g.close()
		f := r.addFault(fr, m)
		if f != nil {
			f.culprit = culpritOf(lspSignature)
		}
		r.lsp = f
	case c == wire.FaultUTF16LE || c == wire.FaultUTF16BE || g.kind == utf16Lines && c == wire.FaultNUL:
		r.extendOrAdd(fr, m, utf16Lines)
	case c == wire.FaultEmptyLine || c == wire.FaultBlankLine:
		if g.follows(fr) && (g.kind == textLines || g.kind == splitLines) {
			g.extend(fr)
			return
		}
		r.extendOrAdd(fr, m, blankLines)
	case c == wire.FaultJSONLog || c == wire.FaultNotAnObject:
		r.onJSONLog(fr, m)
	case m.Fault.Layer == 2 && c.Code() == "stdout-non-json":
		r.onText(fr, m)
	default:
		g.close()
		r.addFault(fr, m)
		r.soften(fr, m)
	}
}

func (r *run) extendOrAdd(fr *frame, m *wire.Message, kind garbageKind) {
	g := &r.garbage
	if g.kind == kind && g.follows(fr) {
		g.extend(fr)
		return
	}
	g.close()
	f := r.addFault(fr, m)
	*g = garbage{kind: kind, f: f, last: fr.no, join: g.join}
	if f != nil {
		f.open = true
	}
}

// extend takes a line into the group's finding.
//
//go:noinline
func (g *garbage) extend(fr *frame) {
	g.last = fr.no
	if g.f == nil {
		return
	}
	g.f.lastFrame = fr.no
	g.f.length = int(fr.offset + int64(len(fr.line)) - g.f.offset)
}

// headerFraming takes the lines of header framing into its one finding: further
// headers, the blank lines after them, and bodies glued to the next header.
func (r *run) headerFraming(fr *frame, m *wire.Message) bool {
	c := m.Fault.Code
	mine := c.Code() == "stdout-content-length-framing" || c == wire.FaultEmptyLine || c == wire.FaultBlankLine ||
		bytes.Contains(fr.line, []byte("Content-Length:"))
	if !mine {
		return false
	}
	r.lsp.lastFrame = fr.no
	r.lsp.length = int(fr.offset + int64(len(fr.line)) - r.lsp.offset)
	r.soften(fr, m)
	return true
}

// joins tries a line as the next part of a message spread over lines.
func (r *run) joins(fr *frame, m *wire.Message) bool {
	g := &r.garbage
	if !g.join.line(fr.line) {
		// No JSON text after all: what follows decides what it is.
		g.kind = textLines
		if g.f != nil && m.Fault.Code != wire.FaultTruncated && !bytes.Contains(g.join.joined, []byte(`"jsonrpc"`)) {
			g.f.detail = wire.FaultObjectDump.Detail()
			g.f.message = "an object or array printed for people, over several lines"
			g.shape = wire.FaultObjectDump
		}
		return false
	}
	g.extend(fr)
	if g.join.done {
		r.splitFound(fr)
	}
	return true
}

// splitFound turns the finding of the first line into that of a message which
// was spread over lines.
func (r *run) splitFound(fr *frame) {
	g := &r.garbage
	detail := "pretty-printed"
	if g.join.broke {
		detail = "newline-in-string"
	}
	if g.f != nil {
		lines := fr.no - g.f.frame + 1
		r.recode(g.f, "stdout-split-message", detail)
		g.f.message = "one JSON text spread over " + strconv.Itoa(lines) + " lines; each newline ends a message"
		g.f.hint = hintFor("stdout-split-message", detail)
		g.f.open = false
		g.f.length = int(fr.offset + int64(len(fr.line)) - g.f.offset)
	}
	if !g.join.over {
		text := g.join.joined
		wire.Scan(text, &r.part)
		switch {
		case r.part.Kind == wire.Value && g.f != nil:
			g.f.message += "; even joined it is no JSON-RPC message"
		case r.part.Kind != wire.None:
			one := *fr
			one.text, one.line = text, text
			r.soften(&one, &r.part)
			if g.f != nil {
				g.f.message += "; joined they would be " + r.said(text, &r.part)
			}
		}
	}
	g.kind, g.f = noGarbage, nil
}

// onText judges a line that is no JSON text.
func (r *run) onText(fr *frame, m *wire.Message) {
	g := &r.garbage
	shape := m.Fault.Code
	sign := recognise(fr.line)
	if g.kind == textLines && g.follows(fr) && !g.parts(fr, shape, sign) {
		g.extend(fr)
		g.name(sign)
		r.soften(fr, m)
		return
	}
	var lead *finding
	if g.kind == blankLines && g.follows(fr) {
		lead = g.f
	}
	g.close()
	f := r.addFault(fr, m)
	join := g.join
	*g = garbage{kind: textLines, f: f, last: fr.no, lead: lead, shape: shape}
	if f != nil {
		f.open = true
	}
	g.name(sign)
	if shape == wire.FaultTruncated || shape == wire.FaultUnexpectedEnd {
		join = joiner{stack: join.stack[:0], joined: join.joined[:0], word: join.word[:0]}
		if join.line(fr.line) {
			g.kind = splitLines
		}
	}
	g.join = join
	r.soften(fr, m)
}

// parts reports whether a line of text begins something new: another program's
// record, or a log record after plain text. Lines that can only continue never
// do.
func (g *garbage) parts(fr *frame, shape wire.FaultCode, sign *signature) bool {
	if sign != nil && sign.starts {
		return g.sign != nil && g.sign.name != sign.name || g.sign == nil && (g.shape != shape || shape == wire.FaultText)
	}
	if continues(fr.line) {
		return false
	}
	isLog := shape == wire.FaultLogTimestamp || shape == wire.FaultLogPrefix
	return isLog && g.shape != shape && g.sign == nil
}

// continues reports whether a line looks like the continuation of the one
// before: indented, closing, or a frame of a stack trace.
func continues(line []byte) bool {
	if len(line) == 0 {
		return true
	}
	switch line[0] {
	case ' ', '\t', '}', ']', ')', '|':
		return true
	}
	return bytes.HasPrefix(line, []byte("at ")) || bytes.HasPrefix(line, []byte("Caused by:"))
}

// name tells the group what printed it, once something shows that.
func (g *garbage) name(sign *signature) {
	if sign == nil || g.sign != nil && !(g.sign.vague && !sign.vague) {
		return
	}
	g.sign = sign
	if g.f != nil {
		g.f.culprit = culpritOf(sign)
		g.f.hint = sign.change
		if sign.detail != "" {
			g.f.detail = sign.detail
		}
	}
	if g.lead != nil {
		g.lead.culprit = culpritOf(sign)
		g.lead.hint = sign.change
	}
}

// onJSONLog judges JSON that is no message. Records that follow each other are
// one finding.
func (r *run) onJSONLog(fr *frame, m *wire.Message) {
	g := &r.garbage
	if g.follows(fr) && g.kind == textLines && m.Fault.Code == wire.FaultNotAnObject {
		g.extend(fr)
		return
	}
	known := g.kind == jsonLogs && g.follows(fr)
	r.extendOrAdd(fr, m, jsonLogs)
	if known || g.f == nil {
		return
	}
	if sign := recogniseJSON(fr.line); sign != nil {
		g.f.culprit = culpritOf(sign)
		g.f.hint = sign.change
	}
}

//go:noinline
func culpritOf(s *signature) *report.Culprit {
	return &report.Culprit{Name: s.name, Certainty: s.certainty, Change: s.change}
}
