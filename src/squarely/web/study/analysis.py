"""What may be asked about a match or a position: its truth, a hint, its review, and what a computer plays.

It runs in the processes of the worker pool: matches go in and messages come out.
"""

from collections.abc import Sequence

from squarely.core.errors import BadPlayer, IllegalMove, SquarelyError, TooLarge
from squarely.core.match.match import Match
from squarely.core.match.picture import choose_picture
from squarely.core.rules.game import Game, Position, Side
from squarely.core.text.notation import count_noun
from squarely.players import Player, check_players, seat_player
from squarely.players.level_estimate import measure_likelihoods
from squarely.review import hints
from squarely.review.explain import explain_match
from squarely.review.grading import grade_match, measure_cost
from squarely.review.page import MatchStep, draw_chart, judged_steps, replay
from squarely.review.report import describe_accuracy
from squarely.solver.oracle import Oracle, ValuedMove, find_oracle
from squarely.solver.values import Value
from squarely.web.protocol.messages import Example, Hint, MoveTruth, PositionTruth, Review, Step, Truth, Worth
from squarely.web.study import views

_TOO_LARGE = (
    "this game is too large for the truth to be known at once. "
    "A smaller size, or a position nearer to the end, would help."
)
COMPUTERS = ("random", "perfect", "level")  # of all players: a visitor may not have a program started here


def require_oracle(match: Match) -> Oracle:
    """The oracle that knows every position of a match; TooLarge says what would help."""
    if oracle := find_oracle(match):
        return oracle
    raise TooLarge(_TOO_LARGE)


def _require_oracle_here(match: Match) -> Oracle:
    """The oracle that knows where a match stands and all that can follow: near its end a large game may be small."""
    return find_oracle(match) or require_oracle(Match.of(match.game, match.position))


def require_oracle_at(game: Game, position: Position) -> Oracle:
    """The oracle that knows a position: that of the whole game, if it has the position.

    Others are cached for a while only: each position that cannot be reached from the start needs a solution of its own.
    """
    if not game.is_dealt and (whole := find_oracle(Match.of(game))) and whole.solution(game.start()).value(position):
        return whole
    return require_oracle(Match.of(game, position))


def evaluate_match(match: Match, turn: int = 0) -> Truth:
    """What the position that a match has come to is worth for its mover, and each move."""
    return evaluate_position(_require_oracle_here(match), match.position, turn)


def evaluate_position(oracle: Oracle, position: Position, turn: int) -> Truth:
    """The same of any position that the oracle knows."""
    return Truth(turn, oracle.value(position).describe_for(Side(position.mover)), _list_truths(oracle, position))


def evaluate_line(game: Game, line: str, step: int | None = None) -> PositionTruth:
    """The same of a position by its line, whoever plays it; with the hint of this step where one is wanted."""
    position = game.read_position(line)
    oracle, outcome, side = require_oracle_at(game, position), game.result(position), Side(position.mover)
    value = oracle.value(position)
    moves = [] if outcome else _list_truths(oracle, position)
    hint = None if outcome or step is None else _make_hint(oracle, position, game.players, step)
    where = game.name, game.options, game.write_position(position), views.SIDES[side]
    worth = value.describe_for(side), value.kind_for(side), value.distance, value.margin
    return PositionTruth(*where, outcome.reason if outcome else "", *worth, moves, hint)


def choose_example() -> Example | None:
    """Of the positions by which games are recognised, the one whose moves differ most in value."""
    found: list[Example] = []
    for game in views.list_games():
        try:
            shown = views.position_message(game, choose_picture(game))
            truth = evaluate_line(game, shown.position)
        except SquarelyError:
            continue
        found.append(Example(game.name, game.subtitle, list(game.players), shown, truth))
    return max(found, key=lambda each: len({move.words for move in each.truth.moves}), default=None)


def _list_truths(oracle: Oracle, position: Position) -> list[MoveTruth]:
    value, judged, table = oracle.value(position), oracle.value_moves(position), views.load_tabletop(oracle.game)
    touches = [table.touched_squares(position, each.move) if table.fits(position) else () for each in judged]
    return [
        _move_truth(each, list(squares), value, Side(position.mover), judged[0].value)
        for each, squares in zip(judged, touches, strict=True)
    ]


def _move_truth(judged: ValuedMove, squares: list[int], before: Value, side: Side, best: Value) -> MoveTruth:
    """A move's distance counts the move itself."""
    after, lost = judged.value, measure_cost(before, judged.value, side)
    is_best = after.appeal(side) == best.appeal(side)
    note = ""  # where it loses the result
    if is_best:
        note = "best"
    elif after.has_same_result(before):
        points = f"costs {count_noun(lost, 'point')}" if lost else "costs no points"
        note = "keeps the result" if before.margin is None else points
    worth = after.earlier().describe_for(side), after.kind_for(side), after.earlier().distance, after.margin
    return MoveTruth(str(judged.move), squares, *worth, good=not lost, best=is_best, cost=lost, note=note)


def give_hint(match: Match, step: int) -> Hint:
    """The hint of this step, counted from 1; the last one from there on."""
    if outcome := match.outcome:
        raise IllegalMove(f"the match is over: {outcome.reason}.")
    return _make_hint(_require_oracle_here(match), match.position, match.names, step)


def _make_hint(oracle: Oracle, position: Position, names: Sequence[str], step: int) -> Hint:
    step = min(max(step, 1), hints.STEPS)
    words = hints.give_hint(oracle, position, names, step)
    return Hint(step, words, step == hints.STEPS, list(hints.find_squares(oracle, position, step)))


def review_match(match: Match, name: str, person: Side | None = None) -> Review:
    """Every position of a match held against the truth. `name` is its id; `levels` are told of a `person`.

    Where the truth is not known the match can be replayed all the same: `says` is why nothing is judged.
    """
    try:
        oracle = require_oracle(match)
    except TooLarge as too_large:
        return Review(name, str(too_large), [], _shown(match, replay(match)), "")
    found = grade_match(match, oracle)
    steps = _shown(match, judged_steps(found, explain_match(found, oracle)))
    levels = [] if person is None else list(measure_likelihoods(match, person, oracle))
    return Review(name, "", [describe_accuracy(found, side) for side in Side], steps, draw_chart(found), levels)


def _shown(match: Match, steps: Sequence[MatchStep]) -> list[Step]:
    """The steps of a match as messages."""
    shown = []
    for position, changed, said, stands, because, cost, turning, value in steps:
        where = views.board_message(match.game, position), match.game.write_position(position), list(changed)
        worth = value and Worth(views.side_name(value.winner), value.ending, value.distance, value.margin)
        shown.append(Step(*where, said, worth, stands, because, cost, turning))
    return shown


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
