package mcp

// What a server may ask of a model, and the requests for input that carry it.

const (
	tCreateMessageRequest typ = samplingTopic<<8 + iota
	tCreateMessageResult
	tInputRequest
	tInputRequests
	tInputResponse
	tInputResponseRequestParams
	tInputResponses
	tModelHint
	tModelPreferences
	tSamplingMessage
	tSamplingMessageContentBlock
	tToolChoice
	tCreateMessageRequestParams
	tSamplingContent
	tRootsInputParams
	tToolChoiceMode
	tIncludeContext
)

var samplingShapes = [...]shape{
	tCreateMessageRequest & 255: {name: "CreateMessageRequest", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4, to: 4},
		{key: "id", must: true, is: tID, from: 4, to: 4},
		{key: "method", must: true, is: tText, only: "sampling/createMessage"},
		{key: "params", must: true, is: tCreateMessageRequestParams},
	}},
	tCreateMessageResult & 255: {name: "CreateMessageResult", kind: object, members: []member{
		{key: "content", must: true, is: tSamplingContent},
		{key: "model", must: true, is: tText},
		{key: "role", must: true, is: tRole},
		{key: "_meta", is: tMeta, code: "meta-invalid"},
		{key: "stopReason", is: tText},
	}},
	tInputRequest & 255: {name: "InputRequest", from: 5, kind: union, by: "method", of: []choice{
		{is: tCreateMessageRequest, when: "sampling/createMessage"},
		{is: tListRootsRequest, when: "roots/list"},
		{is: tElicitRequest, when: "elicitation/create"},
	}},
	tInputRequests & 255: {name: "InputRequests", from: 5, kind: object, rest: tInputRequest},
	tInputResponse & 255: {name: "InputResponse", from: 5, kind: union, of: []choice{
		{is: tCreateMessageResult},
		{is: tListRootsResult},
		{is: tElicitResult},
	}},
	tInputResponseRequestParams & 255: {name: "InputResponseRequestParams", from: 5, kind: object, members: []member{
		{key: "_meta", must: true, is: tRequestMetaObject, code: "meta-invalid", absent: "request-meta-missing"},
		{key: "inputResponses", is: tInputResponses},
		{key: "requestState", is: tText},
	}},
	tInputResponses & 255: {name: "InputResponses", from: 5, kind: object, rest: tInputResponse},
	tModelHint & 255: {name: "ModelHint", kind: object, members: []member{
		{key: "name", is: tText},
	}},
	tModelPreferences & 255: {name: "ModelPreferences", kind: object, members: []member{
		{key: "costPriority", is: tUnit},
		{key: "hints", is: tModelHint, as: list},
		{key: "intelligencePriority", is: tUnit},
		{key: "speedPriority", is: tUnit},
	}},
	tSamplingMessage & 255: {name: "SamplingMessage", kind: object, members: []member{
		{key: "content", must: true, is: tSamplingContent},
		{key: "role", must: true, is: tRole},
		{key: "_meta", is: tMeta, from: 4, code: "meta-invalid"},
	}},
	tSamplingMessageContentBlock & 255: {name: "SamplingMessageContentBlock", from: 4, code: "content-invalid", kind: union, by: "type", of: []choice{
		{is: tTextContent, when: "text"},
		{is: tImageContent, when: "image"},
		{is: tAudioContent, when: "audio"},
		{is: tToolUseContent, when: "tool_use"},
		{is: tToolResultContent, when: "tool_result"},
	}},
	tToolChoice & 255: {name: "ToolChoice", from: 4, kind: object, members: []member{
		{key: "mode", is: tToolChoiceMode},
	}},
	tCreateMessageRequestParams & 255: {name: "CreateMessageRequestParams", from: 4, kind: object, members: []member{
		{key: "maxTokens", must: true, is: tNumber},
		{key: "messages", must: true, is: tSamplingMessage, as: list},
		{key: "includeContext", is: tIncludeContext},
		{key: "metadata", is: tObject},
		{key: "modelPreferences", is: tModelPreferences},
		{key: "stopSequences", is: tText, as: list},
		{key: "systemPrompt", is: tText},
		{key: "temperature", is: tNumber},
		{key: "_meta", is: tRequestMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "task", is: tTaskMetadata, from: 4, to: 4},
		{key: "toolChoice", is: tToolChoice, from: 4},
		{key: "tools", is: tTool, as: list, from: 4},
	}},
	tSamplingContent & 255: {code: "content-invalid", kind: union, by: "type", of: []choice{
		{is: tTextContent, when: "text"},
		{is: tImageContent, when: "image"},
		{is: tAudioContent, when: "audio", from: 2},
		{is: tToolUseContent, when: "tool_use", from: 4},
		{is: tToolResultContent, when: "tool_result", from: 4},
		{is: tSamplingMessageContentBlock, as: list, from: 4},
	}},
	tRootsInputParams & 255: {kind: object, members: []member{
		{key: "_meta", is: tMeta, code: "meta-invalid"},
	}},
	tToolChoiceMode & 255: {kind: text, words: []string{"auto", "none", "required"}},
	tIncludeContext & 255: {kind: text, words: []string{"allServers", "none", "thisServer"}},
}
