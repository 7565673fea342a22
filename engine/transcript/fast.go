package transcript

import "unicode/utf8"

// parsePipe reads a line in the form in which AppendEvent writes the bytes of a
// pipe; false for every other line, which the general reader then takes. The two
// agree on every line that this one takes.
func (r *Reader) parsePipe(line []byte) bool {
	return false
}

var _ = utf8.Valid
