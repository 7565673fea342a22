// Package mcp gives a JSON-RPC message its meaning under one of the five
// published revisions of the Model Context Protocol: which methods exist, who
// may send them, what their parameters, results and errors look like, and
// whether a tool's metadata and schemas are sound.
//
// Start with [FindMethod] to learn what a method is, and with [CheckRequest],
// [CheckNotification], [CheckResult] and [CheckError] to judge one message.
// [ToolLists] judges the entries of a tools/list result, [CheckShape] any
// value against one named definition of the published schemas.
//
// The data flows one way:
//
//	raw value -> shape of the revision -> problems with catalogue codes
//	tools     -> names, schemas, $ref  -> problems, summary
//	schema + value -> package schema   -> fits, or where it does not
//
// Everything here is a pure function of one value and the facts handed in. What
// needs a second message (ids, order, capabilities in use) is judged above, in
// package engine. Every raw value must already have passed wire.Scan; a value
// that has not is read as far as it can be, never with a panic.
//
// Where the published schema and the specification's text disagree, the laxer
// reading holds; a test compares every definition with the published schemas
// and lists each difference with its reason.
package mcp
