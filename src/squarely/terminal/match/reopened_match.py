"""A saved match, taken up again: by this process alone, with what was agreed or with what is agreed now."""

import contextlib
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

from squarely.core.errors import SquarelyError
from squarely.core.match import record
from squarely.files import saved_matches
from squarely.files.saved_matches import MatchSaver
from squarely.players import LLM, PROGRAM, fold_name
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import MatchSettings
from squarely.terminal.match.record_file import parse_record, read_content


def reopen_match(path: Path, take_over: bool = False, **changes: Any) -> LiveMatch:
    """The match of a record, to be played on; what is given in `changes` replaces what was agreed.

    One that is over is only looked at, and its file is nobody's. InUse if another process plays it, unless it is taken
    over; SquarelyError if it cannot be gone on with.
    """
    content = read_content(path)
    found = parse_record(path, content)
    real = path.resolve()
    ours = real.parent == (saved_matches.folder() / "unfinished").resolve()
    settings = _agree(path, found, ours, {name: value for name, value in changes.items() if value is not None})
    kept_as = real if ours else find_kept_copy(found)
    saver = MatchSaver(found.match.game.name, kept_as=kept_as, also_as=None if ours else path)
    if not found.match.outcome:
        try:
            taken = saver.take(take_over)
        except OSError as error:
            raise SquarelyError(f"{path} cannot be gone on with: {error.strerror}") from error
        if taken != content:  # another process has played on meanwhile
            saver.release()
            return reopen_match(path, take_over, **changes)
    return LiveMatch(found, settings, saver)


def _agree(path: Path, found: record.Record, ours: bool, given: dict[str, Any]) -> MatchSettings:
    """What is agreed from now on; SquarelyError if a file from elsewhere would run something that nobody asked for."""
    agreed = MatchSettings.from_tags(found.notes)
    if agreed.max_turns and agreed.max_turns <= len(found.match.moves):
        agreed = replace(agreed, max_turns=None)  # it has stopped there once, and somebody wants to go on
    given |= {seat: fold_name(given[seat]) for seat in ("first", "second") if seat in given}
    settings = MatchSettings(**{**vars(agreed), **given})
    for seat in ("first", "second"):
        named = getattr(settings, seat)
        if named.startswith((LLM, PROGRAM)) and seat not in given and not ours:  # a file may come from anybody
            wants = "run a program" if named.startswith(PROGRAM) else "ask a language model"
            raise SquarelyError(f"{path} wants to {wants}; if you trust it, add: --{seat} {shlex.quote(named)}")
    return settings


def find_kept_copy(found: record.Record, finished: bool = False) -> Path | None:
    """The same match as it was kept in the data folder, so that it is not left there unfinished; or among all of it."""
    text = record.write(found).encode()
    for kept in saved_matches.list_unfinished() + (saved_matches.list_finished() if finished else []):
        with contextlib.suppress(OSError):  # it may vanish meanwhile
            if kept.read_bytes() == text:
                return kept
    return None
