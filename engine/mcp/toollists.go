package mcp

import (
	"bytes"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/wire"
)

// ToolLists judges the tool lists of one server, page by page, one listing after
// another. A server lists the same tools again and again: a tool that was sound
// once is so again, byte for byte, and is not judged twice. The zero value is
// ready for use.
type ToolLists struct {
	names    map[string]*listed
	listings uint32 // that were begun
	count    int    // names of this listing
	outputs  int    // bytes of its output schemas

	known  soundTools
	page   *toolList // the last one's memory
	glance glance
	slow   bool // judge every tool by the rules: for tests
	met    []*soundTool
	facts  []ToolFact
}

// listed is a name, and what the last listing that had it says.
type listed struct {
	name         string
	in, outputIn uint32 // the listings, counted from 1
	output       []byte // its own copy
}

const (
	// maxNames is how many names a new listing finds; those of one listing are
	// bounded by maxRemembered.
	maxNames = 4096
	// maxOutputs bounds the bytes of output schemas that are kept of a listing.
	maxOutputs = 8 << 20
)

// Begin begins a listing: none of its names was seen yet.
func (l *ToolLists) Begin() {
	l.listings++
	l.count, l.outputs = 0, 0
	if len(l.names) > maxNames {
		clear(l.names)
		l.known.forget()
	}
}

// now is the number of this listing.
func (l *ToolLists) now() uint32 { return l.listings + 1 }

// Len is the number of names that are remembered of this listing.
func (l *ToolLists) Len() int { return l.count }

// Has reports whether this listing has a tool, by its name as a JSON string.
func (l *ToolLists) Has(name []byte) bool {
	e := l.find(name)
	return e != nil && e.in == l.now()
}

// HasOutputs reports whether any tool of this listing has an output schema.
func (l *ToolLists) HasOutputs() bool { return l.outputs > 0 }

// OutputSchema is the schema of a tool's results in this listing, by the tool's
// name as a JSON string; nil when it has none.
func (l *ToolLists) OutputSchema(name []byte) []byte {
	if e := l.find(name); e != nil && e.outputIn == l.now() {
		return e.output
	}
	return nil
}

func (l *ToolLists) find(raw []byte) *listed {
	if wire.TypeOf(raw) != wire.Str || len(raw) < 2 {
		return nil
	}
	return l.names[string(place.Decode(raw[1:len(raw)-1]))]
}

// entry is the entry of a name.
func (l *ToolLists) entry(name []byte) *listed {
	if e := l.names[string(name)]; e != nil {
		return e
	}
	e := &listed{name: string(name)}
	if l.names == nil {
		l.names = map[string]*listed{}
	}
	if len(l.names) < maxNames+maxRemembered {
		l.names[e.name] = e
	}
	return e
}

// list counts a tool into this listing.
func (l *ToolLists) list(e *listed, output []byte) {
	if e.in != l.now() && l.count < maxRemembered {
		e.in = l.now()
		l.count++
	}
	if output != nil && l.outputs+len(output) <= maxOutputs {
		l.outputs += len(output)
		if e.outputIn = l.now(); !bytes.Equal(e.output, output) {
			e.output = bytes.Clone(output)
		}
	}
}

// Page judges the value of a tools/list result's tools member. Columns count
// within tools. The summary's tools are valid until the next call.
func (l *ToolLists) Page(rev string, tools []byte) (ToolSummary, []Problem) {
	if l.page == nil {
		l.page = new(toolList)
	}
	p := l.page
	*p = toolList{
		walker:   walker{c: wire.Cursor{Data: tools}, rev: judgedBy(rev), strict: true, noun: "tools", leave: [2]typ{tInputSchema, tOutputSchema}},
		revision: Judged(rev), lists: l,
	}
	p.summary.Tools = l.facts[:0]
	p.c.Space()
	if p.c.Peek() != '[' {
		return ToolSummary{}, nil
	}
	for more := p.c.Open(); more; more = p.c.Next() {
		if !p.again() {
			start := p.c.At
			p.path.PushIndex(p.index)
			p.fact = ToolFact{}
			entry := p.tool()
			p.path.Pop()
			if sound := p.sum(); sound && entry != nil {
				l.known.keep(tools[start:p.c.At], p.rev, entry, p.fact.InputSchema, p.fact.OutputSchema)
			}
		}
		p.index++
	}
	p.countUnlisted()
	l.facts = p.summary.Tools
	return p.summary, p.problems
}

