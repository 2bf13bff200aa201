"""`squarely puzzle`: find the move that matters."""

import json
from random import Random, SystemRandom
from typing import Any

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo
from squarely.core.errors import BadOption, SquarelyError
from squarely.core.rules import registry
from squarely.review.puzzle_progress import PuzzleProgress
from squarely.review.puzzles import LEVELS, Puzzle
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.puzzle_session import PuzzleSession
from squarely.terminal.match.puzzle_source import explain_none, find_new_puzzles, find_own_mistakes
from squarely.terminal.options import option_option, optional_game_argument, plain_option, screen_option
from squarely.terminal.which_face import require_screen

_EXAMPLES = """
squarely puzzle                   one after the other, from every game
squarely puzzle quad --level 3    of one game and one level, from 1 to 5
squarely puzzle --mistakes        from your own finished matches
squarely puzzle quad --screen     in the full-screen app
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
@screen_option
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
    screen: bool,
) -> None:
    """Solve puzzles of GAME, or of every game: positions where few moves are right.

    Enter a move as in a match; `help` at any prompt. What you have solved is remembered.
    """
    if options and game is None:
        raise BadOption("options belong to a game; name it, such as: squarely puzzle quad --option size=3")
    chosen = registry.load(game, ",".join(options)) if game else None
    if screen:
        require_screen(plain, json=as_json)
        from squarely.terminal.full_screen.places import OpenPuzzles
        from squarely.terminal.full_screen.run_app import run_app

        ctx.exit(run_app(OpenPuzzles(chosen, level, seed, own)))
    progress, console = PuzzleProgress(), Console(plain)
    if own:
        asked = find_own_mistakes(chosen, level, progress)
    else:
        asked = find_new_puzzles(
            chosen, level, Random(f"puzzle {_choose_seed(seed)}"), progress if seed is None else None
        )
    if as_json:
        one = next(asked, None)
        if one is None:
            raise SquarelyError(explain_none(chosen, level, own))
        echo(json.dumps(_puzzle_data(one), ensure_ascii=False))
        return
    ctx.exit(PuzzleSession(asked, progress, console, explain_none(chosen, level, own)).ask_all())


def _choose_seed(given: int | None) -> int:
    return SystemRandom().randrange(10**6) if given is None else given


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
