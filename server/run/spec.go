package run

import (
	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
)

// Spec is everything that a run depends on.
type Spec struct {
	Name string   // what a person calls it; "" = the command
	Demo string   // the demo server's mode, when Argv is this binary playing one
	Argv []string // exactly what is executed, no shell
	// Dir is the absolute working directory. AskedDir is what the user wrote for
	// it ("" = nothing, "temp" = an empty folder).
	Dir      string
	AskedDir string

	Env      []string // the child's whole environment, NAME=VALUE
	EnvNames []string // names of the variables that the user gave
	EnvMode  string   // "inherit", "client" or "clean"
	Secrets  []Secret // values to be marked wherever they occur in the three pipes

	Options transcript.Options // stands in the transcript's header
	Session session.Config
	// Findings are raw JSON objects found before the launch (static scan), each
	// recorded as a finding event.
	Findings [][]byte

	Version string // of the tool, for the header; "" = the engine's
	// Begin and Watch, when set, see the header and then each event, right after it
	// was recorded. They are called under the run's lock, must not block, and must
	// copy what they keep.
	Begin func(*transcript.Header) `json:"-"`
	Watch func(*transcript.Event)  `json:"-"`
}

// Secret is a value that must be masked wherever it occurs.
type Secret struct {
	Name  string // the variable that held it
	Value string
}

// minSecret is the shortest value that is marked: shorter ones ("1", "true")
// would mask half of any transcript.
const minSecret = 6
