package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
	"stdioscope/server/render"
)

// accepted is one entry of a baseline: a finding that somebody has looked at and
// lives with. Without an address it accepts the code wherever it stands.
type accepted = render.Accepted

type baselineFile struct {
	Accepted []accepted `json:"accepted"`
}

func readBaseline(path string) ([]accepted, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("make one with --write-baseline FILE", "read the baseline: %v", plainError(err))
	}
	var file baselineFile
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, usage(`it looks like {"accepted": [{"code": "tool-description-missing", "reason": "…"}]}`, "%s:%d: %v", path, lineOfJSONError(b, err), err)
	}
	for _, a := range file.Accepted {
		if _, known := rule.Lookup(a.Code); !known {
			return nil, usage("stdioscope explain lists the codes", "%s: there is no code %q%s", path, a.Code, didYouMean(a.Code, codes()))
		}
	}
	return file.Accepted, nil
}

func codes() []string {
	var all []string
	for _, r := range rule.Catalogue {
		all = append(all, r.Code)
	}
	return all
}

func covers(a accepted, i report.Issue) bool {
	return a.Code == i.Code && (a.Address == "" || a.Address == i.Address)
}

// accept says which entries of the baseline were met, and which were not.
func (p *plan) accept(r *report.Report) (met []accepted, stale []string) {
	for _, a := range p.baseline {
		if slices.ContainsFunc(r.Issues, func(i report.Issue) bool { return covers(a, i) }) {
			met = append(met, a)
			continue
		}
		name := a.Code
		if a.Address != "" {
			name += " at " + a.Address
		}
		stale = append(stale, name)
	}
	return met, stale
}

// fails says whether a finding that counts is not accepted and reaches the
// threshold. Findings that the report did not keep count by their number.
func (p *plan) fails(r *report.Report, in render.Input) bool {
	bad := atLeast(p.failOn)
	for _, i := range r.Issues {
		if i.Party != "server" || !slices.Contains(bad, i.Severity) {
			continue
		}
		if !slices.ContainsFunc(in.Accepted, func(a accepted) bool { return covers(a, i) }) {
			return true
		}
	}
	return false
}

// writeBaseline accepts what this check found, and keeps the reasons of entries
// that are still met.
func writeBaseline(path string, r *report.Report, old []accepted) error {
	file := baselineFile{Accepted: []accepted{}}
	for _, i := range r.Issues {
		if i.Party != "server" || i.Severity == rule.Note {
			continue
		}
		entry := accepted{Code: i.Code}
		for _, a := range old {
			if covers(a, i) {
				entry = a
			}
		}
		if !slices.Contains(file.Accepted, entry) {
			file.Accepted = append(file.Accepted, entry)
		}
	}
	b, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, append(b, '\n'), 0o644); err != nil {
		return fmt.Errorf("write the baseline: %w", err)
	}
	return nil
}
