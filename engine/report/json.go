package report

import (
	"bytes"
	"encoding/json"
)

// JSON is the report's one canonical form: two spaces of indentation, fields in
// declaration order, no HTML escaping, a newline at the end. Equal reports give
// equal bytes.
func (r *Report) JSON() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		// Only a raw field that is no JSON can do this; the engine checks each
		// before it stores one.
		panic("report: " + err.Error())
	}
	return b.Bytes()
}
