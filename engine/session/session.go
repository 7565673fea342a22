// Package session is the client side of a check as a state machine: events in,
// actions out. It speaks to one server through its whole life: the era probe or
// the handshake, the advertised lists, the requests it was asked to send, the
// adversarial probes, the answers to the server's own requests, the shutdown
// ladder.
//
// Start with [New] and feed every event of a run to [Machine.Next], the spawn
// first; carry out the actions it returns in their order. A machine serves one
// run: a repeat or a relaunch gets a new one.
//
//	spawn, stdout, exit, deadline ... -> Next -> record, send, arm, close stdin, signal, done
//
// It refuses to know the time (an event's T is the only clock), to do I/O, and to
// judge: what an answer is worth is decided by package engine from the recording.
package session

import "time"

// Auto is the protocol that finds the server's era by itself.
const Auto = "auto"

// The revisions that [Auto] speaks: the modern one in the probe, the handshake
// one when the probe is not answered in a modern way.
const (
	ModernRevision = "2026-07-28"
	LegacyRevision = "2025-11-25"
)

// The defaults of Config's durations.
const (
	DefaultTimeout       = 5 * time.Second
	DefaultSettle        = 50 * time.Millisecond
	DefaultShutdownGrace = 2 * time.Second
	DefaultKillGrace     = 2 * time.Second
)

// The bounds of the era probe, of the silence after an adversarial message that
// wants no answer, of the time between stdout's end and the exit, of the settle
// windows, of the pages of one list and of the retries of one request that asks
// for input.
const (
	maxProbeWait = 5 * time.Second
	silence      = 150 * time.Millisecond
	exitFollows  = 500 * time.Millisecond
	maxWindows   = 10
	maxPages     = 100
	maxRetries   = 3
)

// Config is what a machine is asked to do. Zero durations mean the defaults.
type Config struct {
	Protocol string // Auto or a revision; "" = Auto
	// SkipProbe makes Auto go straight to initialize: the server did not survive
	// the probe in an earlier run.
	SkipProbe bool

	Timeout       time.Duration // start-up (the handshake) and each response
	StartTimeout  time.Duration // start-up alone, when it differs
	Settle        time.Duration // how long it must be quiet before stdin is closed; negative = no wait
	ShutdownGrace time.Duration // from stdin's end to SIGTERM
	KillGrace     time.Duration // from SIGTERM to SIGKILL

	Probes               bool       // ask for the lists that the server advertises
	Requests             []Request  // explicit requests, in order
	SafeToolCalls        []ToolCall // tools that may be called
	Adversarial          []string   // names of AdversarialProbes, in order
	AdversarialToolCalls []ToolCall // calls with intentionally invalid arguments
	Interactive          bool       // stay open after the probes until Stop
	ByHand               bool       // a person answers what the server asks, but for ping

	// Capabilities that are declared to the server: "roots", "sampling",
	// "elicitation". The session's own answers are: no roots, refused, declined.
	Capabilities []string

	ClientName    string // default "stdioscope"
	ClientVersion string // default "1.0.0"
}

// Request is one explicit request.
type Request struct {
	Method string
	Params []byte // raw JSON object; nil = none
}

// ToolCall is one tools/call recipe.
type ToolCall struct {
	Name      string
	Arguments []byte // raw JSON object; nil = none
}

// AdversarialProbes are the names of the built-in strict probes, in their order.
func AdversarialProbes() []string {
	return []string{"invalid-method", "invalid-params", "notification", "malformed-json"}
}

func (c Config) withDefaults() Config {
	orDuration := func(d *time.Duration, fallback time.Duration) {
		if *d == 0 {
			*d = fallback
		}
	}
	orDuration(&c.Timeout, DefaultTimeout)
	orDuration(&c.StartTimeout, c.Timeout)
	orDuration(&c.Settle, DefaultSettle)
	orDuration(&c.ShutdownGrace, DefaultShutdownGrace)
	orDuration(&c.KillGrace, DefaultKillGrace)
	if c.Protocol == "" {
		c.Protocol = Auto
	}
	if c.ClientName == "" {
		c.ClientName = "stdioscope"
	}
	if c.ClientVersion == "" {
		c.ClientVersion = "1.0.0"
	}
	return c
}
