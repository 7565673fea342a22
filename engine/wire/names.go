package wire

import "math/bits"

// Names are compared within every object of a line, at every depth that is
// scanned for members (see MaxDepth). Each name becomes a token of 64 bits; the
// tokens of the open objects lie on one stack, and a word of 64 bits an object
// answers "never seen" for most names without a look at the stack. From the
// seventeenth name on an object has a hash table, so that the cost stays linear.

// name is a member's name on the stack.
type name struct {
	token uint64
	pos   int // column of its first byte, behind the quote
}

// frame is what the scan must know of the container around the one it enters.
type frame struct {
	seen   uint64 // one bit for each of its names, by hash
	base   int    // its first name on the stack
	closer byte   // } or ], of the container around it
}

// table is the hash table of an object with many names; its slots hold a name's
// number in the object plus 1.
type table struct {
	base  int // the object's first name on the stack
	start int // its first slot in slots; the object's slots end with slots
}

const (
	fewNames = 16
	// maxCollisions bounds the names that are compared byte by byte though they
	// differ. No honest line comes near it; one that is made to collide is not
	// searched for duplicates any further.
	maxCollisions = 1 << 12
)

// The tokens of the envelope's names; see tokenOf.
const (
	tokenID      = 'i' | 'd'<<8 | 2<<56
	tokenJSONRPC = 'j' | 's'<<8 | 'o'<<16 | 'n'<<24 | 'r'<<32 | 'p'<<40 | 'c'<<48 | 7<<56
	tokenMethod  = 'm' | 'e'<<8 | 't'<<16 | 'h'<<24 | 'o'<<32 | 'd'<<40 | 6<<56
	tokenParams  = 'p' | 'a'<<8 | 'r'<<16 | 'a'<<24 | 'm'<<32 | 's'<<40 | 6<<56
	tokenResult  = 'r' | 'e'<<8 | 's'<<16 | 'u'<<24 | 'l'<<32 | 't'<<40 | 6<<56
	tokenError   = 'e' | 'r'<<8 | 'r'<<16 | 'o'<<24 | 'r'<<32 | 5<<56
)

// hashed marks the token of a name that is too long to be its own token: equal
// tokens do not prove equal names.
const hashed = 1 << 63

const (
	prime1 = 0x9E3779B97F4A7C15
	prime2 = 0xD6E8FEB86659FD93
)

// tokenOf is the token of a name that has no escapes. Up to seven bytes are the
// token, with their number in the highest byte.
func tokenOf(text []byte) uint64 {
	n := len(text)
	if n < 8 {
		var w uint64
		for i, c := range text {
			w |= uint64(c) << (8 * i)
		}
		return w | uint64(n)<<56
	}
	h := load(text)
	for n > 16 {
		text = text[8:]
		n -= 8
		hi, lo := bits.Mul64(h^prime2, prime1)
		h = hi ^ lo ^ load(text)
	}
	return longToken(h, load(text[n-8:]), len(text))
}

// longName checks the name at the start of b, its opening quote gone, and gives
// its token.
func (s *scanner) longName(b []byte) (rest []byte, token uint64, ok bool) {
	if len(b) >= 16 {
		w := load(b)
		if m := special(load(b[8:])); m != 0 && special(w) == 0 && b[8+lowest(m)] == '"' {
			n := lowest(m)
			return b[9+n:], longToken(w, load(b[n:]), 8+n), true
		}
	}
	escapes := s.escapes
	if rest, ok = s.str(b); !ok {
		return nil, 0, false
	}
	raw := b[:len(b)-len(rest)-1]
	if s.escapes != escapes {
		raw = plainName(raw)
	}
	return rest, tokenOf(raw), true
}

// longToken is the token of a name of 8 to 16 bytes: all of it is in its first
// and last eight.
func longToken(first, last uint64, n int) uint64 {
	hi, lo := bits.Mul64(first^uint64(n)*prime2, last^prime1)
	return hi ^ lo | hashed
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

// again reports whether the object whose names begin at base and end at top has
// the name with this token already; length is the name's as written. It is asked
// when the object's word says "perhaps", and for every name of a large object.
func (s *scanner) again(base, top int, token uint64, pos, length int) bool {
	if top-base > fewNames {
		return s.inTable(base, top, token, pos, length)
	}
	for _, k := range s.names[base:top] {
		if k.token == token && s.same(k, token, pos, length) {
			return true
		}
	}
	return false
}

// same reports whether a name with an equal token is the same name.
func (s *scanner) same(k name, token uint64, pos, length int) bool {
	if token&hashed == 0 {
		return true
	}
	if s.collisions > maxCollisions {
		return false
	}
	a, b := nameAt(s.data, k.pos), s.data[pos:pos+length]
	if string(a) == string(b) || string(plainName(a)) == string(plainName(b)) {
		return true
	}
	s.collisions++
	return false
}

// inTable looks a name up in the object's table and puts it there for the push
// that follows.
func (s *scanner) inTable(base, top int, token uint64, pos, length int) bool {
	if n := len(s.tables); n == 0 || s.tables[n-1].base != base {
		s.tables = append(s.tables, table{base, len(s.slots)})
		s.fill(base, top, 8*fewNames)
	}
	start := s.tables[len(s.tables)-1].start
	if size := len(s.slots) - start; 2*(top-base) >= size {
		s.slots = s.slots[:start]
		s.fill(base, top, 2*size)
	}
	slots := s.slots[start:]
	mask := len(slots) - 1
	i := slotOf(token, mask)
	for probes := 0; slots[i] != 0; probes++ {
		if k := s.names[base+int(slots[i])-1]; k.token == token && s.same(k, token, pos, length) {
			return true
		}
		if s.collisions > maxCollisions {
			return false
		}
		if probes >= 64 {
			s.collisions++
		}
		i = (i + 1) & mask
	}
	slots[i] = uint32(top-base) + 1
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
		s.slots = append(s.slots, make([]uint32, size)...)
	}
	slots := s.slots[start:]
	mask := size - 1
	for n, k := range s.names[base:top] {
		i := slotOf(k.token, mask)
		for probes := 0; slots[i] != 0 && s.collisions <= maxCollisions; probes++ {
			if probes >= 64 {
				s.collisions++
			}
			i = (i + 1) & mask
		}
		slots[i] = uint32(n) + 1
	}
}

func slotOf(token uint64, mask int) int {
	hi, lo := bits.Mul64(token, prime2)
	return int(hi^lo) & mask
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
