package mcp

// Requests.

const (
	tCallToolRequest typ = requestTopic<<8 + iota
	tClientRequest
	tCompleteRequest
	tDiscoverRequest
	tGetPromptRequest
	tInitializeRequest
	tListPromptsRequest
	tListResourceTemplatesRequest
	tListResourcesRequest
	tListRootsRequest
	tListToolsRequest
	tPaginatedRequest
	tPingRequest
	tReadResourceRequest
	tServerRequest
	tSetLevelRequest
	tSubscribeRequest
	tSubscriptionsListenRequest
	tUnsubscribeRequest
)

var requestShapes = [...]shape{
	tCallToolRequest & 255: {name: "CallToolRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "tools/call"},
		{key: "params", must: true, is: tCallToolRequestParams},
	}},
	tClientRequest & 255: {name: "ClientRequest", kind: union, by: "method", of: []choice{
		{is: tInitializeRequest, when: "initialize", to: 4},
		{is: tPingRequest, when: "ping", to: 4},
		{is: tListResourcesRequest, when: "resources/list"},
		{is: tListResourceTemplatesRequest, when: "resources/templates/list"},
		{is: tReadResourceRequest, when: "resources/read"},
		{is: tSubscribeRequest, when: "resources/subscribe", to: 4},
		{is: tUnsubscribeRequest, when: "resources/unsubscribe", to: 4},
		{is: tListPromptsRequest, when: "prompts/list"},
		{is: tGetPromptRequest, when: "prompts/get"},
		{is: tListToolsRequest, when: "tools/list"},
		{is: tCallToolRequest, when: "tools/call"},
		{is: tSetLevelRequest, when: "logging/setLevel", to: 4},
		{is: tCompleteRequest, when: "completion/complete"},
		{is: tGetTaskRequest, when: "tasks/get", from: 4, to: 4},
		{is: tGetTaskPayloadRequest, when: "tasks/result", from: 4, to: 4},
		{is: tCancelTaskRequest, when: "tasks/cancel", from: 4, to: 4},
		{is: tListTasksRequest, when: "tasks/list", from: 4, to: 4},
		{is: tDiscoverRequest, when: "server/discover", from: 5},
		{is: tSubscriptionsListenRequest, when: "subscriptions/listen", from: 5},
	}},
	tCompleteRequest & 255: {name: "CompleteRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "completion/complete"},
		{key: "params", must: true, is: tCompleteRequestParams},
	}},
	tDiscoverRequest & 255: {name: "DiscoverRequest", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "method", must: true, is: tText, only: "server/discover"},
		{key: "params", must: true, is: tRequestParams},
	}},
	tGetPromptRequest & 255: {name: "GetPromptRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "prompts/get"},
		{key: "params", must: true, is: tGetPromptRequestParams},
	}},
	tInitializeRequest & 255: {name: "InitializeRequest", to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "initialize"},
		{key: "params", must: true, is: tInitializeRequestParams},
	}},
	tListPromptsRequest & 255: {name: "ListPromptsRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "prompts/list"},
		{key: "params", is: tPaginatedRequestParams, to: 4},
		{key: "params", must: true, is: tPaginatedRequestParams, from: 5},
	}},
	tListResourceTemplatesRequest & 255: {name: "ListResourceTemplatesRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "resources/templates/list"},
		{key: "params", is: tPaginatedRequestParams, to: 4},
		{key: "params", must: true, is: tPaginatedRequestParams, from: 5},
	}},
	tListResourcesRequest & 255: {name: "ListResourcesRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "resources/list"},
		{key: "params", is: tPaginatedRequestParams, to: 4},
		{key: "params", must: true, is: tPaginatedRequestParams, from: 5},
	}},
	tListRootsRequest & 255: {name: "ListRootsRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4, to: 4},
		{key: "id", must: true, is: tID, from: 4, to: 4},
		{key: "method", must: true, is: tText, only: "roots/list"},
		{key: "params", is: tRequestParams, to: 4},
		{key: "params", is: tRootsInputParams, from: 5},
	}},
	tListToolsRequest & 255: {name: "ListToolsRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "tools/list"},
		{key: "params", is: tPaginatedRequestParams, to: 4},
		{key: "params", must: true, is: tPaginatedRequestParams, from: 5},
	}},
	tPaginatedRequest & 255: {name: "PaginatedRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText},
		{key: "params", is: tPaginatedRequestParams, to: 4},
		{key: "params", must: true, is: tPaginatedRequestParams, from: 5},
	}},
	tPingRequest & 255: {name: "PingRequest", to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "ping"},
		{key: "params", is: tRequestParams},
	}},
	tReadResourceRequest & 255: {name: "ReadResourceRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "resources/read"},
		{key: "params", must: true, is: tReadResourceRequestParams},
	}},
	tServerRequest & 255: {name: "ServerRequest", to: 4, kind: union, by: "method", of: []choice{
		{is: tPingRequest, when: "ping"},
		{is: tCreateMessageRequest, when: "sampling/createMessage"},
		{is: tListRootsRequest, when: "roots/list"},
		{is: tElicitRequest, when: "elicitation/create", from: 3},
		{is: tGetTaskRequest, when: "tasks/get", from: 4},
		{is: tGetTaskPayloadRequest, when: "tasks/result", from: 4},
		{is: tCancelTaskRequest, when: "tasks/cancel", from: 4},
		{is: tListTasksRequest, when: "tasks/list", from: 4},
	}},
	tSetLevelRequest & 255: {name: "SetLevelRequest", to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "logging/setLevel"},
		{key: "params", must: true, is: tSetLevelRequestParams},
	}},
	tSubscribeRequest & 255: {name: "SubscribeRequest", to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "resources/subscribe"},
		{key: "params", must: true, is: tSubscribeRequestParams},
	}},
	tSubscriptionsListenRequest & 255: {name: "SubscriptionsListenRequest", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "method", must: true, is: tText, only: "subscriptions/listen"},
		{key: "params", must: true, is: tSubscriptionsListenRequestParams},
	}},
	tUnsubscribeRequest & 255: {name: "UnsubscribeRequest", to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "id", must: true, is: tID, from: 4},
		{key: "method", must: true, is: tText, only: "resources/unsubscribe"},
		{key: "params", must: true, is: tUnsubscribeRequestParams},
	}},
}
