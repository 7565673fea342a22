package mcp

// What the two sides declare of themselves: capabilities, implementations, _meta.

const (
	tBaseMetadata typ = capabilityTopic<<8 + iota
	tClientCapabilities
	tIcon
	tIcons
	tImplementation
	tLoggingLevel
	tNotificationMetaObject
	tRequestMetaObject
	tResultMetaObject
	tServerCapabilities
	tSubscriptionsListenResultMetaObject
	tListChangedCapability
	tElicitationCapability
	tSamplingCapability
	tClientTasks
	tRequestMeta
	tIconTheme
	tResourcesCapability
	tServerTasks
	tClientTaskRequests
	tServerTaskRequests
	tTaskElicitation
	tTaskSampling
	tTaskTools
)

var capabilityShapes = [...]shape{
	tBaseMetadata & 255: {name: "BaseMetadata", from: 3, kind: object, members: []member{
		{key: "name", must: true, is: tText},
		{key: "title", is: tText},
	}},
	tClientCapabilities & 255: {name: "ClientCapabilities", kind: object, members: []member{
		{key: "experimental", is: tObject, as: dict},
		{key: "roots", is: tListChangedCapability, to: 4},
		{key: "roots", is: tObject, from: 5},
		{key: "sampling", is: tObject, to: 3},
		{key: "sampling", is: tSamplingCapability, from: 4},
		{key: "elicitation", is: tObject, from: 3, to: 3},
		{key: "elicitation", is: tElicitationCapability, from: 4},
		{key: "tasks", is: tClientTasks, from: 4, to: 4},
		{key: "extensions", is: tObject, as: dict, from: 5},
	}},
	tIcon & 255: {name: "Icon", from: 4, kind: object, members: []member{
		{key: "src", must: true, is: tText},
		{key: "mimeType", is: tText},
		{key: "sizes", is: tText, as: list},
		{key: "theme", is: tIconTheme},
	}},
	tIcons & 255: {name: "Icons", from: 4, kind: object, members: []member{
		{key: "icons", is: tIcon, as: list},
	}},
	tImplementation & 255: {name: "Implementation", kind: object, members: []member{
		{key: "name", must: true, is: tText},
		{key: "version", must: true, is: tText},
		{key: "title", is: tText, from: 3},
		{key: "description", is: tText, from: 4},
		{key: "icons", is: tIcon, as: list, from: 4},
		{key: "websiteUrl", is: tText, from: 4},
	}},
	tLoggingLevel & 255: {name: "LoggingLevel", kind: text, words: []string{"alert", "critical", "debug", "emergency", "error", "info", "notice", "warning"}},
	tNotificationMetaObject & 255: {name: "NotificationMetaObject", from: 5, meta: true, kind: object, members: []member{
		{key: "io.modelcontextprotocol/subscriptionId", is: tID},
	}},
	tRequestMetaObject & 255: {name: "RequestMetaObject", from: 5, meta: true, kind: object, members: []member{
		{key: "io.modelcontextprotocol/clientCapabilities", must: true, is: tClientCapabilities, absent: "request-meta-missing"},
		{key: "io.modelcontextprotocol/protocolVersion", must: true, is: tText, absent: "request-meta-missing"},
		{key: "io.modelcontextprotocol/clientInfo", is: tImplementation},
		{key: "io.modelcontextprotocol/logLevel", is: tLoggingLevel},
		{key: "progressToken", is: tID},
	}},
	tResultMetaObject & 255: {name: "ResultMetaObject", from: 5, meta: true, kind: object, members: []member{
		{key: "io.modelcontextprotocol/serverInfo", is: tImplementation},
	}},
	tServerCapabilities & 255: {name: "ServerCapabilities", kind: object, members: []member{
		{key: "experimental", is: tObject, as: dict},
		{key: "logging", is: tObject},
		{key: "prompts", is: tListChangedCapability},
		{key: "resources", is: tResourcesCapability},
		{key: "tools", is: tListChangedCapability},
		{key: "completions", is: tObject, from: 2},
		{key: "tasks", is: tServerTasks, from: 4, to: 4},
		{key: "extensions", is: tObject, as: dict, from: 5},
	}},
	tSubscriptionsListenResultMetaObject & 255: {name: "SubscriptionsListenResultMetaObject", from: 5, meta: true, kind: object, members: []member{
		{key: "io.modelcontextprotocol/subscriptionId", must: true, is: tID},
		{key: "io.modelcontextprotocol/serverInfo", is: tImplementation},
	}},
	tListChangedCapability & 255: {kind: object, members: []member{
		{key: "listChanged", is: tBoolean},
	}},
	tElicitationCapability & 255: {kind: object, members: []member{
		{key: "form", is: tObject},
		{key: "url", is: tObject},
	}},
	tSamplingCapability & 255: {kind: object, members: []member{
		{key: "context", is: tObject},
		{key: "tools", is: tObject},
	}},
	tClientTasks & 255: {kind: object, members: []member{
		{key: "cancel", is: tObject},
		{key: "list", is: tObject},
		{key: "requests", is: tClientTaskRequests},
	}},
	tRequestMeta & 255: {meta: true, kind: object, members: []member{
		{key: "progressToken", is: tID},
	}},
	tIconTheme & 255: {kind: text, words: []string{"dark", "light"}},
	tResourcesCapability & 255: {kind: object, members: []member{
		{key: "listChanged", is: tBoolean},
		{key: "subscribe", is: tBoolean},
	}},
	tServerTasks & 255: {kind: object, members: []member{
		{key: "cancel", is: tObject},
		{key: "list", is: tObject},
		{key: "requests", is: tServerTaskRequests},
	}},
	tClientTaskRequests & 255: {kind: object, members: []member{
		{key: "elicitation", is: tTaskElicitation},
		{key: "sampling", is: tTaskSampling},
	}},
	tServerTaskRequests & 255: {kind: object, members: []member{
		{key: "tools", is: tTaskTools},
	}},
	tTaskElicitation & 255: {kind: object, members: []member{
		{key: "create", is: tObject},
	}},
	tTaskSampling & 255: {kind: object, members: []member{
		{key: "createMessage", is: tObject},
	}},
	tTaskTools & 255: {kind: object, members: []member{
		{key: "call", is: tObject},
	}},
}
