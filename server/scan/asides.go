package scan

import (
	"bytes"
	"slices"
	"strings"
)

// file is one file of source, on the way to its findings.
type file struct {
	path      string
	lang      *language
	src, code []byte // as written, and with comments and strings blank
	hits      []hit

	known    bool // what follows has been found
	blocks   []block
	shade    []byte           // for each byte of the code: an index in reasons, 0 = may run while the server serves
	uses     map[string][]int // where each name stands
	named    []namedFunction
	byName   map[string]namedFunction // those whose name is given once
	heads    map[int]bool             // where the parameters of functions begin
	imports  [][]int                  // where names are imported
	exports  [][]int                  // where they are exported
	exported map[string][]string      // under which names

	// What follow finds out.
	linked  bool
	links   []link
	reached reach
	asked   map[string]bool // the exports that code which serves asks for
	askAll  bool            // or it cannot be told which
}

// reasons are what a shade stands for.
var reasons = []string{"", asideHelp, asideOther, asideUnused, asideBundled}

// read finds the asides of a file, once. What it cannot tell it leaves as code
// that serves: a finding too many is better than one too few.
func (f *file) read() {
	if f.known {
		return
	}
	f.known = true
	f.blocks = blocksOf(f.code)
	f.shade = make([]byte, len(f.code))
	f.uses = usesOf(f.code)
	f.imports = importClause().FindAllIndex(f.code, -1)
	f.exports = exportAny().FindAllIndex(f.code, -1)
	f.heads = map[int]bool{}
	for _, b := range f.blocks {
		if b.kind == function {
			f.heads[b.head.start] = true
		}
	}
	f.named = f.namedFunctions()
	f.byName = byName(f.named)
	f.bundled()
	f.conditions()
	f.switches()
	f.commands()
	f.functions(false)
}

// setAside is the reason why a place is no finding, "" when it is one.
func (f *file) setAside(offset int) string {
	switch {
	case !f.lang.follow:
		return ""
	case f.reached == unreached:
		return asideFile
	}
	if why := f.why(offset); why != "" {
		return why
	}
	if f.reached == loaded && f.inFunction(offset) {
		return asideUnused
	}
	return ""
}

// why is the reason to set a place aside, "" when the server may come there.
func (f *file) why(offset int) string {
	f.read()
	if why := f.in(offset); why != "" {
		return why
	}
	if why := f.guarded(offset); why != "" {
		return why
	}
	return f.transport(offset)
}

var handlerCall = lazy(`(?:\b(?:setRequestHandler|registerTool|addTool|registerResource|registerPrompt)|\.\s*tool)\s*\(`)

// inHandler says whether the place runs only when a request is answered.
func (f *file) inHandler(offset int) bool {
	for _, m := range handlerCall().FindAllIndex(f.code[:offset], -1) {
		if closing(f.code, m[1]) > offset {
			return true
		}
	}
	return false
}

// late says whether the program waited for something before it came to the place.
func (f *file) late(offset int) bool {
	for _, b := range around(f.blocks, offset) {
		if b.kind == function && awaitWord().Match(f.code[b.start:offset]) {
			return true
		}
	}
	return false
}

// calledBack says whether the place stands in a function that is handed to
// another, which may call it elsewhere or never: a handler, or code for a browser.
func (f *file) calledBack(offset int) bool {
	for _, b := range around(f.blocks, offset) {
		if b.kind != function {
			continue
		}
		if callee := f.handedTo(b); callee != "" && !loops[callee] {
			return true
		}
	}
	return false
}

var loops = map[string]bool{"forEach": true, "map": true, "for": true, "of": true}

// handedTo is the name of the function that takes this one as an argument, ""
// when it is no argument.
func (f *file) handedTo(b block) string {
	depth := 0
	from := b.start
	if b.head.end > 0 {
		from = b.head.start - 1
	}
	for i := from - 1; i >= 0; i-- {
		switch f.code[i] {
		case ')', ']', '}':
			depth++
		case '(':
			if depth == 0 {
				return lastWord(bytes.TrimRight(f.code[:i], " \t\r\n"))
			}
			depth--
		case '[', '{':
			if depth == 0 {
				return ""
			}
			depth--
		case ';':
			if depth == 0 {
				return ""
			}
		}
	}
	return ""
}

var awaitWord = lazy(`\bawait\b`)

// inFunction says whether the place runs only when something is called.
func (f *file) inFunction(offset int) bool {
	for _, b := range around(f.blocks, offset) {
		if b.kind == function || b.kind == class {
			return true
		}
	}
	return bytes.HasSuffix(bytes.TrimRight(f.code[:offset], " \t\r\n("), []byte("=>"))
}

func (f *file) in(offset int) string { return reasons[f.shade[offset]] }

func (f *file) aside(at span, why string) {
	i := byte(slices.Index(reasons, why))
	for ; i > 0 && at.start < at.end; at.start++ {
		if f.shade[at.start] == 0 {
			f.shade[at.start] = i
		}
	}
}

