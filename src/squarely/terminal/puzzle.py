"""`squarely puzzle`: find the move that matters."""

import json
from collections.abc import Iterator
from random import Random, SystemRandom
from typing import Any

import click

from squarely import registry, saved
from squarely.errors import BadOption, SquarelyError
from squarely.game import Game
from squarely.help import Command
from squarely.printing import echo
from squarely.record import Record
from squarely.review.progress import Progress
from squarely.review.puzzles import LEVELS, Puzzle, found, mistakes
from squarely.solver.graph import TooLarge
from squarely.solver.values import Value
from squarely.terminal.listing import installed
from squarely.terminal.play import as_listed, complete_games, load, option_option, plain_option
from squarely.terminal.riddle import Riddles
from squarely.terminal.screen import Screen

_EXAMPLES = """
squarely puzzle                   one after the other, from every game
squarely puzzle quad --level 3    of one game and one level, from 1 to 5
squarely puzzle --mistakes        from your own finished matches
squarely puzzle quad --seed 7     the same puzzles every time
"""


@click.command(cls=Command, examples=_EXAMPLES, short_help="Find the move that matters.")
@click.argument("game", required=False, shell_complete=complete_games, callback=as_listed)
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
    progress, screen = Progress(), Screen(plain)
    if own:
        asked = _own(chosen, level, progress)
    else:
        asked = _found(chosen, level, Random(f"puzzle {_seed(seed)}"), progress if seed is None else None)
    if as_json:
        one = next(asked, None)
        if one is None:
            raise SquarelyError(_none(chosen, level, own))
        echo(json.dumps(_facts(one), ensure_ascii=False))
        return
    ctx.exit(Riddles(asked, progress, screen, _none(chosen, level, own)).ask_all())


def _seed(given: int | None) -> int:
    return SystemRandom().randrange(10**6) if given is None else given


def _found(game: Game | None, level: int | None, random: Random, progress: Progress | None) -> Iterator[Puzzle]:
    """Puzzles of a game, or of every game that can be solved at once; none that was solved before."""
    games = [game] if game else installed()
    sources = [found(each, random, level, progress.solved(each.name) if progress else ()) for each in games]
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


def _own(game: Game | None, level: int | None, progress: Progress) -> Iterator[Puzzle]:
    """The player's own mistakes, the latest first, those that were solved since at the end; none twice."""
    solved, seen = [], set()
    for one in mistakes(_finished(), game):
        if (one.game.name, one.key) in seen or level not in (None, one.level):
            continue
        seen.add((one.game.name, one.key))
        if one.key in progress.solved(one.game.name):
            solved.append(one)
        else:
            yield one
    yield from solved


def _finished() -> Iterator[Record]:
    for path in saved.finished():
        try:
            yield load(path)
        except SquarelyError as error:
            echo(f"(left out: {error})", err=True)


def _none(game: Game | None, level: int | None, own: bool) -> str:
    """What is said when there is no puzzle, or no more."""
    of_level = f" of level {level}" if level else ""
    where = f" of {game.name}" if game else ""
    if own:
        return f"there is no{' such' if level else ''} mistake of yours{of_level} in your finished matches{where}"
    return f"there is no puzzle{of_level}{where} that you have not solved"


def _facts(one: Puzzle) -> dict[str, Any]:
    """A puzzle with its solution, for programs."""
    moves = [{"move": str(each.move), **_value(each.value)} for each in (*one.keeping, *one.losing)]
    return {
        "game": one.game.name,
        "options": one.game.options,
        "position": one.game.write_position(one.position),
        "mover": str(one.mover),
        "level": one.level,
        **_value(one.value),
        "keeping": [str(each.move) for each in one.keeping],
        "moves": moves,
        **({"played": str(one.played)} if one.played is not None else {}),
    }


def _value(value: Value) -> dict[str, Any]:
    winner = None if value.winner is None else str(value.winner)
    return {"winner": winner, "ending": value.ending, "distance": value.distance, "margin": value.margin}
