"""The rules compiled say what the rules interpreted say; and whoever only plays loads no compiler."""

import subprocess
import sys
from pathlib import Path

import pytest

from squarely.core.rules import game, registry
from tests.compiled_play import LONGEST, lengths_of_same_play

CORE = Path(game.__file__).parents[1]
MODULES = sorted(".".join(file.relative_to(CORE).with_suffix("").parts) for file in CORE.rglob("[a-z]*.py"))
FIVE = ("center", "numbers", "quad", "showdown", "snatchers")


DIALS = {  # of which each has as many matches as the rulebook's rules
    "center": ("diagonal=allowed,guarded=yes", "guarded=yes,stalemate=loses", "guarded=yes,retreat=forbidden"),
    "numbers": ("within=2,komi=4", "capture=choose", "capture=choose,double_moves=yes"),
    "quad": ("gravity=yes,misere=yes", "begins_sudden_death=second,pie=yes", "sudden_death=convert,turn_limit=20"),
    "showdown": ("trail=closed", "diagonal=allowed", "diagonal=allowed,trail=closed,stuck=ties,sealed=8"),
    "snatchers": ("burnt=yes", "diagonal=allowed", "diagonal=allowed,burnt=yes,stuck=passes"),
}


@pytest.mark.parametrize("name", registry.names())
def test_a_thousand_matches_are_the_same_compiled(name: str) -> None:
    lengths = lengths_of_same_play(250, name, "", *DIALS[name])
    assert len(lengths) == 1_000
    assert len(set(lengths)) > 3
    assert min(lengths) < LONGEST, "no match came to its end"


def test_sudden_death_is_the_same_compiled() -> None:
    lengths = lengths_of_same_play(200, "quad", "size=3", "size=3,sudden_death=convert", "size=3,turn_limit=13")
    assert max(lengths[:200]) > 9
    assert max(lengths[200:400]) > 9
    assert max(lengths[400:]) == 13


def loaded_by(*modules: str) -> set[str]:
    """What a fresh Python loads for these, from outside the standard library."""
    program = f"import sys; before = set(sys.modules); import {', '.join(modules)}; print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {module.partition(".")[0] for module in run.stdout.split()} - sys.stdlib_module_names - {"__mp_main__"}


def test_playing_loads_no_compiler_no_arrays_and_no_colours() -> None:
    games = [f"squarely.games.{name}.{part}" for name in FIVE for part in ("rules", "words")]
    core = ("squarely", "squarely.core.match.match", "squarely.core.match.record")
    assert not loaded_by(*core, *games) & {"numba", "numpy", "rich"}


@pytest.mark.parametrize("module", MODULES)
def test_the_core_needs_the_standard_library_only(module: str) -> None:
    assert loaded_by(f"squarely.core.{module}") == {"squarely"}


def test_what_is_loaded_would_be_seen() -> None:
    assert {"numba", "numpy", "squarely"} <= loaded_by("squarely.solver.compiled")


@pytest.mark.parametrize(("name", "options"), [("numbers", "pie=yes")])
def test_what_the_core_adds_to_the_rules_of_a_game_is_compiled_with_them(name: str, options: str) -> None:
    assert len(set(lengths_of_same_play(100, name, options))) > 3
