package scan

import (
	"bytes"
	"path/filepath"
	"strings"
)

// link is what one file loads of another.
type link struct {
	to    *file
	how   reach
	names []string // the exports it asks for
	all   bool     // it may ask for any
	// What it exports again: names of its own exports and of theirs; * for all.
	again map[string]string
}

var (
	fromWord   = lazy(`\bfrom\b`)
	clauseWord = lazy(`\b(?:import|export)\b`)
	importWord = lazy(`\bimport\b(?:[ \t]*\()?|\brequire\s*\(`)
	boundBy    = lazy(`\b(?:const|let|var)\s+(\{[^{}]*\}|[\w$]+)\s*=\s*(?:await\s+)?(?:[\w$]+\(\s*)?$`)
	anyText    = lazy("[\"'`]([^\"'`\\s]{1,200})[\"'`]")
	childWord  = lazy(`\bnew\s+Worker\s*\(|\bfork\s*\(`)
	codeFile   = lazy(`\.[cm]?[jt]sx?$`)
)

// links lists what a file loads while it serves.
func (t *tree) links(f *file) []link {
	if !f.linked {
		f.linked = true
		f.links = t.readLinks(f)
	}
	return f.links
}

func (t *tree) readLinks(f *file) []link {
	f.read()
	var out []link
	add := func(specifier string, l link) {
		for _, l.to = range t.find(f, specifier) {
			if l.to != f {
				out = append(out, l)
			}
		}
	}
	any := link{how: used, all: true}
	seen := map[int]bool{} // strings that were understood
	heads, head := clauseWord().FindAllIndex(f.code, -1), -1
	for _, m := range fromWord().FindAllIndex(f.code, -1) {
		for head+1 < len(heads) && heads[head+1][0] < m[0] {
			head++
		}
		specifier, at, ok := textAt(f.src, m[1])
		if !ok || head < 0 {
			continue
		}
		seen[at] = true
		begin := heads[head][0]
		clause := string(f.code[heads[head][1]:m[0]])
		switch {
		case strings.HasPrefix(strings.TrimSpace(clause), "type "):
		case f.code[begin] == 'e': // export … from
			add(specifier, link{how: used, again: exportedAgain(clause)})
		default:
			add(specifier, f.useOf(clause, span{begin, at}))
		}
	}
	for _, m := range importWord().FindAllIndex(f.code, -1) {
		specifier, at, ok := textAt(f.src, m[1])
		if !ok {
			continue
		}
		seen[at] = true
		dynamic := f.code[m[1]-1] == '('
		if dynamic && f.why(m[0]) != "" {
			continue
		}
		l := any
		if b := boundBy().FindSubmatchIndex(f.code[max(0, m[0]-400):m[0]]); b != nil {
			begin := max(0, m[0]-400)
			l = f.useOf(string(f.code[begin+b[2]:begin+b[3]]), span{begin + b[2], at})
		}
		add(specifier, l)
	}
	for _, to := range t.computed(f) {
		if to != f {
			out = append(out, link{to: to, how: used, all: true})
		}
	}
	if !childWord().Match(f.code) {
		return out
	}
	// A path in any other string may be what a worker or a fork is started with,
	// which share stdout.
	for _, m := range anyText().FindAllSubmatchIndex(f.src, -1) {
		if text := string(f.src[m[2]:m[3]]); !seen[m[0]] && codeFile().MatchString(text) && f.code[m[0]] == ' ' && f.in(m[0]) == "" {
			if !strings.HasPrefix(text, ".") {
				text = "./" + text
			}
			add(text, any)
		}
	}
	return out
}

// exportedAgain reads `{ a, b as c }` or `*` of an export from another file.
func exportedAgain(clause string) map[string]string {
	out := map[string]string{}
	if !strings.Contains(clause, "{") {
		out["*"] = "*"
		return out
	}
	for _, part := range strings.Split(strings.Trim(strings.TrimSpace(clause), "{}"), ",") {
		if words := word().FindAllString(part, -1); len(words) > 0 {
			out[words[len(words)-1]] = words[0]
		}
	}
	return out
}

// passOn asks the files that f exports again for what f is asked for. It says
// whether that was news.
func (f *file) passOn() (news bool) {
	for _, l := range f.links {
		for own, theirs := range l.again {
			switch {
			case l.to.askAll:
			case f.askAll || theirs == "*" && own != "*":
				l.to.askAll, news = true, true
			case own == "*":
				for name := range f.asked {
					news = news || !l.to.asked[name]
					l.to.asked[name] = true
				}
			case f.asked[own] && !l.to.asked[theirs]:
				l.to.asked[theirs], news = true, true
			}
		}
	}
	return news
}

// textAt reads the string that begins behind space at `from`.
func textAt(src []byte, from int) (text string, at int, ok bool) {
	at = skipSpace(src, from)
	if at >= len(src) || src[at] != '"' && src[at] != '\'' && src[at] != '`' {
		return "", 0, false
	}
	for end := at + 1; end < len(src) && src[end] != '\n'; end++ {
		if src[end] == src[at] {
			return string(src[at+1 : end]), at, true
		}
	}
	return "", 0, false
}

// useOf says what code that serves uses of another file, by the names that an
// import binds.
func (f *file) useOf(clause string, except span) link {
	if strings.TrimSpace(clause) == "" {
		return link{how: used, all: true}
	}
	out := link{how: loaded}
	inBraces := false
	for _, part := range importPart().FindAllString(clause, -1) {
		switch part {
		case "{":
			inBraces = true
			continue
		case "}":
			inBraces = false
			continue
		}
		words := word().FindAllString(part, -1)
		if len(words) == 0 || words[0] == "type" && len(words) > 1 {
			continue
		}
		bound := words[len(words)-1]
		if inBraces && !f.servesWith(bound, except, true) {
			for _, own := range f.exportedAs()[bound] {
				if out.again == nil {
					out.again = map[string]string{}
				}
				out.how, out.again[own] = used, words[0]
			}
			continue
		}
		if !f.servesWith(bound, except, false) {
			continue
		}
		out.how = used
		switch {
		case inBraces:
			out.names = append(out.names, words[0])
		default: // a default export or the whole, of which anything may be called
			out.all = true
		}
	}
	return out
}

var importPart = lazy(`[{}]|[^{},]+`)

// servesWith says whether a name is used in code that serves; to be exported need
// not count.
func (f *file) servesWith(name string, except span, exportIsNone bool) bool {
	for _, at := range f.uses[name] {
		if exportIsNone && f.inExport(at) {
			continue
		}
		if (at < except.start || at >= except.end) && f.in(at) == "" && f.guarded(at) == "" {
			return true
		}
	}
	return false
}

var openImport = lazy(`\b(?:import|require)\s*\(\s*[\w$]`)

// computed gives the files that a file loads by a path it makes up: those that end
// like the strings in it, or all of the program when there are none.
func (t *tree) computed(f *file) []*file {
	var out []*file
	for _, m := range openImport().FindAllIndex(f.code, -1) {
		if f.why(m[0]) != "" {
			continue
		}
		open := m[0] + bytes.IndexByte(f.code[m[0]:], '(') + 1
		var parts []string
		for _, q := range quoted().FindAllSubmatch(f.src[open:closing(f.code, open)], -1) {
			parts = append(parts, strings.Trim(string(q[1]), "./"))
		}
		tail := "/" + strings.Join(parts, "/")
		for _, other := range t.list {
			if t.owner(other.path) == t.owner(f.path) && (parts == nil || strings.HasSuffix(filepath.ToSlash(other.path), tail)) {
				out = append(out, other)
			}
		}
	}
	return out
}
