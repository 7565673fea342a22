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
	if dup := m.s.dup; dup.End > 0 {
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
	start := skipSpace(d, 0)
	end := 0
	if start < len(d) && d[start] == '{' {
		end = m.envelope(start)
	} else {
		end = s.value(start, 0)
	}
	if end < 0 {
		return false
	}
	m.Value = Span{start, end}
	if rest := skipSpace(d, end); rest < len(d) {
		s.fail(trailing, rest)
		return false
	}
	return true
}

// envelope checks the object at column i and returns the column after it, or -1.
func (m *Message) envelope(i int) int {
	s := &m.s
	d := s.data
	s.depth = 1
	s.names.open()
	i = skipSpace(d, i+1)
	if i < len(d) && d[i] == '}' {
		s.names.close()
		return i + 1
	}
	why := wantFirstKey
	for {
		if i >= len(d) || d[i] != '"' {
			return s.fail(why, i)
		}
		key := i
		if i = s.str(i); i < 0 {
			return -1
		}
		end := i
		again := s.names.add(d, key+1, end-1)
		if again && s.dup.End == 0 {
			s.dup = Span{key, end}
		}
		i = skipSpace(d, i)
		if i >= len(d) || d[i] != ':' {
			return s.fail(wantColon, i)
		}
		value := skipSpace(d, i+1)
		if i = s.value(value, 1); i < 0 {
			return -1
		}
		if span := m.slot(d[key+1 : end-1]); span != nil && !again {
			*span = Span{value, i}
		}
		i = skipSpace(d, i)
		if i >= len(d) {
			return s.fail(wantComma, i)
		}
		switch d[i] {
		case ',':
			i = skipSpace(d, i+1)
			why = wantKey
		case '}':
			s.names.close()
			return i + 1
		default:
			return s.fail(wantComma, i)
		}
	}
}

// slot is where the span of an envelope's member goes; nil for other names.
func (m *Message) slot(name []byte) *Span {
	switch string(name) {
	case "jsonrpc":
		return &m.JSONRPC
	case "id":
		return &m.ID
	case "method":
		return &m.Method
	case "params":
		return &m.Params
	case "result":
		return &m.Result
	case "error":
		return &m.Error
	}
	if hasBackslash(name) {
		return m.slot(unescapedName(name))
	}
	return nil
}

// unescapedName decodes a name; what it says holds no backslash that could be
// taken for an escape again.
func unescapedName(name []byte) []byte {
	text := unescaped(name)
	if hasBackslash(text) {
		return nil
	}
	return text
}
