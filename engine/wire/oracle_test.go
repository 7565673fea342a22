package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// verdict is what the slow oracle says of a line: whether it is strict JSON, and
// whether a name stands twice in one object.
func verdict(line []byte) (valid, duplicate bool) {
	line = bytes.TrimSuffix(line, []byte("\r"))
	if !utf8.Valid(line) || !json.Valid(line) {
		return false, false
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	var open []map[string]bool // nil for an array
	key := false
	for {
		token, err := dec.Token()
		if err != nil {
			return true, duplicate
		}
		if d, ok := token.(json.Delim); ok {
			switch d {
			case '{':
				open = append(open, map[string]bool{})
			case '[':
				open = append(open, nil)
			default:
				open = open[:len(open)-1]
			}
			key = len(open) > 0 && open[len(open)-1] != nil
			continue
		}
		names := map[string]bool(nil)
		if len(open) > 0 {
			names = open[len(open)-1]
		}
		if names != nil && key {
			name := token.(string)
			duplicate = duplicate || names[name]
			names[name] = true
			key = false
			continue
		}
		key = names != nil
	}
}

// agree fails the test when Scan and the oracle differ on a line.
func agree(t *testing.T, m *Message, line []byte) {
	t.Helper()
	Scan(line, m)
	f := m.Fault
	if f.Column < 0 || f.Length < 0 || f.Column+f.Length > len(line) {
		t.Fatalf("%q: the fault %+v lies outside", line, f)
	}
	if f.Layer != f.Code.Layer() || f.Code != NoFault && f.Code.Code() == "" {
		t.Fatalf("%q: the fault %+v contradicts itself", line, f)
	}
	valid, duplicate := verdict(line)
	syntax := f.Code == NoFault || f.Layer == 3 || f.Code == FaultDuplicateMember || f.Code == FaultTooDeep
	if syntax != valid {
		t.Fatalf("%q: fault %+v (%s %s), but valid JSON: %v", line, f, f.Code.Code(), f.Code.Detail(), valid)
	}
	if f.Layer == 2 && m.Kind == None && m.s.why != ended && m.s.why != endedInToken && m.s.why != trailing {
		firstOffender(t, line, m.s.at)
	}
	halves := bytes.Contains(line, []byte(`\ud`)) || bytes.Contains(line, []byte(`\uD`)) // encoding/json takes all halves for one
	if valid && m.Depth <= MaxDepth && !halves && duplicate != (f.Code == FaultDuplicateMember) {
		t.Fatalf("%q: fault %+v, but a name twice: %v", line, f, duplicate)
	}
	if valid && !duplicate && line[m.Value.Start] == '{' {
		sameMembers(t, m, line)
	}
}

// firstOffender checks that the grammar stopped at the first byte with which the
// line could no longer become valid: without it the line merely ends too early.
func firstOffender(t *testing.T, line []byte, at int) {
	t.Helper()
	if at > 0 && line[at-1] == '\r' || line[at] == '\r' {
		return // a line cut there would end in CRLF
	}
	var before, upTo Message
	Scan(line[:at], &before)
	if before.Kind == None && before.Fault.Layer != 1 && (before.s.at != at || before.s.why != ended && before.s.why != endedInToken) {
		t.Fatalf("%q is faulted at %d, but breaks at %d", line, at, before.s.at)
	}
	if Scan(line[:at+1], &upTo); upTo.Kind != None || upTo.Fault.Layer != 1 && upTo.s.at != at {
		t.Fatalf("%q is faulted at %d, but is fine up to there", line, at)
	}
}

// sameMembers compares the envelope's spans with what encoding/json finds.
func sameMembers(t *testing.T, m *Message, line []byte) {
	t.Helper()
	var want map[string]json.RawMessage
	if err := json.Unmarshal(line, &want); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	for name, span := range map[string]Span{"jsonrpc": m.JSONRPC, "id": m.ID, "method": m.Method, "params": m.Params, "result": m.Result, "error": m.Error} {
		value, ok := want[name]
		if ok != span.Present() || !bytes.Equal(span.Of(line), value) {
			t.Fatalf("%q: %s is %q, want %q", line, name, span.Of(line), value)
		}
	}
}

// maker writes random JSON: all types, white space, escapes, long and short
// strings, many names, and now and then a name twice.
type maker struct {
	r *rand.Rand
	b bytes.Buffer
}

func (k *maker) one(options ...string) { k.b.WriteString(options[k.r.IntN(len(options))]) }

func (k *maker) space() {
	if k.r.IntN(6) == 0 {
		k.one(" ", "\t", "  ", "\r", " \t ", strings.Repeat(" ", 20))
	}
}

func (k *maker) str(max int) {
	k.b.WriteByte('"')
	for range k.r.IntN(max) {
		switch k.r.IntN(24) {
		case 0:
			k.one(`\n`, `\"`, `\\`, `\/`, `\u00e9`, `\u0041`, `\ud83d\ude00`, `\uD800`)
		case 1:
			k.one("é", "日", "😀", "\u2028", "ж", "\x7f", "한", "क")
		default:
			k.b.WriteByte("abcdefgh :,{}[]ijkl'xyz0123"[k.r.IntN(27)])
		}
	}
	k.b.WriteByte('"')
}

func (k *maker) name(n int) {
	switch k.r.IntN(8) {
	case 0:
		k.one(`"id"`, `"jsonrpc"`, `"method"`, `"params"`, `"result"`, `"error"`, `"\u0069d"`, `""`)
	case 1:
		k.str(40)
	default:
		k.b.WriteString(`"` + strings.Repeat("name", k.r.IntN(7)) + string(rune('a'+n%26)) + strings.Repeat("x", n/26) + `"`)
	}
}

func (k *maker) value(depth int) {
	n := k.r.IntN(10)
	if depth == 0 {
		n = 9
	}
	switch {
	case n < 2 && depth < 6:
		k.b.WriteByte('[')
		k.space()
		for i := range k.r.IntN(5) {
			if i > 0 {
				k.b.WriteByte(',')
				k.space()
			}
			k.value(depth + 1)
			k.space()
		}
		k.b.WriteByte(']')
	case n < 4 && depth < 6 || n == 9 && depth < 2:
		k.b.WriteByte('{')
		k.space()
		members := k.r.IntN(6)
		if k.r.IntN(20) == 0 {
			members = 14 + k.r.IntN(60)
		}
		for i := range members {
			if i > 0 {
				k.b.WriteByte(',')
				k.space()
			}
			k.name(i)
			k.space()
			k.b.WriteByte(':')
			k.space()
			k.value(depth + 1)
			k.space()
		}
		k.b.WriteByte('}')
	case n < 7:
		k.str(10 + 60*(k.r.IntN(8)/7))
	case n == 7:
		k.one("true", "false", "null")
	default:
		k.one("0", "-0", "7", "12345678", "123456789012", "-1.5", "1e9", "0.25E-3", "10.0")
	}
}

// TestScanAgreesWithEncodingJSON scans lines of random JSON, then the same lines
// with one byte changed, taken out or doubled.
func TestScanAgreesWithEncodingJSON(t *testing.T) {
	var m Message
	k := maker{r: rand.New(rand.NewPCG(1, 2))}
	odd := []byte("\"\\{}[]:,0-e.tfn \t\r\x00\x1f\x80\xc3\xe2\xed\xf0\xff'u")
	for range 600 {
		k.b.Reset()
		k.space()
		k.value(0)
		k.space()
		line := bytes.Clone(k.b.Bytes())
		agree(t, &m, line)
		for range 6 {
			if len(line) == 0 {
				break
			}
			changed := bytes.Clone(line)
			i := k.r.IntN(len(changed))
			switch k.r.IntN(4) {
			case 0:
				changed = append(changed[:i], changed[i+1:]...)
			case 1:
				changed = append(changed[:i+1], changed[i:]...)
			case 2:
				changed = changed[:i]
			default:
				changed[i] = odd[k.r.IntN(len(odd))]
			}
			agree(t, &m, changed)
		}
	}
}

// TestTwins scans random lines and sums up all that was found. The builds with and
// without the tag wirechecked must come to the same sum: run both when it changes.
func TestTwins(t *testing.T) {
	const want = 0x8ba1e7944ac97c1
	sum := fnv.New64a()
	var m Message
	k := maker{r: rand.New(rand.NewPCG(8, 9))}
	for range 1500 {
		k.b.Reset()
		k.value(k.r.IntN(2))
		line := k.b.Bytes()
		if i := k.r.IntN(len(line)); k.r.IntN(2) == 0 {
			line[i] = byte(k.r.IntN(256))
		}
		Scan(line, &m)
		fmt.Fprint(sum, m.Kind, m.Value, m.ID, m.Method, m.Params, m.Result, m.Error, m.JSONRPC, m.IDForm, m.Fault, m.CRLF, m.LoneSurrogate, m.Depth, m.Embedded)
	}
	if got := sum.Sum64(); got != want {
		t.Errorf("the sum is %#x, want %#x", got, uint64(want))
	}
}

// TestScanReadsNothingBehindTheLine scans lines that end where memory that looks
// like their continuation begins.
func TestScanReadsNothingBehindTheLine(t *testing.T) {
	whole := []byte(`{"jsonrpc":"2.0","id":1,"result":{"a":"bcdefghijklmnop","qrstuvwxyz":[1234567890,true,null,"é\n"]}}`)
	var short, exact Message
	for n := range len(whole) {
		Scan(whole[:n], &short)
		Scan(bytes.Clone(whole[:n]), &exact)
		if short.Fault != exact.Fault || short.Kind != exact.Kind {
			t.Errorf("%q: %+v with something behind, %+v alone", whole[:n], short.Fault, exact.Fault)
		}
		if short.Kind != None {
			t.Errorf("%q is taken for a whole line", whole[:n])
		}
	}
}

func TestManyNamesAreCompared(t *testing.T) {
	for _, count := range []int{1, 15, 16, 17, 18, 40, 1000} {
		for _, double := range []int{-1, 0, count / 2, count - 1} {
			var b bytes.Buffer
			b.WriteString(`{"x":{`)
			name := func(i int) string {
				return strings.Repeat("n", i%20) + string(rune('a'+i%26)) + strings.Repeat("z", i/26)
			}
			for i := range count {
				b.WriteString(`"` + name(i) + `":{"` + name(i) + `":1},`)
			}
			last := b.Len()
			if double < 0 {
				b.WriteString(`"another":1}}`)
			} else {
				b.WriteString(`"` + name(double) + `":1}}`)
			}
			want := Fault{}
			if double >= 0 {
				want = faultAt(FaultDuplicateMember, last, len(name(double))+2)
			}
			var m Message
			if Scan(b.Bytes(), &m); m.Fault != want && (double >= 0 || m.Fault.Layer < 3) {
				t.Errorf("%d names, the last like number %d: %+v, want %+v", count, double, m.Fault, want)
			}
		}
	}
}

// TestCollidingNames asks for a name as if its token had been met before: the
// members are read again and decide, but not without end.
func TestCollidingNames(t *testing.T) {
	line := []byte(`{"first long name":1,"other":{"second long name":2}, "f\u0069rst long name" :3,"second long name":4}`)
	var s scanner
	s.start(line)
	if !s.standsBefore(1, 54) {
		t.Error("the first name, written another way, is not found")
	}
	if at := bytes.LastIndex(line, []byte("second")); s.standsBefore(1, at) {
		t.Error("a name of an inner object is taken for one of the outer")
	}
	for range maxCollisions {
		s.standsBefore(1, 54)
	}
	if s.standsBefore(1, 54) {
		t.Error("the search has no bound")
	}
}
