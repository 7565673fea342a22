package report

// Config says which configuration file was used, and for what.
type Config struct {
	Enabled      bool         `json:"enabled"`
	Path         string       `json:"path"`
	ResolvedPath string       `json:"resolvedPath"`
	Checks       ConfigChecks `json:"checks"`
}

// ConfigChecks is what the configuration file asked for.
type ConfigChecks struct {
	Command              bool     `json:"command"`
	Cwd                  bool     `json:"cwd"`
	EnvNames             []string `json:"envNames"`
	Requests             []Raw    `json:"requests"`
	SafeToolCalls        []Raw    `json:"safeToolCalls"`
	AdversarialProbes    []string `json:"adversarialProbes"`
	AdversarialToolCalls []Raw    `json:"adversarialToolCalls"`
}

// Operation is one explicit request after the opening, and what came of it.
type Operation struct {
	Method           string    `json:"method"`
	HasParams        bool      `json:"hasParams"`
	Source           string    `json:"source"` // "cli-request", "config-request", "safe-tool-call", "manual", "recorded"
	SafeToolCallName string    `json:"safeToolCallName"`
	Responded        bool      `json:"responded"`
	Error            *RPCError `json:"error"` // null unless answered with an error
	RequestID        string    `json:"requestId,omitempty"`
	LatencyMs        *float64  `json:"latencyMs,omitempty"`
}

// RPCError is the error that a request was answered with.
type RPCError struct {
	Code    Number `json:"code"` // as written
	Message string `json:"message"`
}

// Adversarial holds the opt-in strict probes.
type Adversarial struct {
	Enabled bool    `json:"enabled"`
	Probes  []Probe `json:"probes"`
}

// Probe is one adversarial probe and its outcome.
type Probe struct {
	Name       string    `json:"name"`
	Status     Status    `json:"status"`
	Risk       string    `json:"risk"` // what a failure of it means for users
	Method     string    `json:"method,omitempty"`
	RequestID  string    `json:"requestId,omitempty"`
	Responded  bool      `json:"responded"`
	Error      *RPCError `json:"error"`
	IssueCodes []string  `json:"issueCodes"`
}

// ToolSchema summarises the checks of tools/list metadata.
type ToolSchema struct {
	Checked        bool     `json:"checked"`
	ToolCount      int      `json:"toolCount"`
	ToolNames      []string `json:"toolNames"` // sorted
	ValidToolCount int      `json:"validToolCount"`
	WarningCount   int      `json:"warningCount"`
	ErrorCount     int      `json:"errorCount"`
	DuplicateNames []string `json:"duplicateNames"`
}

// CapabilityChecks holds the probe of each list that can be advertised.
type CapabilityChecks struct {
	Tools     CapabilityCheck `json:"tools"`
	Resources CapabilityCheck `json:"resources"`
	Prompts   CapabilityCheck `json:"prompts"`
}

// CapabilityCheck is what one advertised list answered.
type CapabilityCheck struct {
	Advertised bool      `json:"advertised"`
	Method     string    `json:"method"`
	Responded  bool      `json:"responded"`
	ItemCount  *int      `json:"itemCount"` // over all pages; null when not answered with a list
	Error      *RPCError `json:"error"`
}

// Drift compares the runs of a repeat with the first initialised one.
type Drift struct {
	Status             Status     `json:"status"`
	IssueCodes         []string   `json:"issueCodes"`
	BaselineRun        *int       `json:"baselineRun"` // null when no run initialised or nothing was repeated
	ComparedRuns       []int      `json:"comparedRuns"`
	NegotiatedProtocol DriftText  `json:"negotiatedProtocol"`
	Capabilities       DriftNames `json:"capabilities"`
	Tools              DriftTools `json:"tools"`
	Lists              DriftLists `json:"lists"`
}

// DriftText is one value over the runs.
type DriftText struct {
	Baseline    string           `json:"baseline"`
	ChangedRuns []DriftTextShift `json:"changedRuns"`
}

