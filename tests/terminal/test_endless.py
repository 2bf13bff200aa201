"""Rules that never come to an end: told with their verb and position, not waited for."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

RULES = """
from typing import NamedTuple
from squarely import FIRST, ONGOING, PLACE, TIE, Game, Mover, SquareSet

class Forever(Game):
    title, goal, players, marks, moves = "Forever", "Fill the board.", ("Ann", "Bob"), ("A", "B"), (PLACE,)
    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover
    def set_up(self): self.rows = self.columns = 2
    def start(self): return self.Position(0, 0, FIRST)
    def legal_moves(self, position):
        for square in range(4):
            if (position.first | position.second) >> square & 1 == 0:
                yield square
        MORE
    def play(self, position, move):
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, 1)
        while position.second == 0 and move == 2:
            pass
        return self.Position(position.first, position.second | 1 << move, 0)
    def outcome(self, position):
        return TIE if position.first | position.second == 15 else ONGOING
"""


def run(home: Path, *args: str, typed: str = "") -> tuple[int, str]:
    """The exit code of the command and all that it says, in lines as long as they are."""
    where = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), str(home))
    command = [sys.executable, "-m", "squarely", *args]
    given: dict[str, Any] = {"input": typed, "env": {**os.environ, **where}, "cwd": home}
    done = subprocess.run(command, **given, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def play_forever(folder: Path, *command: str) -> int:
    """The exit code of a command on rules of which a move never ends; what it says is looked at."""
    (folder / "forever.py").write_text(RULES.replace("MORE", ""))
    code, said = run(folder, *command, "forever.py", typed="A1\nA2\n")
    assert "`play` of forever has not come to an end in 3 seconds of work on " in said
    assert " B (forever.py, line 21)" in said
    return code


@pytest.mark.slow
def test_endless_rules_are_told_with_their_verb_and_position(tmp_path: Path) -> None:
    assert play_forever(tmp_path, "check-game", "--json") == 1
    assert play_forever(tmp_path, "solve") == 2


@pytest.mark.soak
def test_a_match_of_endless_rules_ends(tmp_path: Path) -> None:
    assert play_forever(tmp_path, "play") == 2


@pytest.mark.slow
def test_moves_without_end_are_refused_by_their_law(tmp_path: Path) -> None:
    rules = RULES.replace("MORE", "while position.first == 1: yield 3")
    (tmp_path / "forever.py").write_text(rules.replace("position.second == 0", "False"))
    code, said = run(tmp_path, "check-game", "forever.py")
    assert code == 1
    assert "Legal moves are yielded, numbers in ascending order" in said


def test_a_start_that_is_another_one_each_time_is_not_solved(tmp_path: Path) -> None:
    chosen = RULES.replace("MORE", "").replace("Position(0, 0, FIRST)", "Position(random.choice((0, 3)), 0, FIRST)")
    (tmp_path / "forever.py").write_text(f"import random{chosen}")
    code, said = run(tmp_path, "solve", "forever.py")
    assert code == 2
    assert "forever cannot be solved: it begins with another position each time" in said
