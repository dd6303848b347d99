# hitlrun: run `make` for what there is.

GO ?= go
BIN := bin/hitlrun

.DEFAULT_GOAL := help

.PHONY: help
help: ## what there is
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## build bin/hitlrun
	$(GO) build -o $(BIN) ./cmd/hitlrun

.PHONY: install
install: ## install hitlrun into Go's bin folder
	$(GO) install ./cmd/hitlrun

.PHONY: demo
demo: build ## the main job: pause in one process, answer from another
	@scripts/demo.sh $(BIN)

GOTESTSUM := $(GO) run gotest.tools/gotestsum@v1.13.0

# The packages that take longest come first, so that none of them runs alone at the end. One package more than there are processors runs at
# once: many tests wait for a process or a clock. Their programs have no tables for debuggers, and are not vetted (make check does that): it
# saves a third of the time to link them.
.PHONY: test
test: ## every test, and at the end which could not run, and why; RERUN=2 runs what failed up to twice more, and lists it
	$(GOTESTSUM) --format pkgname-and-test-fails $(if $(RERUN),--rerun-fails=$(RERUN)) --packages "./conformance/hostile ./server ./conformance . ./cmd/hitlrun ./conformance/ways ./..." -- \
	  -timeout 30m -vet=off -ldflags=-w -p $$(($$(getconf _NPROCESSORS_ONLN) + 1))

.PHONY: race
race: ## the packages that use goroutines, with the race detector; ARGS="-short" leaves out what takes long, PKGS="./server" picks
	$(GOTESTSUM) --format pkgname-and-test-fails $(if $(RERUN),--rerun-fails=$(RERUN)) --packages "$(or $(PKGS),. ./checkpoint/... ./runtime ./worker ./jsapi/... ./server ./cmd/hitlrun/...)" -- -race -timeout 20m -vet=off -ldflags=-w $(ARGS)

.PHONY: cover
cover: ## how much of each package its own tests cover, with the processes that they start; PKGS="./worker" picks
	@for pkg in $$($(GO) list $(or $(PKGS),./...) | grep -v /conformance); do \
	  tmp=$$(mktemp -d); mkdir $$tmp/data; $(GO) test -c -cover -o $$tmp/test $$pkg && \
	  { ! test -e $$tmp/test || (cd $$($(GO) list -f '{{.Dir}}' $$pkg) && GOCOVERDIR=$$tmp/data $$tmp/test -test.gocoverdir=$$tmp/data > $$tmp/log 2>&1) || cat $$tmp/log; }; \
	  $(GO) tool covdata percent -pkg $$pkg -i $$tmp/data; rm -rf $$tmp; done

.PHONY: conformance
conformance: ## the documented behaviour, case by case
	$(GO) test ./conformance

.PHONY: packages-servers
packages-servers: ## packages that talk to servers, against real ones; installs what is missing, as root on Debian
	@missing=""; for p in postgresql:postgres redis-server:redis-server mariadb-server:mariadbd; do \
	  command -v $${p#*:} >/dev/null || ls /usr/lib/postgresql/*/bin/$${p#*:} /usr/sbin/$${p#*:} >/dev/null 2>&1 || missing="$$missing $${p%:*}"; done; \
	  test -z "$$missing" || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; }
	$(GO) test -count 1 -v ./conformance -run 'TestConnections|TestPackageOfWebAssembly'

.PHONY: torture
torture: ## a thousand kills, power cuts, stops, failed syncs and wrong clocks, and what became of the threads; ARGS="-kills=100 -seed=7"
	$(GO) test -count 1 -timeout 120m -v ./conformance/torture -run Torture -kills=1000 -cuts=1000 -stops=1000 -syncs=1000 -steps=1000 $(ARGS)

.PHONY: bench-server
bench-server: build ## hitlrun serve beside the dev server of LangGraph.js; ARGS='-peer ""' leaves that out
	$(GO) run ./conformance/bench/server $(ARGS)

.PHONY: clients-install
clients-install:
	mkdir -p bin/clients && cp server/testdata/clients/package.json bin/clients/ && npm install --prefix bin/clients --legacy-peer-deps --ignore-scripts --no-audit --no-fund

