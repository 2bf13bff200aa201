"""What may be asked about a match, a position or a game: truth, hints, reviews, computer moves, puzzles, verdicts.

It runs in the processes of the worker pool: matches go in and messages come out.
"""

from collections.abc import Sequence
from datetime import date
from functools import cache
from random import Random
from typing import Any

from msgspec import convert, structs

from squarely.core.errors import BadPlayer, IllegalMove, SquarelyError, TooLarge
from squarely.core.match.match import Match
from squarely.core.match.picture import choose_picture
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Position, Side
from squarely.core.text.notation import count_noun, join_with_and
from squarely.players import Player, check_players, seat_player
from squarely.players.level_estimate import measure_likelihoods
from squarely.review import hints
from squarely.review.court import judge_claims
from squarely.review.explain import explain_match
from squarely.review.grading import judge_match, measure_cost
from squarely.review.page import MatchStep, draw_chart, judged_steps
from squarely.review.puzzle_session import judge_move
from squarely.review.puzzles import LEVELS, NoPuzzle, Puzzle, find_daily_puzzle, find_puzzles, make_puzzle
from squarely.review.report import describe_accuracy
from squarely.solver.belief import Belief, Worth, has_same_result
from squarely.solver.believer import Believer, find_alike
from squarely.solver.oracle import Oracle, find_oracle
from squarely.web.protocol import messages
from squarely.web.protocol.messages import Hint, MoveTruth, PositionTruth, Review, Step, Truth
from squarely.web.study import views

COMPUTERS = ("random", "perfect", "level", "search")  # of all players: a visitor may not have a program started here
_REVIEWED = 3.0  # seconds that a review may search, interpreted: visitors choose rules, and machine code takes memory


def require_oracle(match: Match) -> Oracle:
    """The oracle that knows every position of a match; TooLarge says what would help."""
    if oracle := find_oracle(match):
        return oracle
    raise TooLarge(
        "this game is too large for the truth to be known at once. "
        "A smaller size, or a position nearer to the end, would help."
    )


def _find_judge(match: Match) -> Oracle | Believer:
    """The oracle of where a match stands and all that can follow, small near its end; else who believes."""
    return find_oracle(match) or find_oracle(Match.of(match.game, match.position)) or Believer(match, compiled=False)


def require_oracle_at(game: Game, position: Position) -> Oracle:
    """The oracle that knows a position: that of the whole game, if it has the position.

    Others are cached for a while only: each position that cannot be reached from the start needs a solution of its own.
    """
    return _find_whole(game, position) or require_oracle(Match.of(game, position))


def _find_whole(game: Game, position: Position) -> Oracle | None:
    whole = None if game.is_dealt else find_oracle(Match.of(game))
    return whole if whole and whole.solution(game.start()).value(position) else None


def evaluate_match(match: Match, turn: int = 0) -> Truth:
    """What the position that a match has come to is worth for its mover, and each move."""
    return evaluate_position(_find_judge(match), match.position, turn)


def evaluate_position(judge: Oracle | Believer, position: Position, turn: int) -> Truth:
    """The same of any position that can be judged."""
    told = _tell_worth(judge.value(position), Side(position.mover))
    return Truth(turn, told["words"], _list_truths(judge, position), told["share"])


def evaluate_line(game: Game, line: str, step: int | None = None) -> PositionTruth:
    """The same of a position by its line, whoever plays it; with the hint of this step where one is wanted."""
    position = game.read_position(line)
    judge = _find_whole(game, position) or _find_judge(Match.of(game, position))
    outcome, side = game.result(position), Side(position.mover)
    moves = [] if outcome else _list_truths(judge, position)
    hint = None if outcome or step is None else _make_hint(judge, position, game.players, step)
    where = game.name, game.options, game.write_position(position), views.SIDES[side], outcome.reason if outcome else ""
    return PositionTruth(*where, **_tell_worth(judge.value(position), side), moves=moves, hint=hint)


def _tell_worth(worth: Worth, side: Side) -> dict[str, Any]:
    """In words, how it ends, and how soon and by how much; or what share is believed."""
    told = {"words": worth.describe_for(side), "kind": worth.kind_for(side)}
    if isinstance(worth, Belief):
        return told | {"distance": None, "margin": None, "share": round(worth.share_of(side), 4)}
    return told | {"distance": worth.distance, "margin": worth.margin, "share": None}


def choose_example() -> messages.Example | None:
    """Of the positions by which games are recognised, the one whose moves differ most in value."""
    found: list[messages.Example] = []
    for game in views.list_games():
        try:
            shown = views.position_message(game, choose_picture(game))
            require_oracle_at(game, game.read_position(shown.position))  # nothing that is only believed
            truth = evaluate_line(game, shown.position)
        except SquarelyError:
            continue
        found.append(messages.Example(game.name, game.subtitle, list(game.players), shown, truth))
    return max(found, key=lambda each: len({move.words for move in each.truth.moves}), default=None)


