package mcp

import "stdioscope/engine/rule"

// Side is a set of the two parties.
type Side uint8

const (
	Client Side = 1 << iota
	Server
	Both = Client | Server
)

// Has reports whether the set holds a party.
func (s Side) Has(p Side) bool { return s&p != 0 }

// Method is what a revision says about one method.
type Method struct {
	Name         string
	Notification bool
	From         Side   // who may send it
	Since, Until string // first and last revision, "" = no bound

	// Capability must be declared, dotted path within the capability object; ""
	// = none. CapabilityOf says by whom: the receiver of a request, the sender
	// of a notification; Both = whichever of them that is.
	Capability   string
	CapabilityOf Side

	Params         string // definition of params; "" = any object
	ParamsRequired bool
	Result         string // definition of a complete result; "" for notifications

	List          string // member of the result that holds the entries, "" = not a list
	Identity      string // member that tells two entries apart
	Pageable      bool   // takes a cursor, gives nextCursor
	Cacheable     bool   // its complete result carries ttlMs and cacheScope
	InputRequired bool   // may be answered with an input_required result
	Subscription  bool   // stays open; answered only at a graceful end
	Deprecated    bool   // still valid, on its way out
}

// LookupMethod finds what a revision says about a method. A version that is
// not published is read as [Judged] says. ok is false when the revision does
// not know the method.
func LookupMethod(rev, method string) (Method, bool) {
	rev = Judged(rev)
	for i := range methods {
		m := &methods[i]
		if m.Name == method && within(rev, m.Since, m.Until) {
			return *m, true
		}
	}
	return Method{}, false
}

// KnownSomewhere reports whether any published revision defines the method.
func KnownSomewhere(method string) bool {
	for i := range methods {
		if methods[i].Name == method {
			return true
		}
	}
	return false
}

// within reports whether rev lies between two bounds, both inclusive.
func within(rev, since, until string) bool {
	return (since == "" || rev >= since) && (until == "" || rev <= until)
}

