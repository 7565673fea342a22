package engine

import (
	"stdioscope/engine/report"
	"stdioscope/engine/wire"
)

// listState is one of the lists that a server can advertise.
type listState struct {
	asked     bool
	responded bool
	items     int  // over all pages of the last listing
	counted   bool // items holds a whole number of pages
	err       *report.RPCError
	cursors   map[string]bool // given so far in this listing
	asks      map[string]bool // asked for so far in this listing
	seen      map[string]bool // identities of the entries of this listing
	scope     string          // cacheScope of the listing's pages
}

// lists is what the advertised lists answered.
type lists struct {
	tools, resources, templates, prompts listState
}

//go:noinline
func (l *lists) of(v verb) *listState {
	switch v {
	case listTools:
		return &l.tools
	case listResources:
		return &l.resources
	case listTemplates:
		return &l.templates
	case listPrompts:
		return &l.prompts
	}
	return nil
}

// asked notes that a list was asked for; without a cursor a new listing begins.
func (l *lists) asked(r *run, x *exchange, cursor []byte) {
	s := l.of(x.verb)
	s.asked = true
	if cursor == nil {
		l.begin(r, x.verb)
		return
	}
	x.paged, x.again = true, s.asks[string(cursor)]
	if s.asks == nil {
		s.asks = map[string]bool{}
	}
	if len(s.asks) < maxCursors && len(cursor) <= 4096 {
		s.asks[string(cursor)] = true
	}
}

// begin begins a listing. The answer to a request without a cursor does so too:
// two such requests may be under way at once.
func (l *lists) begin(r *run, v verb) {
	s := l.of(v)
	s.cursors, s.scope, s.seen, s.asks = nil, "", nil, nil
	s.items, s.counted = 0, false
	if v == listTools {
		r.tools.begin()
	}
}

// seen is where the identities of a listing's entries are kept from page to page;
// nil for a page that was asked for before.
func (l *lists) seen(x *exchange) map[string]bool {
	s := l.of(x.verb)
	if x.again {
		return nil
	}
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	return s.seen
}

// capabilityOf is the capability that a list belongs to.
func capabilityOf(v verb) string {
	switch v {
	case listTools:
		return "tools"
	case listPrompts:
		return "prompts"
	}
	return "resources"
}

// page is one page of a list: its members, found in one walk.
type page struct {
	entries, next, scope []byte // nil when absent
}

//go:noinline
func pageOf(result []byte, list string) (p page) {
	wire.Members(result, func(key, value []byte) bool {
		switch string(key) {
		case list:
			p.entries = value
		case "nextCursor":
			p.next = value
		case "cacheScope":
			p.scope = value
		}
		return true
	})
	return p
}

// onList judges one page of a list.
func (r *run) onList(fr *frame, m *wire.Message, x *exchange, result []byte) {
	s := r.lists.of(x.verb)
	me := x.called.under(x.rev)
	if me == nil {
		return
	}
	p := pageOf(result, me.List)
	isList := wire.TypeOf(p.entries) == wire.Array
	if isList && x.again {
		return // counted and judged as a page of this listing before
	}
	if isList {
		n := 0
		if x.verb == listTools {
			n = r.tools.page(r, fr, m, x, p.entries)
		} else {
			wire.Elements(p.entries, func([]byte) bool { n++; return true })
		}
		r.listed(fr, m, x, n)
	}
	if wire.TypeOf(p.next) == wire.Str {
		r.cursor(fr, s, x, p.next)
	} else if x.verb == listTools && isList {
		r.tools.complete = true
	}
	if p.scope != nil {
		r.cacheScope(fr, s, x, p.scope)
	}
}

// listed counts the entries of a page.
func (r *run) listed(fr *frame, m *wire.Message, x *exchange, n int) {
	s := r.lists.of(x.verb)
	s.responded, s.counted = true, true
	s.items += n
	r.unadvertised(fr, m, x, n)
}

// unadvertised judges a list that works although nobody was told of it. An empty
// one is most likely what a framework answers by itself.
func (r *run) unadvertised(fr *frame, m *wire.Message, x *exchange, n int) {
	caps := r.life.caps(x.rev)
	capability := capabilityOf(x.verb)
	if caps == nil || r.life.declared(caps, capability) {
		return
	}
	if n == 0 {
		r.addMessage(fr, m, "unadvertised-list-answered", "", x.rev, x.method,
			x.method+" was answered with an empty list although the capability "+capability+" was not advertised")
		return
	}
	r.addMessage(fr, m, "capability-not-advertised", "", x.rev, x.method,
		x.method+" works although the capability "+capability+" was not advertised")
}

// maxCursors bounds the cursors remembered of one listing.
const maxCursors = 10_000

// cursor judges the cursor of a page: the same twice would never end.
func (r *run) cursor(fr *frame, s *listState, x *exchange, next []byte) {
	if s.cursors[string(next)] {
		f := r.newAt(fr, "cursor-not-advancing", "", x.rev, wire.Offset(fr.text, next), len(next),
			x.method+" returns to a cursor that it gave before: a client that follows it never ends")
		if f != nil {
			f.method, f.id = x.method, x.idText()
		}
		r.add(f)
		return
	}
	if s.cursors == nil {
		s.cursors = map[string]bool{}
	}
	if len(s.cursors) < maxCursors && len(next) <= 4096 {
		s.cursors[string(next)] = true
	}
}

// cacheScope judges that all pages of one listing share their scope.
func (r *run) cacheScope(fr *frame, s *listState, x *exchange, raw []byte) {
	scope, _ := wire.String(raw)
	if s.scope != "" && scope != s.scope {
		f := r.newAt(fr, "cache-scope-differs", "", x.rev, wire.Offset(fr.text, raw), len(raw),
			"this page of "+x.method+" has cacheScope "+quoted(scope)+", an earlier one had "+quoted(s.scope))
		if f != nil {
			f.method, f.id = x.method, x.idText()
		}
		r.add(f)
	}
	s.scope = scope
}

// onListError judges an error as the answer to a list.
func (r *run) onListError(fr *frame, m *wire.Message, x *exchange, e rpcError) {
	s := r.lists.of(x.verb)
	s.responded = true
	s.err = e.report()
	caps := r.life.caps(x.rev)
	if r.misnumbered(fr, m, x, e) {
		return
	}
	if caps == nil || !declares(caps, capabilityOf(x.verb)) || r.mayRefuse(x, e) {
		return
	}
	if _, paged := wire.Get(x.params, "cursor"); paged {
		return // perhaps a cursor of the client's own making
	}
	switch {
	case e.code == codeMethodNotFound && x.verb == listTemplates:
		r.addMessage(fr, m, "resource-templates-unsupported", "", x.rev, x.method,
			"resources is advertised but resources/templates/list is not implemented")
	case e.code == codeMethodNotFound:
		r.addMessage(fr, m, "capability-list-unsupported", "", x.rev, x.method,
			x.method+" is advertised but not implemented")
	default:
		r.addMessage(fr, m, "capability-list-error", "", x.rev, x.method,
			x.method+" is advertised but was answered with error "+e.raw+": "+clip(e.message))
	}
}

// report is the error as the contract shows it.
func (e rpcError) report() *report.RPCError {
	out := &report.RPCError{Message: clip(e.message)}
	out.Code = jsonNumber(e.raw)
	return out
}
