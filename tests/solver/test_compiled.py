"""The rules compiled say what the rules interpreted say; and whoever only plays loads no compiler."""

import subprocess
import sys
from pathlib import Path

import pytest

from squarely.core.rules import game, registry
from tests.compiled_play import LONGEST, lengths_of_same_play

pytestmark = pytest.mark.slow

CORE = Path(game.__file__).parents[1]
MODULES = sorted(".".join(file.relative_to(CORE).with_suffix("").parts) for file in CORE.rglob("[a-z]*.py"))

OPTIONS = {  # one compilation each: of the rulebook's rules, then of as many others as possible at once
    "center": ("", "diagonal=allowed,guarded=yes,retreat=forbidden", "guarded=yes,stalemate=loses"),
    "numbers": ("", "within=2,komi=4,pie=yes", "capture=choose,double_moves=yes"),
    "quad": (
        *("size=3", "size=3,sudden_death=convert", "size=3,turn_limit=13"),  # whose matches come to sudden death
        *("", "gravity=yes,misere=yes", "begins_sudden_death=second,pie=yes"),
    ),
    "showdown": ("", "trail=closed", "diagonal=allowed,trail=closed,stuck=ties,sealed=8"),
    "snatchers": ("", "burnt=yes", "diagonal=allowed,burnt=yes,stuck=passes"),
}
MATCHES = 250


@pytest.mark.parametrize("name", registry.names())
def test_many_matches_are_the_same_compiled(name: str) -> None:
    lengths = lengths_of_same_play(MATCHES, name, *OPTIONS[name])
    longest = [max(lengths[first : first + MATCHES]) for first in range(0, len(lengths), MATCHES)]
    assert len(longest) == len(OPTIONS[name])
    assert len(set(lengths)) > 3
    assert min(lengths) < LONGEST, "no match came to its end"
    if name == "quad":
        assert longest[0] > 9
        assert longest[1] > 9
        assert longest[2] == 13


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
    assert list(loaded) == core + games
    for module, others in loaded.items():
        assert others == {"squarely"}, module
