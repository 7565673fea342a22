package report

import (
	"bytes"
	"encoding/json"
)

// Raw is JSON text that stands in the report as the recorder wrote it. It must be
// valid.
type Raw = json.RawMessage

// Number is a JSON number as it was written.
type Number = json.Number

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
