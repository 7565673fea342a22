package main

import (
	"github.com/spf13/cobra"

	"stdioscope/server/render"
)

func newSchema(std streams) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the report",
		Long: `Print the JSON Schema of the report that check --json and validate --json write.
It is generated from the report's types; new fields may come without a new version.`,
		Example: "  stdioscope schema > report.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := std.out.Write(render.Schema())
			return err
		},
	}
}