var ifWord = lazy(`\bif\s*\(`)

// conditions shades the branches that do not serve, and what follows an if that
// leaves whenever the program serves.
func (f *file) conditions() {
	for _, m := range ifWord().FindAllIndex(f.code, maxBranch) {
		b, ok := branchesAt(f.code, m[0])
		if !ok || f.in(m[0]) != "" {
			continue
		}
		v := f.judge(b.condition)
		then := f.code[max(b.then.start, b.then.end-lastWords):b.then.end]
		if v.then == "" && optionsName().Match(f.code[b.condition.start:b.condition.end]) && done().Match(then) {
			v.then = asideHelp // asked for by an option, and then the program has done its work
		}
		if v.then == "" && noCommand().Match(bytes.TrimSpace(f.code[b.condition.start:b.condition.end])) && done().Match(then) {
			v.then = asideHelp // asked for nothing, and then the program has told how to
		}
		f.aside(b.then, v.then)
		f.aside(b.otherwise, v.otherwise)
		if v.otherwise != "" && leaves().Match(then) {
			end := len(f.code)
			if in := around(f.blocks, m[0]); len(in) > 0 {
				end = in[0].end
			}
			f.aside(span{b.then.end, end}, v.otherwise)
		}
	}
}

var (
	leaves = lazy(`(?:\breturn\b[^;{}]*|\bthrow\b[^;{}]*|\bprocess\s*\.\s*exit\s*\([^)]*\))\s*;?\s*\}?\s*$`)
	exits  = lazy(`\bprocess\s*\.\s*exit\s*\([^)]*\)\s*;?\s*\}?\s*$`)
	done   = lazy(`\bprocess\s*\.\s*exit\s*\(\s*0?\s*\)\s*;?\s*(?:return\s*;?)?\s*\}?\s*$`)
)

// guarded judges `condition ? here : there` and `condition && here`.
func (f *file) guarded(offset int) string {
	before := bytes.TrimRight(f.code[:offset], " \t\r\n")
	operator := ""
	for _, o := range []string{"&&", "?", ":"} {
		if bytes.HasSuffix(before, []byte(o)) {
			operator = o
			before = before[:len(before)-len(o)]
			break
		}
	}
	if operator == "" {
		return ""
	}
	if operator == ":" {
		from := lastOutside(before, '?')
		if from < 0 {
			return ""
		}
		before = before[:from]
	}
	from := max(bytes.LastIndexAny(before, ";{}\n"), lastOutside(before, '('), lastOutside(before, ',')) + 1
	if arrow := bytes.LastIndex(before, []byte("=>")); arrow >= 0 {
		from = max(from, arrow+2)
	}
	v := f.judge(span{from, len(before)})
	if operator == ":" {
		return v.otherwise
	}
	return v.then
}

// lastOutside is the last place of c outside the brackets that close before the
// end, within the statement; -1 when there is none.
func lastOutside(code []byte, c byte) int {
	depth := 0
	for i := len(code) - 1; i >= 0; i-- {
		switch code[i] {
		case c:
			if depth == 0 {
				return i
			}
			if c == '(' {
				depth--
			}
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth == 0 {
				return -1
			}
			depth--
		case ';':
			if depth == 0 {
				return -1
			}
		}
	}
	return -1
}

var (
	switchWord = lazy(`\bswitch\s*\(`)
	caseLabel  = lazy(`\b(?:case\b|default\s*:)`)
)

// switches sets the cases aside that do not serve: every other one when the switch
// has a case for stdio, the subcommands when it is asked for the command line.
func (f *file) switches() {
	for _, m := range switchWord().FindAllIndex(f.code, maxSwitch) {
		subject := arguments(f.code, m[1])
		open := skipSpace(f.code, subject.end+1)
		if open >= len(f.code) || f.code[open] != '{' {
			continue
		}
		body := span{open + 1, closing(f.code, open+1)}
		f.switchOver(subject, f.cases(body))
	}
}

type switchCase struct {
	labels []string
	other  bool // default is among the labels
	body   span
}

func (f *file) cases(body span) []switchCase {
	var out []switchCase
	depth, labelled := 0, body.start
	for i := body.start; i < body.end; i++ {
		switch f.code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case 'c', 'd':
			m := caseLabel().FindIndex(f.code[i:min(body.end, i+12)])
			if depth != 0 || m == nil || m[0] != 0 || i > 0 && isName(f.code[i-1]) {
				continue
			}
			end := i
			for end < body.end && f.code[end] != ':' {
				end++
			}
			word := ""
			if q := quoted().FindSubmatch(f.src[i:end]); q != nil {
				word = string(q[1])
			}
			fallsInto := len(out) > 0 && skipSpace(f.code, labelled) >= i
			if !fallsInto {
				if len(out) > 0 {
					out[len(out)-1].body.end = i
				}
				out = append(out, switchCase{})
			}
			c := &out[len(out)-1]
			c.other = c.other || f.code[i] == 'd'
			c.labels = append(c.labels, word)
			c.body = span{end + 1, body.end}
			labelled = end + 1
			i = end
		}
	}
	return out
}

