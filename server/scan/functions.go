package scan

import (
	"bytes"
	"sort"
)

// namedFunction is a function that is called by its name.
type namedFunction struct {
	name        string
	exports     []string // its names for other files
	whole, body span
}

func byName(all []namedFunction) map[string]namedFunction {
	out, twice := map[string]namedFunction{}, map[string]bool{}
	for _, fn := range all {
		if _, known := out[fn.name]; known {
			twice[fn.name] = true
		}
		out[fn.name] = fn
	}
	for name := range twice {
		delete(out, name)
	}
	return out
}

// functions shades the functions that are called from asides alone, and those that
// are called from such functions alone, and so on. An exported one counts when it
// is known what other files ask for. It says whether there were any.
func (f *file) functions(asksKnown bool) (found bool) {
	for again := true; again; {
		again = false
		for _, fn := range f.named {
			if f.in(fn.body.start) != "" || fn.exports != nil && (!asksKnown || f.isAsked(fn)) {
				continue
			}
			serving, why := f.calledFrom(fn)
			if serving || why == "" && fn.exports == nil {
				continue // one that nobody calls by name may be called otherwise
			}
			if fn.exports != nil {
				why = asideUnused
			}
			f.aside(fn.body, why)
			again, found = true, true
		}
	}
	return found
}

func (f *file) isAsked(fn namedFunction) bool {
	if f.askAll {
		return true
	}
	for _, name := range fn.exports {
		if f.asked[name] {
			return true
		}
	}
	return false
}

// methods shades the methods of classes that are named somewhere, but only where no
// code serves: a method that nobody names may be called by a library.
func (t *tree) methods(f *file) (found bool) {
	for _, m := range f.methodsOf() {
		if f.in(m.body.start) == "" && t.namedAside(m.name) {
			f.aside(m.body, asideUnused)
			found = true
		}
	}
	return found
}

// methodsOf lists the methods of the classes that extend nothing: what those
// inherit from may call them.
func (f *file) methodsOf() []namedFunction {
	var out []namedFunction
	for _, b := range f.blocks {
		if b.kind != function || b.parent < 0 || f.blocks[b.parent].kind != class || b.head.end == 0 {
			continue
		}
		c := f.blocks[b.parent]
		if head := classHead().Find(f.code[max(0, c.start-200):c.start]); inherits().Match(head) {
			continue
		}
		name := lastWord(bytes.TrimRight(f.code[:b.head.start-1], " \t\r\n"))
		if name != "" && name != "constructor" {
			out = append(out, namedFunction{name: name, body: b.span})
		}
	}
	return out
}

var inherits = lazy(`\bextends\b|\bimplements\b`)

// namedAside says whether a name stands somewhere besides where methods of that
// name begin, and nowhere in code that serves.
func (t *tree) namedAside(name string) bool {
	somewhere, seen := false, 0
	for _, f := range t.list {
		if seen += len(f.uses[name]); seen > maxUses {
			return false
		}
		for _, at := range f.uses[name] {
			switch {
			case f.beginsMethod(at, name), declares().Match(f.code[max(0, at-20):at]), f.inExport(at), f.inImport(at):
			case f.reached == used && f.in(at) == "" && f.guarded(at) == "", f.reached == loaded && !f.inFunction(at):
				return false
			default:
				somewhere = true
			}
		}
	}
	return somewhere
}

var declares = lazy(`\b(?:const|let|var|function)\s+$`)

func (f *file) beginsMethod(at int, name string) bool {
	open := skipSpace(f.code, at+len(name))
	return open < len(f.code) && f.code[open] == '(' && f.heads[open+1]
}

// calledFrom says whether code of the file that serves names the function, else
// why the code that does is set aside.
func (f *file) calledFrom(fn namedFunction) (serving bool, why string) {
	if len(f.uses[fn.name]) > maxUses {
		return true, ""
	}
	for _, at := range f.uses[fn.name] {
		if at >= fn.whole.start && at < fn.whole.end || f.inExport(at) || f.isMember(at, fn.name) {
			continue
		}
		w := either(f.in(at), f.guarded(at))
		if w == "" {
			return true, ""
		}
		why = w
	}
	return false, why
}

// isMember says whether a name stands there as that of a member, which is another
// thing than a function of the file. What it exports may be called as a member.
func (f *file) isMember(at int, name string) bool {
	before := bytes.TrimRight(f.code[:at], " \t\r\n")
	return bytes.HasSuffix(before, []byte(".")) && !bytes.HasSuffix(before, []byte("exports.")) && !bytes.HasSuffix(before, []byte("...")) || f.beginsMethod(at, name)
}

