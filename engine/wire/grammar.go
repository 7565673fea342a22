package wire

// reason says why the grammar stopped; the cold path turns it into a FaultCode.
type reason uint8

const (
	fine         reason = iota
	ended               // the line ends between two tokens
	endedInToken        // the line ends inside a string, number or literal
	wantValue           // a value must stand here
	wantItem            // a value must stand here: a comma came before
	wantFirstKey        // a member name or } must stand here
	wantKey             // a member name must stand here: a comma came before
	wantColon           // a colon must stand here
	wantComma           // a comma or the container's end must stand here
	badLiteral          // t, f or n began a word that is not true, false or null
	badNumber           // the number cannot go on like this
	badEscape           // \ is followed by what is no escape
	badControl          // a control character in a string
	badUTF8             // a malformed UTF-8 sequence in a string
	trailing            // something follows the line's value
)

// scanner is the state of one pass. The slices are kept from line to line.
//
// The functions of the pass take a column and return the column behind what they
// checked, or -1 after they called fail.
type scanner struct {
	data []byte

	why        reason // why the grammar stopped, and at which column; when it did
	at         int
	lone       int  // column+1 of the first lone surrogate escape
	deep       int  // column+1 of the bracket that went beyond MaxDepth
	depth      int  // deepest nesting seen
	dup        Span // the first name that stands twice, with its quotes
	collisions int  // see maxCollisions
	escapes    int  // escapes in strings so far
	other      Span // a member that nobody asks for
	newline    bool // white space between two tokens held one; in a line there is none
	inner      inner
	text       Span // the last member that is a long string

	names  []uint64 // tokens
	tables []table
	slots  []uint64
}

// start makes the scanner ready for a line. It keeps nothing but the memory.
func (s *scanner) start(data []byte) {
	if cap(s.slots) > 1<<17 || cap(s.names) > 1<<17 {
		s.slots, s.names = nil, nil // one monstrous line must not hold its memory for ever
	}
	s.data = data
	s.lone, s.deep, s.depth, s.dup, s.inner.open, s.text.End = 0, 0, 0, Span{}, 0, 0
	if len(s.tables)|s.collisions != 0 {
		s.tables, s.slots, s.collisions = s.tables[:0], s.slots[:0], 0
	}
}

// end lets go of the line.
func (s *scanner) end() { s.data = nil }

