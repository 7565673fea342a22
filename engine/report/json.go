package report

import "errors"

// Raw is JSON text that stands in the report as the recorder wrote it. It must be
// valid; none at all is null.
type Raw []byte

// MarshalJSON gives the text itself, to whoever encodes parts of a report.
func (r Raw) MarshalJSON() ([]byte, error) {
	if len(r) == 0 {
		return []byte("null"), nil
	}
	return r, nil
}

// UnmarshalJSON keeps the text, to whoever decodes a report.
func (r *Raw) UnmarshalJSON(text []byte) error {
	*r = append((*r)[:0], text...)
	return nil
}

// Number is a JSON number as it was written; "" is 0.
type Number string

// MarshalJSON gives the number itself, to whoever encodes parts of a report.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalJSON keeps the number, to whoever decodes a report.
func (n *Number) UnmarshalJSON(text []byte) error {
	if len(text) == 0 || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return errors.New("report: no number: " + string(text))
	}
	*n = Number(text)
	return nil
}

// String is the number as it was written.
func (n Number) String() string {
	if n == "" {
		return "0"
	}
	return string(n)
}

// JSON is the report's one canonical form: two spaces of indentation, fields in
// declaration order, no HTML escaping, a newline at the end. Equal reports give
// equal bytes.
func (r *Report) JSON() []byte {
	var w writer
	r.write(&w)
	return append(w.out, '\n')
}
