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

	ParamsRequired bool

	params, result typ    // shapes of params and of a complete result
	invalid        string // code of a result that lacks its shape; "" = result-invalid

	List          string // member of the result that holds the entries, "" = not a list
	Identity      string // member that tells two entries apart
	Pageable      bool   // takes a cursor, gives nextCursor
	Cacheable     bool   // its complete result carries ttlMs and cacheScope
	InputRequired bool   // may be answered with an input_required result
	Subscription  bool   // stays open; answered only at a graceful end
	Deprecated    bool   // still valid, on its way out
}

// FindMethod finds what a revision says about a method: a row of the table,
// which is not to be written to. A version that is not published is read as
// [Judged] says. nil means that the revision does not know the method.
func FindMethod(rev, method string) *Method { return findMethod(Judged(rev), method) }

// KnownSomewhere reports whether any published revision defines the method.
func KnownSomewhere(method string) bool { return rowOf(method) >= 0 }

// findMethod is the table's row of a method under a published revision.
func findMethod(rev, method string) *Method {
	row := rowOf(method)
	if row < 0 {
		return nil
	}
	for ; row < len(methods) && methods[row].Name == method; row++ {
		if m := &methods[row]; within(rev, m.Since, m.Until) {
			return m
		}
	}
	return nil
}

// within reports whether rev lies between two bounds, both inclusive.
func within(rev, since, until string) bool {
	return (since == "" || rev >= since) && (until == "" || rev <= until)
}

