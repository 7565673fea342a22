package wire

import "bytes"

// classify gives a valid JSON text its kind and, where lower layers found
// nothing, the fault of its shape.
func (m *Message) classify(d []byte) {
	m.Kind = Value
	var shape Fault
	switch d[m.Value.Start] {
	case '{':
		m.Kind = m.kind()
		shape = m.shapeFault(d)
	case '[':
		shape = m.batch(d)
	default:
		shape = at(FaultNotAnObject, m.Value)
	}
	if m.Fault.Code == NoFault {
		m.Fault = shape
	}
}

// isFlawless is the short way through kind and shapeFault for most messages: it
// gives a message its kind when nothing is wrong with it, or else leaves the
// question to them.
func (m *Message) isFlawless(d []byte) bool {
	if m.ID.Present() && m.IDForm == IDAbsent {
		m.IDForm = idForm(m.ID.Of(d))
	}
	// Words are compared as numbers: a comparison of strings is a call in the browser.
	t, v := textOf(d), m.JSONRPC
	if v.End-v.Start != 5 {
		return false
	}
	var version uint64
	if v.Start+8 <= len(d) {
		version = t.word(v.Start) // which is no call
	} else {
		version = t.padded(v.Start)
	}
	if version&(1<<40-1) != wordTwo {
		return false
	}
	goodID := m.IDForm == IDInteger || m.IDForm == IDString
	switch {
	case m.Result.End > 0 && m.Method.End|m.Error.End == 0:
		if !goodID || d[m.Result.Start] != '{' {
			return false
		}
		m.Kind = Result
	case m.Method.End > 0 && m.Result.End|m.Error.End == 0:
		if d[m.Method.Start] != '"' || m.Params.End > 0 && d[m.Params.Start] != '{' {
			return false
		}
		m.Kind = Notification
		if m.IDForm != IDAbsent {
			if !goodID || isNotificationMethod(m.Method.Of(d)) {
				return false
			}
			m.Kind = Request
		}
	case m.Error.End > 0 && m.Method.End|m.Result.End == 0:
		if !goodID || !isUsualError(m.Error.Of(d)) {
			return false
		}
		m.Kind = Error
	default:
		return false
	}
	return true
}

// isUsualError reports whether a valid error object begins with an integer code
// and a string message, in this order and without white space.
func isUsualError(obj []byte) bool {
	const code, message = `{"code":`, `,"message":"`
	if len(obj) < len(code)+len(message)+2 || string(obj[:len(code)]) != code {
		return false
	}
	i := len(code)
	if obj[i] == '-' {
		i++
	}
	for i < len(obj) && isDigit(obj[i]) {
		i++
	}
	return len(obj)-i > len(message) && string(obj[i:i+len(message)]) == message
}

// kind classifies by the presence of members, before any look at their types.
func (m *Message) kind() Kind {
	method, result, errored := m.Method.Present(), m.Result.Present(), m.Error.Present()
	switch {
	case method && (result || errored):
		return Value
	case method && m.ID.Present():
		return Request
	case method:
		return Notification
	case errored:
		return Error
	case result:
		return Result
	}
	return Value
}

// shapeFault judges the envelope of an object; the order is that of the
// FaultCode constants.
func (m *Message) shapeFault(d []byte) Fault {
	if v := m.JSONRPC.Of(d); string(v) != `"2.0"` {
		if f := m.versionFault(d, v); f.Code != NoFault {
			return f
		}
	}
	method, result, errored := m.Method.Present(), m.Result.Present(), m.Error.Present()
	switch {
	case method && result:
		return at(FaultMixedKind, m.Result)
	case method && errored:
		return at(FaultMixedKind, m.Error)
	case result && errored:
		return at(FaultResultAndError, m.Error)
	case method:
		return m.callFault(d)
	case result:
		return m.resultFault(d)
	case errored:
		return m.errorFault(d)
	}
	return at(FaultNoKind, m.Value)
}

