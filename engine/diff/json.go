package diff

import (
	"bytes"
	"strconv"

	"stdioscope/engine/wire"
)

// AppendJSON writes the comparison, without the frames.
func (c *Comparison) AppendJSON(dst []byte) []byte {
	w := writer{dst}
	w.open('{')
	w.name("same")
	w.b = strconv.AppendBool(w.b, c.Same)
	w.pair("verdict", c.Verdict)
	w.pair("first", c.First)
	list(&w, "findings", c.Findings, func(f FindingChange) {
		w.texts("code", f.Code, "severity", f.Severity)
		if f.Message != "" {
			w.texts("message", f.Message)
		}
		w.number("before", f.Before)
		w.number("after", f.After)
	})
	w.number("inBoth", c.InBoth)
	w.pair("protocol", c.Protocol)
	w.name("capabilities")
	w.open('{')
	w.names("added", c.Capabilities.Added)
	w.names("removed", c.Capabilities.Removed)
	w.close('}')
	list(&w, "tools", c.Tools, func(t ToolChange) {
		w.texts("name", t.Name, "change", t.Change)
		list(&w, "values", t.Values, w.path)
	})
	w.number("toolsSame", int64(c.ToolsSame))
	list(&w, "results", c.Results, func(r ResultChange) {
		w.texts("method", r.Method, "asked", r.Asked, "change", r.Change)
		list(&w, "paths", r.Paths, w.path)
	})
	list(&w, "latencies", c.Latencies, func(l LatencyPair) {
		w.texts("method", l.Method)
		w.latency("before", l.Before)
		w.latency("after", l.After)
	})
	w.close('}')
	return w.b
}

// AppendJSONWithRows writes the comparison and, for a reader of both frame indexes,
// the row numbers of every pair of frames, one after the other; -1 where a side has
// no frame of the kind.
func (c *Comparison) AppendJSONWithRows(dst []byte) []byte {
	dst = c.AppendJSON(dst)
	dst = append(dst[:len(dst)-1], `,"rows":[`...)
	for i, p := range c.Frames {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendRow(dst, c.before, p.Before), ',')
		dst = appendRow(dst, c.after, p.After)
	}
	return append(dst, "]}"...)
}

func appendRow(dst []byte, of *Facts, frame int32) []byte {
	if frame < 0 {
		return append(dst, "-1"...)
	}
	return strconv.AppendUint(dst, uint64(of.frames[frame].row), 10)
}

// AppendJSONWithFrames writes the comparison and every pair of frames.
func (c *Comparison) AppendJSONWithFrames(dst []byte) []byte {
	dst = c.AppendJSON(dst)
	w := writer{dst[:len(dst)-1]}
	list(&w, "frames", c.Frames, func(p Aligned) {
		if p.Before >= 0 {
			w.frame("before", c.Before(p.Before))
		}
		if p.After >= 0 {
			w.frame("after", c.After(p.After))
		}
	})
	w.close('}')
	return w.b
}

// writer appends JSON. A comma stands before everything but what is first.
type writer struct{ b []byte }

func (w *writer) open(c byte)  { w.b = append(w.b, c) }
func (w *writer) close(c byte) { w.b = append(w.b, c) }

func (w *writer) comma() {
	if c := w.b[len(w.b)-1]; c != '{' && c != '[' {
		w.b = append(w.b, ',')
	}
}

func (w *writer) name(name string) {
	w.comma()
	w.b = append(append(append(w.b, '"'), name...), `":`...)
}

// text mends what is no UTF-8: recordings hold what servers wrote.
func (w *writer) text(s string) {
	w.b = wire.AppendQuote(w.b, bytes.ToValidUTF8([]byte(s), []byte("\ufffd")))
}

// texts are names and values in turn.
func (w *writer) texts(pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		w.name(pairs[i])
		w.text(pairs[i+1])
	}
}

func (w *writer) number(name string, n int64) {
	w.name(name)
	w.b = strconv.AppendInt(w.b, n, 10)
}

func (w *writer) names(name string, all []string) {
	w.name(name)
	w.open('[')
	for _, n := range all {
		w.comma()
		w.text(n)
	}
	w.close(']')
}

func (w *writer) pair(name string, p Pair) {
	w.name(name)
	w.open('{')
	w.texts("before", p.Before, "after", p.After)
	w.close('}')
}

func (w *writer) path(p PathChange) { w.texts("path", p.Path, "before", p.Before, "after", p.After) }

func (w *writer) frame(name string, f Frame) {
	w.name(name)
	w.open('{')
	w.texts("address", f.Address, "kind", f.Kind, "what", f.What)
	w.close('}')
}

func (w *writer) latency(name string, l *Latency) {
	w.name(name)
	if l == nil {
		w.b = append(w.b, "null"...)
		return
	}
	w.open('{')
	w.number("count", int64(l.Count))
	w.number("median", l.Median)
	w.close('}')
}

// list writes objects whose members are written one by one.
func list[T any](w *writer, name string, all []T, members func(T)) {
	w.name(name)
	w.open('[')
	for _, each := range all {
		w.comma()
		w.open('{')
		members(each)
		w.close('}')
	}
	w.close(']')
}
