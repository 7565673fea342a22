// Package transcript is the recording of a run: a header line and one event a
// line, UTF-8 JSONL, append-only. A report is a pure function of it.
//
// Start with [Reader] to read one in chunks of any size and with [AppendHeader]
// and [AppendEvent] to write one. The package judges nothing and does no I/O.
package transcript

// Version is the format version this package writes, and the only one it reads.
const Version = 1

// Stream names one of the three pipes.
type Stream string

// The three pipes of a child process.
const (
	Stdin  Stream = "stdin"
	Stdout Stream = "stdout"
	Stderr Stream = "stderr"
)

// Kind says what an event records.
type Kind string

// The kinds of events of format version 1.
const (
	KindSpawn       Kind = "spawn"       // a child was started (or could not be: Error is set); opens a run
	KindStdin       Kind = "stdin"       // bytes written to the child
	KindStdout      Kind = "stdout"      // bytes read from the child's stdout
	KindStderr      Kind = "stderr"      // bytes read from the child's stderr
	KindEOF         Kind = "eof"         // a pipe was closed
	KindPhase       Kind = "phase"       // the session entered a phase
	KindPlan        Kind = "plan"        // what the next request is for
	KindDeadline    Kind = "deadline"    // a deadline passed
	KindLimit       Kind = "limit"       // a byte limit was met
	KindSignal      Kind = "signal"      // a signal was sent to the process group
	KindExit        Kind = "exit"        // the child ended
	KindReap        Kind = "reap"        // what clean-up found
	KindFingerprint Kind = "fingerprint" // facts of the environment, merged into the report's fingerprint
	KindFinding     Kind = "finding"     // a finding made outside the engine (static scan, canary)
	KindSecret      Kind = "secret"      // where a value known to the launcher stands
	KindEvidence    Kind = "evidence"    // what a client's error string proves
	KindOpaque      Kind = "opaque"      // a message whose payload the log cut
	KindEnd         Kind = "end"         // observation stopped
)

// Header is the first line.
type Header struct {
	Version int      // "stdioscope"
	Source  Source   // "source"
	Started string   // RFC 3339 with zone; "" when unknown
	Command []string // argv, secrets masked
	Cwd     string
	Env     []string // names only, never values
	Options Options
	Tool    Tool
}

// Source says where a transcript came from and what that source cannot show.
type Source struct {
	Format     string   // "launch", "record", or the importer's name
	Confidence string   // "high", "medium", "low"; "" for launch and record
	Hides      []string // what was not preserved: "bytes", "timing", "stdin", "stdout", "stderr", "exit"
	Sessions   int      // how many sessions the source held; 0 = not said
}

// Tool names the recorder.
type Tool struct{ Name, Version string }

// Options is what the verdict depends on. Zero means "not given" throughout.
type Options struct {
	Profile        string
	Protocol       string // "auto" or a revision
	TimeoutMs      int
	Repeat         int
	MaxStdoutBytes int64
	MaxStdoutLine  int64
	MaxStderrBytes int64
	FailOnStatic   bool
	ScanPath       string
	Probes         bool     // advertised list probes were enabled
	Adversarial    []string // seed probe names
	Eras           string   // "" or "both"
	ExpectStderr   string   // canary text
	Selftest       string   // "", "pass", "fail": the negative control's outcome
	Config         []byte   // raw JSON: the report's "config" object; nil = disabled
	Requests       []byte   // raw JSON array: {method, hasParams, source, safeToolCallName}; nil = none
}

// Event is one line after the header. Only the fields that its Kind names are
// meaningful. Data and the raw JSON fields may alias the reader's buffer: copy
// what must outlive the call.
type Event struct {
	T    int64 // microseconds since start, monotonic
	Run  int   // 1-based
	Kind Kind
	Line int // 1-based line of the pasted log; 0 = recorded

	Data []byte // exact bytes of a pipe chunk; text of evidence and opaque

	Stream    Stream // eof, secret, evidence, opaque
	Pid       int    // spawn
	Error     string // spawn: what went wrong, for people
	ErrorCode string // spawn: ENOENT, EACCES, …

	Name    string // phase: name; limit: which; signal: name; secret: name; evidence: the code it proves
	ID      []byte // plan: request id, raw JSON; nil = none
	Method  string // plan
	Purpose string // plan: handshake, probe, request, safe-tool-call, adversarial, replay, manual
	Label   string // plan: the seed probe's name; evidence: the detail code

	Phase string // deadline
	Ms    int64  // deadline
	Bytes int64  // limit
	Why   string // signal; evidence: the client's own words

	Code   *int   // exit: nil when signalled or unknown
	Signal string // exit

	ReadersJoined bool  // reap
	GroupEmpty    bool  // reap
	OrphansEnded  int   // reap
	Offset        int64 // secret
	Length        int64 // secret

	Certainty string // evidence: "certain", "likely", "possible" (it may not have been on stdout)
	Layer     int    // evidence

	JSON []byte // fingerprint, finding: the raw JSON object

	State       string // end: "running", "exited", "" unknown
	Interrupted bool   // end: the recording was cut short
}
