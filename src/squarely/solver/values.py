"""What a position is worth: who wins, how it ends, in how many moves, by how many points. In words and as data too."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from squarely.core.match.match import WINNER_BY_REPETITION
from squarely.core.rules.game import ONGOING, WINNERS, Game, Side
from squarely.core.text.notation import count_noun, with_verb

Kind: TypeAlias = Literal["wins", "loses", "ties", "endless"]

WIN, TIE, ENDLESS = "win", "tie", "endless"
BY_REPETITION = "by repetition"
COUNTED = "moves of both sides are counted"  # said once beside a list of distances
_BOTH = "(both sides counted)"
_NEVER = 1 << 30  # moves to an end that only repetition brings, for comparing


def describe_distance(moves: int) -> str:
    """`1 move`, `17 moves (both sides counted)`: so that they are not taken for the moves of one side."""
    return count_noun(moves, "move") if moves < 2 else f"{count_noun(moves, 'move')} {_BOTH}"


class Value(NamedTuple):
    """The truth about a position under perfect play by both sides.

    Each side would rather win than tie, tie than play on without end, and play on rather than lose; the winner
    wins as soon and the loser as late as possible. Where a game scores, the margin counts before the distance.
    Where repetition ends a match, endless play is a tie or a win by repetition: it has no distance.
    """

    winner: Side | None
    ending: str  # WIN, TIE or ENDLESS: play can go on for ever
    distance: int | None  # moves to the end; None where there is none, or only repetition brings it
    margin: int | None = None  # the winner's points minus the loser's; None where the game has no points
    delayed_by: Side | None = None  # who puts a tie off as long as possible: repetition would be a win

    @property
    def is_by_repetition(self) -> bool:
        return self.distance is None and self.ending != ENDLESS

    def appeal(self, side: Side) -> tuple[int, int, int]:
        """How much a side likes this: larger is better."""
        moves, points = _NEVER if self.distance is None else self.distance, self.margin or 0
        if self.ending == ENDLESS:
            return 1, 0, 0
        if self.winner is None:
            return 2, 0, moves if self.delayed_by == side else -moves
        return (3, points, -moves) if self.winner == side else (0, -points, moves)

    def lead(self, side: Side) -> int:
        """The points by which a side will have won: negative if it will have lost, 0 in a game without points."""
        return (self.margin or 0) * (1 if self.winner == side else -1)

    def has_same_result(self, other: "Value") -> bool:
        """Whether both mean the same result, however long it takes and whatever the margin."""
        return (self.winner, self.ending) == (other.winner, other.ending)

    def earlier(self) -> "Value":
        """The same one move earlier: what is said of the move that leads here counts that move too."""
        return self if self.distance is None else self._replace(distance=self.distance + 1)

    def __str__(self) -> str:
        return self.describe_briefly(("first", "second"))

    def describe(self, names: Sequence[str]) -> str:
        """`Ann wins by 5 points in 3 moves (both sides counted)`, `you have won`, `play can go on for ever`."""
        brief = self.describe_briefly(names)
        return brief if (self.distance or 0) < 2 else f"{brief} {_BOTH}"

    def describe_briefly(self, names: Sequence[str]) -> str:
        """`Ann wins in 3 moves`: the same for a list that says once that moves of both sides are counted."""
        if self.winner is not None and self.distance == 0:
            return f"{with_verb(names[self.winner], 'has won')}{self.describe_margin()}"
        moves = f" in {count_noun(self.distance, 'move')}" if self.distance else ""
        return f"{self.describe_result(names)}{self.describe_margin()}{moves}"

    def describe_result(self, names: Sequence[str]) -> str:
        """`Ann wins`, `you win`, `a tie`, `play can go on for ever`: without how long it takes and by how much."""
        if self.ending == ENDLESS:
            return "play can go on for ever"
        result = "a tie" if self.winner is None else with_verb(names[self.winner], "wins")
        return f"{result} {BY_REPETITION}" if self.is_by_repetition else result

    def describe_margin(self) -> str:
        """` by 5 points`, or nothing without a margin."""
        return f" by {count_noun(self.margin, 'point')}" if self.margin else ""

    def describe_for(self, side: Side) -> str:
        """`wins in 3`, `loses by 5 points in 2`, `ties in 4`, `wins at once`, `ties by repetition`, `never ends`."""
        how = self.kind_for(side)
        if how == "endless":
            return "never ends"
        if self.is_by_repetition:
            return f"{how} {BY_REPETITION}"
        if self.distance == 0:
            return {"wins": "has won", "loses": "has lost", "ties": "has tied"}[how] + self.describe_margin()
        return f"{how}{self.describe_margin()} {'at once' if self.distance == 1 else f'in {self.distance}'}"

    def kind_for(self, side: Side) -> Kind:
        if self.ending == ENDLESS:
            return "endless"
        return "ties" if self.winner is None else "wins" if self.winner == side else "loses"

    def as_data(self) -> dict[str, str | int | None]:
        told = {"ending": self.ending, "distance": self.distance, "margin": self.margin}
        return {"winner": None if self.winner is None else str(self.winner), **told}


# What play without end comes to: it goes on, or it is what the rules make of repetition. From a position that has not
# occurred yet this is exact. A side that can force an end does so without coming to any position twice: every move
# brings the end nearer. And play that need not end comes to some position for the third time.


def has_repetition_rule(game: Game) -> bool:
    """Whether a position that comes again and again ends the match."""
    return game.settings["repetition"] in WINNER_BY_REPETITION


def find_patient_side(game: Game) -> Side | None:
    """The side that wins by repetition, and so would rather go on than tie; None if neither does."""
    return WINNER_BY_REPETITION.get(str(game.settings["repetition"]))


def find_endless_result(game: Game) -> int:
    """What play without end is, as the rules count results: ONGOING where it just goes on."""
    winner = find_patient_side(game)
    return next(each for each in WINNERS if WINNERS[each] == winner) if has_repetition_rule(game) else ONGOING


def find_endless_value(game: Game) -> Value:
    """What a position is worth from which play need never end."""
    if not has_repetition_rule(game):
        return Value(None, ENDLESS, None)
    winner = find_patient_side(game)
    return Value(winner, TIE if winner is None else WIN, None)
