package server

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stdioscope/engine/rule"
	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
	"stdioscope/server/run"
	"stdioscope/server/scan"
)

// RunOptions are how a run goes, whatever it runs: the options of
// `stdioscope check` under the names of its configuration file. Zero means the
// default.
type RunOptions struct {
	Profile  string `json:"profile,omitempty"` // custom, smoke, registry, ci, strict
	Protocol string `json:"protocol,omitempty"`
	Eras     string `json:"eras,omitempty"` // "both" = one launch an era

	TimeoutMs         int  `json:"timeoutMs,omitempty"`
	StartTimeoutMs    int  `json:"startTimeoutMs,omitempty"`
	ShutdownTimeoutMs int  `json:"shutdownTimeoutMs,omitempty"`
	SettleMs          *int `json:"settleMs,omitempty"`

	Probes               *bool          `json:"probes,omitempty"` // of the advertised lists; default true, with smoke false
	Repeat               int            `json:"repeat,omitempty"`
	Requests             []AskedRequest `json:"requests,omitempty"`
	SafeToolCalls        []AskedTool    `json:"safeToolCalls,omitempty"`
	AdversarialProbes    []string       `json:"adversarialProbes,omitempty"`
	AdversarialToolCalls []AskedTool    `json:"adversarialToolCalls,omitempty"`
	Capabilities         []string       `json:"capabilities,omitempty"` // of the client: roots, sampling, elicitation
	ExpectStderr         string         `json:"expectStderr,omitempty"`

	Scan         string `json:"scan,omitempty"` // source to scan for writes to stdout before the launch; relative to the run's directory
	FailOnStatic *bool  `json:"failOnStatic,omitempty"`
	Selftest     *bool  `json:"selftest,omitempty"` // prove first that intentional faults are caught; default true with ci and strict

	MaxStdoutBytes     *int64 `json:"maxStdoutBytes,omitempty"` // 0 = none
	MaxStdoutLineBytes *int64 `json:"maxStdoutLineBytes,omitempty"`
	MaxStderrBytes     *int64 `json:"maxStderrBytes,omitempty"`
}

// AskedRequest is one request after the handshake.
type AskedRequest struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
}

// AskedTool is one tool that may be called.
type AskedTool struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
}

// The bounds of what a run may be asked for.
const (
	maxRepeat     = 20
	maxTimeoutMs  = 10 * 60 * 1000
	workbenchMost = 1 << 30 // bytes of stdout and of stderr; a line may be as long
)

var (
	protocols    = []string{session.Auto, rule.R1, rule.R2, rule.R3, rule.R4, rule.R5}
	environments = []string{run.EnvInherit, run.EnvClient, run.EnvClean}
	capabilities = []string{"roots", "sampling", "elicitation"}
)

// check refuses before anything is started.
func (o RunOptions) check() error {
	for _, w := range []struct {
		where string
		words []string
		known []string
	}{
		{"profile", only(o.Profile), run.ProfileNames()},
		{"protocol", only(o.Protocol), protocols},
		{"eras", only(o.Eras), []string{"both"}},
		{"adversarialProbes", o.AdversarialProbes, session.AdversarialProbes()},
		{"capabilities", o.Capabilities, capabilities},
	} {
		if err := known(w.where, w.words, w.known); err != nil {
			return err
		}
	}
	if o.Eras != "" && o.Protocol != "" && o.Protocol != session.Auto {
		return badField("eras", "leave protocol out: both speaks one revision of each era", "eras and a protocol revision exclude each other")
	}
	for where, ms := range map[string]int{"timeoutMs": o.TimeoutMs, "startTimeoutMs": o.StartTimeoutMs, "shutdownTimeoutMs": o.ShutdownTimeoutMs} {
		if ms < 0 || ms > maxTimeoutMs {
			return badField(where, "from 1 to 600000", "%d is no timeout", ms)
		}
	}
	if o.Repeat < 0 || o.Repeat > maxRepeat {
		return badField("repeat", "from 1 to 20", "%d times is out of bounds", o.Repeat)
	}
	for where, limit := range map[string]*int64{"maxStdoutBytes": o.MaxStdoutBytes, "maxStdoutLineBytes": o.MaxStdoutLineBytes, "maxStderrBytes": o.MaxStderrBytes} {
		if limit != nil && *limit < 0 {
			return badField(where, "0 = no limit", "%d is no limit", *limit)
		}
	}
	if slices.ContainsFunc(o.Requests, func(r AskedRequest) bool { return r.Method == "" }) {
		return badField("requests", `for example {"method": "tools/list"}`, "a request has no method")
	}
	for where, tools := range map[string][]AskedTool{"safeToolCalls": o.SafeToolCalls, "adversarialToolCalls": o.AdversarialToolCalls} {
		if slices.ContainsFunc(tools, func(t AskedTool) bool { return t.Name == "" }) {
			return badField(where, `for example {"name": "echo", "arguments": {}}`, "a tool call has no name")
		}
	}
	return nil
}

