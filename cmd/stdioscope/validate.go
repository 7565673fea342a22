package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stdioscope/engine/filter"
	"stdioscope/engine/intake"
	"stdioscope/server/render"
)

// validateFlags is the command line of validate.
type validateFlags struct {
	out        checkFlags // the outputs, and what decides the exit code
	as         string
	session    int
	server     string
	all        bool
	transcript string
	filter     string
	wanted     filter.Filter // as the filter is read
}

func newValidate(std streams) *cobra.Command {
	f := &validateFlags{}
	cmd := &cobra.Command{
		Use:   "validate [options] FILE...",
		Short: "Judge a recording, raw stdout bytes or a client's log, offline",
		Long: `validate judges what was recorded: a transcript, the raw bytes that a server wrote
to stdout, a paste of a terminal, or the log of an MCP client; as it is, or packed
with gzip or zip. - reads standard input. Nothing is launched and nothing leaves this
machine.

For a transcript the JSON is byte for byte the report of the run. Of a log with
several servers or sessions the first one with a violation is reported, else the
first; --session and --server choose another, --all reports each (with --json as one
array). The report's "source" says which format was found and what it cannot show.

Ctrl-C ends an input that goes on: what is known by then is reported, with exit
code 1 for findings and 3 for none, since more may have come.

` + filterHelp(),
		Example: `  stdioscope validate run.stdioscope.jsonl
  stdioscope validate --json run.stdioscope.jsonl
  node server.js < requests.jsonl | stdioscope validate --as raw -
  stdioscope validate ~/Library/Logs/Claude/mcp-server-files.log
  stdioscope validate --all --server files ~/Library/Logs/Claude/mcp.log
  stdioscope validate --filter 'kind:response dur:>500ms !method:tools/*' run.stdioscope.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("name a file, or - for standard input", "there is nothing to validate")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return f.validate(cmd.Context(), args, std) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	f.out.set = fs
	fs.BoolVar(&f.out.json, "json", false, "print the report as JSON; the same as --format json")
	fs.Var((*formatFlag)(&f.out), "format", "`format` of the output: "+formatNames()+"; repeatable with -o")
	fs.VarP((*fileFlag)(&f.out), "output", "o", "write the --format before it to this `file`; repeatable")
	fs.StringVar(&f.as, "as", "", "read the input as this `format` instead of recognising it; raw = stdout bytes, which always judges")
	fs.IntVar(&f.session, "session", 0, "of a log with several sessions, the `Nth` alone")
	fs.StringVar(&f.server, "server", "", "of a log of several servers, `NAME`'s sessions alone")
	fs.BoolVar(&f.all, "all", false, "report every session; as JSON, one array")
	fs.StringVar(&f.filter, "filter", "", "list the frames that pass this `filter`, such as 'stream:stdout status:error'; see above")
	fs.StringVar(&f.transcript, "transcript", "", "write the session that is reported to this `file`, as a transcript")
	fs.StringVar(&f.out.failOn, "fail-on", "error", "exit 1 from this severity on: `error|warning|note|never`")
	fs.StringVar(&f.out.baseline, "baseline", "", "`file` of accepted findings, which do not fail the check")
	fs.StringVar(&f.out.writeBaseline, "write-baseline", "", "write the findings to `file` as accepted")
	fs.StringVar(&f.out.color, "color", "auto", "`auto|always|never`")
	complete(cmd)
	_ = cmd.RegisterFlagCompletionFunc("filter", completeFilter)
	_ = cmd.RegisterFlagCompletionFunc("as", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, name := range intake.Formats() {
			names = append(names, name+"\t"+intake.About(name))
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

func (f *validateFlags) validate(ctx context.Context, files []string, std streams) error {
	p, err := f.plan()
	if err != nil {
		return err
	}
	format := ""
	if f.out.given("filter") {
		if f.wanted, err = wantedFrames(f.filter); err != nil {
			return err
		}
		if format, err = p.listsFrames(); err != nil {
			return err
		}
	}
	var reports []judged
	stopped := false
	for _, file := range files {
		found, err := f.judgeFile(ctx, file, p.wantsPage() || f.transcript != "", std)
		stopped = errors.Is(err, errStopped) && len(found) > 0
		if err != nil && !stopped {
			return err
		}
		reports = append(reports, f.choose(file, found, std)...)
		if stopped {
			break
		}
	}
	if len(reports) > 1 {
		if f.transcript != "" || f.out.writeBaseline != "" || slices.ContainsFunc(p.outputs, func(o output) bool { return o.file != "" && o.format != "json" }) {
			return usage("one file and one session (--session N) at a time", "several reports cannot go to one file")
		}
	}
	if f.transcript != "" {
		if err := os.WriteFile(f.transcript, reports[0].transcript, 0o600); err != nil {
			return failure(fmt.Errorf("write the transcript: %w", err), "")
		}
	}
	if format != "" {
		if err := f.list(p, reports, format, std); err != nil {
			return err
		}
	}
	err = f.tell(p, reports, std)
	if err == nil && stopped {
		return failure(errors.New("the input was "+errStopped.Error()), "") // what is known was shown
	}
	return err
}

// plan decides what the flags say, before anything is read.
func (f *validateFlags) plan() (*plan, error) {
	p := &plan{failOn: f.out.failOn, color: f.out.color, writeBaseline: f.out.writeBaseline}
	if err := p.checkWords(&f.out); err != nil {
		return nil, err
	}
	if f.as != "" {
		name, ok := intake.Named(f.as)
		if !ok {
			return nil, usage("leave --as out to have the format recognised; known are "+strings.Join(intake.Formats(), ", "),
				"there is no input format %q%s", f.as, didYouMean(f.as, intake.Formats()))
		}
		f.as = name
	}
	if f.session < 0 {
		return nil, usage("sessions count from 1", "--session %d is no session", f.session)
	}
	var err error
	if p.outputs, err = decideOutputs(f.out.outputs, f.out.json); err != nil {
		return nil, err
	}
	if f.out.baseline != "" {
		if p.baseline, err = readBaseline(f.out.baseline); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// choose is what is reported of a file: everything, or the first session with a
// violation, else the first. What is left out is said.
func (f *validateFlags) choose(file string, found []judged, std streams) []judged {
	if f.all || len(found) < 2 {
		return found
	}
	one, why := found[0], "the first; none has a violation"
	for _, j := range found {
		if j.report.FirstViolation != nil {
			one, why = j, "the first with a violation"
			break
		}
	}
	fmt.Fprintf(std.err, "stdioscope: %s holds %s: %s. Reported is %s, %s; --session N, --server NAME or --all for the others\n",
		file, count(len(found), "session"), offered(found), one.label(), why)
	return []judged{one}
}

// maxOffered bounds the sessions that are listed by name.
const maxOffered = 12

func offered(found []judged) string {
	var names []string
	for i, j := range found {
		if i == maxOffered {
			names = append(names, fmt.Sprintf("and %d more", len(found)-i))
			break
		}
		names = append(names, j.label())
	}
	return strings.Join(names, ", ")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// tell renders the reports. Those of --all are one array where they are JSON.
func (f *validateFlags) tell(p *plan, reports []judged, std streams) error {
	asArray := f.all && slices.ContainsFunc(p.outputs, func(o output) bool { return o.format == "json" })
	each := *p
	if asArray {
		each.outputs = slices.DeleteFunc(slices.Clone(p.outputs), func(o output) bool { return o.format == "json" })
	}
	headings := len(reports) > 1 && slices.Contains(p.outputs, output{format: "text"})
	var worst error
	for i, j := range reports {
		if headings {
			heading(std.out, j, i > 0)
		}
		if err := each.tell(j.verdict, std); err != nil {
			var s *stop
			if !errors.As(err, &s) || s.code != exitFindings {
				return err
			}
			worst = err
		}
	}
	if asArray {
		for _, o := range p.outputs {
			if o.format != "json" {
				continue
			}
			if err := writeArray(o, reports, std); err != nil {
				return failure(err, "")
			}
		}
	}
	return worst
}

func heading(w io.Writer, j judged, blank bool) {
	if blank {
		fmt.Fprintln(w)
	}
	if j.of > 1 || j.server != "" {
		fmt.Fprintf(w, "== %s, session %s\n", j.name, j.label())
		return
	}
	fmt.Fprintf(w, "== %s\n", j.name)
}

// writeArray writes reports as one JSON array; each is the canonical JSON of its
// report.
func writeArray(o output, reports []judged, std streams) error {
	var b bytes.Buffer
	b.WriteString("[")
	for i, j := range reports {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n")
		var one bytes.Buffer
		if err := render.Write(&one, "json", render.Input{Report: j.report, JSON: j.json}); err != nil {
			return err
		}
		b.Write(bytes.TrimRight(one.Bytes(), "\n"))
	}
	b.WriteString("\n]\n")
	if o.file == "" {
		_, err := std.out.Write(b.Bytes())
		return err
	}
	return os.WriteFile(o.file, b.Bytes(), 0o644)
}
