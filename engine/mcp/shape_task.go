package mcp

// Tasks: experimental, and of one revision only.

const (
	tCancelTaskRequest typ = taskTopic<<8 + iota
	tCancelTaskResult
	tCreateTaskResult
	tGetTaskPayloadRequest
	tGetTaskPayloadResult
	tGetTaskRequest
	tGetTaskResult
	tListTasksRequest
	tListTasksResult
	tRelatedTaskMetadata
	tTask
	tTaskAugmentedRequestParams
	tTaskMetadata
	tTaskStatus
	tTaskIDParams
	tTaskSupport
)

var taskShapes = [...]shape{
	tCancelTaskRequest & 255: {name: "CancelTaskRequest", from: 4, to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "method", must: true, is: tText, only: "tasks/cancel"},
		{key: "params", must: true, is: tTaskIDParams},
	}},
	tCancelTaskResult & 255: {name: "CancelTaskResult", from: 4, to: 4, kind: object, members: []member{
		{key: "createdAt", must: true, is: tText},
		{key: "lastUpdatedAt", must: true, is: tText},
		{key: "status", must: true, is: tTaskStatus},
		{key: "taskId", must: true, is: tText},
		{key: "ttl", must: true, is: tNumberOrNull},
		{key: "_meta", is: tMeta, code: "meta-invalid"},
		{key: "pollInterval", is: tNumber},
		{key: "statusMessage", is: tText},
	}},
	tCreateTaskResult & 255: {name: "CreateTaskResult", from: 4, to: 4, kind: object, members: []member{
		{key: "task", must: true, is: tTask},
		{key: "_meta", is: tMeta, code: "meta-invalid"},
	}},
	tGetTaskPayloadRequest & 255: {name: "GetTaskPayloadRequest", from: 4, to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "method", must: true, is: tText, only: "tasks/result"},
		{key: "params", must: true, is: tTaskIDParams},
	}},
	tGetTaskPayloadResult & 255: {name: "GetTaskPayloadResult", from: 4, to: 4, kind: object, members: []member{
		{key: "_meta", is: tMeta, code: "meta-invalid"},
	}},
	tGetTaskRequest & 255: {name: "GetTaskRequest", from: 4, to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "method", must: true, is: tText, only: "tasks/get"},
		{key: "params", must: true, is: tTaskIDParams},
	}},
	tGetTaskResult & 255: {name: "GetTaskResult", from: 4, to: 4, kind: object, members: []member{
		{key: "createdAt", must: true, is: tText},
		{key: "lastUpdatedAt", must: true, is: tText},
		{key: "status", must: true, is: tTaskStatus},
		{key: "taskId", must: true, is: tText},
		{key: "ttl", must: true, is: tNumberOrNull},
		{key: "_meta", is: tMeta, code: "meta-invalid"},
		{key: "pollInterval", is: tNumber},
		{key: "statusMessage", is: tText},
	}},
	tListTasksRequest & 255: {name: "ListTasksRequest", from: 4, to: 4, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0"},
		{key: "id", must: true, is: tID},
		{key: "method", must: true, is: tText, only: "tasks/list"},
		{key: "params", is: tPaginatedRequestParams},
	}},
	tListTasksResult & 255: {name: "ListTasksResult", from: 4, to: 4, kind: object, members: []member{
		{key: "tasks", must: true, is: tTask, as: list},
		{key: "_meta", is: tMeta, code: "meta-invalid"},
		{key: "nextCursor", is: tText},
	}},
	tRelatedTaskMetadata & 255: {name: "RelatedTaskMetadata", from: 4, to: 4, kind: object, members: []member{
		{key: "taskId", must: true, is: tText},
	}},
	tTask & 255: {name: "Task", from: 4, to: 4, kind: object, members: []member{
		{key: "createdAt", must: true, is: tText},
		{key: "lastUpdatedAt", must: true, is: tText},
		{key: "status", must: true, is: tTaskStatus},
		{key: "taskId", must: true, is: tText},
		{key: "ttl", must: true, is: tNumberOrNull},
		{key: "pollInterval", is: tNumber},
		{key: "statusMessage", is: tText},
	}},
	tTaskAugmentedRequestParams & 255: {name: "TaskAugmentedRequestParams", from: 4, to: 4, kind: object, members: []member{
		{key: "_meta", is: tRequestMeta, code: "meta-invalid"},
		{key: "task", is: tTaskMetadata},
	}},
	tTaskMetadata & 255: {name: "TaskMetadata", from: 4, to: 4, kind: object, members: []member{
		{key: "ttl", is: tNumber},
	}},
	tTaskStatus & 255: {name: "TaskStatus", from: 4, to: 4, kind: text, words: []string{"cancelled", "completed", "failed", "input_required", "working"}},
	tTaskIDParams & 255: {kind: object, members: []member{
		{key: "taskId", must: true, is: tText},
	}},
	tTaskSupport & 255: {kind: text, words: []string{"forbidden", "optional", "required"}},
}
