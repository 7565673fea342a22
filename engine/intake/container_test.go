package intake_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/intake"
)

// A log that is cut anywhere holds no violation that the whole does not hold: the
// container is never judged, and half a payload is unreadable, not invalid.
func TestCutLogsStayClean(t *testing.T) {
	for _, file := range samples(t) {
		if !strings.Contains(file, "clean") {
			continue
		}
		src := readFile(t, file)
		whole, err := convert(t, src, intake.Options{})
		if err != nil {
			t.Fatal(err)
		}
		raw := strings.HasPrefix(whole.summary.Format, "raw")
		for cut := 1; cut < len(src); cut++ {
			atLine := src[cut-1] == '\n'
			if !atLine && (raw || cut%13 != 0) {
				continue
			}
			// The format is given: what is left need not show it.
			got, err := convert(t, src[:cut], intake.Options{As: whole.summary.Format})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range got.sessions {
				if s.first != "clean" {
					t.Errorf("%s cut after %d bytes (%q): %s", file, cut, tail(src[:cut]), s.first)
				}
			}
		}
	}
}

func tail(b []byte) []byte { return b[max(0, len(b)-40):] }

// A log that begins in the middle of a session is no less clean.
func TestExcerptsStayClean(t *testing.T) {
	for _, file := range samples(t) {
		if !strings.Contains(file, "clean") || strings.Contains(file, "raw-") || strings.Contains(file, "jsonl-") {
			continue
		}
		src := readFile(t, file)
		whole, err := convert(t, src, intake.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(src); at++ {
			if at > 0 && src[at-1] != '\n' {
				continue
			}
			got, err := convert(t, src[at:], intake.Options{As: whole.summary.Format})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range got.sessions {
				if s.first != "clean" {
					t.Errorf("%s from line %d: %s", file, bytes.Count(src[:at], []byte("\n"))+1, s.first)
				}
			}
		}
	}
}

// Whatever the bytes and the format that they are taken for: what comes out are
// transcripts that can be judged.
func FuzzFormats(f *testing.F) {
	for n, name := range intake.Formats() {
		f.Add([]byte("x\n"), uint8(n), name)
	}
	names := intake.Formats()
	f.Fuzz(func(t *testing.T, src []byte, format uint8, server string) {
		opts := intake.Options{}
		if int(format) < len(names) {
			opts.As = names[format]
		}
		files := map[int][]byte{}
		r := intake.New(opts, func(n int, p []byte) { files[n] = append(files[n], p...) })
		for i := 0; i < len(src); i += 7 {
			_, _ = r.Write(src[i:min(i+7, len(src))])
		}
		_, err := r.Close()
		if err != nil && !errors.Is(err, intake.ErrUnrecognised) {
			t.Fatal(err)
		}
		if opts.As == "stdioscope" {
			return // handed on as it is
		}
		for n, file := range files {
			if _, err := engine.Check(file); err != nil {
				t.Fatalf("session %d is no transcript: %v\n%s", n, err, file)
			}
		}
		for n := range files {
			one, _, err := intake.Convert(src, intake.Options{As: opts.As, Session: n})
			if err == nil && !bytes.Equal(one, files[n]) {
				t.Fatalf("session %d by its number differs:\n%s\n%s", n, one, files[n])
			}
		}
	})
}
