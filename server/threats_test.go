package server

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every threat names a test, and every test that is named is there.
func TestThreatsAreHeld(t *testing.T) {
	tests := map[string]bool{}
	for _, folder := range []string{".", "../cmd", "../wasm"} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(source, -1) {
				tests[string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	threats, err := os.ReadFile("THREATS.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(threats)) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| threat ") || strings.HasPrefix(line, "| ---") {
			continue
		}
		named := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(line, -1)
		inBrowser := regexp.MustCompile("`([\\w./]+\\.ts): ([^`]+)`").FindAllStringSubmatch(line, -1)
		for _, m := range inBrowser {
			if source, err := os.ReadFile("../ui/" + m[1]); err != nil || !strings.Contains(string(source), m[2]) {
				t.Errorf("%s has no test %q, which holds: %s", m[1], m[2], line)
			}
		}
		if len(named)+len(inBrowser) == 0 {
			t.Errorf("nothing holds: %s", line)
		}
		for _, m := range named {
			if !tests[m[1]] {
				t.Errorf("there is no %s, which holds: %s", m[1], line)
			}
		}
	}
}
