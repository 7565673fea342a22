package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/engine"
	"stdioscope/engine/session"
	"stdioscope/fixtures/servers"
	"stdioscope/server/run"
)

// controls are the intentional faults of the negative control: one for each way in
// which stdout can be corrupted, and two that must pass. A detector that lets one
// of them through has become tolerant, and then no pass proves anything.
var controls = []string{
	"banner", "print-during-call", "uncaught-exception", "pretty-json", "blank-line", "invalid-utf8", "bom",
	"content-length", "partial-then-exit", "id-type", "crash-after-initialized", "exception-on-stderr", "clean",
}

// control is what came of one of them.
type control struct {
	mode servers.Mode
	got  servers.Expect
	err  error
}

// passed says whether the fault was seen for what it is.
func (c control) passed() bool {
	want := c.mode.Expect
	return c.err == nil && c.got.OK == want.OK && c.got.Classification == want.Classification &&
		(want.Note || c.got.Code == want.Code && c.got.Frame == want.Frame)
}

func newSelftest(std streams) *cobra.Command {
	return &cobra.Command{
		Use:   "selftest",
		Short: "Prove that intentional faults are caught",
		Long: `selftest launches intentional faults through the launcher that check uses, and
fails unless each gets the classification that it must get. The profiles ci and
strict do it before every check: a check that has become tolerant proves nothing.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			results := runControls(cmd.Context())
			table := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
			failed := 0
			for _, c := range results {
				word := "ok"
				if !c.passed() {
					word = "FAILED"
					failed++
				}
				fmt.Fprintf(table, "%s\t%s\t%s\n", word, c.mode.Name, c.describe())
			}
			if err := table.Flush(); err != nil {
				return failure(err, "")
			}
			if failed > 0 {
				return failure(fmt.Errorf("%d of %d faults were not seen for what they are", failed, len(results)), "this build of stdioscope must not be trusted")
			}
			return nil
		},
	}
}

func (c control) describe() string {
	if c.err != nil {
		return c.err.Error()
	}
	text := c.got.Classification
	if c.got.Code != "" {
		text += ", " + c.got.Code
	}
	if c.got.Frame != "" {
		text += " at " + c.got.Frame
	}
	if !c.passed() {
		text += fmt.Sprintf("; expected %s, %s at %s", c.mode.Expect.Classification, c.mode.Expect.Code, c.mode.Expect.Frame)
	}
	return text
}

// runControls checks them a few at a time, in the order of the list.
func runControls(ctx context.Context) []control {
	results := make([]control, len(controls))
	var (
		running sync.WaitGroup
		places  = make(chan struct{}, 4)
	)
	for i, name := range controls {
		running.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			results[i] = runControl(ctx, name)
		})
	}
	running.Wait()
	return results
}

func runControl(ctx context.Context, name string) control {
	mode, ok := servers.Lookup(name)
	if !ok {
		return control{mode: servers.Mode{Name: name}, err: fmt.Errorf("there is no such fault")}
	}
	c := control{mode: mode}
	argv, err := demoArgv(name)
	if err != nil {
		c.err = err
		return c
	}
	spec := run.Spec{Argv: argv, Env: os.Environ(), Session: session.Config{
		// Once it runs, an answer of ours takes no second; indented JSON is none.
		Probes: true, Settle: 20 * time.Millisecond, Timeout: time.Second, StartTimeout: session.DefaultTimeout,
	}}
	if mode.Expect.Code == "server-crashed" {
		spec.Session.Settle = session.DefaultTimeout // the crash ends the wait
	}
	spec.Options.Protocol, spec.Options.Probes = session.Auto, true
	a := engine.New()
	spec.Begin, spec.Watch = a.Header, a.Event
	if c.err = run.Run(ctx, spec, nil); c.err != nil {
		return c
	}
	a.Close()
	r := a.Report()
	c.got = servers.Expect{OK: r.OK, Classification: string(r.Classification)}
	if first := r.FirstViolation; first != nil {
		c.got.Code, c.got.Layer, c.got.Frame = first.Code, first.Layer, first.Address
	}
	return c
}

// selftestOutcome runs the controls for a check; the word stands in the report.
func selftestOutcome(ctx context.Context, std streams) string {
	for _, c := range runControls(ctx) {
		if !c.passed() {
			fmt.Fprintf(std.err, "stdioscope: the negative control failed: %s: %s\n", c.mode.Name, c.describe())
			return "fail"
		}
	}
	return "pass"
}
