package main

import (
	"fmt"
	"slices"
	"strings"

	"stdioscope/engine/session"
)

// addProbe adds a probe by name. all stands for all of them; none takes back what
// was added, and what a profile would add: the list is then empty, not nil.
func addProbe(probes []string, name string) ([]string, error) {
	known := session.AdversarialProbes()
	switch {
	case name == "all":
		return known, nil
	case name == "none":
		return []string{}, nil
	case slices.Contains(probes, name):
		return probes, nil
	case slices.Contains(known, name):
		return append(probes, name), nil
	}
	return probes, fmt.Errorf("there is no probe %q: use %s, all or none", name, strings.Join(known, ", "))
}
