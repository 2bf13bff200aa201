"""The rules compiled say what the rules interpreted say; and whoever only plays loads no compiler."""

import subprocess
import sys
from pathlib import Path

import pytest

from squarely.core.rules import game, registry
from tests.compiled_play import LONGEST, compared

pytestmark = pytest.mark.slow

CORE = Path(game.__file__).parents[1]
MODULES = sorted(".".join(file.relative_to(CORE).with_suffix("").parts) for file in CORE.rglob("[a-z]*.py"))

# One compilation each: with as many variations as possible at once; and in soak the rulebook's rules and the others.
OPTIONS = {
    "center": ("guarded=yes,stalemate=loses", "", "diagonal=allowed,guarded=yes,retreat=forbidden"),
    "numbers": ("capture=choose,double_moves=yes", "", "within=2,komi=4,pie=yes"),
    "quad": (
        *("size=3,turn_limit=13", "size=3", "size=3,sudden_death=convert"),  # whose matches come to sudden death
        *("", "gravity=yes,misere=yes", "begins_sudden_death=second,pie=yes"),
    ),
    "showdown": ("diagonal=allowed,trail=closed,stuck=ties,sealed=8", "", "trail=closed"),
    "snatchers": ("diagonal=allowed,burnt=yes,stuck=passes", "", "burnt=yes"),
}
CASES = [
    pytest.param(name, options, marks=[pytest.mark.soak] if at else [])
    for name in registry.names()
    for at, options in enumerate(OPTIONS[name])
]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_many_matches_are_the_same_compiled(name: str, options: str) -> None:
    lengths = [*compared(registry.load(name, options), 100)]
    assert min(lengths) < LONGEST, "no match came to its end"
    assert len(set(lengths)) > 3 or "retreat" in options  # where each token is placed and no more
    if name == "quad":
        assert max(lengths) == 13 if "turn_limit" in options else max(lengths) > 9


LOAD_ALONE = """
import importlib, sys
for module in sys.argv[1:]:
    for name in [name for name in sys.modules if name.partition(".")[0] == "squarely"]:
        del sys.modules[name]
    before = set(sys.modules)
    importlib.import_module(module)
    print(module, *{name.partition(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)
"""


def test_the_core_needs_the_standard_library_only_and_playing_no_compiler() -> None:
    """Each module is imported as if it were the first."""
    core = [f"squarely.core.{module}" for module in MODULES]
    games = [f"squarely.games.{name}.{part}" for name in OPTIONS for part in ("rules", "words")]
    run = subprocess.run([sys.executable, "-c", LOAD_ALONE, *core, *games], capture_output=True, text=True, check=True)
    loaded = {module: {*others} - {"__mp_main__"} for module, *others in map(str.split, run.stdout.splitlines())}
    assert loaded == {module: {"squarely"} for module in core + games}
