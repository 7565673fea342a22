package redact

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func found(text string) []string {
	var got []string
	for _, s := range Find([]byte(text)) {
		got = append(got, string(s.Kind)+"="+text[s.Start:s.End])
	}
	return got
}

func TestFind(t *testing.T) {
	key := "sk-" + strings.Repeat("aB3", 10)
	jwt := "eyJhbGciOi.eyJzdWIiOiIx.c2ln-_x"
	for _, tc := range []struct {
		name, in string
		want     []string
	}{
		{"a key in a sentence", "using " + key + ".", []string{"token=" + key}},
		{"a key in JSON", `{"a":"` + key + `"}`, []string{"token=" + key}},
		{"too short for a key", "sk-abc", nil},
		{"part of a longer word", "task-" + strings.Repeat("a", 30), nil},
		{"jwt", "t " + jwt + " x", []string{"token=" + jwt}},
		{"two parts are no jwt", "eyJhbGciOi.eyJzdWIiOiIx", nil},
		{"aws", "AKIAABCDEFGHIJKLMNOP", []string{"token=AKIAABCDEFGHIJKLMNOP"}},
		{"bearer", "Authorization: Bearer abc.def-123", []string{"named=abc.def-123"}},
		{"bearer alone", "sent Bearer abcdef123456 on", []string{"header=abcdef123456"}},
		{"bearer in JSON", `{"Authorization":"Bearer abc.def-123"}`, []string{"named=abc.def-123"}},
		{"the word bearer", "a bearer of news", nil},
		{"json member", `{"password":"hunter2","x":"y"}`, []string{"named=hunter2"}},
		{"json member with escapes", `{"client_secret": "a\"b"}`, []string{`named=a\"b`}},
		{"json in json", `{"text":"{\"api_key\":\"v1\"}"}`, []string{"named=v1"}},
		{"json number", `{"pin":1234}`, []string{"named=1234"}},
		{"a schema is no secret", `{"properties":{"token":{"type":"string"},"password":null}}`, nil},
		{"protocol members are no secrets", `{"progressToken":"abc","maxTokens":100,"nextCursor":"c"}`, nil},
		{"words that only look alike", `{"tokenizer":"bpe","secretary":"Ann","spat":"x"}`, nil},
		{"assignment", "DB_PASSWORD=p@ss next", []string{"named=p@ss"}},
		{"yaml", "apiKey: v123", []string{"named=v123"}},
		{"flag with a space", "run --token abc -v", []string{"named=abc"}},
		{"flag with equals", "run --api-key=abc", []string{"named=abc"}},
		{"unset variable", "TOKEN=$TOKEN", nil},
		{"a value that begins with a dollar", "TOKEN=$2b$10$abc", []string{"named=$2b$10$abc"}},
		{"other signs of assignment", "token := abc, secret => def", []string{"named=abc", "named=def"}},
		{"an array", `{"tokens":["abc", "def"],"n":["ghi"]}`, []string{"named=abc", "named=def"}},
		{"a count of tokens", `{"tokens":12,"cookies":3}`, nil},
		{"a name that is a value", `{"name": "API_KEY", "value": "abc"}`, []string{"named=abc"}},
		{"a list of names", `{"required":["password","value"]}`, nil},
		{"xml", "<password>abc</password>", []string{"named=abc"}},
		{"a type in angles", "Vec<Token> is a type", nil},
		{"a number with an exponent stays one", `{"pin":12e5}`, []string{"named=12e5"}},
		{"another scheme", "authorization: token abc", []string{"named=abc"}},
		{"cookies to the end of the line", "Cookie: a=b; c=d", []string{"named=a=b; c=d"}},
		{"a member called cookie", `{"cookie":true,"x":1}`, nil},
		{"url password", "postgres://bob:s3cret@db/x", []string{"url-credentials=s3cret"}},
		{"url password with an at", "https://bob:a@b@host/x", []string{"url-credentials=a@b"}},
		{"url user alone", "https://ghtoken@host/x", []string{"url-credentials=ghtoken"}},
		{"url without credentials", "http://localhost:3000/a@b", nil},
		{"connection string", "Server=x;Pwd=abc;Db=y", []string{"named=abc"}},
		{"query", "https://h/x?access_token=abc&y=1", []string{"named=abc"}},
		{"home", "/home/ann/src and C:\\\\Users\\\\ann\\\\x", []string{"home=ann", "home=ann"}},
		{"mac home at the end", "/Users/ann", []string{"home=ann"}},
		{"home, slashes escaped", `"\/home\/ann\/x"`, []string{"home=ann"}},
		{"home on a drive, in other case", `c:\users\nina and /mnt/c/USERS/bob/x`, []string{"home=nina", "home=bob"}},
		{"home with a space", `C:\\Users\\Ann Smith\\x`, []string{"home=Ann Smith"}},
		{"a sentence after a home", `C:\Users\ann is gone`, []string{"home=ann"}},
		{"an interface's users", "GET /users/42", nil},
		{"mail, other letters", "ask änn@exämple.org", []string{"person=änn@exämple.org"}},
		{"mail behind a quote", "“ann@example.org”", []string{"person=ann@example.org"}},
		{"mail", "ask ann.b@example.org.", []string{"person=ann.b@example.org"}},
		{"a package version is no mail", "server@1.2.3 and a@b", nil},
		{"pem", `"-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----"`, []string{`private-key=\nMII\n`}},
		{"pem, cut", "-----BEGIN PRIVATE KEY-----\nMII", []string{"private-key=\nMII"}},
		{"a certificate is public", "-----BEGIN CERTIFICATE-----\nMII", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if d := cmp.Diff(tc.want, found(tc.in)); d != "" {
				t.Error(d)
			}
		})
	}
}