// Again judges a whole result of tools/list by sight: one that holds sound tools
// seen before, each once, and nothing else, in the form in which nearly every
// server writes it. ok is false for every other; nothing was listed then.
func (l *ToolLists) Again(rev string, result []byte) (sum ToolSummary, ok bool) {
	const head, end = `{"tools":[`, `]}`
	n := judgedBy(rev)
	if n >= 5 || len(result) < len(head) || string(result[:len(head)]) != head {
		return ToolSummary{}, false
	}
	l.met = l.met[:0]
	for at := len(head); ; at++ {
		tool := l.known.at(result, at, n)
		if tool == nil {
			return ToolSummary{}, false
		}
		l.met = append(l.met, tool)
		if at += len(tool.bytes); at >= len(result) || result[at] != ',' {
			if string(result[at:]) != end {
				return ToolSummary{}, false
			}
			break
		}
	}
	// Names twice in a listing are for the rules.
	for i, tool := range l.met {
		if tool.listed.in != l.now() {
			tool.listed.in = l.now()
			continue
		}
		for _, before := range l.met[:i] {
			before.listed.in = 0
		}
		return ToolSummary{}, false
	}
	sum.Tools = l.facts[:0]
	for _, tool := range l.met {
		tool.listed.in = 0
		l.list(tool.listed, tool.output)
		sum.add(tool.fact())
	}
	l.facts = sum.Tools
	return sum, true
}

// add counts a tool that is sound.
func (s *ToolSummary) add(fact ToolFact) {
	s.Count++
	s.Valid++
	if len(s.Tools) < maxRemembered {
		s.Tools = append(s.Tools, fact)
	}
}

// again passes the tool at hand when it needs no judgement: it was sound before,
// or is so at a glance. A name that this listing has already is for the rules.
func (l *toolList) again() bool {
	lists, data, start := l.lists, l.c.Data, l.c.At
	if lists.slow {
		return false
	}
	tool := lists.known.at(data, start, l.rev)
	if tool == nil {
		g := &lists.glance
		g.c, g.rev = l.c, l.rev
		if !g.tool() {
			return false
		}
		tool = lists.known.keep(data[start:g.c.At], l.rev, lists.entry(g.name), g.input, g.output)
	}
	if tool.listed.in == lists.now() {
		return false
	}
	l.c.At += len(tool.bytes)
	lists.list(tool.listed, tool.output)
	l.summary.add(tool.fact())
	return true
}

// soundTool is a tool of which nothing is to be said under a revision.
type soundTool struct {
	bytes         []byte // as it was written; its own copy
	input, output []byte // its schemas, parts of bytes
	rev           uint8
	listed        *listed
	next          *soundTool // another that begins alike
}

func (t *soundTool) fact() ToolFact {
	return ToolFact{Name: t.listed.name, InputSchema: t.input, OutputSchema: t.output}
}

// soundTools finds sound tools by how they begin.
type soundTools struct {
	heads map[uint64]*soundTool
	bytes int
	n     int
	room  []byte      // for copies
	slab  []soundTool // for entries
}

const (
	headSize = 64 // shorter tools are judged each time
	// The bounds of what is remembered; beyond them it is begun anew.
	maxSoundBytes = 4 << 20
	maxSoundTools = 4096
)

func (s *soundTools) forget() { *s = soundTools{} }

// head is a hash of how the tool at a column begins.
func (s *soundTools) head(data []byte, at int) uint64 {
	h := uint64(0)
	for i := at; i < at+headSize; i += 8 {
		h = (h ^ wire.Word(data[i:])) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}

// at is the tool that stands at a column of valid JSON, if it is known. An object
// ends where its bytes do, so that what follows them needs no look.
func (s *soundTools) at(data []byte, at int, rev uint8) *soundTool {
	if at+headSize > len(data) || s.n == 0 {
		return nil
	}
	for t := s.heads[s.head(data, at)]; t != nil; t = t.next {
		if t.rev == rev && len(data)-at >= len(t.bytes) && string(data[at:at+len(t.bytes)]) == string(t.bytes) {
			return t
		}
	}
	return nil
}

// keep remembers a sound tool, unless it is too short or too long for that, and
// gives its entry.
func (s *soundTools) keep(tool []byte, rev uint8, name *listed, input, output []byte) *soundTool {
	if len(tool) < headSize || len(tool) > maxSoundBytes/8 {
		return &soundTool{bytes: tool, input: input, output: output, rev: rev, listed: name}
	}
	if s.n >= maxSoundTools || s.bytes+len(tool) > maxSoundBytes {
		s.forget()
	}
	if len(tool) > cap(s.room)-len(s.room) {
		s.room = make([]byte, 0, max(len(tool), 32<<10))
	}
	from := len(s.room)
	s.room = append(s.room, tool...)
	copied := s.room[from:len(s.room):len(s.room)]
	if len(s.slab) == 0 {
		s.slab = make([]soundTool, 32)
	}
	t := &s.slab[0]
	s.slab = s.slab[1:]
	*t = soundTool{bytes: copied, input: inCopy(copied, tool, input), output: inCopy(copied, tool, output), rev: rev, listed: name}
	if s.heads == nil {
		s.heads = map[uint64]*soundTool{}
	}
	h := s.head(tool, 0)
	t.next, s.heads[h] = s.heads[h], t
	s.n++
	s.bytes += len(tool)
	return t
}

// inCopy is the part of a copy that corresponds to a part of the original.
func inCopy(copied, original, part []byte) []byte {
	if part == nil {
		return nil
	}
	at := wire.Offset(original, part)
	return copied[at : at+len(part) : at+len(part)]
}
