"""Watching a match line by line: every move and every board as it comes, until it ends or somebody presses q."""

import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from squarely.core.match.match import Match
from squarely.core.text.notation import as_sentence, count_noun
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.match_view import colours
from squarely.terminal.match.result_text import describe_result
from squarely.terminal.match.watch import Left, Played, Seen, Sighting, Vanished, watch_match

OVER, UNFINISHED = 0, 1  # exit codes


class _Enough(Exception):
    """Somebody has pressed q."""


def show_watched(path: Path, resume_with: str, console: Console) -> int:
    """Show a match that another process plays until it is over, nobody plays it or somebody has seen enough.

    Returns the exit code; `resume_with` is the command that goes on with it.
    """
    watched = WatchedMatch(console, resume_with)
    with _listen_for_q(console) as pause:
        try:
            for sighting in watch_match(path, pause):
                watched.tell(sighting)
        except _Enough:
            console.say("You have stopped watching; the match goes on without you.")
            return OVER
    return watched.code


class WatchedMatch:
    """What is told about one match that is watched."""

    def __init__(self, console: Console, resume_with: str) -> None:
        self._console = console
        self._resume_with = resume_with
        self._match: Match | None = None
        self._player = ""
        self.code = UNFINISHED

    def tell(self, sighting: Sighting) -> None:
        """Print what is new."""
        match sighting:
            case Played(by=who):
                self._tell_player(who)
            case Seen(record=record):
                self._tell_match(record.match)
            case Left(by=who):
                gone = f"{_begin(who)} has left the match." if who else ""
                self._console.say(f"{gone} Nobody plays it now. Go on with it: {self._resume_with}".strip())
                self.code = OVER
            case Vanished(why=why):
                self._console.say(as_sentence(f"The match is not there any more{f': {why}' if why else ''}"))

    def _tell_player(self, who: str) -> None:
        if self._player:
            self._console.say(f"{_begin(who)} has taken the match over.")
        else:
            leave = " Press q to stop watching." if self._console.is_terminal else ""
            self._console.say(f"You are watching {who}.{leave}\n")
        self._player = who

    def _tell_match(self, match: Match) -> None:
        before, self._match = self._match, match
        if before is None:
            last = f" after move {len(match.moves)} ({match.moves[-1]})" if match.moves else ""
            self._console.say(f"{match.game.title}{last}.\n")
            self._draw(match, len(match.moves))
        else:
            shared = _count_shared(before, match)
            if shared < len(before.moves):
                taken = count_noun(len(before.moves) - shared, "move")
                self._console.say(f"{taken} taken back.\n")
                if shared == len(match.moves):
                    self._draw(match, shared)
            for number in range(shared + 1, len(match.moves) + 1):
                mover = match.names[match.positions[number - 1].mover]
                self._console.say(f"{number}. {mover}: {match.moves[number - 1]}\n", colours(match))
                self._draw(match, number)
        if match.outcome:
            self._console.show(describe_result(match), colours(match))
            self.code = OVER

    def _draw(self, match: Match, number: int) -> None:
        board = match.game.words.draw_alone(match.positions[number], match.names, self._console.width)
        self._console.show(f"{board}\n", colours(match))


def _count_shared(before: Match, after: Match) -> int:
    """How many moves the two have alike from the beginning."""
    alike = 0
    for one, other in zip(before.moves, after.moves, strict=False):
        if one != other:
            break
        alike += 1
    return alike


def _begin(who: str) -> str:
    return f"{who[:1].upper()}{who[1:]}"


@contextmanager
def _listen_for_q(console: Console) -> Iterator[Callable[[float], None]]:
    """A way to wait that a q ends; through a pipe, nobody presses keys."""
    if not console.is_terminal:
        yield time.sleep
        return
    import termios
    import tty

    stdin = sys.stdin.fileno()

    def pause(seconds: float) -> None:
        if select.select([stdin], [], [], seconds)[0] and os.read(stdin, 1) in (b"q", b"Q", b"", b"\x04"):
            raise _Enough

    before = termios.tcgetattr(stdin)
    tty.setcbreak(stdin)
    try:
        yield pause
    finally:
        with suppress(termios.error):
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)
