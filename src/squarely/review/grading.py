"""Grade a match: what each move was worth, where the result turned, how accurate each side was.

Where nobody knows the truth, moves are held against what a search believes. That costs nobody anything.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import compress
from typing import TypeAlias

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.match.match import Match
from squarely.core.rules.game import Move, Position, Side
from squarely.solver.belief import BELIEVED, Belief, Worth, find_share, has_same_result
from squarely.solver.believer import SECONDS, BelievedMove, Believer, find_alike
from squarely.solver.oracle import Oracle, ValuedMove
from squarely.solver.values import Value, has_repetition_rule

_DOUBT = 0.1  # the share from which on a move that looks worse is told


@dataclass(frozen=True)
class _Graded:
    """One move of a match, held against the truth or against what a search found."""

    number: int  # counted from 1
    position: Position  # where it was made
    side: Side
    before: Worth
    move: Move
    reached: Position
    after: Worth
    keeps_result: bool  # whether the result is still what it was; if not, this is a turning point
    cost: int  # what the move lost: points where there are points, else 1 if it lost the result
    valued_moves: Sequence[BelievedMove] | Sequence[ValuedMove]  # every move there was, the best first
    flawless: Sequence[BelievedMove] | Sequence[ValuedMove]  # those that lose nothing, or look as good as the best
    random_cost: Fraction = Fraction(0)  # what a random mover would have lost here on average, where that is known
    share_lost: float = 0.0  # by how much the move looks worse than the best, where that is worth telling

    @property
    def points_lost(self) -> int | None:
        """The cost in a game with points; None in others, and where nothing is known."""
        return None if isinstance(self.before, Belief) or self.before.margin is None else self.cost


@dataclass(frozen=True)
class Grade(_Graded):
    """A move held against the truth."""

    before: Value
    after: Value
    valued_moves: Sequence[ValuedMove]
    flawless: Sequence[ValuedMove]
    moves_lost: int = 0  # by how many moves it wins later, or loses sooner, than the best; 0 in games with points


class BelievedGrade(_Graded):
    """A move held against what a search found; only what is proved can be lost."""


AnyGrade: TypeAlias = Grade | BelievedGrade


@dataclass(frozen=True)
class MatchReview:
    """A match with the grade of every move."""

    match: Match
    start: Worth
    grades: tuple[AnyGrade, ...]

    @property
    def believed(self) -> int:
        """How many moves are judged by belief: the first ones."""
        return sum(isinstance(grade, BelievedGrade) for grade in self.grades)

    @property
    def seam(self) -> str:
        """Which moves are judged by belief and which exactly, as a sentence; "" where all are exact."""
        if isinstance(self.start, Value):
            return ""
        until, rest = "", ""
        if self.believed < len(self.grades):
            until, rest = f"up to move {self.believed} ", "; the rest is exact, and accuracy is of that alone"
        return f"Not solved: {until}a search believes or proves this ({BELIEVED}){rest}."

    @property
    def values(self) -> tuple[Worth, ...]:
        """The value of every position of the match, the start first."""
        return (self.start, *(grade.after for grade in self.grades))

    @property
    def turning_points(self) -> tuple[AnyGrade, ...]:
        """The moves that changed the result."""
        return tuple(grade for grade in self.grades if not grade.keeps_result)

    @property
    def mistakes(self) -> tuple[AnyGrade, ...]:
        """The moves that lost something: the turning points, and where there are points those that cost some."""
        return tuple(grade for grade in self.grades if grade.cost)

    def accuracy(self, side: Side) -> Fraction | None:
        """100 for losing nothing, 0 for losing as much as a random mover would in the same positions, less than 0 for
        losing more. None if there was nothing to lose: then every move was as good as forced.
        """
        own = [grade for grade in self.grades if grade.side == side and grade.random_cost]
        random = sum((grade.random_cost for grade in own), Fraction(0))
        return 100 - 100 * sum(grade.cost for grade in own) / random if random else None


def grade_match(match: Match, oracle: Oracle, first: int = 0) -> MatchReview:
    """The review of a match from a move on; moves are numbered as they were. TooLarge if its game cannot be known."""
    start = oracle.value(match.positions[first])  # asked first, so that one solution holds the whole match
    tail = replace(match, moves=match.moves[first:], positions=match.positions[first:])
    made = zip(tail.positions, tail.moves, range(first + 1, len(match.positions)), strict=False)
    return MatchReview(tail, start, tuple(grade_move(oracle, *each) for each in made))


def judge_match(
    match: Match, oracle: Oracle | None, seconds: float = 10.0, compiled: bool | None = None
) -> tuple[Oracle | Believer, MatchReview]:
    """The review of a match with its judge: by belief, within so many seconds, where no oracle knows it."""
    if oracle and is_known(oracle, match.start):
        return oracle, grade_match(match, oracle)
    believer = Believer(match, min(SECONDS, seconds / len(match.positions)), compiled)
    return believer, grade_by_belief(match, believer)


def grade_by_belief(match: Match, believer: Believer) -> MatchReview:
    """The review of a match whose game nobody has solved: exact from where on all that can follow is known."""
    near_end, positions = believer.near_end, match.positions
    # It takes long to find out that too much can follow, so that it is tried near the end first.
    far = (back for back in (4, 16, 64) if back < len(positions) and not is_known(near_end, positions[-back]))
    first = len(positions) - next(far, len(positions))
    known = bisect_left(positions, True, first, key=lambda position: is_known(near_end, position))
    tail = grade_match(match, near_end, known).grades if known < len(match.moves) else ()
    # Where positions may not come again, what has occurred is not held against what is known without it.
    exact = len(positions) if has_repetition_rule(match.game) else known
    worth = [
        believer.value(each) if at < exact else near_end.value(each) for at, each in enumerate(positions[: known + 1])
    ]
    made = zip(positions, match.moves, range(1, known + 1), worth[1:], strict=False)
    return MatchReview(match, worth[0], (*(grade_by(believer, *each) for each in made), *tail))


def grade_by(
    judge: Oracle | Believer, position: Position, move: Move, number: int = 1, after: Worth | None = None
) -> AnyGrade:
    """The grade of one legal move, by the truth or by belief. What is known of where it leads is `after`."""
    if isinstance(judge, Oracle):
        return grade_move(judge, position, move, number)
    side, reached, before = Side(position.mover), judge.game.play(position, int(move)), judge.value(position)
    valued = judge.value_moves(position)  # asked first: it may tell what the move leads to
    after, alike = after or judge.value(reached), find_alike(valued, side)
    kept, lost = has_same_result(before, after), find_share(valued[0].value, side) - find_share(after, side)
    doubt = lost if kept and lost >= _DOUBT and all(each.move != move for each in alike) else 0.0
    known = number, position, side, before, move, reached, after, kept, int(not kept), valued, alike
    return BelievedGrade(*known, share_lost=doubt)


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
    known = number, position, side, before, move, reached, after, kept, cost, valued, flawless
    return Grade(*known, random, moves_lost=lost)


def measure_cost(before: Worth, after: Worth, side: Side) -> int:
    """What a side loses by a move between these values: points where both have points, else 1 for the result."""
    if isinstance(before, Value) and isinstance(after, Value) and None not in (before.margin, after.margin):
        return before.lead(side) - after.lead(side)
    return int(not has_same_result(before, after))
