package mcp

import (
	"stdioscope/engine/mcp/schema"
	"stdioscope/engine/wire"
)

// defaultDialect is the dialect of a schema that names none: the specification
// says so from 2025-11-25 on.
func defaultDialect(rev uint8) schema.Dialect {
	if rev >= 4 {
		return schema.Draft2020
	}
	return schema.Unstated
}

// structuredContent judges a tool's result against the tool's outputSchema. A
// result that reports an error is left alone: the text does not say that the
// schema holds for it.
func (w *walker) structuredContent(result, outputSchema []byte) {
	if w.rev < 3 || outputSchema == nil || wire.TypeOf(outputSchema) != wire.Object {
		return
	}
	if isError, _ := wire.Get(result, "isError"); len(isError) > 0 && isError[0] == 't' {
		return
	}
	content, ok := wire.Get(result, "structuredContent")
	switch {
	case !ok:
		w.add("structured-content-missing", "", result, "",
			w.subject()+" has no structuredContent, expected one that fits the tool's outputSchema")
		return
	case w.rev < 5 && wire.TypeOf(content) != wire.Object:
		return // reported as structured-content-invalid
	}
	d := schema.DialectOf(outputSchema, defaultDialect(w.rev))
	if v, m := schema.Fits(outputSchema, content, d, "structuredContent"); v == schema.No {
		w.problems = append(w.problems, Problem{
			Code: "structured-content-mismatch", Column: max(wire.Offset(w.c.Data, content), 0) + m.Column, Length: m.Length,
			Path: "/structuredContent" + m.Path, Message: m.Message + " (by the tool's outputSchema)",
		})
	}
}
