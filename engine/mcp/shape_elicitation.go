package mcp

// What a server may ask of a person, and the flat schemas of its forms.

const (
	tBooleanSchema typ = elicitationTopic<<8 + iota
	tElicitRequest
	tElicitRequestParams
	tElicitRequestURLParams
	tElicitResult
	tEnumSchema3
	tEnumSchema
	tLegacyTitledEnumSchema
	tMultiSelectEnumSchema
	tNumberSchema
	tPrimitiveSchemaDefinition
	tSingleSelectEnumSchema
	tStringSchema
	tTitledMultiSelectEnumSchema
	tTitledSingleSelectEnumSchema
	tUntitledMultiSelectEnumSchema
	tUntitledSingleSelectEnumSchema
	tElicitRequestFormParams
	tElicitAction
	tElicitValue
	tNumberType
	tStringFormat
	tTitledItems
	tTitledChoice
	tUntitledItems
	tRequestedSchema
)

var elicitationShapes = [...]shape{
	tBooleanSchema & 255: {name: "BooleanSchema", from: 3, kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "boolean"},
		{key: "default", is: tBoolean},
		{key: "description", is: tText},
		{key: "title", is: tText},
	}},
	tElicitRequest & 255: {name: "ElicitRequest", from: 3, kind: object, members: []member{
		{key: "jsonrpc", must: true, is: tText, only: "2.0", from: 4, to: 4},
		{key: "id", must: true, is: tID, from: 4, to: 4},
		{key: "method", must: true, is: tText, only: "elicitation/create"},
		{key: "params", must: true, is: tElicitRequestFormParams, to: 3},
		{key: "params", must: true, is: tElicitRequestParams, from: 4},
	}},
	tElicitRequestParams & 255: {name: "ElicitRequestParams", from: 4, kind: union, by: "mode", of: []choice{
		{is: tElicitRequestURLParams, when: "url"},
		{is: tElicitRequestFormParams, when: "form", orAbsent: true},
	}},
	tElicitRequestURLParams & 255: {name: "ElicitRequestURLParams", from: 4, kind: object, members: []member{
		{key: "elicitationId", must: true, is: tText, to: 4},
		{key: "message", must: true, is: tText},
		{key: "mode", must: true, is: tText, only: "url"},
		{key: "url", must: true, is: tText},
		{key: "_meta", is: tRequestMeta, to: 4, code: "meta-invalid"},
		{key: "task", is: tTaskMetadata, to: 4},
	}},
	tElicitResult & 255: {name: "ElicitResult", from: 3, kind: object, members: []member{
		{key: "action", must: true, is: tElicitAction},
		{key: "_meta", is: tMeta, to: 4, code: "meta-invalid"},
		{key: "content", is: tScalar, as: dict, to: 3},
		{key: "content", is: tElicitValue, as: dict, from: 4},
	}},
	tEnumSchema3 & 255: {name: "EnumSchema", from: 3, to: 3, kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "string"},
		{key: "enum", must: true, is: tText, as: list},
		{key: "description", is: tText},
		{key: "enumNames", is: tText, as: list},
		{key: "title", is: tText},
	}},
	tEnumSchema & 255: {name: "EnumSchema", from: 4, kind: union, of: []choice{
		{is: tUntitledSingleSelectEnumSchema},
		{is: tTitledSingleSelectEnumSchema},
		{is: tUntitledMultiSelectEnumSchema},
		{is: tTitledMultiSelectEnumSchema},
		{is: tLegacyTitledEnumSchema},
	}},
	tLegacyTitledEnumSchema & 255: {name: "LegacyTitledEnumSchema", from: 4, kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "string"},
		{key: "enum", must: true, is: tText, as: list},
		{key: "default", is: tText},
		{key: "description", is: tText},
		{key: "enumNames", is: tText, as: list},
		{key: "title", is: tText},
	}},
	tMultiSelectEnumSchema & 255: {name: "MultiSelectEnumSchema", from: 4, kind: union, of: []choice{
		{is: tUntitledMultiSelectEnumSchema},
		{is: tTitledMultiSelectEnumSchema},
	}},
	tNumberSchema & 255: {name: "NumberSchema", from: 3, kind: object, members: []member{
		{key: "type", must: true, is: tNumberType},
		{key: "description", is: tText},
		{key: "maximum", is: tNumber},
		{key: "minimum", is: tNumber},
		{key: "title", is: tText},
		{key: "default", is: tNumber, from: 4},
	}},
	tPrimitiveSchemaDefinition & 255: {name: "PrimitiveSchemaDefinition", from: 3, kind: union, of: []choice{
		{is: tStringSchema},
		{is: tNumberSchema},
		{is: tBooleanSchema},
		{is: tEnumSchema3, to: 3},
		{is: tUntitledSingleSelectEnumSchema, from: 4},
		{is: tTitledSingleSelectEnumSchema, from: 4},
		{is: tUntitledMultiSelectEnumSchema, from: 4},
		{is: tTitledMultiSelectEnumSchema, from: 4},
		{is: tLegacyTitledEnumSchema, from: 4},
	}},
	tSingleSelectEnumSchema & 255: {name: "SingleSelectEnumSchema", from: 4, kind: union, of: []choice{
		{is: tUntitledSingleSelectEnumSchema},
		{is: tTitledSingleSelectEnumSchema},
	}},
	tStringSchema & 255: {name: "StringSchema", from: 3, kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "string"},
		{key: "description", is: tText},
		{key: "format", is: tStringFormat},
		{key: "maxLength", is: tInteger},
		{key: "minLength", is: tInteger},
		{key: "title", is: tText},
		{key: "default", is: tText, from: 4},
	}},
	tTitledMultiSelectEnumSchema & 255: {name: "TitledMultiSelectEnumSchema", from: 4, kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "array"},
		{key: "items", must: true, is: tTitledItems},
		{key: "default", is: tText, as: list},
		{key: "description", is: tText},
		{key: "maxItems", is: tInteger},
		{key: "minItems", is: tInteger},
		{key: "title", is: tText},
	}},
	tTitledSingleSelectEnumSchema & 255: {name: "TitledSingleSelectEnumSchema", from: 4, kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "string"},
		{key: "oneOf", must: true, is: tTitledChoice, as: list},
		{key: "default", is: tText},
		{key: "description", is: tText},
		{key: "title", is: tText},
	}},
	tUntitledMultiSelectEnumSchema & 255: {name: "UntitledMultiSelectEnumSchema", from: 4, kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "array"},
		{key: "items", must: true, is: tUntitledItems},
		{key: "default", is: tText, as: list},
		{key: "description", is: tText},
		{key: "maxItems", is: tInteger},
		{key: "minItems", is: tInteger},
		{key: "title", is: tText},
	}},
	tUntitledSingleSelectEnumSchema & 255: {name: "UntitledSingleSelectEnumSchema", from: 4, kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "string"},
		{key: "enum", must: true, is: tText, as: list},
		{key: "default", is: tText},
		{key: "description", is: tText},
		{key: "title", is: tText},
	}},
	tElicitRequestFormParams & 255: {name: "ElicitRequestFormParams", from: 4, kind: object, members: []member{
		{key: "message", must: true, is: tText},
		{key: "requestedSchema", must: true, is: tRequestedSchema},
		{key: "_meta", is: tRequestMeta, from: 4, to: 4, code: "meta-invalid"},
		{key: "mode", is: tText, only: "form", from: 4},
		{key: "task", is: tTaskMetadata, from: 4, to: 4},
	}},
	tElicitAction & 255: {kind: text, words: []string{"accept", "cancel", "decline"}},
	tElicitValue & 255: {kind: union, of: []choice{
		{is: tText, as: list},
		{is: tScalar},
	}},
	tNumberType & 255:   {kind: text, words: []string{"integer", "number"}},
	tStringFormat & 255: {kind: text, words: []string{"date", "date-time", "email", "uri"}},
	tTitledItems & 255: {kind: object, members: []member{
		{key: "anyOf", must: true, is: tTitledChoice, as: list},
	}},
	tTitledChoice & 255: {kind: object, members: []member{
		{key: "const", must: true, is: tText},
		{key: "title", must: true, is: tText},
	}},
	tUntitledItems & 255: {kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "string"},
		{key: "enum", must: true, is: tText, as: list},
	}},
	tRequestedSchema & 255: {kind: object, members: []member{
		{key: "type", must: true, is: tText, only: "object"},
		{key: "properties", must: true, is: tPrimitiveSchemaDefinition, as: dict},
		{key: "required", is: tText, as: list},
		{key: "$schema", is: tText, from: 4},
	}},
}
