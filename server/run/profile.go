package run

import "stdioscope/engine/session"

// Profile is a preset for a common way to check a server. The command line and
// the workbench give the same one the same meaning.
type Profile struct {
	Name         string
	Probes       bool // of the advertised lists
	Repeat       int
	FailOnStatic bool
	Adversarial  []string // probe names; nil = none
	Environment  string   // EnvInherit or EnvClient
	CI           bool     // the negative control first; on the command line also JSON output
}

// Profiles are all that there are, the default first.
func Profiles() []Profile {
	return []Profile{
		{Name: "custom", Probes: true, Repeat: 1, Environment: EnvInherit},
		{Name: "smoke", Repeat: 1, Environment: EnvInherit},
		{Name: "registry", Probes: true, Repeat: 2, Environment: EnvInherit},
		{Name: "ci", Probes: true, Repeat: 1, FailOnStatic: true, Environment: EnvInherit, CI: true},
		{Name: "strict", Probes: true, Repeat: 2, FailOnStatic: true, Adversarial: session.AdversarialProbes(), Environment: EnvClient, CI: true},
	}
}

// ProfileNames are their names.
func ProfileNames() []string {
	var names []string
	for _, p := range Profiles() {
		names = append(names, p.Name)
	}
	return names
}

// ProfileOf finds a profile; "" is the default.
func ProfileOf(name string) (Profile, bool) {
	for _, p := range Profiles() {
		if p.Name == name || name == "" {
			return p, true
		}
	}
	return Profile{}, false
}
