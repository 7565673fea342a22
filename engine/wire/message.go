package wire

// Kind says what a line is, by the presence of the envelope's members alone.
type Kind uint8

// The kinds of a line. A line of kind None is no JSON text.
const (
	None         Kind = iota
	Request           // method and id (any id, also null)
	Notification      // method without id
	Result            // result without method
	Error             // error without method; with a result beside it, the fault says so
	Batch             // an array of messages: see Message.Members
	Value             // valid JSON, but no JSON-RPC message
)

// String names the kind in lower case.
func (k Kind) String() string {
	return [...]string{"none", "request", "notification", "result", "error", "batch", "value"}[k]
}

// Span is a half-open range of byte columns in a line, from 0. A span whose
// ends are both 0 is absent: no member's value stands at column 0.
type Span struct{ Start, End int }

// Present reports whether the span exists.
func (s Span) Present() bool { return s.End > 0 }

// Of is the part of the line that the span covers; nil when absent.
func (s Span) Of(line []byte) []byte {
	if s.End == 0 {
		return nil
	}
	return line[s.Start:s.End]
}

// IDForm is how the id of an envelope is written.
type IDForm uint8

// The forms of an id.
const (
	IDAbsent   IDForm = iota
	IDString          // "a"
	IDInteger         // 7
	IDIntegral        // 7.0 or 7e0: an integer by value, written with a fraction or exponent
	IDFraction        // 7.5
	IDNull            // null
	IDOther           // true, false, an object or an array
)

// MaxDepth is the nesting that Scan accepts without a fault; [[]] has depth 2.
// Deeper lines are still checked to their end (one bit a level), so that kind and
// id are known, but their values must not be handed to code that recurses.
const MaxDepth = 1000

// Message is what Scan found in a line. The zero value is ready for use; one
// Message used again and again keeps its scratch memory, so that scanning does
// not allocate. All columns count bytes of the line from 0.
type Message struct {
	// Kind is set whenever the line is one JSON text, also when Fault names a
	// duplicate member, too deep nesting or a shape. It is set as well when the only
	// fault is a layer 1 fault that a lenient reader would overlook (a byte order
	// mark, malformed UTF-8): Kind and the spans then say what that reader would see.
	Kind Kind

	Value                                      Span // the whole JSON value, without white space around it
	ID, Method, Params, Result, Error, JSONRPC Span // the envelope's members (their values) as written
	IDForm                                     IDForm

	Fault Fault // the line's fault; Fault.Code 0 = none

	CRLF          bool // a CR stood before the newline
	LoneSurrogate int  // column+1 of the first escape of half a surrogate pair; 0 = none
	Depth         int  // the deepest nesting; 0 for a scalar
	// Embedded is the first complete JSON-RPC message inside a line that is no JSON
	// text: after text, before text, or the first of several.
	Embedded Span

	s     scanner
	ahead *byte // the first byte of the line that scanAhead has read
}

// Fault is the one fault of a line.
type Fault struct {
	Layer          uint8
	Code           FaultCode // 0 = no fault
	Column, Length int
}

// start forgets the line before and makes the scanner ready for the next.
func (m *Message) start(d []byte) {
	m.clear()
	m.CRLF = false
	m.s.start(d)
}

// clear forgets all that was found but how the line ends.
func (m *Message) clear() {
	m.clearMembers()
	m.Kind, m.Value, m.LoneSurrogate, m.Depth = None, Span{}, 0, 0
}

// clearMembers forgets what the scan of a valid line does not set anyhow.
func (m *Message) clearMembers() {
	m.ID, m.Method, m.Params, m.Result, m.Error, m.JSONRPC = Span{}, Span{}, Span{}, Span{}, Span{}, Span{}
	m.IDForm = IDAbsent
	if m.Fault.Code != NoFault || m.Embedded.End != 0 {
		m.Fault, m.Embedded = Fault{}, Span{}
	}
}
