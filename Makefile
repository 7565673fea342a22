# What we do here, by name. `make` alone lists it.
#
# Needs Go 1.26, Node 20.19 or later with npm, and make. What is fresh is not built again.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# The platforms of a release.
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

.PHONY: dist site picture help run build test test-go test-wasm test-ui e2e lint lint-go lint-ui bench bench-ui soak fuzz wasm ui check clean need-go need-node

MODULE   := wasm/host/engine.wasm
PAGE     := ui/dist/index.html
PACKAGES := ui/node_modules/.package-lock.json
SDKS     := fixtures/servers/sdk/node_modules/.package-lock.json
SOURCES  := $(shell find engine wasm/guest wasm/strip -name '*.go' ! -name '*_test.go') go.mod Makefile
UI_FILES := $(shell find ui/src ui/public -type f) $(wildcard ui/*.ts ui/*.js ui/*.json ui/*.html)
CHROMIUM ?= $(firstword $(foreach name,chromium chromium-browser google-chrome,$(shell command -v $(name))))
FUZZTIME ?= 30s

help: ## list what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## build all and open the workbench
	bin/stdioscope serve

build: $(PAGE) | need-go ## leave bin/stdioscope and bin/fixture
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o bin/ ./cmd/stdioscope ./cmd/fixture

# Without inlining where it gains little speed, and without the tables that only tracebacks read, the module is an eighth
# smaller on the wire. The packages that look at every byte or every message keep theirs; there, what only findings need
# says go:noinline.
WASM_FLAGS := -gcflags='stdioscope/...=-l' $(foreach p,engine engine/wire engine/transcript,-gcflags='stdioscope/$(p)=')

wasm: $(MODULE) ## the engine as a WebAssembly module
$(MODULE): $(SOURCES) | need-go
	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -buildvcs=false -trimpath -ldflags='-s -w -buildid=' $(WASM_FLAGS) -o $@ ./wasm/guest
	go run ./wasm/strip $@

ui: $(PAGE) ## the workbench page
$(PAGE): $(MODULE) $(PACKAGES) $(UI_FILES)
	cd ui && npm run --silent build
	@# Vite lists what the page holds, and leaves out what its workers do.
	@cd ui && { printf '\n## @zip.js/zip.js (BSD-3-Clause)\n\n'; cat node_modules/@zip.js/zip.js/LICENSE; } >>dist/licenses.md
	@touch $@

site: build ## the page as a static folder, site/, for any web server and any path
	rm -rf site
	bin/stdioscope site site

$(PACKAGES) $(SDKS): %/node_modules/.package-lock.json: %/package.json %/package-lock.json | need-node
	cd $* && npm ci --no-audit --no-fund
	@touch $@

test: test-go test-wasm test-ui e2e ## all tests: Go with the race detector, wazero, page, Chromium

# What go test leaves out it says with -v alone, so what is missing here is said here. In CI nothing is left out.
test-go: build $(SDKS)
ifeq ($(STDIOSCOPE_TEST_POSTGRES),)
	@echo '*** SKIPPED: the tests on PostgreSQL. STDIOSCOPE_TEST_POSTGRES=postgres://… names one that they may make schemas in. ***' >&2
	@test -z "$$CI"
endif
	go test -race ./...

test-wasm: $(MODULE) ## the tests that run the module under wazero, which the race detector would slow fourfold
	go test ./wasm/...

test-ui: $(MODULE) $(PACKAGES)
	cd ui && npm run --silent test

e2e: build ## the tests in a real Chromium
ifeq ($(CHROMIUM),)
	@echo '*** SKIPPED: the Chromium tests. No chromium, chromium-browser or google-chrome here; CHROMIUM=PATH names another. ***' >&2
	@test -z "$$CI"
else
	cd ui && CHROMIUM='$(CHROMIUM)' npm run --silent e2e
endif

picture: e2e ## the README's picture, as the tests saw it
	cp ui/screenshots/run.png ui/readme.png

lint: lint-go lint-ui ## everything that reads the code without running it

lint-go: bin/staticcheck | need-go
	@unformatted=$$(gofmt -l cmd engine server wasm fixtures ui/embed.go); \
	  test -z "$$unformatted" || { echo "gofmt would change: $$unformatted" >&2; exit 1; }
	go vet ./...
	GOOS=windows go vet ./...
	GOOS=darwin go vet ./...
	GOOS=wasip1 GOARCH=wasm go vet ./engine/... ./wasm/guest
	bin/staticcheck ./...

bin/staticcheck: | need-go
	GOBIN='$(CURDIR)/bin' go install honnef.co/go/tools/cmd/staticcheck@v0.8.2

lint-ui: $(MODULE) $(PACKAGES)
	cd ui && npm run --silent check && npm run --silent lint

bench: $(SDKS) | need-go ## how fast the engine reads, a check ends and the recorder passes on, beside what else could
	cd engine/internal/bench && go run .
	go test -run '^$$' -bench Check -benchtime 20x ./cmd/stdioscope
	go test -run '^$$' -bench 'Flood|Record' -benchtime 1x ./cmd/stdioscope

bench-ui: build ## how fast the workbench is in Chromium; on a machine that does nothing else
	cd ui && CHROMIUM='$(CHROMIUM)' npm run --silent bench

soak: build ## every demo server 200 times, 20 at a time: nothing may be left over
	STDIOSCOPE_SOAK=200 go test -count 1 -timeout 30m -run Soak ./fixtures

fuzz: ## every fuzz target for FUZZTIME (30s)
	@for package in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$package | grep '^Fuzz'); do \
	    echo "$$package $$target"; go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$package || exit 1; \
	  done; \
	done

dist: $(PAGE) | need-go ## one static binary a platform in dist/, with checksums and the licences of what is in them
	@rm -rf dist && mkdir dist
	@set -e; for platform in $(PLATFORMS); do \
	  os=$${platform%/*} arch=$${platform#*/}; out=dist/stdioscope-$$os-$$arch; [ $$os = windows ] && out=$$out.exe; \
	  echo $$out; CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch go build -buildvcs=false -trimpath -ldflags='-s -w' -o $$out ./cmd/stdioscope; \
	done
	@set -e; { cat ui/dist/licenses.md; echo; echo '# In the binaries'; \
	  { echo go "$$(go env GOVERSION)" "$$(go env GOROOT)"; \
	    go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./cmd/stdioscope | sort -u; } | \
	  while read -r module version dir; do printf '\n## %s %s\n\n' "$$module" "$$version"; cat "$$dir"/LICENSE*; done; } >dist/LICENSES.md
	cd dist && sha256sum stdioscope-* >SHA256SUMS

check: test lint ## all that CI runs

clean: ## forget what was built
	rm -rf bin site $(MODULE) ui/dist/assets ui/dist/*.* ui/screenshots ui/test-results

need-go:
	@command -v go >/dev/null || { echo 'stdioscope is written in Go: install Go 1.26 or later (https://go.dev/doc/install).' >&2; exit 1; }

need-node:
	@command -v npm >/dev/null && node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' || \
	  { echo 'The page is built with Node 20.19 or later and npm: install them (https://nodejs.org). `go build ./cmd/stdioscope` does without, and without the page.' >&2; exit 1; }
