package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"stdioscope/server/scan"
)

func newScan(std streams) *cobra.Command {
	var asJSON, all bool
	cmd := &cobra.Command{
		Use:   "scan [PATH...]",
		Short: "Find writes to stdout in the source, without running anything",
		Long: `scan looks through JavaScript, TypeScript, Python, Go, Rust, Java, Kotlin and C#
for writes to stdout, log handlers that go there and visible start-up output.
Comments, strings, tests, vendored folders and what .gitignore names never count.
In JavaScript and TypeScript neither do places where a server on stdio does not
come, as far as that can be told: files that the package's bin does not load, code
behind --help and other subcommands, another transport. --all shows them too.
A finding is a hint where to look: only a check of the running server proves what
reaches its stdout. To accept one, say why in its line or the line above:

  ` + scan.Marker + ` printed by --help alone

Exit code 1 when something was found.`,
		Example: "  stdioscope scan src",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			found := 0
			results := make([]scan.Result, 0, len(args))
			for _, root := range args {
				r, err := awaited(cmd.Context(), func() (scan.Result, error) { return scan.Scan(root) })
				if err != nil {
					return unread(err, "source", "name a folder or a file of source code")
				}
				found += len(r.Findings)
				results = append(results, r)
				if !asJSON {
					sayScan(std, r, all)
				}
			}
			if asJSON {
				e := json.NewEncoder(std.out)
				e.SetEscapeHTML(false)
				e.SetIndent("", "  ")
				if err := e.Encode(results); err != nil {
					return failure(err, "")
				}
			}
			if found > 0 {
				return findings()
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "list what was set aside, too, and why")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the results as JSON, one a path")
	return cmd
}

func sayScan(std streams, r scan.Result, all bool) {
	for _, f := range r.Findings {
		fmt.Fprintf(std.out, "%s:%d:%d: %s\n", f.File, f.Line, f.Column, f.Message)
	}
	if all {
		for _, f := range r.Aside {
			fmt.Fprintf(std.out, "%s:%d:%d: (%s) %s\n", f.File, f.Line, f.Column, f.Why, f.Message)
		}
	}
	fmt.Fprintf(std.err, "stdioscope: %s in %s", count(len(r.Findings), "finding"), count(r.Files, "file"))
	if r.Suppressed > 0 {
		fmt.Fprintf(std.err, ", %d suppressed with a reason", r.Suppressed)
	}
	fmt.Fprintln(std.err)
	if n := len(r.Aside); n > 0 && !all {
		fmt.Fprintf(std.err, "stdioscope: %s set aside, where a server on stdio does not come; --all lists what\n", count(n, "place"))
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(std.err, "stdioscope: not looked at: %s (%s)\n", s.File, s.Why)
	}
}
