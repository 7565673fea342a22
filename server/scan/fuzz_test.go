package scan

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Code that nests as deep as a file allows is read in bounded time and depth.
func TestHostileNesting(t *testing.T) {
	for _, piece := range []string{"if(a)", "if(a){", "if(", "!", "(", "a?", "else if(a)", "switch(a){case ", "=>{", "function a(){"} {
		src := "console.log(1);if(" + strings.Repeat(piece, (16<<10)/len(piece))
		if _, err := Scan(write(t, map[string]string{"a.js": src})); err != nil {
			t.Error(err)
		}
	}
}

// No code, however broken, ends a scan.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		"if (x) { console.log(1) } else y", "switch (a) { case 'b': case", "(a, b) => { console.log", "export { a as b } from './c'", "class A { b() { console.log() }",
		"function f(a): { b: 1 } { console.log(`${", "import {", "x ? console.log(1) : ", "if (", "}))(", "const a = (", "console.log = (", "// node_modules/a.js", "case 'a':",
	} {
		f.Add(seed)
	}
	dir := f.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"bin":"a.ts"}`), 0o600); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if err := os.WriteFile(filepath.Join(dir, "a.ts"), []byte(src), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Scan(dir); err != nil {
			t.Error(err)
		}
	})
}
