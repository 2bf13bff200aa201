"""Grade a match: what each move was worth, where the result turned, how accurate each side was."""

from bisect import bisect_left
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import compress
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
    side: Side
    before: Value
    move: Move
    reached: Position
    after: Value
    keeps_result: bool  # whether the result is still what it was; if not, this is a turning point
    cost: int  # what the move lost: points where there are points, else 1 if it lost the result
    moves_lost: int  # by how many moves it wins later, or loses sooner, than the best move; 0 in games with points
    random_cost: Fraction  # what a random mover would have lost here on average; 0 where nothing could be lost
    valued_moves: tuple[ValuedMove, ...]  # every move there was, the best first
    flawless: tuple[ValuedMove, ...]  # those of them that lose nothing

    @property
    def points_lost(self) -> int | None:
        """The cost in a game with points; None in others."""
        return None if self.before.margin is None else self.cost


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
        """100 for losing nothing, 0 for losing as much as a random mover would in the same positions, less than 0 for
        losing more. None if there was nothing to lose: then every move was as good as forced.
        """
        own = [grade for grade in self.grades if grade.side == side]
        random = sum((grade.random_cost for grade in own), Fraction(0))
        return 100 - 100 * sum(grade.cost for grade in own) / random if random else None


def grade_match(match: Match, oracle: Oracle, first: int = 0) -> MatchReview:
    """The review of a match from a move on; moves are numbered as they were. TooLarge if its game cannot be known."""
    start = oracle.value(match.positions[first])  # asked first, so that one solution holds the whole match
    tail = replace(match, moves=match.moves[first:], positions=match.positions[first:])
    made = zip(tail.positions, tail.moves, range(first + 1, len(match.positions)), strict=False)
    return MatchReview(tail, start, tuple(grade_move(oracle, *each) for each in made))


def grade_end(match: Match, oracle: Oracle) -> MatchReview:
    """The review of the last moves of a match, as many as the oracle can judge; TooLarge if it can judge none."""
    first = bisect_left(match.positions[:-1], True, key=lambda position: is_known(oracle, position))
    if first == len(match.moves):
        raise TooLarge("even what can follow its last positions is too large to be solved while you wait")
    return grade_match(match, oracle, first)


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
    side, reached, before = Side(position.mover), oracle.game.play(position, move), oracle.value(position)
    after, valued, lost = oracle.value(reached), oracle.value_moves(position), 0
    kept, cost = after.has_same_result(before), measure_cost(before, after, side)
    costs = [measure_cost(before, each.value, side) for each in valued]
    random, flawless = Fraction(sum(costs), len(costs)), tuple(compress(valued, (not each for each in costs)))
    if kept and before.winner is not None and before.margin is None and before.distance and after.distance is not None:
        lost = abs(after.distance + 1 - before.distance)
    return Grade(number, position, side, before, move, reached, after, kept, cost, lost, random, valued, flawless)


def measure_cost(before: Value, after: Value, side: Side) -> int:
    """What a side loses by a move between these values: points where both have points, else 1 for the result."""
    if before.margin is None or after.margin is None:
        return 0 if after.has_same_result(before) else 1
    return before.lead(side) - after.lead(side)
