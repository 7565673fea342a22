package scan

import (
	"strings"
	"testing"
)

func TestBlank(t *testing.T) {
	for _, tc := range []struct{ name, lexer, src, want string }{
		{"line comment", "javascript", "a // b\nc", "a     \nc"},
		{"block comment", "javascript", "a /* b\n*/ c", "a     \n   c"},
		{"comment in a string", "javascript", `a("// b") c`, `a(      ) c`},
		{"quote in a comment", "javascript", "a // don't\nb", "a         \nb"},
		{"escaped quote", "javascript", `a('\'b') c`, `a(     ) c`},
		{"string without an end", "javascript", "a('b\nc()", "a(  \nc()"},
		{"template keeps its code", "javascript", "a(`b ${c(`d ${e}`, {f: 1})} g`) h", "a(   ${c(   ${e} , {f: 1})}   ) h"},
		{"regular expression", "javascript", `a = /"[/]'/g; b("c")`, `a =        g; b(   )`},
		{"division", "javascript", `a = b / c; d("e / f") / g`, `a = b / c; d(       ) / g`},
		{"division of a string", "javascript", `"a" / b / "c"`, `    / b /    `},
		{"regular expression behind return", "javascript", `return /"/`, `return    `},
		{"interpreter line", "javascript", "#!/usr/bin/env node's\na", strings.Repeat(" ", 21) + "\na"},
		{"python strings", "python3", "a = '''b\n\"c\"''' # d\ne(r'\\') f')", "a =     \n" + strings.Repeat(" ", 10) + "\ne(r       )"},
		{"python f-string", "python3", `a(f"b {c} d")`, `a(f         )`},
		{"rust lifetimes", "rust", `fn a<'b>(c: &'b str) { d('e', '\'', '"'); "f" }`, `fn a<'b>(c: &'b str) { d(   ,     ,    );     }`},
		{"rust raw strings", "rust", `a(r#"b " c"#) d(r"e\") f`, `a(          ) d(     ) f`},
		{"rust nested comments", "rust", `a /* b /* c */ d */ e`, `a                   e`},
		{"rust string over lines", "rust", "a(\"b\nc\") d", "a(  \n  ) d"},
		{"java text block", "java", "a(\"\"\"\nb \"c\" \"\"\") d('\"') e", "a(   \n" + strings.Repeat(" ", 9) + ") d(   ) e"},
		{"kotlin template", "kotlin", `a("b ${c("d")} e") f`, `a(   ${c(   )}   ) f`},
		{"c# verbatim", "c#", `a(@"b ""c"" \") d($@"e") f`, `a(            ) d(     ) f`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := blank(tc.lexer, []byte(tc.src))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

func FuzzBlank(f *testing.F) {
	for _, seed := range []string{"a // b", "`${`${'", "r#\"", "'\\", "/[", "/*/*", `@"""`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, lexer := range []string{"javascript", "python3", "rust", "java", "kotlin", "c#"} {
			got, err := blank(lexer, []byte(src))
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(src) || strings.Count(string(got), "\n") != strings.Count(src, "\n") {
				t.Errorf("%s: %q became %q", lexer, src, got)
			}
			for i := range got {
				if got[i] != src[i] && got[i] != ' ' {
					t.Errorf("%s: byte %d of %q became %q", lexer, i, src, got[i])
				}
			}
		}
	})
}
