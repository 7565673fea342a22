package place

import (
	"strings"
	"testing"
)

func TestPath(t *testing.T) {
	data := []byte(`{"tools":[{"a/b~":1}],"\u0061":2}`)
	at := func(name string) (int, int) {
		i := strings.Index(string(data), name)
		return i, i + len(name)
	}
	var p Path
	if p.Pointer(data) != "" || p.Name(data, "the result") != "the result" {
		t.Errorf("the value itself: %q %q", p.Pointer(data), p.Name(data, "the result"))
	}
	p.Push(at("tools"))
	p.PushIndex(0)
	p.Push(at("a/b~"))
	if got := p.Pointer(data); got != "/tools/0/a~1b~0" {
		t.Errorf("pointer %q", got)
	}
	if got := p.Name(data, "x"); got != "tools[0].a/b~" {
		t.Errorf("name %q", got)
	}
	p.Pop()
	p.Pop()
	p.Pop()
	p.Push(at(`\u0061`))
	if got := p.Pointer(data); got != "/a" {
		t.Errorf("pointer through an escape %q", got)
	}
	p.Pop()
	p.PushIndex(3)
	if got := p.Name(data, "tools"); got != "tools[3]" {
		t.Errorf("name of an element %q", got)
	}
	for range 1000 {
		p.PushIndex(1)
	}
	if got := strings.Count(p.Pointer(data), "/"); got != MaxSteps || p.Depth() != 1001 {
		t.Errorf("%d steps told, depth %d", got, p.Depth())
	}
}

func TestDescribe(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1}`: "an object", `[]`: "an array", `null`: "null", `true`: "true", `-1.5`: "-1.5", `"a\n"`: `"a\n"`, ``: "nothing",
		`"` + strings.Repeat("x", 41) + `"`: "a string of 41 bytes", strings.Repeat("1", 25): "a number of 25 digits",
	} {
		if got := Describe([]byte(in)); got != want {
			t.Errorf("Describe(%s) = %s, want %s", in, got, want)
		}
	}
}

func TestQuotedAndShortened(t *testing.T) {
	if got := Quoted("a\n\"\xff"); got != `"a\n\"`+"\uFFFD"+`"` {
		t.Errorf("Quoted = %s", got)
	}
	if got := Quoted(strings.Repeat("é", 40)); got != `"`+strings.Repeat("é", 32)+`…"` {
		t.Errorf("Quoted cut to %s", got)
	}
	if got := Shortened([]byte(strings.Repeat("aé", 30))); got != strings.Repeat("aé", 16)+"…" {
		t.Errorf("Shortened to %s", got)
	}
}

func TestIsText(t *testing.T) {
	for in, want := range map[string]bool{`"text"`: true, `"t\u0065xt"`: true, `"Text"`: false, `text`: false, `"`: false, ``: false} {
		if got := IsText([]byte(in), "text"); got != want {
			t.Errorf("IsText(%s) = %v", in, got)
		}
	}
}
