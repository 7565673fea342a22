package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"stdioscope/server/run"
)

func newRecord(std streams) *cobra.Command {
	var out, wrapped string
	var shield, quiet bool
	cmd := &cobra.Command{
		Use:   "record [options] -- COMMAND [ARGS...]",
		Short: "Stand between a real client and a server, and record every byte",
		Long: `record launches the server and stands between it and the client that launched
record: every byte passes on as it came, in both directions, signals and the exit
status too. The recording goes into the data folder, where a running workbench
shows it live, or into a file of your choice. Nothing but the server's own bytes
is written to stdout.

stdioscope wrap NAME puts it into a client's configuration for you.`,
		Example: `  stdioscope record -- node server.js
  stdioscope record -o session.stdioscope.jsonl -- uvx my-server`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("write the command behind two dashes: stdioscope record -- node server.js", "there is no command to record")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return record(cmd.Context(), run.Recording{Argv: args, Shield: shield}, out, quiet, std)
		},
	}
	fs := cmd.Flags()
	fs.SetInterspersed(false) // what follows the command is the server's
	fs.StringVarP(&out, "output", "o", "", "write the recording to this `file` instead of the data folder")
	fs.BoolVar(&shield, "shield", false, "let only well-formed messages through to the client; the rest goes to stderr, marked")
	fs.BoolVarP(&quiet, "quiet", "q", false, "say nothing of our own on stderr")
	fs.StringVar(&wrapped, "wrapped", "", "how wrap found the command; unwrap needs it")
	fs.Lookup("wrapped").NoOptDefVal = "args"
	fs.Lookup("wrapped").Hidden = true
	return cmd
}

func record(ctx context.Context, r run.Recording, out string, quiet bool, std streams) error {
	// The signals are handed on one by one; none of them ends us.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	// A client that reads no more is a write that fails, and the recording has its
	// end. To ignore the signal would make the server ignore it, too.
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE)
	defer signal.Stop(broken)
	r.In, r.Out, r.Err, r.Signals = std.in, std.out, std.err, signals

	file, pruned, err := recordingFile(out)
	if err != nil {
		// The client must get its server, recording or not.
		fmt.Fprintf(std.err, "stdioscope: this session is not recorded: %v\n", err)
		file, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			return failure(err, "")
		}
	}
	ending, err := run.Record(context.WithoutCancel(ctx), r, file)
	if failed := file.Close(); err == nil {
		err = failed
	}
	<-pruned
	switch {
	case ending.Code == 127 && err != nil:
		return &stop{code: exitFindings, err: err, hint: "the client sees a server that never starts"}
	case err != nil:
		fmt.Fprintf(std.err, "stdioscope: the recording is not whole: %v\n", err)
	case !quiet && file.Name() != os.DevNull:
		fmt.Fprintf(std.err, "stdioscope: recorded %s; to judge it: stdioscope validate %[1]s\n", file.Name())
	}
	if ending.Signal != "" {
		return &stop{code: dieOf(ending.Signal)}
	}
	if ending.Code != 0 {
		return &stop{code: ending.Code}
	}
	return nil
}

// recordingFile is where the recording goes. Old recordings are pruned beside it,
// so that the client's start is not delayed; the channel is closed when that is
// done.
func recordingFile(out string) (*os.File, <-chan struct{}, error) {
	pruned := make(chan struct{})
	if out != "" {
		close(pruned)
		file, err := os.OpenFile(out, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
		return file, pruned, err
	}
	dir, err := run.DataDir()
	if err != nil {
		close(pruned)
		return nil, pruned, err
	}
	file, err := run.NewRecording(dir)
	if err != nil {
		close(pruned)
		return nil, pruned, err
	}
	go func() {
		defer close(pruned)
		_ = run.Prune(dir) // the next recorder tries again
	}()
	return file, pruned, nil
}
