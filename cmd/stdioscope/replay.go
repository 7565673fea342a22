package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/engine/intake"
	"stdioscope/server/run"
)

func newReplay(std streams) *cobra.Command {
	var keep, failOn string
	var asJSON bool
	timeout := duration(5 * time.Second)
	cmd := &cobra.Command{
		Use:   "replay [options] FILE -- COMMAND [ARGS...]",
		Short: "Drive a recorded client against a new build, and say what changed",
		Long: `replay sends what the client sent in a recording, in the same order and only after
the answers that the client had by then, and compares the new run with the old
one: verdict, tools and their schemas, results that changed their shape. Values
inside results, times and order are no change.

Exit code 1 when something changed; with --fail-on worse only when the verdict
did not hold.`,
		Example: `  stdioscope replay session.stdioscope.jsonl -- node dist/server.js`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage("stdioscope replay FILE -- COMMAND", "a recording and a command are needed")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkThreshold(failOn); err != nil {
				return err
			}
			before, err := recordingOf(cmd.Context(), args[0], std)
			if err != nil {
				return err
			}
			script, err := run.ReadScript(before)
			if errors.Is(err, run.ErrNoClient) {
				return usage("record a session: stdioscope record -- COMMAND", "%s: %v", args[0], err)
			}
			if err != nil {
				return usage("", "%s: %v", args[0], err)
			}
			dir, err := os.Getwd()
			if err != nil {
				return failure(err, "")
			}
			var after bytes.Buffer
			if err := run.Replay(cmd.Context(), run.Replaying{Script: script, Argv: args[1:], Dir: dir, Timeout: time.Duration(timeout)}, &after); err != nil {
				return failure(err, "")
			}
			if cmd.Context().Err() != nil {
				return failure(errors.New("the replay was stopped before its end"), "") // half a run compares with nothing
			}
			if keep != "" {
				if err := os.WriteFile(keep, after.Bytes(), 0o600); err != nil {
					return failure(fmt.Errorf("keep the recording: %w", err), "")
				}
			}
			c, err := compare(before, after.Bytes())
			if err != nil {
				return failure(err, "")
			}
			return tellChanges(c, asJSON, failOn, std)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.BoolVar(&asJSON, "json", false, "print the comparison as JSON")
	fs.StringVar(&keep, "transcript", "", "keep the new recording in this `file`")
	fs.Var(&timeout, "timeout", "wait this `long` for an answer that the recording has (default 5000 ms)")
	fs.StringVar(&failOn, "fail-on", "change", "exit 1 on `change|worse`")
	_ = cmd.RegisterFlagCompletionFunc("fail-on", completeThresholds)
	return cmd
}

// recordingOf reads a recording, or whatever can be made one.
func recordingOf(ctx context.Context, file string, std streams) ([]byte, error) {
	src, err := readInput(ctx, file, std)
	if err != nil {
		return nil, unread(err, "recording", "name a transcript")
	}
	out, _, err := intake.Convert(src, intake.Options{})
	if err != nil {
		return nil, usage("name a transcript", "%s: %v", file, err)
	}
	return out, nil
}
