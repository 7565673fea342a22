package scan

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// reach says how much of a file the server comes to.
type reach uint8

const (
	unreached reach = iota
	loaded          // its top level runs; whoever calls its functions does not serve over stdio
	used
)

// tree is the JavaScript and TypeScript of a scan.
type tree struct {
	list     []*file          // as they were found
	files    map[string]*file // the same by path
	programs []program
}

// follow marks what each program reaches from where it starts. Files of a program
// whose start is not among them, and files of no program, count as used.
func (t *tree) follow() {
	for range 4 { // what is not called any more may have called others
		t.followOnce()
		found := false
		for _, f := range t.list {
			if f.reached == used {
				found = f.functions(true) || found
				found = t.methods(f) || found
			}
		}
		if !found {
			return
		}
	}
}

func (t *tree) followOnce() {
	for _, f := range t.list {
		f.linked, f.links, f.reached, f.asked, f.askAll = false, nil, unreached, map[string]bool{}, false
	}
	started := map[string]bool{}
	for _, p := range t.programs {
		for _, e := range t.starts(p) {
			started[p.dir] = true
			e.askAll = e.askAll || !p.named
			t.reach(e, used)
		}
	}
	for _, f := range t.list {
		if dir := t.owner(f.path); dir == "" || !started[dir] {
			f.askAll = true
			t.reach(f, used)
		}
	}
	for news := true; news; {
		news = false
		for _, f := range t.list {
			news = f.reached == used && f.passOn() || news
		}
	}
}

// starts gives the entry files of a program: of several commands, those that
// serve over stdio, or at least look like a server.
func (t *tree) starts(p program) []*file {
	all := t.entries(p)
	for _, sign := range []*regexp.Regexp{stdioServer(), anyServer()} {
		var serving []*file
		for _, f := range all {
			if t.shows(f, sign, map[*file]bool{}) {
				serving = append(serving, f)
			}
		}
		if p.named && len(serving) > 0 {
			return serving
		}
	}
	return all
}

func (t *tree) entries(p program) []*file {
	var out []*file
	for _, e := range p.entries {
		if f := t.source(p.dir, e); f != nil && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

var (
	stdioServer = lazy(`StdioServerTransport|server/stdio|\bserveStdio\b|transportType:\s*["']stdio`)
	anyServer   = lazy(`\bMcpServer\b|\bFastMCP\b|\bsetRequestHandler\b`)
)

// shows says whether a file, or one that it loads, has the sign.
func (t *tree) shows(f *file, sign *regexp.Regexp, seen map[*file]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	return sign.Match(f.src) || slices.ContainsFunc(t.links(f), func(l link) bool { return t.shows(l.to, sign, seen) })
}

// source finds the file that an entry names, or the TypeScript that it is made of.
func (t *tree) source(dir, entry string) *file {
	for _, p := range madeOf(dir, entry) {
		if f := t.files[p]; f != nil {
			return f
		}
	}
	return t.resolve(entry)
}

// owner is the folder of the innermost program around a file, "" for none. A
// package.json that starts nothing, like one that says the type of modules in a
// folder, makes no program.
func (t *tree) owner(path string) string {
	dir := ""
	for _, p := range t.programs {
		if len(p.entries) > 0 && len(p.dir) >= len(dir) && strings.HasPrefix(path, p.dir+string(filepath.Separator)) {
			dir = p.dir
		}
	}
	return dir
}

func (t *tree) reach(f *file, how reach) {
	if f.reached >= how {
		return
	}
	f.reached = how
	for _, l := range t.links(f) {
		if how == used {
			l.to.askAll = l.to.askAll || l.all
			for _, name := range l.names {
				l.to.asked[name] = true
			}
		}
		t.reach(l.to, min(how, l.how))
	}
}

// find gives the files that a specifier stands for.
func (t *tree) find(from *file, specifier string) []*file {
	if strings.HasPrefix(specifier, ".") {
		if f := t.resolve(filepath.Join(filepath.Dir(from.path), filepath.FromSlash(specifier))); f != nil {
			return []*file{f}
		}
		return nil
	}
	for _, p := range t.programs {
		if p.name != "" && (specifier == p.name || strings.HasPrefix(specifier, p.name+"/")) {
			return t.entries(p)
		}
	}
	// A path with an alias: whatever ends like it.
	head, tail, cut := strings.Cut(specifier, "/")
	if !cut || head != "@" && head != "~" && head != "src" && !strings.HasPrefix(head, "#") {
		return nil
	}
	tail = "/" + strings.TrimSuffix(tail, path.Ext(tail))
	var out []*file
	for _, f := range t.list {
		stem := filepath.ToSlash(strings.TrimSuffix(f.path, filepath.Ext(f.path)))
		if strings.HasSuffix(stem, tail) || strings.HasSuffix(stem, tail+"/index") {
			out = append(out, f)
		}
	}
	return out
}

// resolve finds a file as JavaScript and TypeScript do: as written, in place of
// the JavaScript it is compiled to, with an extension, as the index of a folder.
func (t *tree) resolve(p string) *file {
	if f := t.files[p]; f != nil {
		return f
	}
	stem := p
	if e := filepath.Ext(p); codeFile().MatchString(e) {
		stem = strings.TrimSuffix(p, e)
	}
	for _, base := range []string{stem, p, filepath.Join(p, "index")} {
		for _, e := range []string{".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx"} {
			if f := t.files[base+e]; f != nil {
				return f
			}
		}
	}
	return nil
}
