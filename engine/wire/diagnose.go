package wire

// diagnose names the fault of a line that is no JSON text: s.why and s.at say
// where and why the grammar stopped.
func (m *Message) diagnose(d []byte) {
	s := &m.s
	why, at, value := s.why, s.at, m.Value
	f := byteFault(d, at)
	if f.Code == NoFault {
		m.clear()
		m.Fault = m.syntaxDiagnosis(d, why, at, value)
		return
	}
	if salvage := repaired(d, f); salvage != nil {
		crlf := m.CRLF
		Scan(salvage, m)
		if m.Kind == None {
			m.clear()
		}
		m.CRLF = crlf
	} else {
		m.clear()
	}
	m.Fault = f
}

// repaired is a copy of the line, of the same length, as a lenient reader would
// take it: nil when there is nothing lenient to do.
func repaired(d []byte, f Fault) []byte {
	switch f.Code {
	case FaultBOMAtStart:
		c := append([]byte(nil), d...)
		copy(c[f.Column:], "   ")
		return c
	case FaultUTF8Truncated, FaultUTF8Overlong, FaultUTF8Surrogate, FaultUTF8Invalid, FaultUTF8Latin1:
		c := append([]byte(nil), d...)
		for i := f.Column; i < len(c); i++ {
			if c[i] >= 0x80 {
				c[i] = '?'
			}
		}
		return c
	}
	return nil
}

// syntaxDiagnosis names the fault of layer 2.
func (m *Message) syntaxDiagnosis(d []byte, why reason, at int, value Span) Fault {
	if why == trailing {
		if f := m.afterValue(d, value, at); f.Code != NoFault {
			return f
		}
	}
	start := skipSpace(d, 0)
	if !looksLikeJSON(d[start:]) || why == trailing {
		return m.textFault(d, start)
	}
	switch why {
	case ended:
		return faultAt(FaultUnexpectedEnd, at, 0)
	case endedInToken:
		return faultAt(FaultTruncated, at, 0)
	case badControl:
		if d[at] == 0x1B {
			return faultAt(FaultANSIEscape, at, 1)
		}
		return faultAt(FaultControlCharacter, at, 1)
	case badEscape:
		return faultAt(FaultBadEscape, at, 1)
	case badNumber:
		if n := wordLength(d[at:]); isInfinity(d[at : at+n]) {
			return faultAt(FaultNaNOrInfinity, at, n)
		}
		return faultAt(FaultBadNumber, at, 1)
	}
	return m.tokenFault(d, why, at)
}

// tokenFault names what stands where another token had to stand.
func (m *Message) tokenFault(d []byte, why reason, at int) Fault {
	c := d[at]
	n := wordLength(d[at:])
	switch {
	case c == 0x1B:
		return faultAt(FaultANSIEscape, at, 1)
	case why == wantKey && c == '}', why == wantItem && c == ']':
		return faultAt(FaultTrailingComma, at, 1)
	case c == '\'':
		return faultAt(FaultSingleQuotes, at, 1)
	case c < ' ':
		return faultAt(FaultControlCharacter, at, 1)
	case at > 0 && d[at-1] == 'n' && isInfinity(d[at-1:at+n]): // nan, which begins like null
		return faultAt(FaultNaNOrInfinity, at-1, n+1)
	case (why == wantValue || why == wantItem) && isInfinity(d[at:at+n]):
		return faultAt(FaultNaNOrInfinity, at, n)
	case (why == wantValue || why == wantItem) && isPythonWord(d[at:at+n]):
		return faultAt(FaultPythonRepr, at, n)
	case why == wantValue && (c == '+' || c == '.'):
		return faultAt(FaultBadNumber, at, 1)
	}
	if embedded := findMessage(d, skipSpace(d, 0)+1); embedded.Present() {
		// Another message begins inside the first: two writers without a lock.
		m.Embedded = embedded
	}
	return faultAt(FaultSyntax, at, max(n, 1))
}

// afterValue judges what follows a complete object or array.
func (m *Message) afterValue(d []byte, value Span, at int) Fault {
	if !isContainer(d, value) {
		return Fault{} // a number or word at the start of a text
	}
	if m.Embedded = value; !isMessage(d, value) {
		m.Embedded = findMessage(d, at)
	}
	between := d[value.End:at]
	for i, c := range between {
		if c == '\r' {
			return faultAt(FaultBareCR, value.End+i, 1)
		}
	}
	switch c := d[at]; {
	case c == '{' || c == '[' && isContainer(d, Span{at, len(d)}):
		return faultAt(FaultMultipleMessages, at, len(d)-at)
	case c == 0x1B:
		return faultAt(FaultANSIEscape, at, 1)
	case c == ',' || c == '}' || c == ']' || c == ':':
		return faultAt(FaultSyntax, at, 1)
	}
	if d[value.Start] == '[' {
		return Fault{} // [1] and the like at the start of a text
	}
	return faultAt(FaultTextAfterJSON, at, len(d)-at)
}

// isContainer reports whether the value is an object, or an array of objects.
func isContainer(d []byte, value Span) bool {
	if d[value.Start] == '{' {
		return true
	}
	if d[value.Start] != '[' {
		return false
	}
	i := skipSpace(d[:value.End], value.Start+1)
	return i < value.End && d[i] == '{'
}

// isMessage reports whether the valid JSON at value is an object with the
// member jsonrpc.
func isMessage(d []byte, value Span) bool {
	_, ok := Get(value.Of(d), "jsonrpc")
	return ok
}

// looksLikeJSON reports whether a line that is no JSON text was meant as one,
// by its first two tokens.
func looksLikeJSON(d []byte) bool {
	if len(d) == 0 {
		return false
	}
	i := skipSpace(d, 1)
	end := i >= len(d)
	switch d[0] {
	case '{':
		return end || d[i] == '"' || d[i] == '}' || d[i] == ','
	case '[':
		return end || d[i] == '{' || d[i] == '"' || d[i] == ']' || d[i] == '['
	case '"':
		return false
	}
	return len(d) == 1 && (isDigit(d[0]) || d[0] == '-')
}

// isInfinity reports whether a word is one of the numbers that JSON has not.
func isInfinity(word []byte) bool {
	switch string(word) {
	case "NaN", "nan", "Infinity", "-Infinity", "Inf", "-Inf", "inf", "-inf", "-nan", "-NaN", "+Infinity", "+Inf":
		return true
	}
	return false
}

func isPythonWord(word []byte) bool {
	switch string(word) {
	case "None", "True", "False":
		return true
	}
	return false
}

// wordLength is the length of the word at the start of d, with its sign.
func wordLength(d []byte) int {
	n := 0
	for n < len(d) && (isLetter(d[n]) || isDigit(d[n]) || d[n] == '_' || n == 0 && (d[n] == '-' || d[n] == '+')) {
		n++
	}
	return n
}

func isLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }
