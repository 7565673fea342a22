package redact

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
	hideNext := false
	for i, a := range argv {
		b := []byte(a)
		if hideNext {
			m.Mask(b)
		} else {
			for _, s := range Find(b) {
				m.Mask(b[s.Start:s.End])
			}
		}
		hideNext = i > 0 && secretFlag(a)
		out[i] = string(b)
	}
	return out
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
