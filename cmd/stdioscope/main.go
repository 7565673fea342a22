// Command stdioscope is the oscilloscope for MCP stdio servers: it launches one
// the way a client does, shows every byte of its three pipes, and names the first
// byte that broke the protocol.
//
// main reads this file alone; every subcommand has a file of its own, and the
// work is done in server and engine. Nothing but a result is written to stdout.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"stdioscope/engine"
	"stdioscope/server/launch"
	"stdioscope/server/render"
)

// The exit codes, the same for every subcommand.
const (
	exitClean    = 0 // nothing found that counts
	exitFindings = 1 // the server has findings
	exitUsage    = 2 // bad usage or configuration: nothing was started
	exitFailure  = 3 // stdioscope could not do its own work
)

// stop is an error that knows its exit code. A nil err means that everything has
// been said already.
type stop struct {
	code int
	err  error
	hint string
}

func (s *stop) Error() string {
	if s.err == nil {
		return fmt.Sprintf("exit %d", s.code)
	}
	return s.err.Error()
}

func (s *stop) Unwrap() error { return s.err }

// usage is an error of the person at the keyboard; the hint says what to type.
func usage(hint, format string, args ...any) error {
	return &stop{code: exitUsage, err: fmt.Errorf(format, args...), hint: hint}
}

// failure is an error of ours or of the machine we run on.
func failure(err error, hint string) error {
	return &stop{code: exitFailure, err: err, hint: hint}
}

// findings ends a command that did its work and found something.
func findings() error { return &stop{code: exitFindings} }

// streams is what a command may read and write; tests and main pass their own.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	// Ctrl-C and SIGTERM end the running command through its context, so that a
	// launched server is taken down in order. A second one ends us at once.
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, cancel)
	if err := launch.Setup(); err != nil {
		fmt.Fprintf(os.Stderr, "stdioscope: prepare for child processes: %v\n", err)
		os.Exit(exitFailure)
	}
	os.Exit(execute(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// execute runs one command line and returns the exit code.
func execute(ctx context.Context, args []string, std streams) int {
	started := false
	root := newRoot(std)
	root.PersistentPreRun = func(*cobra.Command, []string) { started = true }
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitClean
	}
	var s *stop
	switch {
	case errors.As(err, &s):
	case started:
		s = &stop{code: exitFailure, err: err}
	default: // cobra's own complaint about a command or an argument
		s = &stop{code: exitUsage, err: err, hint: "stdioscope --help lists the commands"}
	}
	if s.err != nil {
		fmt.Fprintf(std.err, "stdioscope: %s\n", render.Visible(s.err.Error())) // names in it may be anybody's
		if s.hint != "" {
			fmt.Fprintf(std.err, "hint: %s\n", render.Visible(s.hint))
		}
	}
	return s.code
}

// newRoot is the whole command tree. A new subcommand adds its line here.
func newRoot(std streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "stdioscope",
		Short: "The oscilloscope for MCP stdio servers",
		Long: `stdioscope launches an MCP server the way a client does, records every byte of
its stdin, stdout and stderr, and names the first byte that broke the protocol,
the layer it broke and what to do about it.

  stdioscope demo banner              see it catch a server that prints to stdout
  stdioscope check -- node server.js  check your own
  stdioscope validate run.jsonl       judge a recording again, offline

Exit codes: 0 clean, 1 findings, 2 bad usage or configuration (nothing was
started), 3 stdioscope could not do its work.`,
		Version:            engine.Version,
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return unknownCommand(cmd, args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	root.SetVersionTemplate("stdioscope {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage(cmd.CommandPath()+" --help lists the options", "%v", err)
	})
	root.AddCommand(
		newCheck(std),
		newValidate(std),
		newDemo(std),
		newSelftest(std),
		newConfigSchema(std),
		newFixture(std),
		newServe(std),
		newShare(std),
		newToken(std),
		newUnshare(std),
		newExplain(std),
		newRules(std),
		newSanitize(std),
		newSite(std),
		newWrap(std),
		newUnwrap(std),
		newRecord(std),
		newDiff(std),
		newReplay(std),
		newScan(std),
		newSchema(std),
		newVersion(std),
	)
	return root
}

func unknownCommand(root *cobra.Command, name string) error {
	hint := "stdioscope --help lists the commands; to check a server: stdioscope check -- COMMAND"
	root.SuggestionsMinimumDistance = 2
	if near := root.SuggestionsFor(name); len(near) > 0 {
		hint = "did you mean stdioscope " + near[0] + "?"
	}
	return usage(hint, "unknown command %q", name)
}