// versionFault judges a jsonrpc member v that is not the usual one.
func (m *Message) versionFault(d, v []byte) Fault {
	if m.JSONRPC.Present() {
		if text, ok := String(v); ok && text == "2.0" {
			return Fault{} // with escapes
		}
		return at(FaultWrongJSONRPC, m.JSONRPC)
	}
	if m.Method.Present() || m.Result.Present() || m.Error.Present() || m.ID.Present() && m.Params.Present() {
		return at(FaultMissingJSONRPC, m.Value)
	}
	if isResultBody(m.Value.Of(d)) {
		return at(FaultBareResult, m.Value)
	}
	if otherCase(m.Value.Of(d)) {
		return at(FaultMissingJSONRPC, m.Value)
	}
	return at(FaultJSONLog, m.Value)
}

// at is the fault of a whole span.
func at(c FaultCode, s Span) Fault { return faultAt(c, s.Start, s.End-s.Start) }

// callFault judges a request or notification.
func (m *Message) callFault(d []byte) Fault {
	switch {
	case d[m.Method.Start] != '"':
		return at(FaultMethodNotString, m.Method)
	case m.IDForm == IDNull:
		return at(FaultIDNull, m.ID)
	case m.IDForm == IDOther || m.IDForm == IDFraction:
		return at(FaultIDType, m.ID)
	case m.ID.Present() && isNotificationMethod(m.Method.Of(d)):
		return at(FaultNotificationWithID, m.ID)
	case m.Params.Present() && d[m.Params.Start] != '{':
		return at(FaultParamsNotObject, m.Params)
	case m.IDForm == IDIntegral:
		return at(FaultResponseIDFraction, m.ID)
	}
	return Fault{}
}

// resultFault judges a response with a result.
func (m *Message) resultFault(d []byte) Fault {
	switch {
	case m.IDForm == IDNull:
		return at(FaultIDNull, m.ID)
	case m.IDForm == IDOther || m.IDForm == IDFraction:
		return at(FaultIDType, m.ID)
	case m.IDForm == IDAbsent:
		return at(FaultIDMissing, m.Value)
	case d[m.Result.Start] != '{':
		return at(FaultResultNotObject, m.Result)
	case m.IDForm == IDIntegral:
		return at(FaultResponseIDFraction, m.ID)
	}
	return Fault{}
}

// errorFault judges a response with an error.
func (m *Message) errorFault(d []byte) Fault {
	if m.IDForm == IDOther || m.IDForm == IDFraction {
		return at(FaultIDType, m.ID)
	}
	e := m.Error
	if d[e.Start] != '{' {
		return at(FaultErrorNotObject, e)
	}
	code, message := codeAndMessage(e.Of(d), e.Start)
	switch {
	case !code.Present():
		return at(FaultErrorCodeMissing, e)
	case !IsInteger(code.Of(d)):
		return at(FaultErrorCodeType, code)
	case !message.Present():
		return at(FaultErrorMessageMissing, e)
	case d[message.Start] != '"':
		return at(FaultErrorMessageType, message)
	case m.IDForm == IDAbsent:
		return at(FaultErrorWithoutID, m.Value)
	case m.IDForm == IDNull:
		return at(FaultErrorIDNull, m.ID)
	case m.IDForm == IDIntegral:
		return at(FaultResponseIDFraction, m.ID)
	}
	return Fault{}
}

// codeAndMessage are the spans of two members of an error object that stands at
// the column given.
func codeAndMessage(obj []byte, column int) (code, message Span) {
	for i, ok := inside(obj, '{'); ok && (!code.Present() || !message.Present()); {
		var key, value []byte
		if key, value, i, ok = nextMember(obj, i); !ok {
			break
		}
		switch end := column + i; string(unescaped(key)) {
		case "code":
			code = Span{end - len(value), end}
		case "message":
			message = Span{end - len(value), end}
		}
		i, ok = nextItem(obj, i)
	}
	return code, message
}

