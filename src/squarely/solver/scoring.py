"""How points enter a solution: as the margin of a win, or not at all.

`outcome` decides who wins. Points are a margin only where every end agrees with them: some ends are looked at before a
game is first solved, and each one that the solver finds. As soon as one does not agree, the game is solved without.

Points scored so far are part of every position that is solved, unless a game claims `points_only_at_end`: that they
decide nothing but its end. Then positions that differ only in points are solved once. The laws try that claim.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from squarely.core.errors import BrokenRules
from squarely.core.rules.fields import Kind
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Game, Position
from squarely.laws.examine import require_laws
from squarely.laws.law import describe_position
from squarely.laws.walk import play_seeded
from squarely.solver.values import TIE, WIN, Value

_PLAYS, _LONGEST = 30, 60  # of seeded play whose ends are looked at first
_RESULTS = "so it is told who wins, not by how many points"
CIRCLES = f"this game scores and can go round in circles, {_RESULTS}"

Solved = TypeVar("Solved")


class Scoring(NamedTuple):
    """How points enter the solution of a game."""

    by_margin: bool  # the margin counts before the distance
    ignores_score: bool  # positions that differ only in points are one node
    note: str = ""  # why there is no margin although the game has points


class NoMargin(Exception):
    """Points turn out not to be a margin. The message says why."""


_known: dict[Game, Scoring] = {}


def find_scoring(game: Game) -> Scoring:
    """How points enter the solution of a game, as far as is known yet."""
    if game not in _known:
        try:
            if game.has_points:
                require_laws(game)  # without which points are not even numbers
                for number in range(_PLAYS):
                    position, _ = play_seeded(game, number, _LONGEST)[-1]
                    if game.outcome(position) != ONGOING:
                        check_end(game, position, compute_lead(game, position))
            _known[game] = Scoring(game.has_points, game.has_points and game.points_only_at_end)
        except NoMargin as found:
            _known[game] = Scoring(False, False, str(found))
    return _known[game]


def remember_scoring(game: Game, scoring: Scoring) -> None:
    """Note what a solution has shown."""
    _known[game] = scoring


def solve_by_points(game: Game, solve: Callable[[Scoring], Solved]) -> Solved:
    """What `solve` finds; where it raises NoMargin, what it finds without margins."""
    try:
        return solve(find_scoring(game))
    except NoMargin as found:
        remember_scoring(game, Scoring(False, False, str(found)))
        return solve(find_scoring(game))


def compute_lead(game: Game, position: Position) -> int:
    """The points of the first side minus those of the second; 0 in a game without points."""
    points = game.points(position)
    return points[0] - points[1] if points else 0


def end_value(game: Game, position: Position) -> Value | None:
    """The value of an ended position; None where play goes on."""
    outcome = game.result(position)
    if outcome is None:
        return None
    margin = abs(compute_lead(game, position)) if find_scoring(game).by_margin else None
    return Value(outcome.winner, TIE if outcome.winner is None else WIN, 0, margin)


def check_end(game: Game, position: Position, lead: int) -> None:
    """NoMargin if an ended position, where a side has this lead, has not ended as points have it.

    The position may be one from which points were left out.
    """
    position = _give_lead(game, position, lead)
    result, winner = game.outcome(position), FIRST_WINS if lead > 0 else SECOND_WINS
    if result != winner if lead else result in (FIRST_WINS, SECOND_WINS):
        (first, second), names = game.points(position) or (0, 0), game.players
        ended = {FIRST_WINS: f"{names[0]} has won", SECOND_WINS: f"{names[1]} has won"}.get(result, "it is a tie")
        where = f"in {describe_position(game, position)} {ended} with {first} to {second}"
        raise NoMargin(f"points do not decide this game ({where}), {_RESULTS}")


def _give_lead(game: Game, position: Position, lead: int) -> Position:
    """The same position with points that make this lead."""
    missing = lead - compute_lead(game, position)
    fields = [name for name, kind in game.kinds.items() if kind is Kind.POINTS]
    for scored in (position, *(position._replace(**{name: abs(missing)}) for name in fields)):
        if compute_lead(game, scored) == lead:
            return scored
    raise BrokenRules(f"{game.name} cannot be solved: no field of its points makes a lead of {missing}")
