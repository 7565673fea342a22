package host

import (
	"embed"
	"errors"
)

//go:embed engine.wasm*
var built embed.FS

// ErrNotBuilt says that this binary was compiled without the module.
var ErrNotBuilt = errors.New("the engine's WebAssembly module is not in this binary: run `make wasm`, then build again")

// Module returns the module's bytes as embedded, or ErrNotBuilt. They are a copy: the caller may keep and change them.
func Module() ([]byte, error) {
	module, err := built.ReadFile("engine.wasm")
	if err != nil {
		return nil, ErrNotBuilt
	}
	return module, nil
}
