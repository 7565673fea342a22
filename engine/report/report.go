// Package report is the JSON contract, schema version 1, as Go types, and its
// encoder. It holds no judgement: package engine fills a [Report], everybody
// else only reads one.
//
// Start with [Report] and [Report.JSON]. The encoder is deterministic: equal
// reports give equal bytes, in the field order below, everywhere. The package
// refuses nothing; what a field's absence means stands at the field.
package report

import "stdioscope/engine/rule"

// SchemaVersion is the version of the contract that this package writes. New
// fields keep it; a renamed, removed or retyped one would raise it.
const SchemaVersion = 1

// Status is the outcome of a check or class.
type Status string

// The statuses of a check; Skipped is never a pass.
const (
	Pass    Status = "pass"
	Fail    Status = "fail"
	Warning Status = "warning"
	Skipped Status = "skipped"
)

// NotVisible is the reason of a skipped layer or check whose evidence the
// transcript's source could not preserve.
const NotVisible = "not-visible"

// Report is the verdict on one transcript. Every field below Source is additive
// to the published contract.
type Report struct {
	SchemaVersion int  `json:"schemaVersion"`
	Run           int  `json:"run,omitempty"` // 1-based; only in the entries of Runs
	OK            bool `json:"ok"`            // no finding of severity error counts against the server

	Config             Config           `json:"config"`
	Profile            string           `json:"profile"`
	Command            []string         `json:"command"`            // argv, secrets masked; empty when the source does not say
	Protocol           string           `json:"protocol"`           // the version last sent; "" when no request named one
	NegotiatedProtocol string           `json:"negotiatedProtocol"` // the version agreed; "" when none was
	Initialized        bool             `json:"initialized"`        // the handshake alone; false without fault in the modern era
	Repeat             int              `json:"repeat"`             // how many runs were asked for
	DurationMs         int64            `json:"durationMs"`
	Operation          *Operation       `json:"operation"` // the first explicit request; null when none was made
	Operations         []Operation      `json:"operations"`
	Adversarial        Adversarial      `json:"adversarial"`
	ToolSchema         ToolSchema       `json:"toolSchema"`
	CapabilityProbes   bool             `json:"capabilityProbes"`
	CapabilityKeys     []string         `json:"capabilityKeys"` // sorted
	CapabilityChecks   CapabilityChecks `json:"capabilityChecks"`
	Drift              Drift            `json:"drift"`
	Process            Process          `json:"process"`
	Checks             Checks           `json:"checks"`
	IssueClasses       IssueClasses     `json:"issueClasses"`
	Summary            Summary          `json:"summary"`
	Fingerprint        Fingerprint      `json:"fingerprint"`
	Issues             []Issue          `json:"issues"` // in the order of their place; notes too
	StaticScan         StaticScan       `json:"staticScan"`
	StaticFindings     []StaticFinding  `json:"staticFindings"`
	Runs               []*Report        `json:"runs,omitempty"` // absent for a single run; entries hold no Runs of their own
	FirstViolation     *FirstViolation  `json:"firstViolation"` // null when there is neither an error nor a warning with a place
	Classification     Classification   `json:"classification"`
	Layers             []Layer          `json:"layers"` // always five, layer 1 first
	Era                Era              `json:"era"`
	Clients            []Client         `json:"clients"`  // what known clients do with these bytes; sorted by name
	Shutdown           *Shutdown        `json:"shutdown"` // null when the transcript shows no shutdown
	Cleanup            *Cleanup         `json:"cleanup"`  // null when nothing was reaped by us
	Evidence           *Evidence        `json:"evidence"` // null when there is no first violation
	Counts             []CodeCount      `json:"counts"`   // exact, also where Issues was cut
	Frames             Frames           `json:"frames"`
	Source             Source           `json:"source"`
	Engine             Engine           `json:"engine"`
	Selftest           string           `json:"selftest,omitempty"` // "pass" or "fail": the negative control's outcome
	Eras               []EraRun         `json:"eras,omitempty"`     // absent unless both eras were launched
	ClientErrors       []ClientError    `json:"clientErrors,omitempty"`
}

// Classification is one word for the first violation.
type Classification string

