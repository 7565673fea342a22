package redact

// secretWords are the parts of a name that make its value a secret.
var secretWords = []string{
	"password", "passwd", "passphrase", "pwd", "secret", "token", "apikey", "accesskey",
	"privatekey", "secretkey", "signingkey", "authorization", "credential", "credentials",
	"cookie", "jwt", "bearer", "sig", "signature", "dsn", "connectionstring", "sessionid", "pat", "pin", "otp",
}

// plainNames end like a secret's name and hold none: protocol members, counts
// and descriptions of tokens.
var plainNames = []string{
	"progresstoken", "nexttoken", "maxtoken", "stoptoken", "tokentype", "inputtoken", "outputtoken", "unexpectedtoken",
}

// secretName says whether a value behind this name is a secret. The name is
// read without case, hyphens and underscores; a word counts only at its end,
// so that "tokenizer" and "secretary" are left alone.
func secretName(name []byte) bool {
	var folded [64]byte
	n := 0
	for _, c := range name {
		if c == '_' || c == '-' {
			continue
		}
		if n == len(folded) {
			return false
		}
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		folded[n] = c
		n++
	}
	flat := folded[:n]
	for _, p := range plainNames {
		if string(flat) == p {
			return false
		}
	}
	for _, w := range secretWords {
		if len(flat) < len(w) || string(flat[len(flat)-len(w):]) != w {
			continue
		}
		// Short words must stand alone or behind a separator: "pat", not "spat".
		if len(w) > 4 || len(flat) == len(w) || separated(name, len(w)) {
			return true
		}
	}
	return false
}

// separated says whether the last n letters of a name are a word of their own:
// behind a hyphen or underscore, or begun with a capital.
func separated(name []byte, n int) bool {
	at := len(name) - n
	if at <= 0 {
		return at == 0
	}
	before, first := name[at-1], name[at]
	return before == '_' || before == '-' || first >= 'A' && first <= 'Z' && before >= 'a' && before <= 'z'
}

// SecretName says whether the value of an environment variable, flag or member
// of this name is to be masked.
func SecretName(name string) bool {
	return secretName([]byte(name)) || secretName([]byte(name+"-")) || endsInKey(name)
}

// endsInKey catches FOO_KEY and FOO_AUTH, which are secrets as environment
// names, though "key" alone is not as a JSON member.
func endsInKey(name string) bool {
	for _, w := range []string{"_KEY", "_AUTH", "_PASS"} {
		if len(name) > len(w) && equalFold([]byte(name[len(name)-len(w):]), lower(w)) {
			return true
		}
	}
	return false
}

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}
