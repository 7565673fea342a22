package engine_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"stdioscope/engine"
	"stdioscope/engine/transcript"

	"github.com/google/go-cmp/cmp"
)

// unpacked reads the index as its readers do.
type unpacked struct {
	rows    [][]byte
	strings []string
}

func (u *unpacked) take(t *testing.T, a *engine.Analyzer) {
	t.Helper()
	le := binary.LittleEndian
	rows := a.TakeRows()
	if len(rows)%72 != 0 {
		t.Fatalf("%d bytes of rows", len(rows))
	}
	for ; len(rows) > 0; rows = rows[72:] {
		u.rows = append(u.rows, append([]byte(nil), rows[:72]...))
	}
	patches := a.TakePatches()
	for ; len(patches) > 0; patches = patches[16:] {
		row := u.rows[le.Uint32(patches)]
		if v := le.Uint32(patches[4:]); v != 0xffffffff {
			le.PutUint32(row[48:], v)
		}
		if v := le.Uint32(patches[8:]); v != 0xffffffff {
			le.PutUint32(row[60:], v)
		}
		for k := range 4 {
			if v := patches[12+k]; v != 0xff {
				row[8+k] = v
			}
		}
	}
	s := a.TakeStrings()
	for len(s) > 0 {
		n := le.Uint32(s)
		u.strings = append(u.strings, string(s[4:4+n]))
		s = s[4+n:]
	}
}

func (u *unpacked) text(n uint32) string {
	if n == 0 {
		return ""
	}
	return u.strings[n-1]
}

// describe writes the rows for people.
func (u *unpacked) describe() string {
	lanes := []string{"in", "out", "err", "event"}
	le := binary.LittleEndian
	var b strings.Builder
	for _, r := range u.rows {
		fmt.Fprintf(&b, "%s:%d kind=%d layer=%d failed=%d severity=%d flags=%d len=%d pair=%d %q id=%s\n", lanes[r[6]], le.Uint32(r), r[7], r[8], r[9], r[10], r[11],
			le.Uint32(r[12:]), le.Uint32(r[48:]), u.text(le.Uint32(r[52:])), u.text(le.Uint32(r[56:])))
	}
	return b.String()
}

// TestIndex: a row for each frame and event, joined and marked.
func TestIndex(t *testing.T) {
	events := script(t, opening+`
		> {"jsonrpc":"2.0","id":"a","method":"ping"}
		< hello
		< {"jsonrpc":"2.0","id":"a","result":{}}
		! log
		<| {"jsonrpc
		exit 1
		end`)
	a := engine.New()
	a.EnableIndex()
	a.Header(&transcript.Header{Version: 1, Source: transcript.Source{Format: "launch"}})
	var all unpacked
	for i := range events {
		a.Event(&events[i])
		all.take(t, a)
	}
	a.Close()
	all.take(t, a)
	want := `event:0 kind=8 layer=0 failed=0 severity=0 flags=0 len=0 pair=0 "" id=
in:1 kind=1 layer=5 failed=0 severity=0 flags=0 len=156 pair=3 "initialize" id=0
out:1 kind=3 layer=5 failed=0 severity=0 flags=0 len=165 pair=2 "initialize" id=0
in:2 kind=2 layer=5 failed=0 severity=0 flags=0 len=54 pair=0 "notifications/initialized" id=
in:3 kind=1 layer=5 failed=0 severity=0 flags=0 len=42 pair=7 "ping" id="a"
out:2 kind=6 layer=2 failed=2 severity=3 flags=1 len=5 pair=0 "hello" id=
out:3 kind=3 layer=5 failed=0 severity=0 flags=0 len=38 pair=5 "ping" id="a"
err:1 kind=7 layer=0 failed=0 severity=0 flags=0 len=3 pair=0 "log" id=
event:0 kind=14 layer=5 failed=5 severity=3 flags=4 len=0 pair=0 "1" id=
out:4 kind=19 layer=1 failed=1 severity=3 flags=4 len=9 pair=0 "{\"jsonrpc" id=
event:0 kind=16 layer=0 failed=0 severity=0 flags=0 len=0 pair=0 "" id=
`
	if diff := cmp.Diff(want, all.describe()); diff != "" {
		t.Errorf("index (-want +got):\n%s", diff)
	}
}