// methods is the method table of all five revisions. A method that changed
// what this table says has one row for each span.
var methods = [...]Method{
	// The handshake era.
	{Name: "initialize", From: Client, Until: rule.R4, params: tInitializeRequestParams, ParamsRequired: true, result: tInitializeResult, invalid: "initialize-invalid-result"},
	{Name: "ping", From: Both, Until: rule.R4, params: tRequestParams, result: tEmptyResult},
	{Name: "logging/setLevel", From: Client, Until: rule.R4, Capability: "logging", CapabilityOf: Server, params: tSetLevelRequestParams, ParamsRequired: true, result: tEmptyResult},
	{Name: "resources/subscribe", From: Client, Until: rule.R4, Capability: "resources.subscribe", CapabilityOf: Server, params: tSubscribeRequestParams, ParamsRequired: true, result: tEmptyResult},
	{Name: "resources/unsubscribe", From: Client, Until: rule.R4, Capability: "resources.subscribe", CapabilityOf: Server, params: tUnsubscribeRequestParams, ParamsRequired: true, result: tEmptyResult},

	// Discovery and subscriptions of the stateless era.
	{Name: "server/discover", From: Client, Since: rule.R5, params: tRequestParams, ParamsRequired: true, result: tDiscoverResult, invalid: "discover-invalid-result", Cacheable: true},
	{Name: "subscriptions/listen", From: Client, Since: rule.R5, params: tSubscriptionsListenRequestParams, ParamsRequired: true, result: tSubscriptionsListenResult, Subscription: true},

	// Lists. Their params became mandatory with _meta.
	{Name: "tools/list", From: Client, Until: rule.R4, Capability: "tools", CapabilityOf: Server, params: tPaginatedRequestParams, result: tListToolsResult, invalid: "tools-list-invalid-result", List: "tools", Identity: "name", Pageable: true},
	{Name: "tools/list", From: Client, Since: rule.R5, Capability: "tools", CapabilityOf: Server, params: tPaginatedRequestParams, ParamsRequired: true, result: tListToolsResult, invalid: "tools-list-invalid-result", List: "tools", Identity: "name", Pageable: true, Cacheable: true},
	{Name: "resources/list", From: Client, Until: rule.R4, Capability: "resources", CapabilityOf: Server, params: tPaginatedRequestParams, result: tListResourcesResult, invalid: "list-result-invalid", List: "resources", Identity: "uri", Pageable: true},
	{Name: "resources/list", From: Client, Since: rule.R5, Capability: "resources", CapabilityOf: Server, params: tPaginatedRequestParams, ParamsRequired: true, result: tListResourcesResult, invalid: "list-result-invalid", List: "resources", Identity: "uri", Pageable: true, Cacheable: true},
	{Name: "resources/templates/list", From: Client, Until: rule.R4, Capability: "resources", CapabilityOf: Server, params: tPaginatedRequestParams, result: tListResourceTemplatesResult, invalid: "list-result-invalid", List: "resourceTemplates", Identity: "uriTemplate", Pageable: true},
	{Name: "resources/templates/list", From: Client, Since: rule.R5, Capability: "resources", CapabilityOf: Server, params: tPaginatedRequestParams, ParamsRequired: true, result: tListResourceTemplatesResult, invalid: "list-result-invalid", List: "resourceTemplates", Identity: "uriTemplate", Pageable: true, Cacheable: true},
	{Name: "prompts/list", From: Client, Until: rule.R4, Capability: "prompts", CapabilityOf: Server, params: tPaginatedRequestParams, result: tListPromptsResult, invalid: "list-result-invalid", List: "prompts", Identity: "name", Pageable: true},
	{Name: "prompts/list", From: Client, Since: rule.R5, Capability: "prompts", CapabilityOf: Server, params: tPaginatedRequestParams, ParamsRequired: true, result: tListPromptsResult, invalid: "list-result-invalid", List: "prompts", Identity: "name", Pageable: true, Cacheable: true},
	{Name: "tasks/list", From: Both, Since: rule.R4, Until: rule.R4, Capability: "tasks.list", CapabilityOf: Both, params: tPaginatedRequestParams, result: tListTasksResult, List: "tasks", Identity: "taskId", Pageable: true},

	// Use.
	{Name: "tools/call", From: Client, Until: rule.R4, Capability: "tools", CapabilityOf: Server, params: tCallToolRequestParams, ParamsRequired: true, result: tCallToolResult},
	{Name: "tools/call", From: Client, Since: rule.R5, Capability: "tools", CapabilityOf: Server, params: tCallToolRequestParams, ParamsRequired: true, result: tCallToolResult, InputRequired: true},
	{Name: "resources/read", From: Client, Until: rule.R4, Capability: "resources", CapabilityOf: Server, params: tReadResourceRequestParams, ParamsRequired: true, result: tReadResourceResult},
	{Name: "resources/read", From: Client, Since: rule.R5, Capability: "resources", CapabilityOf: Server, params: tReadResourceRequestParams, ParamsRequired: true, result: tReadResourceResult, Cacheable: true, InputRequired: true},
	{Name: "prompts/get", From: Client, Until: rule.R4, Capability: "prompts", CapabilityOf: Server, params: tGetPromptRequestParams, ParamsRequired: true, result: tGetPromptResult},
	{Name: "prompts/get", From: Client, Since: rule.R5, Capability: "prompts", CapabilityOf: Server, params: tGetPromptRequestParams, ParamsRequired: true, result: tGetPromptResult, InputRequired: true},
	{Name: "completion/complete", From: Client, Until: rule.R1, params: tCompleteRequestParams, ParamsRequired: true, result: tCompleteResult},
	{Name: "completion/complete", From: Client, Since: rule.R2, Capability: "completions", CapabilityOf: Server, params: tCompleteRequestParams, ParamsRequired: true, result: tCompleteResult},

	// Tasks, experimental and in one revision only.
	{Name: "tasks/get", From: Both, Since: rule.R4, Until: rule.R4, Capability: "tasks", CapabilityOf: Both, params: tTaskIDParams, ParamsRequired: true, result: tGetTaskResult},
	{Name: "tasks/result", From: Both, Since: rule.R4, Until: rule.R4, Capability: "tasks", CapabilityOf: Both, params: tTaskIDParams, ParamsRequired: true, result: tGetTaskPayloadResult},
	{Name: "tasks/cancel", From: Both, Since: rule.R4, Until: rule.R4, Capability: "tasks.cancel", CapabilityOf: Both, params: tTaskIDParams, ParamsRequired: true, result: tCancelTaskResult},

	// What the server asks of the client; from 2026-07-28 on only inside an
	// input_required result, never on the wire.
	{Name: "roots/list", From: Server, Until: rule.R4, Capability: "roots", CapabilityOf: Client, params: tRequestParams, result: tListRootsResult, List: "roots", Identity: "uri"},
	{Name: "sampling/createMessage", From: Server, Until: rule.R4, Capability: "sampling", CapabilityOf: Client, params: tCreateMessageRequestParams, ParamsRequired: true, result: tCreateMessageResult},
	{Name: "elicitation/create", From: Server, Since: rule.R3, Until: rule.R4, Capability: "elicitation", CapabilityOf: Client, params: tElicitRequestParams, ParamsRequired: true, result: tElicitResult},

	// Notifications.
	{Name: "notifications/initialized", Notification: true, From: Client, Until: rule.R4, params: tNotificationParams},
	{Name: "notifications/cancelled", Notification: true, From: Both, params: tCancelledNotificationParams, ParamsRequired: true},
	{Name: "notifications/progress", Notification: true, From: Both, Until: rule.R4, params: tProgressNotificationParams, ParamsRequired: true},
	{Name: "notifications/progress", Notification: true, From: Server, Since: rule.R5, params: tProgressNotificationParams, ParamsRequired: true},
	{Name: "notifications/message", Notification: true, From: Server, Until: rule.R4, Capability: "logging", CapabilityOf: Server, params: tLoggingMessageNotificationParams, ParamsRequired: true},
	{Name: "notifications/message", Notification: true, From: Server, Since: rule.R5, Capability: "logging", CapabilityOf: Server, params: tLoggingMessageNotificationParams, ParamsRequired: true, Deprecated: true},
	{Name: "notifications/tools/list_changed", Notification: true, From: Server, Capability: "tools.listChanged", CapabilityOf: Server, params: tNotificationParams},
	{Name: "notifications/prompts/list_changed", Notification: true, From: Server, Capability: "prompts.listChanged", CapabilityOf: Server, params: tNotificationParams},
	{Name: "notifications/resources/list_changed", Notification: true, From: Server, Capability: "resources.listChanged", CapabilityOf: Server, params: tNotificationParams},
	{Name: "notifications/resources/updated", Notification: true, From: Server, Capability: "resources.subscribe", CapabilityOf: Server, params: tResourceUpdatedNotificationParams, ParamsRequired: true},
	{Name: "notifications/roots/list_changed", Notification: true, From: Client, Until: rule.R4, Capability: "roots.listChanged", CapabilityOf: Client, params: tNotificationParams},
	{Name: "notifications/tasks/status", Notification: true, From: Both, Since: rule.R4, Until: rule.R4, Capability: "tasks", CapabilityOf: Both, params: tTaskStatusNotificationParams, ParamsRequired: true},
	{Name: "notifications/elicitation/complete", Notification: true, From: Server, Since: rule.R4, Until: rule.R4, params: tElicitationCompleteParams, ParamsRequired: true},
	{Name: "notifications/subscriptions/acknowledged", Notification: true, From: Server, Since: rule.R5, params: tSubscriptionsAcknowledgedNotificationParams, ParamsRequired: true},
}

