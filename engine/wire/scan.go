package wire

// Scan reads one line, given without its newline, into m. Nothing of what m held
// before counts. m keeps no reference to line.
func Scan(line []byte, m *Message) {
	d := line
	crlf := len(d) > 0 && d[len(d)-1] == '\r'
	if crlf {
		d = d[:len(d)-1]
	}
	m.start(d)
	m.CRLF = crlf
	s := &m.s
	if m.text() {
		m.Depth, m.LoneSurrogate = s.depth, s.lone
		m.Fault = m.syntaxFault()
		m.classify(d)
	} else {
		m.diagnose(d)
	}
	s.end()
}

// Valid reports whether value is one strict JSON text: UTF-8, the grammar, no
// duplicate names, nested no deeper than MaxDepth.
func Valid(value []byte) bool {
	var m Message
	m.s.start(value)
	return m.text() && m.s.dup.End == 0 && m.s.deep == 0
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

// text checks that the line is one JSON text and notes the spans of the
// envelope; false means that s.why and s.at say where the grammar stopped.
func (m *Message) text() bool {
	s := &m.s
	d := s.data
	start := s.space(0)
	i := 0
	switch {
	case start < len(d) && d[start] == '{':
		i = m.envelope(start)
	case start < len(d) && d[start] == '[':
		i = s.array(start+1, 1, 0)
	default:
		i = s.scalar(wantValue, start)
	}
	if i < 0 {
		return false
	}
	m.Value = Span{start, i}
	if i = s.space(i); i < len(d) {
		s.fail(trailing, i)
		return false
	}
	return true
}

// envelope checks the object at column i and notes its known members.
func (m *Message) envelope(i int) int {
	s := &m.s
	t := s.text
	n := t.len()
	s.depth = 1
	var (
		top  int    // names on the stack: those of the envelope that are not known
		seen uint64 // of those
		why  = wantFirstKey
	)
	i++
	if i < n && t.at(i) <= ' ' {
		i = s.space(i)
	}
	if i < n && t.at(i) == '}' {
		return i + 1
	}
	for {
		if i >= n || t.at(i) != '"' {
			return s.fail(why, i)
		}
		i++
		start, token := i, uint64(0)
		if i, token = s.name(i); i < 0 {
			return -1
		}
		end := i
		span := m.member(token)
		if span == nil {
			if bit := seenBit(token); seen&bit == 0 {
				seen |= bit
			} else if s.again(0, top, token, start) {
				seen = ^uint64(0)
			}
			if top >= len(s.names) {
				s.moreNames()
			}
			s.names[top] = name{token, start}
			top++
		}
		if i < n && t.at(i) <= ' ' {
			i = s.space(i)
		}
		if i >= n || t.at(i) != ':' {
			return s.fail(wantColon, i)
		}
		i++
		if i < n && t.at(i) <= ' ' {
			i = s.space(i)
		}
		if i >= n {
			return s.fail(wantValue, i)
		}
		value := i
		switch t.at(i) {
		case '"':
			i = s.str(i + 1)
		case '{':
			i = s.object(i+1, 2, top)
		case '[':
			i = s.array(i+1, 2, top)
		default:
			i = s.scalar(wantValue, i)
		}
		if i < 0 {
			return -1
		}
		if span != nil {
			if !span.Present() {
				*span = Span{value, i}
			} else if s.dup.End == 0 || s.dup.Start > start {
				s.dup = Span{start - 1, end}
			}
		}
		if i < n && t.at(i) <= ' ' {
			i = s.space(i)
		}
		if i >= n {
			return s.fail(wantComma, i)
		}
		switch t.at(i) {
		case ',':
			i++
			if i < n && t.at(i) <= ' ' {
				i = s.space(i)
			}
			why = wantKey
		case '}':
			if top > fewNames {
				s.endLarge(0)
			}
			return i + 1
		default:
			return s.fail(wantComma, i)
		}
	}
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
