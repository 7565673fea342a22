package render

import _ "embed"

//go:embed report.schema.json
var reportSchema []byte

// Schema is the JSON Schema of the report, generated from its types. It changes
// only with them.
func Schema() []byte { return reportSchema }
