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

// ToolSummary counts what [CheckTools] saw in one page of tools/list.
type ToolSummary struct {
	Tools      []ToolFact // in the order of the page
	Duplicates []string   // names that this or an earlier page had before, once each
}

// CheckTools judges the value of a tools/list result's tools member, one page.
// seen holds the names of earlier pages of the same listing and is added to;
// nil means that there was no earlier page. Columns count within tools.
func CheckTools(rev string, tools []byte, seen map[string]bool) (ToolSummary, []Problem) {
	if seen == nil {
		seen = map[string]bool{}
	}
	l := toolList{
		walker:   walker{c: wire.Cursor{Data: tools}, rev: revisionNumber(rev), strict: true, noun: "tools", leave: [2]typ{tInputSchema, tOutputSchema}},
		revision: Judged(rev), seen: seen,
	}
	l.c.Space()
	if l.c.Peek() != '[' {
		return ToolSummary{}, nil
	}
	for more := l.c.Open(); more; more = l.c.Next() {
		l.path.PushIndex(len(l.summary.Tools))
		l.tool()
		l.path.Pop()
	}
	return l.summary, l.problems
}

// toolList judges one page, tool by tool.
type toolList struct {
	walker
	revision string
	seen     map[string]bool
	summary  ToolSummary
}

// listed is a tool's members as they were written; nil = absent.
type listed struct {
	whole, name, description, input, output []byte
	index                                   int
}

// tool judges the tool at hand and passes it.
func (l *toolList) tool() {
	before, start := len(l.problems), l.c.At
	l.summary.Tools = append(l.summary.Tools, ToolFact{})
	if l.c.Peek() != '{' {
		l.wrongType(tTool, plain, "tools-list-invalid-result", false)
		l.countBySeverity(before)
		return
	}
	t := listed{index: len(l.summary.Tools) - 1}
	l.readTool(&t)
	l.c.At = start
	l.value(tTool, "tool-metadata-invalid", false)
	l.detailAbsent(before)
	l.name(&t)
	l.description(&t)
	l.inputSchema(&t)
	l.outputSchema(&t)
	inOrder(l.problems[before:])
	l.countBySeverity(before)
}

// readTool finds the members that are judged one by one, and leaves the cursor
// behind the tool.
func (l *toolList) readTool(t *listed) {
	start := l.c.At
	for more := l.c.Open(); more; more = l.c.Next() {
		key, escaped := l.c.Key()
		value := l.c.Skip()
		if escaped {
			key = place.Decode(key)
		}
		switch string(key) {
		case "name":
			t.name = value
		case "description":
			t.description = value
		case "inputSchema":
			t.input = value
		case "outputSchema":
			t.output = value
		}
	}
	t.whole = l.c.Data[start:min(l.c.At, len(l.c.Data))]
}

// detailAbsent gives the shape's own complaints their detail codes.
func (l *toolList) detailAbsent(from int) {
	for i := from; i < len(l.problems); i++ {
		p := &l.problems[i]
		switch absent := l.c.Data[p.Column] == '{'; {
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
func (l *toolList) toolProblem(t *listed, code, detail string, part []byte, member, what string) {
	at := "tools[" + strconv.Itoa(t.index) + "]"
	path := "/" + strconv.Itoa(t.index)
	if member != "" {
		at += "." + member
		path += "/" + member
	}
	if part == nil {
		part = t.whole
	}
	l.add(code, detail, part, path, at+what+l.named(t))
}

// named tells which tool is meant, for a message's end.
func (l *toolList) named(t *listed) string {
	if name, ok := wire.String(t.name); ok && name != "" {
		return " (tool " + place.Quoted(name) + ")"
	}
	return ""
}

// description judges whether a tool says what it does.
func (l *toolList) description(t *listed) {
	if t.description == nil {
		l.toolProblem(t, "tool-description-missing", "", nil, "", " has no description")
	} else if string(t.description) == `""` {
		l.toolProblem(t, "tool-description-missing", "", t.description, "description", " is empty")
	}
}

// countBySeverity adds up what was found since a place in the list of problems.
func (l *toolList) countBySeverity(from int) {
	fact := &l.summary.Tools[len(l.summary.Tools)-1]
	for _, p := range l.problems[from:] {
		r, _ := rule.Lookup(p.Code)
		switch r.SeverityAt(l.revision) {
		case rule.Error:
			fact.Errors++
		case rule.Warning:
			fact.Warnings++
		case rule.Note:
			fact.Notes++
		}
	}
}
