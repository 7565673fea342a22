// Package ui holds the built workbench page, embedded.
//
// Call Files. The page is built by `make ui` into ui/dist, which git ignores: a clone that never ran it still compiles,
// and Files then says false. Beside every script, style and module of assets/ lies a .br of it; names in assets/ carry a
// digest of their content, so they may be cached for ever, and nothing else may.
package ui

import (
	"bytes"
	"embed"
	"io/fs"
	"sync"
)

//go:embed all:dist
var dist embed.FS

// MakeTarget is the make target that builds the page, for whoever has to say that it is missing.
const MakeTarget = "make ui"

// buildSection heads the custom section that wasm/strip ends the engine's module with; the rest of it is the build.
var buildSection = []byte("\x00\x12\x05build")

const buildLength = 12

// EngineBuild tells the engine that the page has from other builds of its version; "" when there is none.
var EngineBuild = sync.OnceValue(func() string {
	names, _ := fs.Glob(dist, "dist/assets/engine-*.wasm") // the pattern is sound
	if len(names) != 1 {
		return ""
	}
	module, err := dist.ReadFile(names[0])
	if err != nil {
		return ""
	}
	return buildOf(module)
})

func buildOf(module []byte) string {
	at := len(module) - buildLength
	if at < 0 || !bytes.HasSuffix(module[:at], buildSection) {
		return ""
	}
	return string(module[at:])
}

// Files returns the built page (index.html, assets/…, what lies in ui/public), and whether it has been built at all.
func Files() (files fs.FS, built bool) {
	files, err := fs.Sub(dist, "dist")
	if err != nil { // dist is a valid path, embedded above
		panic(err)
	}
	_, err = fs.Stat(files, "index.html")
	return files, err == nil
}