// The classifications; only an error sets one other than ValidStdout.
const (
	ValidStdout             Classification = "valid-stdout"
	EmptyFrame              Classification = "empty-frame"
	DecodeError             Classification = "decode-error"
	InvalidJSON             Classification = "invalid-json"
	SplitMessage            Classification = "split-message"
	InvalidJSONRPC          Classification = "invalid-json-rpc"
	InvalidMCP              Classification = "invalid-mcp"
	CorrelationFailure      Classification = "correlation-failure"
	PartialFrameAtExit      Classification = "partial-frame-at-exit"
	TimeoutWithPartialFrame Classification = "timeout-with-partial-frame"
	ExitBeforeFrame         Classification = "exit-before-frame"
	Timeout                 Classification = "timeout"
	SpawnFailed             Classification = "spawn-failed"
	Limit                   Classification = "limit"
)

// Engine names what made the verdict.
type Engine struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Source says where the transcript came from and what it cannot show.
type Source struct {
	Format      string   `json:"format"`
	Confidence  string   `json:"confidence,omitempty"`
	Hides       []string `json:"hides"`
	Sessions    int      `json:"sessions,omitempty"`
	Started     string   `json:"started,omitempty"`
	Interrupted bool     `json:"interrupted"` // of the recording; never held against the server
}

// Era says which era of the protocol was spoken and judged.
type Era struct {
	Kind              string   `json:"kind"`              // "legacy" (handshake), "modern" (stateless), "dual", "unknown"
	Revision          string   `json:"revision"`          // the revision judged by last; "" when none was known
	How               string   `json:"how"`               // "negotiated", "declared", "discovered", "assumed"
	SupportedVersions []string `json:"supportedVersions"` // as server/discover or an error named them
}

// EraRun is one line of the table that --eras both makes.
type EraRun struct {
	Run        int    `json:"run"`
	Era        string `json:"era"`
	OK         bool   `json:"ok"`
	Negotiated string `json:"negotiatedProtocol"`
}

// Client says what one client does with the faults found.
type Client struct {
	Client   string `json:"client"`
	Versions string `json:"versions,omitempty"`
	Outcome  string `json:"outcome"`           // "survives", "hides", "drops", "unknown"
	Code     string `json:"code,omitempty"`    // the finding that decides it; absent when nothing does
	Address  string `json:"address,omitempty"` // where
	What     string `json:"what,omitempty"`
	Source   string `json:"source,omitempty"`
	Evidence string `json:"evidence,omitempty"` // "proven" by a test against the real client, or "reported"
}

// ClientError is what a client's error string proves about bytes that the
// source did not keep.
type ClientError struct {
	Line      int    `json:"line,omitempty"`
	Stream    string `json:"stream"`
	Layer     int    `json:"layer"`
	Certainty string `json:"certainty"`
	Text      string `json:"text"` // the recovered beginning, not bytes
	Code      string `json:"code"` // what it proves; "" when that has no code
}

// Layer is one rung of the ladder.
type Layer struct {
	Layer         int         `json:"layer"`
	Name          string      `json:"name"`
	Status        Status      `json:"status"`
	Reason        string      `json:"reason,omitempty"` // of a skip: "not-visible", "not-reached"
	FramesChecked int         `json:"framesChecked"`
	First         *LayerFirst `json:"first"` // null when nothing was found on this layer
}

// LayerFirst points to the first finding of a layer.
type LayerFirst struct {
	Code     string        `json:"code"`
	Severity rule.Severity `json:"severity"`
	Address  string        `json:"address,omitempty"` // absent for a silence
}

// Frames counts what crossed the pipes.
type Frames struct {
	Stdin       int `json:"stdin"`
	Stdout      int `json:"stdout"`
	Invalid     int `json:"invalid"` // stdout frames that reached no MCP meaning (a fault of layers 1 to 3)
	StderrLines int `json:"stderrLines"`
}

// CodeCount is the exact number of findings of one code and severity.
type CodeCount struct {
	Code     string        `json:"code"`
	Severity rule.Severity `json:"severity"`
	Count    int64         `json:"count"`
	Kept     int           `json:"kept"` // how many stand in Issues
}
