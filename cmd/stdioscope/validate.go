package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"stdioscope/engine"
	"stdioscope/engine/intake"
)

// validateFlags is the command line of validate.
type validateFlags struct {
	out     checkFlags // the outputs, and what decides the exit code
	as      string
	session int
	server  string
}

func newValidate(std streams) *cobra.Command {
	f := &validateFlags{}
	cmd := &cobra.Command{
		Use:   "validate [options] FILE...",
		Short: "Judge a recording, raw stdout bytes or a client's log, offline",
		Long: `validate judges what was recorded: a transcript, the raw bytes that a server wrote
to stdout, or the log of an MCP client. - reads standard input. Nothing is
launched and nothing leaves this machine.

For a transcript the JSON is byte for byte the report of the run. Several files,
or a log with several sessions, give several reports, one behind the other.`,
		Example: `  stdioscope validate run.stdioscope.jsonl
  stdioscope validate --json run.stdioscope.jsonl
  node server.js < requests.jsonl | stdioscope validate --as raw -
  stdioscope validate ~/Library/Logs/Claude/mcp-server-files.log`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("name a file, or - for standard input", "there is nothing to validate")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return f.validate(args, std) },
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.BoolVar(&f.out.json, "json", false, "print the report as JSON; the same as --format json")
	fs.Var((*formatFlag)(&f.out), "format", "`format` of the output: "+formatNames()+"; repeatable with -o")
	fs.VarP((*fileFlag)(&f.out), "output", "o", "write the --format before it to this `file`; repeatable")
	fs.StringVar(&f.as, "as", "", "read the input as this `format` instead of recognising it; raw = stdout bytes")
	fs.IntVar(&f.session, "session", 0, "of a log with several sessions, the `Nth` alone")
	fs.StringVar(&f.server, "server", "", "of a log of several servers, `NAME`'s sessions alone")
	fs.StringVar(&f.out.failOn, "fail-on", "error", "exit 1 from this severity on: `error|warning|note|never`")
	fs.StringVar(&f.out.baseline, "baseline", "", "`file` of accepted findings, which do not fail the check")
	fs.StringVar(&f.out.writeBaseline, "write-baseline", "", "write the findings to `file` as accepted")
	fs.StringVar(&f.out.color, "color", "auto", "`auto|always|never`")
	complete(cmd)
	_ = cmd.RegisterFlagCompletionFunc("as", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return intake.Formats(), cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

func (f *validateFlags) validate(files []string, std streams) error {
	p := &plan{failOn: f.out.failOn, color: f.out.color, writeBaseline: f.out.writeBaseline}
	if err := p.checkWords(&f.out); err != nil {
		return err
	}
	if f.as != "" && !slices.Contains(intake.Formats(), f.as) {
		return usage("leave --as out to have the format recognised", "there is no input format %q%s", f.as, didYouMean(f.as, intake.Formats()))
	}
	var err error
	if p.outputs, err = decideOutputs(f.out.outputs, f.out.json); err != nil {
		return err
	}
	if f.out.baseline != "" {
		if p.baseline, err = readBaseline(f.out.baseline); err != nil {
			return err
		}
	}
	var worst error
	for i, file := range files {
		verdicts, err := f.judgeFile(file, p.wantsPage(), std)
		if err != nil {
			return err
		}
		if len(verdicts)+len(files) > 2 && slices.ContainsFunc(p.outputs, func(o output) bool { return o.file != "" }) {
			return usage("one file and one session (--session N) at a time", "several reports cannot go to one file")
		}
		for j, v := range verdicts {
			if len(files)+len(verdicts) > 2 && p.outputs[len(p.outputs)-1] == (output{format: "text"}) {
				heading(std.out, file, j+1, len(verdicts), i+j > 0)
			}
			if err := p.tell(v, std); err != nil {
				var s *stop
				if !errors.As(err, &s) || s.code != exitFindings {
					return err
				}
				worst = err
			}
		}
	}
	return worst
}

func heading(w io.Writer, file string, session, of int, blank bool) {
	if blank {
		fmt.Fprintln(w)
	}
	if of > 1 {
		fmt.Fprintf(w, "== %s, session %d of %d\n", file, session, of)
		return
	}
	fmt.Fprintf(w, "== %s\n", file)
}

// judgeFile reads one source and judges each session in it.
func (f *validateFlags) judgeFile(file string, keep bool, std streams) ([]verdict, error) {
	in, closeIn, err := openInput(file, std)
	if err != nil {
		return nil, usage("name a file, or - for standard input", "read the input: %v", plainError(err))
	}
	defer closeIn()
	opts := intake.Options{As: f.as, Session: f.session, Server: f.server}
	verdicts, head, err := judgeSource(in, opts, keep)
	if errors.Is(err, intake.ErrUnrecognised) {
		// Whoever hands over a text without a single message has a reason: most
		// likely it is what a server printed instead.
		fmt.Fprintf(std.err, "stdioscope: nothing in %s looks like a message or a known log: it is judged as what a server wrote to stdout\n", file)
		opts.As = "raw"
		verdicts, _, err = judgeSource(head, opts, keep)
	}
	if err != nil {
		return nil, usage("stdioscope validate --as FORMAT forces a format", "%s: %v", file, err)
	}
	return verdicts, nil
}

// judgeSource converts and judges at once, so that a long recording is never held
// in memory. seen gives back what was read of a source that was not recognised,
// which is short: recognition gives up early. keep = the transcripts are kept, too.
func judgeSource(in io.Reader, opts intake.Options, keep bool) (verdicts []verdict, seen io.Reader, err error) {
	var (
		order     []int
		analyzers = map[int]*engine.Analyzer{}
		written   = map[int][]byte{}
		failed    error
		kept      keeper
	)
	r := intake.New(opts, func(session int, p []byte) {
		kept.stop()
		a := analyzers[session]
		if a == nil {
			a = engine.New()
			analyzers[session] = a
			order = append(order, session)
		}
		if keep {
			written[session] = append(written[session], p...)
		}
		if _, err := a.Write(p); err != nil && failed == nil {
			failed = err
		}
	})
	if _, err := io.CopyBuffer(io.MultiWriter(&kept, r), struct{ io.Reader }{in}, make([]byte, 1<<20)); err != nil {
		return nil, nil, err
	}
	if _, err := r.Close(); err != nil {
		return nil, kept.reader(), err
	}
	if failed != nil {
		return nil, nil, failed
	}
	for _, session := range order {
		a := analyzers[session]
		a.Close()
		report := a.Report()
		verdicts = append(verdicts, verdict{report, report.JSON(), written[session]})
	}
	return verdicts, nil, nil
}

// keeper remembers an input until it is known what it is.
type keeper struct {
	b    []byte
	over bool
}

func (k *keeper) Write(p []byte) (int, error) {
	if !k.over {
		k.b = append(k.b, p...)
	}
	return len(p), nil
}

func (k *keeper) stop()             { k.over, k.b = true, nil }
func (k *keeper) reader() io.Reader { return bytes.NewReader(k.b) }

// openInput opens a file or standard input; a gzip file is unpacked on the way.
func openInput(file string, std streams) (io.Reader, func(), error) {
	in, closeIn := std.in, func() {}
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, nil, err
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			_ = f.Close()
			return nil, nil, fmt.Errorf("%s is a folder", file)
		}
		in, closeIn = f, func() { _ = f.Close() }
	}
	b := bufio.NewReaderSize(in, 64<<10)
	if magic, err := b.Peek(2); err == nil && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			closeIn()
			return nil, nil, fmt.Errorf("%s: %w", file, err)
		}
		return z, closeIn, nil
	}
	return b, closeIn, nil
}
