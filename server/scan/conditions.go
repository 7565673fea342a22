package scan

import (
	"strings"
)

// The reasons why a place is set aside: the program may write to stdout there, but
// not while it serves over stdio.
const (
	asideHelp    = "printed by --help, --version or another way to use the program"
	asideOther   = "serves over another transport"
	asideUnused  = "called by no code that serves over stdio"
	asideFile    = "in a file that the server does not load"
	asideBundled = "bundled code of somebody else"
)

// verdict says what is known when a condition holds, and when it does not: the
// reason why the program then does not serve over stdio; "" when it may.
type verdict struct{ then, otherwise string }

func (v verdict) not() verdict { return verdict{v.otherwise, v.then} }

// either is the reason when any of the two excludes; both only when each does.
func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func both(a, b string) string {
	if a == "" || b == "" {
		return ""
	}
	return a
}

// judge reads a condition of JavaScript: code is blanked, src as written.
func (f *file) judge(at span) verdict { return f.judgeDeep(at, 3) }

func (f *file) judgeDeep(at span, depth int) verdict {
	if at.end-at.start > maxJudged {
		return verdict{}
	}
	at = f.trim(at)
	if parts := f.split(at, "||"); len(parts) > 1 {
		// help || !command: nothing asked for is a way to ask for help.
		if last := f.trim(parts[len(parts)-1]); noCommand().Match(f.code[last.start:last.end]) && f.judgeDeep(parts[0], depth).then == asideHelp {
			parts = parts[:len(parts)-1]
		}
		v := f.judgeDeep(parts[0], depth)
		for _, p := range parts[1:] {
			w := f.judgeDeep(p, depth)
			v = verdict{both(v.then, w.then), either(v.otherwise, w.otherwise)}
		}
		return v
	}
	if parts := f.split(at, "&&"); len(parts) > 1 {
		v := f.judgeDeep(parts[0], depth)
		for _, p := range parts[1:] {
			w := f.judgeDeep(p, depth)
			v = verdict{either(v.then, w.then), both(v.otherwise, w.otherwise)}
		}
		return v
	}
	if at.start < at.end && f.code[at.start] == '!' {
		return f.judgeDeep(span{at.start + 1, at.end}, depth).not()
	}
	if at.end-at.start > 300 {
		return verdict{}
	}
	if v := judgeAtom(string(f.code[at.start:at.end]), string(f.src[at.start:at.end])); v != (verdict{}) {
		return v
	}
	if m := askingCall().FindSubmatch(f.code[at.start:at.end]); m != nil && depth > 0 {
		if value, ok := f.answerOf(string(m[1])); ok {
			return f.judgeDeep(value, depth-1)
		}
	}
	if v := f.judgeCommand(at); v != (verdict{}) {
		return v
	}
	// A name stands for what it was set to, when that is said once.
	name := string(f.code[at.start:at.end])
	if i := strings.LastIndexByte(name, '.'); i >= 0 && strings.HasPrefix(name, "this.") {
		name = name[i+1:]
	}
	if depth > 0 && identifierOnly().MatchString(name) {
		if value, ok := f.valueOf(name); ok {
			return f.judgeDeep(value, depth-1)
		}
	}
	return verdict{}
}

var (
	askingCall = lazy(`^([A-Za-z_$][\w$]*)\s*\(\s*\)$`)
	onlyReturn = lazy(`^\{\s*return\b([^;{}]*);?\s*\}$`)
)

// answerOf is what a function of the file returns, when it does nothing else.
func (f *file) answerOf(name string) (span, bool) {
	fn, ok := f.byName[name]
	if !ok || fn.body.end-fn.body.start > maxJudged {
		return span{}, false
	}
	body := f.trim(fn.body)
	m := onlyReturn().FindSubmatchIndex(f.code[body.start:body.end])
	switch {
	case m != nil:
		return span{body.start + m[2], body.start + m[3]}, true
	case body.start < body.end && f.code[body.start] != '{':
		return body, true
	}
	return span{}, false
}

// judgeCommand judges what a name took from the command line: command === "keys"
// where command is args[0], args.setup where args is parseArgs().
func (f *file) judgeCommand(at span) verdict {
	code := string(f.code[at.start:at.end])
	if m := optionOf().FindStringSubmatch(code); m != nil {
		if value, ok := f.valueOf(m[1]); ok && parsesArgs().Match(f.code[value.start:value.end]) && otherOption().MatchString("--"+m[2]) {
			return verdict{then: asideHelp}
		}
	}
	m := comparison().FindStringIndex(code)
	q := quoted().FindSubmatch(f.src[at.start:at.end])
	if m == nil || q == nil {
		return verdict{}
	}
	name := strings.TrimSpace(code[:m[0]])
	value, ok := f.valueOf(name)
	if !ok || !identifierOnly().MatchString(name) {
		return verdict{}
	}
	text := f.code[value.start:value.end]
	if !firstArgument().Match(text) && !(commandEnd().MatchString(name) && commandLine().Match(text)) {
		return verdict{}
	}
	v := judgeWord(string(q[1]))
	if code[m[0]] == '!' {
		return v.not()
	}
	return v
}

