package mcp

import (
	"stdioscope/engine/mcp/place"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// CheckShape judges a value against one definition of the published schemas,
// by the definition's name there. ok is false when the revision has no such
// definition. Codes are "" where the definition has none of its own.
func CheckShape(rev, name string, value []byte) (problems []Problem, ok bool) {
	n := judgedBy(rev)
	t, ok := definition(n, name)
	if !ok {
		return nil, false
	}
	w := walker{c: wire.Cursor{Data: value}, rev: n, noun: name}
	w.c.Space()
	w.value(t, "", false)
	return w.inOrder(), true
}

// CheckRequest judges a request: is the method known, may this side send it,
// do its params have their shape. params is nil when the member is absent.
func CheckRequest(rev string, fromServer bool, method string, params []byte) []Problem {
	if fromServer && Judged(rev) >= rule.R5 {
		return []Problem{{Code: "server-request-not-allowed", Part: PartMethod,
			Message: "the server sends the request " + place.Quoted(method) + ", but under " + Judged(rev) + " only clients send requests"}}
	}
	m, problems := judgeMethod(rev, fromServer, method, false)
	if m == nil {
		return problems
	}
	return checkParams(rev, m, params, fromServer)
}

// CheckNotification judges a notification as [CheckRequest] judges a request.
func CheckNotification(rev string, fromServer bool, method string, params []byte) []Problem {
	if fromServer && isUsual(judgedBy(rev), method, params) {
		return nil
	}
	m, problems := judgeMethod(rev, fromServer, method, true)
	if m == nil {
		return problems
	}
	problems = checkParams(rev, m, params, fromServer)
	if m.Deprecated {
		problems = append(problems, Problem{Code: "deprecated-feature", Part: PartMethod,
			Message: place.Quoted(method) + " is deprecated under " + Judged(rev) + ", yet still valid"})
	}
	return problems
}

// judgeMethod finds the method of a message; m is nil when the message must not
// be judged further, and problems then says why.
func judgeMethod(rev string, fromServer bool, method string, notification bool) (m *Method, problems []Problem) {
	m = findMethod(Judged(rev), method)
	one := func(code, detail, message string) (*Method, []Problem) {
		return nil, []Problem{{Code: code, Detail: detail, Part: PartMethod, Message: message}}
	}
	switch {
	case m == nil && KnownSomewhere(method):
		return one("method-unknown", "", place.Quoted(method)+" is no method of "+Judged(rev)+", though of another revision")
	case m == nil:
		return one("method-unknown", "", place.Quoted(method)+" is no method of "+Judged(rev))
	case notification && !m.Notification:
		return one("method-wrong-direction", "request-as-notification", place.Quoted(method)+" is a request, but the message has no id")
	case !notification && m.Notification:
		return one("method-wrong-direction", "notification-as-request", place.Quoted(method)+" is a notification, but the message has an id")
	case fromServer && !m.From.Has(Server):
		return one("method-wrong-direction", "wrong-sender", place.Quoted(method)+" is sent by clients, never by servers")
	case !fromServer && !m.From.Has(Client):
		return one("method-wrong-direction", "wrong-sender", place.Quoted(method)+" is sent by servers, never by clients")
	}
	return m, nil
}

// checkParams holds the params of a message against their shape.
func checkParams(rev string, m *Method, params []byte, fromServer bool) []Problem {
	if params == nil {
		return absentParams(rev, m)
	}
	w := walker{c: wire.Cursor{Data: params}, rev: judgedBy(rev), strict: true, noun: "params"}
	w.c.Space()
	w.value(m.params, "params-invalid", false)
	if w.rev < 4 {
		w.legacyMeta(m)
	}
	problems := w.inOrder()
	for i := range problems {
		switch p := &problems[i]; p.Code {
		case "meta-invalid", "content-invalid", "request-meta-missing":
		default:
			p.Code, p.Detail = "params-invalid", ""
		}
	}
	return problems
}

// absentParams judges a message without params.
func absentParams(rev string, m *Method) []Problem {
	switch {
	case !m.ParamsRequired:
		return nil
	case !m.Notification && Judged(rev) >= rule.R5:
		return []Problem{{Code: "request-meta-missing", Part: PartMessage,
			Message: place.Quoted(m.Name) + " has no params, expected an object with _meta"}}
	}
	return []Problem{{Code: "params-invalid", Part: PartMessage,
		Message: place.Quoted(m.Name) + " has no params, expected an object"}}
}

// legacyMeta judges _meta where the early schemas leave it to the bare request
// and notification that every message extends.
func (w *walker) legacyMeta(m *Method) {
	if m.params.shape().memberNamed(w.rev, []byte("_meta")) >= 0 {
		return
	}
	w.c.At = 0
	w.c.Space()
	if w.c.Peek() != '{' {
		return
	}
	key, at, raw := w.lookAhead("_meta")
	if raw == nil {
		return
	}
	t := tRequestMeta
	if m.Notification {
		t = tMeta
	}
	w.c.At = at
	w.path.Push(key+1, key+1+len("_meta"))
	w.value(t, "meta-invalid", true)
	w.path.Pop()
}
