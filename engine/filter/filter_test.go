package filter

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"stdioscope/engine/transcript"
)

// cases are what this package and the page's model are both held to.
type cases struct {
	Fields []struct {
		Name, Help, Example string
		Words               []string
	}
	Rows  []plainRow
	Codes map[string][]int
	Holds map[string][]int // rows whose bytes hold a text beyond what the row says
	Cases []struct {
		Filter string
		Rows   []int
		Error  *place
		Errors []place
	}
}

// place is where a mistake stands, in UTF-16 as the page counts.
type place struct {
	Start, End int
	Message    string
}

type plainRow struct {
	No, Run, Layer, Failed, Flags, Size int
	T                                   int64
	Lane, Kind, Severity, Text, ID      string
	Tool                                string
	Pair                                *int
	Latency                             *uint32
}

func read(t *testing.T, name string) (c cases) {
	t.Helper()
	b, err := os.ReadFile("../../ui/src/model/" + name)
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Cases) == 0 {
		t.Fatal("there is no case")
	}
	return c
}

// table packs the rows as the engine does.
func (c *cases) table() *Table {
	t := &Table{tools: map[int]string{}, codes: map[int][]string{}, shown: func(_ int, _ transcript.Stream, _ int64, head []byte, _ bool) string { return string(head) }}
	text := func(s string) uint32 {
		if s == "" {
			return 0
		}
		t.texts = append(t.texts, s...)
		t.ends = append(t.ends, len(t.texts))
		return uint32(len(t.ends))
	}
	le := binary.LittleEndian
	for n, p := range c.Rows {
		b := make([]byte, rowBytes)
		le.PutUint32(b, uint32(p.No))
		le.PutUint16(b[4:], uint16(max(p.Run, 1)))
		b[6], b[7] = byte(slices.Index(lanes[:], p.Lane)), byte(slices.Index(kinds[:], p.Kind))
		b[8], b[9], b[10], b[11] = byte(p.Layer), byte(p.Failed), byte(max(slices.Index(severities[:], p.Severity), 0)), byte(p.Flags)
		le.PutUint32(b[12:], uint32(p.Size))
		le.PutUint64(b[16:], uint64(p.T))
		if p.Pair != nil {
			le.PutUint32(b[48:], uint32(*p.Pair+1))
		}
		le.PutUint32(b[52:], text(p.Text))
		le.PutUint32(b[56:], text(p.ID))
		latency := uint32(noLatency)
		if p.Latency != nil {
			latency = *p.Latency
		}
		le.PutUint32(b[60:], latency)
		t.rows = append(t.rows, b...)
		if p.Tool != "" {
			t.tools[n] = p.Tool
		}
	}
	for code, rows := range c.Codes {
		for _, n := range rows {
			t.codes[n] = append(t.codes[n], code)
		}
	}
	return t
}

// ask sets a filter, with what the bytes hold.
func (c *cases) ask(t *Table, f Filter) []int {
	t.filter, t.held = f, make([]map[int]bool, len(f.Terms))
	for i, term := range f.Terms {
		t.held[i] = map[int]bool{}
		for _, n := range c.Holds[term.Text] {
			t.held[i][n] = true
		}
	}
	return t.Passing()
}

func places(source string, errors []Error) []place {
	var all []place
	units := func(end int) int { return len(utf16.Encode([]rune(source[:end]))) }
	for _, e := range errors {
		all = append(all, place{units(e.Start), units(e.End), e.Message})
	}
	return all
}

func TestTheSharedCases(t *testing.T) {
	for _, name := range []string{"filter.cases.json", "filter.random.json"} {
		c := read(t, name)
		table := c.table()
		for _, tc := range c.Cases {
			f := Parse(tc.Filter)
			want := tc.Errors
			if tc.Error != nil {
				want = append(want, *tc.Error)
			}
			if d := cmp.Diff(want, places(tc.Filter, f.Errors)); d != "" {
				t.Errorf("%s, %q: errors (-want +got):\n%s", name, tc.Filter, d)
			}
			if got := c.ask(table, f); !slices.Equal(tc.Rows, got) {
				t.Errorf("%s, %q: passing are %v, want %v", name, tc.Filter, got, tc.Rows)
			}
		}
	}
}

func TestTheSharedFields(t *testing.T) {
	c := read(t, "filter.cases.json")
	var got []Field
	for _, f := range c.Fields {
		if len(f.Words) == 0 {
			f.Words = nil
		}
		got = append(got, Field{Name: f.Name, Help: f.Help, Example: f.Example, Words: f.Words})
	}
	want := slices.Clone(Fields())
	for i := range want {
		want[i].values = 0
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(Field{})); d != "" {
		t.Errorf("fields (-here +in the cases):\n%s", d)
	}
	for _, f := range Fields() {
		if errors := Parse(f.Example).Errors; len(errors) > 0 {
			t.Errorf("the example %s: %v", f.Example, errors)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "-", "!", `"`, "id:", "a:\"\\", "size:..", "t:>", "\u0085x\ufeffy", "!!x", "kind:,,", "\xff:\xff\"\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		got := Parse(source)
		for _, e := range got.Errors {
			if e.Start < 0 || e.Start > e.End || e.End > len(source) || e.Message == "" {
				t.Errorf("%q: %+v", source, e)
			}
		}
		if strings.TrimSpace(source) == "" {
			return
		}
		for _, term := range got.Terms {
			if term.Field == "" && term.Text == "" {
				t.Errorf("%q: a term that asks for nothing", source)
			}
		}
	})
}
