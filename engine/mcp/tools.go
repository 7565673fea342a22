package mcp

import (
	"strconv"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// ToolFact is what is worth keeping of one listed tool. The byte slices alias
// the list that was handed in.
type ToolFact struct {
	Name         string // "" when it has no usable name
	InputSchema  []byte // nil when absent
	OutputSchema []byte // nil when absent
	Errors       int    // problems by severity under the revision
	Warnings     int
	Notes        int
}

// ToolSummary counts what [ToolLists.Page] saw in one page of tools/list.
type ToolSummary struct {
	Count      int        // tools on the page
	Valid      int        // those without an error
	Errors     int        // problems by severity under the revision
	Warnings   int        //
	Notes      int        //
	Tools      []ToolFact // in the order of the page; of the first 100,000
	Duplicates []string   // names that this or an earlier page had before, once each
}

// toolList judges one page, tool by tool.
type toolList struct {
	walker
	revision string
	lists    *ToolLists
	twice    map[string]bool // names in summary.Duplicates
	summary  ToolSummary

	// Of the tool at hand; its members are in marked.
	whole []byte
	index int
	fact  ToolFact
	found []tally // problems of each code that were known before it
}

// tool judges the tool at hand and passes it. It gives the entry of its name, nil
// when it has none.
func (l *toolList) tool() *listed {
	before, start := len(l.problems), l.c.At
	if l.c.Peek() != '{' { // of the list's shape, not of the tool's
		l.wrongType(tTool, plain, "tools-list-invalid-result", false)
		return nil
	}
	l.marked = [marks][]byte{}
	l.value(tTool, "tool-metadata-invalid", false)
	l.whole = l.c.Data[start:min(l.c.At, len(l.c.Data))]
	l.detailAbsent(before)
	name := l.name()
	l.description()
	l.inputSchema()
	l.outputSchema()
	if name != nil {
		l.lists.list(name, l.fact.OutputSchema)
	}
	sortByPlace(l.problems[before:])
	return name
}

// detailAbsent gives the shape's own complaints their detail codes.
func (l *toolList) detailAbsent(from int) {
	for i := from; i < len(l.problems); i++ {
		p := &l.problems[i]
		switch absent := p.Column < len(l.c.Data) && l.c.Data[p.Column] == '{'; {
		case p.Code == "tool-name-invalid" && absent && countByte(p.Path, '/') == 1:
			p.Detail = "absent"
		case p.Code == "tool-name-invalid":
			p.Detail = "not-a-string"
		case p.Code == "tool-input-schema-invalid" && absent:
			p.Detail = "missing"
		}
	}
}

// toolProblem adds a problem at a part of a tool. what goes on from the tool's
// place: ".name is empty".
func (l *toolList) toolProblem(code, detail string, part []byte, member, what string) {
	at := "tools[" + strconv.Itoa(l.index) + "]"
	path := "/" + strconv.Itoa(l.index)
	if member != "" {
		at += "." + member
		path += "/" + member
	}
	if part == nil {
		part = l.whole
	}
	l.add(code, detail, part, path, at+what+l.named())
}

// named tells which tool is meant, for a message's end.
func (l *toolList) named() string {
	if name, ok := wire.String(l.marked[markName]); ok && name != "" {
		return " (tool " + place.Quoted(name) + ")"
	}
	return ""
}

// description judges whether a tool says what it does.
func (l *toolList) description() {
	raw := l.marked[markDescription]
	if raw == nil {
		l.toolProblem("tool-description-missing", "", nil, "", " has no description")
	} else if string(raw) == `""` {
		l.toolProblem("tool-description-missing", "", raw, "description", " is empty")
	}
}

// sum adds the tool at hand to the summary. What is counted of it is what the
// tallies of the list grew by; it is sound when they did not.
func (l *toolList) sum() (sound bool) {
	sound = true
	for i, t := range l.tallies {
		before := 0
		if i < len(l.found) {
			before = l.found[i].n
		}
		if t.n == before {
			continue
		}
		sound = false
		r, _ := rule.Lookup(t.code)
		switch r.SeverityAt(l.revision) {
		case rule.Error:
			l.fact.Errors += t.n - before
		case rule.Warning:
			l.fact.Warnings += t.n - before
		case rule.Note:
			l.fact.Notes += t.n - before
		}
	}
	l.found = append(l.found[:0], l.tallies...)
	l.summary.Count++
	l.summary.Errors += l.fact.Errors
	l.summary.Warnings += l.fact.Warnings
	l.summary.Notes += l.fact.Notes
	if l.fact.Errors == 0 {
		l.summary.Valid++
	}
	if len(l.summary.Tools) < maxRemembered {
		l.summary.Tools = append(l.summary.Tools, l.fact)
	}
	return sound
}
