"""On what terms a game is solved: by points or by results, and with or without the points scored so far.

`outcome` decides who wins. Points are a margin only where every end agrees with them, and `scoreless` may be used only
where points change nothing but the end. Both are tried in play before a game is first solved, and looked at again in
every position that the solver finds; what turns out not to hold is remembered, and the game is solved without it.
"""

from typing import NamedTuple

from squarely.core.errors import BrokenRules
from squarely.core.game import Game
from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS, Position
from squarely.laws.law import describe_position
from squarely.solver.contract import sample_positions
from squarely.solver.unknown_points import are_points_apart, find_point_fields
from squarely.solver.values import TIE, WIN, Value

_RESULTS = "so it is told who wins, not by how many points"


class Terms(NamedTuple):
    """How a game is solved."""

    scores: bool  # the margin counts before the distance
    strips: bool  # positions that differ only in points scored so far are solved once
    note: str = ""  # why there is no margin although the game has points
    fields: tuple[str, ...] = ()  # those that hold the points that are left out


class TermsRefuted(Exception):
    """The terms do not hold: others do."""

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms.note)
        self.terms = terms


_known: dict[Game, Terms | BrokenRules] = {}


def find_terms(game: Game) -> Terms:
    """The terms on which a game is solved, as far as anybody knows yet; BrokenRules where it cannot be."""
    if game not in _known:
        try:
            _known[game] = _try_terms(game)
        except BrokenRules as broken:
            _known[game] = broken
    found = _known[game]
    if isinstance(found, BrokenRules):
        raise found
    return found


def remember_terms(game: Game, terms: Terms) -> None:
    """From now on the game is solved on these terms."""
    _known[game] = terms


def compute_lead(game: Game, position: Position) -> int:
    """The points of the first side minus those of the second; 0 in a game without points."""
    points = game.points(position)
    return points[0] - points[1] if points else 0


def end_value(game: Game, position: Position) -> Value | None:
    """The value of an ended position; None where play goes on."""
    outcome = game.outcome(position)
    if outcome is None:
        return None
    margin = abs(compute_lead(game, position)) if is_scored(game) else None
    return Value(outcome.winner, TIE if outcome.winner is None else WIN, 0, margin)


def is_scored(game: Game) -> bool:
    """Whether points are a margin. They are not where the rules cannot be solved at all."""
    if game.points(game.start()) is None:
        return False
    try:
        return find_terms(game).scores
    except BrokenRules:
        return False


def terms_in_circles() -> Terms:
    """The terms of a game that scores and need not end."""
    return Terms(False, False, f"this game scores and can go round in circles, {_RESULTS}")


def check_end(game: Game, position: Position) -> None:
    """Refuted if the points of an ended position do not say what its outcome says."""
    result, ahead = game.rules.outcome(game.law, position), compute_lead(game, position)
    if not agrees_with_lead(result, ahead):
        names, (first, second) = game.rules.NAMES, game.points(position) or (0, 0)
        ended = {FIRST_WINS: f"{names[0]} has won", SECOND_WINS: f"{names[1]} has won"}.get(result, "it is a tie")
        where = f"in {describe_position(game, position)} {ended} with {first} to {second}"
        raise TermsRefuted(Terms(False, False, f"points do not decide this game ({where}), {_RESULTS}"))


def agrees_with_lead(result: int, ahead: int) -> bool:
    """Whether whoever is ahead has won, and nobody if neither is."""
    if ahead == 0:
        return result not in (FIRST_WINS, SECOND_WINS)
    return result == (FIRST_WINS if ahead > 0 else SECOND_WINS)


def terms_unstripped(game: Game) -> Terms:
    """The terms of a game whose points decide more than its end."""
    return find_terms(game)._replace(strips=False, fields=())


def endless_points_error(game: Game) -> BrokenRules:
    """Why a game with a cycle that brings points cannot be solved."""
    return BrokenRules(f"{game.name} cannot be solved: it can go round in circles in which points can grow for ever")


def _try_terms(game: Game) -> Terms:
    positions = sample_positions(game)
    if game.points(game.start()) is None:
        return Terms(False, False)
    try:
        for position in positions:
            if game.rules.outcome(game.law, position) != ONGOING:
                check_end(game, position)
    except TermsRefuted as refuted:
        return refuted.terms
    fields = _find_strippable(game, positions)
    return Terms(True, bool(fields), fields=fields)


def _find_strippable(game: Game, positions: list[Position]) -> tuple[str, ...]:
    """The fields that `scoreless` takes away, if it is there and they decide nothing but the end wherever play came."""
    if not game.rules.has_scoreless:
        return ()
    fields, scoreless = find_point_fields(game, positions), game.rules.scoreless
    settled = dict.fromkeys(scoreless(game.law, position) for position in positions)
    return fields if all(_are_points_apart(game, fields, each) for each in settled) else ()


def _are_points_apart(game: Game, fields: tuple[str, ...], position: Position) -> bool:
    moves = list(game.rules.legal_moves(game.law, position))
    after = {move: game.rules.play(game.law, position, move) for move in moves}
    return not moves or are_points_apart(game, fields, position, after)
