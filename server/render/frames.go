package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"stdioscope/engine/filter"
	"stdioscope/engine/report"
)

// Frames are the frames and events of a recording that pass a filter.
type Frames struct {
	Filter string
	Rows   iter.Seq[filter.Row]
	Total  int // frames and events of the recording
	Report *report.Report
	Titles bool // above the columns of text
}

// FrameFormats are those that can list frames; the others tell a verdict.
func FrameFormats() []string { return []string{"text", "json", "jsonl"} }

// WriteFrames lists frames in one of FrameFormats.
func WriteFrames(out io.Writer, format string, in Frames) error {
	b := bufio.NewWriter(out)
	write := writeFramesText
	switch format {
	case "json":
		write = writeFramesJSON
	case "jsonl":
		write = writeFramesJSONL
	}
	if err := write(b, in); err != nil {
		return err
	}
	return b.Flush()
}

// framesSummary is the verdict, which is that of the whole recording.
type framesSummary struct {
	Summary        report.Summary        `json:"summary"`
	OK             bool                  `json:"ok"`
	Classification report.Classification `json:"classification"`
	Filter         string                `json:"filter"`
	Total          int                   `json:"total"` // frames and events, whether they pass or not
}

func (in Frames) summary() framesSummary {
	return framesSummary{in.Report.Summary, in.Report.OK, in.Report.Classification, in.Filter, in.Total}
}

func writeFramesJSON(out *bufio.Writer, in Frames) error {
	_, err := out.WriteString(`{"frames":[`)
	if err != nil {
		return err
	}
	between := "\n"
	for row := range in.Rows {
		if _, err := out.WriteString(between); err != nil {
			return err
		}
		if err := encode(out, row); err != nil {
			return err
		}
		between = ","
	}
	rest, err := json.Marshal(in.summary())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "],\n%s\n", rest[1:])
	return err
}

// writeFramesJSONL writes {"frame":…} a line, and {"summary":…} last, so that a
// reader of the stream knows when it is whole.
func writeFramesJSONL(out *bufio.Writer, in Frames) error {
	for row := range in.Rows {
		if err := encode(out, map[string]filter.Row{"frame": row}); err != nil {
			return err
		}
	}
	return encode(out, in.summary())
}

func encode(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// frameColumns line up; what has any length stands last, and whole.
const frameColumns = "%-12s %10s %-3s %-12s %7s %7s %-2s  %s\n"

func writeFramesText(out *bufio.Writer, in Frames) error {
	if in.Titles {
		fmt.Fprintf(out, frameColumns, "FRAME", "SECONDS", "DIR", "KIND", "SIZE", "LATENCY", "L", "WHAT")
	}
	for r := range in.Rows {
		layer := "-"
		switch {
		case r.Layer > 0:
			layer = strconv.Itoa(r.Layer) + "!" // failed there
		case r.Stream == "stdin" || r.Stream == "stdout":
			layer = strconv.Itoa(r.Reached)
		}
		size, latency := "-", "-"
		if r.Size != nil {
			size = strings.ReplaceAll(humanize.Bytes(uint64(*r.Size)), " ", "") // one word, for awk
		}
		if r.Latency != nil && r.Kind != "request" {
			latency = Duration(*r.Latency)
		}
		direction := map[string]string{"stdin": "in", "stdout": "out", "stderr": "err"}[r.Stream]
		if direction == "" {
			direction = "-"
		}
		line := fmt.Sprintf(frameColumns, r.Address, strconv.FormatFloat(float64(r.T)/1e6, 'f', 3, 64), direction, r.Kind, size, latency, layer, frameWords(r))
		if _, err := out.Write(inert([]byte(strings.TrimRight(line, " \n") + "\n"))); err != nil {
			return err
		}
	}
	return nil
}

// frameWords say what a frame is: its method, tool and id, or its text, and the
// findings on it.
func frameWords(r filter.Row) string {
	var words []string
	text := r.Text
	if _, err := strconv.Atoi(text); err == nil && r.Kind == "exit" {
		text = "code " + text
	}
	for _, w := range []string{r.Method, r.Tool, text} {
		if w != "" {
			words = append(words, oneLine(w))
		}
	}
	if r.RequestID != "" {
		words = append(words, "id "+oneLine(r.RequestID))
	}
	if len(r.Codes) > 0 {
		first := ""
		if r.First {
			first = "first violation: "
		}
		words = append(words, "["+first+strings.Join(r.Codes, ", ")+"]")
	}
	return strings.Join(words, "  ")
}

// Duration is a span of time as one word: 850us, 4.2ms, 47ms, 1.24s.
func Duration(us int64) string {
	switch {
	case us < 1000:
		return strconv.FormatInt(us, 10) + "us"
	case us < 999_500:
		return short(float64(us)/1e3) + "ms"
	}
	return strconv.FormatFloat(float64(us)/1e6, 'f', 2, 64) + "s"
}

// short has one decimal below ten, none above.
func short(v float64) string {
	if v < 9.95 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}