func idForm(id []byte) IDForm {
	switch TypeOf(id) {
	case NoType:
		return IDAbsent
	case Str:
		return IDString
	case Null:
		return IDNull
	case Number:
		switch {
		case isPlainInteger(id):
			return IDInteger
		case IsInteger(id):
			return IDIntegral
		}
		return IDFraction
	}
	return IDOther
}

// isNotificationMethod reports whether a method, as written, is by its name a
// notification's.
func isNotificationMethod(method []byte) bool {
	const prefix = `"notifications/`
	t := textOf(method)
	return t.len() > len(prefix) && t.word(0) == wordNotific && t.word(8)&(1<<56-1) == wordAtions
}

// isResultBody reports whether an object without an envelope is the result of a
// known method: initialize, a list, a call.
func isResultBody(obj []byte) bool {
	var version, capabilities, server, list bool
	Members(obj, func(key, value []byte) bool {
		switch string(key) {
		case "protocolVersion":
			version = true
		case "capabilities":
			capabilities = true
		case "serverInfo":
			server = true
		case "tools", "resources", "resourceTemplates", "prompts", "content", "contents", "messages":
			list = list || value[0] == '[' && (isEmpty(value) || isContainer(value, Span{0, len(value)}))
		case "supportedVersions":
			list = list || TypeOf(value) == Array
		}
		return true
	})
	return version && (capabilities || server) || list
}

// otherCase reports whether an object names its version in other letters, such as
// JsonRpc.
func otherCase(obj []byte) (found bool) {
	Members(obj, func(key, _ []byte) bool {
		found = found || bytes.EqualFold(key, []byte("jsonrpc"))
		return true
	})
	return found
}

// isEmpty reports whether an array holds nothing.
func isEmpty(array []byte) bool { return skipSpace(array, 1) == len(array)-1 }

// batch gives an array its kind and judges it as a batch; its members are judged
// one by one, see Members.
func (m *Message) batch(d []byte) Fault {
	var calls, responses, objects, others int
	m.Members(d, func(member *Message) bool {
		switch member.Kind {
		case Request, Notification:
			calls++
		case Result, Error:
			responses++
		}
		if d[member.Value.Start] == '{' {
			objects++
		} else {
			others++
		}
		return true
	})
	switch {
	case objects+others == 0:
		m.Kind = Batch
		return at(FaultBatchEmpty, m.Value)
	case objects == 0:
		return at(FaultNotAnObject, m.Value)
	case calls+responses == 0:
		return at(FaultJSONLog, m.Value)
	}
	m.Kind = Batch
	if calls > 0 && responses > 0 {
		return at(FaultBatchMixed, m.Value)
	}
	return Fault{}
}

// Members yields the members of an array line as messages: kind, envelope and
// shape fault, with columns of the whole line. The message is used again for the
// next member. It yields nothing for a line that is no array.
func (m *Message) Members(line []byte, yield func(member *Message) bool) {
	var member Message
	arr := m.Value.Of(line)
	for i, ok := inside(arr, '['); ok; {
		end := skipValue(arr, i)
		if end == i {
			return
		}
		member = Message{Value: Span{m.Value.Start + i, m.Value.Start + end}}
		if arr[i] == '{' {
			member.spans(line)
			if !member.isFlawless(line) {
				member.classify(line)
			}
		} else {
			member.Kind = Value
			member.Fault = faultAt(FaultNotAnObject, member.Value.Start, end-i)
		}
		if !yield(&member) {
			return
		}
		i, ok = nextItem(arr, end)
	}
}

// spans notes the envelope of the valid object at m.Value.
func (m *Message) spans(line []byte) {
	obj := m.Value.Of(line)
	for i, ok := inside(obj, '{'); ok; {
		var key, value []byte
		if key, value, i, ok = nextMember(obj, i); !ok {
			return
		}
		if span := m.member(tokenOf(plainName(key))); span != nil && !span.Present() {
			end := m.Value.Start + i
			*span = Span{end - len(value), end}
		}
		i, ok = nextItem(obj, i)
	}
}
