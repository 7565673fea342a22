package report

import "stdioscope/engine/rule"

// Issue is one finding. Positions are bytes; absent ones are unknown or do not
// apply (a silence has no bytes).
type Issue struct {
	Code       string        `json:"code"`
	Class      rule.Class    `json:"class"`
	Layer      int           `json:"layer"` // 0 = outside the ladder
	Severity   rule.Severity `json:"severity"`
	DetailCode string        `json:"detailCode,omitempty"`
	Message    string        `json:"message"`
	Party      string        `json:"party"` // "server", "client" or "tool"; only the server's count
	Run        int           `json:"run"`
	Stream     string        `json:"stream,omitempty"`
	Frame      int           `json:"frame,omitempty"`     // 1-based per stream and run
	LastFrame  int           `json:"lastFrame,omitempty"` // of a finding over several lines
	Address    string        `json:"address,omitempty"`   // "stdout:12", in run 2 "2/stdout:12"
	Offset     *int64        `json:"offset,omitempty"`    // bytes from 0 in the stream
	Column     *int          `json:"column,omitempty"`    // bytes from 0 in the frame
	Length     *int          `json:"length,omitempty"`    // bytes
	T          *int64        `json:"t,omitempty"`         // microseconds since the recording began
	Phase      string        `json:"phase,omitempty"`
	Line       int           `json:"logLine,omitempty"`   // 1-based line of the pasted log
	Recovered  string        `json:"recovered,omitempty"` // the bad stdout line, or its beginning, as a pasted log still shows it
	Excerpt    string        `json:"excerpt,omitempty"`
	Hex        string        `json:"hex,omitempty"`
	SHA256     string        `json:"sha256,omitempty"` // of a frame that the excerpt cuts
	Method     string        `json:"method,omitempty"`
	RequestID  string        `json:"requestId,omitempty"` // the JSON text as written: 1, "1"
	Path       string        `json:"path,omitempty"`      // JSON pointer within the message's result or params
	Culprit    *Culprit      `json:"culprit,omitempty"`
	Hint       string        `json:"hint,omitempty"`
	Spec       *Spec         `json:"spec,omitempty"`
	Open       bool          `json:"open,omitempty"`       // may still grow
	AfterFirst bool          `json:"afterFirst,omitempty"` // comes after the first violation

	SpawnErrorCode *string `json:"spawnErrorCode,omitempty"` // spawn-failed alone; "" when unavailable
	ExitCode       *int    `json:"exitCode,omitempty"`
	Signal         string  `json:"signal,omitempty"`
	TimeoutMs      int64   `json:"timeoutMs,omitempty"`
}

// FirstViolation is the finding that decides the verdict.
type FirstViolation = Issue

// Culprit names what printed text that is no message.
type Culprit struct {
	Name      string `json:"name"`
	Certainty string `json:"certainty"` // "certain", "likely", "possible"
	Change    string `json:"change"`    // what to change where the text comes from
}

// Spec is the place that a rule rests on.
type Spec struct {
	Revision string `json:"revision,omitempty"` // absent when the source is not the protocol
	Section  string `json:"section"`
	URL      string `json:"url,omitempty"`
}

// Address names a frame: stream and number, with the run before it from the
// second on.
func Address(run int, stream string, frame int) string {
	if frame == 0 {
		return ""
	}
	a := stream + ":" + itoa(frame)
	if run > 1 {
		a = itoa(run) + "/" + a
	}
	return a
}

func itoa(n int) string {
	if n == 0 {
		return "0"
	}
	var b [20]byte
	i := len(b)
	neg := n < 0
	if neg {
		n = -n
	}
	for ; n > 0; n /= 10 {
		i--
		b[i] = byte('0' + n%10)
	}
	if neg {
		i--
		b[i] = '-'
	}
	return string(b[i:])
}
