package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"stdioscope/engine"
	"stdioscope/engine/filter"
	"stdioscope/engine/intake"
)

// judged is a session of an input, and the verdict on it.
type judged struct {
	verdict
	name   string // of the input
	server string
	number int           // of the session, from 1
	of     int           // how many the input has
	frames *filter.Table // nil unless a filter asks for them
}

// label names the session among those of its input.
func (j judged) label() string {
	if j.server == "" {
		return strconv.Itoa(j.number)
	}
	return strconv.Itoa(j.number) + " (" + j.server + ")"
}

// judgeFile reads one input and judges each session in it. Of an archive the
// files in which nothing can be judged are passed over, unless there is no other.
// One that was stopped is judged as far as it was read, and comes with errStopped.
func (f *validateFlags) judgeFile(ctx context.Context, file string, keep bool, std streams) ([]judged, error) {
	var found []judged
	var refused error
	opts := intake.Options{As: f.as, Session: f.session, Server: f.server}
	err := eachPart(ctx, file, std, func(p part) error {
		sessions, err := f.judgeSource(p, opts, keep)
		if errors.Is(err, intake.ErrUnrecognised) || errors.Is(err, intake.ErrNoSession) {
			if refused == nil {
				refused = fmt.Errorf("%s: %w", p.name, err)
			}
			return nil
		}
		found = append(found, sessions...)
		return err
	})
	if errors.Is(err, errStopped) && len(found) > 0 {
		return found, err
	}
	if err == nil && len(found) == 0 {
		err = refused
	}
	switch {
	case errors.Is(err, intake.ErrUnrecognised):
		return nil, usage("stdioscope validate --as raw "+file+" judges it as what a server wrote to stdout", "%v", err)
	case errors.Is(err, intake.ErrNoSession):
		return nil, usage("leave --session and --server out to see which there are", "%v", err)
	case err != nil:
		return nil, unread(err, "input", "name a file that can be read, or - for standard input")
	}
	return found, nil
}

// judgeSource converts and judges at once, so that a long recording is never held
// in memory. keep = the transcripts are kept, too. Of an input that was stopped it
// gives what is known, with errStopped.
func (f *validateFlags) judgeSource(p part, opts intake.Options, keep bool) ([]judged, error) {
	var (
		order     []int
		analyzers = map[int]*engine.Analyzer{}
		written   = map[int][]byte{}
		frames    = map[int]*filter.Table{}
		failed    error
	)
	r := intake.New(opts, func(session int, transcript []byte) {
		a := analyzers[session]
		if a == nil {
			a = engine.New()
			if len(f.wanted.Terms) > 0 {
				frames[session] = filter.Watch(a, f.wanted)
			}
			analyzers[session] = a
			order = append(order, session)
		}
		if keep {
			written[session] = append(written[session], transcript...)
		}
		if _, err := a.Write(transcript); err != nil && failed == nil {
			failed = err
		}
		if t := frames[session]; t != nil {
			t.Take(a)
		}
	})
	_, stopped := io.CopyBuffer(struct{ io.Writer }{r}, struct{ io.Reader }{p.in}, make([]byte, 256<<10))
	end := r.Close
	switch {
	case errors.Is(stopped, errStopped):
		end = r.Leave
	case stopped != nil:
		return nil, stopped
	}
	summary, err := end()
	switch {
	case err != nil && stopped != nil:
		return nil, stopped // too little was read to know more
	case err != nil:
		return nil, err
	}
	var out []judged
	for _, s := range summary.Sessions {
		a := analyzers[s.Number]
		if a == nil || failed != nil {
			continue
		}
		a.Close()
		if failed = a.Err(); failed != nil {
			break
		}
		report := a.Report()
		if t := frames[s.Number]; t != nil {
			t.Close(a, report)
		}
		out = append(out, judged{verdict{report, report.JSON(), written[s.Number]}, p.name, s.Server, s.Number, len(summary.Sessions), frames[s.Number]})
	}
	if failed != nil {
		return nil, fmt.Errorf("%s: %w", p.name, failed)
	}
	return out, stopped
}
