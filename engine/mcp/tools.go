package mcp

// ToolFact is what is worth keeping of one listed tool. The byte slices alias
// the list that was handed in.
type ToolFact struct {
	Name         string // "" when it has no usable name
	InputSchema  []byte // nil when absent
	OutputSchema []byte // nil when absent
	Errors       int    // problems by severity under the revision
	Warnings     int
	Notes        int
}

// ToolSummary counts what [CheckTools] saw in one page of tools/list.
type ToolSummary struct {
	Tools      []ToolFact // in the order of the page
	Duplicates []string   // names that this or an earlier page had before, once each
}

// CheckTools judges the value of a tools/list result's tools member, one page.
// seen holds the names of earlier pages of the same listing and is added to;
// nil means that there was no earlier page. Columns count within tools.
func CheckTools(rev string, tools []byte, seen map[string]bool) (ToolSummary, []Problem) {
	return ToolSummary{}, nil
}
