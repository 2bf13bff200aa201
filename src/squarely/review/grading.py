"""Grade a match: what each move was worth, where the result turned, how accurate each side was."""

from bisect import bisect_left
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.match.match import Match
from squarely.core.rules.game import Move, Position, Side
from squarely.solver.oracle import Oracle, ValuedMove
from squarely.solver.values import Value


class Grade(NamedTuple):
    """One move of a match, held against the truth."""

    number: int  # counted from 1
    position: Position  # where it was made
    before: Value
    move: Move
    reached: Position
    after: Value
    valued_moves: tuple[ValuedMove, ...]  # every move there was, the best first

    @property
    def side(self) -> Side:
        return Side(self.position.mover)

    @property
    def keeps_result(self) -> bool:
        """Whether the result is still what it was. If not, this is a turning point."""
        return self.after.has_same_result(self.before)

    @property
    def cost(self) -> int:
        """What the move lost: points where there are points, else 1 if it lost the result."""
        return measure_cost(self.before, self.after, self.side)

    @property
    def points_lost(self) -> int | None:
        """The cost in a game with points; None in others."""
        return None if self.before.margin is None else self.cost

    @property
    def moves_lost(self) -> int:
        """By how many moves it wins later, or loses sooner, than the best move; 0 in games with points."""
        before, after = self.before.distance, self.after.distance
        counts = self.keeps_result and self.before.winner is not None and self.before.margin is None
        return abs(after + 1 - before) if counts and before is not None and after is not None else 0

    @property
    def random_cost(self) -> Fraction:
        """What a random mover would have lost here on average; 0 where nothing could be lost."""
        costs = [measure_cost(self.before, each.value, self.side) for each in self.valued_moves]
        return Fraction(sum(costs), len(costs))

    @property
    def flawless(self) -> tuple[ValuedMove, ...]:
        """The moves that lose nothing, the best first."""
        return tuple(each for each in self.valued_moves if not measure_cost(self.before, each.value, self.side))


@dataclass(frozen=True)
class MatchReview:
    """A match with the grade of every move."""

    match: Match
    start: Value
    grades: tuple[Grade, ...]

    @property
    def values(self) -> tuple[Value, ...]:
        """The value of every position of the match, the start first."""
        return (self.start, *(grade.after for grade in self.grades))

    @property
    def turning_points(self) -> tuple[Grade, ...]:
        """The moves that changed the result."""
        return tuple(grade for grade in self.grades if not grade.keeps_result)

    @property
    def mistakes(self) -> tuple[Grade, ...]:
        """The moves that lost something: the turning points, and where there are points those that cost some."""
        return tuple(grade for grade in self.grades if grade.cost)

    def accuracy(self, side: Side) -> Fraction | None:
        """100 for losing nothing, 0 for losing as much as a random mover would in the same positions.

        Less than 0 for losing more. None if there was nothing to lose: then every move was as good as forced.
        """
        own = [grade for grade in self.grades if grade.side == side]
        random = sum((grade.random_cost for grade in own), Fraction(0))
        return 100 - 100 * sum(grade.cost for grade in own) / random if random else None


def grade_match(match: Match, oracle: Oracle) -> MatchReview:
    """The review of a match. TooLarge if the oracle cannot know its game."""
    start = oracle.value(match.start)  # asked first, so that one solution holds the whole match
    made = zip(match.positions[:-1], match.moves, range(1, len(match.positions)), strict=True)
    return MatchReview(match, start, tuple(grade_move(oracle, *each) for each in made))


def grade_end(match: Match, oracle: Oracle) -> MatchReview:
    """The review of the last moves of a match, as many as the oracle can judge; TooLarge if it can judge none.

    Its match begins where that is; moves are numbered as they were.
    """
    first = bisect_left(match.positions[:-1], True, key=lambda position: is_known(oracle, position))
    if first == len(match.moves):
        raise TooLarge("even what can follow its last positions is too large to be solved while you wait")
    tail = replace(match, moves=match.moves[first:], positions=match.positions[first:])
    found = grade_match(tail, oracle)
    return replace(found, grades=tuple(grade._replace(number=grade.number + first) for grade in found.grades))


def is_known(oracle: Oracle, position: Position) -> bool:
    """Whether the oracle can judge a position: not too much can follow it."""
    try:
        return bool(oracle.value(position))
    except BrokenRules:
        raise
    except TooLarge:
        return False


def grade_move(oracle: Oracle, position: Position, move: Move, number: int = 1) -> Grade:
    """The grade of one legal move."""
    reached = oracle.game.play(position, move)
    before, after = oracle.value(position), oracle.value(reached)
    return Grade(number, position, before, move, reached, after, oracle.value_moves(position))


def measure_cost(before: Value, after: Value, side: Side) -> int:
    """What a side loses by a move between these values: points where both have points, else 1 for the result."""
    if before.margin is None or after.margin is None:
        return 0 if after.has_same_result(before) else 1
    return before.lead(side) - after.lead(side)
