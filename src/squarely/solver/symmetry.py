"""Which positions are equal up to symmetry, or but for points already scored."""

from collections.abc import Iterable

from squarely.core.rules.fields import Kind
from squarely.core.rules.game import Game, Position


class Symmetry:
    """The symmetries of a game, as far as they leave the roots of a solution as they are.

    Only such are used, so that whatever a root leads to is exactly what is counted. Points are left out only for those
    who ask for it: see `squarely.solver.scoring`.
    """

    def __init__(self, game: Game, roots: Iterable[Position], ignores_score: bool = False, folds: bool = True) -> None:
        """`folds` is off for those who want every position apart, whatever is symmetric."""
        self._game = game
        self._points = {name: 0 for name, kind in game.kinds.items() if ignores_score and kind is Kind.POINTS}
        fixed = [self.without_points(root) for root in roots]
        every = range(len(game.symmetries.squares) if folds else 1)
        self.numbers = tuple(n for n in every if all(game.transform(root, n) == root for root in fixed))

    def without_points(self, position: Position) -> Position:
        """The position as if nobody had scored, where points are left out."""
        return position._replace(**self._points) if self._points else position

    def orbit(self, position: Position) -> set[Position]:
        """The orbit of the position: what it becomes under each symmetry."""
        if len(self.numbers) == 1:
            return {position}
        return {self._game.transform(position, number) for number in self.numbers}
