"""What a position is worth: who wins, how it ends, in how many moves, by how many points."""

from collections.abc import Sequence
from typing import NamedTuple

from squarely.game import Side

WIN, TIE, ENDLESS = "win", "tie", "endless"


class Value(NamedTuple):
    """The truth about a position under perfect play by both sides.

    Each side would rather win than tie, tie than play on without end, and play on rather than lose; the winner
    wins as soon and the loser as late as possible. Where a game scores, the margin counts before the distance.
    """

    winner: Side | None
    ending: str  # WIN, TIE or ENDLESS: play need never end
    distance: int | None  # moves to the end; None where there is none
    margin: int | None = None  # the winner's points minus the loser's; None where the game has no points

    def appeal(self, side: Side) -> tuple[int, int, int]:
        """How much a side likes this: larger is better."""
        moves, points = self.distance or 0, self.margin or 0
        if self.ending == ENDLESS:
            return 1, 0, 0
        if self.winner is None:
            return 2, 0, -moves
        return (3, points, -moves) if self.winner == side else (0, -points, moves)

    def lead(self, side: Side) -> int:
        """The points by which a side will have won: negative if it will have lost, 0 in a game without points."""
        return (self.margin or 0) * (1 if self.winner == side else -1)

    def agrees(self, other: "Value") -> bool:
        """Whether both mean the same result, however long it takes and whatever the margin."""
        return (self.winner, self.ending) == (other.winner, other.ending)

    def earlier(self) -> "Value":
        """The same one move earlier: what is said of the move that leads here counts that move too."""
        return self if self.distance is None else self._replace(distance=self.distance + 1)

    def __str__(self) -> str:
        return self.told(("first", "second"))

    def told(self, names: Sequence[str]) -> str:
        """`Ann wins in 3 moves by 5 points`, `Ann has won`, `a tie in 4 moves`, `play need never end`."""
        if self.ending == ENDLESS:
            return "play need never end"
        moves = f" in {self.distance} move" + ("" if self.distance == 1 else "s") if self.distance else ""
        points = f" by {self.margin} point" + ("" if self.margin == 1 else "s") if self.margin else ""
        if self.winner is None:
            return f"a tie{moves}"
        return f"{names[self.winner]} {'wins' if self.distance else 'has won'}{moves}{points}"
