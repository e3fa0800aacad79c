# `make` alone lists the commands. All build products go to .build.

SHELL := /bin/bash
.DEFAULT_GOAL := help
PREFIX ?= /usr/local
SECONDS ?= 60

# The packages that a bare Debian 12 lacks: for building and playing, then for the tests only.
PACKAGES := binutils libuv1-dev libssl-dev libncursesw5-dev libssh-dev libsqlite3-dev zlib1g-dev
TEST_PACKAGES := chromium-headless-shell curl fish iproute2 liblua5.3-0 libopentracing-c-wrapper0 libwrap0 \
	mandoc nvpy openssh-client openssl procps python3 python3-paramiko python3-pip python3-pyte python3-requests python3-urwid \
	python3-websockets redis-tools strace systemd tmux zsh
# Unpacked and not installed, because an installed one is a service that listens.
UNPACKED := caddy haproxy nginx openssh-server
# The programs that make packages and check them.
DIST_PACKAGES := dpkg-dev lintian
DIST := .build/package
COMMITTED = $(shell git log -1 --format=%ct)
# Clients as published on PyPI. sncli needs Simperium3, requests and urwid.
TEST_WHEELS := Simperium3==0.1.5 asciinema==2.4.0 simplenote==2.1.4 sncli==0.4.4

# The files of Assets with their paths under PREFIX/share.
INSTALLED := man/tictactoe.5=man/man5/tictactoe.5 man/tictactoe.6=man/man6/tictactoe.6 \
	man/tictactoe-server.8=man/man8/tictactoe-server.8 \
	completions/tictactoe.bash=bash-completion/completions/tictactoe \
	completions/tictactoe.zsh=zsh/site-functions/_tictactoe \
	completions/tictactoe.fish=fish/vendor_completions.d/tictactoe.fish

# Colours would be on at a terminal and off in a pipe. Then the compiler's commands would differ, and
# SwiftPM would rebuild everything after a change between the two.
SWIFT := swift
PLAIN := --no-color-diagnostics
# Without a table of exported names, which only loaded libraries use, the program is a megabyte smaller.
# The other flags make the bytes of packages independent of the build.
SMALL := -Xlinker --no-export-dynamic -Xlinker -z -Xlinker now -Xlinker --build-id=none
RELEASE := --configuration release --static-swift-stdlib $(PLAIN) $(SMALL)

# The tests are one program. Debug information takes 7 % of the build, and only backtraces need it, so
# only `make test DEBUG=1` has it. The compiler's check of its own output, which is off, takes another
# 5 %. SwiftPM finds tests in the index for editors, so the index stays, without libraries.
DEBUG_BUILD := $(SWIFT) build $(PLAIN) -Xswiftc -index-ignore-system-modules \
	-Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify $(if $(DEBUG),,-debug-info-format none)