// What is written with escapes, with colours or in base64 is looked at as it is
// read. In the texts below « » enclose what is masked.
func TestFindReadsWhatIsEscaped(t *testing.T) {
	const key = "ghp_aB3aB3aB3aB3aB3aB3aB3aB3"
	for _, tc := range []struct{ name, text string }{
		{"behind a newline in JSON", `{"text":"a\n«GHP»"}`},
		{"in JSON in JSON", `"{\"t\":\"a\\t«GHP»\",\"pin\":\"«hunter2»\"}"`},
		{"a short name behind a newline", `"a\nDB_PASS=«hunter2»"`},
		{"signs that Go escapes", `"x?a\u0026pin=«hunter2»\u0026b\u003d«GHP»"`},
		{"a name with an escape", `{"pass\u0077ord":"«hunter2»"}`},
		{"a value of escapes", `{"password":"«\u0068\u00e9»"}`},
		{"coloured", "\x1b[32m«GHP»\x1b[0m token=\x1b[1;31m«hunter2»\x1b[m"},
		{"coloured in JSON", `"\u001b[32m«GHP»\u001b[0m"`},
		{"coloured as programs show it", `\x1b[32m«GHP»\033[0m \e[1mtoken\e[0m: «hunter2»`},
		{"a coloured part of a name", "API_\x1b[31mKEY\x1b[m=«hunter2»"},
		{"a colour within", "«ghp_aB3aB3aB3aB3»\x1b[0m«aB3aB3aB3aB3»"},
		{"in a URL in a URL", "/?to=%3Ftoken%3D«hunter2»%26a%253D«GHP»"},
		{"in HTML", "&quot;password&quot;:&quot;«hunter2»&quot;"},
		{"a home in a URL", "file%3A%2F%2F%2Fhome%2F«ann»%2Fx"},
		{"an address in JSON", `"\n«ann@example.org» \u00e9 «\u00e9va%40example.org»"`},
		{"base64", "QVBJX0tF«WT1odW50ZXIyaHVudGVyMgo»="},
		{"base64 in JSON in base64", "eyJiIjoiUVZCSlgw«dEZXVDFvZFc1MFpYSXlhSFZ1ZEdWeU1nbyJ9»"},
		{"no key", `{"text":"a\nghq_aB3aB3aB3aB3aB3aB3aB3aB3"}`},
		{"no value", "token=\x1b[0m\npin%20is"},
		{"base64 of nothing secret", "QVBJX0tFWSBpcyBub3Qgc2V0Cg=="},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var in []byte
			var want, got []string
			for i, part := range strings.Split(strings.ReplaceAll(tc.text, "GHP", key), "«") {
				secret, rest, _ := strings.Cut(part, "»")
				if i == 0 {
					secret, rest = "", part
				} else {
					want = append(want, secret)
				}
				in = append(append(in, secret...), rest...)
			}
			for _, s := range Find(in) {
				got = append(got, string(in[s.Start:s.End]))
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s\n%s", in, d)
			}
		})
	}
}

