//go:build !race

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

var built = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "stdioscope-strip-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "module.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-buildvcs=false", "-trimpath", "-ldflags=-s -w -buildid=", "-o", name, "./testdata/module")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
})

func module(t *testing.T) []byte {
	t.Helper()
	module, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// start runs a module; what it says on stderr comes into said.
func start(t *testing.T, module []byte, said *bytes.Buffer) api.Module {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	runtime := wazero.NewRuntime(ctx)
	t.Cleanup(func() { _ = runtime.Close(ctx) })
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	m, err := runtime.InstantiateWithConfig(ctx, module, wazero.NewModuleConfig().WithStartFunctions("_initialize").WithStderr(said))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestStrippedModuleRunsAsBefore(t *testing.T) {
	whole := module(t)
	stripped, err := strip(whole)
	if err != nil {
		t.Fatal(err)
	}
	if saved := len(whole) - len(stripped); saved < 50_000 {
		t.Errorf("%d of %d bytes were saved, want 50000 at least", saved, len(whole))
	}
	var said bytes.Buffer
	m := start(t, stripped, &said)
	for _, test := range []struct {
		function       string
		argument, want uint64
	}{
		{"collect", 12, 1<<13 - 1}, // the collector finds its way on the stack
		{"catch", 1, 0},
		{"catch", 9, 1}, // a panic finds its deferred call
	} {
		got, err := m.ExportedFunction(test.function).Call(t.Context(), test.argument)
		if err != nil || got[0] != test.want {
			t.Errorf("%s(%d): got %v, %v; want %d", test.function, test.argument, got, err, test.want)
		}
	}
	if _, err := m.ExportedFunction("fall").Call(t.Context()); err == nil {
		t.Error("a panic was not seen outside")
	}
	for _, want := range []string{"panic: the bottom", "main.deep("} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("the traceback does not say %q:\n%s", want, &said)
		}
	}
	if strings.Contains(said.String(), "main.go:") {
		t.Errorf("the traceback names lines, so they were not stripped:\n%s", &said)
	}
	if bytes.Contains(stripped, []byte("runtime.gcStart")) || !bytes.Contains(whole, []byte("runtime.gcStart")) {
		t.Error("the names of the runtime's functions were not stripped")
	}
}

func TestTwiceIsOnce(t *testing.T) {
	once, err := strip(module(t))
	if err != nil {
		t.Fatal(err)
	}
	twice, err := strip(once)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(once, twice) {
		t.Error("stripping again changed the module")
	}
}

func TestRefuses(t *testing.T) {
	whole := module(t)
	empty := "\x00asm\x01\x00\x00\x00"
	oneSegment := empty + "\x0b\x0a\x01\x00\x41\x00\x0b\x04text"
	for _, test := range []struct {
		name   string
		module []byte
	}{
		{"nothing", nil},
		{"no module", []byte("#!/bin/sh\necho\n")},
		{"no data", []byte(empty)},
		{"data without a function table", []byte(oneSegment)},
		{"a segment that is cut off", []byte(oneSegment[:len(oneSegment)-1])},
		{"a module that is cut off", whole[:len(whole)/2]},
		{"another layout", bytes.Replace(bytes.Clone(whole), headerMagic, []byte("\xf2\xff\xff\xff\x00\x00\x01\x08"), 1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := strip(test.module); err == nil {
				t.Error("it was taken")
			}
		})
	}
}

func FuzzStrip(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x0b\x0a\x01\x00\x41\x00\x0b\x04text"))
	f.Fuzz(func(_ *testing.T, module []byte) { _, _ = strip(module) }) // no panic
}

func TestSignedModuleRunsAndSaysWhichItIs(t *testing.T) {
	whole := module(t)
	one := signed(whole)
	if !bytes.Equal(one, signed(whole)) {
		t.Error("the same module is signed in two ways")
	}
	if section := one[len(whole):]; !bytes.HasPrefix(section, []byte("\x00\x12\x05build")) || len(section) != 20 {
		t.Errorf("the section is %q", section)
	}
	other := bytes.Replace(bytes.Clone(whole), headerMagic, []byte("\xf2\xff\xff\xff\x00\x00\x01\x08"), 1)
	if bytes.Equal(one[len(whole):], signed(other)[len(whole):]) {
		t.Error("two modules are signed alike")
	}
	start(t, one, &bytes.Buffer{})
}
