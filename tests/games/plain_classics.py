"""Two of the classics written once more, with sets of squares, where no published count is known to us: they share
nothing with examples/games, nor with the core.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from tests.solver.plain import explore

WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Board(NamedTuple):
    sides: tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]
    mover: int

    def after(self, mine: frozenset[tuple[int, int]], theirs: frozenset[tuple[int, int]]) -> "Board":
        return Board((mine, theirs) if self.mover == 0 else (theirs, mine), 1 - self.mover)


def konane(size: int) -> tuple[dict[Board, list[Board]], Callable[[Board], int]]:
    """The gap is opened in a corner or in the middle."""
    places = [(row, column) for row in range(size) for column in range(size)]
    middle = {(size - 1) // 2, size // 2}

    def follow(board: Board) -> Iterator[Board]:
        mine, theirs = board.sides[board.mover], board.sides[1 - board.mover]
        gaps = [place for place in places if place not in mine | theirs]
        if len(gaps) < 2:
            for row, column in mine:
                opens = {row, column} <= {0, size - 1} or {row, column} <= middle
                if any((row + down, column + right) in gaps for down, right in WAYS) if gaps else opens:
                    yield board.after(mine - {(row, column)}, theirs)
            return
        for row, column in mine:
            for down, right in WAYS:
                taken: frozenset[tuple[int, int]] = frozenset()
                for jump in range(1, size, 2):
                    over = (row + jump * down, column + jump * right)
                    reached = (over[0] + down, over[1] + right)
                    if over not in theirs or reached not in gaps:
                        break
                    taken |= {over}
                    yield board.after(mine - {(row, column)} | {reached}, theirs - taken)

    black = frozenset(place for place in places if sum(place) % 2 == 0)
    start = Board((black, frozenset(places) - black), 0)
    return explore(start, follow), lambda board: 0 if [*follow(board)] else 2 - board.mover


def most_boxes(height: int, width: int) -> tuple[int, dict[frozenset[object], int]]:
    """Dots and Boxes: by how many boxes whoever begins wins, and the same after every first line."""
    across = [("across", row, column) for row in range(height + 1) for column in range(width)]
    down = [("down", row, column) for row in range(height) for column in range(width + 1)]
    boxes = [
        {("across", row, column), ("across", row + 1, column), ("down", row, column), ("down", row, column + 1)}
        for row in range(height)
        for column in range(width)
    ]

    @cache
    def best(left: frozenset[object]) -> int:
        return max((lead(left, line) for line in left), default=0)

    def lead(left: frozenset[object], line: object) -> int:
        closed = sum(line in box and not box & (left - {line}) for box in boxes)
        rest = best(left - {line})
        return closed + rest if closed else -rest

    every: frozenset[object] = frozenset([*across, *down])
    return best(every), {frozenset({line}): lead(every, line) for line in every}