// judgeWord judges a word that stands on the command line.
func judgeWord(word string) verdict {
	switch {
	case otherTransport().MatchString(word):
		return verdict{then: asideOther}
	case !servingWord().MatchString(word) || otherOption().MatchString(word):
		return verdict{then: asideHelp}
	}
	return verdict{}
}

var (
	optionOf      = lazy(`^([A-Za-z_$][\w$]*)\s*\.\s*([A-Za-z]\w*)$`)
	parsesArgs    = lazy(`(?i)\bparse_?\w*arg\w*\s*\(|\bargv\b|\byargs\b|\bminimist\s*\(|\.\s*opts\s*\(`)
	firstArgument = lazy(`(?:\bargv\s*\[\s*2|(?:\bargv\s*\.\s*slice\s*\(\s*2\s*\)|\b(?:args|positionals|_))\s*\[\s*0)\s*\]\s*;?$`)
	commandEnd    = lazy(`(?i)(?:command|cmd)$`)
)

// trim takes off space and parentheses around the whole.
func (f *file) trim(at span) span {
	for {
		for at.start < at.end && isSpace(f.code[at.start]) && isSpace(f.src[at.start]) {
			at.start++
		}
		for at.start < at.end && isSpace(f.code[at.end-1]) && isSpace(f.src[at.end-1]) {
			at.end--
		}
		if at.start >= at.end || f.code[at.start] != '(' || closing(f.code, at.start+1) != at.end-1 {
			return at
		}
		at = span{at.start + 1, at.end - 1}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// split cuts at an operator outside all brackets.
func (f *file) split(at span, operator string) []span {
	var out []span
	from, depth := at.start, 0
	for i := at.start; i < at.end; i++ {
		switch f.code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case operator[0]:
			if depth == 0 && i+1 < at.end && f.code[i+1] == operator[1] {
				out = append(out, span{from, i})
				i++
				from = i + 1
			}
		}
	}
	return append(out, span{from, at.end})
}

var (
	identifierOnly = lazy(`^[A-Za-z_$][\w$]*$`)

	helpWord = lazy(`(?:["'` + "`" + `](?:-h|-\?|--?help|help|-v|-V|--?version|version|--?usage)["'` + "`" + `])|(?i:^(?:[\w$]+\s*\??\.\s*)*(?:cli|args?|argv|opts?|options|values|flags|parsed\w*)\s*\??\.\s*(?:help|version|usage)$)|(?i:^(?:show|print|wants?|is)_?(?:help|version|usage)\w*$)`)
	// A comparison of what stands on the command line, or whether it holds a word.
	commandLine = lazy(`(?:\bargv\b|\b(?:raw|cli|command_?line)_?[aA]rgs\b|\bpositionals\s*\[\s*0\s*\]|\bargs\s*(?:\[\s*0\s*\]|\.\s*(?:includes|indexOf|some|at)\b))`)
	quoted      = lazy("[\"'`]([^\"'`]*)[\"'`]")
	// Words on the command line with which a program serves.
	servingWord = lazy(`(?i)^(?:stdio|serve|server|start|run|mcp)(?:$|[-_:])|^-`)
	// Options with which it does not.
	otherOption = lazy(`(?i)^--?(?:set-?up|(?:un)?install(?:-\w+)*|init|configure|config-?ure|auth\w*|log-?(?:in|out)|list(?:-\w+)?|print-\w+|dump-\w+|generate-\w+|test|doctor|check)$`)

	otherTransport = lazy(`(?i)^(?:--?)?(?:sse|https?|streamable[-_ ]?(?:http)?|http[-_]?stream(?:ing|able)?)(?:[-_]?(?:server|mode|transport))?$`)
	otherName      = lazy(`(?i)(?:^|[.\s])(?:is|use|uses|enable|enabled|run|start|with|mcp|unsafe|allow|transport|server|remote|_)*(?:http|sse|streamable_?(?:http)?|http_?stream(?:able|ing)?|httpstreamable|remote_?mcp|remote_?server|cloud_?service|cloud_?mode)(?:mode|local|transport|server|stream|enabled|only|_)*$`)
	stdioName      = lazy(`(?i)(?:^|[.\s])(?:is|use|uses|enable|run|mcp|transport|_)*stdio(?:mode|transport|enabled|_)*$`)
	transportName  = lazy(`(?i)(?:transport(?:_?(?:type|mode|name|kind))?|server_?type|server_?mode|mode|mcp_?mode|protocol)\s*$`)
	noCommand      = lazy(`(?i)^!\s*(?:sub_?)?(?:command|cmd)$|^(?:args|argv)\.length\s*={2,3}\s*0$`)
	// Not isCli, which may say that the file is the one that was started.
	cliName         = lazy(`(?i)^(?:should_?)?(?:run|use|in|is)_?cli_?mode$|^should_?run_?(?:as_?)?cli$|^run_?as_?cli$`)
	commandName     = lazy(`(?i)(?:^|\.)(?:sub_?)?(?:command|cmd)$`)
	optionsName     = lazy(`\b(?:argv|args|opts|options|flags|values|cli|program)\b`)
	comparedToTruth = lazy(`\s*([!=])==?\s*(true|false)$`)
	comparison      = lazy(`([!=]==?)`)
)

// judgeAtom judges a condition without && and ||.
func judgeAtom(code, raw string) verdict {
	code, raw = strings.TrimSpace(code), strings.TrimSpace(raw)
	if m := comparedToTruth().FindStringSubmatch(code); m != nil {
		v := judgeAtom(code[:len(code)-len(m[0])], raw[:len(raw)-len(m[0])])
		if (m[1] == "!") != (m[2] == "false") {
			return v.not()
		}
		return v
	}
	positive := verdict{}
	left, operator, word := code, "", ""
	if m := comparison().FindStringIndex(code); m != nil {
		left, operator = code[:m[0]], code[m[0]:m[1]]
		if q := quoted().FindStringSubmatch(raw); q != nil {
			word = q[1]
			if strings.TrimSpace(left) == "" { // "http" === mode
				left = code[m[1]:]
			}
		}
		left = strings.TrimSpace(left)
	}
	switch {
	case helpWord().MatchString(raw) && (operator == "" || commandLine().MatchString(code) || identifierOnly().MatchString(left)):
		positive.then = asideHelp
	case operator == "" && cliName().MatchString(code):
		positive.then = asideHelp
	case operator == "" && commandLine().MatchString(code):
		positive = judgeOption(raw)
	case commandLine().MatchString(code) && word != "":
		positive = judgeWord(word)
	case word != "" && commandName().MatchString(left) && otherOption().MatchString("--"+word):
		positive.then = asideHelp
	case word != "" && transportName().MatchString(left):
		if strings.EqualFold(word, "stdio") {
			positive.otherwise = asideOther
		} else if otherTransport().MatchString(word) {
			positive.then = asideOther
		}
	case operator == "" || word == "" || word == "true" || word == "1":
		if stdioName().MatchString(left) {
			positive.otherwise = asideOther
		} else if otherName().MatchString(left) {
			positive.then = asideOther
		}
	}
	if strings.HasPrefix(operator, "!") {
		return positive.not()
	}
	return positive
}

var argvMember = lazy(`\bargv\s*(?:\??\.\s*|\[\s*["'])([A-Za-z][\w-]*)["']?\]?\s*$`)

// judgeOption judges args.includes("--http"), argv.http and their kin.
func judgeOption(raw string) verdict {
	words := []string{}
	if m := argvMember().FindStringSubmatch(raw); m != nil {
		words = append(words, "--"+m[1])
	}
	for _, q := range quoted().FindAllStringSubmatch(raw, -1) {
		words = append(words, q[1])
	}
	for _, word := range words {
		switch {
		case strings.EqualFold(strings.TrimLeft(word, "-"), "stdio"):
			return verdict{otherwise: asideOther}
		case otherTransport().MatchString(word) && strings.HasPrefix(word, "-"):
			return verdict{then: asideOther}
		case otherOption().MatchString(word):
			return verdict{then: asideHelp}
		}
	}
	return verdict{}
}

var setHere = lazy(`^\s*(?::[^=;,(){}]{0,80})?=[^=>]`)

// valueOf is what a name is set to, when the file sets it in one place.
func (f *file) valueOf(name string) (span, bool) {
	var at span
	if len(f.uses[name]) > maxNamed {
		return at, false
	}
	for _, use := range f.uses[name] {
		after := use + len(name)
		m := setHere().FindIndex(f.code[after:min(len(f.code), after+120)])
		switch {
		case m == nil:
		case at.end > 0:
			return span{}, false
		default:
			from := after + m[1] - 1
			at = span{from, statement(f.code, from)}
		}
	}
	for at.end > at.start && (f.code[at.end-1] == ';' || isSpace(f.src[at.end-1])) {
		at.end--
	}
	return at, at.end > at.start && at.end-at.start < 400
}
