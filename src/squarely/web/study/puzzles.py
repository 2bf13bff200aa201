"""Puzzles for the browser: one to solve, and what is to be said about an answer."""

from collections.abc import Sequence
from datetime import date
from functools import cache
from random import Random

from msgspec import structs

from squarely.core.errors import TooLarge
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.text.notation import join_with_and
from squarely.review.puzzle_session import judge_move
from squarely.review.puzzles import LEVELS, NoPuzzle, Puzzle, find_daily_puzzle, find_puzzles
from squarely.review.puzzles import make_puzzle as puzzle_at
from squarely.web.protocol.messages import PuzzleTask, Solved
from squarely.web.study import views
from squarely.web.study.analysis import require_oracle_at


def pose_puzzle(name: str | None, level: int | None, seed: int) -> PuzzleTask:
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


def pose_daily_puzzle(day: date) -> PuzzleTask:
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


def check_answer(game: Game, line: str, move: str, squares: Sequence[int] | None = None) -> Solved:
    """Whether a move, in words or as the squares it touches, is right, and why; BadMove where it is none."""
    position = game.read_position(line)
    made = Match.of(game, position).play(
        move if squares is None else views.load_tabletop(game).read_touch(position, squares)
    )
    oracle = require_oracle_at(game, position)
    asked = puzzle_at(oracle, position)
    if asked is None:
        raise NoPuzzle("this is no puzzle: every move keeps what there is to keep.")
    chosen = made.moves[0]
    verdict, keeping = judge_move(asked, chosen, made.names), [str(each.move) for each in asked.keeping]
    shown = views.board_message(game, made.position), views.find_changed(game, position, made.position)
    return Solved(verdict.right, str(chosen), verdict.because, verdict.refuted, keeping, *shown)


def _task_message(one: Puzzle) -> PuzzleTask:
    game, position = one.game, one.position
    shown, legal = structs.asdict(views.position_message(game, position)), views.legal_messages(game, position)
    return PuzzleTask(**views.describe_game(game), **shown, level=one.level, task=one.task, legal=legal)
