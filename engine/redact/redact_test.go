package redact

import (
	"strings"
	"testing"
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
		{"bearer", "Authorization: Bearer abc.def-123", []string{"header=abc.def-123"}},
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
		{"url password", "postgres://bob:s3cret@db/x", []string{"url-credentials=s3cret"}},
		{"url user alone", "https://ghtoken@host/x", []string{"url-credentials=ghtoken"}},
		{"url without credentials", "http://localhost:3000/a@b", nil},
		{"connection string", "Server=x;Pwd=abc;Db=y", []string{"named=abc"}},
		{"query", "https://h/x?access_token=abc&y=1", []string{"named=abc"}},
		{"home", "/home/ann/src and C:\\\\Users\\\\ann\\\\x", []string{"home=ann", "home=ann"}},
		{"mac home at the end", "/Users/ann", []string{"home=ann"}},
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

func TestMaskKeepsLengthClassEqualityAndEscapes(t *testing.T) {
	in := `{"token":"aB3-Ä\"x","secret":"aB3-Ä\"x","password":"zZ9-Ö\u0041q"}`
	got := string(Text([]byte(in)))
	want := `{"token":"xX1-ä\"x","secret":"xX1-ä\"x","password":"xX1-ä\u0041y"}`
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
