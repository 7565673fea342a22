package mcp

// The envelope of every revision, the bare request, notification and result, and errors.

const (
	tEmptyResult typ = envelopeTopic<<8 + iota
	tHeaderMismatchError
	tInternalError
	tInvalidParamsError
	tInvalidRequestError
	tJSONRPCBatchRequest
	tJSONRPCBatchResponse
	tJSONRPCError
	tJSONRPCErrorResponse
	tJSONRPCMessage
	tJSONRPCNotification
	tJSONRPCRequest
	tJSONRPCResponse
	tJSONRPCResultResponse
	tMethodNotFoundError
	tMissingRequiredClientCapabilityError
	tNotification
	tParseError
	tRequest
	tResult
	tURLElicitationRequiredError
	tUnsupportedProtocolVersionError
	tHeaderMismatch
	tBatchedRequest
	tBatchedResponse
	tError
	tMissingCapability
	tUrlElicitationRequired
	tUnsupportedVersion
	tMissingCapabilityData
	tUrlElicitationData
	tUnsupportedVersionData
	tAnyResponse
)

var envelopeShapes = [...]shape{
	tEmptyResult & 255: {name: "EmptyResult", kind: union, of: []choice{{is: tResult}}},
	tHeaderMismatchError & 255: {name: "HeaderMismatchError", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "error", must: true, is: tHeaderMismatch},
		{key: "id", is: tID},
	}},
	tInternalError & 255: {name: "InternalError", from: 5, kind: object, members: []member{
		{key: "code", must: true, is: tInteger, only: "-32603"},
		{key: "message", must: true, is: tText},
		{key: "data", is: tAny},
	}},
	tInvalidParamsError & 255: {name: "InvalidParamsError", from: 5, kind: object, members: []member{
		{key: "code", must: true, is: tInteger, only: "-32602"},
		{key: "message", must: true, is: tText},
		{key: "data", is: tAny},
	}},
	tInvalidRequestError & 255: {name: "InvalidRequestError", from: 5, kind: object, members: []member{
		{key: "code", must: true, is: tInteger, only: "-32600"},
		{key: "message", must: true, is: tText},
		{key: "data", is: tAny},
	}},
	tJSONRPCBatchRequest & 255:  {name: "JSONRPCBatchRequest", from: 2, to: 2, kind: array, rest: tBatchedRequest},
	tJSONRPCBatchResponse & 255: {name: "JSONRPCBatchResponse", from: 2, to: 2, kind: array, rest: tBatchedResponse},
	tJSONRPCError & 255: {name: "JSONRPCError", to: 3, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "error", must: true, is: tError},
	}},
	tJSONRPCErrorResponse & 255: {name: "JSONRPCErrorResponse", from: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "error", must: true, is: tError},
		{key: "id", is: tID},
	}},
	tJSONRPCMessage & 255: {name: "JSONRPCMessage", kind: union, of: []choice{
		{is: tJSONRPCRequest},
		{is: tJSONRPCNotification},
		{is: tJSONRPCResponse, to: 3},
		{is: tJSONRPCError, to: 3},
		{is: tJSONRPCBatchRequest, from: 2, to: 2},
		{is: tJSONRPCBatchResponse, from: 2, to: 2},
		{is: tJSONRPCResultResponse, from: 4},
		{is: tJSONRPCErrorResponse, from: 4},
	}},
	tJSONRPCNotification & 255: {name: "JSONRPCNotification", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "method", must: true, is: tText},
		{key: "params", is: tNotificationParams, to: 3},
		{key: "params", is: tObject, from: 4},
	}},
	tJSONRPCRequest & 255: {name: "JSONRPCRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "method", must: true, is: tText},
		{key: "params", is: tRequestParams, to: 3},
		{key: "params", is: tObject, from: 4},
	}},
	tJSONRPCResponse & 255: {name: "JSONRPCResponse", to: 3, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tResult},
	}},
	tJSONRPCResultResponse & 255: {name: "JSONRPCResultResponse", from: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tResult},
	}},
	tMethodNotFoundError & 255: {name: "MethodNotFoundError", from: 5, kind: object, members: []member{
		{key: "code", must: true, is: tInteger, only: "-32601"},
		{key: "message", must: true, is: tText},
		{key: "data", is: tAny},
	}},
	tMissingRequiredClientCapabilityError & 255: {name: "MissingRequiredClientCapabilityError", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "error", must: true, is: tMissingCapability},
		{key: "id", is: tID},
	}},
	tNotification & 255: {name: "Notification", kind: object, members: []member{
		{key: "method", must: true, is: tText},
		{key: "params", is: tNotificationParams, to: 3},
		{key: "params", is: tObject, from: 4},
	}},
	tParseError & 255: {name: "ParseError", from: 5, kind: object, members: []member{
		{key: "code", must: true, is: tInteger, only: "-32700"},
		{key: "message", must: true, is: tText},
		{key: "data", is: tAny},
	}},
	tRequest & 255: {name: "Request", kind: object, members: []member{
		{key: "method", must: true, is: tText},
		{key: "params", is: tRequestParams, to: 3},
		{key: "params", is: tObject, from: 4},
	}},
	tResult & 255: {name: "Result", kind: object, members: []member{
		{key: "resultType", must: true, is: tText, from: 5, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tResultMetaObject, from: 5, code: "meta-invalid"},
	}},
	tURLElicitationRequiredError & 255: {name: "URLElicitationRequiredError", from: 4, to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "error", must: true, is: tUrlElicitationRequired},
		{key: "id", is: tID},
	}},
	tUnsupportedProtocolVersionError & 255: {name: "UnsupportedProtocolVersionError", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "error", must: true, is: tUnsupportedVersion},
		{key: "id", is: tID},
	}},
	tHeaderMismatch & 255: {kind: object, members: []member{
		{key: "code", must: true, is: tInteger, only: "-32020"},
		{key: "message", must: true, is: tText},
		{key: "data", is: tAny},
	}},
	tBatchedRequest & 255: {kind: union, of: []choice{
		{is: tJSONRPCRequest},
		{is: tJSONRPCNotification},
	}},
	tBatchedResponse & 255: {kind: union, of: []choice{
		{is: tJSONRPCResponse},
		{is: tJSONRPCError},
	}},
	tError & 255: {name: "Error", from: 4, kind: object, members: []member{
		{key: "code", must: true, is: tInteger},
		{key: "message", must: true, is: tText},
		{key: "data", is: tAny},
	}},
	tMissingCapability & 255: {kind: object, members: []member{
		{key: "code", must: true, is: tInteger, only: "-32021"},
		{key: "data", must: true, is: tMissingCapabilityData},
		{key: "message", must: true, is: tText},
	}},
	tUrlElicitationRequired & 255: {kind: object, members: []member{
		{key: "code", must: true, is: tInteger, only: "-32042"},
		{key: "data", must: true, is: tUrlElicitationData},
		{key: "message", must: true, is: tText},
	}},
	tUnsupportedVersion & 255: {kind: object, members: []member{
		{key: "code", must: true, is: tInteger, only: "-32022"},
		{key: "data", must: true, is: tUnsupportedVersionData},
		{key: "message", must: true, is: tText},
	}},
	tMissingCapabilityData & 255: {kind: object, members: []member{
		{key: "requiredCapabilities", must: true, is: tClientCapabilities},
	}},
	tUrlElicitationData & 255: {kind: object, members: []member{
		{key: "elicitations", must: true, is: tElicitRequestURLParams, as: list},
	}},
	tUnsupportedVersionData & 255: {kind: object, members: []member{
		{key: "requested", must: true, is: tText},
		{key: "supported", must: true, is: tText, as: list},
	}},
	tAnyResponse & 255: {name: "JSONRPCResponse", from: 4, kind: union, of: []choice{
		{is: tJSONRPCResultResponse},
		{is: tJSONRPCErrorResponse},
	}},
}
