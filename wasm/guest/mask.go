package main

import (
	"strconv"

	"stdioscope/engine"
	"stdioscope/engine/diff"
	"stdioscope/engine/redact"
	"stdioscope/engine/report"
	"stdioscope/engine/transcript"
	"stdioscope/engine/wire"
)

// mask is a handle of kind 3: a transcript on its way into a masked copy. A mask may stand anywhere in it, so nothing
// can be said before its end.
type mask struct {
	options redact.Options
	source  []byte
	done    bool
	masked  []byte
	masks   []byte // JSON
	report  []byte // of the masked copy
}

func (m *mask) feed(bytes []byte) error {
	if m.done {
		return errEnded
	}
	m.source = append(m.source, bytes...)
	return nil
}

func (m *mask) finish() error {
	if m.done {
		return errEnded
	}
	m.done = true
	masked, summary, err := redact.Transcript(m.source, m.options)
	if err != nil {
		return err
	}
	places, err := redact.Places(m.source, masked, summary.Spans)
	if err != nil {
		return err
	}
	before, err := judgeAll(m.source)
	if err != nil {
		return err
	}
	m.source = nil
	after, err := judgeAll(masked)
	if err != nil {
		return err
	}
	m.masked, m.report = masked, after.JSON()
	m.masks = appendMasks(nil, summary, places, diff.Verdicts(before, after))
	return nil
}

func judgeAll(transcript []byte) (*report.Report, error) {
	a := engine.New()
	if _, err := a.Write(transcript); err != nil {
		return nil, err
	}
	a.Close()
	return a.Report(), a.Err()
}

//go:wasmexport options
func options(h, address, n uint32) uint32 {
	m, ok := handles[h].(*mask)
	if !ok {
		return note(h, errClosed)
	}
	given, ok := taken(address, n)
	if !ok {
		return note(h, errForeign)
	}
	if !wire.Valid(given) || wire.TypeOf(given) != wire.Object {
		return note(h, errOptions)
	}
	m.options = readOptions(given)
	return note(h, nil)
}

//go:wasmexport masked
func masked(h uint32) uint64 {
	if m, ok := handles[h].(*mask); ok {
		return give(m.masked)
	}
	return give(nil)
}

//go:wasmexport masks
func masks(h uint32) uint64 {
	if m, ok := handles[h].(*mask); ok {
		return give(m.masks)
	}
	return give(nil)
}

// readOptions takes {"literals":[…],"names":[…],"paths":[…],"hide":[…],"payloads":true}; what is missing or of another type is as
// if it were not asked for.
func readOptions(object []byte) redact.Options {
	var o redact.Options
	o.Literals, o.Names = textsOf(object, "literals"), textsOf(object, "names")
	for _, text := range textsOf(object, "paths") {
		if path := redact.ParsePath(text); path != nil {
			o.Paths = append(o.Paths, path)
		}
	}
	for _, pipe := range textsOf(object, "hide") {
		o.Hide = append(o.Hide, transcript.Stream(pipe))
	}
	payloads, ok := wire.Get(object, "payloads")
	o.Payloads = ok && string(payloads) == "true"
	return o
}

func textsOf(object []byte, name string) []string {
	list, ok := wire.Get(object, name)
	if !ok || wire.TypeOf(list) != wire.Array {
		return nil
	}
	var texts []string
	wire.Elements(list, func(value []byte) bool {
		if text, ok := wire.String(value); ok {
			texts = append(texts, text)
		}
		return true
	})
	return texts
}

// appendMasks writes what doc.go says of masks.
func appendMasks(dst []byte, s redact.Summary, places []redact.Place, changes []diff.VerdictChange) []byte {
	dst = appendNumber(append(dst, '{'), "count", int64(s.Count))
	dst = appendNumber(append(dst, ','), "bytes", s.Bytes)
	dst = append(dst, `,"kinds":[`...)
	for i, k := range s.Kinds {
		dst = appendText(append(comma(dst, i), '{'), "kind", string(k.Kind))
		dst = append(appendNumber(append(dst, ','), "count", int64(k.Count)), '}')
	}
	dst = append(dst, `],"places":[`...)
	for i, p := range places {
		dst = append(appendPlace(append(comma(dst, i), '{'), p), '}')
	}
	dst = append(dst, `],"changes":[`...)
	for i, c := range changes {
		dst = appendText(append(comma(dst, i), '{'), "change", c.Change)
		dst = appendText(append(dst, ','), "code", c.Code)
		dst = appendText(append(dst, ','), "severity", c.Severity)
		dst = append(appendText(append(dst, ','), "address", c.Address), '}')
	}
	return append(dst, "]}"...)
}

func appendPlace(dst []byte, p redact.Place) []byte {
	dst = appendText(dst, "kind", string(p.Kind))
	dst = appendNumber(append(dst, ','), "run", int64(p.Run))
	dst = appendText(append(dst, ','), "stream", string(p.Stream))
	dst = appendNumber(append(dst, ','), "frame", int64(p.Frame))
	dst = appendText(append(dst, ','), "field", p.Field)
	dst = appendText(append(dst, ','), "lead", p.Lead)
	dst = appendText(append(dst, ','), "before", p.Before)
	return appendText(append(dst, ','), "after", p.After)
}

func appendNumber(dst []byte, name string, value int64) []byte {
	dst = append(append(append(dst, '"'), name...), `":`...)
	return strconv.AppendInt(dst, value, 10)
}

func comma(dst []byte, i int) []byte {
	if i == 0 {
		return dst
	}
	return append(dst, ',')
}
