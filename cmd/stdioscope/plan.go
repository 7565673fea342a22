package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
	"stdioscope/server/run"
)

// plan is a check, decided: nothing in it depends on flags, files or defaults any
// more. It is complete before anything is started.
type plan struct {
	spec       run.Spec
	outputs    []output
	transcript string
	baseline   []accepted
	failOn     string
	color      string
	selftest   bool

	writeBaseline string
	cleanUp       func() // removes what was made for the run; nil = nothing
}

// wishes is what one source (the command line, the configuration file, a profile)
// says; nil and empty = nothing.
type wishes struct {
	protocol, environment, cwd, scan     *string
	timeout                              *time.Duration
	repeat                               *int
	json, failOnStatic, probes, selftest *bool
	maxStdout, maxLine, maxStderr        *int64
	command                              []string
	env                                  []variable
	requests                             []request
	adversarial                          []string
	safeToolCalls, adversarialToolCalls  []session.ToolCall
}

// variable is one environment variable of the server.
type variable struct{ name, value string }

// The seed's defaults of the byte limits; 0 = none.
const (
	defaultMaxStdout = 1 << 20
	defaultMaxLine   = 256 << 10
	defaultMaxStderr = 1 << 20
)

// profileWishes is what a profile presets; what it shares with the default is no
// wish.
func profileWishes(name string) (wishes, error) {
	p, ok := run.ProfileOf(name)
	if !ok {
		names := run.ProfileNames()
		return wishes{}, usage("use one of "+strings.Join(names, ", "), "there is no profile %q%s", name, didYouMean(name, names))
	}
	unlike := run.Profiles()[0]
	w := wishes{adversarial: p.Adversarial}
	if p.Probes != unlike.Probes {
		w.probes = &p.Probes
	}
	if p.Repeat != unlike.Repeat {
		w.repeat = &p.Repeat
	}
	if p.Environment != unlike.Environment {
		w.environment = &p.Environment
	}
	if p.FailOnStatic {
		w.failOnStatic = &p.FailOnStatic
	}
	if p.CI {
		w.json, w.selftest = &p.CI, &p.CI
	}
	return w, nil
}

