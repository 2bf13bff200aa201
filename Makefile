# Two commands for a newcomer: `make play` and `make test`. Each sets up what it needs.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help play test lint types pytest install bench strength tables clean

help:
	@printf "  make %-10s %s\n" play "play in the terminal (installs the small core into .venv)"
	@printf "  make %-10s %s\n" test "everything that is checked: ruff, mypy, pytest, README"
	@printf "  make %-10s %s\n" install ".venv with every extra"
	@printf "  make %-10s %s\n" bench "measure, and write docs/benchmarks.md"
	@printf "  make %-10s %s\n" strength "play the computer levels against each other, and write docs/strength.md"
	@printf "  make %-10s %s\n" tables "solve quad again and write the tables of the package"

play: .venv/core.stamp
	@$(BIN)/squarely

test: lint types pytest

lint: .venv/all.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/all.stamp
	$(BIN)/mypy
	$(BIN)/mypy tests examples benchmarks

pytest: .venv/all.stamp
	$(BIN)/pytest -n 2

install: .venv/all.stamp

bench: .venv/all.stamp
	$(BIN)/python benchmarks/run.py

strength: .venv/all.stamp
	$(BIN)/python benchmarks/strength.py

tables: .venv/all.stamp
	$(BIN)/python -m squarely.solver.table_maker quad quad:sudden_death=convert

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Squarely needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y python3-venv; }
	$(PYTHON) -m venv .venv

.venv/core.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable .
	@touch $@

.venv/all.stamp: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[test]'
	@touch $@ .venv/core.stamp
