"""Which positions are equal up to symmetry, or but for points already scored."""

from collections.abc import Iterable

from squarely.core.game import Game
from squarely.core.rules import Position


class Symmetry:
    """The symmetries of a game, as far as they leave the roots of a solution as they are, and `scoreless`.

    Only such are used, so that whatever a root leads to is exactly what is counted. Points are taken away only for
    those who ask for it: see `squarely.solver.scoring`.
    """

    def __init__(self, game: Game, roots: Iterable[Position], strips: bool = False, folds: bool = True) -> None:
        """`folds` is off for those who want every position apart, whatever is symmetric."""
        self._rules, self._law, self._symmetries = game.rules, game.law, game.symmetries
        self._strips = strips and game.rules.has_scoreless
        fixed = [self.scoreless(root) for root in roots]
        every = range(len(game.symmetries.squares) if folds else 1)
        self.numbers = tuple(n for n in every if all(game.transform(root, n) == root for root in fixed))

    def scoreless(self, position: Position) -> Position:
        """The position with no points scored yet, where that does not change what can be played."""
        return self._rules.scoreless(self._law, position) if self._strips else position

    def orbit(self, position: Position) -> set[Position]:
        """The orbit of the position: what it becomes under each symmetry."""
        if len(self.numbers) == 1:
            return {position}
        return {self._rules.transform(self._symmetries, position, number) for number in self.numbers}
