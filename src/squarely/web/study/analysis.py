"""What may be asked about a match: its truth, a hint, its review, and what a computer plays.

Whoever asks waits in another process than the one that answers: matches go in and messages come out.
"""

from collections.abc import Sequence

from squarely.core.errors import BadPlayer, IllegalMove, TooLarge
from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Position, Side
from squarely.core.text.notation import count_noun
from squarely.players import Player, check_players, seat_player
from squarely.review import hints
from squarely.review.explain import explain_match
from squarely.review.grading import grade_match, measure_cost
from squarely.review.history_chart import draw_chart
from squarely.review.report import describe_accuracy
from squarely.review.steps import MatchStep, judged_steps, replay
from squarely.solver.oracle import Oracle, ValuedMove
from squarely.solver.values import Value
from squarely.web.protocol.messages import Hint, MoveTruth, PositionTruth, Review, Step, Truth, Worth
from squarely.web.study import views
from squarely.web.study.oracle_access import require_oracle, require_oracle_at, require_oracle_here

COMPUTERS = ("random", "perfect", "level")  # of all players: a visitor may not have a program started here


def evaluate_match(match: Match, turn: int = 0) -> Truth:
    """What the position that a match has come to is worth for its mover, and each move."""
    return evaluate_position(require_oracle_here(match), match.position, turn)


def evaluate_position(oracle: Oracle, position: Position, turn: int) -> Truth:
    """What a position is worth for its mover, and each move; a move's distance counts the move itself."""
    return Truth(turn, oracle.value(position).describe_for(Side(position.mover)), _list_truths(oracle, position))


def evaluate_line(game: Game, line: str, step: int | None = None) -> PositionTruth:
    """The same of a position by its line, whoever plays it; with the hint of this step where one is wanted."""
    position = game.read_position(line)
    oracle, outcome, side = require_oracle_at(game, position), game.result(position), Side(position.mover)
    value = oracle.value(position)
    return PositionTruth(
        game=game.name,
        options=game.options,
        position=game.write_position(position),
        mover=views.mover_name(position),
        over=outcome.reason if outcome else "",
        words=value.describe_for(side),
        kind=value.kind_for(side),
        distance=value.distance,
        margin=value.margin,
        moves=[] if outcome else _list_truths(oracle, position),
        hint=None if outcome or step is None else _make_hint(oracle, position, game.players, step),
    )


def _list_truths(oracle: Oracle, position: Position) -> list[MoveTruth]:
    value, judged, side = oracle.value(position), oracle.value_moves(position), Side(position.mover)
    table = views.load_tabletop(oracle.game)
    touches = [table.touched_squares(position, each.move) if table.fits(position) else () for each in judged]
    return [
        _move_truth(each, list(squares), value, side, judged[0].value)
        for each, squares in zip(judged, touches, strict=True)
    ]


def _move_truth(judged: ValuedMove, squares: list[int], before: Value, side: Side, best: Value) -> MoveTruth:
    after, lost = judged.value, measure_cost(before, judged.value, side)
    return MoveTruth(
        move=str(judged.move),
        squares=squares,
        words=after.earlier().describe_for(side),
        kind=after.kind_for(side),
        distance=after.earlier().distance,
        margin=after.margin,
        good=not lost,
        best=after.appeal(side) == best.appeal(side),
        cost=lost,
        note=_note(before, after, side, best),
    )


def _note(before: Value, after: Value, side: Side, best: Value) -> str:
    """What a move is among the others: `best`, or what it keeps or costs; nothing where it loses the result."""
    if after.appeal(side) == best.appeal(side):
        return "best"
    if not after.has_same_result(before):
        return ""
    if before.margin is None:
        return "keeps the result"
    lost = measure_cost(before, after, side)
    return f"costs {count_noun(lost, 'point')}" if lost else "costs no points"


def give_hint(match: Match, step: int) -> Hint:
    """The hint of this step, counted from 1; the last one from there on."""
    if outcome := match.outcome:
        raise IllegalMove(f"the match is over: {outcome.reason}.")
    return _make_hint(require_oracle_here(match), match.position, match.names, step)


def _make_hint(oracle: Oracle, position: Position, names: Sequence[str], step: int) -> Hint:
    step = min(max(step, 1), hints.STEPS)
    words = hints.give_hint(oracle, position, names, step)
    return Hint(step, words, step == hints.STEPS, list(hints.find_squares(oracle, position, step)))


def review_match(match: Match, name: str) -> Review:
    """Every position of a match held against the truth. `name` is what the match is called in links.

    Where nobody knows the truth the match can be replayed all the same: `says` is why nothing is judged.
    """
    try:
        oracle = require_oracle(match)
    except TooLarge as too_large:
        return Review(name, str(too_large), [], _shown(match, replay(match)), "")
    found = grade_match(match, oracle)
    steps = _shown(match, judged_steps(found, explain_match(found, oracle)))
    return Review(name, "", [describe_accuracy(found, side) for side in Side], steps, draw_chart(found))


def _shown(match: Match, steps: Sequence[MatchStep]) -> list[Step]:
    """The steps of a match as messages."""
    game = match.game
    return [
        Step(
            board=views.board_message(game, step.position),
            position=game.write_position(step.position),
            changed=list(step.changed),
            said=step.said,
            worth=step.value and _worth_message(step.value),
            stands=step.stands,
            because=step.because,
            cost=step.cost,
            turning=step.turning,
        )
        for step in steps
    ]


def _worth_message(value: Value) -> Worth:
    winner = None if value.winner is None else views.SIDES[value.winner]
    return Worth(winner, value.ending, value.distance, value.margin)


def choose_move(match: Match, spec: str, seed: int) -> str:
    """What a computer plays here, in the game's words."""
    return match.game.name_move(match.position, _seat_computer(spec, seed).choose(match)).text


def check_can_play(match: Match, spec: str) -> None:
    """BadPlayer says why this computer cannot play the match."""
    player = _seat_computer(spec, 0)
    if match.legal_moves:
        check_players(match, player)


def _seat_computer(spec: str, seed: int) -> Player:
    player = seat_player(spec, seed) if spec.partition(":")[0] in COMPUTERS else None
    if player is None:
        raise BadPlayer(f"{spec!r} is no computer player; there are random, level:1 to level:9 and perfect")
    return player
