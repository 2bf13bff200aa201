"""Komi: points for Player 2, who does not begin, so that to begin is worth less."""

from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, TIE, Game, Position
from squarely.core.rules.options import Dial


class Komi(Game):
    """For games with points in which, at the end, the player with more of them wins."""

    komi = Dial(0, 0, 45, "extra points for Player 2 at the end", change="Player 2 gets {:extra point} at the end")

    def points(self, position: Position) -> tuple[int, int]:
        """What each side has, the points given to Player 2 included."""
        first, second = super().points(position)  # type: ignore[misc]  # None: a game without points
        return first, second + self.komi

    def outcome(self, position: Position) -> int:
        if super().outcome(position) == ONGOING:
            return ONGOING
        first, second = self.points(position)
        if first == second:
            return TIE
        return FIRST_WINS if first > second else SECOND_WINS
