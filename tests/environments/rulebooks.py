"""The five rulebooks of the gg-bench drop-ins: the rules restated, under the action numbers of the collection.

Nothing here comes from squarely: a state is a position line, and what an action leads to is found by the words of it.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tests import restated
from tests.restated import Moves

NINE = [(row, column) for row in range(3) for column in range(3)]
WAYS = ("up", "down", "left", "right")
STEPS = (  # of 463, from and to, by cells 0 to 8
    *("03", "01", "14", "10", "12", "25", "21", "30", "36", "34", "41", "47", "43", "45", "52", "58", "54"),
    *("63", "67", "74", "76", "78", "85", "87"),
)


class Rulebook(NamedTuple):
    begin: str
    words: list[str]
    rules: Callable[[str], tuple[str, Moves]]

    def winner(self, line: str) -> int | None:
        return {"first": 0, "second": 1, "": None}[self.rules(line)[0]]

    def mover(self, line: str) -> int:
        return int(line.split()[1] in "BO2")

    def after(self, line: str) -> dict[int, str]:
        moves = self.rules(line)[1]
        return {action: moves[words] for action, words in enumerate(self.words) if words in moves}


@cache
def center(line: str) -> tuple[str, Moves]:
    """Whoever is blocked passes without an action for it."""
    winner, moves = restated.center(line)
    passed = {words: restated.center(after)[1].get("pass", after) for words, after in moves.items()}
    return winner, passed


@cache
def quad(line: str) -> tuple[str, Moves]:
    """On a full grid one of the other's markers is turned into one's own."""
    winner, moves = restated.quad(line)
    board, me = restated.parted(line)
    you = "O" if me == "X" else "X"
    if winner or "." in board.values():
        return winner, moves
    flipped = {(r, c): restated.joined({**board, (r, c): me}, you) for (r, c) in board if board[r, c] == you}
    return "", {f"{'ABCD'[c]}{r + 1}": after for (r, c), after in flipped.items()}


@cache
def snatchers(line: str) -> tuple[str, Moves]:
    """Up is +y for both."""
    winner, moves = restated.snatchers(line)
    if line.endswith("2"):
        turned = {"up": "down", "down": "up"}
        parts = {words: words.split() for words in moves}
        moves = {f"{turned.get(way, way)} {spaces}": moves[f"{way} {spaces}"] for way, spaces in parts.values()}
    return winner, moves


RULEBOOKS = {
    463: Rulebook(
        "---/---/--- A",
        [f"place {row} {column}" for row, column in NINE if (row, column) != (1, 1)]
        + ["move {} {} {} {}".format(*NINE[int(step[0])], *NINE[int(step[1])]) for step in STEPS],
        center,
    ),
    601: Rulebook("..../..../..../.... X", [f"{column}{row}" for row in range(1, 5) for column in "ABCD"], quad),
    866: Rulebook("123/456/789 1 0-0", [f"{row + 1} {column + 1}" for row, column in NINE], cache(restated.numbers)),
    711: Rulebook("*..../...../...../...../..... 1 -", [*WAYS], cache(restated.showdown)),
    77: Rulebook(
        "1..../...../...../...../....2 1", [f"{way} {spaces}" for way in WAYS for spaces in (1, 2)], snatchers
    ),
}
