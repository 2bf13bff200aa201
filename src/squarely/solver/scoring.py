"""On what terms a game is solved: by points or by results, and with or without the points scored so far.

`outcome` decides who wins. Points are a margin only where every end agrees with them, and `scoreless` may be used only
where points change nothing but the end. Both are tried in play before a game is first solved, and looked at again at
every end that the solver finds; what turns out not to hold is remembered, and the game is solved without it.
"""

from collections.abc import Callable
from typing import NamedTuple

from squarely.game import FIRST_WINS, ONGOING, SECOND_WINS, Game, Position
from squarely.solver.contract import line, tried_positions
from squarely.solver.refusals import BrokenRules

_RESULTS = "so it is told who wins, not by how many points"


class Terms(NamedTuple):
    """How a game is solved."""

    scores: bool  # the margin counts before the distance
    strips: bool  # positions that differ only in points scored so far are solved once
    note: str = ""  # why there is no margin although the game has points


class Refuted(Exception):
    """The terms do not hold: others do."""

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms.note)
        self.terms = terms


_known: dict[Game, Terms | BrokenRules] = {}


def terms_of(game: Game) -> Terms:
    """The terms on which a game is solved, as far as anybody knows yet; BrokenRules where it cannot be."""
    if game not in _known:
        try:
            _known[game] = _tried(game)
        except BrokenRules as broken:
            _known[game] = broken
    found = _known[game]
    if isinstance(found, BrokenRules):
        raise found
    return found


def remember(game: Game, terms: Terms) -> None:
    """From now on the game is solved on these terms."""
    _known[game] = terms


def lead(game: Game, position: Position) -> int:
    """The points of the first side minus those of the second; 0 in a game without points."""
    points = game.points(position)
    return points[0] - points[1] if points else 0


def margin(game: Game, position: Position) -> int | None:
    """By how many points an ended position was won, or None where points decide nothing."""
    return abs(lead(game, position)) if scores(game) else None


def scores(game: Game) -> bool:
    """Whether points are a margin. They are not where the rules cannot be solved at all."""
    if game.points(game.start()) is None:
        return False
    try:
        return terms_of(game).scores
    except BrokenRules:
        return False


def goes_in_circles() -> Terms:
    """The terms of a game that scores and need not end."""
    return Terms(False, False, f"this game scores and can go round in circles, {_RESULTS}")


def check_end(game: Game, position: Position) -> None:
    """Refuted if the points of an ended position do not say what its outcome says."""
    result, ahead = game.rules.outcome(game.law, position), lead(game, position)
    if result != (FIRST_WINS if ahead > 0 else SECOND_WINS) if ahead else result in (FIRST_WINS, SECOND_WINS):
        names, (first, second) = game.rules.NAMES, game.points(position) or (0, 0)
        ended = {FIRST_WINS: f"{names[0]} has won", SECOND_WINS: f"{names[1]} has won"}.get(result, "it is a tie")
        where = f"in {line(game, position)} {ended} with {first} to {second}"
        raise Refuted(Terms(False, False, f"points do not decide this game ({where}), {_RESULTS}"))


def unstripped(game: Game) -> Terms:
    """The terms of a game whose points decide more than its end."""
    return terms_of(game)._replace(strips=False)


def grow_for_ever(game: Game) -> BrokenRules:
    """Why a game cannot be solved that brings points on the way round in a circle."""
    return BrokenRules(f"{game.name} cannot be solved: it can go round in circles in which points can grow for ever")


def _tried(game: Game) -> Terms:
    positions = tried_positions(game)
    if game.points(game.start()) is None:
        return Terms(False, False)
    try:
        for position in positions:
            if game.rules.outcome(game.law, position) != ONGOING:
                check_end(game, position)
    except Refuted as refuted:
        return refuted.terms
    return Terms(True, _strips(game, positions))


def _strips(game: Game, positions: list[Position]) -> bool:
    """Whether `scoreless` is there and changes nothing but the points, wherever play has come."""
    scoreless = getattr(game.rules, "scoreless", None)
    if scoreless is None:
        return False
    return all(
        _gains(game, position, scoreless) == _gains(game, scoreless(game.law, position), scoreless)
        for position in positions
    )


def _gains(game: Game, position: Position, scoreless: Callable[..., Position]) -> list[tuple[int, Position, int, bool]]:
    """For every move: where it leads, points aside, what it scores, and whether that ends the game."""
    law, rules, before = game.law, game.rules, lead(game, position)
    return [
        (move, scoreless(law, after), lead(game, after) - before, rules.outcome(law, after) == ONGOING)
        for move in rules.legal_moves(law, position)
        for after in (rules.play(law, position, move),)
    ]
