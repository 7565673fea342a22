package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"stdioscope/fixtures"
	"stdioscope/server"
	"stdioscope/ui"
)

func newSite(std streams) *cobra.Command {
	return &cobra.Command{
		Use:   "site FOLDER",
		Short: "Write the page as static files that anyone can host under any path",
		Long: `site writes the page into a new folder. It needs no server behind it: recordings and
logs are judged in the browser, nothing leaves it, and after the first visit it works
with the network off.`,
		Example: `  stdioscope site public/scope`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("stdioscope site public/scope", "name one folder, which is made")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			dir := args[0]
			// Files of another build, or of another thing, are not mixed with these.
			if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
				return usage("name a new folder, or empty it first", "%s is not empty", dir)
			} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return usage("name a new folder", "%s: %v", dir, plainError(err))
			}
			files, built := ui.Files()
			if !built {
				return failure(errors.New("the page is not built into this binary"), "run "+ui.MakeTarget+" and build again")
			}
			if err := server.WriteSite(dir, files, fixtures.Transcripts()); err != nil {
				return failure(fmt.Errorf("write %s: %w", dir, err), "")
			}
			fmt.Fprintf(std.err, "stdioscope: %s is the page: put it on any web server\n", dir)
			return nil
		},
	}
}
