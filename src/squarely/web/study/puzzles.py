"""Puzzles for the browser: one to solve, and what is to be said about an answer."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from squarely import registry
from squarely.errors import SquarelyError, UnknownGame
from squarely.game import Game
from squarely.match import Match
from squarely.notation import listing
from squarely.review.because import because, refutation
from squarely.review.grading import grade
from squarely.review.puzzles import LEVELS, Puzzle, found
from squarely.review.puzzles import puzzle as puzzle_at
from squarely.solver.graph import TooLarge
from squarely.web.messages import PuzzleTask, Solved
from squarely.web.study import views
from squarely.web.study.knowing import oracle_at


class NoPuzzle(SquarelyError):
    """There is none of this kind, or nothing can be lost here."""


def puzzle(name: str | None, level: int | None, seed: int) -> PuzzleTask:
    """The puzzle that a seed gives: of the game of this name, or of any, and of this level, or of any."""
    random = Random(f"puzzle {seed}")
    if name is None:
        games = list(_installed())
        random.shuffle(games)
    else:
        games = [registry.load(name)]
    for game in games:
        try:
            if one := next(found(game, random, level), None):
                return _task(one)
        except TooLarge:
            if name is not None:
                raise
    of_level, of_game = f" of level {level}" if level else "", f" of {name}" if name else ""
    others = [str(each) for each in levels(name)] if name and level else []
    there_are = f"; there are some of level {listing(others)}" if others else ""
    raise NoPuzzle(f"there is no puzzle{of_level}{of_game}{there_are}")


@cache
def levels(name: str) -> list[int]:
    """The levels of which a game, as its rulebook has it, has puzzles; none where it is too large to be judged."""
    game = registry.load(name)
    try:
        return [level for level in LEVELS if next(found(game, Random(f"level {level}"), level), None)]
    except TooLarge:
        return []


def answer(game: Game, line: str, move: str, squares: Sequence[int] | None = None) -> Solved:
    """Whether a move, in words or as the squares it touches, is right, and why; BadMove where it is none."""
    position = game.read_position(line)
    made = Match.of(game, position).play(move if squares is None else views.tabletop(game).said(position, squares))
    oracle = oracle_at(game, position)
    asked = puzzle_at(oracle, position)
    if asked is None:
        raise NoPuzzle("this is no puzzle: every move keeps what there is to keep.")
    chosen = made.moves[0]
    right, judged = chosen in [each.move for each in asked.keeping], grade(oracle, position, chosen)
    return Solved(
        right=right,
        move=str(chosen),
        because=because(judged, oracle).text(made.names),
        refuted="" if right else refutation(judged, oracle).text(made.names),
        keeping=[str(each.move) for each in asked.keeping],
        board=views.board(game, made.position),
        changed=views.changed(game, position, made.position),
    )


def _task(one: Puzzle) -> PuzzleTask:
    game, position = one.game, one.position
    return PuzzleTask(
        game=game.name,
        title=game.rules.TITLE,
        options=game.options,
        position=game.write_position(position),
        level=one.level,
        task=one.task,
        mover=views.mover(position),
        sides=list(game.rules.NAMES),
        board=views.board(game, position),
        legal=views.legal(game, position),
        holdings=views.holdings(game, position),
    )


def _installed() -> Iterator[Game]:
    """Every installed game that can be used."""
    for name in registry.names():
        try:
            yield registry.load(name)
        except UnknownGame:  # broken, and said so where it is asked for by name
            continue
