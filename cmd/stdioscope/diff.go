package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"stdioscope/engine/diff"
	"stdioscope/server/render"
)

func newDiff(std streams) *cobra.Command {
	var failOn string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff [options] BEFORE AFTER",
		Short: "Say what changed from one recording to another",
		Long: `diff compares two recordings: verdict and findings, protocol and capabilities,
tools and their schemas, results that changed their shape, latencies, and the
frames laid side by side. It takes whatever validate takes; - is standard input.
Values inside results, times and order are no change, and neither are latencies
and frames, which are shown all the same.

Exit code 1 when something changed; with --fail-on worse only when the verdict
did not hold.`,
		Example: `  stdioscope diff before.stdioscope.jsonl after.stdioscope.jsonl
  stdioscope diff --json --fail-on worse main.jsonl branch.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) != 2:
				return usage("stdioscope diff BEFORE AFTER", "two recordings are needed")
			case args[0] == "-" && args[1] == "-":
				return usage("name the other file", "standard input is one recording, not two")
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
			after, err := recordingOf(cmd.Context(), args[1], std)
			if err != nil {
				return err
			}
			c, err := compare(before, after)
			if err != nil {
				return failure(err, "")
			}
			return tellChanges(c, asJSON, failOn, std)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.BoolVar(&asJSON, "json", false, "print the comparison as JSON")
	fs.StringVar(&failOn, "fail-on", "change", "exit 1 on `change|worse`")
	_ = cmd.RegisterFlagCompletionFunc("fail-on", completeThresholds)
	return cmd
}

func completeThresholds(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"change", "worse"}, cobra.ShellCompDirectiveNoFileComp
}

func checkThreshold(failOn string) error {
	if failOn != "change" && failOn != "worse" {
		return usage("--fail-on takes change or worse", "there is no threshold %q", failOn)
	}
	return nil
}

// compare judges two recordings and says what changed between them.
func compare(before, after []byte) (*diff.Comparison, error) {
	var sides [2]*diff.Facts
	for i, src := range [][]byte{before, after} {
		facts, err := diff.Read(src)
		if err != nil {
			return nil, err
		}
		sides[i] = facts
	}
	c := diff.Compare(sides[0], sides[1])
	return &c, nil
}

// tellChanges prints a comparison and decides the exit code.
func tellChanges(c *diff.Comparison, asJSON bool, failOn string, std streams) error {
	var b bytes.Buffer
	if asJSON {
		if err := json.Indent(&b, c.AppendJSONWithFrames(nil), "", "  "); err != nil {
			return failure(err, "")
		}
		b.WriteByte('\n')
	} else {
		sayChanges(&b, c)
		sayLatencies(&b, c)
		sayFrames(&b, c)
	}
	if _, err := std.out.Write(b.Bytes()); err != nil {
		return failure(err, "")
	}
	if failOn == "change" && !c.Same || failOn == "worse" && worse(c.Verdict) {
		return findings()
	}
	return nil
}

// worse says whether the verdict did not hold.
func worse(p diff.Pair) bool {
	rank := map[string]int{"pass": 0, "warning": 1, "needs_inspection": 2, "fail": 3}
	return rank[p.After] > rank[p.Before]
}

func sayChanges(w io.Writer, c *diff.Comparison) {
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
		fmt.Fprintf(w, "capability gone: %s\n", orNone(n))
	}
	for _, n := range c.Capabilities.Added {
		fmt.Fprintf(w, "capability new: %s\n", orNone(n))
	}
	for _, t := range c.Tools {
		fmt.Fprintf(w, "tool %s: %s\n", t.Change, orNone(t.Name))
		sayPaths(w, t.Values)
	}
	for _, r := range c.Results {
		fmt.Fprintf(w, "result of %s %s: %s\n", orNone(r.Method), orNone(r.Asked), r.Change)
		sayPaths(w, r.Paths)
	}
	for _, f := range c.Findings {
		fmt.Fprintf(w, "[%s] %s: %d -> %d", f.Severity, f.Code, f.Before, f.After)
		if f.Message != "" {
			fmt.Fprintf(w, "  %s", orNone(f.Message))
		}
		fmt.Fprintln(w)
	}
}

func sayPaths(w io.Writer, paths []diff.PathChange) {
	for _, p := range paths {
		fmt.Fprintf(w, "  %s: %s -> %s\n", orNone(p.Path), orNone(p.Before), orNone(p.After))
	}
}

func sayLatencies(w io.Writer, c *diff.Comparison) {
	for _, l := range c.Latencies {
		fmt.Fprintf(w, "latency of %s: %s -> %s\n", orNone(l.Method), latencyWords(l.Before), latencyWords(l.After))
	}
}

func latencyWords(l *diff.Latency) string {
	switch {
	case l == nil:
		return "none"
	case l.Count == 1:
		return render.Duration(l.Median)
	}
	return fmt.Sprintf("%s (median of %d)", render.Duration(l.Median), l.Count)
}

// maxFramesSaid is how many frames that have no partner are listed; a screen holds
// no more.
const maxFramesSaid = 20

func sayFrames(w io.Writer, c *diff.Comparison) {
	said, more, same := 0, 0, 0
	for _, p := range c.Frames {
		switch {
		case p.Before >= 0 && p.After >= 0:
			same++
		case said == maxFramesSaid:
			more++
		case p.After < 0:
			said++
			sayFrame(w, "only before", c.Before(p.Before))
		default:
			said++
			sayFrame(w, "only after", c.After(p.After))
		}
	}
	if more > 0 {
		fmt.Fprintf(w, "… %d more frames of one side alone; --json has them\n", more)
	}
	fmt.Fprintf(w, "frames: %d on both sides, %d on one alone\n", same, said+more)
}

func sayFrame(w io.Writer, side string, f diff.Frame) {
	fmt.Fprintf(w, "%s: %s %s %s\n", side, f.Address, f.Kind, orNone(f.What))
}

// orNone shows a text of the recording on one line; what is empty is none.
func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return strings.ReplaceAll(render.Visible(s), "\n", `\n`)
}
