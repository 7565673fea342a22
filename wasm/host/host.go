// Package host runs the engine's WebAssembly module under wazero: the same judgement as package engine, in a sandbox
// that has no file, no clock, no network, and no more memory and time than it is given.
//
// Call Open once (it compiles, a second from nothing and a twentieth of that from a cache folder), then Check as often as
// wanted, from any number of goroutines; each call has an instance of its own. Check has engine.Check's signature and
// gives the same bytes. A stream is judged through Start.
//
//	Open -> Engine -> Start -> Session: Feed*, Finish, Report, Close
//
// It refuses a module whose ABI it does not know. What went wrong inside the guest is an error, never a panic here, and
// the instance it went wrong in is not used again.
package host

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// abiVersion is the one of wasm/guest that this package speaks.
const abiVersion = 1

// pageSize is WebAssembly's unit of memory, in bytes.
const pageSize = 1 << 16

// defaultMemory is what an instance may use when Options does not say, in bytes.
const defaultMemory = 1 << 30

// Options are what an Engine may use. The zero value is a good choice.
type Options struct {
	CacheDir    string // where compiled code is kept between processes; "" = nowhere
	MemoryLimit int64  // bytes that one instance may use, rounded up to 64 KiB; 0 = 1 GiB; at most 4 GiB
}

// Engine is the compiled module. It is safe for concurrent use.
type Engine struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
	cache   wazero.CompilationCache // nil = none
}

// Open compiles the embedded module. It returns ErrNotBuilt when there is none.
func Open(ctx context.Context, options Options) (*Engine, error) {
	module, err := Module()
	if err != nil {
		return nil, err
	}
	return compile(ctx, module, options)
}

func compile(ctx context.Context, module []byte, options Options) (*Engine, error) {
	config := wazero.NewRuntimeConfig().WithCloseOnContextDone(true).WithMemoryLimitPages(memoryPages(options.MemoryLimit))
	e := &Engine{}
	if options.CacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(options.CacheDir)
		if err != nil {
			return nil, fmt.Errorf("opening the cache of compiled modules: %w", err)
		}
		e.cache = cache
		config = config.WithCompilationCache(cache)
	}
	e.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, e.runtime); err != nil {
		_ = e.Close(ctx)
		return nil, fmt.Errorf("giving the module its imports: %w", err)
	}
	var err error
	if e.module, err = e.runtime.CompileModule(ctx, module); err != nil {
		_ = e.Close(ctx)
		return nil, fmt.Errorf("compiling the module: %w", err)
	}
	return e, nil
}

// memoryPages rounds a limit in bytes up to pages, within what WebAssembly can address.
func memoryPages(limit int64) uint32 {
	if limit <= 0 {
		limit = defaultMemory
	}
	const most = 1 << 16
	return uint32(min((limit+pageSize-1)/pageSize, most))
}

// Close gives back the compiled code. Sessions that are still open end.
func (e *Engine) Close(ctx context.Context) error {
	err := e.runtime.Close(ctx)
	if e.cache != nil {
		if cacheErr := e.cache.Close(ctx); err == nil {
			err = cacheErr
		}
	}
	return err
}

// Check judges a whole transcript: report JSON, the bytes that engine.Check gives. The error says that the bytes are no
// transcript, that the context ended, or that the guest failed (GuestError).
func (e *Engine) Check(ctx context.Context, transcript []byte) ([]byte, error) {
	s, err := e.Start(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Close(ctx)
	if err := s.Feed(ctx, transcript); err != nil {
		return nil, err
	}
	if err := s.Finish(ctx); err != nil {
		return nil, err
	}
	return s.Report(ctx)
}
