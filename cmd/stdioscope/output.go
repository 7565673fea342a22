package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"stdioscope/engine/rule"
	"stdioscope/server/render"
)

func formatNames() string { return strings.Join(render.Formats(), "|") }

func knownFormat(name string) error {
	if slices.Contains(render.Formats(), name) {
		return nil
	}
	return fmt.Errorf("there is no format %q%s", name, didYouMean(name, render.Formats()))
}

// formatOfFile guesses a format by a file's name.
func formatOfFile(path string) (string, error) {
	name := strings.ToLower(filepath.Base(path))
	for _, guess := range []struct{ suffix, format string }{
		{".jsonl", "jsonl"}, {".ndjson", "jsonl"}, {".sarif.json", "sarif"}, {".sarif", "sarif"}, {".json", "json"},
		{".xml", "junit"}, {".md", "markdown"}, {".svg", "badge-svg"}, {".txt", "text"}, {".html", "html"},
	} {
		if strings.HasSuffix(name, guess.suffix) && knownFormat(guess.format) == nil {
			return guess.format, nil
		}
	}
	return "", fmt.Errorf("which format is %s to have? write --format FORMAT before -o %s", path, path)
}

// decideOutputs makes sure that exactly one rendering goes to stdout: text, unless
// the caller wants JSON or another format.
func decideOutputs(asked []output, wantJSON bool) ([]output, error) {
	outputs := slices.Clone(asked)
	onStdout := ""
	for i, o := range outputs {
		if o.file == "-" {
			outputs[i].file = ""
		}
		if outputs[i].file != "" {
			continue
		}
		if onStdout != "" && onStdout != o.format {
			return nil, usage("write each --format FORMAT with its -o FILE; one may go without", "both %s and %s are to go to stdout", onStdout, o.format)
		}
		onStdout = o.format
	}
	if onStdout != "" && wantJSON && onStdout != "json" {
		return nil, usage("write --json -o FILE, or --format "+onStdout+" -o FILE", "both json and %s are to go to stdout", onStdout)
	}
	switch {
	case onStdout != "":
	case wantJSON:
		outputs = append(outputs, output{format: "json"})
	default:
		outputs = append(outputs, output{format: "text"})
	}
	return outputs, nil
}

// tell renders the verdict wherever it was asked for and decides the exit code.
func (p *plan) tell(v verdict, std streams) error {
	accepted, stale := p.accept(v.report)
	in := render.Input{Report: v.report, JSON: v.json, Accepted: accepted}
	for _, o := range p.outputs {
		in := in
		if o.format == "html" {
			if o.file == "" && isTerminal(std.out) {
				return usage("write --format html -o report.html", "an HTML page is nothing for a terminal")
			}
			var err error
			if in, err = pageOf(v, std.err); err != nil {
				return err
			}
		}
		if err := write(o, in, p.color, std); err != nil {
			return failure(err, "")
		}
	}
	for _, s := range stale {
		fmt.Fprintf(std.err, "stdioscope: the baseline's entry %s was not found any more\nhint: take it out of the baseline\n", s)
	}
	if p.writeBaseline != "" {
		if err := writeBaseline(p.writeBaseline, v.report, p.baseline); err != nil {
			return failure(err, "")
		}
		return nil
	}
	if p.fails(v.report, in) {
		return findings()
	}
	return nil
}

func write(o output, in render.Input, color string, std streams) error {
	if o.file == "" {
		in.Color = wantsColor(color, std.out)
		in.Width = widthOf(std.out)
		return render.Write(std.out, o.format, in)
	}
	var b bytes.Buffer
	if err := render.Write(&b, o.format, in); err != nil {
		return err
	}
	if err := os.WriteFile(o.file, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the %s output: %w", o.format, err)
	}
	return nil
}

// severities from the threshold up; "never" has none.
func atLeast(threshold string) []rule.Severity {
	switch threshold {
	case "error":
		return []rule.Severity{rule.Error}
	case "warning":
		return []rule.Severity{rule.Error, rule.Warning}
	case "note":
		return []rule.Severity{rule.Error, rule.Warning, rule.Note}
	}
	return nil
}

func wantsColor(color string, w io.Writer) bool {
	switch color {
	case "always":
		return true
	case "never":
		return false
	}
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func widthOf(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	return 0
}
