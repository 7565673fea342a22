package main

import (
	"fmt"
	"io"
	"os"
	"os/user"
	"strings"

	"github.com/spf13/cobra"

	"stdioscope/engine"
	"stdioscope/engine/diff"
	"stdioscope/engine/redact"
	"stdioscope/engine/transcript"
)

func newSanitize(std streams) *cobra.Command {
	var (
		out      string
		literals []string
		hide     []string
		payloads bool
	)
	cmd := &cobra.Command{
		Use:   "sanitize FILE",
		Short: "Mask secrets and names in a recording, so that it can be shown to others",
		Long: `sanitize writes a copy of a recording in which secrets, home directories, user and
host names and e-mail addresses are masked. A mask keeps the length, the class of
each character and equality, so the copy is judged as the original is; where that
cannot hold, the mask wins and the finding that changed is named on stderr.`,
		Example: `  stdioscope sanitize run.stdioscope.jsonl -o for-the-issue.stdioscope.jsonl
  stdioscope sanitize --mask "Project X" --hide stderr run.stdioscope.jsonl > clean.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("name a transcript, or - for standard input", "one recording at a time")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts := redact.Options{Names: ownNames(), Literals: literals, Payloads: payloads}
			for _, h := range hide {
				s := transcript.Stream(h)
				if s != transcript.Stdin && s != transcript.Stdout && s != transcript.Stderr {
					return usage("--hide takes stdin, stdout or stderr", "there is no pipe %q", h)
				}
				opts.Hide = append(opts.Hide, s)
			}
			src, err := readInput(cmd.Context(), args[0], std)
			if err != nil {
				return unread(err, "recording", "name a file, or - for standard input")
			}
			masked, summary, err := redact.Transcript(src, opts)
			if err != nil {
				return usage("sanitize takes a transcript: stdioscope check --transcript FILE writes one", "%s: %v", args[0], err)
			}
			if err := sayMasked(std.err, src, masked, summary); err != nil {
				return failure(err, "")
			}
			if out == "" || out == "-" {
				_, err = std.out.Write(masked)
			} else {
				err = os.WriteFile(out, masked, 0o600)
			}
			if err != nil {
				return failure(fmt.Errorf("write the masked copy: %w", err), "")
			}
			return nil
		},
	}
	fs := cmd.Flags()
	fs.StringVarP(&out, "output", "o", "", "write the copy to this `file` instead of stdout")
	fs.StringArrayVar(&literals, "mask", nil, "mask this `text`, too, wherever it stands; repeatable")
	fs.StringArrayVar(&hide, "hide", nil, "keep only the length of this `pipe`: stdin, stdout or stderr; repeatable")
	fs.BoolVar(&payloads, "payloads", false, "mask arguments, contents and structured results, too")
	return cmd
}

// ownNames are the names of this user and machine, which a recording made here
// may hold.
func ownNames() []string {
	var names []string
	if u, err := user.Current(); err == nil {
		names = append(names, u.Username, u.Name)
	}
	if host, err := os.Hostname(); err == nil {
		names = append(names, host)
	}
	kept := names[:0]
	for _, n := range names {
		switch strings.ToLower(n) {
		case "", "root", "user", "node", "admin", "localhost", "runner", "ubuntu", "debian":
		default: // a common word would be masked all over the recording
			if len(n) > 3 {
				kept = append(kept, n)
			}
		}
	}
	return kept
}

// sayMasked tells what was masked, and which findings the masks changed.
func sayMasked(w io.Writer, before, after []byte, s redact.Summary) error {
	fmt.Fprintf(w, "stdioscope: masked %d places, %d bytes", s.Count, s.Bytes)
	for i, k := range s.Kinds {
		sep := ", "
		if i == 0 {
			sep = ": "
		}
		fmt.Fprintf(w, "%s%d %s", sep, k.Count, k.Kind)
	}
	fmt.Fprintln(w)
	a, b := engine.New(), engine.New()
	for _, side := range []struct {
		analyzer *engine.Analyzer
		bytes    []byte
	}{{a, before}, {b, after}} {
		if _, err := side.analyzer.Write(side.bytes); err != nil {
			return err
		}
		side.analyzer.Close()
	}
	for _, c := range diff.Verdicts(a.Report(), b.Report()) {
		fmt.Fprintf(w, "stdioscope: the masks changed the verdict: %s %s %s %s\n", c.Change, c.Severity, c.Code, c.Address)
	}
	return nil
}
