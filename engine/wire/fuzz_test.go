package wire

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// seeds are lines of every kind for the fuzz targets.
func seeds(f *testing.F, add func(line []byte)) {
	f.Helper()
	for _, line := range []string{
		``, ` `, "\r", `{}`, `[]`, `1`, `"a"`, `{`, `[1,`, `{"a":"`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"b":[1,2.5e-3,"c\u00e9\n"]}}}`,
		`{"jsonrpc":"2.0","id":"x","result":{"content":[{"type":"text","text":"日本語 😀 \ud83d\ude00 \ud83d"}]}}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}`,
		`[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"a"}]`,
		`{"id":1,"\u0069d":2}`, `{"a":{"b":1,"b":2}}`, `{"a":01}`, `{"a":NaN}`, `{'a':1}`, `{ a: 1 }`, `{"a":1}{"b":2}`,
		"\ufeff{}", "\xff\xfe{\x00}\x00", "{\x00}\x00", "{\"a\":\"\xc0\x80\"}", "caf\xe9 au lait",
		"2026-11-30 12:00:00 INFO up", "[INFO] up", "\x1b[32mup\x1b[0m", "10%\r20%\r{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
		"Content-Length: 12\r", `ready {"jsonrpc":"2.0","id":1,"result":{}} done`,
	} {
		add([]byte(line))
	}
	for _, n := range []int{7, 8, 15, 16, 17, 63, 64, 65, 130} {
		add([]byte(`{"` + string(bytes.Repeat([]byte("n"), n)) + `":"` + string(bytes.Repeat([]byte("é"), n)) + `"}`))
		add(append(bytes.Repeat([]byte("["), n), bytes.Repeat([]byte("]"), n)...))
	}
}

// FuzzScan: Scan agrees with encoding/json, its fault lies in the line, scanning
// again or beside other bytes gives the same, and what reads valid JSON takes
// anything without a panic.
func FuzzScan(f *testing.F) {
	seeds(f, func(line []byte) { f.Add(line) })
	f.Fuzz(func(t *testing.T, line []byte) {
		line = bytes.ReplaceAll(line, []byte("\n"), []byte(" "))
		var m, again Message
		agree(t, &m, line)
		Scan([]byte(`{"a":{"a":1,"a":[[`), &again)
		Scan(append(bytes.Clone(line), `","x":"y"}`...)[:len(line)], &again)
		if diff := cmp.Diff(m, again, cmpopts.IgnoreUnexported(Message{})); diff != "" {
			t.Fatalf("%q: first and again: %s", line, diff)
		}
		for _, span := range []Span{m.Value, m.ID, m.Method, m.Params, m.Result, m.Error, m.JSONRPC, m.Embedded} {
			if span.Start < 0 || span.End > len(line) || span.Start > span.End {
				t.Fatalf("%q: span %+v lies outside", line, span)
			}
		}
		if m.Embedded.Present() && !Valid(m.Embedded.Of(line)) && m.Fault.Code != FaultDuplicateMember {
			var inner Message
			if Scan(m.Embedded.Of(line), &inner); inner.Kind == None {
				t.Fatalf("%q: the embedded message %q is none", line, m.Embedded.Of(line))
			}
		}
		if m.Fault.Code == NoFault {
			for _, member := range []Span{m.Params, m.Result, m.Error} {
				for _, name := range []string{"_meta", "a", "content", "long name of a member"} {
					if _, ok := Get(member.Of(line), name); ok && !m.MayHold(member, NameOf(name)) {
						t.Fatalf("%q: the pass says that %q is not in %s", line, name, member.Of(line))
					}
				}
			}
		}
		readAnything(line)
		m.Members(line, func(member *Message) bool { return member.Kind != None })
	})
}

// readAnything calls every reader on bytes that may be no JSON.
func readAnything(value []byte) {
	Members(value, func(k, v []byte) bool {
		String(v)
		return Offset(value, v) >= 0
	})
	Elements(value, func(v []byte) bool {
		Int(v)
		IsInteger(v)
		return TypeOf(v) != NoType
	})
	for i := range value {
		if quote, _ := closingQuote(value, i); quote < len(value) {
			if slow, _ := farQuote(value, i, false); slow != quote {
				panic("two searches for a quote differ")
			}
		}
		if quote, _ := closingQuote(value, i); stringEnd(value, i) != quote {
			panic("two searches for a string's end differ")
		}
	}
	Get(value, "a")
	String(value)
	AppendString(nil, value)
	Int(value)
	IsInteger(value)
}

// FuzzSplit: the lines do not depend on the chunks, and joined they are the input.
func FuzzSplit(f *testing.F) {
	f.Add([]byte("a\nb\r\n\nc"), uint8(2), uint8(0))
	f.Add([]byte("long line\nshort\nlong line"), uint8(3), uint8(4))
	f.Fuzz(func(t *testing.T, in []byte, size, limit uint8) {
		whole := split(in, len(in)+1, int(limit))
		chunked := split(in, int(size)+1, int(limit))
		if !bytes.Equal(whole.joined, chunked.joined) || whole.lines != chunked.lines {
			t.Fatalf("%q in chunks of %d: %+v, want %+v", in, size, chunked, whole)
		}
		if limit == 0 && !bytes.Equal(whole.joined, in) {
			t.Fatalf("%q is joined to %q", in, whole.joined)
		}
		if n := bytes.Count(in, []byte("\n")); whole.lines != n || whole.end != int64(len(in)) {
			t.Fatalf("%q: %d lines to offset %d, want %d", in, whole.lines, whole.end, n)
		}
	})
}

type pieces struct {
	joined []byte
	lines  int
	end    int64
}

func split(in []byte, size, limit int) (p pieces) {
	s := Splitter{Limit: limit, Keep: 3}
	for len(in) > 0 {
		n := min(size, len(in))
		s.Write(in[:n], func(line []byte, offset int64) {
			length, _ := s.Cut()
			p.joined = append(append(p.joined, line...), '\n')
			p.lines++
			p.end = offset + length + 1
		})
		in = in[n:]
	}
	rest, offset := s.Rest()
	length, _ := s.Cut()
	p.joined = append(p.joined, rest...)
	p.end = offset + length
	return p
}
