package render

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

// textShown is how many findings the text report lists; a screen holds no more.
const textShown = 20

// writeText writes one screen for people: the verdict's lines, the findings,
// then, when something broke, what the first bad bytes were and what to change.
func writeText(out io.Writer, in Input) error {
	p := printer{in: in, width: in.Width}
	if p.width <= 0 {
		p.width = 80
	}
	p.verdict()
	p.findings()
	p.explanation()
	_, err := out.Write(inert(p.b.Bytes()))
	return err
}

type printer struct {
	b     bytes.Buffer
	in    Input
	width int
}

const (
	red    = "31"
	green  = "32"
	yellow = "33"
	bold   = "1"
	dim    = "2"
)

func (p *printer) paint(style, s string) string {
	if !p.in.Color {
		return s
	}
	return "\x1b[" + style + "m" + s + "\x1b[0m"
}

func (p *printer) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *printer) verdict() {
	r := p.in.Report
	word := p.paint(green+";"+bold, "PASS")
	switch {
	case !r.OK:
		word = p.paint(red+";"+bold, "FAIL")
	case r.Summary.Status == "warning":
		word = p.paint(yellow+";"+bold, "PASS")
	}
	status := ""
	if r.Summary.Status != "pass" && r.Summary.Status != "fail" {
		status = " (" + r.Summary.Display + ")"
	}
	p.line("%s MCP stdio guard%s", word, status)
	p.line("initialize: %s", initializeWord(r))
	p.line("frames: %d stdout / %d invalid", r.Frames.Stdout, r.Frames.Invalid)
	p.line("stderr: %d %s", r.Frames.StderrLines, plural(r.Frames.StderrLines, "line"))
	if protocol := r.NegotiatedProtocol; protocol != "" || r.Protocol != "" {
		if protocol == "" {
			protocol = r.Protocol + " (asked for, not agreed)"
		}
		p.line("protocol: %s", oneLine(protocol))
	}
	for _, op := range r.Operations {
		p.line("request: %s %s", oneLine(op.Method), operationWord(op))
	}
	if r.ToolSchema.Checked {
		p.line("tool schemas: %d/%d valid", r.ToolSchema.ValidToolCount, r.ToolSchema.ToolCount)
	}
	if c := r.Checks.Repeat; c.Runs != nil && c.PassedRuns != nil {
		p.line("runs: %d/%d passed", *c.PassedRuns, *c.Runs)
	}
	if s := r.Shutdown; s != nil {
		p.line("shutdown: %s after %.0f ms", s.How, s.Ms)
	}
	if r.Selftest != "" {
		p.line("negative control: %s", r.Selftest)
	}
	for _, e := range r.Eras {
		word := "works"
		if !e.OK {
			word = "does not work"
		}
		p.line("clients of the %s era: %s%s", e.Era, word, parenthesis(oneLine(e.Negotiated)))
	}
	if s := r.Source; s.Confidence != "" {
		hidden := ""
		if len(s.Hides) > 0 {
			hidden = "; it does not show " + strings.Join(s.Hides, ", ")
		}
		p.line("source: %s, confidence %s%s", s.Format, s.Confidence, hidden)
	}
	if r.Source.Interrupted {
		p.line("recording: interrupted, the verdict covers what was recorded")
	}
}

func initializeWord(r *report.Report) string {
	switch {
	case r.Initialized:
		return "ok"
	case r.Checks.Initialize.Status == report.Skipped && r.Era.Kind == "modern":
		return "not used (server/discover)"
	case r.Checks.Initialize.Status == report.Skipped:
		return "not seen"
	}
	return "failed"
}

func operationWord(op report.Operation) string {
	switch {
	case op.Error != nil:
		return "answered with error " + op.Error.Code.String()
	case op.Responded:
		return "responded"
	}
	return "no response"
}

func (p *printer) findings() {
	list := issues(p.in.Report)
	shown := 0
	for _, i := range list {
		if shown == textShown {
			break
		}
		shown++
		style := map[rule.Severity]string{rule.Error: red, rule.Warning: yellow, rule.Note: dim}[i.Severity]
		mark := p.paint(style, "["+string(i.Severity)+"]")
		if p.in.accepted(i) {
			mark += " (accepted)"
		}
		run := ""
		if i.Run > 1 || len(p.in.Report.Runs) > 0 && i.Run > 0 {
			run = fmt.Sprintf(" run %d:", i.Run)
		}
		p.line("%s %s:%s %s", mark, i.Code, run, oneLine(i.Message))
	}
	for n, f := range p.in.Report.StaticFindings {
		if n == textShown {
			p.line("… %d more static findings", len(p.in.Report.StaticFindings)-n)
			break
		}
		p.line("%s %s:%d: %s", p.paint(yellow, "[static]"), oneLine(f.File), f.Line, oneLine(f.Message))
	}
	if left := int64(len(list)-shown) + cut(p.in.Report); left > 0 {
		p.line("… %d more findings; --json has them", left)
	}
}

