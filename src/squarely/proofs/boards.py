"""The outcome of many positions at once: of boards on which only some squares are known.

Rules that take sets of squares for numbers are given numbers that say of each square whether it belongs, for whatever
may stand there. Where they compare what is not known, both answers are followed: one narrows what may stand on the
board, the other is not kept in mind, so that more boards are looked at than there are, never fewer.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from squarely.core.errors import SquarelyError
from squarely.core.rules.game import Game, Side

Sets: TypeAlias = tuple[int, ...]  # squares: those on which there may be nothing, first's marker, second's
_MOST = 20_000  # lines of reasoning, and answers in one


class DoesNotHold(SquarelyError):
    """An argument that proves nothing. The message says why."""


class Board:
    """What may stand on each square, after the answers that were supposed."""

    def __init__(self, may: Sets, supposed: list[bool]) -> None:
        self.may, self.supposed, self.asked = may, supposed, 0
        self.others: list[list[bool]] = []  # what else could be supposed
        self.all = may[0] | may[1] | may[2]

    def suppose_equal(self, differ: Sets) -> bool:
        """Whether two sets are equal, which differ on these squares if that stands there."""
        same = tuple(may & ~each for may, each in zip(self.may, differ, strict=True))
        if any(each & ~self.all for each in differ) or same[0] | same[1] | same[2] != self.all:
            return False
        if same == self.may:
            return True
        if self.asked > _MOST:
            raise TypeError
        if self.asked == len(self.supposed):
            self.others.append([*self.supposed, True])
            self.supposed.append(False)
        answer = self.supposed[self.asked]
        self.asked, self.may = self.asked + 1, same if answer else self.may
        return answer


def _combine(how: Callable[[int, int], int]) -> Callable[["Marks", Any], "Marks"]:
    """An operation on numbers as one on sets of squares, whatever stands there."""

    def combine(marks: "Marks", other: Any) -> "Marks":
        others = other.sets if isinstance(other, Marks) else (other,) * 3
        return Marks(marks.board, tuple(map(how, marks.sets, others)))

    return combine


class Marks:
    """A set of squares as rules know it; what they can do with numbers besides this is a TypeError."""

    __hash__ = None  # type: ignore[assignment]
    __and__ = __rand__ = _combine(int.__and__)
    __or__ = __ror__ = _combine(int.__or__)
    __xor__ = __rxor__ = _combine(int.__xor__)

    def __init__(self, board: Board, sets: Sets) -> None:
        self.board, self.sets = board, sets

    def __invert__(self) -> "Marks":
        return self ^ -1

    def __eq__(self, other: object) -> bool:
        return self.board.suppose_equal((self ^ other).sets)

    def __bool__(self) -> bool:
        return self != 0


def list_outcomes(game: Game, may: Sets, mover: Side) -> Iterator[tuple[int, Sets]]:
    """Every outcome that such boards can have, with what may stand on those with it; DoesNotHold if that is unclear."""
    lines: list[list[bool]] = [[]]
    for _ in range(_MOST):
        board = Board(may, lines.pop())
        first, second = Marks(board, (0, board.all, 0)), Marks(board, (0, 0, board.all))
        try:
            yield game.outcome(game.Position(first, second, int(mover))), board.may
        except (TypeError, AttributeError):
            break
        lines += board.others
        if not lines:
            return
    raise DoesNotHold("these rules do not tell the outcome from sets of squares alone")
