"""Five of the classics written once more, with dictionaries and sets, where no published count is known to us.

They share nothing with examples/games, nor with the core: a board maps (row, column) to whoever stands there.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from tests.solver.plain import explore

NOBODY, FIRST_WINS, SECOND_WINS = 0, 1, 2
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Board(NamedTuple):
    sides: tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]
    mover: int

    def after(self, mine: frozenset[tuple[int, int]], theirs: frozenset[tuple[int, int]]) -> "Board":
        return Board((mine, theirs) if self.mover == 0 else (theirs, mine), 1 - self.mover)


def hex_board(size: int) -> tuple[dict[Board, list[Board]], Callable[[Board], int]]:
    """Hex: chains are looked for by walking."""
    around = (*WAYS, (-1, 1), (1, -1))

    def joins(stones: frozenset[tuple[int, int]], part: int) -> bool:
        reached = todo = [stone for stone in stones if stone[part] == 0]
        for row, column in todo:  # grows while it is read
            near = [(row + down, column + right) for down, right in around]
            todo += [stone for stone in near if stone in stones and stone not in reached]
        return any(stone[part] == size - 1 for stone in reached)

    def result(board: Board) -> int:
        return FIRST_WINS if joins(board.sides[0], 0) else SECOND_WINS if joins(board.sides[1], 1) else NOBODY

    def follow(board: Board) -> Iterator[Board]:
        if result(board) == NOBODY:
            for place in ((row, column) for row in range(size) for column in range(size)):
                if place not in board.sides[0] | board.sides[1]:
                    yield board.after(board.sides[board.mover] | {place}, board.sides[1 - board.mover])

    return explore(Board((frozenset(), frozenset()), 0), follow), result


def dodgem() -> tuple[dict[Board, list[Board]], Callable[[Board], int]]:
    """Dodgem on 3x3: Blue drives right, Red drives up."""
    ahead = ((0, 1), (-1, 0))

    def follow(board: Board) -> Iterator[Board]:
        mine, theirs = board.sides[board.mover], board.sides[1 - board.mover]
        for car in mine:
            for way in WAYS:
                place = (car[0] + way[0], car[1] + way[1])
                is_forward, is_back = way == ahead[board.mover], (-way[0], -way[1]) == ahead[board.mover]
                if not (0 <= place[0] < 3 and 0 <= place[1] < 3):
                    if is_forward:
                        yield board.after(mine - {car}, theirs)
                elif not is_back and place not in mine | theirs:
                    yield board.after(mine - {car} | {place}, theirs)

    start = Board((frozenset({(0, 0), (1, 0)}), frozenset({(2, 1), (2, 2)})), 0)
    return explore(start, follow), lambda board: NOBODY if [*follow(board)] else 1 + board.mover


def konane(size: int) -> tuple[dict[Board, list[Board]], Callable[[Board], int]]:
    """Konane, the gap opened in a corner or in the middle."""
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
    return explore(start, follow), lambda board: NOBODY if [*follow(board)] else 2 - board.mover


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
