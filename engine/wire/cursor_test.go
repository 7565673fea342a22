package wire

import (
	"strings"
	"testing"
)

// replay writes a value again, as a Cursor reads it: each part in its brackets.
func replay(c *Cursor, out *strings.Builder) {
	switch c.Peek() {
	case '{', '[':
		object := c.Peek() == '{'
		out.WriteByte(c.Peek())
		for more := c.Open(); more; more = c.Next() {
			if object {
				key, _ := c.Key()
				out.WriteString(string(key) + ":")
			}
			replay(c, out)
			out.WriteByte(';')
		}
		out.WriteByte('/')
	default:
		out.Write(c.Skip())
	}
}

func TestCursor(t *testing.T) {
	long := strings.Repeat("x", 100)
	tests := []struct{ name, in, want string }{
		{"scalars", ` [1, -2.5e3 ,true,null,"a"] `, `[1;-2.5e3;true;null;"a";/`},
		{"empty", `{"a":{},"b":[ ]}`, `{a:{/;b:[/;/`},
		{"spaces", "{ \"a\" :\t1 , \"b\":[ 2 ]\r}", `{a:1;b:[2;/;/`},
		{"brackets in strings", `{"}":"]}{["}`, `{}:"]}{[";/`},
		{"escaped quotes", `{"a\"b":"\\"}`, `{a\"b:"\\";/`},
		{"long", `["` + long + `","` + long + `\"` + long + `"]`, `["` + long + `";"` + long + `\"` + long + `";/`},
		{"long with many escapes", `["` + strings.Repeat(`\\\"`, 40) + `",1]`, `["` + strings.Repeat(`\\\"`, 40) + `";1;/`},
		{"nested", `[[[{"a":[[]]}]],2]`, `[[[{a:[[/;/;/;/;/;2;/`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Cursor{Data: []byte(tt.in)}
			c.Space()
			var out strings.Builder
			replay(&c, &out)
			if out.String() != tt.want {
				t.Errorf("read %s, want %s", out.String(), tt.want)
			}
			skipped := Cursor{Data: []byte(tt.in)}
			skipped.Space()
			if got := string(skipped.Skip()); got != strings.TrimSpace(tt.in) {
				t.Errorf("Skip passed %s", got)
			}
			if skipped.At != c.At {
				t.Errorf("Skip ended at %d, reading at %d", skipped.At, c.At)
			}
		})
	}
}

// Whatever the bytes, a Cursor moves on and stays inside.
func TestCursorOnNoJSON(t *testing.T) {
	for _, in := range []string{"", "{", "[", `"`, `"\`, `{"a`, `{"a"`, `{"a":`, `{"a":1`, `[1`, `[1,`, "}", "]", ",", `{,}`, `[,]`, `{"a" 1}`, `{1:2}`, "\x00", `["\`} {
		c := Cursor{Data: []byte(in)}
		var out strings.Builder
		replay(&c, &out)
		c = Cursor{Data: []byte(in)}
		c.Skip()
		if c.At < 0 || c.At > len(in) {
			t.Errorf("%q: Skip ended at %d", in, c.At)
		}
	}
}
