// Package scan looks through source code for writes to stdout, the pipe that an
// MCP stdio server must keep for protocol messages.
//
// Call [Scan] on a file or a folder. Comments and strings never count, writes
// to stderr never count; tests, vendored folders and what .gitignore names are
// left out. The scan reads, it never runs anything, and it is an advice: only
// the running server proves what reaches its stdout.
//
//	files -> blank (comments and strings taken out) -> patterns -> places
//	Go files -> go/parser -> places
//	places -> does a server on stdio come there? -> findings, and what is set aside
//
// The last question is asked of JavaScript and TypeScript: files that the start of
// the package does not load, branches for --help, subcommands and HTTP, functions
// called from such branches alone, and what a bundler took from node_modules. What
// cannot be told counts as a finding.
package scan

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	ignore "github.com/sabhiram/go-gitignore"
)

// Marker suppresses the finding on its own line or the next one, when a reason
// follows it.
const Marker = "stdioscope-ignore:"

// Finding is one place that writes to stdout.
type Finding struct {
	Language string `json:"language"`
	File     string `json:"file"` // slash-separated, relative to the scanned folder
	Line     int    `json:"line"`
	Column   int    `json:"column"` // bytes from 1
	Reason   string `json:"reason"` // stdout-write, stdout-log-handler, startup-output
	Message  string `json:"message"`
}

// The reasons a finding gives.
const (
	ReasonWrite   = "stdout-write"
	ReasonHandler = "stdout-log-handler"
	ReasonStartup = "startup-output"
)

// Aside is a place that writes to stdout where a server on stdio does not come.
type Aside struct {
	Finding
	Why string `json:"why"`
}

// Skipped is a file that was not looked at, and why.
type Skipped struct {
	File string `json:"file"`
	Why  string `json:"why"`
}

// Result is what a scan saw.
type Result struct {
	Files      int       `json:"files"` // files looked at
	Findings   []Finding `json:"findings"`
	Aside      []Aside   `json:"aside,omitempty"` // no findings, and why
	Suppressed int       `json:"suppressed"`      // by an inline marker with a reason
	Skipped    []Skipped `json:"skipped,omitempty"`
}

const (
	maxFileSize = 4 << 20
	maxLine     = 5000 // longer lines are minified code, where a place means nothing
)

// vendored names folders whose code is somebody else's or no server code.
var vendored = []string{
	"node_modules", "bower_components", "vendor", "third_party", "site-packages",
	"venv", ".venv", "env", ".tox", "__pycache__", "target", "build", "obj",
	"test", "tests", "__tests__", "__mocks__", "spec", "e2e", "testdata", "fixtures",
	"examples", "example", "docs", "benchmark", "benchmarks", "coverage",
}

// Scan looks through one file, or through a folder and all below it. Findings
// come in the order of files, then lines. An error means that root itself could
// not be read; a file that could not be read is Skipped.
func Scan(root string) (Result, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return Result{}, fmt.Errorf("scanning source: %w", err)
	}
	info, err := os.Stat(root)
	if err != nil {
		return Result{}, fmt.Errorf("scanning source: %w", err)
	}
	s := &scanner{root: root, tree: tree{files: map[string]*file{}}}
	if !info.IsDir() {
		s.root = filepath.Dir(root)
		s.file(root)
		return s.done(), nil
	}
	s.programAbove()
	err = filepath.WalkDir(root, s.visit)
	return s.done(), err
}

type scanner struct {
	root    string
	ignores []ignoreFile
	files   []*file
	tree    tree // of JavaScript and TypeScript
	result  Result
}

type ignoreFile struct {
	dir     string
	matcher *ignore.GitIgnore
}

// programAbove finds the package that a folder like src belongs to.
func (s *scanner) programAbove() {
	for dir, n := filepath.Dir(s.root), 0; n < 3; n++ {
		if p, ok := readProgram(dir); ok {
			s.tree.programs = append(s.tree.programs, p)
			return
		}
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return
		}
		dir = filepath.Dir(dir)
	}
}

func (s *scanner) visit(path string, entry fs.DirEntry, err error) error {
	if err != nil {
		if path == s.root {
			return err
		}
		s.skip(path, err.Error())
		return nil
	}
	name := entry.Name()
	if entry.IsDir() {
		if path != s.root && (strings.HasPrefix(name, ".") || s.leftOut(path) || s.ignored(path+"/")) {
			return fs.SkipDir
		}
		s.takeIgnores(path)
		if p, ok := readProgram(path); ok {
			s.tree.programs = append(s.tree.programs, p)
		}
		return nil
	}
	if !entry.Type().IsRegular() || isTest(name) || s.ignored(path) {
		return nil
	}
	s.file(path)
	return nil
}

// leftOut says whether a folder is passed over for its name. One that a published
// package starts from is its source, whatever its name.
func (s *scanner) leftOut(path string) bool {
	switch name := filepath.Base(path); {
	case name == "bin": // of .NET it is output, elsewhere it holds scripts
		_, err := os.Stat(filepath.Join(filepath.Dir(path), "obj"))
		return err == nil
	case name == "build":
		return !slices.ContainsFunc(s.tree.programs, func(p program) bool { return p.startsIn(path) })
	default:
		return slices.Contains(vendored, name)
	}
}

