# Two commands for a newcomer: `make play` and `make test`. Each sets up what it needs.
PYTHON ?= python3
BIN := .venv/bin
unexport PYTHONDONTWRITEBYTECODE # the tests start the command a thousand times
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help play serve test lint types pytest install soak pictures bench strength coverage tables clean

help:
	@printf "  make %-10s %s\n" play "play in the terminal (installs the small core into .venv)"
	@printf "  make %-10s %s\n" serve "play in the browser"
	@printf "  make %-10s %s\n" test "everything that is checked: ruff, mypy, pytest, README"
	@printf "  make %-10s %s\n" install ".venv with every extra"
	@printf "  make %-10s %s\n" soak "the long tests: kills, full disks, restarted databases, noise, attacks"
	@printf "  make %-10s %s\n" bench "measure, and write docs/benchmarks.md"
	@printf "  make %-10s %s\n" pictures "take the pictures of the documentation again"
	@printf "  make %-10s %s\n" strength "play the computer levels against each other, and write docs/strength.md"
	@printf "  make %-10s %s\n" coverage "see how often the intervals of the arena hold, and write docs/coverage.md"
	@printf "  make %-10s %s\n" tables "solve quad again and write the tables of the package"

play: .venv/core.stamp
	@$(BIN)/squarely

serve: .venv/web.stamp
	@$(BIN)/squarely serve

test: lint types pytest

lint: .venv/all.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/all.stamp .venv/tools.stamp
	$(BIN)/mypy
	$(BIN)/mypy tests examples benchmarks
	node_modules/.bin/tsc --project .

pytest: .venv/all.stamp .venv/tools.stamp
	$(BIN)/pytest -n 3 --dist loadfile

install: .venv/all.stamp

bench: .venv/all.stamp .venv/tools.stamp .venv/bench.stamp
	$(BIN)/python benchmarks/run.py

soak: .venv/all.stamp .venv/tools.stamp
	SQUARELY_THOROUGH=1 $(BIN)/pytest tests/web/faults tests/web/intruders tests/terminal/test_fuzz.py tests/environments/test_ggbench.py tests/proofs/test_changes.py
	$(BIN)/python -m tests.web.attacks.soak

pictures: .venv/all.stamp .venv/tools.stamp
	$(BIN)/python -m tests.web.browser.pictures

strength: .venv/all.stamp
	$(BIN)/python benchmarks/strength.py

coverage: .venv/all.stamp
	$(BIN)/python benchmarks/interval_coverage.py

tables: .venv/all.stamp
	$(BIN)/python -m squarely.solver.table_maker quad quad:sudden_death=convert

clean:
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Squarely needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y python3-venv; }
	$(PYTHON) -m venv .venv

.venv/core.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable .
	@touch $@

.venv/web.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[web]'
	@touch $@

.venv/bench.stamp: pyproject.toml constraints.txt | .venv/all.stamp
	$(PIP) --editable '.[bench]'
	@touch $@

.venv/all.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[test]'
	@touch $@ .venv/core.stamp

# What the tests need besides Python: a browser, a database server, Node for the types of the page and for axe, and
# what the documentation is run with.
.venv/tools.stamp: package.json | $(BIN)/python
	@missing=""; \
	command -v chromium >/dev/null || missing="$$missing chromium fonts-dejavu-core"; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	for tool in npm curl jq; do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	if [ -n "$$missing" ]; then \
	  [ "$$(id -u)" = 0 ] || { echo "The tests need$$missing; install them, with Debian: apt-get install$$missing"; exit 1; }; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing; \
	fi
	npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@
