package engine

import (
	"stdioscope/engine/mcp"
	"stdioscope/engine/order"
	"stdioscope/engine/wire"
)

// tools is the server's tool list, as the last listing gave it.
type tools struct {
	checked  bool
	complete bool // the last page was seen
	count    int
	valid    int
	warnings int
	errors   int
	names    []string
	dups     []string
	lists    mcp.ToolLists
}

// maxPages bounds the pages that are told from each other.
const maxPages = 1000

// news reports whether a page of tools was not judged under this revision
// before: the same list again has the same faults, which are no new ones.
func (r *run) news(rev string, entries []byte) bool {
	h := uint64(14695981039346656037)
	mix := func(c byte) { h = (h ^ uint64(c)) * 1099511628211 }
	for i := 0; i < len(rev); i++ {
		mix(rev[i])
	}
	for _, c := range entries {
		mix(c)
	}
	if r.pages[h] {
		return false
	}
	if r.pages == nil {
		r.pages = map[uint64]bool{}
	}
	if len(r.pages) < maxPages {
		r.pages[h] = true
	}
	return true
}

// begin begins a listing: what the last one gave is forgotten.
func (t *tools) begin() {
	t.checked, t.complete = false, false
	t.count, t.valid, t.warnings, t.errors = 0, 0, 0, 0
	t.names, t.dups = t.names[:0], nil
	t.lists.Begin()
}

// again judges a result by sight: one page, of tools that were sound before.
func (t *tools) again(x *exchange, result []byte) (n int, ok bool) {
	if x.again {
		return 0, false
	}
	sum, ok := t.lists.Again(x.rev, result)
	if ok {
		t.take(&sum)
	}
	return sum.Count, ok
}

// page judges the tools of one page and counts them.
func (t *tools) page(r *run, fr *frame, m *wire.Message, x *exchange, entries []byte) int {
	sum, problems := t.lists.Page(x.rev, entries)
	if len(problems) > 0 && r.news(x.rev, entries) {
		from := wire.Offset(fr.text, entries)
		r.problems(fr, m, wire.Span{Start: from, End: from + len(entries)}, x.rev, x.method, problems)
	}
	t.take(&sum)
	return sum.Count
}

// outputSchema is the schema of the results of the tool that a request calls; nil
// when it has none.
func (t *tools) outputSchema(x *exchange) []byte {
	if !t.lists.HasOutputs() {
		return nil
	}
	name, _ := wire.Get(x.params, "name")
	return t.lists.OutputSchema(name)
}

// take counts the tools of a page.
func (t *tools) take(sum *mcp.ToolSummary) {
	t.checked = true
	t.count += sum.Count
	t.valid += sum.Valid
	t.errors += sum.Errors
	t.warnings += sum.Warnings
	for i := range sum.Tools {
		if name := sum.Tools[i].Name; name != "" {
			t.names = append(t.names, name)
		}
	}
	for _, d := range sum.Duplicates {
		if !contains(t.dups, d) {
			t.dups = append(t.dups, d)
		}
	}
}

// sorted is the names in order, each once.
func sorted(names []string) []string {
	out := append([]string{}, names...)
	order.Strings(out)
	n := 0
	for _, name := range out {
		if n == 0 || name != out[n-1] {
			out[n] = name
			n++
		}
	}
	return out[:n]
}
