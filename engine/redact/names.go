package redact

import "bytes"

// secretWords are the parts of a name that make its value a secret.
var secretWords = []string{
	"password", "passwd", "passphrase", "pwd", "secret", "token", "apikey", "accesskey",
	"privatekey", "secretkey", "signingkey", "authorization", "credential", "credentials",
	"cookie", "jwt", "bearer", "sig", "signature", "dsn", "connectionstring", "accountkey", "encryptionkey", "masterkey", "authkey", "passcode", "sessionid", "pat", "pin", "otp",
}

// plainNames end like a secret's name and hold none: protocol members, counts
// and descriptions of tokens.
var plainNames = []string{
	"progresstoken", "nexttoken", "maxtoken", "stoptoken", "tokentype", "inputtoken", "outputtoken", "unexpectedtoken",
}

// IsSecretName says whether a variable of this name holds a secret.
func IsSecretName(name string) bool { return secretName([]byte(name)) }

// secretName says whether a value behind this name is a secret. The name is
// read without case, hyphens and underscores; a word counts only at its end,
// so that "tokenizer" and "secretary" are left alone.
func secretName(name []byte) bool {
	if secretVariable(name) {
		return true
	}
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

// secretVariable catches STRIPE_KEY, BASIC_AUTH and DB_PASS, which are secrets
// as the names of environment variables, though "primary_key" is none.
func secretVariable(name []byte) bool {
	for _, end := range [...]string{"_KEY", "_AUTH", "_PASS"} {
		if len(name) <= len(end) || string(name[len(name)-len(end):]) != end {
			continue
		}
		return !bytes.ContainsAny(name, "abcdefghijklmnopqrstuvwxyz")
	}
	return false
}