// DriftTextShift is one run that differs.
type DriftTextShift struct {
	Run   int    `json:"run"`
	Value string `json:"value"`
}

// DriftNames is a set of names over the runs; order never drifts.
type DriftNames struct {
	Baseline    []string          `json:"baseline"`
	ChangedRuns []DriftNamesShift `json:"changedRuns"`
}

// DriftNamesShift is one run whose set differs.
type DriftNamesShift struct {
	Run     int      `json:"run"`
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

// DriftTools is the tool list over the runs.
type DriftTools struct {
	BaselineCount int               `json:"baselineCount"`
	ChangedRuns   []DriftToolsShift `json:"changedRuns"`
}

// DriftToolsShift is one run whose tools differ.
type DriftToolsShift struct {
	Run     int      `json:"run"`
	Count   int      `json:"count"`
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

// DriftLists is the size of the other lists over the runs.
type DriftLists struct {
	Resources DriftCount `json:"resources"`
	Prompts   DriftCount `json:"prompts"`
}

// DriftCount is the size of one list over the runs.
type DriftCount struct {
	BaselineCount *int              `json:"baselineCount"` // null when the baseline gave no list
	ChangedRuns   []DriftCountShift `json:"changedRuns"`
}

// DriftCountShift is one run whose list has another size.
type DriftCountShift struct {
	Run   int  `json:"run"`
	Count *int `json:"count"`
}

// Process is the observed life of the child.
type Process struct {
	Started       bool        `json:"started"`
	Pid           *int        `json:"pid"`
	Outcome       string      `json:"outcome"` // starting, running, exited, timeout, spawn-failed, guard-terminated
	Phase         string      `json:"phase"`   // startup, initialize, operation, adversarial, post-initialize
	ExitCode      *int        `json:"exitCode"`
	Signal        *string     `json:"signal"`
	TimedOut      bool        `json:"timedOut"`
	TimeoutCode   string      `json:"timeoutCode"`
	TimeoutMs     int         `json:"timeoutMs"`
	KilledByGuard bool        `json:"killedByGuard"`
	KillSignal    string      `json:"killSignal"`
	KillReason    string      `json:"killReason"` // "", "timeout", "guard-finished", "limit", "stopped"
	SpawnError    *SpawnError `json:"spawnError"`
	Output        Output      `json:"output"`
}

// SpawnError is why a command could not be started.
type SpawnError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Output counts the bytes of stdout and stderr against their limits.
type Output struct {
	StdoutBytes     int64  `json:"stdoutBytes"`
	StderrBytes     int64  `json:"stderrBytes"`
	MaxStdoutBytes  int64  `json:"maxStdoutBytes"` // 0 = no limit
	MaxStdoutLine   int64  `json:"maxStdoutLineBytes"`
	MaxStderrBytes  int64  `json:"maxStderrBytes"`
	StderrTruncated bool   `json:"stderrTruncated"`
	LimitExceeded   string `json:"limitExceeded"` // the code that stopped the run, or ""
}

// Check is one entry of Checks.
type Check struct {
	Status     Status   `json:"status"`
	IssueCodes []string `json:"issueCodes"`       // sorted
	Reason     string   `json:"reason,omitempty"` // of a skip: "not-visible"
}

// Checks is the verdict by subject.
type Checks struct {
	Initialize      Check             `json:"initialize"`
	Discover        Check             `json:"discover"`
	Stdout          Check             `json:"stdout"`
	JSONRPC         Check             `json:"jsonRpc"`
	Operation       Check             `json:"operation"`
	Capabilities    CapabilitiesCheck `json:"capabilities"`
	ToolSchema      Check             `json:"toolSchema"`
	Adversarial     Check             `json:"adversarial"`
	Process         Check             `json:"process"`
	PythonBuffering Check             `json:"pythonBuffering"`
	StaticScan      Check             `json:"staticScan"`
	Repeat          RepeatCheck       `json:"repeat"`
}

// CapabilitiesCheck is the check of advertised lists, one entry a list.
type CapabilitiesCheck struct {
	Check
	Tools     ListCheck `json:"tools"`
	Resources ListCheck `json:"resources"`
	Prompts   ListCheck `json:"prompts"`
}

// ListCheck is the check of one advertised list.
type ListCheck struct {
	Check
	Advertised bool   `json:"advertised"`
	Method     string `json:"method"`
	Responded  bool   `json:"responded"`
	ItemCount  *int   `json:"itemCount"`
}

// RepeatCheck is the check over all runs; the numbers stand in repeat mode alone.
type RepeatCheck struct {
	Check
	Runs       *int  `json:"runs,omitempty"`
	PassedRuns *int  `json:"passedRuns,omitempty"`
	FailedRuns []int `json:"failedRuns,omitempty"`
}

// IssueClasses groups the verdict by the kind of problem to display.
type IssueClasses struct {
	InstallRuntime Check `json:"installRuntime"`
	StdioTransport Check `json:"stdioTransport"`
	MCPProtocol    Check `json:"mcpProtocol"`
}

// Summary is the entry point for badges and listings.
type Summary struct {
	Status            string      `json:"status"`     // pass, warning, needs_inspection, fail
	IssueClass        string      `json:"issueClass"` // "", a class, or "mixed"
	PrimaryIssueCode  string      `json:"primaryIssueCode"`
	PrimaryIssueClass string      `json:"primaryIssueClass"`
	IssueCounts       IssueCounts `json:"issueCounts"`
	Badge             Badge       `json:"badge"`
	Display           string      `json:"display"`
}

// IssueCounts are exact; notes are in none of them.
type IssueCounts struct {
	Error   int64 `json:"error"`
	Warning int64 `json:"warning"`
	Total   int64 `json:"total"`
}

// Badge is what a badge shows.
type Badge struct {
	Label   string `json:"label"`
	Message string `json:"message"`
	Color   string `json:"color"`
}

// StaticScan says whether source was scanned.
type StaticScan struct {
	Enabled        bool   `json:"enabled"`
	Path           string `json:"path"`
	FailOnFindings bool   `json:"failOnFindings"`
}

// StaticFinding is one place in the source that writes to stdout.
type StaticFinding struct {
	Language string `json:"language"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column,omitempty"` // 1-based
	Reason   string `json:"reason"`
	Message  string `json:"message"`
}

// Shutdown is how the server ended.
type Shutdown struct {
	How      string  `json:"how"` // stdin-close, SIGTERM, SIGKILL, already-exited
	Ms       float64 `json:"ms"`  // from stdin's close to the exit; negative never
	ExitCode *int    `json:"exitCode"`
	Signal   *string `json:"signal"`
}

// Cleanup is what was left to clean up.
type Cleanup struct {
	Reaped        bool `json:"reaped"`
	ReadersJoined bool `json:"readersJoined"`
	GroupEmpty    bool `json:"groupEmpty"`
	OrphansEnded  int  `json:"orphansEnded"`
}

// Evidence is what a CI job should keep of a failure, capped and masked.
type Evidence struct {
	Case           string         `json:"case"`
	Command        []string       `json:"command"`
	Classification Classification `json:"classification"`
	ExitCode       *int           `json:"exitCode"`
	Signal         *string        `json:"signal"`
	RequestID      string         `json:"requestId,omitempty"`
	Frame          string         `json:"frame"` // the address; "" for a silence
	Excerpt        string         `json:"excerpt"`
	Hex            string         `json:"hex"`
	SHA256         string         `json:"sha256,omitempty"`
	Stderr         string         `json:"stderr"` // the last lines, control characters shown
	Phase          string         `json:"phase"`
	TimeoutPhase   string         `json:"timeoutPhase"` // "" when nothing timed out
	Cleanup        *Cleanup       `json:"cleanup"`
}
