"""Dots and Boxes: draw an edge; whoever closes a box has a point and draws again. Who wins, the options say."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.options import Dial, Options, Ruling
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE
from tests.solver.odd.words import *  # noqa: F403
from tests.solver.odd.words import numbers_of

MOST, FEWEST, LAST, MOON, UNEVEN, RACE = range(6)
_WINNING = {
    "most": "the most boxes",
    "fewest": "the fewest boxes",
    "last": "whoever draws the last edge; boxes are merely shown",
    "moon": "the most boxes, but all of them lose",
    "uneven": "the most boxes, by two at least; else it is a tie",
    "race": "whoever has two boxes first, at once",
}
OPTIONS = (
    Dial("rows", 1, 1, 4, "rows of boxes"),
    Dial("columns", 2, 1, 4, "columns of boxes"),
    Ruling("wins", "most", _WINNING, "who wins"),
)


class Law(NamedTuple):
    edges: int
    boxes: tuple[int, ...]  # the edges of each, as a set of bits
    wins: int


class Position(NamedTuple):
    drawn: int
    mover: int
    first: int
    second: int


def enact(options: Options) -> Law:
    rows, columns = int(options["rows"]), int(options["columns"])
    flat = (rows + 1) * columns
    boxes = tuple(
        1 << row * columns + column
        | 1 << (row + 1) * columns + column
        | 1 << flat + row * (columns + 1) + column
        | 1 << flat + row * (columns + 1) + column + 1
        for row in range(rows)
        for column in range(columns)
    )
    return Law(flat + rows * (columns + 1), boxes, list(_WINNING).index(str(options["wins"])))


def start(law: Law) -> Position:
    return Position(0, FIRST, 0, 0)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        for edge in range(law.edges):
            if position.drawn >> edge & 1 == 0:
                yield edge


def play(law: Law, position: Position, move: int) -> Position:
    drawn, closed = position.drawn | 1 << move, 0
    for box in law.boxes:
        if drawn & box == box and position.drawn & box != box:
            closed += 1
    mover = position.mover if closed > 0 else 1 - position.mover
    if position.mover == FIRST:
        return Position(drawn, mover, position.first + closed, position.second)
    return Position(drawn, mover, position.first, position.second + closed)


def outcome(law: Law, position: Position) -> int:
    first, second = position.first, position.second
    if law.wins == RACE and (first >= 2 or second >= 2):
        return FIRST_WINS if first >= 2 else SECOND_WINS
    if position.drawn != (1 << law.edges) - 1:
        return ONGOING
    if law.wins == LAST:
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS
    if first == second or (law.wins == UNEVEN and -2 < first - second < 2):
        return TIE
    ahead = first > second
    if law.wins == FEWEST or (law.wins == MOON and (first == len(law.boxes) or second == len(law.boxes))):
        ahead = not ahead
    return FIRST_WINS if ahead else SECOND_WINS


def points(law: Law, position: Position) -> tuple[int, int]:
    return position.first, position.second


def scoreless(law: Law, position: Position) -> Position:
    return Position(position.drawn, position.mover, 0, 0)


def read_position(law: Law, text: str) -> Position:
    return Position(*numbers_of(text))
