package wire

import "math/bits"

// Names are compared within every object of a line, at every depth that is
// scanned for members (see MaxDepth). Each name becomes a token of 64 bits; the
// tokens of the open objects lie on one stack (scanner.names), and a word of 64 bits an object
// answers "never seen" for most names without a look at the stack. From the
// seventeenth name on an object has a hash table, so that the cost stays linear.

// table is the hash table of an object with many names; its slots hold a name's
// number in the object plus 1, and above that a part of its hash: names of another
// hash are told apart without a look at them, which in a table of millions would be
// one more wait for memory each.
type table struct {
	base  int // the object's first name on the stack
	start int // its first slot in slots; the object's slots end with slots
}

const (
	fewNames = 16
	// maxCollisions bounds how often the names of an object are read again because
	// a token of a long name was met twice. An honest line has its first duplicate
	// then; one whose names are made to collide is not searched any further.
	maxCollisions = 16
	// maxProbes bounds the search for one name in the table, likewise.
	maxProbes = 256
)

// The tokens of the envelope's names: the name and its closing quote.
const (
	tokenID      = 'i' | 'd'<<8 | '"'<<16
	tokenJSONRPC = 'j' | 's'<<8 | 'o'<<16 | 'n'<<24 | 'r'<<32 | 'p'<<40 | 'c'<<48 | '"'<<56
	tokenMethod  = 'm' | 'e'<<8 | 't'<<16 | 'h'<<24 | 'o'<<32 | 'd'<<40 | '"'<<48
	tokenParams  = 'p' | 'a'<<8 | 'r'<<16 | 'a'<<24 | 'm'<<32 | 's'<<40 | '"'<<48
	tokenResult  = 'r' | 'e'<<8 | 's'<<16 | 'u'<<24 | 'l'<<32 | 't'<<40 | '"'<<48
	tokenError   = 'e' | 'r'<<8 | 'r'<<16 | 'o'<<24 | 'r'<<32 | '"'<<40
)

// inner is the last object within the envelope that has members: where it opens,
// and where its names lie on the stack, until others are put there.
type inner struct{ open, base, top int }

// Name is a member's name in the form in which the pass compares names.
type Name uint64

// NameOf gives a name its form, once for all messages.
func NameOf(name string) Name { return Name(tokenOf([]byte(name))) }

// MayHold reports whether a member of the envelope, an object, may itself have a
// member of this name. The pass knows the names of the last object that it went
// through, so the answer costs nothing; false is certain.
func (m *Message) MayHold(member Span, name Name) bool {
	s := &m.s
	if !member.Present() || s.inner.open != member.Start+1 {
		return true
	}
	for _, k := range s.names[s.inner.base:s.inner.top] {
		if k == uint64(name) {
			return true
		}
	}
	return false
}

// EndOfText is the column behind the string that is an object's member and begins at
// a column, when the pass happens to remember it: it knows the last long one.
func (m *Message) EndOfText(column int) (end int, ok bool) {
	return m.s.text.End, m.s.text.End > 0 && m.s.text.Start == column
}

// hashed marks the token of a name that is too long to be its own token: equal
// tokens do not prove equal names.
const hashed = 1 << 63

const (
	prime1 = 0x9E3779B97F4A7C15
	prime2 = 0xD6E8FEB86659FD93
)

// tinyToken is the token of a name of at most seven bytes: w holds the name, its
// closing quote and what follows, and the lowest bit of quote is the high bit of
// the quote's byte. The name and the quote are the token.
func tinyToken(w, quote uint64) uint64 { return w & (quote - 1) &^ quote }

// nextToken goes on with the token of a longer name: so far is that of the words
// before, next is the next word or, for the last, its tinyToken.
func nextToken(soFar, next uint64) uint64 { return (soFar*prime2 ^ next) | hashed }

// tokenOf is the token of a name that has no escapes.
func tokenOf(text []byte) uint64 {
	var last [8]byte
	if len(text) < 8 {
		last[copy(last[:], text)] = '"'
		return tinyToken(Word(last[:]), 0x80<<(8*len(text)))
	}
	token := Word(text)
	for text = text[8:]; len(text) >= 8; text = text[8:] {
		token = nextToken(token, Word(text))
	}
	last[copy(last[:], text)] = '"'
	return nextToken(token, tinyToken(Word(last[:]), 0x80<<(8*len(text))))
}

// name checks the name whose first byte stands at column i and gives its token:
// a name of any length, with or without escapes.
func (s *scanner) name(i int) (int, uint64) {
	t := textOf(s.data)
	w := t.padded(i)
	m := special(w)
	k := i
	token := w
	if m != 0 {
		token = tinyToken(w, m)
	}
	for m == 0 {
		k += 8
		w = t.padded(k)
		if m = special(w); m != 0 {
			w = tinyToken(w, m)
		}
		token = nextToken(token, w)
	}
	if k += lowest(m); k < t.len() && t.at(k) == '"' {
		return k + 1, token
	}
	start, escapes := i, s.escapes
	if i = s.str(k); i < 0 {
		return -1, 0
	}
	raw := s.data[start : i-1]
	if s.escapes != escapes {
		raw = plainName(raw)
	}
	return i, tokenOf(raw)
}

