"""What an observation shows, painted from the position line alone: no code of the rules is used."""

from collections.abc import Callable
from typing import TypeAlias

Planes: TypeAlias = list[list[list[int]]]


def center(line: str, tokens: int = 4) -> Planes:
    board, mover = line.split()
    held = [filled(board, tokens - board.count(mark)) for mark in "AB"]
    return [where(board, "A"), where(board, "B"), filled(board, mover == "B"), *held]


def quad(line: str) -> Planes:
    board, mover = line.split()
    return [where(board, "X"), where(board, "O"), filled(board, mover == "O"), filled(board, "." not in board)]


def numbers(line: str) -> Planes:
    board, mover, score = line.split()
    worth = [[".123456789ABCDEFG".index(glyph) for glyph in row] for row in board.split("/")]
    return [worth, filled(board, mover == "2"), *(filled(board, int(points)) for points in score.split("-"))]


def showdown(line: str) -> Planes:
    board, mover, last = line.split()
    steps = [filled(board, last == way) for way in ("up", "down", "left", "right")]
    return [where(board, "*"), filled(board, mover == "2"), *steps]


def snatchers(line: str) -> Planes:
    board, mover = line.split()
    both = where(board, "1"), where(board, "2")
    # A captured token is not drawn any more; it was where the other stands.
    first, second = (plane if any(map(any, plane)) else both[1 - side] for side, plane in enumerate(both))
    return [first, second, filled(board, mover == "2")]


def where(board: str, mark: str) -> list[list[int]]:
    return [[int(glyph == mark) for glyph in row] for row in board.split("/")]


def filled(board: str, number: int) -> list[list[int]]:
    return [[int(number) for _ in row] for row in board.split("/")]


SEEN: dict[str, Callable[[str], Planes]] = {
    "center": center,
    "numbers": numbers,
    "quad": quad,
    "showdown": showdown,
    "snatchers": snatchers,
}
