package mcp

// Results of one thing, and the responses that bind a result to its method.

const (
	tCallToolResult typ = resultTopic<<8 + iota
	tCallToolResultResponse
	tClientResult
	tCompleteResult
	tCompleteResultResponse
	tDiscoverResult
	tDiscoverResultResponse
	tGetPromptResult
	tGetPromptResultResponse
	tInitializeResult
	tInputRequiredResult
	tJSONArray
	tListPromptsResultResponse
	tListResourceTemplatesResultResponse
	tListResourcesResultResponse
	tListToolsResultResponse
	tReadResourceResult
	tReadResourceResultResponse
	tServerResult
	tSubscriptionsListenResult
	tSubscriptionsListenResultResponse
	tCallToolOrInput
	tCompletion
	tGetPromptOrInput
	tReadResourceOrInput
)

var resultShapes = [...]shape{
	tCallToolResult & 255: {name: "CallToolResult", kind: object, members: []member{
		{key: "resultType", must: true, is: tText, from: 5, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "content", must: true, is: tContentBefore3, as: list, to: 2},
		{key: "content", must: true, is: tContentBlock, as: list, from: 3},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tResultMetaObject, from: 5, code: "meta-invalid"},
		{key: "isError", is: tBoolean},
		{key: "structuredContent", is: tObject, from: 3, to: 4, code: "structured-content-invalid"},
		{key: "structuredContent", is: tAny, from: 5, code: "structured-content-invalid"},
	}},
	tCallToolResultResponse & 255: {name: "CallToolResultResponse", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tCallToolOrInput},
	}},
	tClientResult & 255: {name: "ClientResult", kind: union, of: []choice{
		{is: tResult},
		{is: tCreateMessageResult, to: 4},
		{is: tListRootsResult, to: 4},
		{is: tElicitResult, from: 3, to: 4},
		{is: tGetTaskResult, from: 4, to: 4},
		{is: tGetTaskPayloadResult, from: 4, to: 4},
		{is: tCancelTaskResult, from: 4, to: 4},
		{is: tListTasksResult, from: 4, to: 4},
	}},
	tCompleteResult & 255: {name: "CompleteResult", kind: object, members: []member{
		{key: "resultType", must: true, is: tText, from: 5, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "completion", must: true, is: tCompletion},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tResultMetaObject, from: 5, code: "meta-invalid"},
	}},
	tCompleteResultResponse & 255: {name: "CompleteResultResponse", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tCompleteResult},
	}},
	tDiscoverResult & 255: {name: "DiscoverResult", from: 5, kind: object, members: []member{
		{key: "resultType", must: true, is: tText, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "cacheScope", must: true, is: tCacheScope, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "capabilities", must: true, is: tServerCapabilities},
		{key: "supportedVersions", must: true, is: tText, as: list},
		{key: "ttlMs", must: true, is: tCount, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "_meta", is: tResultMetaObject, code: "meta-invalid"},
		{key: "instructions", is: tText},
	}},
	tDiscoverResultResponse & 255: {name: "DiscoverResultResponse", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tDiscoverResult},
	}},
	tGetPromptResult & 255: {name: "GetPromptResult", kind: object, members: []member{
		{key: "resultType", must: true, is: tText, from: 5, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "messages", must: true, is: tPromptMessage, as: list},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tResultMetaObject, from: 5, code: "meta-invalid"},
		{key: "description", is: tText},
	}},
	tGetPromptResultResponse & 255: {name: "GetPromptResultResponse", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tGetPromptOrInput},
	}},
	tInitializeResult & 255: {name: "InitializeResult", to: 4, kind: object, members: []member{
		{key: "capabilities", must: true, is: tServerCapabilities, code: "initialize-invalid-capabilities", absent: "initialize-missing-capabilities"},
		{key: "protocolVersion", must: true, is: tText, code: "initialize-invalid-protocol-version", absent: "initialize-missing-protocol-version"},
		{key: "serverInfo", must: true, is: tImplementation, code: "initialize-invalid-server-info", absent: "initialize-missing-server-info"},
		{key: "_meta", is: tMeta, code: "meta-invalid"},
		{key: "instructions", is: tText},
	}},
	tInputRequiredResult & 255: {name: "InputRequiredResult", from: 5, kind: object, members: []member{
		{key: "resultType", must: true, is: tText, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "_meta", is: tResultMetaObject, code: "meta-invalid"},
		{key: "inputRequests", is: tInputRequests},
		{key: "requestState", is: tText},
	}},
	tJSONArray & 255: {name: "JSONArray", from: 5, kind: array, rest: tAny},
	tListPromptsResultResponse & 255: {name: "ListPromptsResultResponse", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tListPromptsResult},
	}},
	tListResourceTemplatesResultResponse & 255: {name: "ListResourceTemplatesResultResponse", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tListResourceTemplatesResult},
	}},
	tListResourcesResultResponse & 255: {name: "ListResourcesResultResponse", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tListResourcesResult},
	}},
	tListToolsResultResponse & 255: {name: "ListToolsResultResponse", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tListToolsResult},
	}},
	tReadResourceResult & 255: {name: "ReadResourceResult", kind: object, members: []member{
		{key: "resultType", must: true, is: tText, from: 5, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "contents", must: true, is: tTextOrBlob, as: list},
		{key: "cacheScope", must: true, is: tCacheScope, from: 5, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "ttlMs", must: true, is: tCount, from: 5, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tResultMetaObject, from: 5, code: "meta-invalid"},
	}},
	tReadResourceResultResponse & 255: {name: "ReadResourceResultResponse", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tReadResourceOrInput},
	}},
	tServerResult & 255: {name: "ServerResult", kind: union, of: []choice{
		{is: tResult},
		{is: tInitializeResult, to: 4},
		{is: tListResourcesResult},
		{is: tListResourceTemplatesResult},
		{is: tReadResourceResult},
		{is: tListPromptsResult},
		{is: tGetPromptResult},
		{is: tListToolsResult},
		{is: tCallToolResult},
		{is: tCompleteResult},
		{is: tGetTaskResult, from: 4, to: 4},
		{is: tGetTaskPayloadResult, from: 4, to: 4},
		{is: tCancelTaskResult, from: 4, to: 4},
		{is: tListTasksResult, from: 4, to: 4},
		{is: tInputRequiredResult, from: 5},
		{is: tDiscoverResult, from: 5},
		{is: tSubscriptionsListenResult, from: 5},
	}},
	tSubscriptionsListenResult & 255: {name: "SubscriptionsListenResult", from: 5, kind: object, members: []member{
		{key: "resultType", must: true, is: tText, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "_meta", must: true, is: tSubscriptionsListenResultMetaObject, code: "meta-invalid"},
	}},
	tSubscriptionsListenResultResponse & 255: {name: "SubscriptionsListenResultResponse", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "result", must: true, is: tSubscriptionsListenResult},
	}},
	tCallToolOrInput & 255: {kind: union, of: []choice{
		{is: tInputRequiredResult},
		{is: tCallToolResult},
	}},
	tCompletion & 255: {kind: object, members: []member{
		{key: "values", must: true, is: tText, as: list, to: 4},
		{key: "values", must: true, is: tText, as: list, most: 100, from: 5},
		{key: "hasMore", is: tBoolean},
		{key: "total", is: tNumber},
	}},
	tGetPromptOrInput & 255: {kind: union, of: []choice{
		{is: tInputRequiredResult},
		{is: tGetPromptResult},
	}},
	tReadResourceOrInput & 255: {kind: union, of: []choice{
		{is: tInputRequiredResult},
		{is: tReadResourceResult},
	}},
}
