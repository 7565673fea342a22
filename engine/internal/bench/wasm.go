package main

import (
	"bytes"
	"context"
	_ "embed"
	stdjson "encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

//go:embed v8.mjs
var v8 []byte

// runWasm measures the wire pass as a WebAssembly module: under wazero beside
// native encoding/json, and in V8 beside JavaScript.
func runWasm(s settings) []gate {
	dir, err := os.MkdirTemp("", "bench")
	check(err)
	defer os.RemoveAll(dir)
	module := filepath.Join(dir, "guest.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", module, "./guest")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	build.Stderr = os.Stderr
	check(build.Run())

	all := corpora(s.bytes)
	return append(underWazero(s, module, all), inV8(s, dir, module, all)...)
}

func underWazero(s settings, module string, all []corpus) []gate {
	code, err := os.ReadFile(module)
	check(err)
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	guest, err := r.InstantiateWithConfig(ctx, code, wazero.NewModuleConfig().WithStartFunctions("_initialize"))
	check(err)
	place, err := guest.ExportedFunction("alloc").Call(ctx, block)
	check(err)
	scan := guest.ExportedFunction("scan")

	var gates []gate
	for _, c := range all {
		times, ratios := race(c.data, max(3, s.rounds/2), []contender{
			{"wire under wazero", func(data []byte) {
				for len(data) > 0 {
					n := min(block, len(data))
					must(guest.Memory().Write(uint32(place[0]), data[:n]))
					_, err := scan.Call(ctx, uint64(n))
					check(err)
					data = data[n:]
				}
			}},
			unmarshal,
		})
		fmt.Printf("%-6s wazero: wire %6.0f MB/s, native encoding/json Unmarshal %6.0f MB/s\n", c.name, mbps(len(c.data), times[0]), mbps(len(c.data), times[1]))
		gates = append(gates, gate{name: c.name + ": wire under wazero / native Unmarshal", got: ratios[1], least: 1.5, unit: "x"})
	}
	return gates
}

// inV8 runs v8.mjs in Node.
func inV8(s settings, dir, module string, all []corpus) []gate {
	node, err := exec.LookPath("node")
	if err != nil {
		fmt.Println("V8: not measured, there is no node here")
		return nil
	}
	script := filepath.Join(dir, "v8.mjs")
	check(os.WriteFile(script, v8, 0o600))
	args := []string{"--no-warnings", script, module, strconv.Itoa(s.rounds)}
	for _, c := range all {
		file := filepath.Join(dir, c.name)
		check(os.WriteFile(file, c.data, 0o600))
		args = append(args, file)
	}
	run := exec.Command(node, args...)
	run.Stderr = os.Stderr
	out, err := run.Output()
	check(err)

	var gates []gate
	dec := stdjson.NewDecoder(bytes.NewReader(out))
	for _, c := range all {
		var ms struct{ Wasm, JS, Ratio float64 }
		check(dec.Decode(&ms))
		mb := float64(len(c.data)) / 1e3
		fmt.Printf("%-6s V8: wire %6.0f MB/s, JavaScript %6.0f MB/s\n", c.name, mb/ms.Wasm, mb/ms.JS)
		least := 4.0
		if c.name == "large" {
			least = 3
		}
		gates = append(gates, gate{name: c.name + ": wire in V8 / JavaScript", got: ms.Ratio, least: least, unit: "x"})
	}
	return gates
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(3)
	}
}
