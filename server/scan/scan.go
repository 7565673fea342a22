// Package scan looks through source code for writes to stdout, the pipe that an
// MCP stdio server must keep for protocol messages.
//
// Call [Scan] on a file or a folder. Comments and strings never count, writes
// to stderr never count; tests, vendored folders and what .gitignore names are
// left out. The scan reads, it never runs anything, and it is an advice: only
// the running server proves what reaches its stdout.
//
//	files -> blank (comments and strings taken out, by lexer) -> patterns -> findings
//	Go files -> go/parser -> findings
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

// Skipped is a file that was not looked at, and why.
type Skipped struct {
	File string `json:"file"`
	Why  string `json:"why"`
}

// Result is what a scan saw.
type Result struct {
	Files      int       `json:"files"` // files looked at
	Findings   []Finding `json:"findings"`
	Suppressed int       `json:"suppressed"` // by an inline marker with a reason
	Skipped    []Skipped `json:"skipped,omitempty"`
}

const (
	maxFileSize = 4 << 20
	maxLine     = 5000 // longer lines are minified code, where a place means nothing
)

// vendored names folders whose code is somebody else's or no server code.
var vendored = []string{
	"node_modules", "bower_components", "vendor", "third_party", "site-packages",
	"venv", ".venv", "env", ".tox", "__pycache__", "target", "build", "bin", "obj",
	"test", "tests", "__tests__", "__mocks__", "spec", "e2e", "testdata", "fixtures",
	"examples", "example", "docs", "benchmark", "benchmarks", "coverage",
}

// Scan looks through one file, or through a folder and all below it. Findings
// come in the order of files, then lines. An error means that root itself could
// not be read; a file that could not be read is Skipped.
func Scan(root string) (Result, error) {
	info, err := os.Stat(root)
	if err != nil {
		return Result{}, fmt.Errorf("scanning source: %w", err)
	}
	s := &scanner{root: root}
	if !info.IsDir() {
		s.root = filepath.Dir(root)
		s.file(root)
		return s.done(), nil
	}
	err = filepath.WalkDir(root, s.visit)
	return s.done(), err
}

type scanner struct {
	root       string
	ignores    []ignoreFile
	result     Result
	redirected map[string]bool // languages whose print function the source itself sends to stderr
}

type ignoreFile struct {
	dir     string
	matcher *ignore.GitIgnore
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
		if path != s.root && (strings.HasPrefix(name, ".") || slices.Contains(vendored, name) || s.ignored(path+"/")) {
			return fs.SkipDir
		}
		s.takeIgnores(path)
		return nil
	}
	if !entry.Type().IsRegular() || isTest(name) || s.ignored(path) {
		return nil
	}
	s.file(path)
	return nil
}

// takeIgnores reads a folder's .gitignore, unless it is a link to what never ends.
func (s *scanner) takeIgnores(dir string) {
	path := filepath.Join(dir, ".gitignore")
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxFileSize {
		return
	}
	if m, err := ignore.CompileIgnoreFile(path); err == nil {
		s.ignores = append(s.ignores, ignoreFile{dir, m})
	}
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
	src, err := os.ReadFile(path)
	if err != nil {
		s.skip(path, err.Error())
		return
	}
	s.result.Files++
	if !lang.mayWrite(src) {
		return
	}
	if longestLine(src) > maxLine {
		s.skip(path, "minified")
		return
	}
	places, err := lang.places(src)
	if err != nil {
		s.skip(path, err.Error())
		return
	}
	s.add(path, lang, src, places)
}

func (s *scanner) add(path string, lang *language, src []byte, places []hit) {
	lines := bytes.Split(src, []byte("\n"))
	for _, p := range places {
		if p.redirect {
			if s.redirected == nil {
				s.redirected = map[string]bool{}
			}
			s.redirected[lang.name] = true
			continue
		}
		line, column := position(src, p.offset)
		if suppressed(lines, line) {
			s.result.Suppressed++
			continue
		}
		s.result.Findings = append(s.result.Findings, Finding{
			Language: lang.name, File: s.rel(path), Line: line, Column: column,
			Reason: p.reason, Message: p.message,
		})
	}
}

// done drops what a redirection in the source itself makes harmless: a program
// that assigns console.log to console.error prints to stderr everywhere.
func (s *scanner) done() Result {
	if s.redirected != nil {
		s.result.Findings = slices.DeleteFunc(s.result.Findings, func(f Finding) bool {
			return s.redirected[f.Language] && f.Reason == ReasonWrite && strings.HasPrefix(f.Message, "console.")
		})
	}
	return s.result
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
