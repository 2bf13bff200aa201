"""What the environments are held against: rules restated on position lines, and what is seen of a line.

What an observation shows is painted from the line alone: no code of the rules is used.
"""

from collections.abc import Iterable
from typing import TypeAlias

from tests import restated

Planes: TypeAlias = list[list[list[int]]]

FOLLOW: dict[str, restated.Rules] = {
    name: getattr(restated, name) for name in ("center", "numbers", "quad", "showdown", "snatchers")
}


def followed(name: str, start: str, words: Iterable[object]) -> str:
    """The line that these moves lead to. Each of them has to be legal where it is made."""
    line = start
    for move in words:
        line = FOLLOW[name](line)[1][str(move)]
    return line


def winner(name: str, line: str) -> int | None:
    return {"first": 0, "second": 1, "": None}[FOLLOW[name](line)[0]]


def where(board: str, mark: str) -> list[list[int]]:
    return [[int(glyph == mark) for glyph in row] for row in board.split("/")]


def filled(board: str, number: int) -> list[list[int]]:
    return [[int(number) for _ in row] for row in board.split("/")]


def see_center(line: str) -> Planes:
    board, mover = line.split()
    held = [filled(board, 4 - board.count(mark)) for mark in "AB"]
    return [where(board, "A"), where(board, "B"), filled(board, mover == "B"), *held]


def see_quad(line: str) -> Planes:
    board, mover = line.split()
    return [where(board, "X"), where(board, "O"), filled(board, mover == "O"), filled(board, "." not in board)]


def see_numbers(line: str) -> Planes:
    board, mover, score = line.split()
    worth = [[".123456789ABCDEFG".index(glyph) for glyph in row] for row in board.split("/")]
    return [worth, filled(board, mover == "2"), *(filled(board, int(points)) for points in score.split("-"))]


def see_showdown(line: str) -> Planes:
    board, mover, last = line.split()
    steps = [filled(board, last == way) for way in ("up", "down", "left", "right")]
    return [where(board, "*"), filled(board, mover == "2"), *steps]


def see_snatchers(line: str) -> Planes:
    board, mover = line.split()
    both = where(board, "1"), where(board, "2")
    # A captured token is not drawn any more; it was where the other stands.
    first, second = (plane if any(map(any, plane)) else both[1 - side] for side, plane in enumerate(both))
    return [first, second, filled(board, mover == "2")]


SEEN = dict(zip(FOLLOW, (see_center, see_numbers, see_quad, see_showdown, see_snatchers), strict=True))
