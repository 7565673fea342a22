package wire

// Scan reads one line, given without its newline, into m. Nothing of what m held
// before counts. m keeps no reference to line.
func Scan(line []byte, m *Message) {
	if m.ahead != nil && m.isAhead(line) {
		return
	}
	d := line
	crlf := len(d) > 0 && d[len(d)-1] == '\r'
	if crlf {
		d = d[:len(d)-1]
	}
	m.clearMembers()
	m.CRLF = crlf
	s := &m.s
	s.start(d)
	start, i := 0, 0
	if len(d) == 0 || d[0] <= ' ' {
		start = s.space(0)
	}
	if start < len(d) && d[start] == '{' {
		i = m.envelope(start + 1)
	} else {
		i = s.value(start, 0, 0)
	}
	if i >= 0 {
		m.Value = Span{start, i}
		if i < len(d) {
			if i = s.space(i); i < len(d) {
				i = s.fail(trailing, i)
			}
		}
	}
	if i < 0 {
		m.diagnose(d)
	} else {
		m.Depth, m.LoneSurrogate = s.depth, s.lone
		if s.dup.End|s.deep != 0 {
			m.Fault = m.syntaxFault()
		}
		if d[start] != '{' || !m.isFlawless(d) {
			m.classify(d)
		}
	}
	s.end()
}

// Valid reports whether value is one strict JSON text: UTF-8, the grammar, no
// duplicate names, nested no deeper than MaxDepth.
func Valid(value []byte) bool {
	var m Message
	Scan(value, &m)
	return m.Fault.Code == NoFault || m.Fault.Layer == 3
}

// syntaxFault is the fault of layer 2 that a line can have though it follows the
// grammar.
func (m *Message) syntaxFault() Fault {
	if dup := m.s.dup; dup.End > 0 && (m.s.deep == 0 || dup.Start < m.s.deep) {
		return faultAt(FaultDuplicateMember, dup.Start, dup.End-dup.Start)
	}
	if m.s.deep > 0 {
		return faultAt(FaultTooDeep, m.s.deep-1, 1)
	}
	return Fault{}
}

// The words with which a message's members begin.
const (
	wordID      = '"' | 'i'<<8 | 'd'<<16 | '"'<<24 | ':'<<32
	wordJSONRPC = '"' | 'j'<<8 | 's'<<16 | 'o'<<24 | 'n'<<32 | 'r'<<40 | 'p'<<48 | 'c'<<56
	wordVersion = '"' | ':'<<8 | '"'<<16 | '2'<<24 | '.'<<32 | '0'<<40 | '"'<<48 | ','<<56
	wordTwo     = '"' | '2'<<8 | '.'<<16 | '0'<<24 | '"'<<32
	wordNotific = '"' | 'n'<<8 | 'o'<<16 | 't'<<24 | 'i'<<32 | 'f'<<40 | 'i'<<48 | 'c'<<56
	wordAtions  = 'a' | 't'<<8 | 'i'<<16 | 'o'<<24 | 'n'<<32 | 's'<<40 | '/'<<48
	wordMethod  = '"' | 'm'<<8 | 'e'<<16 | 't'<<24 | 'h'<<32 | 'o'<<40 | 'd'<<48 | '"'<<56
	wordParams  = '"' | 'p'<<8 | 'a'<<16 | 'r'<<24 | 'a'<<32 | 'm'<<40 | 's'<<48 | '"'<<56
	wordResult  = '"' | 'r'<<8 | 'e'<<16 | 's'<<24 | 'u'<<32 | 'l'<<40 | 't'<<48 | '"'<<56
	wordError   = '"' | 'e'<<8 | 'r'<<16 | 'r'<<24 | 'o'<<32 | 'r'<<40 | '"'<<48 | ':'<<56
)

// envelope checks the inside of the outermost object, from behind its brace on,
// and notes its known members.
func (m *Message) envelope(i int) int {
	s := &m.s
	t := textOf(s.data)
	n := t.len()
	s.depth = 1
	var (
		open  = i
		top   int    // names on the stack: those of the envelope that are not known
		seen  uint64 // a bit for each of them, by hash
		token uint64
		why   = wantFirstKey
	)
	if i >= n || t.at(i) != '"' {
		if i = s.space(i); i < n && t.at(i) == '}' {
			return i + 1
		}
	}
	for {
		start := i + 1
		var span *Span
		if i+9 > n {
			if t.padded(i)&(1<<40-1) == wordID {
				span = &m.ID
				i += 5
			}
		} else {
			// One comparison a name: the processor guesses it and need not wait for the
			// place where the name ends.
			switch w := t.word(i); {
			case w == wordJSONRPC && i+16 <= n:
				if t.word(i+8) == wordVersion && !m.JSONRPC.Present() {
					m.JSONRPC = Span{i + 10, i + 15}
					i += 16
					why = wantKey
					continue
				}
			case w&(1<<40-1) == wordID:
				span = &m.ID
				i += 5
			case w == wordResult && t.at(i+8) == ':':
				span = &m.Result
				i += 9
			case w == wordMethod && t.at(i+8) == ':':
				span = &m.Method
				i += 9
			case w == wordParams && t.at(i+8) == ':':
				span = &m.Params
				i += 9
			case w == wordError:
				span = &m.Error
				i += 8
			}
		}
		if span == nil {
			if i, start, token = s.anyName(why, i); i < 0 {
				return -1
			}
			span = m.member(token)
		}
		if span == nil || span.Present() {
			if span != nil {
				s.twice(start)
			} else if bit := seenBit(token); seen&bit == 0 {
				seen |= bit
			} else if s.again(0, top, token, open, start) {
				seen = ^uint64(0)
			}
			s.inner.open = 0
			if top < len(s.names) {
				s.names[top] = token
			} else {
				s.pushFar(token)
			}
			top++
			span = &m.s.other
		}
		if i < n && t.at(i) <= ' ' {
			i = s.space(i)
		}
		if i >= n {
			return s.fail(wantValue, i)
		}
		span.Start = i
		switch c := t.at(i); {
		case c == '{':
			i = s.object(i+1, 2, top)
		case c == '"':
			if span == &m.ID {
				m.IDForm = IDString
			}
			k := i + 1
			if k+16 <= n {
				// Most strings here are short: see object.
				q := special(t.word(k))
				if q == 0 {
					k += 8
					q = special(t.word(k))
				}
				if k += lowest(q); q != 0 && t.at(k) == '"' {
					i = k + 1
					break
				}
			}
			i = s.str(k)
		case c-'1' < 9:
			var w uint64
			if i+8 <= n {
				w = t.word(i) // which is no call
			} else {
				w = t.padded(i)
			}
			if k := i + digitsIn(w); k < n && (t.at(k) == ',' || t.at(k) == '}') {
				i = k
				if span == &m.ID {
					m.IDForm = IDInteger
				}
			} else {
				i = s.number(i)
			}
		default:
			i = s.value(i, 1, top)
		}
		if i < 0 {
			return -1
		}
		span.End = i

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
	if top > fewNames {
		s.endLarge(0)
	}
	return i + 1
}

// member is where the span of an envelope's member goes; nil for other names.
func (m *Message) member(token uint64) *Span {
	switch token {
	case tokenJSONRPC:
		return &m.JSONRPC
	case tokenID:
		return &m.ID
	case tokenMethod:
		return &m.Method
	case tokenParams:
		return &m.Params
	case tokenResult:
		return &m.Result
	case tokenError:
		return &m.Error
	}
	return nil
}