// rowOf is the first row of a method in the table, -1 for a name that no
// revision knows. Rows of one name follow each other; a test holds the two
// lists together. A switch finds a name many times faster than the table.
func rowOf(method string) int {
	switch method {
	case "initialize":
		return 0
	case "ping":
		return 1
	case "logging/setLevel":
		return 2
	case "resources/subscribe":
		return 3
	case "resources/unsubscribe":
		return 4
	case "server/discover":
		return 5
	case "subscriptions/listen":
		return 6
	case "tools/list":
		return 7
	case "resources/list":
		return 9
	case "resources/templates/list":
		return 11
	case "prompts/list":
		return 13
	case "tasks/list":
		return 15
	case "tools/call":
		return 16
	case "resources/read":
		return 18
	case "prompts/get":
		return 20
	case "completion/complete":
		return 22
	case "tasks/get":
		return 24
	case "tasks/result":
		return 25
	case "tasks/cancel":
		return 26
	case "roots/list":
		return 27
	case "sampling/createMessage":
		return 28
	case "elicitation/create":
		return 29
	case "notifications/initialized":
		return 30
	case "notifications/cancelled":
		return 31
	case "notifications/progress":
		return 32
	case "notifications/message":
		return 34
	case "notifications/tools/list_changed":
		return 36
	case "notifications/prompts/list_changed":
		return 37
	case "notifications/resources/list_changed":
		return 38
	case "notifications/resources/updated":
		return 39
	case "notifications/roots/list_changed":
		return 40
	case "notifications/tasks/status":
		return 41
	case "notifications/elicitation/complete":
		return 42
	case "notifications/subscriptions/acknowledged":
		return 43
	}
	return -1
}
