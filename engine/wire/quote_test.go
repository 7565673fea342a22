package wire

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

func TestQuoteAndDecodeUndoEachOther(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	alphabet := []string{"a", "bc", "\"", "\\", "\n", "\x00", "\x1f", "é", "日", "😀", "\u2028", "\x7f", " long run of plain text "}
	for range 1500 {
		var s []byte
		for range r.IntN(40) {
			s = append(s, alphabet[r.IntN(len(alphabet))]...)
		}
		quoted := AppendQuote([]byte("before"), s)
		if !bytes.HasPrefix(quoted, []byte("before")) || !Valid(quoted[6:]) {
			t.Fatalf("%q is quoted to %q", s, quoted)
		}
		text, n, ok := DecodeString([]byte("kept"), quoted[7:])
		if !ok || n != len(quoted)-7 || string(text) != "kept"+string(s) {
			t.Fatalf("%q comes back as %q, %d, %v", s, text, n, ok)
		}
	}
}

// FuzzDecodeString: what DecodeString takes is what encoding/json takes, and says
// the same.
func FuzzDecodeString(f *testing.F) {
	for _, s := range []string{`plain text that is long"`, `\"\\\/\b\f\n\r\t"x`, `\u00e9\ud83d\ude00\ud83d"`, `\ud83d\ud83d\ude00"`, `\u12"`, `\q"`, "\x01\"", "\xff\"", "é日😀\"", `a`, `a\`, "\xe2\x82\\u00ac\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got, n, ok := DecodeString(nil, b)
		end := bytes.IndexByte(b, '"')
		for end > 0 && bytes.HasSuffix(b[:end], []byte(`\`)) && (len(b[:end])-len(bytes.TrimRight(b[:end], `\`)))%2 == 1 {
			next := bytes.IndexByte(b[end+1:], '"')
			if next < 0 {
				end = -1
				break
			}
			end += 1 + next
		}
		var want string
		valid := end >= 0 && utf8.Valid(b[:end]) && json.Unmarshal(append([]byte(`"`), b[:end+1]...), &want) == nil
		if ok != valid || ok && (string(got) != want || n != end+1) {
			t.Fatalf("%q: %q, %d, %v; want %q, %d, %v", b, got, n, ok, want, end+1, valid)
		}
		if ok {
			text, _ := AppendString(nil, append([]byte(`"`), b[:n]...))
			if string(text) != want {
				t.Fatalf("%q: AppendString says %q, want %q", b, text, want)
			}
		}
	})
}
