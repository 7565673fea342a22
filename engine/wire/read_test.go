package wire

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMembersAreDecodedNamesAndRawValues(t *testing.T) {
	obj := []byte(` { "a" : 1.0, "\u0062\n":"x\"}{", "c":{"d":[1,{"e":2}]} , "f":[] , "g":-0,"h":null } `)
	var got []string
	Members(obj, func(k, v []byte) bool {
		got = append(got, string(k)+"="+string(v))
		return true
	})
	want := []string{"a=1.0", "b\n=\"x\\\"}{\"", `c={"d":[1,{"e":2}]}`, "f=[]", "g=-0", "h=null"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestElements(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"none", `[ ]`, nil},
		{"no array", `{"a":1}`, nil},
		{"several", ` [1 , "a,]" ,[2],{"b":[3]},true]`, []string{"1", `"a,]"`, "[2]", `{"b":[3]}`, "true"}},
		{"cut", `[1,`, []string{"1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			Elements([]byte(tt.in), func(v []byte) bool { got = append(got, string(v)); return true })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestGet(t *testing.T) {
	obj := []byte(`{"a":1,"b":{"a":2},"\u0063":3,"a":4}`)
	for key, want := range map[string]string{"a": "4", "b": `{"a":2}`, "c": "3", "d": ""} {
		got, ok := Get(obj, key)
		if string(got) != want || ok != (want != "") {
			t.Errorf("Get(%q) = %s, %v", key, got, ok)
		}
	}
	if got := Offset(obj, must(Get(obj, "b"))); got != 11 {
		t.Errorf("Offset = %d, want 11", got)
	}
	if got := Offset(obj, []byte("x")); got != -1 {
		t.Errorf("Offset of a stranger = %d, want -1", got)
	}
}

func must(v []byte, _ bool) []byte { return v }

func TestString(t *testing.T) {
	tests := []struct{ in, want string }{
		{`""`, ""},
		{`"plain é"`, "plain é"},
		{`"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"},
		{`"\u00e9\u20AC\ud83d\ude00"`, "é€😀"},
		{`"\ud83d x \ude00 \ud83d\u0041"`, "\ufffd x \ufffd \ufffdA"},
	}
	for _, tt := range tests {
		if got, ok := String([]byte(tt.in)); got != tt.want || !ok {
			t.Errorf("String(%s) = %q, %v; want %q", tt.in, got, ok, tt.want)
		}
	}
	for _, in := range []string{``, `"`, `1`, `{}`} {
		if _, ok := String([]byte(in)); ok {
			t.Errorf("String(%s) is ok", in)
		}
	}
}

func TestQuoteIsUndoneByString(t *testing.T) {
	for c := range 256 {
		s := "a" + string(rune(c)) + "b"
		got, ok := String(AppendQuote(nil, []byte(s)))
		if got != s || !ok {
			t.Errorf("%q came back as %q", s, got)
		}
	}
}

func TestIntAndIsInteger(t *testing.T) {
	tests := []struct {
		in      string
		n       int64
		ok      bool
		integer bool
	}{
		{"0", 0, true, true}, {"-0", 0, true, true}, {"7", 7, true, true}, {"-12", -12, true, true},
		{"7.0", 7, true, true}, {"70e-1", 7, true, true}, {"1e3", 1000, true, true}, {"1.25e2", 125, true, true},
		{"0.0e99999999999999999999", 0, true, true}, {"1.5", 0, false, false}, {"15e-1", 0, false, false},
		{"9223372036854775807", math.MaxInt64, true, true}, {"-9223372036854775808", math.MinInt64, true, true},
		{"9223372036854775808", 0, false, true}, {"1e400", 0, false, true}, {"1e-400", 0, false, false},
		{"1e99999999999999999999", 0, false, true}, {"1e-99999999999999999999", 0, false, false},
		{`"7"`, 0, false, false}, {"", 0, false, false}, {"null", 0, false, false},
	}
	for _, tt := range tests {
		n, ok := Int([]byte(tt.in))
		if n != tt.n || ok != tt.ok {
			t.Errorf("Int(%s) = %d, %v; want %d, %v", tt.in, n, ok, tt.n, tt.ok)
		}
		if got := IsInteger([]byte(tt.in)); got != tt.integer {
			t.Errorf("IsInteger(%s) = %v, want %v", tt.in, got, tt.integer)
		}
	}
}
