"""`squarely puzzle`: find the move that matters."""

import json
from collections.abc import Iterator
from random import Random, SystemRandom
from typing import Any

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo
from squarely.core import registry
from squarely.core.errors import BadOption, SquarelyError, TooLarge
from squarely.core.game import Game
from squarely.core.record import Record
from squarely.files import saved_matches
from squarely.review.puzzle_progress import PuzzleProgress
from squarely.review.puzzles import LEVELS, Puzzle, find_mistakes, find_puzzles
from squarely.terminal.games import load_installed
from squarely.terminal.options import option_option, optional_game_argument, plain_option
from squarely.terminal.puzzle_session import PuzzleSession
from squarely.terminal.record_file import load_record
from squarely.terminal.screen import Screen

_EXAMPLES = """
squarely puzzle                   one after the other, from every game
squarely puzzle quad --level 3    of one game and one level, from 1 to 5
squarely puzzle --mistakes        from your own finished matches
squarely puzzle quad --seed 7     the same puzzles every time
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Find the move that matters.")
@optional_game_argument
@option_option
@click.option("--mistakes", "own", is_flag=True, help="Positions of your finished matches where you went wrong.")
@click.option("--level", type=click.IntRange(min(LEVELS), max(LEVELS)), help="How hard, from 1 to 5.")
@click.option("--seed", type=click.IntRange(0, 2**63), help="Decides which puzzles are asked.")
@click.option("--json", "as_json", is_flag=True, help="Print one puzzle with its solution for programs.")
@plain_option
@click.pass_context
def puzzle(
    ctx: click.Context,
    game: str | None,
    options: tuple[str, ...],
    own: bool,
    level: int | None,
    seed: int | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Solve puzzles of GAME, or of every game: positions where few moves are right.

    Enter a move as in a match; `help` at any prompt. What you have solved is remembered.
    """
    if options and game is None:
        raise BadOption("options belong to a game; name it, such as: squarely puzzle quad --option size=3")
    chosen = registry.load(game, ",".join(options)) if game else None
    progress, screen = PuzzleProgress(), Screen(plain)
    if own:
        asked = _find_own_mistakes(chosen, level, progress)
    else:
        asked = _find_new_puzzles(
            chosen, level, Random(f"puzzle {_choose_seed(seed)}"), progress if seed is None else None
        )
    if as_json:
        one = next(asked, None)
        if one is None:
            raise SquarelyError(_explain_none(chosen, level, own))
        echo(json.dumps(_puzzle_data(one), ensure_ascii=False))
        return
    ctx.exit(PuzzleSession(asked, progress, screen, _explain_none(chosen, level, own)).ask_all())


def _choose_seed(given: int | None) -> int:
    return SystemRandom().randrange(10**6) if given is None else given


def _find_new_puzzles(
    game: Game | None, level: int | None, random: Random, progress: PuzzleProgress | None
) -> Iterator[Puzzle]:
    """Puzzles of a game, or of every game that can be solved at once; none that was solved before."""
    games = [game] if game else load_installed()
    sources = [
        find_puzzles(each, random, level, progress.solved_puzzles(each.name) if progress else ()) for each in games
    ]
    while sources:
        source = random.choice(sources)
        try:
            yield next(source)
        except StopIteration:
            sources.remove(source)
        except TooLarge:
            if game:
                raise
            sources.remove(source)


def _find_own_mistakes(game: Game | None, level: int | None, progress: PuzzleProgress) -> Iterator[Puzzle]:
    """The player's own mistakes, the latest first, those that were solved since at the end; none twice."""
    solved, seen = [], set()
    for one in find_mistakes(_read_finished(), game):
        if (one.game.name, one.key) in seen or level not in (None, one.level):
            continue
        seen.add((one.game.name, one.key))
        if one.key in progress.solved_puzzles(one.game.name):
            solved.append(one)
        else:
            yield one
    yield from solved


def _read_finished() -> Iterator[Record]:
    for path in saved_matches.list_finished():
        try:
            yield load_record(path)
        except SquarelyError as error:
            echo(f"(left out: {error})", err=True)


def _explain_none(game: Game | None, level: int | None, own: bool) -> str:
    """What is said when there is no puzzle, or no more."""
    of_level = f" of level {level}" if level else ""
    where = f" of {game.name}" if game else ""
    if own:
        return f"there is no{' such' if level else ''} mistake of yours{of_level} in your finished matches{where}"
    return f"there is no puzzle{of_level}{where} that you have not solved"


def _puzzle_data(one: Puzzle) -> dict[str, Any]:
    """A puzzle with its solution, for programs."""
    moves = [{"move": str(each.move), **each.value.as_data()} for each in (*one.keeping, *one.losing)]
    return {
        "game": one.game.name,
        "options": one.game.options,
        "position": one.game.write_position(one.position),
        "mover": str(one.mover),
        "level": one.level,
        **one.value.as_data(),
        "keeping": [str(each.move) for each in one.keeping],
        "moves": moves,
        **({"played": str(one.played)} if one.played is not None else {}),
    }
