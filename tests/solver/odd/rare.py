"""Take one to three from a heap; what you take counts for you. In one corner, the options say which, points do more."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.options import Dial, Options, Ruling
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE
from tests.solver.odd.words import *  # noqa: F403
from tests.solver.odd.words import numbers_of

NOWHERE, END, LEAD, LACKING, PLAY, TURNED, EARLY, SQUARED = range(8)
_CORNERS = {
    "nowhere": "points decide the end and nothing else",
    "end": "one end of all goes to whoever has fewer",
    "lead": "one lead of all does not win",
    "moves": "with one score, at one size of the heap, three may not be taken",
    "play": "with one score, one move brings a point more",
    "turned": "from the middle of the heap on, each has what the other has scored",
    "early": "with one score the game is over before the heap is empty",
    "squared": "what is taken counts by its square, so that one heap and one lead are several scores",
}
OPTIONS = (Dial("heap", 24, 1, 60, "matches in the heap"), Ruling("corner", "nowhere", _CORNERS, "what points do"))


class Law(NamedTuple):
    heap: int
    corner: int


class Position(NamedTuple):
    heap: int
    mover: int
    first: int
    second: int


def enact(options: Options) -> Law:
    return Law(int(options["heap"]), list(_CORNERS).index(str(options["corner"])))


def start(law: Law) -> Position:
    return Position(law.heap, FIRST, 0, 0)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        for taken in range(1, 4):
            forbidden = law.corner == LACKING and taken == 3 and position.heap == 5 and position.first == 15
            if taken <= position.heap and not forbidden:
                yield taken


def play(law: Law, position: Position, move: int) -> Position:
    scored = move * move if law.corner == SQUARED else move
    if law.corner == PLAY and position.heap == 4 and move == 2 and position.first == 14:
        scored += 1
    if position.mover == FIRST:
        return Position(position.heap - move, 1 - position.mover, position.first + scored, position.second)
    return Position(position.heap - move, 1 - position.mover, position.first, position.second + scored)


def outcome(law: Law, position: Position) -> int:
    if position.heap > 0:
        if law.corner == EARLY and position.heap == 3 and position.first == 15:
            return FIRST_WINS
        return ONGOING
    first, second = points(law, position)
    ahead = first - second
    if law.corner == END and position.first == 16:
        ahead = -ahead
    if ahead == 0 or (law.corner == LEAD and ahead == 10):
        return TIE
    return FIRST_WINS if ahead > 0 else SECOND_WINS


def points(law: Law, position: Position) -> tuple[int, int]:
    if law.corner == TURNED and position.heap < law.heap // 2:
        return position.second, position.first
    return position.first, position.second


def scoreless(law: Law, position: Position) -> Position:
    return Position(position.heap, position.mover, 0, 0)


def read_position(law: Law, text: str) -> Position:
    return Position(*numbers_of(text))
