package engine_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The engine is pure: what it may not import, and why. A name covers the packages below it.
var banned = []struct{ name, why string }{
	{"os", "the engine does no I/O"},
	{"io/fs", "the engine does no I/O"},
	{"io/ioutil", "the engine does no I/O"},
	{"embed", "the engine holds no files"},
	{"net", "the engine does no I/O"},
	{"syscall", "the engine does no I/O"},
	{"log", "the engine reports, it does not log"},
	{"flag", "the engine has no command line"},
	{"math/rand", "same input, same report"},
	{"runtime", "same input, same report"},
	{"fmt", "too large for the browser: strconv and append do"},
	{"encoding/json", "it reads too leniently and is too large for the browser: engine/wire reads, engine/report writes"},
	{"encoding/hex", "it brings fmt"},
	{"crypto", "too large for the browser: engine/digest has what is needed"},
	{"regexp", "too large for the browser"},
	{"text/template", "too large for the browser"},
	{"html/template", "too large for the browser"},
	{"archive", "archives are opened outside"},
	{"compress", "archives are opened outside"},
	{"testing", "tests only"},
}

// bannedAtAll may not even be reached through another package: fmt and os alone would add a fifth to the module that
// every browser fetches, encoding/json and crypto bring both.
var bannedAtAll = []string{
	"net", "os", "fmt", "log", "encoding/json", "encoding/hex", "crypto", "regexp", "text/template", "html/template",
	"archive", "compress", "math/rand", "testing", "database", "embed",
}

// The clock is data in an event: time is there for its types alone.
var clockFunctions = []string{"Now", "Since", "Until", "After", "AfterFunc", "Sleep", "Tick", "NewTimer", "NewTicker"}

const enginePath = "stdioscope/engine"

// covers says whether path is name or below it.
func covers(name, path string) bool { return path == name || strings.HasPrefix(path, name+"/") }

// notImportable tells why a package of the engine may not import path; "" when it may.
func notImportable(path string) string {
	for _, b := range banned {
		if covers(b.name, path) {
			return b.why
		}
	}
	first, _, _ := strings.Cut(path, "/")
	if covers(enginePath, path) || first != "stdioscope" && !strings.Contains(first, ".") {
		return ""
	}
	return "the engine stands on the standard library alone"
}

func TestNotImportable(t *testing.T) {
	for _, test := range []struct {
		path    string
		refused bool
	}{
		{"strings", false},
		{"stdioscope/engine/rule", false},
		{"encoding/json", true},
		{"os", true},
		{"net/url", true},
		{"math/rand/v2", true},
		{"stdioscope/server/run", true},
		{"stdioscope/enginex", true},
		{"github.com/labstack/echo/v4", true},
	} {
		if got := notImportable(test.path) != ""; got != test.refused {
			t.Errorf("%s: refused %v, want %v", test.path, got, test.refused)
		}
	}
}

// TestEngineIsPure reads the source, so that no build tag hides a file from it.
func TestEngineIsPure(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || isOtherModule(path)) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files++
		for _, fault := range impurities(t, path) {
			t.Error(fault)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Fatal("no file of the engine was read")
	}
}

// isOtherModule says whether a folder below the engine is a module of its own, as the benchmarks' is.
func isOtherModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func impurities(t *testing.T, path string) (faults []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if why := notImportable(imported); why != "" {
			faults = append(faults, fmt.Sprintf("%s imports %s: %s", set.Position(spec.Pos()), imported, why))
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GoStmt:
			faults = append(faults, fmt.Sprintf("%s starts a goroutine: the engine is for one caller at a time", set.Position(node.Pos())))
		case *ast.SelectorExpr:
			if base, ok := node.X.(*ast.Ident); ok && base.Name == "time" && slices.Contains(clockFunctions, node.Sel.Name) {
				faults = append(faults, fmt.Sprintf("%s asks the clock: time is a field of the event", set.Position(node.Pos())))
			}
		}
		return true
	})
	return faults
}

func TestNothingHeavyIsReached(t *testing.T) {
	for _, test := range []struct {
		name, pattern string
		env           []string
	}{
		{"native", "./...", nil},
		{"wasip1", "./...", []string{"GOOS=wasip1", "GOARCH=wasm"}},
		{"guest", "../wasm/guest", []string{"GOOS=wasip1", "GOARCH=wasm"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			list := exec.Command("go", "list", "-deps", test.pattern)
			list.Env = append(os.Environ(), test.env...)
			list.Stderr = os.Stderr
			out, err := list.Output()
			if err != nil {
				t.Fatalf("go list: %v", err)
			}
			for path := range strings.FieldsSeq(string(out)) {
				if i := slices.IndexFunc(bannedAtAll, func(name string) bool { return covers(name, path) }); i >= 0 {
					t.Errorf("%s is reached: `go list -deps -f '{{.ImportPath}}: {{.Imports}}' %s` shows through whom", path, test.pattern)
				}
			}
		})
	}
}
