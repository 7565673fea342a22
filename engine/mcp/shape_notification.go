package mcp

// Notifications and their params.

const (
	tCancelledNotification typ = notificationTopic<<8 + iota
	tClientNotification
	tElicitationCompleteNotification
	tInitializedNotification
	tLoggingMessageNotification
	tProgressNotification
	tPromptListChangedNotification
	tResourceListChangedNotification
	tResourceUpdatedNotification
	tRootsListChangedNotification
	tServerNotification
	tSubscriptionFilter
	tSubscriptionsAcknowledgedNotification
	tSubscriptionsAcknowledgedNotificationParams
	tTaskStatusNotification
	tTaskStatusNotificationParams
	tToolListChangedNotification
	tCancelledNotificationParams
	tElicitationCompleteParams
	tNotificationParams
	tLoggingMessageNotificationParams
	tProgressNotificationParams
	tResourceUpdatedNotificationParams
)

var notificationShapes = [...]shape{
	tCancelledNotification & 255: {name: "CancelledNotification", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "method", must: true, is: tText, only: "notifications/cancelled"},
		{key: "params", must: true, is: tCancelledNotificationParams},
	}},
	tClientNotification & 255: {name: "ClientNotification", kind: union, by: "method", of: []choice{
		{is: tCancelledNotification, when: "notifications/cancelled"},
		{is: tInitializedNotification, when: "notifications/initialized", to: 4},
		{is: tProgressNotification, when: "notifications/progress", to: 4},
		{is: tRootsListChangedNotification, when: "notifications/roots/list_changed", to: 4},
		{is: tTaskStatusNotification, when: "notifications/tasks/status", from: 4, to: 4},
	}},
	tElicitationCompleteNotification & 255: {name: "ElicitationCompleteNotification", from: 4, to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "method", must: true, is: tText, only: "notifications/elicitation/complete"},
		{key: "params", must: true, is: tElicitationCompleteParams},
	}},
	tInitializedNotification & 255: {name: "InitializedNotification", to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "method", must: true, is: tText, only: "notifications/initialized"},
		{key: "params", is: tNotificationParams},
	}},
	tLoggingMessageNotification & 255: {name: "LoggingMessageNotification", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "method", must: true, is: tText, only: "notifications/message"},
		{key: "params", must: true, is: tLoggingMessageNotificationParams},
	}},
	tProgressNotification & 255: {name: "ProgressNotification", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "method", must: true, is: tText, only: "notifications/progress"},
		{key: "params", must: true, is: tProgressNotificationParams},
	}},
	tPromptListChangedNotification & 255: {name: "PromptListChangedNotification", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "method", must: true, is: tText, only: "notifications/prompts/list_changed"},
		{key: "params", is: tNotificationParams},
	}},
	tResourceListChangedNotification & 255: {name: "ResourceListChangedNotification", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "method", must: true, is: tText, only: "notifications/resources/list_changed"},
		{key: "params", is: tNotificationParams},
	}},
	tResourceUpdatedNotification & 255: {name: "ResourceUpdatedNotification", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "method", must: true, is: tText, only: "notifications/resources/updated"},
		{key: "params", must: true, is: tResourceUpdatedNotificationParams},
	}},
	tRootsListChangedNotification & 255: {name: "RootsListChangedNotification", to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "method", must: true, is: tText, only: "notifications/roots/list_changed"},
		{key: "params", is: tNotificationParams},
	}},
	tServerNotification & 255: {name: "ServerNotification", kind: union, by: "method", of: []choice{
		{is: tCancelledNotification, when: "notifications/cancelled"},
		{is: tProgressNotification, when: "notifications/progress"},
		{is: tResourceListChangedNotification, when: "notifications/resources/list_changed"},
		{is: tResourceUpdatedNotification, when: "notifications/resources/updated"},
		{is: tPromptListChangedNotification, when: "notifications/prompts/list_changed"},
		{is: tToolListChangedNotification, when: "notifications/tools/list_changed"},
		{is: tLoggingMessageNotification, when: "notifications/message"},
		{is: tTaskStatusNotification, when: "notifications/tasks/status", from: 4, to: 4},
		{is: tElicitationCompleteNotification, when: "notifications/elicitation/complete", from: 4, to: 4},
		{is: tSubscriptionsAcknowledgedNotification, when: "notifications/subscriptions/acknowledged", from: 5},
	}},
	tSubscriptionFilter & 255: {name: "SubscriptionFilter", from: 5, kind: object, members: []member{
		{key: "promptsListChanged", is: tBoolean},
		{key: "resourceSubscriptions", is: tText, as: list},
		{key: "resourcesListChanged", is: tBoolean},
		{key: "toolsListChanged", is: tBoolean},
	}},
	tSubscriptionsAcknowledgedNotification & 255: {name: "SubscriptionsAcknowledgedNotification", from: 5, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "method", must: true, is: tText, only: "notifications/subscriptions/acknowledged"},
		{key: "params", must: true, is: tSubscriptionsAcknowledgedNotificationParams},
	}},
	tSubscriptionsAcknowledgedNotificationParams & 255: {name: "SubscriptionsAcknowledgedNotificationParams", from: 5, kind: object, members: []member{
		{key: "notifications", must: true, is: tSubscriptionFilter},
		{key: "_meta", is: tNotificationMetaObject, code: "meta-invalid"},
	}},
	tTaskStatusNotification & 255: {name: "TaskStatusNotification", from: 4, to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "method", must: true, is: tText, only: "notifications/tasks/status"},
		{key: "params", must: true, is: tTaskStatusNotificationParams},
	}},
	tTaskStatusNotificationParams & 255: {name: "TaskStatusNotificationParams", from: 4, to: 4, kind: object, members: []member{
		{key: "createdAt", must: true, is: tText},
		{key: "lastUpdatedAt", must: true, is: tText},
		{key: "status", must: true, is: tTaskStatus},
		{key: "taskId", must: true, is: tText},
		{key: "ttl", must: true, is: tNumberOrNull},
		{key: "_meta", is: tMeta, code: "meta-invalid"},
		{key: "pollInterval", is: tNumber},
		{key: "statusMessage", is: tText},
	}},
	tToolListChangedNotification & 255: {name: "ToolListChangedNotification", kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4},
		{key: "method", must: true, is: tText, only: "notifications/tools/list_changed"},
		{key: "params", is: tNotificationParams},
	}},
	tCancelledNotificationParams & 255: {name: "CancelledNotificationParams", from: 4, kind: object, members: []member{
		{key: "requestId", must: true, is: tID, to: 3},
		{key: "requestId", is: tID, from: 4, to: 4},
		{key: "requestId", must: true, is: tID, from: 5},
		{key: "reason", is: tText},
		{key: "_meta", is: tMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tNotificationMetaObject, from: 5, code: "meta-invalid"},
	}},
	tElicitationCompleteParams & 255: {kind: object, members: []member{
		{key: "elicitationId", must: true, is: tText},
	}},
	tNotificationParams & 255: {name: "NotificationParams", from: 4, kind: object, members: []member{
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tNotificationMetaObject, from: 5, code: "meta-invalid"},
	}},
	tLoggingMessageNotificationParams & 255: {name: "LoggingMessageNotificationParams", from: 4, kind: object, members: []member{
		{key: "data", must: true, is: tAny},
		{key: "level", must: true, is: tLoggingLevel},
		{key: "logger", is: tText},
		{key: "_meta", is: tMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tNotificationMetaObject, from: 5, code: "meta-invalid"},
	}},
	tProgressNotificationParams & 255: {name: "ProgressNotificationParams", from: 4, kind: object, members: []member{
		{key: "progress", must: true, is: tNumber},
		{key: "progressToken", must: true, is: tID},
		{key: "total", is: tNumber},
		{key: "message", is: tText, from: 2},
		{key: "_meta", is: tMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tNotificationMetaObject, from: 5, code: "meta-invalid"},
	}},
	tResourceUpdatedNotificationParams & 255: {name: "ResourceUpdatedNotificationParams", from: 4, kind: object, members: []member{
		{key: "uri", must: true, is: tText},
		{key: "_meta", is: tMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tNotificationMetaObject, from: 5, code: "meta-invalid"},
	}},
}
