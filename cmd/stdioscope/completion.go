package main

import (
	"github.com/spf13/cobra"

	"stdioscope/engine/rule"
	"stdioscope/engine/session"
	"stdioscope/fixtures/servers"
	"stdioscope/server/render"
	"stdioscope/server/run"
)

// words are the values that a shell can complete, by option.
var words = map[string]func() []string{
	"profile":            func() []string { return []string{"custom", "smoke", "registry", "ci", "strict"} },
	"protocol":           func() []string { return []string{session.Auto, rule.R5, rule.R4, rule.R3, rule.R2, rule.R1} },
	"eras":               func() []string { return []string{"both"} },
	"environment":        func() []string { return []string{run.EnvInherit, run.EnvClient, run.EnvClean} },
	"client-capability":  func() []string { return []string{"roots", "sampling", "elicitation"} },
	"adversarial-probe":  func() []string { return append(session.AdversarialProbes(), "all", "none") },
	"adversarial-probes": func() []string { return append(session.AdversarialProbes(), "all", "none") },
	"format":             formatsAbout,
	"fail-on":            func() []string { return []string{"error", "warning", "note", "never"} },
	"color":              func() []string { return []string{"auto", "always", "never"} },
	"request":            func() []string { return listMethods },
	"cwd":                func() []string { return nil },
}

// listMethods are the requests that need no params and change nothing.
var listMethods = []string{"tools/list", "resources/list", "resources/templates/list", "prompts/list", "ping"}

// complete teaches a command's options to the shell.
func complete(cmd *cobra.Command) {
	for option, list := range words {
		if cmd.Flags().Lookup(option) == nil {
			continue
		}
		directive := cobra.ShellCompDirectiveNoFileComp
		if option == "cwd" {
			directive = cobra.ShellCompDirectiveFilterDirs
		}
		_ = cmd.RegisterFlagCompletionFunc(option, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return list(), directive
		})
	}
}

func formatsAbout() []string {
	var all []string
	for _, name := range render.Formats() {
		all = append(all, name+"\t"+render.About(name))
	}
	return all
}

func completeModes(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if len(args) == 0 {
		for _, m := range servers.Modes() {
			names = append(names, m.Name+"\t"+m.About)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// newConfigSchema prints what check --config accepts, for editors and CI.
func newConfigSchema(std streams) *cobra.Command {
	return &cobra.Command{
		Use:   "config-schema",
		Short: "Print the JSON Schema of check's configuration file",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := std.out.Write(configSchema)
			return err
		},
	}
}