// TestIndexTakenLate: rows that wait are changed in place; the sum is the same.
func TestIndexTakenLate(t *testing.T) {
	for name, file := range recordings(t) {
		t.Run(name, func(t *testing.T) {
			read := func(step int) string {
				a := engine.New()
				a.EnableIndex()
				var all unpacked
				for at := 0; at < len(file); at += step {
					if _, err := a.Write(file[at:min(len(file), at+step)]); err != nil {
						t.Fatal(err)
					}
					all.take(t, a)
				}
				a.Close()
				all.take(t, a)
				return all.describe()
			}
			if diff := cmp.Diff(read(1<<20), read(100)); diff != "" {
				t.Errorf("taken at once and often (-once +often):\n%s", diff)
			}
		})
	}
}

// TestIndexFindsBytes: a row leads to its bytes in the transcript file.
func TestIndexFindsBytes(t *testing.T) {
	file := []byte(`{"stdioscope":1,"source":{"format":"launch"}}
{"t":1,"k":"spawn","pid":1}
{"t":2,"k":"stdout","text":"one\ntw"}
{"t":3,"k":"stderr","text":"x\n"}
{"t":4,"k":"stdout","text":"o\nthree\n"}
`)
	a := engine.New()
	a.EnableIndex()
	if _, err := a.Write(file); err != nil {
		t.Fatal(err)
	}
	a.Close()
	var all unpacked
	all.take(t, a)
	le := binary.LittleEndian
	var got []string
	for _, r := range all.rows {
		if r[6] != 1 {
			continue
		}
		from, to := le.Uint64(r[32:]), le.Uint64(r[40:])
		lines := strings.Count(string(file[from:to]), "\n")
		first := strings.SplitN(string(file[from:to]), "\n", 2)[0]
		got = append(got, fmt.Sprintf("%s offset=%d skip=%d lines=%d %s", all.text(le.Uint32(r[52:])), le.Uint64(r[24:]), le.Uint32(r[64:]), lines, first))
	}
	want := []string{
		`one offset=0 skip=0 lines=1 {"t":2,"k":"stdout","text":"one\ntw"}`,
		`two offset=4 skip=4 lines=3 {"t":2,"k":"stdout","text":"one\ntw"}`,
		`three offset=8 skip=2 lines=1 {"t":4,"k":"stdout","text":"o\nthree\n"}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestIndexWritesAnIDOnce: an answer has its request's string, unless its id is
// written otherwise.
func TestIndexWritesAnIDOnce(t *testing.T) {
	a := engine.New()
	a.EnableIndex()
	for _, ev := range script(t, opening+`
		> {"jsonrpc":"2.0","id":70,"method":"ping"}
		> {"jsonrpc":"2.0","id":"b","method":"ping"}
		> {"jsonrpc":"2.0","id":71,"method":"ping"}
		< {"jsonrpc":"2.0","id":"\u0062","result":{}}
		< {"jsonrpc":"2.0","id":70,"result":{}}
		< {"jsonrpc":"2.0","id":71.0,"result":{}}`) {
		a.Event(&ev)
	}
	var u unpacked
	u.take(t, a)
	var ids []string
	for _, r := range u.rows[len(u.rows)-6:] {
		ids = append(ids, u.text(binary.LittleEndian.Uint32(r[56:])))
	}
	if diff := cmp.Diff([]string{"70", `"b"`, "71", `"\u0062"`, "70", "71.0"}, ids); diff != "" {
		t.Error(diff)
	}
	if n := strings.Count(strings.Join(u.strings, "\n")+"\n", "70\n"); n != 1 {
		t.Errorf("70 stands there %d times", n)
	}
}
