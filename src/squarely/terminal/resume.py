"""`squarely resume`: go on with an unfinished match."""

import contextlib
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from squarely.command_line.click_help import CommandWithExamples
from squarely.core import record
from squarely.core.errors import SquarelyError
from squarely.files import output_file, saved_matches
from squarely.files.match_lock import InUse
from squarely.files.saved_matches import MatchSaver
from squarely.players import LLM, PROGRAM, fold_name
from squarely.terminal.match_settings import MatchSettings
from squarely.terminal.options import ON_TIMEOUT, max_turns_option, plain_option, read_seconds
from squarely.terminal.record_file import load_record, parse_record, read_content
from squarely.terminal.screen import EndOfInput, Screen
from squarely.terminal.session import UNFINISHED, Session


@click.command(
    cls=CommandWithExamples,
    examples="squarely resume               one of the unfinished matches\nsquarely resume game.match    this one",
    short_help="Go on with an unfinished match.",
)
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--first", metavar="PLAYER", help="Somebody else plays first from now on.")
@click.option("--second", metavar="PLAYER", help="Somebody else plays second from now on.")
@click.option("--time-limit", type=read_seconds, metavar="SECONDS", help="Another time for each turn.")
@click.option("--on-timeout", type=ON_TIMEOUT, help="What running out of time does from now on.")
@max_turns_option
@click.option("--take-over", is_flag=True, help="Even if another process plays this match; it is told so.")
@plain_option
@click.pass_context
def resume(ctx: click.Context, /, file: Path | None, plain: bool, **changes: Any) -> None:
    """Go on with the unfinished match in FILE, or with one of those saved on this machine."""
    screen = Screen(plain)
    path = file or choose_unfinished(screen)
    if path is None:
        screen.say("There is no unfinished match. Begin one with: squarely play GAME")
        ctx.exit(0 if file is None else UNFINISHED)
    else:
        ctx.exit(resume_match(path, screen, **changes))


def resume_match(path: Path, screen: Screen, take_over: bool = False, **changes: Any) -> int:
    """Play on from a record; what is given in `changes` replaces what was agreed."""
    content = read_content(path)
    found = parse_record(path, content)
    if outcome := found.match.outcome:
        screen.say(f"This match is over: {outcome.reason}. See it with: squarely show {output_file.quote_path(path)}")
        return 0
    agreed = MatchSettings.from_tags(found.notes)
    if agreed.max_turns and agreed.max_turns <= len(found.match.moves):
        agreed = replace(agreed, max_turns=None)  # it has stopped there once, and somebody wants to go on
    given = {name: value for name, value in changes.items() if value is not None}
    given |= {seat: fold_name(given[seat]) for seat in ("first", "second") if seat in given}
    settings = MatchSettings(**{**vars(agreed), **given})
    real = path.resolve()
    ours = real.parent == (saved_matches.folder() / "unfinished").resolve()
    for seat in ("first", "second"):
        named = getattr(settings, seat)
        if named.startswith((LLM, PROGRAM)) and seat not in given and not ours:  # a file may come from anybody
            wants = "run a program" if named.startswith(PROGRAM) else "ask a language model"
            raise SquarelyError(f"{path} wants to {wants}; if you trust it, add: --{seat} {shlex.quote(named)}")
    kept_as = real if ours else _find_kept_copy(found)
    keeper = MatchSaver(found.match.game.name, kept_as=kept_as, also_as=None if ours else path)
    taken = _take_match(keeper, path, screen, take_over)
    if taken is None:
        screen.say("The match is left to them.")
        return 0
    if taken != content:  # another process has played on while somebody was asked
        keeper.release()
        return resume_match(path, screen, take_over=True, **changes)
    return Session(found, settings, screen, keeper).play()


def _take_match(keeper: MatchSaver, path: Path, screen: Screen, take_over: bool) -> bytes | None:
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


def _find_kept_copy(found: record.Record) -> Path | None:
    """The same match as it was kept in the data folder, so that it is not left there unfinished."""
    text = record.write(found).encode()
    for kept in saved_matches.list_unfinished():
        with contextlib.suppress(OSError):  # it may vanish meanwhile
            if kept.read_bytes() == text:
                return kept
    return None


def choose_unfinished(screen: Screen) -> Path | None:
    """The unfinished match somebody wants to go on with; None if there is none."""
    readable = []
    for path in saved_matches.list_unfinished():
        try:
            readable.append((path, load_record(path).match))
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
