package mcp

// Tools, resources, prompts and roots, and the lists of them.

const (
	tCacheableResult typ = listTopic<<8 + iota
	tListPromptsResult
	tListResourceTemplatesResult
	tListResourcesResult
	tListRootsResult
	tListToolsResult
	tPaginatedResult
	tPrompt
	tPromptArgument
	tResource
	tResourceTemplate
	tRoot
	tTool
	tToolAnnotations
	tToolExecution
	tCacheScope
	tInputSchema
	tOutputSchema
)

var listShapes = [...]shape{
	tCacheableResult & 255: {name: "CacheableResult", from: 5, kind: object, members: []member{
		{key: "resultType", must: true, is: tText, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "cacheScope", must: true, is: tCacheScope, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "ttlMs", must: true, is: tCount, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "_meta", is: tResultMetaObject, code: "meta-invalid"},
	}},
	tListPromptsResult & 255: {name: "ListPromptsResult", kind: object, members: []member{
		{key: "resultType", must: true, is: tText, from: 5, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "prompts", must: true, is: tPrompt, as: list},
		{key: "cacheScope", must: true, is: tCacheScope, from: 5, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "ttlMs", must: true, is: tCount, from: 5, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tResultMetaObject, from: 5, code: "meta-invalid"},
		{key: "nextCursor", is: tText},
	}},
	tListResourceTemplatesResult & 255: {name: "ListResourceTemplatesResult", kind: object, members: []member{
		{key: "resultType", must: true, is: tText, from: 5, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "resourceTemplates", must: true, is: tResourceTemplate, as: list},
		{key: "cacheScope", must: true, is: tCacheScope, from: 5, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "ttlMs", must: true, is: tCount, from: 5, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tResultMetaObject, from: 5, code: "meta-invalid"},
		{key: "nextCursor", is: tText},
	}},
	tListResourcesResult & 255: {name: "ListResourcesResult", kind: object, members: []member{
		{key: "resultType", must: true, is: tText, from: 5, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "resources", must: true, is: tResource, as: list},
		{key: "cacheScope", must: true, is: tCacheScope, from: 5, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "ttlMs", must: true, is: tCount, from: 5, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tResultMetaObject, from: 5, code: "meta-invalid"},
		{key: "nextCursor", is: tText},
	}},
	tListRootsResult & 255: {name: "ListRootsResult", kind: object, members: []member{
		{key: "roots", must: true, is: tRoot, as: list},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
	}},
	tListToolsResult & 255: {name: "ListToolsResult", kind: object, members: []member{
		{key: "resultType", must: true, is: tText, from: 5, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "tools", must: true, is: tTool, as: list},
		{key: "cacheScope", must: true, is: tCacheScope, from: 5, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "ttlMs", must: true, is: tCount, from: 5, code: "cache-hints-invalid", absent: "cache-hints-invalid"},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tResultMetaObject, from: 5, code: "meta-invalid"},
		{key: "nextCursor", is: tText},
	}},
	tPaginatedResult & 255: {name: "PaginatedResult", kind: object, members: []member{
		{key: "resultType", must: true, is: tText, from: 5, code: "result-type-invalid", absent: "result-type-missing"},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "_meta", is: tResultMetaObject, from: 5, code: "meta-invalid"},
		{key: "nextCursor", is: tText},
	}},
	tPrompt & 255: {name: "Prompt", code: "list-entry-invalid", kind: object, members: []member{
		{key: "name", must: true, is: tText},
		{key: "arguments", is: tPromptArgument, as: list},
		{key: "description", is: tText},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
		{key: "title", is: tText, from: 3},
		{key: "icons", is: tIcon, as: list, from: 4},
	}},
	tPromptArgument & 255: {name: "PromptArgument", kind: object, members: []member{
		{key: "name", must: true, is: tText},
		{key: "description", is: tText},
		{key: "required", is: tBoolean},
		{key: "title", is: tText, from: 3},
	}},
	tResource & 255: {name: "Resource", code: "list-entry-invalid", kind: object, members: []member{
		{key: "name", must: true, is: tText},
		{key: "uri", must: true, is: tText},
		{key: "annotations", is: tAnnotations},
		{key: "description", is: tText},
		{key: "mimeType", is: tText},
		{key: "size", is: tNumber},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
		{key: "title", is: tText, from: 3},
		{key: "icons", is: tIcon, as: list, from: 4},
	}},
	tResourceTemplate & 255: {name: "ResourceTemplate", code: "list-entry-invalid", kind: object, members: []member{
		{key: "name", must: true, is: tText},
		{key: "uriTemplate", must: true, is: tText},
		{key: "annotations", is: tAnnotations},
		{key: "description", is: tText},
		{key: "mimeType", is: tText},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
		{key: "title", is: tText, from: 3},
		{key: "icons", is: tIcon, as: list, from: 4},
	}},
	tRoot & 255: {name: "Root", kind: object, members: []member{
		{key: "uri", must: true, is: tText},
		{key: "name", is: tText},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
	}},
	tTool & 255: {name: "Tool", code: "tool-metadata-invalid", kind: object, members: []member{
		{key: "name", must: true, is: tText, mark: markName, code: "tool-name-invalid", absent: "tool-name-invalid"},
		{key: "inputSchema", must: true, is: tInputSchema, code: "tool-input-schema-invalid", absent: "tool-input-schema-invalid", mark: markInput},
		{key: "description", is: tText, mark: markDescription},
		{key: "annotations", is: tToolAnnotations, from: 2},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
		{key: "outputSchema", is: tOutputSchema, from: 3, code: "tool-output-schema-invalid", mark: markOutput},
		{key: "title", is: tText, from: 3},
		{key: "execution", is: tToolExecution, from: 4, to: 4},
		{key: "icons", is: tIcon, as: list, from: 4},
	}},
	tToolAnnotations & 255: {name: "ToolAnnotations", from: 2, kind: object, members: []member{
		{key: "destructiveHint", is: tBoolean},
		{key: "idempotentHint", is: tBoolean},
		{key: "openWorldHint", is: tBoolean},
		{key: "readOnlyHint", is: tBoolean},
		{key: "title", is: tText},
	}},
	tToolExecution & 255: {name: "ToolExecution", from: 4, to: 4, kind: object, members: []member{
		{key: "taskSupport", is: tTaskSupport},
	}},
	tCacheScope & 255: {kind: text, words: []string{"private", "public"}},
	tInputSchema & 255: {kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "object"},
		{key: "properties", is: tObject, as: dict, to: 4},
		{key: "required", is: tText, as: list, to: 4},
		{key: "$schema", is: tText, from: 4},
	}},
	tOutputSchema & 255: {kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "object", to: 4},
		{key: "properties", is: tObject, as: dict, to: 4},
		{key: "required", is: tText, as: list, to: 4},
		{key: "$schema", is: tText, from: 4},
	}},
}
