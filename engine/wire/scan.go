package wire

// Scan reads one line, given without its newline, into m. Nothing of what m held
// before counts. m keeps no reference to line.
func Scan(line []byte, m *Message) {
	m.reset()
	d := line
	if n := len(d); n > 0 && d[n-1] == '\r' {
		m.CRLF = true
		d = d[:n-1]
	}
	s := &m.s
	s.data = d
	if m.text() {
		m.Depth, m.LoneSurrogate = s.depth, s.lone
		m.Fault = m.syntaxFault()
		m.classify(d)
	} else {
		m.diagnose(d)
	}
	s.data = nil
}

// Valid reports whether value is one strict JSON text: UTF-8, the grammar, no
// duplicate names, nested no deeper than MaxDepth.
func Valid(value []byte) bool {
	var m Message
	m.s.data = value
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
	b := space(s.data)
	start := s.column(b)
	ok := false
	switch {
	case len(b) > 0 && b[0] == '{':
		b, ok = m.envelope(b)
	case len(b) > 0 && b[0] == '[':
		b, ok = s.container(b, 0, 0)
	default:
		b, ok = s.scalar(wantValue, b)
	}
	if !ok {
		return false
	}
	m.Value = Span{start, s.column(b)}
	if b = space(b); len(b) > 0 {
		s.fail(trailing, b)
		return false
	}
	return true
}

// envelope checks the object at the start of b and notes its known members.
func (m *Message) envelope(b []byte) (rest []byte, ok bool) {
	s := &m.s
	s.depth = 1
	top := 0 // names on the stack: those of the envelope that are not known
	why := wantFirstKey
	b = space(b[1:])
	if len(b) > 0 && b[0] == '}' {
		return b[1:], true
	}
	for {
		if len(b) == 0 || b[0] != '"' {
			return s.fail(why, b)
		}
		b = b[1:]
		start := s.column(b)
		var token uint64
		if b, token, ok = s.name(b); !ok {
			return nil, false
		}
		end := s.column(b)
		var span *Span
		switch token {
		case tokenJSONRPC:
			span = &m.JSONRPC
		case tokenID:
			span = &m.ID
		case tokenMethod:
			span = &m.Method
		case tokenParams:
			span = &m.Params
		case tokenResult:
			span = &m.Result
		case tokenError:
			span = &m.Error
		default:
			if s.dup.End == 0 && s.again(0, top, token, start, end-1-start) {
				s.dup = Span{start - 1, end}
			}
			if top >= len(s.names) {
				s.moreNames()
			}
			s.names[top] = name{token, start}
			top++
		}
		if b = space(b); len(b) == 0 || b[0] != ':' {
			return s.fail(wantColon, b)
		}
		b = space(b[1:])
		value := s.column(b)
		switch {
		case len(b) == 0:
			return s.fail(wantValue, b)
		case b[0] == '"':
			b, ok = s.str(b[1:])
		case b[0] == '{' || b[0] == '[':
			b, ok = s.container(b, 1, top)
		default:
			b, ok = s.scalar(wantValue, b)
		}
		if !ok {
			return nil, false
		}
		if span != nil {
			if !span.Present() {
				*span = Span{value, s.column(b)}
			} else if s.dup.End == 0 || s.dup.Start > start {
				s.dup = Span{start - 1, end}
			}
		}
		if b = space(b); len(b) == 0 {
			return s.fail(wantComma, b)
		}
		switch b[0] {
		case ',':
			b = space(b[1:])
			why = wantKey
		case '}':
			if top > fewNames {
				s.endLarge(0)
			}
			return b[1:], true
		default:
			return s.fail(wantComma, b)
		}
	}
}

// name checks the name at the start of b, its opening quote gone, and gives its
// token.
func (s *scanner) name(b []byte) (rest []byte, token uint64, ok bool) {
	if len(b) >= 16 {
		w := load(b)
		if m := special(w); m != 0 && b[lowest(m)] == '"' {
			n := lowest(m)
			return b[n+1:], w&(1<<(8*n)-1) | uint64(n)<<56, true
		}
	}
	return s.longName(b)
}

// slot is where the span of an envelope's member goes; nil for other names.
func (m *Message) slot(name []byte) *Span {
	switch tokenOf(plainName(name)) {
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
