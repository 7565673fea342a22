package render

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

// sarifShown is how many results code scanning shows of one run.
const sarifShown = 5000

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Results     []sarifResult     `json:"results"`
	Properties  map[string]any    `json:"properties,omitempty"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"semanticVersion"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID         string          `json:"id"`
	Short      sarifText       `json:"shortDescription"`
	Full       sarifText       `json:"fullDescription"`
	Help       sarifText       `json:"help"`
	Default    sarifDefault    `json:"defaultConfiguration"`
	Properties sarifProperties `json:"properties"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifDefault struct {
	Level string `json:"level"`
}

type sarifProperties struct {
	Tags []string `json:"tags"`
}

type sarifInvocation struct {
	Successful bool        `json:"executionSuccessful"`
	Notes      []sarifNote `json:"toolExecutionNotifications,omitempty"`
}

type sarifNote struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifResult struct {
	RuleID       string             `json:"ruleId"`
	RuleIndex    int                `json:"ruleIndex"`
	Level        string             `json:"level"`
	Message      sarifText          `json:"message"`
	Locations    []sarifLocation    `json:"locations"`
	Fingerprints map[string]string  `json:"partialFingerprints"`
	Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	Properties   map[string]any     `json:"properties,omitempty"`
}

type sarifSuppression struct {
	Kind string `json:"kind"`
}

type sarifLocation struct {
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}

// writeSARIF makes one run with a result a finding, worst first, so that what a
// viewer cuts is what matters least.
func writeSARIF(out io.Writer, in Input) error {
	r := in.Report
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "stdioscope", Version: r.Engine.Version}}, Results: []sarifResult{},
		Properties: map[string]any{"classification": r.Classification, "status": r.Summary.Status}}
	index := map[string]int{}
	for i, c := range rule.Catalogue {
		index[c.Code] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID: c.Code, Short: sarifText{c.Title}, Full: sarifText{c.Title + "."},
			Help:       sarifText{"stdioscope explain " + c.Code},
			Default:    sarifDefault{sarifLevel(c.Severity)},
			Properties: sarifProperties{[]string{string(c.Class), fmt.Sprintf("layer-%d", c.Layer)}},
		})
	}
	entry := entryFile(r.Command)
	var left int64
	for _, i := range issues(r) {
		if len(run.Results) == sarifShown {
			left++
			continue
		}
		run.Results = append(run.Results, sarifOf(i, index, entry, in.accepted(i)))
	}
	for _, f := range r.StaticFindings {
		if len(run.Results) == sarifShown {
			left++
			continue
		}
		run.Results = append(run.Results, sarifStatic(f, index, r.StaticScan))
	}
	invocation := sarifInvocation{Successful: true}
	if left += cut(r); left > 0 {
		invocation.Notes = []sarifNote{{"warning", sarifText{fmt.Sprintf("%d further findings are not listed here", left)}}}
	}
	run.Invocations = []sarifInvocation{invocation}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func sarifOf(i report.Issue, index map[string]int, entry string, accepted bool) sarifResult {
	text := i.Message
	if i.Hint != "" {
		text += ". " + i.Hint
	}
	result := sarifResult{
		RuleID: i.Code, RuleIndex: index[i.Code], Level: sarifLevel(i.Severity), Message: sarifText{text},
		Locations:    []sarifLocation{{Physical: sarifPhysical{Artifact: sarifArtifact{entry}, Region: &sarifRegion{StartLine: 1}}}},
		Fingerprints: map[string]string{"stdioscope/v1": i.Code + "/" + i.DetailCode + "/" + i.Path + "/" + i.Method},
		Properties:   map[string]any{"layer": i.Layer, "party": i.Party},
	}
	if i.Address != "" {
		result.Locations[0].Logical = []sarifLogical{{i.Address, "message"}}
	}
	if accepted {
		result.Suppressions = []sarifSuppression{{"external"}}
	}
	return result
}

func sarifStatic(f report.StaticFinding, index map[string]int, scan report.StaticScan) sarifResult {
	level := "warning"
	if scan.FailOnFindings {
		level = "error"
	}
	return sarifResult{
		RuleID: "static-stdout-write", RuleIndex: index["static-stdout-write"], Level: level, Message: sarifText{f.Message},
		Locations: []sarifLocation{{Physical: sarifPhysical{
			Artifact: sarifArtifact{path.Join(filepath.ToSlash(scan.Path), f.File)},
			Region:   &sarifRegion{StartLine: max(f.Line, 1), StartColumn: f.Column}}}},
		Fingerprints: map[string]string{"stdioscope/v1": "static-stdout-write/" + f.File + "/" + f.Reason},
	}
}

func sarifLevel(s rule.Severity) string {
	switch s {
	case rule.Error:
		return "error"
	case rule.Warning:
		return "warning"
	}
	return "note"
}

// entryFile is the file that code scanning pins a stream's finding to: the
// script among the arguments, else the program, else a name that says what it is.
func entryFile(argv []string) string {
	for _, a := range argv[min(1, len(argv)):] {
		if !strings.HasPrefix(a, "-") && strings.Contains(path.Base(filepath.ToSlash(a)), ".") && !filepath.IsAbs(a) {
			return path.Clean(filepath.ToSlash(a))
		}
	}
	if len(argv) > 0 && argv[0] != "" {
		return path.Base(filepath.ToSlash(argv[0]))
	}
	return "stdout"
}
