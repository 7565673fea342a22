package scan

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// program is a package.json: what it starts, and the files that are its own.
type program struct {
	dir     string
	name    string
	entries []string // paths that need not exist
	named   bool     // by bin, the way to publish a server
}

// readProgram reads dir/package.json; ok is false when there is none.
func readProgram(dir string) (program, bool) {
	var pkg struct {
		Name    string            `json:"name"`
		Bin     json.RawMessage   `json:"bin"`
		Main    string            `json:"main"`
		Module  string            `json:"module"`
		Exports json.RawMessage   `json:"exports"`
		Scripts map[string]string `json:"scripts"`
	}
	if !readJSON(filepath.Join(dir, "package.json"), &pkg) {
		return program{}, false
	}
	p := program{dir: dir, name: pkg.Name}
	var found []string
	texts(pkg.Bin, &found)
	p.named = len(found) > 0
	if !p.named {
		found = append(found, pkg.Main, pkg.Module)
		texts(pkg.Exports, &found)
		if m := nodeScript().FindStringSubmatch(pkg.Scripts["start"]); m != nil {
			found = append(found, m[1])
		}
	}
	for _, f := range found {
		if f != "" && !strings.ContainsAny(f, "*") {
			p.entries = append(p.entries, filepath.Join(dir, filepath.FromSlash(f)))
		}
	}
	return p, true
}

var nodeScript = lazy(`^(?:node|tsx|ts-node|bun)\s+(?:run\s+)?(?:-\S+\s+)*(\S+\.[cm]?[jt]s)\b`)

// texts collects the strings of a JSON value, in any depth, keys apart.
func texts(raw json.RawMessage, into *[]string) {
	var s string
	var list []json.RawMessage
	var object map[string]json.RawMessage
	switch {
	case json.Unmarshal(raw, &s) == nil:
		*into = append(*into, s)
	case json.Unmarshal(raw, &list) == nil:
		for _, v := range list {
			texts(v, into)
		}
	case json.Unmarshal(raw, &object) == nil:
		keys := make([]string, 0, len(object))
		for k := range object {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			texts(object[k], into)
		}
	}
}

// madeOf lists where the TypeScript of an entry like dist/index.js may stand.
func madeOf(dir, entry string) []string {
	rel, err := filepath.Rel(dir, entry)
	if err != nil {
		return nil
	}
	var out []string
	rest := filepath.ToSlash(strings.TrimSuffix(rel, filepath.Ext(rel)))
	for {
		head, tail, cut := strings.Cut(rest, "/")
		if !cut || !slices.Contains(built, head) {
			return out
		}
		rest = tail
		for _, from := range []string{"src/", ""} {
			for _, ext := range []string{".ts", ".mts", ".cts", ".tsx"} {
				out = append(out, filepath.Join(dir, filepath.FromSlash(from+strings.TrimPrefix(rest, "src/")+ext)))
			}
		}
	}
}

// startsIn says whether the program starts from a file in the folder that is not
// made of TypeScript beside it.
func (p program) startsIn(folder string) bool {
	return slices.ContainsFunc(p.entries, func(e string) bool {
		if !strings.HasPrefix(e, folder+string(filepath.Separator)) || !exists(e) {
			return false
		}
		return !slices.ContainsFunc(madeOf(p.dir, e), exists)
	})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

var built = []string{"dist", "build", "lib", "out", "esm", "cjs", "src", "output"}
