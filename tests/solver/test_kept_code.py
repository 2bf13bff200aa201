"""Machine code that is kept: loaded by the next process, never for other rules, and never believed when damaged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]

# Two games that look the same to a linker: their names, fields and methods are equal, only what they do is not.
RULES = """
from collections.abc import Iterator
from typing import NamedTuple
from squarely import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from tests.solver.odd.words import Odd

def most(heap: int) -> int:
    return 2 if heap < 4 else 4

class Heap(Odd):
    class Position(NamedTuple):
        heap: int
        mover: int
    def start(self): return self.Position(21, FIRST)
    def legal_moves(self, position) -> Iterator[int]:
        for taken in range(1, min(most(position.heap), position.heap) + 1):
            yield taken
    def play(self, position, move): return self.Position(position.heap - move, 1 - position.mover)
    def outcome(self, position):
        if position.heap:
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS
"""
SOLVE = """
import sys
from numba.core import event
from squarely.core.rules import registry
from squarely.solver.large import solve
with event.install_recorder("numba:compile") as compiled:
    for file in sys.argv[1:]:
        source = registry.find_source(file)
        registry.lend(source)
        game = registry.load(source.name)
        solution, wins = solve(game, game.start()), ""
        for heap in range(1, 22):
            values = [(mover, solution.value(game.Position(heap, mover))) for mover in (0, 1)]
            (won, *_) = [value.winner == mover for mover, value in values if value]
            wins += "+" if won else "-"
        print(game.name, wins)
print(len(compiled.buffer))
"""


def run(home: Path, *given: Path | int, script: str = SOLVE, **settings: str) -> list[str]:
    """What a new process says, last how much it has compiled."""
    done = subprocess.run(  # from the folder in which `tests` lies
        [sys.executable, "-c", script, *map(str, given)],
        env={**os.environ, "XDG_CACHE_HOME": str(home), **settings},
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_the_next_process_compiles_nothing(tmp_path: Path) -> None:
    """By a loop of our own: for which heaps the mover wins who may take up to four, or two of less than four."""
    (file := tmp_path / "heap.py").write_text(RULES)
    wins = [False]
    for heap in range(1, 22):
        wins.append(not all(wins[heap - taken] for taken in range(1, min(2 if heap < 4 else 4, heap) + 1)))
    expected = "heap " + "".join("+" if won else "-" for won in wins[1:])
    assert run(tmp_path, file)[0] == expected
    assert run(tmp_path, file) == [expected, "0"]


MIX = """
import sys
from numba.core import event
from squarely.solver.compiled import jit
from squarely.solver.kept_code import jit_kept

def make(step):
    names = {"step": step}
    lines = ["    number = (number * 31 + step) % 1_000_003"] * 99  # too long to be inlined: a symbol that is linked
    exec("\\n".join(["def mix(number):", *lines, "    return number"]), names)
    mix = jit(names["mix"])
    @jit_kept
    def mix_twice(number):
        return mix(mix(number))
    return names["mix"], mix_twice

with event.install_recorder("numba:compile") as compiled:
    for plain, mix_twice in (make(int(step)) for step in sys.argv[1:]):
        print(mix_twice(3) == plain(plain(3)), end=" ")
print(len(compiled.buffer) > 0)
"""


def test_functions_of_one_name_are_not_taken_for_each_other(tmp_path: Path) -> None:
    for step in (1, 2):  # each in a process of its own, which numbers its functions alike
        assert run(tmp_path, step, script=MIX) == ["True True"]
    assert run(tmp_path, 2, 1, script=MIX) == ["True True False"]
    assert run(tmp_path, 1, script=MIX, NUMBA_OPT="1") == ["True True"]  # nor what was made by another setting


def test_damaged_and_foreign_code_is_compiled_anew(tmp_path: Path) -> None:
    for step in (1, 2):
        run(tmp_path, step, script=MIX)
    first, second = tmp_path.rglob("*.code")
    whole, foreign = first.read_bytes(), second.read_bytes()
    for content in (whole[:-9] + b"\x55" + whole[-8:], b"", foreign):
        first.write_bytes(content)
        assert run(tmp_path, 1, 2, script=MIX) == ["True True True"]
        assert first.read_bytes() != content
    assert run(tmp_path, 1, 2, script=MIX) == ["True True False"]


def test_without_a_folder_to_write_to_it_only_takes_time(tmp_path: Path) -> None:
    (tmp_path / "squarely").write_text("no folder")
    for _ in range(2):
        assert run(tmp_path, 1, script=MIX) == ["True True"]