// plan decides: the command line wins over the configuration file, and that over
// the profile.
func (f *checkFlags) plan(args []string) (*plan, error) {
	var (
		file *config
		err  error
	)
	if f.config != "" {
		if file, err = readConfig(f.config); err != nil {
			return nil, err
		}
	}
	p := &plan{transcript: f.transcript, failOn: f.failOn, color: f.color, writeBaseline: f.writeBaseline}
	if err := p.checkWords(f); err != nil {
		return nil, err
	}
	// A client's file brings variables along, so it is read before the flags'.
	if err := f.command(&p.spec, args, file); err != nil {
		return nil, err
	}
	flags, err := f.wishes(args)
	if err != nil {
		return nil, err
	}
	profile := f.profile
	if !f.given("profile") && file != nil && file.profile != "" {
		profile = file.profile
	}
	preset, err := profileWishes(profile)
	if err != nil {
		return nil, err
	}
	sources := []wishes{flags}
	if file != nil {
		sources = append(sources, file.wishes)
	}
	sources = append(sources, preset)

	if err := p.decide(sources, profile, file); err != nil {
		return nil, err
	}
	p.spec.Options.Eras = f.eras
	p.spec.Options.ExpectStderr = f.expectStderr
	p.spec.Session.StartTimeout = time.Duration(f.startTimeout)
	p.spec.Session.Capabilities = f.capabilities
	if f.given("settle") {
		if p.spec.Session.Settle = time.Duration(f.settle); f.settle == 0 {
			p.spec.Session.Settle = -1
		}
	}
	if f.given("shutdown-timeout") {
		p.spec.Session.ShutdownGrace = max(time.Millisecond, time.Duration(f.shutdownTimeout))
		p.spec.Session.KillGrace = p.spec.Session.ShutdownGrace
	}
	if f.given("selftest") || f.noSelftest {
		p.selftest = f.selftest && !f.noSelftest
	}
	wantJSON := pick(sources, func(w wishes) *bool { return w.json }, false)
	if p.outputs, err = decideOutputs(f.outputs, wantJSON); err != nil {
		return nil, err
	}
	if f.baseline != "" {
		if p.baseline, err = readBaseline(f.baseline); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// pick is the first source's word on one thing, or the default.
func pick[T any](sources []wishes, of func(wishes) *T, fallback T) T {
	for _, w := range sources {
		if v := of(w); v != nil {
			return *v
		}
	}
	return fallback
}

// pickList is the first source's list that is not nil; an empty one counts.
func pickList[T any](sources []wishes, of func(wishes) []T) []T {
	for _, w := range sources {
		if v := of(w); v != nil {
			return v
		}
	}
	return nil
}

// wishes is what the command line says.
func (f *checkFlags) wishes(args []string) (wishes, error) {
	w := wishes{requests: f.requests, adversarial: f.adversarial}
	if len(args) > 0 {
		w.command = args
	}
	given(f, "protocol", &w.protocol, &f.protocol)
	given(f, "environment", &w.environment, &f.environment)
	given(f, "cwd", &w.cwd, &f.cwd)
	given(f, "scan", &w.scan, &f.scan)
	given(f, "repeat", &w.repeat, &f.repeat)
	given(f, "json", &w.json, &f.json)
	given(f, "fail-on-static", &w.failOnStatic, &f.failOnStatic)
	given(f, "timeout", &w.timeout, (*time.Duration)(&f.timeout))
	given(f, "max-stdout-bytes", &w.maxStdout, (*int64)(&f.maxStdout))
	given(f, "max-stdout-line-bytes", &w.maxLine, (*int64)(&f.maxLine))
	given(f, "max-stderr-bytes", &w.maxStderr, (*int64)(&f.maxStderr))
	env, err := variables(f.env, f.envFiles)
	if err != nil {
		return w, err
	}
	w.env = env
	return w, nil
}

func given[T any](f *checkFlags, name string, to **T, value *T) {
	if f.given(name) {
		*to = value
	}
}

// checkWords refuses words that no option knows.
func (p *plan) checkWords(f *checkFlags) error {
	for _, w := range []struct{ option, value, known string }{
		{"--fail-on", f.failOn, "error warning note never"},
		{"--color", f.color, "auto always never"},
		{"--eras", f.eras, "both"},
	} {
		known := strings.Fields(w.known)
		if w.value != "" && !slices.Contains(known, w.value) {
			return usage("use "+strings.Join(known, ", "), "%s %q is not known%s", w.option, w.value, didYouMean(w.value, known))
		}
	}
	for _, c := range f.capabilities {
		known := []string{"roots", "sampling", "elicitation"}
		if !slices.Contains(known, c) {
			return usage("use roots, sampling or elicitation", "there is no client capability %q%s", c, didYouMean(c, known))
		}
	}
	if f.eras == "both" && f.given("protocol") && f.protocol != session.Auto {
		return usage("leave --protocol out: --eras both speaks one revision of each era", "--eras both and --protocol %s exclude each other", f.protocol)
	}
	if f.server != "" && f.fromConfig == "" {
		return usage("name the file too: --from-config FILE --server NAME", "--server says which server of a file, and no file is given")
	}
	return nil
}

// decide fills the spec from the sources, strongest first.
func (p *plan) decide(sources []wishes, profile string, file *config) error {
	s := &p.spec
	environment := pick(sources, func(w wishes) *string { return w.environment }, run.EnvInherit)
	switch environment {
	case run.EnvInherit, run.EnvClient, run.EnvClean:
	default:
		return usage("use inherit, client or clean", "there is no environment %q%s", environment, didYouMean(environment, []string{run.EnvInherit, run.EnvClient, run.EnvClean}))
	}
	protocol := pick(sources, func(w wishes) *string { return w.protocol }, session.Auto)
	if !isProtocol(protocol) {
		return usage("use auto or a revision such as "+session.LegacyRevision, "%q is no protocol revision", protocol)
	}
	timeout := pick(sources, func(w wishes) *time.Duration { return w.timeout }, session.DefaultTimeout)
	if timeout <= 0 {
		return usage("give a time above 0, such as --timeout 5000", "a timeout of 0 lets no server answer")
	}
	repeat := pick(sources, func(w wishes) *int { return w.repeat }, 1)
	if repeat < 1 || repeat > 100 {
		return usage("repeat from 1 to 100 times", "%d is no number of runs", repeat)
	}
	requests := pickList(sources, func(w wishes) []request { return w.requests })
	safe := pickList(sources, func(w wishes) []session.ToolCall { return w.safeToolCalls })
	adversarial := pickList(sources, func(w wishes) []string { return w.adversarial })
	probes := pick(sources, func(w wishes) *bool { return w.probes }, true)

	s.EnvMode = environment
	p.environment(sources)
	s.Options = transcript.Options{
		Profile: profile, Protocol: protocol, TimeoutMs: int(timeout.Milliseconds()), Repeat: repeat,
		MaxStdoutBytes: pick(sources, func(w wishes) *int64 { return w.maxStdout }, defaultMaxStdout),
		MaxStdoutLine:  pick(sources, func(w wishes) *int64 { return w.maxLine }, defaultMaxLine),
		MaxStderrBytes: pick(sources, func(w wishes) *int64 { return w.maxStderr }, defaultMaxStderr),
		FailOnStatic:   pick(sources, func(w wishes) *bool { return w.failOnStatic }, false),
		ScanPath:       pick(sources, func(w wishes) *string { return w.scan }, ""),
		Probes:         probes,
		Adversarial:    adversarial,
		Config:         file.metadata(),
		Requests:       requestsOption(requests, safe),
	}
	s.Session = session.Config{
		Protocol: protocol, Timeout: timeout, Probes: probes,
		SafeToolCalls: safe, Adversarial: adversarial,
		AdversarialToolCalls: pickList(sources, func(w wishes) []session.ToolCall { return w.adversarialToolCalls }),
	}
	for _, r := range requests {
		s.Session.Requests = append(s.Session.Requests, session.Request{Method: r.Method, Params: r.Params})
	}
	p.selftest = pick(sources, func(w wishes) *bool { return w.selftest }, false)
	return p.directory(pick(sources, func(w wishes) *string { return w.cwd }, ""))
}

// isProtocol takes auto and whatever is written as a revision: a server must cope
// with being asked for one that it does not know.
func isProtocol(s string) bool {
	if s == session.Auto || s == "draft" {
		return true
	}
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// environment builds the server's variables: all sources' are given, of one name
// the strongest one's value.
func (p *plan) environment(sources []wishes) {
	var names, given []string
	values := map[string]string{}
	for i := len(sources) - 1; i >= 0; i-- {
		for _, v := range sources[i].env {
			if !slices.Contains(names, v.name) {
				names = append(names, v.name)
			}
			values[v.name] = v.value
		}
	}
	for _, name := range names {
		given = append(given, name+"="+values[name])
		p.spec.Secrets = append(p.spec.Secrets, run.Secret{Name: name, Value: values[name]})
	}
	slices.Sort(names)
	p.spec.EnvNames = names
	p.spec.Env = run.ChildEnv(p.spec.EnvMode, os.Environ(), given)
}

func (p *plan) directory(asked string) error {
	if asked == "" && p.spec.Dir != "" {
		return nil // the client's configuration said it
	}
	p.spec.AskedDir = asked
	if asked == run.TempDir {
		p.spec.Dir = ""
		return nil
	}
	dir, err := filepath.Abs(asked)
	if err != nil {
		return failure(fmt.Errorf("find the folder to run in: %w", err), "")
	}
	p.spec.Dir = dir
	return nil
}

// requestsOption is the header's list of the explicit operations, in their order.
func requestsOption(requests []request, safe []session.ToolCall) []byte {
	type option struct {
		Method           string `json:"method"`
		HasParams        bool   `json:"hasParams"`
		Source           string `json:"source"`
		SafeToolCallName string `json:"safeToolCallName"`
	}
	var all []option
	for _, r := range requests {
		all = append(all, option{Method: r.Method, HasParams: r.Params != nil, Source: r.Source})
	}
	for _, c := range safe {
		all = append(all, option{Method: "tools/call", HasParams: true, Source: "safe-tool-call", SafeToolCallName: c.Name})
	}
	if all == nil {
		return nil
	}
	b, _ := json.Marshal(all) // strings and booleans
	return b
}