.PHONY: clients
clients: clients-install ## real clients from npm against the server
	HITLRUN_CLIENTS=$(CURDIR)/bin/clients $(GO) test -count 1 -v ./server -run TestClients

.PHONY: torture-server
torture-server: ## a thousand kills of the server under load, and what became of answers, runs and events; KILLS=100
	HITLRUN_KILLS=$(or $(KILLS),1000) $(GO) test -count 1 -timeout 120m -v ./server -run TestKill

.PHONY: torture-workers
torture-workers: ## a thousand kills of workers under load, and what became of answers and effects; KILLS=100
	HITLRUN_KILLS=$(or $(KILLS),1000) $(GO) test -count 1 -timeout 120m -v . -run TestWorkersAreKilled

.PHONY: hostile
hostile: ## scripts and answers that mean harm, under a hard limit of memory; ARGS="-slack=1" is strict
	$(GO) test -count 1 -v ./conformance/hostile $(ARGS)

.PHONY: mutants
mutants: ## break the mechanism behind each promise, and see its test fail; ARGS="-only power" picks
	$(GO) run ./conformance/mutants $(ARGS)

.PHONY: oracle
oracle: ## record the differential suite on Node; ONLY=graph/ and MISSING=1 pick scripts
	node conformance/oracle/record.mjs $(if $(MISSING),--missing) $(ONLY)

.PHONY: check
check: vet lint ## formatting, vet and golangci-lint

.PHONY: fmt
fmt: ## formatting
	@files=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$files" || { echo "not gofmt-ed: $$files"; exit 1; }

.PHONY: vet
vet: fmt ## formatting and vet
	$(GO) vet ./...

.PHONY: lint
lint: ## golangci-lint, as .golangci.yml has it
	$(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 $(or $(LINT_ARGS),run)

.PHONY: fuzz
fuzz: ## each fuzz test for half a minute; FUZZTIME=10s
	@scripts/fuzz.sh $(or $(FUZZTIME),30s)

.PHONY: cgroups
cgroups: ## the cgroups of workers, in a kernel of its own: needs Debian's user-mode-linux
	UML_KERNEL=$$(command -v linux.uml) $(GO) test -count 1 -v -run '^TestGroups$$' ./worker

.PHONY: windows
windows: ## build for Windows, with Debian's gcc-mingw-w64-x86-64
	CGO_ENABLED=1 GOOS=windows GOARCH=amd64 CC=$(or $(MINGW),x86_64-w64-mingw32-gcc) $(GO) build -o bin/hitlrun.exe ./cmd/hitlrun

.PHONY: vuln
vuln: ## known holes in what the product calls; needs the database of vuln.go.dev
	$(GO) run golang.org/x/vuln/cmd/govulncheck@v1.1.4 ./cmd/hitlrun

BENCHSTAT := $(GO) run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
BASELINE := conformance/bench/baseline.txt
BENCH = $(GO) test -run '^$$' -bench . -count 10 -benchtime 0.5s -timeout 30m ./conformance/bench

.PHONY: bench
bench: ## benchmarks of whole runs, compared with the baseline
	@mkdir -p bin
	$(BENCH) > bin/bench.txt || { cat bin/bench.txt; exit 1; }
	$(BENCHSTAT) $(wildcard $(BASELINE)) bin/bench.txt

.PHONY: baseline
baseline: ## measure the baseline of `make bench` anew; on a quiet machine, in a commit of its own
	@echo "# $$(nproc) cores of $$(sed -n 's/^model name.*: //p;T;q' /proc/cpuinfo), $$($(GO) env GOVERSION), commit $$(git describe --always --dirty)" > $(BASELINE)
	$(BENCH) >> $(BASELINE) || { cat $(BASELINE); exit 1; }

.PHONY: bench-parts
bench-parts: ## benchmarks of all packages, once
	$(GO) test -run '^$$' -bench . -benchmem ./...

.PHONY: bench-peer
bench-peer: ## hitlrun and LangGraph.js in turn, against the goals; ARGS="-quick -only '^hitl'" picks
	$(GO) run ./conformance/bench/peer $(ARGS)

.PHONY: update
update: ## rewrite what tests have recorded; read the diff before you commit it
	$(GO) test ./cmd/hitlrun -update

.PHONY: clean
clean: ## remove what was built
	rm -rf bin
