"""The rules compiled say what the rules interpreted say; and whoever only plays loads no compiler."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import numba
import numpy as np
import pytest

from squarely.core.board.grid import Symmetries
from squarely.core.rules import game, registry
from squarely.core.rules.game import ONGOING, Game
from squarely.solver.compiled import compile_game
from squarely.solver.flatten import flatten

LONGEST = 200  # moves; a longer match is cut here
MOST_TOLD = LONGEST * 80


def compared(game: Game, matches: int) -> Iterator[int]:
    """Play so many matches both ways and compare all that is told. Gives the length of each match."""
    play, law, random = told_by_machine_code(game), flatten(game).law, Random(f"{game.name} {game.options}")
    symmetries = Symmetries(*(cast(Any, np.array(table, np.int64)) for table in game.symmetries))
    buffer = np.zeros(MOST_TOLD, np.int64)
    for number in range(matches):
        start = game.deal(random.randrange(game.deals()))
        draws = np.array([random.randrange(1 << 30) for _ in range(LONGEST)])
        told, length = told_interpreted(game, start, draws.tolist())
        machine = buffer[: play(law, symmetries, start, draws, buffer)].tolist()
        assert told == machine, f"{game.name} {game.options} match {number} from {game.write_position(start)}"
        yield length


def told_interpreted(game: Game, position: Any, draws: list[int]) -> tuple[list[int], int]:
    """For every position of a match: its hash, its outcome, its legal moves, and the hash of an image."""
    told = []
    for length, draw in enumerate(draws):
        outcome, legal = game.outcome(position), list(game.legal_moves(position))
        image = game.transform(position, draw % len(game.symmetries.squares))
        told += [hash(position), outcome, len(legal), *legal, hash(image)]
        if outcome != ONGOING:
            return told, length
        position = game.play(position, legal[draw % len(legal)])
    return told, len(draws)


def told_by_machine_code(game: Game) -> Callable[..., int]:
    """The same, compiled: fills a buffer and gives how much of it."""
    compiled = compile_game(game)
    legal_moves, play, outcome, transform = compiled.legal_moves, compiled.play, compiled.outcome, compiled.transform

    @numba.njit
    def told(law: Any, symmetries: Any, position: Any, draws: Any, buffer: Any) -> int:
        used = 0
        for draw in draws:
            buffer[used] = hash(position)
            buffer[used + 1] = outcome(law, position)
            first = used + 3
            used = first
            for move in legal_moves(law, position):
                buffer[used] = move
                used += 1
            buffer[first - 1] = used - first
            buffer[used] = hash(transform(symmetries, position, draw % len(symmetries.squares)))
            used += 1
            if buffer[first - 2] != ONGOING:
                return used
            chosen = buffer[first + draw % buffer[first - 1]]
            position = play(law, position, chosen)
        return used

    return cast(Callable[..., int], told)


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
