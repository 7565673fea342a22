package mcp

// Part says in which raw value of the message a problem's place is counted.
type Part uint8

const (
	PartValue   Part = iota // the params, result, error or other value that was handed in
	PartMethod              // the method's JSON string
	PartMessage             // the whole message: a member that is not there
)

// Problem is one thing that is wrong with a value. Severity, class and layer of
// its Code stand in the catalogue of package rule.
type Problem struct {
	Code    string
	Detail  string // detail code, "" when the code has none
	Part    Part
	Column  int    // byte offset within the raw value that Part names, from 0
	Length  int    // bytes from Column on that are at fault
	Path    string // JSON pointer to them within that value, "" = the value itself
	Message string // one line: what was seen, what the protocol expects
}
