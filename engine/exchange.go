package engine

import (
	"strconv"

	"stdioscope/engine/order"
	"stdioscope/engine/wire"
)

// exchange is a request, until it is answered.
type exchange struct {
	id       ident // text is its own copy
	raw      string
	method   string
	verb     verb
	called   *name  // the method
	params   []byte // its own copy; nil when absent or too long to keep
	rev      string // the revision that it and its answer are judged by
	meta     requestMeta
	t        int64
	frame    int
	row      int32
	idString uint32 // the id in the index

	purpose, label string // from the plan
	operation      int    // index+1 into operations; 0 = none

	cancelled bool
	awaits    bool     // the server's: it waits for the answer
	asked     int64    // how long the server had waited for its client before it
	hidden    bool     // a cut message may have been its answer
	unowed    bool     // it stood in a batch that the revision does not allow
	paged     bool     // asks for a further page of a list
	again     bool     // for one that was asked for before
	early     bool     // sent before the client said that it is ready
	judged    *finding // a silence was held against the server already
	soft      int      // frame that holds its answer in a form no client must accept
	slot      int32
	extra     int  // further requests sent with the same id while it was open
	mixed     bool // one of them for another method: no answer can be judged

	token    ident // progress token; text is its own copy
	progress float64
	moved    bool // progress was reported
	sub      *subscription
	asTask   bool // the request may become a task
}

// asks says what the request is for.
func (x *exchange) asks(method *name) {
	x.method, x.verb, x.called = method.text, method.verb, method
}

// writtenAs reports whether an id equal to the request's is also written like it.
func (x *exchange) writtenAs(id *ident) bool {
	if x.raw == "" {
		return id.digits || canonical(id.raw)
	}
	return x.raw == string(id.raw)
}

// idText is the id as it was written.
//
//go:noinline
func (x *exchange) idText() string {
	if x.raw != "" {
		return x.raw
	}
	return strconv.FormatInt(x.id.n, 10)
}

// maxParams bounds what is kept of a request's params.
const maxParams = 1 << 16

// party is one side's requests.
type party struct {
	from  string
	open  idTable
	slots []exchange
	free  []int32
	used  idSet // answered or given up
	total int64
	bound bool // more were open than are tracked
}

// begin opens an exchange; nil when the bound on open requests is met.
func (p *party) begin(id *ident) *exchange {
	if p.open.len() >= maxTracked {
		p.bound = true
		return nil
	}
	var slot int32
	if n := len(p.free); n > 0 {
		slot = p.free[n-1]
		p.free = p.free[:n-1]
	} else {
		slot = int32(len(p.slots))
		p.slots = append(p.slots, exchange{})
	}
	p.open.put(id, slot)
	p.total++
	x := &p.slots[slot]
	params := x.params
	*x = exchange{}
	x.id.kind, x.id.n, x.row, x.slot, x.params = id.kind, id.n, noRow, slot, params[:0]
	if id.kind != intID {
		x.id.text = append([]byte(nil), id.text...)
		x.raw = string(id.raw)
	} else if len(id.raw) > 0 && !id.digits && !canonical(id.raw) {
		x.raw = string(id.raw)
	}
	return x
}

// canonical reports whether an integer is written as its digits alone.
func canonical(raw []byte) bool {
	for i, c := range raw {
		if (c < '0' || c > '9') && (c != '-' || i > 0) {
			return false
		}
	}
	return string(raw) != "-0"
}

// find is the open exchange of an id.
func (p *party) find(id *ident) *exchange {
	if slot, ok := p.open.get(id); ok {
		return &p.slots[slot]
	}
	return nil
}

// end closes an exchange: its id is used from now on.
func (p *party) end(x *exchange) {
	if x.id.kind == noID {
		return
	}
	p.open.drop(&x.id)
	p.used.add(&x.id)
	p.free = append(p.free, x.slot)
	x.id.kind = noID
}

// each visits the open exchanges in the order in which they were sent.
func (p *party) each(visit func(x *exchange)) {
	live := make([]*exchange, 0, p.open.len())
	for i := range p.slots {
		if p.slots[i].id.kind != noID {
			live = append(live, &p.slots[i])
		}
	}
	// Within a batch the place is the slot's.
	for _, n := range order.Stable(len(live), func(i, j int) bool { return live[i].frame < live[j].frame }) {
		visit(live[n])
	}
}

// requestMeta is what a request's _meta says, as far as the verdict needs it.
type requestMeta struct {
	present bool
	version string // io.modelcontextprotocol/protocolVersion, as written
	caps    bool   // io.modelcontextprotocol/clientCapabilities is an object
	level   string // io.modelcontextprotocol/logLevel
	token   []byte // progressToken, aliasing the line
}

// keepParams copies the params that the judgement of the answer needs.
func (x *exchange) keepParams(params []byte) {
	if len(params) == 0 || len(params) > maxParams {
		x.params = nil
		return
	}
	x.params = append(x.params[:0], params...)
}

// paramString reads a string member of the kept params.
func (x *exchange) paramString(name string) string {
	raw, ok := wire.Get(x.params, name)
	if !ok {
		return ""
	}
	s, _ := wire.String(raw)
	return s
}