// takeIgnores reads a folder's .gitignore, unless it is a link to what never ends.
func (s *scanner) takeIgnores(dir string) {
	path := filepath.Join(dir, ".gitignore")
	if !regular(path) {
		return
	}
	if m, err := ignore.CompileIgnoreFile(path); err == nil {
		s.ignores = append(s.ignores, ignoreFile{dir, m})
	}
}

// regular says whether a path is a file of a size that can be read.
func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Size() <= maxFileSize
}

func (s *scanner) ignored(path string) bool {
	for _, ig := range s.ignores {
		rel, err := filepath.Rel(ig.dir, path)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			continue
		}
		if strings.HasSuffix(path, "/") {
			rel += "/"
		}
		if ig.matcher.MatchesPath(filepath.ToSlash(rel)) {
			return true
		}
	}
	return false
}

func isTest(name string) bool {
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	return strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec") ||
		strings.HasPrefix(stem, "test_") || stem == "conftest" || strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") ||
		strings.HasSuffix(stem, ".config") || strings.HasSuffix(name, ".d.ts")
}

func (s *scanner) file(path string) {
	lang := languageOf(path)
	if lang == nil {
		return
	}
	info, err := os.Stat(path)
	if err != nil {
		s.skip(path, err.Error())
		return
	}
	if info.Size() > maxFileSize {
		s.skip(path, fmt.Sprintf("larger than %d MiB", maxFileSize>>20))
		return
	}
	f := &file{path: path, lang: lang}
	if f.src, err = os.ReadFile(path); err != nil {
		s.skip(path, err.Error())
		return
	}
	s.result.Files++
	writes := lang.mayWrite(f.src)
	if !writes && !lang.follow {
		return
	}
	if err := f.look(); err != nil {
		s.skip(path, err.Error())
		return
	}
	s.files = append(s.files, f)
	if lang.follow {
		s.tree.files[path] = f
		s.tree.list = append(s.tree.list, f)
	}
}

// done judges the places that were found.
func (s *scanner) done() Result {
	s.tree.follow()
	r := s.redirections()
	for _, f := range s.files {
		if f.lang.follow && len(f.hits) > 0 && f.reached > unreached && longestLine(f.src) > maxLine {
			s.skip(f.path, "minified")
			continue
		}
		s.add(f, r)
	}
	return s.result
}

func (s *scanner) add(f *file, gone redirections) {
	lines := bytes.Split(f.src, []byte("\n"))
	for _, p := range f.hits {
		if p.redirects != "" || gone.cover(f, p) || p.reason == ReasonStartup && dotenvIsQuiet(f.path) {
			continue
		}
		line, column := position(f.src, p.offset)
		if suppressed(lines, line) {
			s.result.Suppressed++
			continue
		}
		found := Finding{
			Language: f.lang.name, File: s.rel(f.path), Line: line, Column: column,
			Reason: p.reason, Message: p.message,
		}
		if why := f.setAside(p.offset); why != "" {
			s.result.Aside = append(s.result.Aside, Aside{found, why})
			continue
		}
		s.result.Findings = append(s.result.Findings, found)
	}
}

// redirections are the ways to print that the source itself sends elsewhere, by
// family of languages: a program that assigns console.log to console.error prints
// to stderr everywhere. One that does so after it waited for something (true) may
// have printed before, but answers requests later.
type redirections map[string]bool

func (s *scanner) redirections() redirections {
	r := redirections{}
	for _, f := range s.files {
		for _, h := range f.hits {
			if h.redirects == "" || f.setAside(h.offset) != "" || f.lang.follow && f.calledBack(h.offset) {
				continue
			}
			key := f.lang.family + " " + h.redirects
			late := f.lang.follow && f.late(h.offset)
			if before, known := r[key]; !known || before {
				r[key] = late
			}
		}
	}
	return r
}

func (r redirections) cover(f *file, h hit) bool {
	ways := []string{h.prints, ofStdout}
	if h.prints != "write" && h.prints != "end" {
		ways = append(ways, ofConsole)
	}
	return h.prints != "" && slices.ContainsFunc(ways, func(way string) bool {
		late, known := r[f.lang.family+" "+way]
		return known && (!late || f.inHandler(h.offset))
	})
}

func (s *scanner) skip(path, why string) {
	s.result.Skipped = append(s.result.Skipped, Skipped{s.rel(path), why})
}

func (s *scanner) rel(path string) string {
	rel, err := filepath.Rel(s.root, path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}

// suppressed says whether the line, or the one above it, holds the marker with
// a reason behind it.
func suppressed(lines [][]byte, line int) bool {
	for _, n := range []int{line - 1, line - 2} {
		if n < 0 || n >= len(lines) {
			continue
		}
		if _, reason, ok := bytes.Cut(lines[n], []byte(Marker)); ok && len(bytes.Trim(reason, " \t\r*/->")) > 0 {
			return true
		}
	}
	return false
}

func position(src []byte, offset int) (line, column int) {
	before := src[:offset]
	return bytes.Count(before, []byte("\n")) + 1, offset - bytes.LastIndexByte(before, '\n')
}

func longestLine(src []byte) int {
	longest := 0
	for line := range bytes.Lines(src) {
		longest = max(longest, len(line))
	}
	return longest
}

var errSyntax = errors.New("cannot be read as this language")
