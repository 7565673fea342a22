package engine

import (
	"slices"

	"stdioscope/engine/mcp"
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
	seen     map[string]bool
	schemas  map[string][]byte // outputSchema by tool name
	kept     int               // bytes in schemas
}

// maxSchemas bounds the bytes of output schemas that are kept.
const maxSchemas = 8 << 20

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

func (t *tools) begin() { *t = tools{} }

// page judges the tools of one page and counts them.
func (t *tools) page(r *run, fr *frame, m *wire.Message, x *exchange, entries []byte) int {
	if t.seen == nil {
		t.seen, t.schemas = map[string]bool{}, map[string][]byte{}
	}
	sum, problems := mcp.CheckTools(x.rev, entries, t.seen)
	if len(problems) > 0 && r.news(x.rev, entries) {
		from := wire.Offset(fr.text, entries)
		r.problems(fr, m, wire.Span{Start: from, End: from + len(entries)}, x.rev, x.method, problems)
	}
	t.checked = true
	t.count += sum.Count
	t.valid += sum.Valid
	t.errors += sum.Errors
	t.warnings += sum.Warnings
	for i := range sum.Tools {
		f := &sum.Tools[i]
		if f.Name != "" {
			t.names = append(t.names, f.Name)
		}
		if f.OutputSchema != nil && t.kept+len(f.OutputSchema) <= maxSchemas {
			t.kept += len(f.OutputSchema)
			t.schemas[f.Name] = append([]byte(nil), f.OutputSchema...)
		}
	}
	for _, d := range sum.Duplicates {
		if !contains(t.dups, d) {
			t.dups = append(t.dups, d)
		}
	}
	return sum.Count
}

// has reports whether the list holds a tool, by its name as a JSON string.
func (t *tools) has(name []byte) bool {
	var room [128]byte
	b, _ := wire.AppendString(room[:0], name)
	return t.seen[string(b)]
}

// outputSchema is the schema of a tool's results; nil when it has none.
func (t *tools) outputSchema(params []byte) []byte {
	if len(t.schemas) == 0 {
		return nil
	}
	raw, _ := wire.Get(params, "name")
	var room [128]byte
	b, _ := wire.AppendString(room[:0], raw)
	return t.schemas[string(b)]
}

// sorted is the names in order, each once.
func sorted(names []string) []string {
	out := append([]string{}, names...)
	slices.Sort(out)
	return slices.Compact(out)
}
