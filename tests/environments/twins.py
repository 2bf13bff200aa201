"""What the environments are held against: rules restated on position lines, what is seen of a line, plain values.

What an observation shows is painted from the line alone: no code of the rules is used.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from tests import restated

from .rulebooks import Rulebook

Planes: TypeAlias = list[list[list[int]]]

FOLLOW: dict[str, Callable[[str], tuple[str, restated.Moves]]] = {
    "center": restated.center,
    "numbers": restated.numbers,
    "quad": restated.quad,
    "showdown": restated.showdown,
    "snatchers": restated.snatchers,
}


def followed(name: str, start: str, words: Iterable[object]) -> str:
    """The line that these moves lead to. Each of them has to be legal where it is made."""
    line = start
    for move in words:
        line = FOLLOW[name](line)[1][str(move)]
    return line


def winner(name: str, line: str) -> int | None:
    return {"first": 0, "second": 1, "": None}[FOLLOW[name](line)[0]]


def results(rulebook: Rulebook) -> dict[str, int | None]:
    """Who wins from each state with best play; None where play need never end."""
    states = rulebook.reachable()
    known = {line: won for line in states if (won := rulebook.winner(line)) is not None}
    before = -1
    while len(known) > before:
        before = len(known)
        for line in states:
            if line not in known:
                replies, mover = [known.get(after) for after in rulebook.after(line).values()], rulebook.mover(line)
                if mover in replies:
                    known[line] = mover
                elif None not in replies:
                    known[line] = 1 - mover
    return {line: known.get(line) for line in states}


def lead(rulebook: Rulebook, line: str, known: dict[str, int]) -> int:
    """By how many points the first side will be ahead at the end of 866 with best play."""
    if line not in known:
        leads = [lead(rulebook, after, known) for after in rulebook.after(line).values()]
        first, second = map(int, line.split()[2].split("-"))
        best: Any = max if rulebook.mover(line) == 0 else min
        known[line] = best(leads) if leads else first - second
    return known[line]


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


def is_picture(space: spaces.Space[Any]) -> bool:
    """What Stable-Baselines3 takes for one, restated: it divides by 255, and learns little from our planes then."""
    if not isinstance(space, spaces.Box) or len(space.shape) != 3 or space.dtype != np.uint8:
        return False
    return bool((space.low == 0).all() and (space.high == 255).all())
