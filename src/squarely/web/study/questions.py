"""What may be asked about a match: its truth, a hint, its review, and what a computer plays.

Whoever asks waits in another process than the one that answers: matches go in and messages come out.
"""

from itertools import pairwise

from squarely.errors import BadPlayer, IllegalMove
from squarely.game import Position, Side
from squarely.match import Match
from squarely.players import Player, check, seated
from squarely.review import chart, hints
from squarely.review.because import explained
from squarely.review.grading import cost, graded, said_of
from squarely.review.report import accuracy
from squarely.solver.graph import TooLarge
from squarely.solver.oracle import Judged, Oracle
from squarely.solver.values import Value
from squarely.web.messages import Hint, MoveTruth, Review, Step, Truth
from squarely.web.study import views
from squarely.web.study.knowing import oracle_for
from squarely.web.study.wording import kind, note, words

COMPUTERS = ("random", "perfect", "level")  # of all players: a visitor may not have a program started here


def truth(match: Match, turn: int = 0) -> Truth:
    """What the position that a match has come to is worth for its mover, and each move."""
    return truth_at(oracle_for(match), match.position, turn)


def truth_at(oracle: Oracle, position: Position, turn: int) -> Truth:
    """What a position is worth for its mover, and each move; a move's distance counts the move itself."""
    value, judged, side = oracle.value(position), oracle.judged(position), Side(position.mover)
    return Truth(turn, words(value, side), [_judged(each, value, side, judged[0].value) for each in judged])


def _judged(judged: Judged, before: Value, side: Side, best: Value) -> MoveTruth:
    after, lost = judged.value, cost(before, judged.value, side)
    return MoveTruth(
        move=str(judged.move),
        words=words(after.earlier(), side),
        kind=kind(after, side),
        good=not lost,
        best=after.appeal(side) == best.appeal(side),
        cost=lost,
        note=note(before, after, side, best),
    )


def hint(match: Match, step: int) -> Hint:
    """The hint of this step, counted from 1; the last one from there on."""
    if outcome := match.outcome:
        raise IllegalMove(f"the match is over: {outcome.reason}.")
    step = min(max(step, 1), hints.STEPS)
    return Hint(step, hints.hint(oracle_for(match), match.position, match.names, step), step == hints.STEPS)


def review(match: Match, name: str) -> Review:
    """Every position of a match held against the truth. `name` is what the match is called in links.

    Where nobody knows the truth the match can be replayed all the same: `says` is why nothing is judged.
    """
    steps = _steps(match)
    try:
        oracle = oracle_for(match)
    except TooLarge as too_large:
        return Review(name, str(too_large), [], steps, "")
    found = graded(match, oracle)
    for step, stood in zip(steps, found.stood, strict=True):
        step.stands = stood
    for step, grade, claim in zip(steps[1:], found.grades, explained(found, oracle), strict=True):
        step.because, step.cost, step.turning = claim.text(match.names), grade.cost, not grade.kept
    return Review(name, "", [accuracy(found, side) for side in Side], steps, chart.svg(found))


def _steps(match: Match) -> list[Step]:
    """Every position of a match as it is looked at, nothing judged yet."""
    game = match.game
    changes = [[], *(views.changed(game, old, new) for old, new in pairwise(match.positions))]
    return [
        Step(views.board(game, position), game.write_position(position), changed, said)
        for position, changed, said in zip(match.positions, changes, said_of(match), strict=True)
    ]


def choose(match: Match, spec: str, seed: int) -> str:
    """What a computer plays here, in the game's words."""
    return match.game.named(match.position, _computer(spec, seed).choose(match)).text


def can_play(match: Match, spec: str) -> None:
    """BadPlayer says why this computer cannot play the match."""
    player = _computer(spec, 0)
    if match.legal_moves:
        check(match, player)


def _computer(spec: str, seed: int) -> Player:
    player = seated(spec, seed) if spec.partition(":")[0] in COMPUTERS else None
    if player is None:
        raise BadPlayer(f"{spec!r} is no computer player; there are random, level:1 to level:9 and perfect")
    return player
