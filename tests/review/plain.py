"""The truth about small games as the plain solver of tests/solver has it, and how a review words it."""

from functools import cache, cached_property
from typing import NamedTuple

from squarely import Game
from squarely.core.rules.game import ONGOING, Position

from ..solver import plain


class Truth(NamedTuple):
    winner: int | None
    ending: str
    moves: int | None
    points: int | None = None

    def liking(self, side: int) -> tuple[int, int, int]:
        """How much a side likes it: a win, a tie, no end, a loss; then points; then to win soon or lose late."""
        moves, points = self.moves or 0, self.points or 0
        if self.ending == "endless":
            return 1, 0, 0
        if self.winner is None:
            return 2, 0, -moves
        return (3, points, -moves) if self.winner == side else (0, -points, moves)

    @property
    def by_points(self) -> str:
        return f" by {self.points} point{'s' * (self.points != 1)}" if self.points else ""

    def says(self, names: tuple[str, str]) -> str:
        if self.ending == "endless":
            return "play can go on for ever"
        moves = f" in {far(self.moves or 0)}" if self.moves else ""
        if self.winner is None:
            return f"a tie{moves}"
        name = names[self.winner]
        verbs = ("win", "have won") if name == "you" else ("wins", "has won")
        return f"{name} {verbs[not self.moves]}{self.by_points}{moves}"


def far(moves: int) -> str:
    return "1 move" if moves == 1 else f"{moves} moves (both sides counted)"


class Plain:
    def __init__(self, game: Game, start: Position) -> None:
        self.game, self.start = game, start

    @cached_property
    def after(self) -> dict[Position, dict[str, Position]]:
        """For each position that can come, the positions that its moves lead to."""
        following = plain.reachable(self.game, self.start).items()
        return {p: dict(zip(map(str, self.game.named_moves(p)), after, strict=True)) for p, after in following}

    def ended(self, position: Position) -> Truth | None:
        return None if self.game.outcome(position) == ONGOING else self.truth(position)

    @cached_property
    def _truths(self) -> dict[Position, Truth]:
        solve = plain.solve_points if self.game.points(self.start) else plain.solve
        sides = {"first": 0, "second": 1, None: None}
        return {p: Truth(sides[verdict[0]], *verdict[1:]) for p, verdict in solve(self.game, self.start).items()}

    def truth(self, position: Position) -> Truth:
        return self._truths[position]

    def keeping(self, position: Position) -> list[str]:
        """The moves after which the result, winner and ending, is what it was."""
        kept = self.truth(position)[:2]
        return [move for move, after in self.after[position].items() if self.truth(after)[:2] == kept]


@cache
def plain_from(game: Game, start: Position) -> Plain:
    return Plain(game, start)
