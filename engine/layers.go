package engine

import (
	"stdioscope/engine/report"
	"stdioscope/engine/rule"
)

// layerNames are the rungs of the ladder, layer 1 first.
var layerNames = [...]string{"bytes and newline framing", "JSON syntax", "JSON-RPC shape", "MCP schema and semantics", "correlation and lifecycle"}

// notReached is the reason of a layer that no frame got to.
const notReached = "not-reached"

// layers is the ladder over some runs.
func layers(runs []*run) []report.Layer {
	out := make([]report.Layer, 5)
	for i := range out {
		l := &out[i]
		l.Layer, l.Name, l.Status, l.Reason = i+1, layerNames[i], report.Skipped, notReached
		visible := true
		for _, r := range runs {
			l.FramesChecked += r.framesAt(i + 1)
			visible = visible && r.layerVisible(i+1)
		}
		var first *finding
		for _, r := range runs {
			if f := r.firstOnLayer(i + 1); f != nil && (first == nil || f.severity.Rank() < first.severity.Rank()) {
				first = f
			}
		}
		switch {
		case first != nil:
			l.First = &report.LayerFirst{Code: first.rule.Code, Severity: first.severity}
			if first.stream != noStream {
				l.First.Address = report.Address(first.run, first.stream.String(), first.frame)
			}
			l.Reason = ""
			l.Status = report.Warning
			if first.severity == rule.Error {
				l.Status = report.Fail
			}
		case !visible:
			l.Reason = report.NotVisible
		case l.FramesChecked > 0:
			l.Status, l.Reason = report.Pass, ""
		}
	}
	return out
}

// firstOnLayer is the earliest finding of a layer that weighs: an error, else a
// warning.
func (r *run) firstOnLayer(layer int) *finding {
	var best *finding
	consider := func(f *finding) {
		if f == nil || int(f.rule.Layer) != layer || f.party != byServer || f.severity == rule.Note {
			return
		}
		if best == nil || f.severity.Rank() < best.severity.Rank() ||
			f.severity == best.severity && f.at.before(best.at) {
			best = f
		}
	}
	for _, f := range r.found.kept {
		consider(f)
	}
	consider(r.found.firstError)
	consider(r.found.firstWarning)
	return best
}

// framesAt is how many frames of stdout were judged on a layer.
func (r *run) framesAt(layer int) int {
	switch layer {
	case 4:
		return r.judged4
	case 5:
		if !r.correlates() {
			return 0
		}
	}
	n := 0
	for _, reached := range r.reached[layer:] {
		n += reached
	}
	return n
}

// layerVisible reports whether the source can show a layer at all.
func (r *run) layerVisible(layer int) bool {
	a := r.a
	switch {
	case a.hides("stdout"):
		return false
	case layer == 1:
		return !a.hides("bytes")
	case layer == 4:
		return r.correlates() || r.judged4 > 0
	case layer == 5:
		return r.correlates()
	}
	return true
}

// frames counts what crossed the pipes of some runs.
func frames(runs []*run) report.Frames {
	var f report.Frames
	for _, r := range runs {
		f.Stdin += r.in.frames
		f.Stdout += r.out.frames
		f.Invalid += r.invalid
		f.StderrLines += r.stderr.lines
		if rest, offset := r.out.split.Rest(); len(rest) > 0 {
			f.Stdout++
			if r.out.judged == offset+1 {
				f.Invalid++
			}
		}
		if rest, _ := r.err.split.Rest(); len(rest) > 0 {
			f.StderrLines++
		}
	}
	return f
}
