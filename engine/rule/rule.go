// Package rule is the catalogue: every issue code once, with its class, layer,
// severity, title and source. It decides nothing; the judgement lives in the
// room of its layer and names its code literally.
//
// [Catalogue] is the table to read; [Lookup] finds one code.
package rule

// Class groups codes by the kind of problem that a registry should display.
type Class string

// The three classes of the contract.
const (
	InstallRuntime Class = "installRuntime"
	StdioTransport Class = "stdioTransport"
	MCPProtocol    Class = "mcpProtocol"
)

// Severity follows the specification's keyword: MUST is an error, SHOULD a
// warning, our own advice a note.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Rank orders severities: 0 is the worst.
func (s Severity) Rank() int {
	switch s {
	case Error:
		return 0
	case Warning:
		return 1
	}
	return 2
}

// Layer is a rung of the ladder: 1 bytes and framing, 2 JSON syntax, 3 JSON-RPC
// shape, 4 MCP schema and semantics, 5 correlation and lifecycle; 0 is outside.
type Layer int

// Check names the entry of the report's "checks" that a code counts for.
type Check string

// The checks of the contract; Discover is additive.
const (
	CheckInitialize   Check = "initialize"
	CheckDiscover     Check = "discover"
	CheckStdout       Check = "stdout"
	CheckJSONRPC      Check = "jsonRpc"
	CheckOperation    Check = "operation"
	CheckCapabilities Check = "capabilities"
	CheckToolSchema   Check = "toolSchema"
	CheckAdversarial  Check = "adversarial"
	CheckProcess      Check = "process"
	CheckPython       Check = "pythonBuffering"
	CheckStaticScan   Check = "staticScan"
	CheckRepeat       Check = "repeat"
)

// The published protocol revisions, oldest first.
const (
	R1 = "2024-11-05"
	R2 = "2025-03-26"
	R3 = "2025-06-18"
	R4 = "2025-11-25"
	R5 = "2026-07-28"
)

// Rule is one entry of the catalogue.
type Rule struct {
	Code     string
	Class    Class
	Layer    Layer
	Severity Severity // from Since on (or always, when Since is empty)
	// Before is the severity in revisions earlier than Since; "" = the rule does
	// not apply to them.
	Before  Severity
	Since   string // first revision that the rule holds for as it stands; "" = all
	Until   string // last revision; "" = no end
	Check   Check  // "" = no check of its own
	Title   string
	Spec    string   // section path within the specification, or the RFC
	Details []string // the detail codes it may carry
}

// Lookup finds the rule of a code.
func Lookup(code string) (Rule, bool) {
	for i := range Catalogue {
		if Catalogue[i].Code == code {
			return Catalogue[i], true
		}
	}
	return Rule{}, false
}

// SeverityAt is the rule's severity under a revision; an unknown or empty
// revision counts as the newest. "" means that the rule does not apply.
func (r Rule) SeverityAt(revision string) Severity {
	if revision == "" {
		return r.Severity
	}
	if r.Since != "" && revision < r.Since {
		return r.Before
	}
	if r.Until != "" && revision > r.Until {
		return ""
	}
	return r.Severity
}