const (
	exportListed  = `\bexport\s*\{([^}]*)\}`
	exportMembers = `\bexports\s*\.\s*([\w$]+)\s*=\s*([A-Za-z_$][\w$]*)\s*[;,\n]`
)

var (
	functionWord = lazy(`\bfunction\s*\*?\s*([A-Za-z_$][\w$]*)\s*(?:<[^()]*>)?\(`)
	functionLet  = lazy(`\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::[^=;]*)?=\s*(?:async\s*)?(?:function\b[^(]*\(|(?:<[^()]*>)?\(|([A-Za-z_$][\w$]*)\s*=>)`)
	arrowType    = lazy(`^\s*(?::[^;=]*)?$`)

	exportWord   = lazy(`\bexport\s+(default\s+)?(?:async\s+)?$`)
	exportList   = lazy(exportListed)
	exportAny    = lazy(exportListed + `|` + exportMembers)
	exportMember = lazy(exportMembers)
	word         = lazy(`[A-Za-z_$][\w$]*`)
)

// namedFunctions lists the functions of a file that have a name.
func (f *file) namedFunctions() []namedFunction {
	exports := f.exportedAs()
	var out []namedFunction
	add := func(name string, start, after int) {
		fn := namedFunction{name: name, exports: exports[name]}
		if m := exportWord().FindSubmatch(f.code[max(0, start-60):start]); m != nil {
			fn.exports = append(fn.exports, name)
			if len(m[1]) > 0 {
				fn.exports = append(fn.exports, "default")
			}
		}
		end := statement(f.code, after)
		fn.whole, fn.body = span{start, end}, span{after, end}
		out = append(out, fn)
	}
	for _, m := range functionWord().FindAllSubmatchIndex(f.code, -1) {
		after := min(closing(f.code, m[1])+1, len(f.code))
		if brace := bytes.IndexByte(f.code[after:], '{'); brace >= 0 {
			add(string(f.code[m[2]:m[3]]), m[0], after+brace)
		}
	}
	for _, m := range functionLet().FindAllSubmatchIndex(f.code, -1) {
		after := m[1]
		if m[4] < 0 {
			after = min(closing(f.code, m[1])+1, len(f.code))
			arrow := bytes.Index(f.code[after:min(len(f.code), after+200)], []byte("=>"))
			brace := bytes.IndexByte(f.code[after:], '{')
			switch {
			case bytes.Contains(f.code[m[0]:m[1]], []byte("function")) && brace >= 0:
				after += brace
			case arrow >= 0 && arrowType().Match(f.code[after:after+arrow]):
				after += arrow + 2
			default:
				continue
			}
		}
		add(string(f.code[m[2]:m[3]]), m[0], after)
	}
	return out
}

// exportedAs is exportedNames, found once.
func (f *file) exportedAs() map[string][]string {
	if f.exported == nil {
		f.exported = f.exportedNames()
	}
	return f.exported
}

// exportedNames gives the names by which other files may ask for a name. What is
// exported in a way that is not understood can be asked for by any.
func (f *file) exportedNames() map[string][]string {
	out := map[string][]string{}
	for _, m := range exportList().FindAllSubmatch(f.code, -1) {
		for _, part := range bytes.Split(m[1], []byte(",")) {
			if words := word().FindAllString(string(part), -1); len(words) > 0 {
				out[words[0]] = append(out[words[0]], words[len(words)-1])
			}
		}
	}
	for _, m := range exportMember().FindAllSubmatch(f.code, -1) {
		out[string(m[2])] = append(out[string(m[2])], string(m[1]))
	}
	return out
}

// inExport says whether a name stands there to be exported, which calls nothing.
func (f *file) inExport(at int) bool { return inSpans(f.exports, at) }

// inSpans asks spans in order of their beginnings, which do not overlap.
func inSpans(spans [][]int, at int) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i][1] > at })
	return i < len(spans) && spans[i][0] <= at
}

var importClause = lazy(`\bimport\b[^;()]*?\bfrom\b|\b(?:const|let|var)\s*\{[^{}]*\}\s*=\s*(?:await\s+)?(?:require|import)\s*\(`)

// inImport says whether a name stands there to be imported, which calls nothing.
func (f *file) inImport(at int) bool {
	return inSpans(f.imports, at)
}

// usesOf lists where each name of the code stands.
func usesOf(code []byte) map[string][]int {
	out := map[string][]int{}
	for i := 0; i < len(code); {
		if !isWord(code[i]) {
			i++
			continue
		}
		start := i
		for i < len(code) && isWord(code[i]) {
			i++
		}
		if c := code[start]; c < '0' || c > '9' {
			out[string(code[start:i])] = append(out[string(code[start:i])], start)
		}
	}
	return out
}

func isWord(c byte) bool { return isName(c) && c != '.' || c == '$' }
