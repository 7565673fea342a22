package mcp

// Content blocks and what they hold.

const (
	tAnnotated typ = contentTopic<<8 + iota
	tAudioContent
	tBlobResourceContents
	tContentBlock
	tEmbeddedResource
	tImageContent
	tPromptMessage
	tResourceContents
	tResourceLink
	tRole
	tTextContent
	tTextResourceContents
	tToolResultContent
	tToolUseContent
	tAnnotations
	tContentBefore3
	tTextOrBlob
)

var contentShapes = [...]shape{
	tAnnotated & 255: {name: "Annotated", to: 1, kind: object, members: []member{
		{key: "annotations", is: tAnnotations},
	}},
	tAudioContent & 255: {name: "AudioContent", from: 2, code: "content-invalid", kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "audio"},
		{key: "data", must: true, is: tText, base64: true},
		{key: "mimeType", must: true, is: tText},
		{key: "annotations", is: tAnnotations},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
	}},
	tBlobResourceContents & 255: {name: "BlobResourceContents", code: "content-invalid", kind: object, members: []member{
		{key: "blob", must: true, is: tText, base64: true},
		{key: "uri", must: true, is: tText},
		{key: "mimeType", is: tText},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
	}},
	tContentBlock & 255: {name: "ContentBlock", from: 3, code: "content-invalid", kind: union, by: "type", of: []choice{
		{is: tTextContent, when: "text"},
		{is: tImageContent, when: "image"},
		{is: tAudioContent, when: "audio"},
		{is: tResourceLink, when: "resource_link"},
		{is: tEmbeddedResource, when: "resource"},
	}},
	tEmbeddedResource & 255: {name: "EmbeddedResource", code: "content-invalid", kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "resource"},
		{key: "resource", must: true, is: tTextOrBlob},
		{key: "annotations", is: tAnnotations},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
	}},
	tImageContent & 255: {name: "ImageContent", code: "content-invalid", kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "image"},
		{key: "data", must: true, is: tText, base64: true},
		{key: "mimeType", must: true, is: tText},
		{key: "annotations", is: tAnnotations},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
	}},
	tPromptMessage & 255: {name: "PromptMessage", kind: object, members: []member{
		{key: "content", must: true, is: tContentBefore3, to: 2},
		{key: "content", must: true, is: tContentBlock, from: 3},
		{key: "role", must: true, is: tRole},
	}},
	tResourceContents & 255: {name: "ResourceContents", kind: object, members: []member{
		{key: "uri", must: true, is: tText},
		{key: "mimeType", is: tText},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
	}},
	tResourceLink & 255: {name: "ResourceLink", from: 3, code: "content-invalid", kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "resource_link"},
		{key: "name", must: true, is: tText},
		{key: "uri", must: true, is: tText},
		{key: "_meta", is: tMeta, code: "meta-invalid"},
		{key: "annotations", is: tAnnotations},
		{key: "description", is: tText},
		{key: "mimeType", is: tText},
		{key: "size", is: tNumber},
		{key: "title", is: tText},
		{key: "icons", is: tIcon, as: list, from: 4},
	}},
	tRole & 255: {name: "Role", kind: text, words: []string{"assistant", "user"}},
	tTextContent & 255: {name: "TextContent", code: "content-invalid", kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "text"},
		{key: "text", must: true, is: tText},
		{key: "annotations", is: tAnnotations},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
	}},
	tTextResourceContents & 255: {name: "TextResourceContents", code: "content-invalid", kind: object, members: []member{
		{key: "text", must: true, is: tText},
		{key: "uri", must: true, is: tText},
		{key: "mimeType", is: tText},
		{key: "_meta", is: tMeta, from: 3, code: "meta-invalid"},
	}},
	tToolResultContent & 255: {name: "ToolResultContent", from: 4, code: "content-invalid", kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "tool_result"},
		{key: "content", must: true, is: tContentBlock, as: list},
		{key: "toolUseId", must: true, is: tText},
		{key: "_meta", is: tMeta, code: "meta-invalid"},
		{key: "isError", is: tBoolean},
		{key: "structuredContent", is: tObject, to: 4},
		{key: "structuredContent", is: tAny, from: 5},
	}},
	tToolUseContent & 255: {name: "ToolUseContent", from: 4, code: "content-invalid", kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "tool_use"},
		{key: "id", must: true, is: tText},
		{key: "name", must: true, is: tText},
		{key: "input", must: true, is: tObject},
		{key: "_meta", is: tMeta, code: "meta-invalid"},
	}},
	tAnnotations & 255: {name: "Annotations", from: 2, kind: object, members: []member{
		{key: "audience", is: tRole, as: list},
		{key: "priority", is: tUnit},
		{key: "lastModified", is: tText, from: 3},
	}},
	tContentBefore3 & 255: {code: "content-invalid", kind: union, by: "type", of: []choice{
		{is: tTextContent, when: "text"},
		{is: tImageContent, when: "image"},
		{is: tEmbeddedResource, when: "resource"},
		{is: tAudioContent, when: "audio", from: 2},
	}},
	tTextOrBlob & 255: {code: "content-invalid", kind: union, of: []choice{
		{is: tTextResourceContents},
		{is: tBlobResourceContents},
	}},
}
