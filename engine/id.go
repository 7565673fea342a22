package engine

import (
	"bytes"
	"sort"
	"strconv"

	"stdioscope/engine/wire"
)

// idKind is the JSON type of an id: ids of different types are never equal.
type idKind uint8

const (
	noID  idKind = iota
	intID        // an integer by value that fits 64 bits
	bigID        // any other number: compared by its digits, never as a float
	strID
)

// ident is a request id or progress token. text aliases the line.
type ident struct {
	kind idKind
	n    int64
	text []byte // strID: the decoded string; bigID: the number as written
	raw  []byte // as written
	// digits: an integer that is written as a few digits and nothing else
	digits bool
}

// read is identOf into an id that is there already.
func (id *ident) read(raw []byte) {
	if n, ok := plainInt(raw); ok {
		id.kind, id.n, id.raw, id.digits = intID, n, raw, true
		if id.text != nil {
			id.text = nil
		}
		return
	}
	*id = identOf(raw)
}

// identOf reads an id. Numbers equal by value are equal: 1, 1.0 and 1e0.
func identOf(raw []byte) ident {
	if n, ok := plainInt(raw); ok {
		return ident{kind: intID, n: n, raw: raw, digits: true}
	}
	switch wire.TypeOf(raw) {
	case wire.Number:
		if n, ok := wire.Int(raw); ok {
			return ident{kind: intID, n: n, raw: raw}
		}
		return ident{kind: bigID, text: raw, raw: raw}
	case wire.Str:
		if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 {
			return ident{kind: strID, text: inner, raw: raw}
		}
		text, _ := wire.AppendString(nil, raw)
		return ident{kind: strID, text: text, raw: raw}
	}
	return ident{raw: raw}
}

// plainInt reads an id of the usual kind: a few digits and nothing else.
func plainInt(raw []byte) (n int64, ok bool) {
	if len(raw) == 0 || len(raw) > 18 {
		return 0, false
	}
	for _, c := range raw {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, true
}

// otherType is the id of the other JSON type with the same text: the number 7
// for the string "7" and the reverse. ok is false when there is none.
func (id ident) otherType() (ident, bool) {
	switch id.kind {
	case strID:
		if len(id.text) == 0 || len(id.text) > 40 || wire.TypeOf(id.text) != wire.Number || !wire.Valid(id.text) {
			return ident{}, false
		}
		return identOf(id.text), true
	case intID:
		return ident{kind: strID, text: strconv.AppendInt(nil, id.n, 10)}, true
	case bigID:
		return ident{kind: strID, text: id.text}, true
	}
	return ident{}, false
}

// maxTracked bounds each table of ids and tokens.
const maxTracked = 100_000

// idTable maps ids to slots without allocating for integers.
type idTable struct {
	near [32]nearID // ids that are open are mostly few and follow each other
	held int        // in near
	ints map[int64]int32
	text map[string]int32 // "s" + string or "n" + digits
	key  []byte
}

// nearID is a place that the integers of one remainder share.
type nearID struct {
	n    int64
	slot int32
	used bool
}

func (t *idTable) place(n int64) *nearID { return &t.near[uint64(n)%uint64(len(t.near))] }

func (t *idTable) len() int { return t.held + len(t.ints) + len(t.text) }

func (t *idTable) textKey(id *ident) []byte {
	tag := byte('s')
	if id.kind == bigID {
		tag = 'n'
	}
	t.key = append(append(t.key[:0], tag), id.text...)
	return t.key
}

func (t *idTable) get(id *ident) (int32, bool) {
	switch id.kind {
	case intID:
		if p := t.place(id.n); p.used && p.n == id.n {
			return p.slot, true
		}
		if len(t.ints) == 0 {
			return 0, false
		}
		slot, ok := t.ints[id.n]
		return slot, ok
	case strID, bigID:
		slot, ok := t.text[string(t.textKey(id))]
		return slot, ok
	}
	return 0, false
}

func (t *idTable) put(id *ident, slot int32) {
	switch id.kind {
	case intID:
		if p := t.place(id.n); !p.used || p.n == id.n {
			if _, far := t.ints[id.n]; !far {
				if !p.used {
					t.held++
				}
				*p = nearID{id.n, slot, true}
				return
			}
		}
		if t.ints == nil {
			t.ints = map[int64]int32{}
		}
		t.ints[id.n] = slot
	case strID, bigID:
		if t.text == nil {
			t.text = map[string]int32{}
		}
		t.text[string(t.textKey(id))] = slot
	}
}

func (t *idTable) drop(id *ident) {
	switch id.kind {
	case intID:
		if p := t.place(id.n); p.used && p.n == id.n {
			p.used = false
			t.held--
			return
		}
		delete(t.ints, id.n)
	case strID, bigID:
		delete(t.text, string(t.textKey(id)))
	}
}

// idSet remembers ids for as long as its bound allows: integers as ranges, since
// most senders count, and texts one by one.
type idSet struct {
	ranges []idRange // sorted, apart from each other
	table  idTable
	full   bool // the bound was met: absence proves nothing any more
}

type idRange struct{ lo, hi int64 }

func (s *idSet) has(id *ident) bool {
	if id.kind == intID {
		i := s.find(id.n)
		return i < len(s.ranges) && s.ranges[i].lo <= id.n
	}
	_, ok := s.table.get(id)
	return ok
}

// find is the first range that ends at or after n.
func (s *idSet) find(n int64) int {
	if k := len(s.ranges); k > 0 && s.ranges[k-1].hi < n {
		return k
	}
	return sort.Search(len(s.ranges), func(i int) bool { return s.ranges[i].hi >= n })
}

func (s *idSet) add(id *ident) {
	if id.kind != intID {
		if id.kind == noID {
			return
		}
		if s.table.len() >= maxTracked {
			if _, known := s.table.get(id); !known {
				s.full = true
				return
			}
		}
		s.table.put(id, 0)
		return
	}
	n, i := id.n, s.find(id.n)
	if i < len(s.ranges) && s.ranges[i].lo <= n {
		return
	}
	left := i > 0 && s.ranges[i-1].hi+1 == n
	right := i < len(s.ranges) && s.ranges[i].lo-1 == n
	switch {
	case left && right:
		s.ranges[i-1].hi = s.ranges[i].hi
		s.ranges = append(s.ranges[:i], s.ranges[i+1:]...)
	case left:
		s.ranges[i-1].hi = n
	case right:
		s.ranges[i].lo = n
	case len(s.ranges) >= maxTracked:
		s.full = true
	default:
		s.ranges = append(s.ranges, idRange{})
		copy(s.ranges[i+1:], s.ranges[i:])
		s.ranges[i] = idRange{n, n}
	}
}

func (s *idSet) remove(id *ident) {
	if id.kind != intID {
		s.table.drop(id)
		return
	}
	n, i := id.n, s.find(id.n)
	if i >= len(s.ranges) || s.ranges[i].lo > n {
		return
	}
	r := s.ranges[i]
	switch {
	case r.lo == r.hi:
		s.ranges = append(s.ranges[:i], s.ranges[i+1:]...)
	case r.lo == n:
		s.ranges[i].lo++
	case r.hi == n:
		s.ranges[i].hi--
	default:
		s.ranges = append(s.ranges, idRange{})
		copy(s.ranges[i+1:], s.ranges[i:])
		s.ranges[i] = idRange{r.lo, n - 1}
		s.ranges[i+1].lo = n + 1
	}
}
