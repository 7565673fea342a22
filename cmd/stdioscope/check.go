package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"stdioscope/engine"
	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
	"stdioscope/server/run"
)

func newCheck(std streams) *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:                   "check [options] [--] COMMAND [ARGS...]",
		DisableFlagsInUseLine: true,
		Short:                 "Launch a server and judge everything it writes",
		Long: `check launches a server the way a client does, goes through the handshake (or
server/discover), asks for the lists that the server advertises, sends the
requests you name, ends the server in order, and judges every byte of its stdout.

Nothing calls a tool that you did not name. The command is executed as it
stands: there is no shell.

A profile presets options: smoke asks for the handshake alone; registry runs
twice and compares; ci prints JSON, fails on findings of --scan and proves first
that intentional faults are caught; strict does all that, with the adversarial
probes and the environment that a client hands on. Options on the command line
win over --config (its schema: stdioscope config-schema), and that over the
profile.

Exit codes: 0 nothing that counts, 1 findings, 2 bad usage or configuration
(nothing was started), 3 stdioscope could not do its work.`,
		Example: `  stdioscope check -- node server.js
  stdioscope check --request tools/list --json -- node server.js
  stdioscope check --request tools/call --params '{"name":"add","arguments":{"a":1,"b":2}}' -- ./server
  stdioscope check --profile strict -- uvx my-server
  stdioscope check --config stdioscope.config.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.check(cmd.Context(), cmd, args, std)
		},
	}
	f.define(cmd.Flags())
	complete(cmd)
	return cmd
}

// check is the whole of a check: find out what is asked for, run it, tell.
func (f *checkFlags) check(ctx context.Context, cmd *cobra.Command, args []string, std streams) error {
	p, err := f.plan(args)
	if err != nil {
		return err
	}
	if err := p.scan(ctx, std.err); err != nil {
		return err
	}
	if p.selftest {
		p.spec.Options.Selftest = selftestOutcome(ctx, std)
	}
	verdict, err := p.run(ctx, std)
	if err != nil {
		return err
	}
	err = p.tell(verdict, std)
	if p.spec.Options.Selftest == "fail" {
		// The verdict is shown, but nothing may rest on it.
		return failure(errors.New("the negative control failed: this verdict proves nothing"), "run stdioscope selftest")
	}
	if err == nil && ctx.Err() != nil {
		// What is known was shown, but it is not the whole check.
		return failure(errors.New("the check was stopped before its end"), "")
	}
	return err
}

// verdict is a report with its bytes, the same that validate --json prints of the
// run's transcript.
type verdict struct {
	report     *report.Report
	json       []byte
	transcript []byte // nil unless an output holds it
}

// run launches what was planned. The report is folded from the events while the
// run goes on; the transcript is written only where one was asked for.
func (p *plan) run(ctx context.Context, std streams) (verdict, error) {
	if p.cleanUp != nil {
		defer p.cleanUp()
	}
	var (
		out  io.Writer
		file *os.File
		err  error
	)
	if p.transcript != "" {
		if file, err = os.OpenFile(p.transcript, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600); err != nil {
			return verdict{}, failure(fmt.Errorf("write the transcript: %w", err), "")
		}
		out = file
	}
	var kept bytes.Buffer
	switch {
	case p.wantsPage() && out != nil:
		out = io.MultiWriter(out, &kept)
	case p.wantsPage():
		out = &kept
	}
	a := engine.New()
	progress := newProgress(std.err)
	p.spec.Begin = a.Header
	p.spec.Watch = func(ev *transcript.Event) {
		a.Event(ev)
		progress.event(ev)
	}
	err = run.Run(ctx, p.spec, out)
	progress.clear()
	if file != nil {
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return verdict{}, failure(err, "")
	}
	a.Close()
	r := a.Report()
	return verdict{r, r.JSON(), kept.Bytes()}, nil
}
