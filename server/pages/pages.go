// Package pages holds a page for every code of the catalogue: what it means, a
// good exchange, the fix, and when to ignore it. What the catalogue knows
// (class, layer, severity, source) is not written twice.
//
// Start with [Lookup] for one code and [All] for the catalogue with its pages.
package pages

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"stdioscope/engine/rule"
)

//go:embed codes/*.md stdout.md examples.json
var files embed.FS

// Page is one code with its explanation.
type Page struct {
	Code     string        `json:"code"`
	Title    string        `json:"title"`
	Class    rule.Class    `json:"class"`
	Layer    rule.Layer    `json:"layer"`
	Severity rule.Severity `json:"severity"`
	Before   rule.Severity `json:"before,omitempty"` // in revisions before Since; "" = it does not apply there
	Since    string        `json:"since,omitempty"`
	Until    string        `json:"until,omitempty"`
	Check    rule.Check    `json:"check,omitempty"`
	Spec     string        `json:"spec,omitempty"` // section path, or the RFC
	Details  []string      `json:"details,omitempty"`
	Meaning  string        `json:"meaning"`
	Good     string        `json:"good,omitempty"` // a message as it should be
	Fixes    []Fix         `json:"fixes"`
	Ignore   string        `json:"ignore"`
	Fires    string        `json:"fires,omitempty"` // the recorded example that shows it
	Near     string        `json:"near,omitempty"`  // one that looks like it and is not
}

// Fix is what to change, in one language or in general.
type Fix struct {
	For  string `json:"for,omitempty"` // "Node", "Python", …; "" = whatever the language
	Text string `json:"text"`
}

// all parses the pages once, when somebody first asks.
var all = sync.OnceValues(load)

// All is the catalogue in its order, each code with its page. The pages are
// part of the program, so an error means that the program was built wrong; a
// test keeps that from happening.
func All() ([]Page, error) { return all() }

// Lookup finds the page of a code.
func Lookup(code string) (Page, bool) {
	list, err := All()
	if err != nil {
		return Page{}, false
	}
	for _, p := range list {
		if p.Code == code {
			return p, true
		}
	}
	return Page{}, false
}

func load() ([]Page, error) {
	examples := map[string]struct{ Fires, Near string }{}
	data, err := files.ReadFile("examples.json")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &examples); err != nil {
		return nil, fmt.Errorf("examples.json: %w", err)
	}
	list := make([]Page, 0, len(rule.Catalogue))
	for _, r := range rule.Catalogue {
		text, err := files.ReadFile("codes/" + r.Code + ".md")
		if err != nil {
			return nil, err
		}
		p, err := parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("codes/%s.md: %w", r.Code, err)
		}
		if p.Code != r.Code {
			return nil, fmt.Errorf("codes/%s.md is headed %q", r.Code, p.Code)
		}
		p.Title, p.Class, p.Layer, p.Severity = r.Title, r.Class, r.Layer, r.Severity
		p.Before, p.Since, p.Until, p.Check, p.Spec, p.Details = r.Before, r.Since, r.Until, r.Check, r.Spec, r.Details
		p.Fires, p.Near = examples[r.Code].Fires, examples[r.Code].Near
		list = append(list, p)
	}
	return list, nil
}

// parse reads a page: a heading, the meaning, then the sections Good, Fix and
// When to ignore.
func parse(text string) (Page, error) {
	var p Page
	head, rest, _ := strings.Cut(text, "\n")
	p.Code = strings.TrimPrefix(head, "# ")
	sections := strings.Split(rest, "\n## ")
	p.Meaning = strings.TrimSpace(sections[0])
	for _, s := range sections[1:] {
		name, body, _ := strings.Cut(s, "\n")
		body = strings.TrimSpace(body)
		switch name {
		case "Good":
			p.Good = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(body, "```json"), "```"))
		case "Fix":
			fixes, err := parseFixes(body)
			if err != nil {
				return p, err
			}
			p.Fixes = fixes
		case "When to ignore":
			p.Ignore = body
		default:
			return p, fmt.Errorf("unknown section %q", name)
		}
	}
	return p, nil
}

// parseFixes takes a paragraph a fix; one that begins with a name in bold is for
// that language. "@include NAME" stands for a text that several pages share.
func parseFixes(body string) ([]Fix, error) {
	if name, ok := strings.CutPrefix(body, "@include "); ok {
		text, err := files.ReadFile(name + ".md")
		if err != nil {
			return nil, err
		}
		body = strings.TrimSpace(string(text))
	}
	var fixes []Fix
	for _, paragraph := range strings.Split(body, "\n\n") {
		paragraph = strings.TrimSpace(paragraph)
		if rest, ok := strings.CutPrefix(paragraph, "**"); ok {
			if name, text, ok := strings.Cut(rest, "** "); ok {
				fixes = append(fixes, Fix{For: name, Text: text})
				continue
			}
		}
		fixes = append(fixes, Fix{Text: paragraph})
	}
	return fixes, nil
}

// Text is the page for a terminal: plain Markdown.
func (p Page) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", p.Code, p.Title)
	fmt.Fprintf(&b, "  severity  %s%s\n", p.Severity, p.span())
	fmt.Fprintf(&b, "  layer     %s\n", layerName(p.Layer))
	fmt.Fprintf(&b, "  class     %s\n", p.Class)
	if p.Spec != "" {
		fmt.Fprintf(&b, "  source    %s\n", p.Spec)
	}
	if len(p.Details) > 0 {
		fmt.Fprintf(&b, "  details   %s\n", strings.Join(p.Details, ", "))
	}
	fmt.Fprintf(&b, "\n%s\n", p.Meaning)
	if p.Good != "" {
		fmt.Fprintf(&b, "\nAs it should be:\n\n  %s\n", p.Good)
	}
	b.WriteString("\nWhat to change:\n\n")
	for _, f := range p.Fixes {
		if f.For != "" {
			fmt.Fprintf(&b, "  %s: %s\n", f.For, f.Text)
		} else {
			fmt.Fprintf(&b, "  %s\n", f.Text)
		}
	}
	fmt.Fprintf(&b, "\nWhen to ignore it: %s\n", p.Ignore)
	return b.String()
}

// span says in which revisions the severity holds.
func (p Page) span() string {
	switch {
	case p.Since != "" && p.Before != "":
		return fmt.Sprintf(" from %s on, %s before", p.Since, p.Before)
	case p.Since != "" && p.Until != "" && p.Since == p.Until:
		return fmt.Sprintf(", in %s alone", p.Since)
	case p.Since != "" && p.Until != "":
		return fmt.Sprintf(", from %s to %s", p.Since, p.Until)
	case p.Since != "":
		return fmt.Sprintf(", from %s on", p.Since)
	case p.Until != "":
		return fmt.Sprintf(", up to %s", p.Until)
	}
	return ""
}

func layerName(l rule.Layer) string {
	return [...]string{"outside the ladder", "1, bytes and newline framing", "2, JSON syntax", "3, JSON-RPC shape", "4, MCP schema and semantics", "5, correlation and lifecycle"}[l]
}
