module stdioscope/engine/internal/bench

go 1.26.0

require (
	github.com/go-json-experiment/json v1.27.2
	github.com/goccy/go-json v0.12.0
	stdioscope v0.0.0
)

replace stdioscope => ../../..
