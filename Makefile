# Two commands for a newcomer: `make play` and `make test`. Each sets up what it needs.
PYTHON ?= python3
BIN := .venv/bin
# Debian keeps nginx where the PATH of an ordinary user does not look.
export PATH := $(PATH):/usr/sbin
unexport PYTHONDONTWRITEBYTECODE # the tests start the command a thousand times
WORKERS := -n 3 --dist loadgroup --no-loadscope-reorder # one more than two cores have room for: some tests wait
# What the tests need besides: three browsers, a terminal, a database server, and what the documentation is run with.
TOOLS := chromium:chromium chromium:fonts-dejavu-core firefox-esr:firefox-esr WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb \
  /usr/lib/postgresql/*/bin/initdb:postgresql tmux:tmux curl:curl jq:jq nginx:nginx-light caddy:caddy git:git
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help play serve quick test lint types pytest install hook soak architecture pictures recording bench bench-billion strength coverage tables messages packages clean

help:
	@printf "  make %-12s %s\n" play "play in the terminal (installs the core and the full-screen app into .venv)"
	@printf "  make %-12s %s\n" serve "play in the browser"
	@printf "  make %-12s %s\n" quick "before each commit: ruff, mypy, and the tests that need no browser, database or compiler"
	@printf "  make %-12s %s\n" test "everything that is checked: ruff, mypy, pytest, README"
	@printf "  make %-12s %s\n" install ".venv with every extra"
	@printf "  make %-12s %s\n" hook "have git call make quick before each commit"
	@printf "  make %-12s %s\n" soak "the long tests: kills, full disks, silent databases, crowds, noise, attacks"
	@printf "  make %-12s %s\n" bench "measure, and write docs/benchmarks.md"
	@printf "  make %-12s %s\n" bench-billion "solve a game of a billion positions (12 GB of memory and 15 GB of disk)"
	@printf "  make %-12s %s\n" pictures "take the pictures of the documentation again"
	@printf "  make %-12s %s\n" architecture "draw the picture of the rooms in docs/architecture.md"
	@printf "  make %-12s %s\n" recording "record the match in README again, and draw it"
	@printf "  make %-12s %s\n" strength "play the computer levels against each other, and write docs/strength.md"
	@printf "  make %-12s %s\n" coverage "see how often the intervals of the arena hold, and write docs/coverage.md"
	@printf "  make %-12s %s\n" tables "solve quad again and write the tables of the package"
	@printf "  make %-12s %s\n" messages "write the types of the page's scripts from the server's messages"

play: .venv/play.stamp
	@$(BIN)/squarely

serve: .venv/web.stamp
	@$(BIN)/squarely serve

quick: lint types
	$(BIN)/pytest $(WORKERS) -m 'not slow and not soak'

test: lint types pytest

lint: .venv/all.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/all.stamp .venv/node.stamp
	$(BIN)/mypy
	$(BIN)/mypy tests examples benchmarks
	node_modules/.bin/tsc --project .

pytest: .venv/all.stamp .venv/tools.stamp
	$(BIN)/pytest $(WORKERS)

install: .venv/all.stamp

hook:
	@hook="$$(git rev-parse --git-path hooks)/pre-commit"; \
	if [ -e "$$hook" ]; then echo "$$hook is there already; add to it: make quick"; exit 1; fi; \
	mkdir -p "$$(dirname "$$hook")"; \
	printf '#!/bin/sh\n# The index that git is about to commit is its own affair.\nunset GIT_DIR GIT_INDEX_FILE\nexec make quick\n' > "$$hook"; \
	chmod +x "$$hook"; echo "Before each commit git calls make quick now; git commit --no-verify does without."

bench: .venv/all.stamp .venv/tools.stamp .venv/bench.stamp .venv/lighthouse.stamp
	$(BIN)/python benchmarks/run.py

bench-billion: .venv/all.stamp
	$(BIN)/python benchmarks/billion.py

soak: .venv/all.stamp .venv/tools.stamp
	SQUARELY_THOROUGH=1 $(BIN)/pytest $(WORKERS) -m 'soak or thorough'
	$(BIN)/python -m tests.web.load.run
	$(BIN)/python -m tests.web.http.attack_soak

architecture: .venv/all.stamp
	$(BIN)/python -m tests.import_graph

pictures: .venv/all.stamp .venv/tools.stamp
	$(BIN)/python -m tests.web.browser.pictures

recording: .venv/all.stamp .venv/tools.stamp
	$(BIN)/python -m tests.terminal.recording

strength: .venv/all.stamp
	$(BIN)/python benchmarks/strength.py

coverage: .venv/all.stamp
	$(BIN)/python benchmarks/interval_coverage.py

tables: .venv/all.stamp
	for options in size=4 sudden_death=convert; do \
	  $(BIN)/squarely solve quad --option $$options --table src/squarely/games/quad/tables || exit 1; \
	done

messages: .venv/all.stamp
	$(BIN)/python -m squarely.web.protocol.openapi

clean:
	rm -rf .venv node_modules benchmarks/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Squarely needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y python3-venv; }
	$(PYTHON) -m venv .venv

.venv/play.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[screen]'
	@touch $@

.venv/web.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[web]'
	@touch $@

.venv/bench.stamp: pyproject.toml constraints.txt | .venv/all.stamp
	$(PIP) --editable '.[bench]'
	@touch $@

.venv/all.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[test]'
	@touch $@ .venv/play.stamp

# What the types of the page and axe need.
.venv/node.stamp: package.json | $(BIN)/python
	$(call needs,npm:npm)
	npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

# What judges the pages in make bench: 185 MB that nothing else needs.
.venv/lighthouse.stamp: benchmarks/package.json .venv/node.stamp
	npm install --prefix benchmarks --no-package-lock --no-audit --no-fund --silent
	@touch $@

.venv/tools.stamp: .venv/node.stamp Makefile
	$(call needs,$(TOOLS))
	@touch $@

# The container installs these before there is anything else: Dockerfile.
packages:
	$(call needs,npm:npm $(TOOLS))

# Installs the Debian packages of the programs that are not there, each written as program:package.
define needs
	@missing=""; \
	for pair in $(1); do \
	  command -v $${pair%%:*} >/dev/null 2>&1 || missing="$$missing $${pair##*:}"; \
	done; \
	if [ -n "$$missing" ]; then \
	  [ "$$(id -u)" = 0 ] || { echo "The tests need$$missing; install them, with Debian: apt-get install$$missing"; exit 1; }; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing; \
	fi
endef