TEST_BUILD := $(DEBUG_BUILD) --product tictactoePackageTests
TESTS := .build/debug/tictactoePackageTests.xctest
# The tests that run alone, because they need the whole machine, or all child processes.
ALONE := (ExitTests|TimingTests)[./]
# The tests of the built program and of a real Redis. `make unit T=Play` runs only PlayTests.
SYSTEM := EndToEndTests RedisStoreTests
UNIT = $(if $(T),$(T)Tests,$(filter-out $(SYSTEM),$(notdir $(wildcard Tests/*Tests))))
# The first seed. A tree always has the same seeds; the file is raised when an issue is closed.
export SEED_BASE ?= $(shell cat .ci/seed-base)

.PHONY: help deps test-deps build play serve unit test soak bench benchmarks figures load goldens pictures \
	fuzz format lint manuals install uninstall docs library deb dist clean

help: ## this list
	@echo 'make play starts the game; the rest:'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' Makefile

deps: ## install the Debian packages that building needs and this machine lacks
	@.ci/packages $(PACKAGES)

test-deps: deps ## install those that only the tests need
	@.ci/packages $(TEST_PACKAGES)
	@.ci/wheels $(TEST_WHEELS)
	@.ci/unpacked $(UNPACKED)

build: deps ## build the optimised program, .build/release/tictactoe
	@$(SWIFT) build $(RELEASE) --product tictactoe

play: build ## play in this terminal
	@.build/release/tictactoe

serve: build ## run a server for all players who can reach this machine
	@.build/release/tictactoe serve

unit: deps ## test without the built program and Redis; T=Play builds and runs PlayTests only
	TICTACTOE_ONLY='$(UNIT)' $(TEST_BUILD)
	@TIER=unit .ci/tests $(TESTS) --skip '$(ALONE)' $(if $(T),--filter '^$(T)Tests\.')

test: test-deps ## test with more seeds, and the built program with real terminals, ssh and Redis
	$(TEST_BUILD)
	@.ci/tests --limit 60 --slowest 30 $(TESTS) --skip '$(ALONE)'
	@.ci/tests $(TESTS) --filter '$(ALONE)' --no-parallel

soak: test-deps ## test for an hour: thousands of seeds, sanitizers, kills, fuzzing, packages; BRIEF=1 is shorter
	$(TEST_BUILD)
	@BRIEF=$(BRIEF) DEBUG_BUILD='$(DEBUG_BUILD)' TESTS='$(TESTS)' ALONE='$(ALONE)' SYSTEM='$(SYSTEM)' \
		.ci/soak $(ONLY)

benchmarks: test-deps
	@for product in tictactoe Attackers Load Benchmarks; do $(SWIFT) build $(RELEASE) --product $$product || exit; done

bench: benchmarks ## measure, and print each figure beside its target; JSON=FILE to keep the figures
	@.build/release/Benchmarks --json $(or $(JSON),.build/bench.json) $(ONLY)

figures: ## add the last figures to FIGURES.md: make figures VERSION=0.3.0
	@.ci/figures '$(VERSION)' $(or $(JSON),.build/bench.json)

load: deps ## let simulated people play on a server: make load ON=HOST:PORT WITH="--players 200"
	@$(SWIFT) build $(RELEASE) --product Load
	@.build/release/Load $(or $(ON),127.0.0.1:8383) $(WITH)

goldens: test-deps ## renew the screens that tests compare with; read the difference before you commit it
	TICTACTOE_ONLY='PlayTests EndToEndTests' $(TEST_BUILD)
	@RENEW_GOLDENS=1 .ci/tests $(TESTS) --filter 'GoldenTests|EndToEndTests\.Fixture'

pictures: build ## renew the pictures of the README
	@.ci/packages tmux python3-pil fonts-dejavu-core
	@Assets/pictures/take .build/release/tictactoe

fuzz: deps ## feed random bytes to each parser for SECONDS=n
	@.ci/fuzz $(SECONDS)

format: ## format the code
	@$(SWIFT) format --in-place --recursive --parallel Sources Tests Snippets Package.swift

lint: ## fail if `make format` would change anything
	@$(SWIFT) format lint --strict --recursive --parallel Sources Tests Snippets Package.swift

manuals: build ## renew the manual pages and the completions
	@for page in $(notdir $(wildcard Assets/man/*)); do \
		.build/release/tictactoe manual $$page >Assets/man/$$page; done
	@for shell in bash zsh fish; do \
		.build/release/tictactoe completions $$shell >Assets/completions/tictactoe.$$shell; done

# The program is not built again, because the user who may write to PREFIX may have no Swift.
install: ## install the program, its manual and its completions under PREFIX=/usr/local
	@test -x .build/release/tictactoe || $(MAKE) build
	mkdir -p $(DESTDIR)$(PREFIX)/bin
	Assets/package/lean .build/release/tictactoe $(DESTDIR)$(PREFIX)/bin/tictactoe
	for pair in $(INSTALLED); do \
		install -D -m 644 Assets/$${pair%=*} $(DESTDIR)$(PREFIX)/share/$${pair#*=}; done

uninstall: ## remove the installed files
	rm -f $(DESTDIR)$(PREFIX)/bin/tictactoe
	rm -f $(foreach pair,$(INSTALLED),$(DESTDIR)$(PREFIX)/share/$(lastword $(subst =, ,$(pair))))

docs: deps ## build SimperiumKit's documentation in .build/docs; a web server serves it below /tictactoe
	@$(DEBUG_BUILD) --target SimperiumKit
	@rm -rf .build/symbols .build/docs && mkdir -p .build/symbols
	@swift-symbolgraph-extract -module-name SimperiumKit -I .build/debug/Modules \
		$(foreach map,$(wildcard $(CURDIR)/Sources/System/C/*/module.modulemap),-Xcc -fmodule-map-file=$(map)) \
		-target $(shell uname -m)-unknown-linux-gnu -minimum-access-level public \
		-experimental-allowed-reexported-modules=SimperiumJSON,SimperiumWire \
		-output-dir .build/symbols
	@docc convert Sources/Simperium/SimperiumKit/SimperiumKit.docc --warnings-as-errors \
		--additional-symbol-graph-dir .build/symbols --output-dir .build/docs \
		--transform-for-static-hosting --hosting-base-path tictactoe \
		--fallback-display-name SimperiumKit \
		--fallback-bundle-identifier org.example.SimperiumKit

library: build ## test SimperiumKit as a dependency, by tag and by path, with a server
	@Assets/package/try-library tag .build/elsewhere .build/release/tictactoe
	@Assets/package/try-library path .build/elsewhere .build/release/tictactoe

# The package is built from the last commit in a folder of its own, so it contains nothing else.
deb: deps ## build a package for Debian 12 in .build/package
	@.ci/packages $(DIST_PACKAGES)
	@rm -rf $(DIST)/tree $(DIST)/*.deb && mkdir -p $(DIST)/tree
	@git archive HEAD | tar --extract --directory $(DIST)/tree
	@$(SWIFT) build $(RELEASE) --product tictactoe --package-path $(DIST)/tree \
		--scratch-path $(DIST)/build
	@SOURCE_DATE_EPOCH=$(COMMITTED) $(DIST)/tree/Assets/package/build-deb \
		$(DIST)/build/release/tictactoe $(DIST)
	@lintian --fail-on error $(DIST)/*.deb

dist: deb ## build an archive for other systems, and checksums of it and the package
	@SOURCE_DATE_EPOCH=$(COMMITTED) $(DIST)/tree/Assets/package/build-tar \
		$(DIST)/build/release/tictactoe $(DIST)

clean: ## remove everything that was built
	rm -rf .build
