package wire

// FaultCode says what is wrong with a line, finely enough that every code of the
// catalogue's layers 1 to 3 that a single line decides has its own.
type FaultCode uint8

// The faults, lowest layer first. Within layer 3 the order is the order of
// judgement: the first that holds is the line's fault.
const (
	NoFault FaultCode = iota

	// Layer 1.
	FaultUTF16LE
	FaultUTF16BE
	FaultBOMAtStart
	FaultBOMInside
	FaultNUL
	FaultUTF8Truncated
	FaultUTF8Overlong
	FaultUTF8Surrogate
	FaultUTF8Invalid
	FaultUTF8Latin1
	FaultEmptyLine
	FaultBlankLine
	FaultHeaderContentLength
	FaultHeaderContentType
	FaultHeaderOther

	// Layer 2.
	FaultText
	FaultLogTimestamp
	FaultLogPrefix
	FaultANSIEscape
	FaultBareCR
	FaultObjectDump
	FaultPythonRepr
	FaultNaNOrInfinity
	FaultControlCharacter
	FaultBadEscape
	FaultBadNumber
	FaultTrailingComma
	FaultSingleQuotes
	FaultTextBeforeJSON
	FaultTextAfterJSON
	FaultTruncated
	FaultUnexpectedEnd
	FaultSyntax
	FaultMultipleMessages
	FaultDuplicateMember
	FaultTooDeep

	// Layer 3.
	FaultBareResult
	FaultJSONLog
	FaultNotAnObject
	FaultBatchEmpty
	FaultBatchMixed
	FaultMissingJSONRPC
	FaultWrongJSONRPC
	FaultNoKind
	FaultMixedKind
	FaultResultAndError
	FaultMethodNotString
	FaultIDNull
	FaultIDType
	FaultIDMissing
	FaultNotificationWithID
	FaultParamsNotObject
	FaultResultNotObject
	FaultErrorNotObject
	FaultErrorCodeMissing
	FaultErrorCodeType
	FaultErrorMessageMissing
	FaultErrorMessageType
	FaultErrorWithoutID // an error up to 2025-06-18, later allowed for an unreadable id: the revision decides
	FaultErrorIDNull
	FaultResponseIDFraction

	faultCodes // how many there are
)