// methods is the method table of all five revisions. A method that changed
// what this table says has one row for each span.
var methods = []Method{
	// The handshake era.
	{Name: "initialize", From: Client, Until: rule.R4, Params: "InitializeRequestParams", ParamsRequired: true, Result: "InitializeResult"},
	{Name: "ping", From: Both, Until: rule.R4, Params: "RequestParams", Result: "EmptyResult"},
	{Name: "logging/setLevel", From: Client, Until: rule.R4, Capability: "logging", CapabilityOf: Server, Params: "SetLevelRequestParams", ParamsRequired: true, Result: "EmptyResult"},
	{Name: "resources/subscribe", From: Client, Until: rule.R4, Capability: "resources.subscribe", CapabilityOf: Server, Params: "SubscribeRequestParams", ParamsRequired: true, Result: "EmptyResult"},
	{Name: "resources/unsubscribe", From: Client, Until: rule.R4, Capability: "resources.subscribe", CapabilityOf: Server, Params: "UnsubscribeRequestParams", ParamsRequired: true, Result: "EmptyResult"},

	// Discovery and subscriptions of the stateless era.
	{Name: "server/discover", From: Client, Since: rule.R5, Params: "RequestParams", ParamsRequired: true, Result: "DiscoverResult", Cacheable: true},
	{Name: "subscriptions/listen", From: Client, Since: rule.R5, Params: "SubscriptionsListenRequestParams", ParamsRequired: true, Result: "SubscriptionsListenResult", Subscription: true},

	// Lists. Their params became mandatory with _meta.
	{Name: "tools/list", From: Client, Until: rule.R4, Capability: "tools", CapabilityOf: Server, Params: "PaginatedRequestParams", Result: "ListToolsResult", List: "tools", Identity: "name", Pageable: true},
	{Name: "tools/list", From: Client, Since: rule.R5, Capability: "tools", CapabilityOf: Server, Params: "PaginatedRequestParams", ParamsRequired: true, Result: "ListToolsResult", List: "tools", Identity: "name", Pageable: true, Cacheable: true},
	{Name: "resources/list", From: Client, Until: rule.R4, Capability: "resources", CapabilityOf: Server, Params: "PaginatedRequestParams", Result: "ListResourcesResult", List: "resources", Identity: "uri", Pageable: true},
	{Name: "resources/list", From: Client, Since: rule.R5, Capability: "resources", CapabilityOf: Server, Params: "PaginatedRequestParams", ParamsRequired: true, Result: "ListResourcesResult", List: "resources", Identity: "uri", Pageable: true, Cacheable: true},
	{Name: "resources/templates/list", From: Client, Until: rule.R4, Capability: "resources", CapabilityOf: Server, Params: "PaginatedRequestParams", Result: "ListResourceTemplatesResult", List: "resourceTemplates", Identity: "uriTemplate", Pageable: true},
	{Name: "resources/templates/list", From: Client, Since: rule.R5, Capability: "resources", CapabilityOf: Server, Params: "PaginatedRequestParams", ParamsRequired: true, Result: "ListResourceTemplatesResult", List: "resourceTemplates", Identity: "uriTemplate", Pageable: true, Cacheable: true},
	{Name: "prompts/list", From: Client, Until: rule.R4, Capability: "prompts", CapabilityOf: Server, Params: "PaginatedRequestParams", Result: "ListPromptsResult", List: "prompts", Identity: "name", Pageable: true},
	{Name: "prompts/list", From: Client, Since: rule.R5, Capability: "prompts", CapabilityOf: Server, Params: "PaginatedRequestParams", ParamsRequired: true, Result: "ListPromptsResult", List: "prompts", Identity: "name", Pageable: true, Cacheable: true},
	{Name: "tasks/list", From: Both, Since: rule.R4, Until: rule.R4, Capability: "tasks.list", CapabilityOf: Both, Params: "PaginatedRequestParams", Result: "ListTasksResult", List: "tasks", Identity: "taskId", Pageable: true},

	// Use.
	{Name: "tools/call", From: Client, Until: rule.R4, Capability: "tools", CapabilityOf: Server, Params: "CallToolRequestParams", ParamsRequired: true, Result: "CallToolResult"},
	{Name: "tools/call", From: Client, Since: rule.R5, Capability: "tools", CapabilityOf: Server, Params: "CallToolRequestParams", ParamsRequired: true, Result: "CallToolResult", InputRequired: true},
	{Name: "resources/read", From: Client, Until: rule.R4, Capability: "resources", CapabilityOf: Server, Params: "ReadResourceRequestParams", ParamsRequired: true, Result: "ReadResourceResult"},
	{Name: "resources/read", From: Client, Since: rule.R5, Capability: "resources", CapabilityOf: Server, Params: "ReadResourceRequestParams", ParamsRequired: true, Result: "ReadResourceResult", Cacheable: true, InputRequired: true},
	{Name: "prompts/get", From: Client, Until: rule.R4, Capability: "prompts", CapabilityOf: Server, Params: "GetPromptRequestParams", ParamsRequired: true, Result: "GetPromptResult"},
	{Name: "prompts/get", From: Client, Since: rule.R5, Capability: "prompts", CapabilityOf: Server, Params: "GetPromptRequestParams", ParamsRequired: true, Result: "GetPromptResult", InputRequired: true},
	{Name: "completion/complete", From: Client, Until: rule.R1, Params: "CompleteRequestParams", ParamsRequired: true, Result: "CompleteResult"},
	{Name: "completion/complete", From: Client, Since: rule.R2, Capability: "completions", CapabilityOf: Server, Params: "CompleteRequestParams", ParamsRequired: true, Result: "CompleteResult"},

	// Tasks, experimental and in one revision only.
	{Name: "tasks/get", From: Both, Since: rule.R4, Until: rule.R4, Capability: "tasks", CapabilityOf: Both, Params: "GetTaskRequestParams", ParamsRequired: true, Result: "GetTaskResult"},
	{Name: "tasks/result", From: Both, Since: rule.R4, Until: rule.R4, Capability: "tasks", CapabilityOf: Both, Params: "GetTaskPayloadRequestParams", ParamsRequired: true, Result: "GetTaskPayloadResult"},
	{Name: "tasks/cancel", From: Both, Since: rule.R4, Until: rule.R4, Capability: "tasks.cancel", CapabilityOf: Both, Params: "CancelTaskRequestParams", ParamsRequired: true, Result: "CancelTaskResult"},

	// What the server asks of the client; from 2026-07-28 on only inside an
	// input_required result, never on the wire.
	{Name: "roots/list", From: Server, Until: rule.R4, Capability: "roots", CapabilityOf: Client, Params: "RequestParams", Result: "ListRootsResult", List: "roots", Identity: "uri"},
	{Name: "sampling/createMessage", From: Server, Until: rule.R4, Capability: "sampling", CapabilityOf: Client, Params: "CreateMessageRequestParams", ParamsRequired: true, Result: "CreateMessageResult"},
	{Name: "elicitation/create", From: Server, Since: rule.R3, Until: rule.R4, Capability: "elicitation", CapabilityOf: Client, Params: "ElicitRequestParams", ParamsRequired: true, Result: "ElicitResult"},

	// Notifications.
	{Name: "notifications/initialized", Notification: true, From: Client, Until: rule.R4, Params: "NotificationParams"},
	{Name: "notifications/cancelled", Notification: true, From: Both, Params: "CancelledNotificationParams", ParamsRequired: true},
	{Name: "notifications/progress", Notification: true, From: Both, Until: rule.R4, Params: "ProgressNotificationParams", ParamsRequired: true},
	{Name: "notifications/progress", Notification: true, From: Server, Since: rule.R5, Params: "ProgressNotificationParams", ParamsRequired: true},
	{Name: "notifications/message", Notification: true, From: Server, Until: rule.R4, Capability: "logging", CapabilityOf: Server, Params: "LoggingMessageNotificationParams", ParamsRequired: true},
	{Name: "notifications/message", Notification: true, From: Server, Since: rule.R5, Capability: "logging", CapabilityOf: Server, Params: "LoggingMessageNotificationParams", ParamsRequired: true, Deprecated: true},
	{Name: "notifications/tools/list_changed", Notification: true, From: Server, Capability: "tools.listChanged", CapabilityOf: Server, Params: "NotificationParams"},
	{Name: "notifications/prompts/list_changed", Notification: true, From: Server, Capability: "prompts.listChanged", CapabilityOf: Server, Params: "NotificationParams"},
	{Name: "notifications/resources/list_changed", Notification: true, From: Server, Capability: "resources.listChanged", CapabilityOf: Server, Params: "NotificationParams"},
	{Name: "notifications/resources/updated", Notification: true, From: Server, Capability: "resources.subscribe", CapabilityOf: Server, Params: "ResourceUpdatedNotificationParams", ParamsRequired: true},
	{Name: "notifications/roots/list_changed", Notification: true, From: Client, Until: rule.R4, Capability: "roots.listChanged", CapabilityOf: Client, Params: "NotificationParams"},
	{Name: "notifications/tasks/status", Notification: true, From: Both, Since: rule.R4, Until: rule.R4, Capability: "tasks", CapabilityOf: Both, Params: "TaskStatusNotificationParams", ParamsRequired: true},
	{Name: "notifications/elicitation/complete", Notification: true, From: Server, Since: rule.R4, Until: rule.R4, Params: "ElicitationCompleteNotificationParams", ParamsRequired: true},
	{Name: "notifications/subscriptions/acknowledged", Notification: true, From: Server, Since: rule.R5, Params: "SubscriptionsAcknowledgedNotificationParams", ParamsRequired: true},
}