// fail notes that the grammar stopped at column i.
func (s *scanner) fail(why reason, i int) int {
	if i >= len(s.data) {
		switch why {
		case wantValue, wantItem, wantFirstKey, wantKey, wantColon, wantComma:
			why = ended
		default:
			why = endedInToken
		}
		i = len(s.data)
	}
	s.why, s.at = why, i
	return -1
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func skipSpace(d []byte, i int) int {
	for i < len(d) && isSpace(d[i]) {
		i++
	}
	return i
}

// space is the column behind the white space at column i.
//
//go:noinline
func (s *scanner) space(i int) int {
	for d := s.data; i < len(d) && isSpace(d[i]); i++ {
		s.newline = s.newline || d[i] == '\n'
	}
	return i
}

// object checks the inside of an object, from behind its brace on. The object is
// the depth-th container; the names of those around it are the first top on the
// stack.
func (s *scanner) object(i, depth, top int) int {
	if depth > MaxDepth {
		return s.deeper(i-1, depth)
	}
	if depth > s.depth {
		s.depth = depth
	}
	t := textOf(s.data)
	n := t.len()
	var (
		open  = i
		base  = top  // the object's first name on the stack
		seen  uint64 // a bit for each of its names, by hash
		token uint64
		why   = wantFirstKey
	)
	if i < n && t.at(i) <= ' ' {
		i = s.space(i)
	}
	if i < n && t.at(i) == '}' {
		return i + 1
	}
	for {
		start := i + 1
		// In compact JSON a name stands here, a colon behind it and then a value.
		if start+9 <= n && t.at(i) == '"' {
			w := t.word(start)
			// The commonest name in schemas and content is guessed; see envelope.
			if w&(1<<48-1) == wordType {
				token = wordType & (1<<40 - 1)
				i = start + 6
				goto named
			}
			m := special(w)
			k := start
			if m != 0 {
				token = tinyToken(w, m)
			} else if token = w; k+17 <= n {
				k += 8
				w = t.word(k)
				if m = special(w); m == 0 && k+17 <= n {
					token = nextToken(token, w)
					k += 8
					w = t.word(k)
					m = special(w)
				}
				token = nextToken(token, tinyToken(w, m))
			}
			if k += lowest(m); m != 0 && t.pair(k) == '"'|':'<<8 {
				i = k + 2
				goto named
			}
		}
		if i, start, token = s.anyName(why, i); i < 0 {
			return -1
		}
	named:
		if bit := seenBit(token); seen&bit == 0 {
			seen |= bit
		} else if s.again(base, top, token, open, start) {
			seen = ^uint64(0) // all names are looked for in the table
		}
		if top < len(s.names) {
			s.names[top] = token
		} else {
			s.pushFar(token)
		}
		top++

		if i+19 <= n && t.at(i) == '"' {
			k := i + 1
			m := special(t.word(k))
			if m == 0 {
				k += 8
				m = special(t.word(k))
			}
			if k += lowest(m); t.pair(k) == '"'|','<<8 {
				i = k + 2
				why = wantKey
				continue
			}
			if t.at(k) == '"' {
				i = k + 1
			} else {
				from := i
				i = s.str(k)
				s.text = Span{from, i}
			}
		} else if i+7 > n {
			i = s.value(i, depth, top)
		} else if c := t.at(i); c == '{' {
			i = s.object(i+1, depth+1, top)
		} else if c == '[' {
			i = s.array(i+1, depth+1, top)
		} else if w := t.word(i-2) >> 16; c-'1' < 9 {
			// Most numbers are short integers.
			if k := i + digitsIn(w); t.at(k) == ',' || t.at(k) == '}' {
				i = k
			} else {
				i = s.number(i)
			}
		} else if w&(1<<32-1) == wordTrue {
			i += 4
		} else if w&(1<<40-1) == wordFalse {
			i += 5
		} else {
			i = s.value(i, depth, top)
		}
		if i < 0 {
			return -1
		}

		if i < n {
			if c := t.at(i); c == ',' {
				i++
				why = wantKey
				continue
			} else if c == '}' {
				break
			}
			i = s.space(i)
		}
		if i >= n || t.at(i) != ',' && t.at(i) != '}' {
			return s.fail(wantComma, i)
		}
		if t.at(i) == '}' {
			break
		}
		i++
		why = wantKey
	}
	if top-base > fewNames {
		s.endLarge(base)
	}
	if depth == 2 {
		s.inner = inner{open, base, top}
	}
	return i + 1
}

// value checks the value at column i of an object at the depth given.
func (s *scanner) value(i, depth, top int) int {
	t := textOf(s.data)
	if i < t.len() && t.at(i) <= ' ' {
		i = s.space(i)
	}
	if i >= t.len() {
		return s.fail(wantValue, i)
	}
	switch c := t.at(i); {
	case c == '{':
		return s.object(i+1, depth+1, top)
	case c == '[':
		return s.array(i+1, depth+1, top)
	case c == '"':
		return s.str(i + 1)
	}
	return s.scalar(wantValue, i)
}

// wordType is what the name "type" looks like without its opening quote.
const (
	wordTrue  = 't' | 'r'<<8 | 'u'<<16 | 'e'<<24
	wordFalse = 'f' | 'a'<<8 | 'l'<<16 | 's'<<24 | 'e'<<32
)

const wordType = 't' | 'y'<<8 | 'p'<<16 | 'e'<<24 | '"'<<32 | ':'<<40

// anyName checks the name at column i of an object, with its colon and all white
// space around them. It returns the column of the value, that of the name's first
// byte and the name's token.
func (s *scanner) anyName(why reason, i int) (value, start int, token uint64) {
	d := s.data
	if i = s.space(i); i >= len(d) || d[i] != '"' {
		return s.fail(why, i), 0, 0
	}
	start = i + 1
	if i, token = s.name(start); i < 0 {
		return -1, 0, 0
	}
	if i = s.space(i); i >= len(d) || d[i] != ':' {
		return s.fail(wantColon, i), 0, 0
	}
	return s.space(i + 1), start, token
}

// array checks the inside of an array, from behind its bracket on; see object.
func (s *scanner) array(i, depth, top int) int {
	if depth > MaxDepth {
		return s.deeper(i-1, depth)
	}
	if depth > s.depth {
		s.depth = depth
	}
	t := textOf(s.data)
	n := t.len()
	why := wantValue
	if i < n && t.at(i) <= ' ' {
		i = s.space(i)
	}
	if i < n && t.at(i) == ']' {
		return i + 1
	}
	for {
		if i >= n {
			return s.fail(why, i)
		}
		switch c := t.at(i); {
		case c == '{':
			i = s.object(i+1, depth+1, top)
		case c == '"':
			i = s.str(i + 1)
		case c == '[':
			i = s.array(i+1, depth+1, top)
		default:
			i = s.scalar(why, i)
		}
		if i < 0 {
			return -1
		}
		if i < n {
			if c := t.at(i); c == ']' {
				return i + 1
			} else if c != ',' {
				i = s.space(i)
			}
		}
		if i >= n || t.at(i) != ',' && t.at(i) != ']' {
			return s.fail(wantComma, i)
		}
		if t.at(i) == ']' {
			return i + 1
		}
		i++
		if i < n && t.at(i) <= ' ' {
			i = s.space(i)
		}
		why = wantItem
	}
}

// pushFar pushes a name on a stack that is full.
//
//go:noinline
func (s *scanner) pushFar(token uint64) {
	n := len(s.names)
	s.names = append(s.names, make([]uint64, max(32, n))...)
	s.names[n] = token
}
