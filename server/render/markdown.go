package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

// summaryLimit is the size that a job summary may have.
const summaryLimit = 1 << 20

// writeMarkdown writes the verdict, the first violation, the checks and the
// findings, and stops with a sentence before the limit of a job summary.
func writeMarkdown(out io.Writer, in Input) error {
	r := in.Report
	var b bytes.Buffer
	fmt.Fprintf(&b, "## %s MCP stdio: %s\n\n", sign(r.Summary.Status), r.Summary.Display)
	if len(r.Command) > 0 {
		fmt.Fprintf(&b, "`%s` · protocol %s · %d frames on stdout · %s s\n\n", code(beginning(strings.Join(r.Command, " "))), orDash(text(r.NegotiatedProtocol)), r.Frames.Stdout, seconds(r.DurationMs))
	}
	if v := r.FirstViolation; v != nil {
		fmt.Fprintf(&b, "**First violation:** %s", text(v.Message))
		if at := where(*v); at != "" {
			fmt.Fprintf(&b, " (%s, layer %d)", at, v.Layer)
		}
		b.WriteString("\n\n")
		if v.Excerpt != "" {
			fmt.Fprintf(&b, "%s\n\n", fence(v.Excerpt))
		}
		if v.Hint != "" {
			fmt.Fprintf(&b, "**What to change:** %s\n\n", text(v.Hint))
		}
	}
	b.WriteString("| check | status | codes |\n| --- | --- | --- |\n")
	for _, c := range checksOf(r) {
		if c.Status != report.Skipped {
			fmt.Fprintf(&b, "| %s | %s %s | %s |\n", c.name, sign(string(c.Status)), c.Status, strings.Join(c.IssueCodes, ", "))
		}
	}
	left := cut(r)
	if list := issues(r); len(list) > 0 {
		b.WriteString("\n| severity | code | where | what |\n| --- | --- | --- | --- |\n")
		for n, i := range list {
			row := fmt.Sprintf("| %s | `%s` | %s | %s |\n", severityWord(i, in), i.Code, orDash(where(i)), text(i.Message))
			if b.Len()+len(row) > summaryLimit-200 {
				left += int64(len(list) - n)
				break
			}
			b.WriteString(row)
		}
	}
	if left > 0 {
		fmt.Fprintf(&b, "\n%d further findings are not listed here.\n", left)
	}
	_, err := out.Write(inert(b.Bytes()))
	return err
}

func severityWord(i report.Issue, in Input) string {
	word := string(i.Severity)
	if in.accepted(i) {
		word += " (accepted)"
	}
	return map[rule.Severity]string{rule.Error: "❌ ", rule.Warning: "⚠️ ", rule.Note: "ℹ️ "}[i.Severity] + word
}

func sign(status string) string {
	switch status {
	case "pass":
		return "✅"
	case "warning":
		return "⚠️"
	case "needs_inspection":
		return "🔎"
	}
	return "❌"
}

// text makes server text harmless in a Markdown table.
func text(s string) string {
	s = strings.NewReplacer("\n", " ", `\`, `\\`, "|", `\|`, "<", "&lt;", ">", "&gt;", "`", "'", "*", `\*`, "_", `\_`, "[", `\[`, "@", "&#64;").Replace(Visible(s))
	return s
}

func code(s string) string { return strings.NewReplacer("`", "'", "\n", " ").Replace(Visible(s)) }

// fence quotes text in a block that the text cannot close.
func fence(s string) string {
	ticks := "```"
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	return ticks + "text\n" + Visible(s) + "\n" + ticks
}

// beginning is as much of a command as a summary needs.
func beginning(s string) string {
	const most = 1000
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}
