"""`squarely puzzle`: find the move that matters."""

import json
from typing import Any

import click

from squarely.command_line.arguments import option_option, optional_game_argument
from squarely.command_line.click_help import CommandWithExamples
from squarely.command_line.printing import echo
from squarely.core.errors import BadOption
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.review.puzzle_session import PuzzleSession
from squarely.review.puzzles import LEVELS, Puzzle
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.puzzle_prompt import ask_puzzles
from squarely.terminal.match.match_list import read_finished
from squarely.terminal.options import open_screen, plain_option, screen_option
from squarely.terminal.rules import load_installed

_EXAMPLES = """
squarely puzzle                   one after the other, from every game
squarely puzzle quad --level 3    of one game and one level, from 1 to 5
squarely puzzle --mistakes        from your own finished matches
squarely puzzle quad --screen     in the full-screen app
squarely puzzle quad --seed 7     the same puzzles every time
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES)
@optional_game_argument
@option_option
@click.option("--mistakes", "own", is_flag=True, help="Positions of your finished matches where you went wrong.")
@click.option("--level", type=click.IntRange(min(LEVELS), max(LEVELS)), help="How hard, from 1 to 5.")
@click.option("--seed", type=click.IntRange(0), help="Decides which puzzles are asked.")
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
        open_screen("puzzles", chosen, level, seed, own, plain=plain, json=as_json)
    session = begin_puzzles(chosen, level, seed, own)
    if as_json:
        echo(json.dumps(_puzzle_data(session.find_next()), ensure_ascii=False))
    else:
        ctx.exit(ask_puzzles(session, Console(plain)))


def begin_puzzles(game: Game | None, level: int | None, seed: int | None, own: bool) -> PuzzleSession:
    """A session with puzzles of a game, or of every game; the person's own mistakes come from their matches."""
    games = [game] if game else load_installed()
    session = PuzzleSession(games, lambda: (record for _, record in read_finished()), seed)
    session.choose(level, own)
    return session


def _puzzle_data(one: Puzzle) -> dict[str, Any]:
    """A puzzle with its solution, for programs."""
    return {
        "game": one.game.name,
        "options": one.game.options,
        "position": one.game.write_position(one.position),
        "mover": str(one.mover),
        "level": one.level,
        **one.value.as_data(),
        "keeping": [str(each.move) for each in one.keeping],
        "moves": [{"move": str(each.move), **each.value.as_data()} for each in (*one.keeping, *one.losing)],
        **({"played": str(one.played)} if one.played is not None else {}),
    }
