"""A process that is killed at a match, and the one that goes on with it: every acknowledged move is kept.

A move is acknowledged by a board that shows it.
"""

import os
import re
import select
import time
from contextlib import suppress
from random import Random

import pytest

from squarely.core.match import record
from tests.thorough import many

from .driving import PATIENCE, Desk

# No square of four comes of either of these, nor of the beginning of one with the rest of the other.
ROWS = ["A1", "B1", "C1", "D1", "B2", "A2", "D2", "C2"]
BACK = ["D4", "C4", "B4", "A4", "C3", "D3", "A3", "B3"]


class Side:
    """One of the two processes; everything it has printed."""

    def __init__(self, desk: Desk, *args: str) -> None:
        self.process = desk.started(*args)
        self.printed = ""

    def enter(self, words: str) -> None:
        """A line, unless it has ended already."""
        assert self.process.stdin
        with suppress(BrokenPipeError):
            self.process.stdin.write(f"{words}\n".encode())
            self.process.stdin.flush()

    def wait_for_question(self, count: int) -> None:
        """Until it has asked so often, or has ended."""
        assert self.process.stdout
        while self.printed.count("enter your move") < count:
            assert select.select([self.process.stdout], [], [], PATIENCE)[0], self.printed
            chunk = os.read(self.process.stdout.fileno(), 65536)
            if not chunk:
                return
            self.printed += chunk.decode()

    def end(self) -> None:
        """Leave it without input, and take in the rest of what it says."""
        out, err = self.process.communicate(timeout=PATIENCE)
        self.printed += out.decode()
        assert "Traceback" not in err.decode() + self.printed

    @property
    def acknowledged(self) -> str:
        """The last whole board that it has drawn."""
        boards: list[str] = re.findall(r"(?m)^  A   B   C   D\n(?:[1-4 ] .*\n){7}", self.printed)
        return boards[-1] if boards else ""


@pytest.mark.parametrize("number", range(many(50)))
def test_no_acknowledged_move_is_lost(desk: Desk, number: int) -> None:
    """The second begins before or after the first is killed: it is refused, or goes on with what is there."""
    chance = Random(f"killed {number}")
    first = Side(desk, "play", "quad")
    first.wait_for_question(1)
    begun = chance.randint(1, 4)
    for made, move in enumerate(ROWS[:begun], 2):
        first.enter(move)
        first.wait_for_question(made)
    (path,) = desk.unfinished
    sides = [first]
    if is_early := chance.random() < 0.5:
        sides.append(Side(desk, "resume", str(path)))
    for move in ROWS[begun:]:
        first.enter(move)
        time.sleep(chance.random() * 0.02)
    first.process.kill()
    first.end()
    if not is_early:
        sides.append(Side(desk, "resume", str(path)))
    second = sides[1]
    for move in BACK[: chance.randint(0, 8)]:
        second.enter(move)
        time.sleep(chance.random() * 0.01)
    if chance.random() < 0.5:
        second.process.kill()
    second.end()
    assert second.process.returncode != 2 or is_early, "nobody plays it any more"
    kept = record.read(path.read_text()).match
    boards = [kept.game.words.draw(position) + "\n" for position in kept.positions]
    assert len(kept.moves) >= begun
    for side in sides:
        assert side.acknowledged in ["", *boards], f"kept: {kept.moves}, but it drew\n{side.acknowledged}"
    assert f"resumed after move {len(kept.moves)}" in desk.squarely("resume", str(path), typed=["quit"]).out
