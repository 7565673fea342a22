package filter

import (
	"strconv"

	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
)

// Row is a frame or event as it is listed.
type Row struct {
	Address    string   `json:"address"` // "stdout:12"; of an event "row:7"
	Run        int      `json:"run"`
	Stream     string   `json:"stream"` // "stdin", "stdout", "stderr", "event"
	Frame      int      `json:"frame,omitempty"`
	Kind       string   `json:"kind"`
	T          int64    `json:"t"`                // microseconds since the recording began
	Offset     *int64   `json:"offset,omitempty"` // bytes from 0 in the stream
	Size       *int     `json:"size,omitempty"`   // bytes
	Latency    *int64   `json:"latency,omitempty"`
	Layer      int      `json:"layer,omitempty"`   // at which it failed
	Reached    int      `json:"reached,omitempty"` // the highest layer that it reached
	Severity   string   `json:"severity,omitempty"`
	Codes      []string `json:"codes,omitempty"` // of the findings on it
	First      bool     `json:"first,omitempty"` // the first violation
	AfterFirst bool     `json:"afterFirst,omitempty"`
	Method     string   `json:"method,omitempty"` // of a response, that of its request
	Tool       string   `json:"tool,omitempty"`
	RequestID  string   `json:"requestId,omitempty"` // as written
	Status     string   `json:"status,omitempty"`
	Pair       string   `json:"pair,omitempty"` // the address of the other half
	Text       string   `json:"text,omitempty"` // the first characters of what has no method, secrets masked
	LogLine    int      `json:"logLine,omitempty"`
}

// Row unpacks a row.
func (t *Table) Row(n int) Row {
	r := Row{
		Address: t.address(n), Run: t.run(n), Stream: lanes[t.lane(n)], Frame: t.no(n), Kind: kinds[t.kind(n)],
		T: t.time(n), Layer: t.failed(n), Reached: t.reached(n), Codes: t.codes[n], Status: t.status(n),
		First: t.flags(n)&flagFirst != 0, AfterFirst: t.flags(n)&flagAfter != 0,
		Method: string(t.method(n)), Tool: t.tool(n), RequestID: string(t.id(n)), LogLine: t.logLine(n),
	}
	if s := t.severity(n); s > 0 {
		r.Severity = severities[s]
	}
	if r.Frame > 0 {
		size, offset := t.size(n), t.offset(n)
		r.Size, r.Offset = &size, &offset
	}
	if us := t.latency(n); us != noLatency {
		latency := int64(us)
		r.Latency = &latency
	}
	if pair := t.pair(n); pair >= 0 && pair < t.Len() {
		r.Pair = t.address(pair)
	}
	if r.Method == "" {
		head := t.text(n)
		r.Text = t.shown(r.Run, transcript.Stream(r.Stream), t.offset(n), head, r.Frame > 0 && t.size(n) > len(head))
	}
	return r
}

func (t *Table) address(n int) string {
	if t.no(n) == 0 {
		return "row:" + strconv.Itoa(n)
	}
	return report.Address(t.run(n), lanes[t.lane(n)], t.no(n))
}
