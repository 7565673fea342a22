package redact

import "strings"

// Text gives a masked copy of text; the text itself when there is nothing to
// mask.
func Text(text []byte) []byte {
	spans := Find(text)
	if len(spans) == 0 {
		return text
	}
	var m Masker
	out := append([]byte(nil), text...)
	for _, s := range spans {
		m.Mask(out[s.Start:s.End])
	}
	return out
}

// Argv gives a masked copy of a command line: secrets by shape, and the values
// of flags and NAME=VALUE arguments that are named like secrets.
func Argv(argv []string) []string {
	var m Masker
	out := make([]string, len(argv))
	for i, argument := range argv {
		b := []byte(argument)
		for _, s := range merged(findArgument(argv, i, nil), b) {
			m.Mask(b[s.Start:s.End])
		}
		out[i] = string(b)
	}
	return out
}

// findArgument looks at one argument, and at the flag that stands before it.
func findArgument(argv []string, i int, o *others) []Span {
	flag, argument := "", argv[i]
	if i > 1 {
		flag = argv[i-1]
	}
	if secretFlag(flag) {
		return []Span{{0, len(argument), Named}}
	}
	spans := find([]byte(argument), o)
	if flag == "-u" || flag == "--user" || flag == "--proxy-user" {
		if colon := strings.IndexByte(argument, ':'); colon >= 0 {
			spans = append(spans, Span{colon + 1, len(argument), Named})
		}
	}
	return spans
}

// secretFlag says whether the next argument is the value of a secret: --token,
// -token, but neither --token=x nor a bare word.
func secretFlag(arg string) bool {
	if len(arg) < 3 || arg[0] != '-' {
		return false
	}
	for i := range len(arg) {
		if arg[i] == '=' || arg[i] == ' ' {
			return false
		}
	}
	name := arg[1:]
	if name[0] == '-' {
		name = name[1:]
	}
	return secretName([]byte(name)) || name == "key"
}