func (f *file) switchOver(subject span, cases []switchCase) {
	text := string(f.code[subject.start:subject.end])
	if value, ok := f.valueOf(text); ok && identifierOnly().MatchString(text) {
		text += " " + string(f.code[value.start:value.end])
	}
	stdio := false
	for _, c := range cases {
		for _, l := range c.labels {
			stdio = stdio || l == "stdio" || l == "--stdio"
		}
	}
	command := commandLine().MatchString(text)
	for _, c := range cases {
		command = command || slices.ContainsFunc(c.labels, func(l string) bool { return strings.HasPrefix(l, "-") && helpLabel().MatchString(l) })
	}
	for _, c := range cases {
		why := ""
		switch {
		case slices.ContainsFunc(c.labels, func(l string) bool { return l == "stdio" || l == "--stdio" }):
		case stdio:
			why = asideOther
		case command && c.other && exits().Match(f.code[c.body.start:c.body.end]):
			why = asideHelp // of no such command
		case command && !c.other && !slices.ContainsFunc(c.labels, func(l string) bool {
			return l == "" || servingWord().MatchString(l) && !otherOption().MatchString(l) && !helpLabel().MatchString(l)
		}):
			why = asideHelp
		}
		f.aside(c.body, why)
	}
}

var helpLabel = lazy(`^(?:-h|--?help|-v|-V|--?version)$`)

var (
	commandCall   = lazy(`\.\s*command\s*\(`)
	commandMember = lazy(`^\s*\{\s*command\s*:`) // { command: "login", handler }
)

// commands shades what yargs, commander and their kin run for a subcommand that
// does not serve: from .command("login") to the next one.
func (f *file) commands() {
	calls := commandCall().FindAllIndex(f.code, -1)
	for i, m := range calls {
		at := m[1]
		if o := commandMember().FindIndex(f.code[at:min(len(f.code), at+maxLoose)]); o != nil {
			at += o[1]
		}
		text, _, ok := textAt(f.src, at)
		name, _, _ := strings.Cut(text, " ")
		if !ok || name == "" || strings.HasPrefix(name, "$") || name == "*" || servingWord().MatchString(name) {
			continue
		}
		end := statement(f.code, m[0])
		if i+1 < len(calls) {
			end = min(end, calls[i+1][0])
		}
		f.aside(span{m[0], end}, asideHelp)
	}
}

var (
	stdioWord = lazy(`(?i)stdio`)
	otherWord = lazy(`StreamableHTTP\w*|SSEServer\w*|(?i:\bstart_?(?:sse|streamable)\w*)`)
	// A server on stdio may listen beside it, so this says something of a branch alone.
	otherStart = lazy(`(?i)\b(?:start|run|serve|launch)_?(?:mcp)?_?(?:over|via)?_?(?:http|remote)(?:server)?\b`)
	usageText  = lazy("(?i)[\"'`](?:\\\\n)?\\s*usage:?\\b")
	toolWord   = lazy(`\b(?:setRequestHandler|registerTool|addTool|registerResource|registerPrompt)\b|\.\s*tool\s*\(`)
)

// transport judges by the smallest piece of code around the place that names the
// transport it serves. Code that also handles requests may serve any.
func (f *file) transport(offset int) string {
	for _, b := range append(around(f.blocks, offset), block{span: span{0, len(f.code)}, kind: function}) {
		if b.kind != function && b.kind != control {
			continue
		}
		code, src := f.code[b.start:b.end], f.src[b.start:b.end]
		if b.kind == control && usageText().Match(src) && exits().Match(code) {
			return asideHelp
		}
		if stdioWord().Match(src) || toolWord().Match(code) {
			return ""
		}
		if otherWord().Match(code) || b.kind == control && otherStart().Match(code) {
			return asideOther
		}
	}
	return ""
}

var (
	bundleMark = lazy(`(?m)^(?:// |//#region |/\*\*\*/ ")([^\s"]+\.[cm]?[jt]sx?)"?(?::| \(.*\))?\s*$|^//#endregion\s*$`)
	ofOthers   = lazy(`(?:^|/)node_modules/`)
)

// bundled shades the parts that a bundler took from node_modules, by the marks it
// leaves: a comment with the path before each part.
func (f *file) bundled() {
	from := -1
	end := func(at int) {
		if from >= 0 {
			f.aside(span{from, at}, asideBundled)
		}
		from = -1
	}
	for _, m := range bundleMark().FindAllSubmatchIndex(f.src, -1) {
		end(m[0])
		if m[2] >= 0 && ofOthers().Match(f.src[m[2]:m[3]]) {
			from = m[1]
		}
	}
	end(len(f.src))
}
