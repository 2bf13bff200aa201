"""`squarely play`."""

from datetime import date
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import click

from squarely.command_line.click_help import CommandWithExamples, OutFile
from squarely.core import registry
from squarely.core.errors import BadOption, SquarelyError
from squarely.core.game import Game
from squarely.core.match import Match
from squarely.core.notation import is_printable, join_with_or
from squarely.core.options import Ruling
from squarely.core.record import Record
from squarely.files import output_file
from squarely.files.saved_matches import MatchSaver
from squarely.players import HUMAN, KINDS, fold_name
from squarely.terminal.match_settings import LOSE, MatchSettings
from squarely.terminal.options import (
    ON_TIMEOUT,
    game_argument,
    max_turns_option,
    option_option,
    plain_option,
    read_seconds,
)
from squarely.terminal.screen import Screen
from squarely.terminal.session import Session
from squarely.terminal.toss import describe_toss

_LONGEST_NAME = 32

_EXAMPLES = """
squarely play quad                          two people at one keyboard
squarely play quad --second level:3         against the computer, not at its best
squarely play quad --second perfect         against the computer at its best
squarely play numbers --seed 7              the same numbers every time
squarely play numbers --position "538/291/647 1 0-0"
squarely play showdown --toss --names "Ann,Bob" --time-limit 20
squarely play quad --option sudden_death=convert --save game.match
"""


@click.command(cls=CommandWithExamples, examples=_EXAMPLES, short_help="Play a game.")
@game_argument
@click.option("--first", default=HUMAN, metavar="PLAYER", help=f"Who plays first: {join_with_or(KINDS)}.")
@click.option("--second", default=HUMAN, metavar="PLAYER", help="Who plays second.")
@option_option
@click.option("--position", metavar="LINE", help="Start from this position instead of the usual one.")
@click.option("--seed", type=click.IntRange(0, 2**63), help="Decides everything that is random.")
@click.option("--toss", is_flag=True, help="Toss a coin for who begins, or for who has which side.")
@click.option("--time-limit", type=read_seconds, metavar="SECONDS", help="Time for each turn.")
@click.option("--on-timeout", type=ON_TIMEOUT, default=LOSE, show_default=True, help="What running out of time does.")
@max_turns_option
@click.option("--names", metavar="FIRST,SECOND", help="What the players are called.")
@click.option("--save", "save_as", type=OutFile(), help="Keep the record here too.")
@plain_option
@click.pass_context
def play(ctx: click.Context, /, game: str, **given: Any) -> None:
    """Play GAME in the terminal, in the words of its rulebook.

    Enter `help` at any prompt. The match is saved after every move; `squarely resume` goes on with it.
    """
    ctx.exit(begin(game, **given))


def begin(
    game: str,
    *,
    first: str = HUMAN,
    second: str = HUMAN,
    options: tuple[str, ...] = (),
    position: str | None = None,
    seed: int | None = None,
    toss: bool = False,
    time_limit: float | None = None,
    on_timeout: str = LOSE,
    max_turns: int | None = None,
    names: str | None = None,
    save_as: Path | None = None,
    plain: bool = False,
    screen: Screen | None = None,
) -> int:
    """Set up a match and play it; returns the exit code."""
    if save_as and save_as.exists():
        again = f"squarely resume {output_file.quote_path(save_as)}"
        raise SquarelyError(f"{save_as} exists already; go on with `{again}` or choose another name")
    if save_as:
        output_file.check_writable(save_as)
    seed = SystemRandom().randrange(10**6) if seed is None else seed
    heads = toss and Random(f"toss {seed}").random() < 0.5
    opts = ",".join(options)
    chosen = registry.load(game, opts)
    screen = screen or Screen(plain)
    named = _read_names(names, chosen)
    if toss:
        tossed = _find_toss_option(chosen)
        if tossed:
            if any(option.partition("=")[0].strip() == tossed.name for option in opts.split(",")):
                raise BadOption(f"--toss and {tossed.name}= both say who begins; give one of them")
            chosen = registry.load(game, {**chosen.settings, tossed.name: list(tossed.readings)[heads]})
        elif heads:
            first, second, named = second, first, named if names is None else (named[1], named[0])
    start = chosen.read_position(position) if position is not None else chosen.start(seed)
    settings = MatchSettings(fold_name(first), fold_name(second), seed, time_limit, on_timeout, max_turns)
    match = Match.of(chosen, start, named)
    session = Session(Record(match, date.today().isoformat()), settings, screen, MatchSaver(game, also_as=save_as))
    if toss:
        swapped = heads and not _find_toss_option(chosen)
        screen.say(f"{describe_toss(match, (first, second), swapped)}\n")
    return session.play()


def _read_names(given: str | None, game: Game) -> tuple[str, str]:
    if given is None:
        return game.rules.NAMES
    first, _, second = (part.strip() for part in given.partition(","))
    for name in (first, second):
        if not name or len(name) > _LONGEST_NAME or not is_printable(name) or "," in name:
            raise SquarelyError(
                f"--names takes two names of 1 to {_LONGEST_NAME} printable characters, such as Ann,Bob; not {given!r}"
            )
    if first == second:
        raise SquarelyError(f"the two players need different names, not {first} twice")
    return first, second


def _find_toss_option(game: Game) -> Ruling | None:
    """The ruling that says who begins, if the rulebook leaves that to a toss; elsewhere the seats are tossed for."""
    return next((o for o in game.declared if isinstance(o, Ruling) and o.decided_by_toss), None)
