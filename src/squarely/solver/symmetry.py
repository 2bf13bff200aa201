"""Which positions are the same but for how the board lies on the table, or for points already scored."""

from collections.abc import Iterable

from squarely.game import Game, Position


class Symmetry:
    """What a game declares: `turned`, as far as it leaves the roots of a solution as they are, and `scoreless`.

    Only such turns are used, so that whatever a root leads to is exactly what is counted. Points are taken away only
    from those who ask for it: see `squarely.solver.scoring`.
    """

    def __init__(self, game: Game, roots: Iterable[Position], strips: bool = False) -> None:
        self._law = game.law
        self._turned = getattr(game.rules, "turned", None)
        self._scoreless = getattr(game.rules, "scoreless", None) if strips else None
        self.turns: tuple[int, ...] = (0,)
        if self._turned:
            fixed = [self.scoreless(root) for root in roots]
            turns = range(len(game.law.turns))
            self.turns = tuple(
                turn for turn in turns if all(self._turned(self._law, root, turn) == root for root in fixed)
            )

    def scoreless(self, position: Position) -> Position:
        """The position with no points scored yet, where that does not change what can be played."""
        return self._scoreless(self._law, position) if self._scoreless else position

    def images(self, position: Position) -> set[Position]:
        """The position in every way it can lie on the table."""
        if len(self.turns) == 1 or self._turned is None:
            return {position}
        return {self._turned(self._law, position, turn) for turn in self.turns}
