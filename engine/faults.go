package engine

import (
	"strconv"

	"stdioscope/engine/wire"
)

// faultMessage states what is wrong with a line on layers 1 to 3: what was seen,
// what belongs there.
func faultMessage(c wire.FaultCode, line []byte, m *wire.Message) string {
	column := strconv.Itoa(m.Fault.Column)
	switch c {
	case wire.FaultUTF16LE, wire.FaultUTF16BE:
		return "the output is UTF-16; MCP messages are UTF-8"
	case wire.FaultBOMAtStart:
		return "a byte order mark stands before the message; JSON on a wire has none"
	case wire.FaultBOMInside:
		return "a byte order mark stands between the tokens, at column " + column
	case wire.FaultNUL:
		return "a NUL byte at column " + column
	case wire.FaultUTF8Truncated:
		return "a UTF-8 sequence is cut short at column " + column
	case wire.FaultUTF8Overlong:
		return "an overlong UTF-8 sequence at column " + column
	case wire.FaultUTF8Surrogate:
		return "an encoded surrogate at column " + column + ", which UTF-8 does not allow"
	case wire.FaultUTF8Invalid:
		return "a byte that cannot stand in UTF-8 at column " + column
	case wire.FaultUTF8Latin1:
		return "a byte of another encoding, such as Latin-1 or Windows-1252, at column " + column
	case wire.FaultEmptyLine:
		return "a blank line; each line is one message"
	case wire.FaultBlankLine:
		return "a line of white space; each line is one message"
	case wire.FaultHeaderContentLength, wire.FaultHeaderContentType, wire.FaultHeaderOther:
		return "a header line; MCP over stdio has none, each line is one message"
	case wire.FaultText:
		return "text where a message belongs: " + quotedLine(line)
	case wire.FaultLogTimestamp, wire.FaultLogPrefix:
		return "a log line where a message belongs: " + quotedLine(line)
	case wire.FaultANSIEscape:
		return "a terminal control sequence at column " + column + " where a message belongs: " + quotedLine(line)
	case wire.FaultBareCR:
		return "carriage returns without a newline join text and message on one line"
	case wire.FaultObjectDump:
		return "an object printed for people where a message belongs: " + quotedLine(line)
	case wire.FaultPythonRepr:
		return "a Python value where JSON belongs: " + faultText(line, m)
	case wire.FaultNaNOrInfinity:
		return faultText(line, m) + " is no JSON number"
	case wire.FaultControlCharacter:
		return "a raw control character in the JSON text at column " + column
	case wire.FaultBadEscape:
		return "a string escape that JSON does not have at column " + column
	case wire.FaultBadNumber:
		return "a number that JSON does not allow at column " + column
	case wire.FaultTrailingComma:
		return "a comma before the closing bracket at column " + column
	case wire.FaultSingleQuotes:
		return "single quotes where JSON has double ones, at column " + column
	case wire.FaultTextBeforeJSON:
		return "text stands before the message on its line: " + faultText(line, m)
	case wire.FaultTextAfterJSON:
		return "text stands after the message on its line: " + faultText(line, m)
	case wire.FaultTruncated, wire.FaultUnexpectedEnd:
		return "the line ends before its JSON text does: " + quotedLine(line)
	case wire.FaultSyntax:
		return "JSON syntax: " + faultText(line, m) + " at column " + column + " cannot stand there"
	case wire.FaultMultipleMessages:
		return "a second message begins on the same line at column " + column
	case wire.FaultDuplicateMember:
		return "an object names the member " + faultText(line, m) + " twice"
	case wire.FaultTooDeep:
		return "JSON nested deeper than " + strconv.Itoa(wire.MaxDepth) + " levels"
	case wire.FaultBareResult:
		return "a bare result without its JSON-RPC envelope"
	case wire.FaultJSONLog:
		return "JSON that is no JSON-RPC message, most likely a log record: " + quotedLine(line)
	case wire.FaultNotAnObject:
		return "a JSON value that is no object where a message belongs: " + quotedLine(line)
	case wire.FaultBatchEmpty:
		return "an empty batch"
	case wire.FaultBatchMixed:
		return "a batch that mixes responses with requests or notifications"
	case wire.FaultMissingJSONRPC:
		return `the member "jsonrpc" is missing`
	case wire.FaultWrongJSONRPC:
		return `"jsonrpc" is ` + faultText(line, m) + `, not "2.0"`
	case wire.FaultNoKind:
		return "a message with neither method nor result nor error"
	case wire.FaultMixedKind:
		return "a message with a method and a result or error"
	case wire.FaultResultAndError:
		return "a response with both result and error"
	case wire.FaultMethodNotString:
		return "the method is " + faultText(line, m) + ", no string"
	case wire.FaultIDNull:
		return "the id is null; only an error about an unreadable request may have that"
	case wire.FaultIDType:
		return "the id is " + faultText(line, m) + ", neither a string nor an integer"
	case wire.FaultIDMissing:
		return "a result without an id"
	case wire.FaultNotificationWithID:
		return "a notification with an id"
	case wire.FaultParamsNotObject:
		return "params is " + faultText(line, m) + ", no object"
	case wire.FaultResultNotObject:
		return "the result is " + faultText(line, m) + ", no object"
	case wire.FaultErrorNotObject:
		return "the error is " + faultText(line, m) + ", no object"
	case wire.FaultErrorCodeMissing:
		return "the error has no code"
	case wire.FaultErrorCodeType:
		return "the error's code is " + faultText(line, m) + ", no integer"
	case wire.FaultErrorMessageMissing:
		return "the error has no message"
	case wire.FaultErrorMessageType:
		return "the error's message is " + faultText(line, m) + ", no string"
	case wire.FaultErrorWithoutID:
		return "an error response without an id"
	case wire.FaultErrorIDNull:
		return "an error response whose id is null"
	case wire.FaultResponseIDFraction:
		return "the id " + faultText(line, m) + " is written with a fraction or exponent; strict clients do not find its request"
	}
	return ""
}

// faultText is what stands where the fault is.
//
//go:noinline
func faultText(line []byte, m *wire.Message) string {
	end := min(len(line), m.Fault.Column+max(m.Fault.Length, 1))
	return clip(string(line[min(m.Fault.Column, len(line)):end]))
}

// quotedLine is the beginning of a line, for a message.
func quotedLine(line []byte) string {
	if len(line) > 400 {
		return `"` + shown(line[:400], 80, false, true) + `"`
	}
	return `"` + shown(line, 80, false, false) + `"`
}
