package mcp

import (
	"strconv"

	"stdioscope/engine/rule"
	"stdioscope/engine/wire"
)

// The error codes that the protocol itself gives a meaning.
const (
	CodeParseError              = -32700
	CodeInvalidRequest          = -32600
	CodeMethodNotFound          = -32601
	CodeInvalidParams           = -32602
	CodeInternalError           = -32603
	CodeResourceNotFound        = -32002 // until 2025-11-25
	CodeHeaderMismatch          = -32020 // 2026-07-28, HTTP alone
	CodeMissingClientCapability = -32021 // 2026-07-28
	CodeUnsupportedVersion      = -32022 // 2026-07-28
	CodeURLElicitationRequired  = -32042 // 2025-11-25 alone
)

// CheckError judges the error member of a response to a method: may the code be
// used under the revision, does it carry the data that it must. That code and
// message are there at all is judged with the envelope.
func CheckError(rev, method string, errObj []byte) []Problem {
	rev = Judged(rev)
	raw, _ := wire.Get(errObj, "code")
	code, ok := wire.Int(raw)
	if !ok {
		return nil
	}
	w := walker{c: wire.Cursor{Data: errObj}, rev: judgedBy(rev), strict: true, noun: "error"}
	if code, message := judgeCode(rev, code); message != "" {
		w.add(code, "", raw, "/code", "error code "+string(raw)+" "+message)
		return w.problems
	}
	if t := dataShape(rev, code); t != 0 {
		w.errorData(t, code)
	}
	return w.inOrder()
}

// judgeCode says what is wrong with the use of an error code; message is ""
// when nothing is.
func judgeCode(rev string, code int64) (problem, message string) {
	const notAllowed, unusual = "error-code-not-allowed", "error-code-unusual"
	modern := rev >= rule.R5
	switch {
	case code == CodeParseError || code <= CodeInvalidRequest && code >= CodeInternalError:
		return "", ""
	case code < -32768 || code > -32000: // the application's own
		return "", ""
	case modern && code == CodeResourceNotFound:
		return notAllowed, "must not be sent under " + rev + ": a resource that is not there is -32602"
	case modern && code == CodeURLElicitationRequired:
		return notAllowed, "must not be sent under " + rev + ": input is asked for in an input_required result"
	case modern && code == CodeHeaderMismatch:
		return notAllowed, "means a mismatch of HTTP headers, which stdio has none of"
	case modern && (code == CodeMissingClientCapability || code == CodeUnsupportedVersion):
		return "", ""
	case modern && code <= -32020 && code >= -32099:
		return notAllowed, "is reserved for the protocol and not defined under " + rev
	case modern && (code == -32001 || code == -32003 || code == -32004):
		return unusual, "is the numbering of drafts before the release; " + strconv.FormatInt(releasedCode(code), 10) + " has its meaning now"
	case modern && code >= -32019:
		return unusual, "lies in a range in which new implementations should define none"
	case code <= -32100:
		return unusual, "lies in the range that JSON-RPC reserves"
	}
	return "", ""
}

// releasedCode is what a code of the drafts became.
func releasedCode(draft int64) int64 {
	switch draft {
	case -32001:
		return CodeHeaderMismatch
	case -32003:
		return CodeMissingClientCapability
	}
	return CodeUnsupportedVersion
}

// dataShape is the shape that an error's data must have under its code, 0 when
// the code demands none.
func dataShape(rev string, code int64) typ {
	switch {
	case rev == rule.R4 && code == CodeURLElicitationRequired:
		return tUrlElicitationData
	case rev >= rule.R5 && code == CodeMissingClientCapability:
		return tMissingCapabilityData
	case rev >= rule.R5 && code == CodeUnsupportedVersion:
		return tUnsupportedVersionData
	}
	return 0
}

// errorData judges the data of an error whose code demands some.
func (w *walker) errorData(t typ, code int64) {
	key, at, raw := w.lookAhead("data")
	if raw == nil {
		w.add("error-data-missing", "", w.c.Data, "", "error "+strconv.FormatInt(code, 10)+" has no data, expected "+dataWanted(code))
		return
	}
	w.c.At = at
	w.path.Push(key+1, key+1+len("data"))
	w.value(t, "error-data-missing", false)
	w.path.Pop()
}

func dataWanted(code int64) string {
	switch code {
	case CodeURLElicitationRequired:
		return "an object with elicitations"
	case CodeMissingClientCapability:
		return "an object with requiredCapabilities"
	}
	return "an object with supported and requested"
}
