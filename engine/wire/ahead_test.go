package wire

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestScanAhead(t *testing.T) {
	const good = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a\\nb"}]}}`
	for name, test := range map[string]struct {
		chunk string
		read  bool
	}{
		"a message":               {good + "\n", true},
		"and another":             {good + "\n" + good + "\n", true},
		"and half a character":    {good + "\n\xc3", true},
		"with spaces":             {strings.ReplaceAll(good, ",", ", ") + "\n", true},
		"a message over lines":    {strings.ReplaceAll(good, ",", ",\n") + "\n", false},
		"not all there":           {good, false},
		"nothing":                 {"", false},
		"text before it":          {"up\n" + good + "\n", false},
		"text behind it":          {good + " done\n", false},
		"CRLF":                    {good + "\r\n", true},
		"CR alone":                {good + "\r" + good + "\n", false},
		"a name twice":            {`{"jsonrpc":"2.0","id":1,"id":1,"result":{}}` + "\n", false},
		"no message":              {`{"level":"info"}` + "\n", false},
		"malformed UTF-8":         {strings.ReplaceAll(good, "text", "t\xc0\x80") + "\n", false},
		"longer than is read so":  {strings.ReplaceAll(good, "a", strings.Repeat("a", aheadLimit)) + "\n", false},
		"deeper than is accepted": {`{"jsonrpc":"2.0","id":1,"result":{"a":` + strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth) + "}}\n", false},
	} {
		var m Message
		want := -1
		if test.read {
			want = strings.IndexByte(test.chunk, '\n')
		}
		if got := m.scanAhead([]byte(test.chunk)); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// FuzzAhead: a stream that is read ahead has the lines and messages of one whose
// lines are searched first.
func FuzzAhead(f *testing.F) {
	seeds(f, func(line []byte) {
		f.Add(append(bytes.Clone(line), '\n'), uint8(255), uint8(0))
		f.Add(append(append(bytes.Clone(line), "\n{\"jsonrpc\":\"2.0\",\"id\":1,\n\"result\":{}}\n"...), line...), uint8(200), uint8(60))
	})
	defer func(was bool) { readsAhead = was }(readsAhead)
	f.Fuzz(func(t *testing.T, in []byte, size, limit uint8) {
		want, got := messages(in, int(size)+1, int(limit), false), messages(in, int(size)+1, int(limit), true)
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Message{})); diff != "" {
			t.Fatalf("%q: searched and read ahead: %s", in, diff)
		}
	})
}

type lineRead struct {
	Line    string
	Offset  int64
	Message Message
	Named   bool
}

func messages(in []byte, size, limit int, ahead bool) (read []lineRead) {
	readsAhead = ahead
	var m Message
	s := Splitter{Limit: limit, Keep: 3, Ahead: &m}
	for len(in) > 0 {
		n := min(size, len(in))
		s.Write(bytes.Clone(in[:n]), func(line []byte, offset int64) {
			Scan(line, &m)
			named := m.MayHold(m.Result, NameOf("content")) || m.MayHold(m.Params, NameOf("content"))
			read = append(read, lineRead{string(line), offset, m, named})
		})
		in = in[n:]
	}
	return read
}