// explanation tells a developer who knows nothing of the protocol what stood
// where a message was due, and what to change.
func (p *printer) explanation() {
	v := p.in.Report.FirstViolation
	if v == nil {
		return
	}
	p.line("")
	p.line("%s", p.paint(bold, "First violation"))
	if where(*v) != "" {
		p.field("where", place(*v))
	}
	if v.Layer > 0 {
		p.field("layer", fmt.Sprintf("%d %s", v.Layer, layerNames[v.Layer]))
	}
	if v.Stream == "stdout" && v.Layer > 0 && v.Layer < 4 {
		p.field("expected", "one MCP message, a JSON object: each line of stdout is reserved for one. Logs belong on stderr")
	}
	switch {
	case v.Excerpt != "":
		p.field("found", v.Excerpt)
	case v.Code == "stdout-empty-line":
		p.field("found", "an empty line")
	case v.Layer == 5:
		p.field("found", v.Message)
	}
	if e := p.in.Report.Evidence; e != nil && (v.Excerpt == "" || ended(p.in.Report)) {
		p.said(e.Stderr)
	}
	if v.Culprit != nil {
		p.field("culprit", v.Culprit.Name+parenthesis(v.Culprit.Certainty))
	}
	if v.Hint != "" {
		p.field("change", v.Hint)
	}
	p.clients()
	p.field("more", "stdioscope explain "+v.Code)
}

// saidLines is how much of stderr is shown where a server fell silent or died: its
// own words usually say why.
const saidLines = 8

func (p *printer) said(stderr string) {
	room := max(p.width-15, 20)
	var shown []string
	lines := strings.Split(strings.TrimRight(Visible(stderr), "\n"), "\n")
	for n, line := range lines {
		if parts := chunks(line, room); len(shown)+len(parts) <= saidLines {
			shown = append(shown, parts...)
			continue
		}
		if n == 0 {
			shown = append(chunks(line, room)[:saidLines-1], "…")
			n++
		}
		if more := len(lines) - n; more > 0 {
			shown = append(shown, fmt.Sprintf("… %d more %s", more, plural(more, "line")))
		}
		break
	}
	for n, line := range shown {
		label := "on stderr"
		if n > 0 {
			label = ""
		}
		if line != "" || n > 0 {
			p.line("%s", strings.TrimRight(fmt.Sprintf("  %-13s%s", label, line), " "))
		}
	}
}

// chunks cuts a line where the screen ends, at a space when there is one in the
// second half; the spaces before its first word stay.
func chunks(line string, width int) []string {
	rest := []rune(line)
	var out []string
	for len(rest) > width {
		cut, next := width, width
		for i := width; i > width/2; i-- {
			if rest[i] == ' ' {
				cut, next = i, i+1
				break
			}
		}
		out = append(out, string(rest[:cut]))
		rest = rest[next:]
	}
	return append(out, string(rest))
}

// ended says that the server was gone before its time: what it said last may tell
// more than what it printed first.
func ended(r *report.Report) bool {
	return slices.ContainsFunc(r.Issues, func(i report.Issue) bool {
		return i.Code == "server-exited" || i.Code == "server-crashed"
	})
}

// place is where a finding stands, in words and as its address.
func place(i report.Issue) string {
	out := where(i)
	if i.Line == 0 && i.Frame > 0 && i.Stream != "" {
		line := fmt.Sprintf("line %d", i.Frame)
		if i.LastFrame > i.Frame {
			line = fmt.Sprintf("lines %d to %d", i.Frame, i.LastFrame)
		}
		out = line + " of " + i.Stream + parenthesis(out)
	} else if i.LastFrame > i.Frame {
		out += fmt.Sprintf(", to line %d", i.LastFrame)
	}
	if i.Column != nil {
		out += fmt.Sprintf(", byte %d", *i.Column)
	}
	return out
}

// clients says who drops the connection, who hides the fault and who does not
// mind. Where no client does anything, there is nothing to tell.
func (p *printer) clients() {
	touched := false
	for _, outcome := range []struct{ key, word, means string }{
		{"drops", "dropped by", ""},
		{"hides", "hidden by", ", which skip it: there it may go unnoticed"},
		{"survives", "survived by", ""},
	} {
		var names []string
		for _, c := range p.in.Report.Clients {
			if c.Outcome == outcome.key {
				names = append(names, strings.TrimSpace(c.Client+" "+c.Versions))
			}
		}
		touched = touched || outcome.key != "survives" && len(names) > 0
		if touched && len(names) > 0 {
			p.field(outcome.word, strings.Join(names, ", ")+outcome.means)
		}
	}
}

var layerNames = [...]string{1: "bytes and framing", 2: "JSON syntax", 3: "JSON-RPC shape", 4: "MCP schema and semantics", 5: "correlation and lifecycle"}

// field writes a label and its text, wrapped under itself.
func (p *printer) field(label, text string) {
	const indent = 15
	lines := wrap(Visible(text), max(p.width-indent, 20))
	for n, l := range lines {
		if n == 0 {
			p.line("  %s%s%s", p.paint(dim, label), strings.Repeat(" ", max(indent-2-len(label), 1)), l)
		} else {
			p.line("%s%s", strings.Repeat(" ", indent), l)
		}
	}
}

// wrap breaks text at spaces; a word longer than the width stays whole.
func wrap(text string, width int) []string {
	var lines []string
	current, length := "", 0
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		if length > 0 && length+1+n > width {
			lines = append(lines, current)
			current, length = "", 0
		}
		if length > 0 {
			current, length = current+" ", length+1
		}
		current, length = current+word, length+n
	}
	return append(lines, current)
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

func parenthesis(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}
