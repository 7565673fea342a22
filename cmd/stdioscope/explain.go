package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/fixtures"
	"stdioscope/fixtures/servers"
	"stdioscope/server/pages"
)

// completeCodes offers the codes of the catalogue.
func completeCodes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var codes []string
	for _, r := range rule.Catalogue {
		codes = append(codes, r.Code+"\t"+r.Title)
	}
	return codes, cobra.ShellCompDirectiveNoFileComp
}

func catalogueCodes() []string {
	var all []string
	for _, r := range rule.Catalogue {
		all = append(all, r.Code)
	}
	return all
}

func newExplain(std streams) *cobra.Command {
	return &cobra.Command{
		Use:               "explain CODE...",
		Short:             "Say what a finding means, how to mend it, and when to ignore it",
		Example:           "  stdioscope explain stdout-non-json",
		ValidArgsFunction: completeCodes,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("stdioscope rules lists the codes", "there is no code to explain")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			for n, code := range args {
				page, ok := pages.Lookup(code)
				if !ok {
					return usage("stdioscope rules lists the codes", "there is no code %q%s", code, didYouMean(code, catalogueCodes()))
				}
				if n > 0 {
					fmt.Fprintln(std.out)
				}
				fmt.Fprint(std.out, page.Text())
				if where, bad := badExample(page); bad != "" {
					fmt.Fprintf(std.out, "\nHow it looks, at %s of a recording:\n\n  %s\n", where, bad)
				}
				if mode, ok := servers.Lookup(page.Fires); ok {
					fmt.Fprintf(std.out, "\nSee it happen: stdioscope demo %s\n", mode.Name)
				}
			}
			return nil
		},
	}
}

// badExample is the place and the text of the finding in the recording that shows
// it; "" when it has no bytes.
func badExample(page pages.Page) (where, text string) {
	data, err := fixtures.Report(page.Fires)
	if err != nil {
		return "", ""
	}
	var r report.Report
	if err := json.Unmarshal(data, &r); err != nil {
		return "", ""
	}
	for _, i := range r.Issues {
		if i.Code == page.Code {
			return i.Address, i.Excerpt
		}
	}
	return "", ""
}

func newRules(std streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List every code: what it means, its layer and its severity",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			list, err := pages.All()
			if err != nil {
				return failure(err, "")
			}
			if asJSON {
				e := json.NewEncoder(std.out)
				e.SetEscapeHTML(false)
				e.SetIndent("", "  ")
				return e.Encode(list)
			}
			w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
			for _, p := range list {
				fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", p.Code, p.Layer, p.Severity, p.Title)
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the catalogue with its pages as JSON")
	return cmd
}