// plainName decodes a name for comparison: halves of surrogate pairs, which are
// no text, stay apart from each other and from U+FFFD.
func plainName(raw []byte) []byte {
	if !hasBackslash(raw) {
		return raw
	}
	text, _ := appendUnescaped(nil, raw, true)
	return text
}

// seenBit is the bit of a token in the word of its object.
func seenBit(token uint64) uint64 { return 1 << (token * prime1 >> 58) }

// again looks whether the object that opens before column open, and whose names
// are those from base to top on the stack, has the name with this token already,
// and notes a duplicate. It is asked when the object's word says "perhaps", and
// for every name of a large object: the answer is whether the object is large.
func (s *scanner) again(base, top int, token uint64, open, start int) (large bool) {
	large = top-base >= fewNames
	if s.dup.End > 0 {
		return large
	}
	found := false
	if top-base > fewNames {
		found = s.inTable(base, top, token)
	} else {
		for _, k := range s.names[base:top] {
			found = found || k == token
		}
	}
	if found && (token&hashed == 0 || s.standsBefore(open, start)) {
		s.twice(start)
	}
	return large
}

// standsBefore reads the members of an object from column open on and reports
// whether the name at column start stands there before. Equal tokens of long names
// alone do not prove it.
func (s *scanner) standsBefore(open, start int) bool {
	if s.collisions++; s.collisions > maxCollisions {
		return false
	}
	want := string(plainName(nameAt(s.data, start)))
	for i, ok := skipSpace(s.data, open), true; ok && i < start-1; {
		var key []byte
		if key, _, i, ok = nextMember(s.data[:start-1], i); ok && string(plainName(key)) == want {
			return true
		}
		i, ok = nextItem(s.data, i)
	}
	return false
}

// twice notes a name that stands there already: the first of all in the line.
func (s *scanner) twice(start int) {
	if s.dup.End == 0 {
		s.dup = Span{start - 1, start + len(nameAt(s.data, start)) + 1}
	}
}

// inTable looks a token up in the object's table and puts it there for the push
// that follows.
func (s *scanner) inTable(base, top int, token uint64) bool {
	if n := len(s.tables); n == 0 || s.tables[n-1].base != base {
		s.tables = append(s.tables, table{base, len(s.slots)})
		s.fill(base, top, 8*fewNames)
	}
	from := s.tables[len(s.tables)-1].start
	if size := len(s.slots) - from; 2*(top-base) >= size {
		s.slots = s.slots[:from]
		s.fill(base, top, 2*size)
	}
	slots := s.slots[from:]
	mask := len(slots) - 1
	h := hashOf(token)
	i := int(h) & mask
	for probes := 0; slots[i] != 0; probes++ {
		if (slots[i]^h)>>32 == 0 && s.names[base+int(uint32(slots[i]))-1] == token {
			return true
		}
		if probes > maxProbes {
			return false
		}
		i = (i + 1) & mask
	}
	slots[i] = h>>32<<32 | uint64(uint32(top-base)+1)
	return false
}

// fill gives the innermost large object a table of so many slots and puts its
// names there.
func (s *scanner) fill(base, top, size int) {
	start := len(s.slots)
	if cap(s.slots)-start >= size {
		s.slots = s.slots[:start+size]
		clear(s.slots[start:])
	} else {
		s.slots = append(s.slots, make([]uint64, size)...)
	}
	slots := s.slots[start:]
	mask := size - 1
	for n, token := range s.names[base:top] {
		h := hashOf(token)
		i := int(h) & mask
		for probes := 0; slots[i] != 0 && probes <= maxProbes; probes++ {
			i = (i + 1) & mask
		}
		slots[i] = h>>32<<32 | uint64(uint32(n)+1)
	}
}

func hashOf(token uint64) uint64 {
	hi, lo := bits.Mul64(token, prime1)
	return hi ^ lo
}

// endLarge forgets the table of a large object, if it has one.
func (s *scanner) endLarge(base int) {
	if n := len(s.tables); n > 0 && s.tables[n-1].base == base {
		s.slots = s.slots[:s.tables[n-1].start]
		s.tables = s.tables[:n-1]
	}
}

// nameAt is the name whose first byte stands at pos, up to its closing quote.
func nameAt(data []byte, pos int) []byte {
	i := pos
	for data[i] != '"' {
		if data[i] == '\\' {
			i++
		}
		i++
	}
	return data[pos:i]
}
