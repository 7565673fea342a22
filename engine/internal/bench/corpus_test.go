package main

import (
	"bytes"
	"testing"

	"stdioscope/engine/wire"
)

func TestCorporaAreTheSameEachTimeAndWithoutAFault(t *testing.T) {
	again := corpora(1 << 20)
	for i, c := range corpora(1 << 20) {
		if !bytes.Equal(c.data, again[i].data) {
			t.Errorf("%s differs from one time to the next", c.name)
		}
		var m wire.Message
		eachLine(c.data, func(line []byte) {
			if wire.Scan(line, &m); m.Fault.Code != wire.NoFault || m.Kind == wire.Value {
				t.Fatalf("%s: %v, %s at %d in %s", c.name, m.Kind, m.Fault.Code.Detail(), m.Fault.Column, line)
			}
		})
		if size := len(c.data) / bytes.Count(c.data, []byte("\n")); c.name == "small" && (size < 120 || size > 180) || c.name == "medium" && (size < 2000 || size > 2600) {
			t.Errorf("%s: %d bytes a line", c.name, size)
		}
	}
}

func TestGatesHoldOnTheirSide(t *testing.T) {
	for _, tt := range []struct {
		g    gate
		want bool
	}{
		{gate{got: 2, least: 1.5}, true}, {gate{got: 1.4, least: 1.5}, false},
		{gate{got: 2, most: 2}, true}, {gate{got: 2.1, most: 2}, false},
		{gate{got: 0}, true}, {gate{got: 1}, false},
	} {
		if got := tt.g.ok(); got != tt.want {
			t.Errorf("%+v holds: %v", tt.g, got)
		}
	}
}
