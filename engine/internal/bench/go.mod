module stdioscope/engine/internal/bench

go 1.26.0

require (
	github.com/go-json-experiment/json v1.27.2
	github.com/goccy/go-json v0.12.0
	github.com/tetratelabs/wazero v1.12.0
	stdioscope v0.0.0
)

require golang.org/x/sys v0.50.0 // indirect

replace stdioscope => ../../..
