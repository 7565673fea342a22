package mcp

// ResultContext is what the judgement of a result needs to know of its session.
// The zero value knows nothing and judges by the method alone.
type ResultContext struct {
	// OutputSchema of the tool that a tools/call names, as last listed; nil when
	// it has none or was never listed.
	OutputSchema []byte
	// Extensions says that both sides negotiated one or more extensions, which
	// may explain a resultType or method that the revision does not know.
	Extensions bool
	// TaskMethod is, for tasks/result, the method of the request that the task
	// stands for; "" when it is not known.
	TaskMethod string
}

// CheckRequest judges a request: is the method known, may this side send it,
// do its params have their shape. params is nil when the member is absent.
func CheckRequest(rev string, fromServer bool, method string, params []byte) []Problem {
	return nil
}

// CheckNotification judges a notification as [CheckRequest] judges a request.
func CheckNotification(rev string, fromServer bool, method string, params []byte) []Problem {
	return nil
}

// CheckResult judges the result of a request by its method and params. The
// entries of tools/list are left to [CheckTools].
func CheckResult(rev, method string, params, result []byte, ctx ResultContext) []Problem {
	return nil
}

// CheckError judges the error member of a response to a method.
func CheckError(rev, method string, errObj []byte) []Problem { return nil }

// CheckShape judges a value against one definition of the published schemas,
// by the definition's name there. ok is false when the revision has no such
// definition. Codes are "" where the definition has none of its own.
func CheckShape(rev, name string, value []byte) (problems []Problem, ok bool) {
	n := revisionNumber(rev)
	t, ok := definition(n, name)
	if !ok {
		return nil, false
	}
	w := walker{c: cursor{b: value}, rev: n, noun: name}
	w.c.space()
	w.value(t, "", false)
	return w.problems, true
}
