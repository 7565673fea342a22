package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"stdioscope/engine"
)

func newVersion(std streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the engine's and Go's",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(std.out, "stdioscope %s (%s, %s/%s)\n", engine.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
