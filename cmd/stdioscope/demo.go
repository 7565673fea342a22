package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/engine/session"
	"stdioscope/engine/transcript"
	"stdioscope/fixtures/servers"
	"stdioscope/server"
	"stdioscope/server/run"
)

// fixtureWord makes this binary play one of the intentional faults, so that a
// newcomer without a server has something to run.
const fixtureWord = "__fixture"

// demoLimit is how much a demo server may write; a line may be as long.
const demoLimit = 1 << 30

func newDemo(std streams) *cobra.Command {
	f := &checkFlags{failOn: "error", color: "auto"}
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "demo [MODE]",
		Short: "See a broken server caught: try one of the built-in faults",
		Long: `demo checks one of the servers that stdioscope has in it, each broken in one known
way. Without a MODE it lists them.`,
		Example: `  stdioscope demo
  stdioscope demo banner
  stdioscope demo banner --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("stdioscope demo lists the modes", "one mode at a time: %q is too much", args[1])
			}
			return nil
		},
		ValidArgsFunction: completeModes,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				servers.List(std.out, false)
				return nil
			}
			mode, ok := servers.Lookup(args[0])
			if !ok {
				return usage("stdioscope demo lists them", "there is no demo server %q%s", args[0], didYouMean(args[0], modeNames()))
			}
			p, err := demoPlan(mode, f)
			if err != nil {
				return err
			}
			if p.outputs, err = decideOutputs(f.outputs, asJSON); err != nil {
				return err
			}
			v, err := p.run(cmd.Context(), std)
			if err != nil {
				return err
			}
			return p.tell(v, std)
		},
	}
	fs := cmd.Flags()
	fs.BoolVar(&asJSON, "json", false, "print the report as JSON")
	fs.Var((*formatFlag)(f), "format", "`format` of the output: "+formatNames())
	fs.VarP((*fileFlag)(f), "output", "o", "write the --format before it to this `file`")
	fs.StringVar(&f.transcript, "transcript", "", "keep the recording in this `file`")
	fs.StringVar(&f.color, "color", "auto", "`auto|always|never`")
	complete(cmd)
	return cmd
}

// newFixture is what a demo runs as its server; it is no command for people.
func newFixture(std streams) *cobra.Command {
	return &cobra.Command{
		Use: fixtureWord + " MODE", Hidden: true, Args: cobra.ExactArgs(1), DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			return &stop{code: servers.Main(args[0], std.in, std.out, std.err)}
		},
	}
}

func modeNames() []string {
	var names []string
	for _, m := range servers.Modes() {
		names = append(names, m.Name)
	}
	return names
}

// demoArgv is the command line that plays a mode.
func demoArgv(mode string) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, failure(fmt.Errorf("find this program to play the demo server: %w", err), "")
	}
	return []string{self, fixtureWord, mode}, nil
}

// demoPlan is the check that shows a mode's fault.
func demoPlan(mode servers.Mode, f *checkFlags) (*plan, error) {
	argv, err := demoArgv(mode.Name)
	if err != nil {
		return nil, err
	}
	r := mode.Recipe
	protocol := r.Protocol
	if protocol == "" {
		protocol = session.Auto
	}
	timeout := session.DefaultTimeout
	if r.Waits {
		timeout = time.Second // its fault is a silence: a newcomer need not wait five seconds for it
	}
	var requests []request
	for _, q := range r.Requests {
		requests = append(requests, request{Method: q.Method, Params: paramsOf(q.Params), Source: "cli-request"})
	}
	p := &plan{transcript: f.transcript, failOn: "error", color: f.color}
	p.spec = run.Spec{
		Demo: mode.Name, Argv: argv, EnvMode: run.EnvInherit, Env: os.Environ(),
		Options: transcript.Options{
			Profile: "custom", Protocol: protocol, TimeoutMs: int(timeout.Milliseconds()), Repeat: max(1, r.Repeat),
			MaxStdoutBytes: orLimit(r.MaxStdoutBytes), MaxStdoutLine: r.MaxStdoutLine, MaxStderrBytes: orLimit(r.MaxStderrBytes),
			Probes: true, Adversarial: r.Adversarial, ExpectStderr: r.ExpectStderr,
			Requests: requestsOption(requests, nil),
		},
		Session: session.Config{
			Protocol: protocol, Timeout: timeout, Probes: true, Adversarial: r.Adversarial, Capabilities: r.Capabilities,
		},
	}
	for _, q := range requests {
		p.spec.Session.Requests = append(p.spec.Session.Requests, session.Request{Method: q.Method, Params: q.Params})
	}
	for _, c := range r.AdversarialCalls {
		p.spec.Session.AdversarialToolCalls = append(p.spec.Session.AdversarialToolCalls, session.ToolCall{Name: c.Tool, Arguments: paramsOf(c.Arguments)})
	}
	if r.State {
		return p, p.giveState()
	}
	return p, nil
}

// giveState gives a server that counts its launches a file to count in.
func (p *plan) giveState() error {
	f, err := os.CreateTemp("", "stdioscope-demo-*")
	if err != nil {
		return failure(err, "")
	}
	p.cleanUp = func() { _ = os.Remove(f.Name()) }
	p.spec.Env = append(p.spec.Env, servers.StateVariable+"="+f.Name())
	return errors.Join(f.Close())
}

func paramsOf(text string) []byte {
	if text == "" {
		return nil
	}
	return []byte(text)
}

func orLimit(n int64) int64 {
	if n == 0 {
		return demoLimit
	}
	return n
}

// demoServers is what the workbench offers to a newcomer: every mode that shows its
// fault in a run of the workbench, with the options that it needs.
func demoServers() []server.Demo {
	var all []server.Demo
	for _, m := range servers.Modes() {
		argv, err := demoArgv(m.Name)
		if err != nil {
			return nil
		}
		if m.Recipe.State || m.Recipe.Bulky {
			continue // it needs a file to count in, or more patience than a demo has
		}
		all = append(all, server.Demo{Mode: m.Name, Title: m.About, Code: m.Expect.Code, Argv: argv, Options: demoOptions(m.Recipe)})
	}
	return all
}

// demoOptions are the options under which a recipe's fault shows.
func demoOptions(r servers.Recipe) server.RunOptions {
	o := server.RunOptions{Protocol: r.Protocol, Repeat: r.Repeat, AdversarialProbes: r.Adversarial, Capabilities: r.Capabilities, ExpectStderr: r.ExpectStderr}
	if r.Waits {
		o.TimeoutMs = 1000 // its fault is a silence: a newcomer need not wait five seconds for it
	}
	for _, q := range r.Requests {
		o.Requests = append(o.Requests, server.AskedRequest{Method: q.Method, Params: paramsOf(q.Params)})
	}
	for _, c := range r.AdversarialCalls {
		o.AdversarialToolCalls = append(o.AdversarialToolCalls, server.AskedTool{Name: c.Tool, Arguments: paramsOf(c.Arguments)})
	}
	for _, limit := range []struct {
		given int64
		to    **int64
	}{{r.MaxStdoutBytes, &o.MaxStdoutBytes}, {r.MaxStdoutLine, &o.MaxStdoutLineBytes}, {r.MaxStderrBytes, &o.MaxStderrBytes}} {
		if limit.given > 0 {
			*limit.to = &limit.given
		}
	}
	return o
}
