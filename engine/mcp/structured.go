package mcp

// structuredContent judges a tool's result against the tool's outputSchema.
func (w *walker) structuredContent(result, schema []byte) {}
