package render

import (
	"encoding/json"
	"io"

	"stdioscope/engine/report"
)

// writeJSONL writes one object a line: {"issue":…} for each finding, then
// {"summary":…}, so that a reader of the stream knows when it is whole.
func writeJSONL(out io.Writer, in Input) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	for i := range in.Report.Issues {
		line := struct {
			Issue    *report.Issue `json:"issue"`
			Accepted bool          `json:"accepted,omitempty"`
		}{&in.Report.Issues[i], in.accepted(in.Report.Issues[i])}
		if err := e.Encode(line); err != nil {
			return err
		}
	}
	return e.Encode(struct {
		Summary        report.Summary        `json:"summary"`
		OK             bool                  `json:"ok"`
		Classification report.Classification `json:"classification"`
		NotListed      int64                 `json:"notListed"` // findings counted but not listed
	}{in.Report.Summary, in.Report.OK, in.Report.Classification, cut(in.Report)})
}
