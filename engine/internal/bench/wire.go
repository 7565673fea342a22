package main

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	goccy "github.com/goccy/go-json"

	"stdioscope/engine/wire"
)

// block is how much of a stream the wire pass is given at a time: what a reader
// of a file or the page's worker hands over.
const block = 1 << 20

// scanAll is the wire pass: split and scan.
func scanAll() func(data []byte) {
	var m wire.Message
	kinds := [8]int{}
	emit := func(line []byte, _ int64) {
		wire.Scan(line, &m)
		if m.Fault.Code != wire.NoFault {
			panic(fmt.Sprintf("the corpus has a fault: %s %s at %d", m.Fault.Code.Code(), m.Fault.Code.Detail(), m.Fault.Column))
		}
		kinds[m.Kind]++
	}
	var s wire.Splitter
	return func(data []byte) {
		for len(data) > 0 {
			n := min(block, len(data))
			s.Write(data[:n], emit)
			data = data[n:]
		}
	}
}

func eachLine(data []byte, do func(line []byte)) {
	for len(data) > 0 {
		n := bytes.IndexByte(data, '\n')
		do(data[:n])
		data = data[n+1:]
	}
}

func must(ok bool) {
	if !ok {
		panic("a compared library refuses the corpus")
	}
}

type rawMessage struct {
	JSONRPC stdjson.RawMessage `json:"jsonrpc"`
	ID      stdjson.RawMessage `json:"id"`
	Method  stdjson.RawMessage `json:"method"`
	Params  stdjson.RawMessage `json:"params"`
	Result  stdjson.RawMessage `json:"result"`
	Error   stdjson.RawMessage `json:"error"`
}

// walk goes over the top level of every line with jsontext and notes where the
// members of the envelope stand: what the wire pass does, and as strictly.
func walk(data []byte) {
	var buf bytes.Buffer
	dec := jsontext.NewDecoder(&buf)
	var members [6][2]int64
	eachLine(data, func(line []byte) {
		buf.Reset()
		buf.Write(line)
		dec.Reset(&buf)
		clear(members[:])
		_, err := dec.ReadToken()
		must(err == nil)
		for dec.PeekKind() != '}' {
			name, err := dec.ReadValue()
			must(err == nil)
			at := memberNumber(name)
			from := dec.InputOffset()
			must(dec.SkipValue() == nil)
			if at >= 0 {
				members[at] = [2]int64{from, dec.InputOffset()}
			}
		}
		_, err = dec.ReadToken()
		must(err == nil)
		_, err = dec.ReadToken()
		must(err == io.EOF)
	})
}

func memberNumber(name []byte) int {
	switch string(name) {
	case `"jsonrpc"`:
		return 0
	case `"id"`:
		return 1
	case `"method"`:
		return 2
	case `"params"`:
		return 3
	case `"result"`:
		return 4
	case `"error"`:
		return 5
	}
	return -1
}

var unmarshal = contender{"encoding/json Unmarshal", func(d []byte) {
	eachLine(d, func(l []byte) {
		var m rawMessage
		must(stdjson.Unmarshal(l, &m) == nil)
	})
}}

var wireContenders = []contender{
	{"wire", nil},
	{"split alone", func(d []byte) { eachLine(d, func([]byte) {}) }},
	{"utf8.Valid", func(d []byte) { must(utf8.Valid(d)) }},
	{"utf8.Valid + goccy Valid", func(d []byte) {
		eachLine(d, func(l []byte) { must(utf8.Valid(l) && goccy.Valid(l)) })
	}},
	{"encoding/json Valid", func(d []byte) { eachLine(d, func(l []byte) { must(stdjson.Valid(l)) }) }},
	unmarshal,
	{"jsontext walk", walk},
	{"jsontext IsValid", func(d []byte) { eachLine(d, func(l []byte) { must(jsontext.Value(l).IsValid()) }) }},
}

// wireGates says how many times as fast as a contender the wire pass must be.
var wireGates = map[string]map[string]float64{
	"utf8.Valid + goccy Valid": {"small": 1.2, "medium": 0.9, "large": 1.2, "mixed": 1.2},
	"encoding/json Unmarshal":  {"small": 6, "medium": 6, "large": 6, "mixed": 6},
	"jsontext walk":            {"small": 3, "medium": 3, "large": 2, "mixed": 3},
}

func runWire(s settings) []gate {
	var gates []gate
	for _, c := range corpora(s.bytes) {
		contenders := append([]contender(nil), wireContenders...)
		contenders[0].run = scanAll()
		times, ratios := race(c.data, s.rounds, contenders)
		fmt.Println(c.describe())
		for i, x := range contenders {
			fmt.Printf("    %-26s %8.0f MB/s   wire is %6.2f times as fast\n", x.name, mbps(len(c.data), times[i]), ratios[i])
			if least := wireGates[x.name][c.name]; least > 0 {
				gates = append(gates, gate{name: c.name + ": wire / " + x.name, got: ratios[i], least: least, unit: "x"})
			}
		}
		run := contenders[0].run
		gates = append(gates, gate{name: c.name + ": allocations of the wire pass", got: float64(allocations(func() { run(c.data) }))})
	}
	return gates
}
