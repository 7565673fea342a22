package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stdioscope/engine"
	"stdioscope/engine/diff"
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
			if failOn != "change" && failOn != "worse" {
				return usage("--fail-on takes change or worse", "there is no threshold %q", failOn)
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
			if keep != "" {
				if err := os.WriteFile(keep, after.Bytes(), 0o600); err != nil {
					return failure(fmt.Errorf("keep the recording: %w", err), "")
				}
			}
			c, err := compare(before, after.Bytes())
			if err != nil {
				return failure(err, "")
			}
			if asJSON {
				e := json.NewEncoder(std.out)
				e.SetEscapeHTML(false)
				e.SetIndent("", "  ")
				if err := e.Encode(c); err != nil {
					return failure(err, "")
				}
			} else {
				sayChanges(std.out, c)
			}
			if failOn == "change" && !c.Same || failOn == "worse" && worse(c.Verdict) {
				return findings()
			}
			return nil
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.BoolVar(&asJSON, "json", false, "print the comparison as JSON")
	fs.StringVar(&keep, "transcript", "", "keep the new recording in this `file`")
	fs.Var(&timeout, "timeout", "wait this `long` for an answer that the recording has (default 5000 ms)")
	fs.StringVar(&failOn, "fail-on", "change", "exit 1 on `change|worse`")
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

// compare judges two recordings and says what changed between them.
func compare(before, after []byte) (diff.Comparison, error) {
	var sides [2]*diff.Facts
	for i, src := range [][]byte{before, after} {
		a := engine.New()
		if _, err := a.Write(src); err != nil {
			return diff.Comparison{}, err
		}
		a.Close()
		facts, err := diff.Read(src, a.Report())
		if err != nil {
			return diff.Comparison{}, err
		}
		sides[i] = facts
	}
	return diff.Compare(sides[0], sides[1]), nil
}

// worse says whether the verdict did not hold.
func worse(p diff.Pair) bool {
	rank := map[string]int{"pass": 0, "warning": 1, "needs_inspection": 2, "fail": 3}
	return rank[p.After] > rank[p.Before]
}

func sayChanges(w io.Writer, c diff.Comparison) {
	if c.Same {
		fmt.Fprintf(w, "SAME %s, nothing changed\n", c.Verdict.After)
		return
	}
	fmt.Fprintf(w, "CHANGED verdict %s -> %s\n", c.Verdict.Before, c.Verdict.After)
	if c.First.Before != c.First.After {
		fmt.Fprintf(w, "first violation: %s -> %s\n", orNone(c.First.Before), orNone(c.First.After))
	}
	if c.Protocol.Before != c.Protocol.After {
		fmt.Fprintf(w, "protocol: %s -> %s\n", orNone(c.Protocol.Before), orNone(c.Protocol.After))
	}
	for _, n := range c.Capabilities.Removed {
		fmt.Fprintf(w, "capability gone: %s\n", n)
	}
	for _, n := range c.Capabilities.Added {
		fmt.Fprintf(w, "capability new: %s\n", n)
	}
	for _, t := range c.Tools {
		fmt.Fprintf(w, "tool %s: %s", t.Change, t.Name)
		if len(t.Paths) > 0 {
			fmt.Fprintf(w, " at %s", strings.Join(t.Paths, ", "))
		}
		fmt.Fprintln(w)
	}
	for _, r := range c.Results {
		fmt.Fprintf(w, "result of %s %s: %s", r.Method, r.Asked, r.Change)
		for _, p := range r.Paths {
			fmt.Fprintf(w, "\n  %s: %s -> %s", orNone(p.Path), orNone(p.Before), orNone(p.After))
		}
		fmt.Fprintln(w)
	}
	for _, f := range c.Findings {
		fmt.Fprintf(w, "[%s] %s: %d -> %d\n", f.Severity, f.Code, f.Before, f.After)
	}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
