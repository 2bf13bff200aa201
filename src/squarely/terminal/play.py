"""`squarely play` and `squarely resume`."""

import codecs
import contextlib
import shlex
from dataclasses import replace
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import click

from squarely import output, record, registry, saved
from squarely.errors import BadOption, SquarelyError
from squarely.game import Game
from squarely.held import InUse
from squarely.help import Command, OutFile
from squarely.match import Match
from squarely.notation import choice, is_printable
from squarely.options import Ruling
from squarely.players import HUMAN, KINDS, LLM, PROGRAM, folded
from squarely.saved import Keeper
from squarely.terminal.screen import EndOfInput, Screen
from squarely.terminal.session import UNFINISHED, Session, opened
from squarely.terminal.table import LOSE, RANDOM_MOVE, Table, seconds
from squarely.terminal.toss import told as toss_told

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


def complete_games(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """The games whose names begin like this, for the shell."""
    return [name for name in registry.names() if name.startswith(typed)]


def _complete_options(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    # An option that still lacks its value stops click's reading, and leaves the game among the rest.
    game = next((name for name in (ctx.params.get("game"), *ctx.args) if name in registry.names()), None)
    if game is None:
        return []
    return [f"{o.name}=" for o in registry.load(game).declared if o.name.startswith(typed)]


def _seconds(text: str) -> float:
    try:
        return seconds(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a number of seconds above 0 and up to 86400.") from None


def as_listed(_: click.Context, __: click.Parameter, typed: str | None) -> str | None:
    """The name of a game as it is listed, however it was typed; what is no game is for the registry to refuse."""
    return (typed and registry.find(typed)) or typed


game_argument = click.argument("game", shell_complete=complete_games, callback=as_listed)
option_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", shell_complete=_complete_options,
    help="Change a rule; see `squarely rules GAME`. May be given several times.",
)  # fmt: skip
plain_option = click.option("--plain", is_flag=True, help="No colour and no moving cursor.")
_on_timeout = click.Choice([LOSE, RANDOM_MOVE])


@click.command(cls=Command, examples=_EXAMPLES, short_help="Play a game.")
@game_argument
@click.option("--first", default=HUMAN, metavar="PLAYER", help=f"Who plays first: {choice(KINDS)}.")
@click.option("--second", default=HUMAN, metavar="PLAYER", help="Who plays second.")
@option_option
@click.option("--position", metavar="LINE", help="Start from this position instead of the usual one.")
@click.option("--seed", type=click.IntRange(0, 2**63), help="Decides everything that is random.")
@click.option("--toss", is_flag=True, help="Toss a coin for who begins, or for who has which side.")
@click.option("--time-limit", type=_seconds, metavar="SECONDS", help="Time for each turn.")
@click.option("--on-timeout", type=_on_timeout, default=LOSE, show_default=True, help="What running out of time does.")
@click.option("--max-turns", type=click.IntRange(1), metavar="N", help="Stop unfinished after so many turns.")
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
        again = f"squarely resume {output.pasted(save_as)}"
        raise SquarelyError(f"{save_as} exists already; go on with `{again}` or choose another name")
    if save_as:
        output.check(save_as)
    seed = SystemRandom().randrange(10**6) if seed is None else seed
    heads = toss and Random(f"toss {seed}").random() < 0.5
    opts = ",".join(options)
    chosen = registry.load(game, opts)
    screen = screen or Screen(plain)
    named = _names(names, chosen)
    if toss:
        tossed = _tossed_option(chosen)
        if tossed:
            if any(option.partition("=")[0].strip() == tossed.name for option in opts.split(",")):
                raise BadOption(f"--toss and {tossed.name}= both say who begins; give one of them")
            chosen = registry.load(game, {**chosen.settings, tossed.name: list(tossed.readings)[heads]})
        elif heads:
            first, second, named = second, first, named if names is None else (named[1], named[0])
    start = chosen.read_position(position) if position is not None else chosen.start(seed)
    table = Table(folded(first), folded(second), seed, time_limit, on_timeout, max_turns)
    match = Match.of(chosen, start, named)
    session = opened(match, table, screen, Keeper(game, also_as=save_as))
    if toss:
        swapped = heads and not _tossed_option(chosen)
        screen.say(f"{toss_told(match, (first, second), swapped)}\n")
    return session.play()


def _names(given: str | None, game: Game) -> tuple[str, str]:
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


def _tossed_option(game: Game) -> Ruling | None:
    """The ruling that says who begins, if the rulebook leaves that to a toss; elsewhere the seats are tossed for."""
    return next((o for o in game.declared if isinstance(o, Ruling) and o.decided_by_toss), None)


@click.command(
    cls=Command,
    examples="squarely resume               one of the unfinished matches\nsquarely resume game.match    this one",
    short_help="Go on with an unfinished match.",
)
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--first", metavar="PLAYER", help="Somebody else plays first from now on.")
@click.option("--second", metavar="PLAYER", help="Somebody else plays second from now on.")
@click.option("--time-limit", type=_seconds, metavar="SECONDS", help="Another time for each turn.")
@click.option("--on-timeout", type=_on_timeout, help="What running out of time does from now on.")
@click.option("--max-turns", type=click.IntRange(1), metavar="N", help="Stop unfinished after so many turns.")
@click.option("--take-over", is_flag=True, help="Even if another process plays this match; it is told so.")
@plain_option
@click.pass_context
def resume(ctx: click.Context, /, file: Path | None, plain: bool, **changes: Any) -> None:
    """Go on with the unfinished match in FILE, or with one of those saved on this machine."""
    screen = Screen(plain)
    path = file or chosen_unfinished(screen)
    if path is None:
        screen.say("There is no unfinished match. Begin one with: squarely play GAME")
        ctx.exit(0 if file is None else UNFINISHED)
    else:
        ctx.exit(go_on(path, screen, **changes))


def go_on(path: Path, screen: Screen, take_over: bool = False, **changes: Any) -> int:
    """Play on from a record; what is given in `changes` replaces what was agreed."""
    content = _read(path)
    found = _parsed(path, content)
    if outcome := found.match.outcome:
        screen.say(f"This match is over: {outcome.reason}. See it with: squarely show {output.pasted(path)}")
        return 0
    agreed = Table.of(found.notes)
    if agreed.max_turns and agreed.max_turns <= len(found.match.moves):
        agreed = replace(agreed, max_turns=None)  # it has stopped there once, and somebody wants to go on
    given = {name: value for name, value in changes.items() if value is not None}
    given |= {seat: folded(given[seat]) for seat in ("first", "second") if seat in given}
    table = Table(**{**vars(agreed), **given})
    real = path.resolve()
    ours = real.parent == (saved.folder() / "unfinished").resolve()
    for seat in ("first", "second"):
        named = getattr(table, seat)
        if named.startswith((LLM, PROGRAM)) and seat not in given and not ours:  # a file may come from anybody
            wants = "run a program" if named.startswith(PROGRAM) else "ask a language model"
            raise SquarelyError(f"{path} wants to {wants}; if you trust it, add: --{seat} {shlex.quote(named)}")
    kept_as = real if ours else _same_match(found)
    keeper = Keeper(found.match.game.name, kept_as=kept_as, also_as=None if ours else path)
    taken = _taken(keeper, path, screen, take_over)
    if taken is None:
        screen.say("The match is left to them.")
        return 0
    if taken != content:  # another process has played on while somebody was asked
        keeper.let_go()
        return go_on(path, screen, take_over=True, **changes)
    return Session(found, table, screen, keeper).play()


def _taken(keeper: Keeper, path: Path, screen: Screen, take_over: bool) -> bytes | None:
    """What is in the file, once nobody else plays in it; None if it is left to whoever does."""
    try:
        try:
            return keeper.take(take_over)
        except InUse as other:
            if not screen.is_terminal:  # what comes through a pipe is moves, not an answer to this
                raise SquarelyError(f"{other} plays this match; to take it over, add: --take-over") from None
            asked = screen.ask(f"This match is being played by {other}. Do you take it over? (yes/no): ")
            return keeper.take(by_force=True) if asked.strip().lower() in ("y", "yes") else None
    except OSError as error:
        raise SquarelyError(f"{path} cannot be gone on with: {error.strerror}") from error


def _same_match(found: record.Record) -> Path | None:
    """The same match as it was kept in the data folder, so that it is not left there unfinished."""
    text = record.write(found).encode()
    for kept in saved.unfinished():
        with contextlib.suppress(OSError):  # it may vanish meanwhile
            if kept.read_bytes() == text:
                return kept
    return None


def load(path: Path) -> record.Record:
    """The record in a file."""
    return _parsed(path, _read(path))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SquarelyError(f"{path} cannot be read: {error.strerror}") from error


def _parsed(path: Path, content: bytes) -> record.Record:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        utf16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and b"\0" in content[2:4]
        why = "it is text in UTF-16; save it as UTF-8" if utf16 and len(content) % 2 == 0 else "it is not text"
        raise SquarelyError(f"{path} is not a record: {why}") from None
    try:
        return record.read(text.replace("\r\n", "\n").replace("\r", "\n"))
    except SquarelyError as error:
        raise SquarelyError(f"{path}, {error}") from error


def chosen_unfinished(screen: Screen) -> Path | None:
    """The unfinished match somebody wants to go on with; None if there is none."""
    readable = []
    for path in saved.unfinished():
        try:
            readable.append((path, load(path).match))
        except SquarelyError as error:
            screen.say(f"(left out: {error})")
    if not readable:
        return None
    by_number = {str(number): path for number, (path, _) in enumerate(readable, 1)}
    for number, (_, match) in enumerate(readable, 1):
        options = f" ({match.game.options})" if match.game.options else ""
        against = f"{match.names[0]} against {match.names[1]}"
        played = f"move {len(match.moves)} was {match.moves[-1]}" if match.moves else "no move yet"
        screen.say(f"  {number}  {match.game.name}{options}, {against}, {played}")
    while True:
        try:
            answer = screen.ask("Which one? [1] ").strip() or "1"
        except EndOfInput:
            if len(readable) > 1:
                raise
            answer = "1"
        if answer in by_number:
            return by_number[answer]
        screen.say(f"Please enter a number from 1 to {len(readable)}.")
