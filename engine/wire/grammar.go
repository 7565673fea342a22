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
// The functions of the pass take the rest of the line and return what is left of
// it behind what they checked, or false after they called fail. A column is the
// line's length less the rest's.
type scanner struct {
	data       []byte
	why        reason
	at         int  // column at which the grammar stopped
	lone       int  // column+1 of the first lone surrogate escape
	deep       int  // column+1 of the bracket that went beyond MaxDepth
	depth      int  // deepest nesting seen
	dup        Span // the first name that stands twice, with its quotes
	collisions int
	escapes    int // escapes in strings so far

	names  []name
	frames []frame
	tables []table
	slots  []uint32
}

// reset keeps nothing but the memory.
func (s *scanner) reset() {
	if cap(s.slots) > 1<<18 || cap(s.names) > 1<<16 {
		*s = scanner{} // one monstrous line must not hold its memory for ever
		return
	}
	*s = scanner{names: s.names, frames: s.frames, tables: s.tables[:0], slots: s.slots[:0]}
}

// column is where a rest of the line begins.
func (s *scanner) column(rest []byte) int { return len(s.data) - len(rest) }

// fail notes that the grammar stopped at the start of rest.
func (s *scanner) fail(why reason, rest []byte) ([]byte, bool) {
	if len(rest) == 0 {
		switch why {
		case wantValue, wantItem, wantFirstKey, wantKey, wantColon, wantComma:
			why = ended
		default:
			why = endedInToken
		}
	}
	s.why, s.at = why, s.column(rest)
	return nil, false
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func skipSpace(d []byte, i int) int {
	for i < len(d) && isSpace(d[i]) {
		i++
	}
	return i
}

// space is what follows the white space at the start of b.
func space(b []byte) []byte {
	for len(b) > 0 && isSpace(b[0]) {
		b = b[1:]
	}
	return b
}

// scalar checks the string, number or literal at the start of b.
func (s *scanner) scalar(why reason, b []byte) (rest []byte, ok bool) {
	if len(b) == 0 {
		return s.fail(why, b)
	}
	switch c := b[0]; {
	case c == '"':
		return s.str(b[1:])
	case c == '-' || isDigit(c):
		return s.number(b)
	case c == 't':
		return s.literal(b, "true")
	case c == 'f':
		return s.literal(b, "false")
	case c == 'n':
		return s.literal(b, "null")
	}
	return s.fail(why, b)
}

// container checks the object or array at the start of b with all that is in it.
// It is nested in outer containers, whose names are the first top on the stack.
func (s *scanner) container(b []byte, outer, top int) (rest []byte, ok bool) {
	var (
		depth         = outer
		base          = top // the innermost container's first name on the stack
		seen          uint64
		closer        byte // } or ]
		why           reason
		w, m, token   uint64
		start, length int
		f             *frame
	)
open:
	depth++
	if depth > MaxDepth {
		if b, ok = s.deeper(b, depth); !ok {
			return nil, false
		}
		depth--
		goto after
	}
	if depth >= len(s.frames) {
		s.moreFrames()
	}
	if depth > s.depth {
		s.depth = depth
	}
	s.frames[depth] = frame{seen, base, closer}
	base = top
	closer = b[0] + 2 // '{'+2 == '}', '['+2 == ']'
	b = b[1:]
	if len(b) > 0 && b[0] <= ' ' {
		b = space(b)
	}
	if len(b) > 0 && b[0] == closer {
		goto closed
	}
	if closer == ']' {
		why = wantValue
		goto value
	}
	seen = 0
	why = wantFirstKey

key:
	if len(b) == 0 || b[0] != '"' {
		return s.fail(why, b)
	}
	b = b[1:]
	start = s.column(b)
	if len(b) >= 16 {
		w = load(b)
		m = special(w)
		if m != 0 && b[lowest(m)] == '"' {
			length = lowest(m)
			token = w&(1<<(8*length)-1) | uint64(length)<<56
			b = b[length+1:]
			goto named
		}
	}
	if b, token, ok = s.longName(b); !ok {
		return nil, false
	}
	length = s.column(b) - 1 - start
named:
	m = seenBit(token)
	if seen&m != 0 || top-base > fewNames {
		if s.dup.End == 0 && s.again(base, top, token, start, length) {
			s.dup = Span{start - 1, start + length + 1}
		}
	}
	seen |= m
	if top >= len(s.names) {
		s.moreNames()
	}
	s.names[top] = name{token, start}
	top++
	if len(b) > 0 && b[0] <= ' ' {
		b = space(b)
	}
	if len(b) == 0 || b[0] != ':' {
		return s.fail(wantColon, b)
	}
	b = b[1:]
	why = wantValue

value:
	if len(b) > 0 && b[0] <= ' ' {
		b = space(b)
	}
	if len(b) == 0 {
		return s.fail(why, b)
	}
	if b[0] == '"' {
		b, ok = s.str(b[1:])
	} else if b[0] == '{' || b[0] == '[' {
		goto open
	} else {
		b, ok = s.scalar(why, b)
	}
	if !ok {
		return nil, false
	}

after:
	if len(b) > 0 && b[0] <= ' ' {
		b = space(b)
	}
	if len(b) == 0 {
		return s.fail(wantComma, b)
	}
	if b[0] == ',' {
		b = b[1:]
		if closer == ']' {
			why = wantItem
			goto value
		}
		if len(b) > 0 && b[0] <= ' ' {
			b = space(b)
		}
		why = wantKey
		goto key
	}
	if b[0] != closer {
		return s.fail(wantComma, b)
	}

closed:
	b = b[1:]
	if top-base > fewNames {
		s.endLarge(base)
	}
	top = base
	f = &s.frames[depth]
	seen, base, closer = f.seen, f.base, f.closer
	depth--
	if depth > outer {
		goto after
	}
	return b, true
}

func (s *scanner) moreFrames() {
	s.frames = append(s.frames, make([]frame, max(8, len(s.frames)))...)
}

func (s *scanner) moreNames() {
	s.names = append(s.names, make([]name, max(32, len(s.names)))...)
}

// deeper checks a container that lies at a depth beyond MaxDepth. It keeps one
// bit a level and compares no names.
func (s *scanner) deeper(b []byte, depth int) (rest []byte, ok bool) {
	if s.deep == 0 {
		s.deep = s.column(b) + 1
	}
	var stack []uint64 // one bit a level: 1 = object
	level := 0
	why := wantValue
	for {
		switch {
		case len(b) == 0:
			return s.fail(why, b)
		case b[0] == '{' || b[0] == '[':
			if level&63 == 0 && level>>6 == len(stack) {
				stack = append(stack, 0)
			}
			bit := uint64(1) << (level & 63)
			stack[level>>6] &^= bit
			why = wantValue
			if b[0] == '{' {
				stack[level>>6] |= bit
				why = wantFirstKey
			}
			level++
			s.depth = max(s.depth, depth+level-1)
			closer := b[0] + 2
			if b = space(b[1:]); len(b) == 0 || b[0] != closer {
				if why == wantFirstKey {
					if b, ok = s.member(why, b); !ok {
						return nil, false
					}
				}
				continue
			}
			b = b[1:]
			level--
		default:
			if b, ok = s.scalar(why, b); !ok {
				return nil, false
			}
		}
		// A value ended: close what ends with it.
		for {
			if level == 0 {
				return b, true
			}
			object := stack[(level-1)>>6]>>((level-1)&63)&1 != 0
			if b = space(b); len(b) == 0 {
				return s.fail(wantComma, b)
			}
			if b[0] == ',' {
				b = space(b[1:])
				why = wantItem
				if object {
					if b, ok = s.member(wantKey, b); !ok {
						return nil, false
					}
					why = wantValue
				}
				break
			}
			if object != (b[0] == '}') || !object && b[0] != ']' {
				return s.fail(wantComma, b)
			}
			b = b[1:]
			level--
		}
	}
}

// member checks a member's name, its colon and the white space around them.
func (s *scanner) member(why reason, b []byte) (rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return s.fail(why, b)
	}
	if b, ok = s.str(b[1:]); !ok {
		return nil, false
	}
	if b = space(b); len(b) == 0 || b[0] != ':' {
		return s.fail(wantColon, b)
	}
	return space(b[1:]), true
}
