package mcp

// The params of requests.

const (
	tPromptReference typ = paramsTopic<<8 + iota
	tResourceReference
	tResourceRequestParams
	tResourceTemplateReference
	tSubscriptionsListenRequestParams
	tCallToolRequestParams
	tCompleteRequestParams
	tGetPromptRequestParams
	tInitializeRequestParams
	tRequestParams
	tPaginatedRequestParams
	tReadResourceRequestParams
	tSetLevelRequestParams
	tSubscribeRequestParams
	tUnsubscribeRequestParams
	tCompletionArgument
	tCompletionReference
	tCompletionContext
)

var paramsShapes = [...]shape{
	tPromptReference & 255: {name: "PromptReference", kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "ref/prompt"},
		{key: "name", must: true, is: tText},
		{key: "title", is: tText, from: 3},
	}},
	tResourceReference & 255: {name: "ResourceReference", to: 2, kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "ref/resource"},
		{key: "uri", must: true, is: tText},
	}},
	tResourceRequestParams & 255: {name: "ResourceRequestParams", from: 4, kind: object, members: []member{
		{key: "_meta", is: tRequestMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", must: true, is: tRequestMetaObject, from: 5, code: "meta-invalid", absent: "request-meta-missing"},
		{key: "uri", must: true, is: tText},
	}},
	tResourceTemplateReference & 255: {name: "ResourceTemplateReference", from: 3, kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "ref/resource"},
		{key: "uri", must: true, is: tText},
	}},
	tSubscriptionsListenRequestParams & 255: {name: "SubscriptionsListenRequestParams", from: 5, kind: object, members: []member{
		{key: "_meta", must: true, is: tRequestMetaObject, code: "meta-invalid", absent: "request-meta-missing"},
		{key: "notifications", must: true, is: tSubscriptionFilter},
	}},
	tCallToolRequestParams & 255: {name: "CallToolRequestParams", from: 4, kind: object, members: []member{
		{key: "name", must: true, is: tText},
		{key: "_meta", is: tRequestMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "_meta", must: true, is: tRequestMetaObject, from: 5, code: "meta-invalid", absent: "request-meta-missing"},
		{key: "arguments", is: tObject},
		{key: "task", is: tTaskMetadata, from: 4, to: 4},
		{key: "inputResponses", is: tInputResponses, from: 5},
		{key: "requestState", is: tText, from: 5},
	}},
	tCompleteRequestParams & 255: {name: "CompleteRequestParams", from: 4, kind: object, members: []member{
		{key: "argument", must: true, is: tCompletionArgument},
		{key: "ref", must: true, is: tCompletionReference},
		{key: "_meta", is: tRequestMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "_meta", must: true, is: tRequestMetaObject, from: 5, code: "meta-invalid", absent: "request-meta-missing"},
		{key: "context", is: tCompletionContext, from: 3},
	}},
	tGetPromptRequestParams & 255: {name: "GetPromptRequestParams", from: 4, kind: object, members: []member{
		{key: "name", must: true, is: tText},
		{key: "_meta", is: tRequestMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "_meta", must: true, is: tRequestMetaObject, from: 5, code: "meta-invalid", absent: "request-meta-missing"},
		{key: "arguments", is: tText, as: dict},
		{key: "inputResponses", is: tInputResponses, from: 5},
		{key: "requestState", is: tText, from: 5},
	}},
	tInitializeRequestParams & 255: {name: "InitializeRequestParams", from: 4, to: 4, kind: object, members: []member{
		{key: "capabilities", must: true, is: tClientCapabilities},
		{key: "clientInfo", must: true, is: tImplementation},
		{key: "protocolVersion", must: true, is: tText},
		{key: "_meta", is: tRequestMeta, from: 4, code: "meta-invalid"},
	}},
	tRequestParams & 255: {name: "RequestParams", from: 4, kind: object, members: []member{
		{key: "_meta", is: tRequestMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", must: true, is: tRequestMetaObject, from: 5, code: "meta-invalid", absent: "request-meta-missing"},
	}},
	tPaginatedRequestParams & 255: {name: "PaginatedRequestParams", from: 4, kind: object, members: []member{
		{key: "_meta", is: tRequestMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "_meta", must: true, is: tRequestMetaObject, from: 5, code: "meta-invalid", absent: "request-meta-missing"},
		{key: "cursor", is: tText},
	}},
	tReadResourceRequestParams & 255: {name: "ReadResourceRequestParams", from: 4, kind: object, members: []member{
		{key: "uri", must: true, is: tText},
		{key: "_meta", is: tRequestMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "_meta", must: true, is: tRequestMetaObject, from: 5, code: "meta-invalid", absent: "request-meta-missing"},
		{key: "inputResponses", is: tInputResponses, from: 5},
		{key: "requestState", is: tText, from: 5},
	}},
	tSetLevelRequestParams & 255: {name: "SetLevelRequestParams", from: 4, to: 4, kind: object, members: []member{
		{key: "level", must: true, is: tLoggingLevel},
		{key: "_meta", is: tRequestMeta, from: 4, code: "meta-invalid"},
	}},
	tSubscribeRequestParams & 255: {name: "SubscribeRequestParams", from: 4, to: 4, kind: object, members: []member{
		{key: "uri", must: true, is: tText},
		{key: "_meta", is: tRequestMeta, from: 4, code: "meta-invalid"},
	}},
	tUnsubscribeRequestParams & 255: {name: "UnsubscribeRequestParams", from: 4, to: 4, kind: object, members: []member{
		{key: "uri", must: true, is: tText},
		{key: "_meta", is: tRequestMeta, from: 4, code: "meta-invalid"},
	}},
	tCompletionArgument & 255: {kind: object, members: []member{
		{key: "name", must: true, is: tText},
		{key: "value", must: true, is: tText},
	}},
	tCompletionReference & 255: {kind: union, of: []choice{
		{is: tPromptReference},
		{is: tResourceReference, to: 2},
		{is: tResourceTemplateReference, from: 3},
	}},
	tCompletionContext & 255: {kind: object, members: []member{
		{key: "arguments", is: tText, as: dict},
	}},
}
