"""Whether everything that can be played comes to an end, and if not, a match that comes round again."""

from collections.abc import Callable

from squarely.game import Move, Position
from squarely.match import Match
from squarely.review.court.case import Case
from squarely.review.court.claim import Verdict, ruled
from squarely.solver.values import ENDLESS


def need_never_end(case: Case) -> Verdict:
    """Refuted if play can go on for ever: by best play of both sides, or at least by their consent."""
    value = case.value(case.starts[0])
    endless = sum(case.value(position).ending == ENDLESS for position in case.positions)
    share = f"With best play {endless:,} of {len(case.positions):,} positions need never end."
    if value.ending == ENDLESS:
        match = circle(case, lambda position: case.keeping(position)[0])
        return ruled(False, came_round(match), "Nobody can force a win from the start.", share, match=match)
    match = circle(case, peaceful(case))
    if match is None:
        return ruled(not _comes_round(case), f"Looked for a position that comes again in {case.scope}.")
    stands = f"Nothing in the rules stops that, though from the start, with best play, {case.worth(case.starts[0])}."
    return ruled(False, came_round(match), stands, share, match=match)


def circle(case: Case, choose: Callable[[Position], Move | None], match: Match | None = None) -> Match | None:
    """Play on by this choice until a position comes again; None if the play ends first."""
    match = match or Match.of(case.game)
    while match.position not in match.positions[:-1]:
        move = None if match.outcome else choose(match.position)
        if move is None:
            return None
        match = match.play(move)
    return match


def peaceful(case: Case) -> Callable[[Position], Move | None]:
    """Chooses the last move in the order of the rules that does not end the game."""
    game = case.game

    def choose(position: Position) -> Move | None:
        moves = reversed(game.legal_moves(position))
        return next((move for move in moves if not game.outcome(game.play(position, move))), None)

    return choose


def came_round(match: Match | None) -> str:
    """When the last position of a match was there before."""
    assert match is not None  # where nobody needs to lose, play can always go on
    first = match.positions.index(match.position)
    return f"After move {len(match.moves)} the position is the one after move {first} again, and so on for ever."


def _comes_round(case: Case) -> bool:
    """Whether there is any circle: what is left once everything that must come to an end is taken away."""
    ways = dict.fromkeys(case.positions, 0)
    before: dict[Position, list[Position]] = {position: [] for position in ways}
    for step in case.steps:
        ways[step.before] += 1
        before[step.after].append(step.before)
    ended = [position for position in ways if not ways[position]]
    for position in ended:  # grows while it is read
        for parent in before[position]:
            ways[parent] -= 1
            if not ways[parent]:
                ended.append(parent)
    return len(ended) < len(ways)