func TestMaskKeepsLengthClassEqualityAndEscapes(t *testing.T) {
	in := `{"token":"aB3-Ä\"x","secret":"aB3-Ä\"x","password":"zZ9-Ö\u0041q"}`
	got := string(Text([]byte(in)))
	want := `{"token":"xX1-ä\"x","secret":"xX1-ä\"x","password":"xX1-ä\u0058y"}`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestArgv(t *testing.T) {
	got := Argv([]string{"node", "s.js", "--token", "abc", "--api-key=def", "-p", "80", "KEY_TOKEN=ghi", "DB_PASS=jkl", "/home/ann/x"})
	want := []string{"node", "s.js", "--token", "xxx", "--api-key=xxy", "-p", "80", "KEY_TOKEN=xxz", "DB_PASS=xxa", "/home/xxb/x"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestSecretName(t *testing.T) {
	for name, want := range map[string]bool{
		"GITHUB_TOKEN": true, "OPENAI_API_KEY": true, "DB_PASS": true, "PAT": true, "SESSION_COOKIE": true,
		"STRIPE_KEY": true, "BASIC_AUTH": true, "primary_key": false, "sort_KEY": false, "_KEY": false, "by_pass": false,
		"PATH": false, "HOME": false, "KEYBOARD": false, "LANG": false, "TOKENIZERS_PARALLELISM": false, "COMPAT": false,
	} {
		if got := secretName([]byte(name)); got != want {
			t.Errorf("secretName(%q) = %v, want %v", name, got, want)
		}
	}
}

// Cost grows as the text does, also where it was made to be looked at again and
// again. What grows with its square takes minutes here.
func TestHostileTextsCostNoMore(t *testing.T) {
	const size = 1 << 20
	o := newOthers(Options{Names: []string{"annann"}}, []string{"ann"})
	for _, part := range []string{
		"/", `\`, ":/", "a\x1b[m", "eyJ\x1b[m", "sk-\x1b[m", "TOKEN=$", "token=$T", "token:'", `token:\'`, `"token":[`, `"token":["a",`, `"token","value":`,
		"bearer ", "ann", "annann", "@", "a@", "://", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "eyJaaaa.", "AKIA", "%25", "%", "&", "&amp;", "\x1b[", "<token>", "QQ", "a ", "\\u", "--token ", "C:/Users/a ", "é",
	} {
		text := []byte(strings.Repeat(part, size/len(part)))
		start := time.Now()
		merged(find(text, o), text)
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%q took %v", part, took)
		}
	}
}

// Whatever the bytes: same length, newlines where they were, valid UTF-8 stays
// valid, and masking twice finds nothing that changes again.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", `{"token":"a\\"}`, "password=é", "\xff\xfetoken=\xff", "://a:b@c", "-----BEGIN PRIVATE KEY-----", `secret:"\u12`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		keep := string(in)
		out := Text(in)
		if string(in) != keep {
			t.Fatal("the input was changed")
		}
		if len(out) != len(in) {
			t.Fatalf("length %d became %d", len(in), len(out))
		}
		if utf8.Valid(in) && !utf8.Valid(out) {
			t.Fatalf("%q became invalid UTF-8: %q", in, out)
		}
		for i := range in {
			if (in[i] == '\n') != (out[i] == '\n') || (in[i] == '"') != (out[i] == '"') || (in[i] == '\\') != (out[i] == '\\') {
				t.Fatalf("structure changed at %d: %q -> %q", i, in, out)
			}
		}
	})
}