// only is a list of the word, or of nothing when there is none.
func only(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

func known(where string, words, known []string) error {
	for _, w := range words {
		if !slices.Contains(known, w) {
			return badField(where, "use "+strings.Join(known, ", "), "%q is not known", clip(w))
		}
	}
	return nil
}

// over puts these options over others: what is not said here is as said there.
func (o RunOptions) over(under RunOptions) RunOptions {
	for _, text := range []struct{ to, from *string }{
		{&o.Profile, &under.Profile}, {&o.Protocol, &under.Protocol}, {&o.Eras, &under.Eras}, {&o.ExpectStderr, &under.ExpectStderr}, {&o.Scan, &under.Scan},
	} {
		if *text.to == "" {
			*text.to = *text.from
		}
	}
	for _, number := range []struct{ to, from *int }{
		{&o.TimeoutMs, &under.TimeoutMs}, {&o.StartTimeoutMs, &under.StartTimeoutMs},
		{&o.ShutdownTimeoutMs, &under.ShutdownTimeoutMs}, {&o.Repeat, &under.Repeat},
	} {
		if *number.to == 0 {
			*number.to = *number.from
		}
	}
	or(&o.SettleMs, under.SettleMs)
	or(&o.Probes, under.Probes)
	or(&o.FailOnStatic, under.FailOnStatic)
	or(&o.Selftest, under.Selftest)
	or(&o.MaxStdoutBytes, under.MaxStdoutBytes)
	or(&o.MaxStdoutLineBytes, under.MaxStdoutLineBytes)
	or(&o.MaxStderrBytes, under.MaxStderrBytes)
	orList(&o.Requests, under.Requests)
	orList(&o.SafeToolCalls, under.SafeToolCalls)
	orList(&o.AdversarialProbes, under.AdversarialProbes)
	orList(&o.AdversarialToolCalls, under.AdversarialToolCalls)
	orList(&o.Capabilities, under.Capabilities)
	return o
}

func or[T any](to **T, from *T) {
	if *to == nil {
		*to = from
	}
}

func orList[T any](to *[]T, from []T) {
	if *to == nil {
		*to = from
	}
}

// ofProfile is what a profile presets. What concerns the command line's output
// alone has no meaning here.
func ofProfile(name string) RunOptions {
	p, _ := run.ProfileOf(name) // check has refused an unknown one
	return RunOptions{
		Profile: p.Name, Protocol: session.Auto, TimeoutMs: int(session.DefaultTimeout.Milliseconds()),
		Repeat: p.Repeat, Probes: &p.Probes, FailOnStatic: &p.FailOnStatic, Selftest: &p.CI, AdversarialProbes: p.Adversarial,
	}
}

// selftestDue stands where the negative control's outcome will.
const selftestDue = "due"

// applyTo sets the header's options and the session's.
func (o RunOptions) applyTo(spec *run.Spec) {
	o = o.over(ofProfile(o.Profile))
	limit := func(asked *int64, unasked int64) int64 {
		if asked == nil {
			return unasked
		}
		return *asked
	}
	spec.Options = transcript.Options{
		Profile:        o.Profile,
		Protocol:       o.Protocol,
		TimeoutMs:      o.TimeoutMs,
		Repeat:         o.Repeat,
		MaxStdoutBytes: limit(o.MaxStdoutBytes, workbenchMost),
		MaxStdoutLine:  limit(o.MaxStdoutLineBytes, 0),
		MaxStderrBytes: limit(o.MaxStderrBytes, workbenchMost),
		FailOnStatic:   *o.FailOnStatic,
		ScanPath:       o.Scan,
		Probes:         *o.Probes,
		Adversarial:    o.AdversarialProbes,
		Eras:           o.Eras,
		ExpectStderr:   o.ExpectStderr,
		Requests:       o.requestsOption(),
	}
	if *o.Selftest {
		spec.Options.Selftest = selftestDue
	}
	spec.Session = session.Config{
		Protocol:             o.Protocol,
		Timeout:              milliseconds(o.TimeoutMs),
		StartTimeout:         milliseconds(o.StartTimeoutMs),
		ShutdownGrace:        milliseconds(o.ShutdownTimeoutMs),
		KillGrace:            milliseconds(o.ShutdownTimeoutMs),
		Probes:               *o.Probes,
		SafeToolCalls:        toolCalls(o.SafeToolCalls),
		Adversarial:          o.AdversarialProbes,
		AdversarialToolCalls: toolCalls(o.AdversarialToolCalls),
		Capabilities:         o.Capabilities,
	}
	if o.SettleMs != nil {
		spec.Session.Settle = milliseconds(*o.SettleMs)
		if *o.SettleMs <= 0 { // no wait at all; zero would be the default
			spec.Session.Settle = -1
		}
	}
	for _, request := range o.Requests {
		spec.Session.Requests = append(spec.Session.Requests, session.Request{Method: request.Method, Params: request.Params})
	}
}

// scanned looks through the source that the options name; what it finds stands in
// the recording and is judged with the rest.
func (o RunOptions) scanned(dir string) ([][]byte, error) {
	if o.Scan == "" {
		return nil, nil
	}
	path := o.Scan
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	result, err := scan.Scan(path)
	if err != nil {
		return nil, badField("scan", "give the path of a source file or folder", "%v", err)
	}
	var findings [][]byte
	for _, finding := range result.Findings {
		raw, err := json.Marshal(finding)
		if err != nil {
			return nil, err
		}
		findings = append(findings, raw)
	}
	return findings, nil
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// requestsOption is the header's list of what was asked for.
func (o RunOptions) requestsOption() []byte {
	type option struct {
		Method           string `json:"method"`
		HasParams        bool   `json:"hasParams"`
		Source           string `json:"source"`
		SafeToolCallName string `json:"safeToolCallName"`
	}
	var all []option
	for _, request := range o.Requests {
		all = append(all, option{Method: request.Method, HasParams: request.Params != nil, Source: "cli-request"})
	}
	for _, tool := range o.SafeToolCalls {
		all = append(all, option{Method: "tools/call", HasParams: true, Source: "safe-tool-call", SafeToolCallName: tool.Name})
	}
	if all == nil {
		return nil
	}
	raw, err := json.Marshal(all)
	if err != nil { // strings and booleans only
		panic(err)
	}
	return raw
}

func toolCalls(asked []AskedTool) []session.ToolCall {
	var all []session.ToolCall
	for _, tool := range asked {
		all = append(all, session.ToolCall{Name: tool.Name, Arguments: tool.Arguments})
	}
	return all
}