def _list_truths(judge: Oracle | Believer, position: Position) -> list[MoveTruth]:
    """Every move, the best first. A move's distance counts the move itself."""
    before, judged, side = judge.value(position), judge.value_moves(position), Side(position.mover)
    alike = () if isinstance(judge, Oracle) else find_alike(judge.value_moves(position), side)
    table, truths = views.load_tabletop(judge.game), []
    for each in judged:
        after, note, lost = each.value, "", measure_cost(before, each.value, side)  # "" where it loses the result
        is_best = each in alike or (not alike and after.appeal(side) == judged[0].value.appeal(side))
        if isinstance(before, Belief):
            note = "looks best" * is_best
        elif has_same_result(after, before):
            points = f"costs {count_noun(lost, 'point')}" if lost else "costs no points"
            note = "best" if is_best else "keeps the result" if before.margin is None else points
        squares = list(table.touched_squares(position, each.move)) if table.fits(position) else []
        worth = _tell_worth(after.earlier(), side)
        truths.append(MoveTruth(str(each.move), squares, **worth, good=not lost, best=is_best, cost=lost, note=note))
    return truths


def give_hint(match: Match, step: int) -> Hint:
    """The hint of this step, counted from 1; the last one from there on."""
    if outcome := match.outcome:
        raise IllegalMove(f"the match is over: {outcome.reason}.")
    return _make_hint(_find_judge(match), match.position, match.names, step)


def _make_hint(judge: Oracle | Believer, position: Position, names: Sequence[str], step: int) -> Hint:
    step = min(max(step, 1), hints.STEPS)
    words = hints.give_hint(judge, position, names, step)
    return Hint(step, words, step == hints.STEPS, list(hints.find_squares(judge, position, step)))


def review_match(match: Match, name: str, person: Side | None = None) -> Review:
    """Every position of a match held against the truth. `name` is its id; `levels` are told of a `person`.

    Where the truth is not known `says` is which moves are judged by belief.
    """
    judge, found = judge_match(match, find_oracle(match), _REVIEWED, False)
    steps = _shown(match, judged_steps(found, explain_match(found, judge)))
    levels: list[float] = []
    if isinstance(judge, Oracle) and person is not None:
        levels += measure_likelihoods(match, person, judge)
    accuracies = [describe_accuracy(found, side) for side in Side]
    return Review(name, found.seam, accuracies, steps, draw_chart(found), levels)


def _shown(match: Match, steps: Sequence[MatchStep]) -> list[Step]:
    """The steps of a match as messages."""
    shown = []
    for position, changed, said, stands, because, cost, turning, value in steps:
        board, line = views.board_message(match.game, position), match.game.write_position(position)
        worth = value and convert(value.as_data(), messages.Worth)
        shown.append(Step(board, line, list(changed), said, worth, stands, because, cost, turning))
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
        raise BadPlayer(f"{spec!r} is no computer player; take random, level:1 to level:9, search:BUDGET or perfect")
    return player


def pose_puzzle(name: str | None, level: int | None, seed: int) -> messages.PuzzleTask:
    """The puzzle that a seed gives: of the game of this name, or of any, and of this level, or of any."""
    random = Random(f"puzzle {seed}")
    games = list(views.list_games()) if name is None else [registry.load(name)]
    random.shuffle(games)
    for game in games:
        try:
            if one := next(find_puzzles(game, random, level), None):
                return _task_message(one)
        except TooLarge:
            if name is not None:
                raise
    of_level, of_game = f" of level {level}" if level else "", f" of {name}" if name else ""
    others = [str(each) for each in find_levels(name)] if name and level else []
    there_are = f"; there are some of level {join_with_and(others)}" if others else ""
    raise NoPuzzle(f"there is no puzzle{of_level}{of_game}{there_are}")


def pose_daily_puzzle(day: date) -> messages.PuzzleTask:
    """The puzzle of a day, the same on every server that has the same games."""
    return _task_message(find_daily_puzzle(day, list(views.list_games())))


@cache
def find_levels(name: str) -> list[int]:
    """The levels of which a game, as its rulebook has it, has puzzles; none where it is too large to be judged."""
    game = registry.load(name)
    try:
        return [level for level in LEVELS if next(find_puzzles(game, Random(f"level {level}"), level), None)]
    except TooLarge:
        return []


def check_answer(game: Game, line: str, move: str, squares: Sequence[int] | None = None) -> messages.Solved:
    """Whether a move, in words or as the squares it touches, is right, and why; BadMove where it is none."""
    position = game.read_position(line)
    given = move if squares is None else views.load_tabletop(game).read_touch(position, squares)
    made = Match.of(game, position).play(given)
    oracle = require_oracle_at(game, position)
    asked = make_puzzle(oracle, position)
    if asked is None:
        raise NoPuzzle("this is no puzzle: every move keeps what there is to keep.")
    chosen = made.moves[0]
    verdict, keeping = judge_move(asked, chosen, made.names), [str(each.move) for each in asked.keeping]
    shown = views.board_message(game, made.position), views.find_changed(game, position, made.position)
    return messages.Solved(verdict.right, str(chosen), verdict.because, verdict.refuted, keeping, *shown)


def _task_message(one: Puzzle) -> messages.PuzzleTask:
    game, position = one.game, one.position
    shown, legal = structs.asdict(views.position_message(game, position)), views.legal_messages(game, position)
    return messages.PuzzleTask(**views.describe_game(game), **shown, level=one.level, task=one.task, legal=legal)


def judge_game(game: Game) -> messages.Court:
    """Every claim of the rulebook with the verdict on it; none for a game without claims."""
    verdicts = []
    for finding in judge_claims(game):
        claim, verdict = finding.claim, finding.verdict
        found = verdict.word, list(verdict.says), claim.ruling, finding.record
        verdicts.append(messages.Verdict(claim.number, claim.section, claim.text, *found))
    return messages.Court(game.name, verdicts)
