package mcp

import (
	"strconv"

	"stdioscope/engine/mcp/place"
	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// ResultContext is what the judgement of a result needs to know of its session.
// The zero value knows nothing and judges by the method alone.
type ResultContext struct {
	// OutputSchema of the tool that a tools/call names, as last listed; nil when
	// it has none or was never listed.
	OutputSchema []byte
	// Extensions says that both sides negotiated one or more extensions, which
	// may explain a resultType that the revision does not know.
	Extensions bool
	// TaskMethod is, for tasks/result, the method of the request that the task
	// stands for; "" when it is not known.
	TaskMethod string
	// Seen holds the identities of the entries on earlier pages of the same list
	// and is added to. nil means that there was no earlier page. For tools/list it
	// is not used: ToolLists has its own.
	Seen map[string]bool
}

// CheckResult judges the result of a request by its method and params. The
// entries of tools/list are left to [ToolLists]. A method that the revision
// does not know is judged by what every result must be.
func CheckResult(rev, method string, params, result []byte, ctx ResultContext) []Problem {
	if method == "initialize" {
		rev = agreedRevision(rev, result)
	}
	w := walker{c: wire.Cursor{Data: result}, rev: judgedBy(rev), strict: true, leave: [2]typ{tTool}, method: method}
	w.c.Space()
	m := findMethod(Judged(rev), method)
	if m == nil {
		w.value(tResult, "result-invalid", false)
		return w.inOrder()
	}
	code := m.invalid
	if code == "" {
		code = "result-invalid"
	}
	if w.rev >= 5 {
		if handled := w.byResultType(m, params, ctx); handled {
			return w.inOrder()
		}
	}
	shape := m.result
	if method == "tasks/result" && ctx.TaskMethod != "" {
		if original := findMethod(Judged(rev), ctx.TaskMethod); original != nil {
			shape = original.result
		}
	}
	start := w.c.At
	w.value(shape, code, false)
	if len(w.problems) > 0 && isTaskCreated(w.rev, params, result) {
		w.c.At, w.ledger = start, ledger{}
		w.value(tCreateTaskResult, code, false)
	}
	w.afterShape(m, params, result, ctx)
	return w.inOrder()
}

// agreedRevision is the revision that an initialize result itself names, since
// that is the one whose rules hold from then on.
func agreedRevision(rev string, result []byte) string {
	raw, _ := wire.Get(result, "protocolVersion")
	if v, ok := wire.String(raw); ok && Published(v) && !Modern(v) {
		return v
	}
	if Modern(rev) {
		return rule.R4
	}
	return rev
}

// byResultType takes a result of the stateless era that is not complete: it is
// judged here, by what it says that it is.
func (w *walker) byResultType(m *Method, params []byte, ctx ResultContext) (handled bool) {
	if w.c.Peek() != '{' {
		return false
	}
	_, at, raw := w.lookAhead("resultType")
	if raw == nil || place.IsText(raw, "complete") || wire.TypeOf(raw) != wire.Str {
		return false
	}
	refuse := func(message string) {
		w.problems = append(w.problems, Problem{Code: "result-type-invalid", Column: at, Length: len(raw),
			Path: "/resultType", Message: message})
	}
	switch {
	case place.IsText(raw, "input_required") && m.InputRequired:
		w.inputRequired(params)
	case place.IsText(raw, "input_required"):
		refuse("resultType of " + m.Name + ` is "input_required", which only tools/call, resources/read and prompts/get may answer`)
	case !ctx.Extensions:
		refuse("resultType is " + place.Describe(raw) + `, expected "complete" or "input_required"`)
	}
	return true
}

// afterShape judges what a method's result must be beyond its shape.
func (w *walker) afterShape(m *Method, params, result []byte, ctx ResultContext) {
	switch m.Name {
	case "initialize":
		w.detailInitialize()
		w.agreedVersion(result)
	case "server/discover":
		w.offersVersion(params, result)
	case "ping":
		w.emptyPing(result)
	case "tools/call":
		w.structuredContent(result, ctx.OutputSchema)
	case "completion/complete":
		w.completionBound(result)
	case "tasks/result":
		w.relatedTask(result)
	case "resources/list", "resources/templates/list", "prompts/list":
		w.duplicates(m, result, ctx.Seen)
	}
}

// detailInitialize says for capabilities at which depth they are malformed.
func (w *walker) detailInitialize() {
	for i := range w.problems {
		p := &w.problems[i]
		switch {
		case p.Code == "initialize-invalid-protocol-version":
			p.Detail = "not-a-string"
		case p.Code != "initialize-invalid-capabilities":
		case p.Path == "/capabilities":
			p.Detail = "not-an-object"
		case countByte(p.Path, '/') == 2:
			p.Detail = "capability-not-an-object"
		default:
			p.Detail = "capability-member"
		}
	}
}

func countByte(s string, c byte) (n int) {
	for i := range len(s) {
		if s[i] == c {
			n++
		}
	}
	return n
}

// agreedVersion judges the version that an initialize result names.
func (w *walker) agreedVersion(result []byte) {
	raw, _ := wire.Get(result, "protocolVersion")
	v, ok := wire.String(raw)
	switch {
	case !ok:
	case !Published(v):
		w.add("initialize-invalid-protocol-version", "unpublished", raw, "/protocolVersion",
			"protocolVersion is "+place.Describe(raw)+", which is no published revision")
	case Modern(v):
		w.add("initialize-invalid-protocol-version", "modern-in-handshake", raw, "/protocolVersion",
			"protocolVersion is "+place.Describe(raw)+", a revision that has no initialize")
	}
}

// offersVersion judges whether discovery lists the version it was asked in.
func (w *walker) offersVersion(params, result []byte) {
	asked, ok := RevisionOf(params)
	list, has := wire.Get(result, "supportedVersions")
	if !ok || !has || wire.TypeOf(list) != wire.Array {
		return
	}
	offered := false
	wire.Elements(list, func(v []byte) bool {
		offered = place.IsText(v, asked)
		return !offered
	})
	if !offered {
		w.add("discover-version-mismatch", "", list, "/supportedVersions",
			"supportedVersions does not hold "+place.Quoted(asked)+", the version of the request that it answers")
	}
}

// emptyPing judges whether a ping's result is empty but for _meta.
func (w *walker) emptyPing(result []byte) {
	wire.Members(result, func(key, value []byte) bool {
		if string(key) == "_meta" {
			return true
		}
		w.add("ping-result-not-empty", "", value, "/"+string(place.AppendToken(nil, key)),
			"the result of ping has the member "+place.Quoted(string(key))+", expected an empty object")
		return false
	})
}

// completionBound judges the number of completion values where the schema does
// not, which is before 2026-07-28.
func (w *walker) completionBound(result []byte) {
	const most = 100
	completion, _ := wire.Get(result, "completion")
	values, _ := wire.Get(completion, "values")
	if w.rev >= 5 || wire.TypeOf(values) != wire.Array {
		return
	}
	n := 0
	wire.Elements(values, func([]byte) bool { n++; return true })
	if n > most {
		w.add("completion-too-many-values", "", values, "/completion/values",
			"completion.values has "+strconv.Itoa(n)+" elements, expected at most "+strconv.Itoa(most))
	}
}

// isTaskCreated reports whether a request asked for a task and its result is
// one; a receiver may ignore the wish and answer as ever.
func isTaskCreated(rev uint8, params, result []byte) bool {
	if rev != 4 || params == nil {
		return false
	}
	if _, asked := wire.Get(params, "task"); !asked {
		return false
	}
	_, created := wire.Get(result, "task")
	return created
}

// relatedTask judges whether a task's result says whose it is.
func (w *walker) relatedTask(result []byte) {
	meta, _ := wire.Get(result, "_meta")
	related, ok := wire.Get(meta, MetaRelatedTask)
	if id, has := wire.Get(related, "taskId"); !ok || !has || wire.TypeOf(id) != wire.Str {
		w.add("task-invalid", "", result, "", `the result of tasks/result has no _meta["`+MetaRelatedTask+`"].taskId`)
	}
}

// maxRemembered bounds the identities that are remembered of one listing.
const maxRemembered = 100_000

// duplicates judges whether two entries of a list have one identity.
func (w *walker) duplicates(m *Method, result []byte, seen map[string]bool) {
	list, _ := wire.Get(result, m.List)
	if wire.TypeOf(list) != wire.Array {
		return
	}
	if seen == nil {
		seen = map[string]bool{}
	}
	i := 0
	wire.Elements(list, func(entry []byte) bool {
		raw, _ := wire.Get(entry, m.Identity)
		if id, ok := wire.String(raw); ok {
			if seen[id] {
				w.add("list-entry-duplicate", "", raw, "/"+m.List+"/"+strconv.Itoa(i)+"/"+m.Identity,
					m.List+"["+strconv.Itoa(i)+"]."+m.Identity+" is "+place.Describe(raw)+", which an earlier entry has as well")
			}
			if len(seen) < maxRemembered {
				seen[id] = true
			}
		}
		i++
		return true
	})
}

// add adds a problem at a part of the value that the walker went over.
func (w *walker) add(code, detail string, part []byte, path, message string) {
	if !w.room(code) {
		return
	}
	w.problems = append(w.problems, Problem{Code: code, Detail: detail, Column: max(wire.Offset(w.c.Data, part), 0),
		Length: len(part), Path: path, Message: message})
}
