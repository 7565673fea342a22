package report

// Fingerprint explains why a result came out in one place and not another.
// Values of environment variables never stand in it.
type Fingerprint struct {
	Guard             Guard                  `json:"guard"`
	Command           FingerprintCommand     `json:"command"`
	Cwd               FingerprintCwd         `json:"cwd"`
	Protocol          string                 `json:"protocol"`
	Config            Config                 `json:"config"`
	Profile           string                 `json:"profile"`
	TimeoutMs         int                    `json:"timeoutMs"`
	Repeat            int                    `json:"repeat"`
	CapabilityProbes  bool                   `json:"capabilityProbes"`
	AdversarialProbes []string               `json:"adversarialProbes"`
	Operation         *FingerprintOperation  `json:"operation"`
	Operations        []FingerprintOperation `json:"operations"`
	System            System                 `json:"system"`
	Runtimes          map[string]Raw         `json:"runtimes"` // as the recorder gave them
	Package           Raw                    `json:"package"`  // null when not detectable
	Env               FingerprintEnv         `json:"env"`
	StaticScan        StaticScan             `json:"staticScan"`
	Timings           Timings                `json:"timings"`
	Runs              []FingerprintRun       `json:"runs,omitempty"`
}

// Guard is the recorder.
type Guard struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// FingerprintCommand is the masked argv.
type FingerprintCommand struct {
	Executable string   `json:"executable"`
	Args       []string `json:"args"`
	Argv       []string `json:"argv"`
}

// FingerprintCwd is the directory of the run.
type FingerprintCwd struct {
	Requested string `json:"requested"`
	Resolved  string `json:"resolved"`
	Exists    bool   `json:"exists"`
}

// FingerprintOperation is an explicit request as it was asked for.
type FingerprintOperation struct {
	Method           string `json:"method"`
	HasParams        bool   `json:"hasParams"`
	Source           string `json:"source"`
	SafeToolCallName string `json:"safeToolCallName"`
}

// System is the machine of the run.
type System struct {
	Platform  string `json:"platform"`
	Arch      string `json:"arch"`
	OSRelease string `json:"osRelease"`
}

// FingerprintEnv lists the variables that were given by name.
type FingerprintEnv struct {
	Inherited bool              `json:"inherited"`
	Names     []string          `json:"names"`
	Values    map[string]string `json:"values"` // always "<redacted>"
}

// Timings in whole milliseconds; null when not known.
type Timings struct {
	StartupMs *int64 `json:"startupMs"`
	TotalMs   *int64 `json:"totalMs"`
}

// FingerprintRun is one run's line in repeat mode.
type FingerprintRun struct {
	Run       int    `json:"run"`
	OK        bool   `json:"ok"`
	StartupMs *int64 `json:"startupMs"`
	TotalMs   *int64 `json:"totalMs"`
}
