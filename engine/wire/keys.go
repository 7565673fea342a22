package wire

// Names are compared within every object of the line. The first names of each
// open object lie on one stack and are compared one by one; from the
// seventeenth on, an object's names go into a hash table, so that the cost stays
// linear. Both are reused from line to line.

// fewNames is how many names of an object are kept without the table.
const fewNames = 16

// member is a name on the stack, or (n == -1) the mark under an object's names.
type member struct {
	hash   uint64
	pos, n int // a name's place in the line, without quotes; pos of a mark: the outer object's count
}

// slot is a name in the table; pos 0 = empty.
type slot struct {
	tag    uint32 // part of the hash, mixed with the object
	object uint32 // which object, counted over the line
	pos    uint32 // column of the name's first byte
}

// nameTable is the scratch memory for duplicate names.
type nameTable struct {
	stack  []member
	count  int    // names of the innermost object
	object uint32 // objects begun so far
	inner  uint32 // the innermost object
	large  int    // open objects that use the table
	slots  []slot
	used   int
}

func (t *nameTable) reset() {
	if t.used > 0 {
		t.wipe()
	}
	*t = nameTable{stack: t.stack[:0], slots: t.slots}
}

func (t *nameTable) wipe() {
	if len(t.slots) > 1<<16 {
		t.slots = nil
	}
	clear(t.slots)
	t.used = 0
}

// open begins an object.
func (t *nameTable) open() {
	t.stack = append(t.stack, member{n: -1, pos: t.count, hash: uint64(t.inner)})
	t.object++
	t.inner, t.count = t.object, 0
}

// close ends the innermost object.
func (t *nameTable) close() {
	if t.count > fewNames {
		t.large--
	}
	mark := len(t.stack) - min(t.count, fewNames) - 1
	t.count, t.inner = t.stack[mark].pos, uint32(t.stack[mark].hash)
	t.stack = t.stack[:mark]
}

// add puts the name at data[start:end] (without its quotes) into the innermost
// object and reports whether it stands there already.
func (t *nameTable) add(data []byte, start, end int) bool {
	raw := data[start:end]
	h := hashName(raw)
	if t.count < fewNames {
		for _, k := range t.stack[len(t.stack)-t.count:] {
			if k.hash == h && sameName(data[k.pos:k.pos+k.n], raw) {
				return true
			}
		}
		t.stack = append(t.stack, member{hash: h, pos: start, n: end - start})
		t.count++
		return false
	}
	if uint64(end) > 1<<32-1 {
		return false // no column beyond 4 GiB fits a slot
	}
	if t.count == fewNames {
		t.large++
		if t.large == 1 && t.used > len(t.slots)/2 {
			t.wipe() // only closed objects have names in it
		}
		for _, k := range t.stack[len(t.stack)-fewNames:] {
			t.insert(data, data[k.pos:k.pos+k.n], k.hash, k.pos)
		}
	}
	t.count++
	if t.insert(data, raw, h, start) {
		t.count--
		return true
	}
	return false
}

func (t *nameTable) insert(data, raw []byte, hash uint64, pos int) (found bool) {
	if (t.used+1)*4 > len(t.slots)*3 {
		t.grow()
	}
	tag := uint32((hash ^ uint64(t.inner)*0x9E3779B97F4A7C15) >> 29)
	mask := uint32(len(t.slots) - 1)
	for i := tag & mask; ; i = (i + 1) & mask {
		e := &t.slots[i]
		if e.pos == 0 {
			*e = slot{tag, t.inner, uint32(pos)}
			t.used++
			return false
		}
		if e.tag == tag && e.object == t.inner && sameName(nameAt(data, int(e.pos)), raw) {
			return true
		}
	}
}

func (t *nameTable) grow() {
	old := t.slots
	t.slots = make([]slot, max(4*fewNames, 2*len(old)))
	mask := uint32(len(t.slots) - 1)
	for _, e := range old {
		if e.pos == 0 {
			continue
		}
		i := e.tag & mask
		for t.slots[i].pos != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = e
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

func hashName(raw []byte) uint64 {
	for _, c := range raw {
		if c == '\\' { // the same name has many spellings: hash what it says
			text, _ := appendUnescaped(nil, raw)
			return hashBytes(text)
		}
	}
	return hashBytes(raw)
}

func hashBytes(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// sameName compares two names as written by what they say.
func sameName(a, b []byte) bool {
	if string(a) == string(b) {
		return true
	}
	if !hasBackslash(a) && !hasBackslash(b) {
		return false
	}
	a, _ = appendUnescaped(nil, a)
	b, _ = appendUnescaped(nil, b)
	return string(a) == string(b)
}

func hasBackslash(b []byte) bool {
	for _, c := range b {
		if c == '\\' {
			return true
		}
	}
	return false
}
