package render

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"stdioscope/engine/rule"
)

// annotationsShown is how many annotations of one kind a step shows.
const annotationsShown = 10

// writeGitHub writes workflow commands. Notes are notices; accepted findings
// are notices too.
func writeGitHub(out io.Writer, in Input) error {
	shown := map[string]int{}
	last := map[string]string{} // of a kind, until it is known whether its place has to count more
	add := func(kind, file string, line int, title, message string) error {
		if shown[kind]++; shown[kind] > annotationsShown {
			return nil
		}
		properties := "title=" + property(title)
		if file != "" {
			properties += ",file=" + property(file) + fmt.Sprintf(",line=%d", max(line, 1))
		}
		annotation := fmt.Sprintf("::%s %s::%s\n", kind, properties, data(message))
		if shown[kind] == annotationsShown {
			last[kind] = annotation
			return nil
		}
		_, err := io.WriteString(out, annotation)
		return err
	}
	for _, i := range issues(in.Report) {
		kind := map[rule.Severity]string{rule.Error: "error", rule.Warning: "warning", rule.Note: "notice"}[i.Severity]
		if in.accepted(i) {
			kind = "notice"
		}
		message := i.Message
		if at := where(i); at != "" {
			message = at + ": " + message
		}
		if i.Hint != "" {
			message += "\n" + i.Hint
		}
		if err := add(kind, "", 0, i.Code, message); err != nil {
			return err
		}
	}
	for _, f := range in.Report.StaticFindings {
		kind := "warning"
		if in.Report.StaticScan.FailOnFindings {
			kind = "error"
		}
		file := path.Join(filepath.ToSlash(in.Report.StaticScan.Path), f.File)
		if err := add(kind, file, f.Line, "static-stdout-write", f.Message); err != nil {
			return err
		}
	}
	for _, kind := range []string{"error", "warning", "notice"} {
		line := last[kind]
		if more := shown[kind] - annotationsShown + 1; more > 1 {
			line = fmt.Sprintf("::%s title=stdioscope::%d more findings of this kind are in the report\n", kind, more)
		}
		if _, err := io.WriteString(out, line); err != nil {
			return err
		}
	}
	return nil
}

// data and property escape as the workflow command syntax asks.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(Visible(s))
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
