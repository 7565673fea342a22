package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stdioscope/engine/filter"
	"stdioscope/server/render"
)

// filterHelp is the language in the help of validate, field by field.
func filterHelp() string {
	var b strings.Builder
	b.WriteString(`--filter lists the frames that pass, a line each, instead of the report; with
--format json or jsonl as objects. The verdict is still that of the whole recording:
it stands on stderr and in the exit code. The terms of a filter are parted by spaces
and must all hold; a comma means or, ! in front means not, * at the end any rest, and
numbers take >, >=, <, <= and a..b. A text is looked for in the bytes. The fields:

`)
	for _, f := range filter.Fields() {
		fmt.Fprintf(&b, "  %-26s %s\n", f.Example, f.Help)
	}
	return b.String()
}

// wantedFrames reads --filter, before anything else is.
func wantedFrames(text string) (filter.Filter, error) {
	f := filter.Parse(text)
	if len(f.Errors) == 0 {
		if len(f.Terms) == 0 {
			return f, usage("for example --filter 'kind:response dur:>500ms'", "--filter is empty")
		}
		return f, nil
	}
	var mistakes []string
	for _, e := range f.Errors {
		mistakes = append(mistakes, fmt.Sprintf("--filter, character %d, %q: %s", len([]rune(text[:e.Start]))+1, text[e.Start:e.End], e.Message))
	}
	return f, usage("stdioscope validate --help lists the fields", "%s", strings.Join(mistakes, "; "))
}

// listsFrames is the format in which frames go to stdout; "" when nothing does.
func (p *plan) listsFrames() (string, error) {
	for _, o := range p.outputs {
		switch {
		case o.file != "":
		case slices.Contains(render.FrameFormats(), o.format):
			return o.format, nil
		default:
			return "", usage("frames are listed as "+strings.Join(render.FrameFormats(), ", ")+"; write the verdict to a file: --format "+o.format+" -o FILE",
				"--filter lists frames on stdout, and %s is no format for them", o.format)
		}
	}
	return "text", nil
}

// list writes the frames that pass where the report would stand, and the verdict
// to stderr.
func (f *validateFlags) list(p *plan, reports []judged, format string, std streams) error {
	asArray := f.all && format == "json"
	var array bytes.Buffer
	for i, j := range reports {
		in, passing := f.framesOf(j, std)
		switch {
		case asArray:
			array.WriteString(map[bool]string{true: "[\n", false: ",\n"}[i == 0])
			if err := render.WriteFrames(&array, format, in); err != nil {
				return failure(err, "")
			}
			continue
		case format == "text" && len(reports) > 1:
			heading(std.out, j, i > 0)
		}
		if err := render.WriteFrames(std.out, format, in); err != nil {
			return failure(err, "")
		}
		sayFound(std.err, passing, in)
	}
	if asArray {
		array.WriteString("]\n")
		if _, err := std.out.Write(array.Bytes()); err != nil {
			return failure(err, "")
		}
	}
	p.outputs = slices.DeleteFunc(slices.Clone(p.outputs), func(o output) bool { return o.file == "" })
	return nil
}

func (f *validateFlags) framesOf(j judged, std streams) (render.Frames, int) {
	rows := j.frames.Passing()
	return render.Frames{
		Filter: f.filter, Total: j.frames.Len(), Report: j.report, Titles: isTerminal(std.out) && len(rows) > 0,
		Rows: func(yield func(filter.Row) bool) {
			for _, n := range rows {
				if !yield(j.frames.Row(n)) {
					return
				}
			}
		},
	}, len(rows)
}

// sayFound says how much of a recording is shown, and what the verdict on all of
// it is.
func sayFound(w io.Writer, passing int, in render.Frames) {
	shown := fmt.Sprintf("%d of %d frames and events pass the filter", passing, in.Total)
	if passing == 0 {
		shown = fmt.Sprintf("none of %d frames and events passes the filter", in.Total)
	}
	verdict := "PASS"
	if !in.Report.OK {
		verdict = "FAIL"
	}
	if v := in.Report.FirstViolation; v != nil {
		verdict += ", first violation " + v.Code
		if v.Address != "" {
			verdict += " at " + v.Address
		}
	}
	fmt.Fprintf(w, "stdioscope: %s. The verdict on all of them: %s\n", shown, verdict)
}

// completeFilter completes the last term of a filter: its field, or the word
// behind the colon.
func completeFilter(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	begun := typed[strings.LastIndexAny(typed, " \t")+1:]
	before := typed[:len(typed)-len(begun)]
	if term := strings.TrimLeft(begun, "!-"); term != "" {
		before, begun = before+begun[:len(begun)-len(term)], term
	}
	var all []string
	name, value, named := strings.Cut(begun, ":")
	for _, f := range filter.Fields() {
		switch {
		case !named && strings.HasPrefix(f.Name, begun):
			all = append(all, before+f.Name+":\t"+f.Help)
		case named && f.Name == name:
			last := value[strings.LastIndex(value, ",")+1:]
			for _, word := range f.Words {
				if strings.HasPrefix(word, last) {
					all = append(all, before+name+":"+strings.TrimSuffix(value, last)+word)
				}
			}
		}
	}
	return all, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
