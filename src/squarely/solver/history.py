"""What the moves of a match are worth where positions that have occurred already count.

A position that occurred twice ends the match when it comes again. So the match is worth what the game would be in which
such positions are ends: whoever can force another end does so without coming to any position twice from now on.
"""

from collections import Counter

from squarely.core.errors import TooLarge
from squarely.core.game import Side
from squarely.core.match import OCCURRENCES_FOR_AN_END, Match
from squarely.core.rules import Position
from squarely.solver.oracle import QUICK, Oracle, ValuedMove
from squarely.solver.repetition import find_endless_result, find_endless_value, has_repetition_rule
from squarely.solver.solution import SmallSolution
from squarely.solver.values import Value


def value_match_moves(oracle: Oracle, match: Match) -> tuple[ValuedMove, ...]:
    """Every legal move of a match with its value, the mover's best first, what has occurred before taken into account.

    Where too much can follow to be worked out anew, only the moves that end the match by repetition count as that.
    """
    judged = oracle.value_moves(match.position)
    ended = _find_ended(match)
    if not ended:
        return judged
    known = _solve_rest(match, [each.position for each in judged], ended)
    again = [each._replace(value=_value_after(oracle, each.position, ended, known)) for each in judged]
    return tuple(sorted(again, key=lambda each: each.value.appeal(Side(match.position.mover)), reverse=True))


def _find_ended(match: Match) -> dict[Position, int]:
    """The positions whose next occurrence ends the match, with the result of that."""
    if not has_repetition_rule(match.game):
        return {}
    counts = Counter(match.positions)
    result = find_endless_result(match.game)
    return {position: result for position, times in counts.items() if times == OCCURRENCES_FOR_AN_END - 1}


def _solve_rest(match: Match, following: list[Position], ended: dict[Position, int]) -> SmallSolution | None:
    try:
        return SmallSolution(match.game, following, QUICK, ended=ended)
    except TooLarge:
        return None


def _value_after(oracle: Oracle, position: Position, ended: dict[Position, int], known: SmallSolution | None) -> Value:
    if position in ended:
        return find_endless_value(oracle.game)._replace(distance=0)
    return (known and known.value(position)) or oracle.value(position)