// catalogue holds the catalogue's code and detail code of every fault.
var catalogue = [faultCodes]struct {
	layer        uint8
	code, detail string
}{
	FaultUTF16LE:             {1, "stdout-utf16", "utf-16le"},
	FaultUTF16BE:             {1, "stdout-utf16", "utf-16be"},
	FaultBOMAtStart:          {1, "stdout-bom", "bom-at-start"},
	FaultBOMInside:           {1, "stdout-bom", "bom-inside"},
	FaultNUL:                 {1, "stdout-nul", ""},
	FaultUTF8Truncated:       {1, "stdout-invalid-utf8", "truncated-sequence"},
	FaultUTF8Overlong:        {1, "stdout-invalid-utf8", "overlong"},
	FaultUTF8Surrogate:       {1, "stdout-invalid-utf8", "surrogate"},
	FaultUTF8Invalid:         {1, "stdout-invalid-utf8", "invalid-byte"},
	FaultUTF8Latin1:          {1, "stdout-invalid-utf8", "latin1-like"},
	FaultEmptyLine:           {1, "stdout-empty-line", ""},
	FaultBlankLine:           {1, "stdout-empty-line", "whitespace-only"},
	FaultHeaderContentLength: {1, "stdout-content-length-framing", "content-length"},
	FaultHeaderContentType:   {1, "stdout-content-length-framing", "content-type"},
	FaultHeaderOther:         {1, "stdout-content-length-framing", "other-header"},

	FaultText:             {2, "stdout-non-json", "text"},
	FaultLogTimestamp:     {2, "stdout-non-json", "log-timestamp"},
	FaultLogPrefix:        {2, "stdout-non-json", "log-prefix"},
	FaultANSIEscape:       {2, "stdout-non-json", "ansi-escape"},
	FaultBareCR:           {2, "stdout-non-json", "bare-cr"},
	FaultObjectDump:       {2, "stdout-non-json", "object-dump"},
	FaultPythonRepr:       {2, "stdout-non-json", "python-repr"},
	FaultNaNOrInfinity:    {2, "stdout-non-json", "nan-or-infinity"},
	FaultControlCharacter: {2, "stdout-non-json", "control-character"},
	FaultBadEscape:        {2, "stdout-non-json", "bad-escape"},
	FaultBadNumber:        {2, "stdout-non-json", "bad-number"},
	FaultTrailingComma:    {2, "stdout-non-json", "trailing-comma"},
	FaultSingleQuotes:     {2, "stdout-non-json", "single-quotes"},
	FaultTextBeforeJSON:   {2, "stdout-non-json", "text-before-json"},
	FaultTextAfterJSON:    {2, "stdout-non-json", "text-after-json"},
	FaultTruncated:        {2, "stdout-non-json", "truncated"},
	FaultUnexpectedEnd:    {2, "stdout-non-json", "unexpected-end"},
	FaultSyntax:           {2, "stdout-non-json", "syntax"},
	FaultMultipleMessages: {2, "stdout-multiple-messages", ""},
	FaultDuplicateMember:  {2, "stdout-duplicate-member", ""},
	FaultTooDeep:          {2, "stdout-too-deep", ""},

	FaultBareResult:          {3, "stdout-invalid-json-rpc", "bare-result"},
	FaultJSONLog:             {3, "stdout-json-log", ""},
	FaultNotAnObject:         {3, "stdout-invalid-json-rpc", "not-an-object"},
	FaultBatchEmpty:          {3, "batch-invalid", "empty"},
	FaultBatchMixed:          {3, "batch-invalid", "mixed"},
	FaultMissingJSONRPC:      {3, "stdout-invalid-json-rpc", "missing-jsonrpc"},
	FaultWrongJSONRPC:        {3, "stdout-invalid-json-rpc", "wrong-jsonrpc"},
	FaultNoKind:              {3, "stdout-invalid-json-rpc", "no-kind"},
	FaultMixedKind:           {3, "stdout-invalid-json-rpc", "mixed-kind"},
	FaultResultAndError:      {3, "stdout-invalid-json-rpc", "result-and-error"},
	FaultMethodNotString:     {3, "stdout-invalid-json-rpc", "method-not-string"},
	FaultIDNull:              {3, "stdout-invalid-json-rpc", "id-null"},
	FaultIDType:              {3, "stdout-invalid-json-rpc", "id-type"},
	FaultIDMissing:           {3, "stdout-invalid-json-rpc", "id-missing"},
	FaultNotificationWithID:  {3, "stdout-invalid-json-rpc", "notification-with-id"},
	FaultParamsNotObject:     {3, "stdout-invalid-json-rpc", "params-not-object"},
	FaultResultNotObject:     {3, "stdout-invalid-json-rpc", "result-not-object"},
	FaultErrorNotObject:      {3, "stdout-invalid-json-rpc", "error-not-object"},
	FaultErrorCodeMissing:    {3, "stdout-invalid-json-rpc", "error-code-missing"},
	FaultErrorCodeType:       {3, "stdout-invalid-json-rpc", "error-code-type"},
	FaultErrorMessageMissing: {3, "stdout-invalid-json-rpc", "error-message-missing"},
	FaultErrorMessageType:    {3, "stdout-invalid-json-rpc", "error-message-type"},
	FaultErrorWithoutID:      {3, "error-without-id", ""},
	FaultErrorIDNull:         {3, "error-id-null", ""},
	FaultResponseIDFraction:  {3, "response-id-fraction", ""},
}

// Code is the catalogue's code; "" for NoFault.
func (c FaultCode) Code() string { return catalogue[c].code }

// Detail is the catalogue's detail code; "" when the code says it all.
func (c FaultCode) Detail() string { return catalogue[c].detail }

// Layer is the layer that the fault breaks, 1 to 3; 0 for NoFault.
func (c FaultCode) Layer() uint8 { return catalogue[c].layer }

func faultAt(c FaultCode, column, length int) Fault {
	return Fault{Layer: catalogue[c].layer, Code: c, Column: column, Length: length}
}
